"""Runs over suites, from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from faulty_endpoint import FaultyEndpoint, Step, call, model, text, tool_calls
from test_tasks import CANCEL, task
from tiny import database, written

from tau_emo_client.cli import main
from tau_emo_client.comparison import comparable
from tau_emo_client.run.config import suites_of
from tau_emo_client.run.store import read_config, read_records
from tau_emo_client.table import RunReport

Result = tuple[int, str, str]


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


@pytest.fixture
def suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    source = written(tmp_path / "retail", database("retail"))
    folder = tmp_path / "theirs"
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([task(), task(actions=[])]), "utf-8")
    assert command(capsys, "db", "import", str(source), "--to", str(folder))[0] == 0
    status, out, _ = command(capsys, "tasks", "import", str(tasks), "--to", str(folder))
    assert status == 0
    assert "retail.theirs-tasks_1: an agent that does nothing would pass" in out
    assert "retail: 2 tasks: 1 whose gold actions all succeed, 0 with one that fails, 1" in out
    return folder


def both_sides() -> Step:
    """The agent calls what is right and reports; the customer asks, and thanks."""

    def decide(body: dict[str, Any]) -> Step:
        messages = body["messages"]
        if not body.get("tools"):
            said = [one for one in messages if one["role"] == "assistant"]
            return text("Please cancel #W1.") if not said else text("Thanks.\n###STOP###")
        if len(messages) == 1:
            return text("ready")
        if messages[-1]["role"] == "tool":
            return text("Order #W1 has been cancelled.")
        return tool_calls(call("cancel_pending_order", CANCEL))

    return model(decide)


@pytest.mark.parametrize(
    "transport",
    ["memory", *(pytest.param(name, marks=pytest.mark.full) for name in ("http", "stdio"))],
)
def test_a_model_as_customer_plays_a_suite(
    transport: str, suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FaultyEndpoint(both_sides()) as server:
        at = ("--user-endpoint", server.url, "--user-model", "shopper", "--user", "llm")
        agent = ("--agent-endpoint", server.url, "--agent-model", "clerk")
        run = tmp_path / "run"
        status, out, err = command(
            capsys,
            *("eval", "--suite", str(suite), "--json", "--transport", transport),
            *(*at, *agent, "--out", str(run)),
        )
    assert status == 0, err
    report = json.loads(out)
    assert (report["episodes"], report["passed"], report["suite"]) == (1, 1, "theirs")
    assert not report["headline"]
    assert [*report["by_domain"]] == ["retail.theirs"]
    (record,) = read_records(run)
    assert (record.reward, record.end_reason) == (1, "user_stop")
    asked = str([body["messages"][0] for body in server.requests])
    assert "You are short with the agent." in asked
    assert "Emotion Instruction" not in asked
    config = read_config(run)
    assert (config.suite, config.split, config.whole) == ("theirs", "imported", False)
    base = json.loads((suite / "retail.base.json").read_text("utf-8"))
    assert config.bases == {"retail.theirs": base["digest"]}


def test_an_idle_agent_earns_nothing(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FaultyEndpoint(both_sides()) as server:
        status, out, err = command(
            capsys,
            *("eval", "--suite", str(suite), "--json", "--agent", "noop", "--user", "llm"),
            *("--user-endpoint", server.url, "--user-model", "shopper"),
            *("--out", str(tmp_path / "run")),
        )
    assert status == 0, err
    assert (json.loads(out)["episodes"], json.loads(out)["passed"]) == (1, 0)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--user", "scripted", "--agent", "noop"), "imported tasks have no script, so no program"),
        (("--user", "scripted"), "imported tasks have no script, so no program"),
        (
            ("--user", "llm", "--user-endpoint", "http://127.0.0.1:9/v1", "--user-model", "m"),
            "imported tasks have no script, by which the agent reference goes",
        ),
        (("--split", "train"), "a suite has one split"),
        (("--domain", "airline"), "the suite theirs has no domain 'airline'; it has retail"),
    ],
)
def test_who_cannot_play_a_suite_is_told(
    arguments: tuple[str, ...], told: str, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = command(capsys, "eval", "--suite", str(suite), *arguments)
    assert status == 2
    assert told in err


def test_a_refused_import_names_each_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = database("retail")
    parts["orders"]["#W1"]["items"][0]["item_id"] = "999"
    source = written(tmp_path / "retail", parts)
    status, out, err = command(capsys, "db", "import", str(source), "--to", str(tmp_path / "t"))
    assert (status, out) == (2, "")
    assert "is refused, and nothing was kept of it" in err
    assert "orders.json: #W1.items[0]: item_id '999' names no variant that is there" in err
    status, _, err = command(capsys, "db", "import", str(tmp_path), "--to", str(tmp_path / "t"))
    assert status == 2
    assert "name it with --domain" in err
    status, _, err = command(capsys, "eval", "--suite", str(tmp_path / "t"), "--agent", "noop")
    assert status == 2
    assert "is no suite" in err


def test_tasks_of_a_suite_are_listed(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = command(capsys, "tasks", "list", "--suite", str(suite), "--json")
    assert status == 0
    assert [one["id"] for one in json.loads(out)] == ["retail.theirs-tasks_0"]
    status, out, _ = command(
        capsys, "tasks", "show", "retail.theirs-tasks_0", "--suite", str(suite), "--json"
    )
    assert json.loads(out)["provenance"]["origin"] == "imported"


def test_suites_share_no_ranking(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FaultyEndpoint(both_sides()) as server:
        command(
            capsys,
            *("eval", "--suite", str(suite), "--json", "--agent", "noop", "--user", "llm"),
            *("--user-endpoint", server.url, "--user-model", "m", "--out", str(tmp_path / "run")),
        )
    one = read_config(tmp_path / "run")
    runs = [
        RunReport(config, [], tmp_path / name)
        for name, config in (
            ("theirs", one),
            ("others", one.model_copy(update={"suite": "others"})),
            ("ours", one.model_copy(update={"suite": "", "split": "test"})),
        )
    ]
    assert len(comparable(runs)) == 3
    assert "suite" not in runs[2].config.model_dump()
    assert suites_of(["airline", "retail.theirs"]) == "theirs"
    status, out, _ = command(capsys, "report", str(tmp_path / "run"))
    assert status == 0
    assert "suite theirs" in out
    status, _, err = command(capsys, "audit", str(tmp_path / "run"))
    assert status == 2
    assert "no script" in err
