"""Every door and framework, played by one scripted model; and the table of what came of it.

`python tests/frameworks/doors.py` plays 40 tasks, four of each domain, and prints the table.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock
from uv import find_uv_bin

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from scripted_model import ModelServer

from tau_emo_servers.domain import served_domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
TWO = ("airline-8", "bank-3")
"""A hand-off, and a write with fields that may be null."""
OF_EACH_DOMAIN = 4
ENDPOINTS = ("chat", "responses", "react")
"""The protocols of endpoints that are the model itself."""
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
"""The examples in Python that are MCP hosts, and the environment of each."""
TYPESCRIPT = "mcp_sdk_typescript"
OF_BOTH_ERAS = ("mcp_sdk", TYPESCRIPT)
"""The bare clients, which speak either era of the protocol as `MCP_MODE` says."""
A2A = "a2a_agent"
INSPECT_TASK = "inspect_task"
"""The environment with the benchmark itself and Inspect."""
Results = dict[str, tuple[Any, ...]]


def tasks_of(ids: Sequence[str]) -> list[Task]:
    """The test tasks with these ids."""
    domains = {one.rpartition("-")[0] for one in ids}
    return [task for name in sorted(domains) for task in load_tasks(name) if task.id in ids]


def spread() -> list[Task]:
    """As many tasks of each domain, spread over all of its intents."""
    chosen: list[Task] = []
    for name in served_domain_names():
        tasks = load_tasks(name)
        chosen += tasks[:: len(tasks) // OF_EACH_DOMAIN][:OF_EACH_DOMAIN]
    return chosen


def python_with(name: str, root: Path) -> str:
    """The interpreter of an environment under `root` with the packages of an example."""
    folder = root / f"env-{name}"
    python = folder / "bin" / "python"
    packages = ["-r", EXAMPLES / "requirements" / f"{name}.txt"]
    if name == INSPECT_TASK:
        packages = [f"{ROOT}[inspect]"]
    with FileLock(root / f"env-{name}.lock"):
        if not (folder / "ready").exists():
            for command in (
                ["venv", "--quiet", "--python", sys.executable, folder],
                ["pip", "install", "--quiet", "--python", python, *packages],
            ):
                subprocess.run([find_uv_bin(), *command], check=True)
            (folder / "ready").touch()
    return str(python)


def typescript_with(root: Path) -> Path:
    """The example in TypeScript's SDK, in a folder under `root` with its packages."""
    folder = root / "env-typescript"
    with FileLock(root / "env-typescript.lock"):
        if not (folder / "ready").exists():
            folder.mkdir(exist_ok=True)
            for name in ("package.json", f"{TYPESCRIPT}.mjs"):
                shutil.copy(EXAMPLES / name, folder)
            subprocess.run(["npm", "install", "--silent"], cwd=folder, check=True)
            (folder / "ready").touch()
    return folder / f"{TYPESCRIPT}.mjs"


def played(
    folder: Path,
    model: ModelServer,
    tasks: Sequence[str],
    options: Sequence[str],
    *,
    mode: str = "auto",
) -> Results:
    """Reward, end and changes of each task, played with these options of the command line.

    Args:
        folder: the run's.
        model: where the agent finds its model.
        tasks: ids of tasks.
        options: of the command line, saying who is measured.
        mode: the era of the protocol that the bare clients speak.
    """
    chosen = [word for name in tasks for word in ("--task-id", name)]
    command = [sys.executable, "-m", "tau_emo_client", "eval", *options, *chosen]
    run = subprocess.run(
        [*command, "--out", str(folder), "--concurrency", "4"],
        env={**environment(model), "MCP_MODE": mode},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    lines = (folder / "episodes.jsonl").read_text("utf-8").splitlines()
    episodes = [json.loads(line) for line in lines]
    return {
        one["task_id"]: (one["reward"], one["end_reason"], one["detail"], one["changes"])
        for one in episodes
    }


def environment(model: ModelServer) -> dict[str, str]:
    """Where the frameworks find their model."""
    return {
        **os.environ,
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "none",
        "MODEL": "scripted",
    }


def by_endpoint(model: ModelServer, protocol: str) -> list[str]:
    """The options for a model behind an endpoint."""
    where = ["--agent-endpoint", model.url, "--agent-model", "scripted"]
    return [*where, "--agent-protocol", protocol]


def by_command(example: str, root: Path) -> list[str]:
    """The options for an example that is an MCP host, its environment under `root`."""
    if example == TYPESCRIPT:
        program = f"node {typescript_with(root)}"
    else:
        program = f"{python_with(HOSTS[example], root)} {EXAMPLES / example}.py"
    command = f"{program} {{url}} {{prompt_file}}"
    return ["--agent-command", command, "--agent-env", "OPENAI_API_KEY"]


@contextmanager
def by_a2a(model: ModelServer, root: Path) -> Iterator[list[str]]:
    """The options for the A2A example, while it serves."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [python_with("mcp2", root), str(EXAMPLES / f"{A2A}.py"), str(port)]
    process = subprocess.Popen(command, env=environment(model))
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield ["--agent-endpoint", f"http://127.0.0.1:{port}", "--agent-protocol", "a2a"]
    finally:
        process.kill()
        process.wait()


def main() -> int:
    """Play the tasks by every door and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--envs", type=Path, help="a folder that keeps the environments")
    parser.add_argument("only", nargs="*", help="doors and examples; default: all")
    given = parser.parse_args()
    tasks = spread()
    ids = [task.id for task in tasks]
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        model = stack.enter_context(ModelServer(tasks))
        envs = given.envs or work
        expected = played(work / "chat", model, ids, by_endpoint(model, "chat"))
        print("| Door | Agent | Episodes | Passed | As by chat | Lost | Seconds |")
        print("|---|---|---|---|---|---|---|")
        agents = [(name, "auto") for name in (*ENDPOINTS, *HOSTS, TYPESCRIPT, A2A)]
        for name, mode in (*agents, *((name, "legacy") for name in OF_BOTH_ERAS)):
            if given.only and name not in given.only:
                continue
            with ExitStack() as serving:
                if name in ENDPOINTS:
                    door, options = name, by_endpoint(model, name)
                elif name == A2A:
                    door, options = "a2a", serving.enter_context(by_a2a(model, envs))
                else:
                    door, options = "command", by_command(name, envs)
                began = time.monotonic()
                found = played(work / f"run-{name}-{mode}", model, ids, options, mode=mode)
                seconds = time.monotonic() - began
            passed = sum(one[0] == 1 for one in found.values())
            same = sum(found.get(one) == expected[one] for one in ids)
            lost = len(ids) - sum(one[1] != "infrastructure" for one in found.values())
            agent = name if mode == "auto" else f"{name}, older protocol"
            print(
                f"| {door} | {agent} | {len(ids)} | {passed} | {same} | {lost} | {seconds:.0f} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
