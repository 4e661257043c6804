"""Agents of every framework, told one URL, play as our own loop does with the same model."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, TASKS
from scripted_model import ModelServer

EXAMPLES = ROOT / "examples"
HOSTS = {
    "mcp_sdk": "mcp2",
    "openai_agents": "mcp2",
    "pydantic_ai_agent": "mcp2",
    "inspect_agent": "mcp2",
    "langgraph_agent": "mcp1",
    "smolagents_agent": "mcp1",
    "google_adk_agent": "google_adk",
    "strands_agent": "strands",
}
"""The examples that are MCP hosts, and the environment of each."""
Python = Callable[[str], str]


def environment(model: ModelServer) -> dict[str, str]:
    """Where the frameworks find their model."""
    return {
        **os.environ,
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "none",
        "MODEL": "scripted",
    }


def played(folder: Path, model: ModelServer, *options: str) -> dict[str, Any]:
    """Reward, end and changes of each task, played with these options."""
    tasks = [word for name in TASKS for word in ("--task-id", name)]
    command = [sys.executable, "-m", "tau_emo_client", "eval", *options, *tasks]
    run = subprocess.run(
        [*command, "--out", str(folder), "--concurrency", "4"],
        env=environment(model),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    lines = (folder / "episodes.jsonl").read_text("utf-8").splitlines()
    episodes = [json.loads(line) for line in lines]
    return {
        one["task_id"]: (one["reward"], one["end_reason"], one["detail"], one["changes"])
        for one in episodes
    }


@pytest.fixture(scope="session")
def by_chat(model: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What comes of it by chat completions."""
    folder = tmp_path_factory.mktemp("chat") / "run"
    found = played(folder, model, "--agent-endpoint", model.url, "--agent-model", "scripted")
    assert [one[0] for one in found.values()] == [1] * len(TASKS), found
    return found


@pytest.mark.full
@pytest.mark.timeout(300)
@pytest.mark.parametrize("protocol", ["responses", "react"])
def test_other_protocols_of_endpoints_give_the_same(
    model: ModelServer, by_chat: dict[str, Any], tmp_path: Path, protocol: str
) -> None:
    how = ("--agent-endpoint", model.url, "--agent-model", "scripted")
    assert played(tmp_path / "run", model, *how, "--agent-protocol", protocol) == by_chat


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("example", HOSTS)
def test_hosts_of_every_framework_give_the_same(
    model: ModelServer,
    by_chat: dict[str, Any],
    python_with: Python,
    tmp_path: Path,
    example: str,
) -> None:
    command = f"{python_with(HOSTS[example])} {EXAMPLES / example}.py {{url}} {{prompt_file}}"
    found = played(
        tmp_path / "run", model, "--agent-command", command, "--agent-env", "OPENAI_API_KEY"
    )
    assert found == by_chat


@pytest.mark.full
@pytest.mark.timeout(600)
def test_an_a2a_agent_gives_the_same(
    model: ModelServer, by_chat: dict[str, Any], python_with: Python, tmp_path: Path
) -> None:
    with serving([python_with("mcp2"), str(EXAMPLES / "a2a_agent.py")], model) as url:
        how = ("--agent-endpoint", url, "--agent-protocol", "a2a")
        assert played(tmp_path / "run", model, *how) == by_chat


@contextmanager
def serving(command: list[str], model: ModelServer) -> Iterator[str]:
    """A program that serves on the port it is given last."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([*command, str(port)], env=environment(model))
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def test_each_example_is_short() -> None:
    for example in HOSTS:
        assert len((EXAMPLES / f"{example}.py").read_text("utf-8").splitlines()) < 40
