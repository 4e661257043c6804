"""The command line, as a shell sees it."""

import json
import os
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest
from records import ENVIRONMENT, config, record

from tau_emo_client.cli import main
from tau_emo_client.run.store import RunStore
from tau_emo_db.version import BENCHMARK_VERSION
from tau_emo_servers.domain import served_domain_names
from tau_emo_tasks.load import load_tasks


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tau_emo_client", *arguments],
        capture_output=True,
        text=True,
        timeout=50,
        env=os.environ | environment,
        check=False,
    )


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, tau_emo_client.cli as c\n"
        "try: c.main(['eval', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'fastmcp', 'mcp', 'sqlmodel', 'numpy', 'rich', 'openai'}\n"
        "print(heavy & sys.modules.keys())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=50, check=True
    )
    assert done.stdout.endswith("set()\n")
    assert "--concurrency" in done.stdout


def test_help_answers_in_half_a_second() -> None:
    def seconds() -> float:
        began = time.process_time_ns(), os.times()
        run("--help")
        ended = os.times()
        return (ended.children_user - began[1].children_user) + (
            ended.children_system - began[1].children_system
        )

    # CPU time, so that a busy machine does not fail it.
    assert min(seconds() for _ in range(3)) < 0.5


def test_every_option_of_eval_has_an_environment_variable(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = called(capsys, "eval", "--help")
    lines = " ".join(out.split())
    options = [word for word in lines.split() if word.startswith("--") and word[2:3].isalpha()]
    assert "--max-turns" in options
    for name in ("--domain", "--seed", "--trials", "--out", "--transport", "--new", "--agent"):
        assert f"TAU_EMO_{name[2:].upper().replace('-', '_')}" in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--domain", "bakery"], "there is no domain 'bakery'; the domains are airline"),
        (["--agent", "gpt"], "there is no agent 'gpt'"),
        (["--user", "dog"], "there is no user 'dog'; use scripted, llm, human"),
        (["--emotion", "joy"], "there is no emotion 'joy'"),
        (["--protocol", "v9"], "there is no protocol 'v9'"),
        (["--trials", "0"], "trials is 0"),
        (["--seed", "-1"], "--seed is -1; it must be at least 0"),
        (["--trials", "x"], "valid integer"),
        (["--max-cost", "-1"], "limits.cost is -1.0"),
        (["--concurrency", "0"], "--concurrency is 0"),
        (["--concurrency", "lots"], "give a number or auto"),
        (["--transport", "pigeon"], "one of memory, http, stdio"),
        (
            ["--gateway", "http://127.0.0.1:1", "--transport", "memory"],
            "--gateway needs --transport http",
        ),
        (["--agent-command", "agent"], "put {url} or {mcp_config} into it"),
        (["--agent-command", "a {url}", "--transport", "stdio"], "needs --transport http"),
        (["--agent-command", "a {url}", "--agent", "noop"], "name two different agents"),
        (["--agent-command", "a {url}", "--agent-protocol", "mcp"], "needs --agent-endpoint"),
        (["--agent-command", "a {url}", "--agent-env", "NO_SUCH_NAME"], "is not set"),
        (["--agent-env", "HOME"], "--agent-env needs --agent-command"),
        (["--agent-protocol", "responses"], "needs --agent-endpoint"),
        (["--agent-protocol", "mcp", "--agent-endpoint", "here"], "is no address"),
        (["--agent-protocol", "a2a", "--agent-endpoint", "ftp://x"], "is no address"),
        (["--transport", "http", "--gateway", "http://127.0.0.1:1"], "TAU_EMO_CONTROL_SECRET"),
        (["--transport", "http", "--gateway", "127.0.0.1:1"], "'127.0.0.1:1', which is no address"),
        (
            [
                *("--transport", "http", "--gateway", "http://127.0.0.1:1"),
                *("--public-url", "bench.example"),
            ],
            "--public-url is 'bench.example'",
        ),
        (["--public-url", "http://bench.example"], "--public-url needs --gateway"),
        (["--split", "dev"], "one of test, train"),
        (["--task-id", "retail-0"], "there is no test task retail-0"),
        (["--no-emotion", "--emotion", "anger"], "contradict"),
        (["--colour"], "No such option"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    status, out, err = called(capsys, "eval", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("arguments", [(), ("db",), ("tasks",)])
def test_a_group_without_a_command_shows_its_help(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    status, out, err = called(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("Usage: ")
    assert "\nCommands:\n" in err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "--version")
    assert (status, out) == (0, f"tau-emo {version('tau-emo')}, benchmark {BENCHMARK_VERSION}\n")


def test_environment_variables_set_options() -> None:
    done = run("eval", TAU_EMO_TRANSPORT="pigeon")
    assert done.returncode == 2
    assert "'pigeon'" in done.stderr


def test_tools_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "tools", "--domain", "retail", "--json")
    found = json.loads(out)
    assert status == 0
    assert len(found) == 16
    cancel = next(tool for tool in found if tool["name"] == "cancel_pending_order")
    assert (cancel["domain"], cancel["kind"]) == ("retail", "write")
    assert set(cancel["input_schema"]["properties"]) == {"order_id", "reason"}


def test_digests(capsys: pytest.CaptureFixture[str]) -> None:
    from tau_emo_db import domain_data

    _, out, _ = called(capsys, "db", "digest", "retail", "--json")
    assert json.loads(out) == {"retail": domain_data("retail").digest}
    status, out, _ = called(capsys, "db", "build", "retail")
    assert status == 0
    assert out.startswith("retail: ")


def test_bases_are_built_anew_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, bool]] = []

    def build(data: Any, *, anew: bool) -> bytes:
        asked.append((data.name, anew))
        return b""

    monkeypatch.setattr("tau_emo_db.base_image", build)
    called(capsys, "db", "build", "--anew", "retail", "bank")
    called(capsys, "db", "build", "bank")
    assert asked == [("retail", True), ("bank", True), ("bank", False)]


def test_the_schema_of_a_task(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = called(capsys, "tasks", "schema")
    assert "user_script" in json.loads(out)["properties"]


def test_an_unknown_task(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = called(capsys, "tasks", "show", "retail-0")
    assert status == 2
    assert "there is no task 'retail-0'" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bakery"], "there is no domain 'bakery'"),
        ([], "name the domains to serve, or all, or use --gateway"),
        (["all", "--stdio"], "--stdio serves one domain"),
        (["all", "--state", "x.db"], "--state keeps the state of one domain"),
        (["all", "retail"], "there is no domain 'all'"),
        (["retail", "airline", "--stdio"], "--stdio serves one domain"),
        (["retail", "airline", "--state", "x"], "--state keeps the state of one domain"),
        (["retail", "--host", "0.0.0.0"], "--allowed-host"),
        (
            ["retail", "--host", "127.0.0.300", "--allowed-host", "*"],
            "cannot listen on 127.0.0.300",
        ),
        (["retail", "--port", "70000"], "less than or equal to 65535"),
        (["--gateway", "retail", "--host", "0.0.0.0"], "--allowed-host"),
        (["retail", "--state", "/"], "/ cannot be opened"),
    ],
)
def test_bad_usage_of_serve(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    status, out, err = called(capsys, "serve", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert said in err


def test_a_blank_secret_opens_no_door(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for blank in ("", "  "):
        monkeypatch.setenv("TAU_EMO_SERVE_SECRET", blank)
        status, _, err = called(capsys, "serve", "retail", "--port", "0")
        assert status == 2
        assert "TAU_EMO_SERVE_SECRET is set and blank" in err


def test_serve_tells_its_real_address_and_ends_on_request() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tau_emo_client", "serve", "all", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        addresses = json.loads(process.stdout.readline())
        assert list(addresses) == list(served_domain_names())
        address = addresses["retail"]
        host = address.removesuffix("/retail/mcp")
        assert httpx.get(f"{host}/health").json() == {"status": "ok"}
        listing: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        accepted = {"Accept": "application/json, text/event-stream"}
        for name, status in {"127.0.0.1": 200, "evil.example": 421}.items():
            answer = httpx.post(address, json=listing, headers={"Host": name, **accepted})
            assert answer.status_code == status
        process.terminate()
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, output, errors) == (0, "", "")


def test_report_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with RunStore(tmp_path / "run", config(), ENVIRONMENT) as store:
        for task in ("t1", "t2"):
            for trial in (0, 1):
                store.append(record(task, trial, passed=task == "t1"))
    status, out, _ = called(capsys, "report", str(tmp_path / "run"), "--json")
    assert status == 0
    (found,) = json.loads(out)["runs"]
    assert (found["avg_at_k"], found["pass_hat_k"], found["complete"]) == (0.5, 0.5, True)
    status, out, _ = called(capsys, "report", str(tmp_path / "run"))
    assert "retail" in out
    assert "50.0" in out


def test_report_of_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = called(capsys, "report", str(tmp_path))
    assert status == 2
    assert "no run folder" in err


def test_readings_of_tasks_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "tasks", "readings", "--domain", "retail", "--json")
    (found,) = json.loads(out)
    assert status == 0
    assert found["tasks"] == len(load_tasks("retail"))
    assert found["read"] >= found["expected"]
    assert called(capsys, "tasks", "readings", "-d", "retail")[1].startswith(
        f"retail: {found['read']} of {found['tasks']} tasks read, "
    )
