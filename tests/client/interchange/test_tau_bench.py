"""Conversations from elsewhere as runs, and runs of ours taken elsewhere."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tau_emo_client.cli import main
from tau_emo_client.interchange.tau_bench import as_tau_bench, read_conversations
from tau_emo_client.interchange.values import InterchangeError
from tau_emo_client.limits import EndReason
from tau_emo_client.run.store import read_records
from tau_emo_servers.conversation import AgentStep, UserMessage

FEELING = {
    "emotion_family": "disgust",  # not the family of frustration
    "emotion_leaf": "frustration",
    "dimension_politeness": "cold",
    "dimension_urgency": "high",
    "dimension_trust_in_agent": "skeptical",
}


def call(name: str, key: str = "c1", **arguments: Any) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": key, "name": name, "arguments": json.dumps(arguments)}],
    }


def result(text: str, key: str = "c1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": key, "content": text}


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


OPENING = [said("user", "My order is late."), said("assistant", "What is your email?")]
PASSED = {
    "task_id": 0,
    "trial": 0,
    "reward": 1.0,
    "task": FEELING,
    "messages": [
        said("system", "You are an agent."),
        *OPENING,
        said("user", "ann@example.com"),
        call("find_user_id_by_email", email="ann@example.com"),
        result("ann_1"),
        call("get_order_details", "c2", order_id="#W1"),
        result("Error: no such order", "c2"),
        said("assistant", "It is on its way."),
        said("user", "Thanks. ###STOP###"),
    ],
}
LEFT = {
    "task_id": 0,
    "trial": 1,
    "reward": -1.0,
    "task": FEELING | {"emotion_leaf": "glee"},
    "messages": [*OPENING, said("user", "###UNSATISFIED###")],
}
HANDED_OFF = {
    "task_id": 1,
    "trial": 0,
    "reward": 0.0,
    "info": {"task": FEELING},
    "traj": [
        *OPENING,
        call("transfer_to_human_agents", summary="x"),
        result("Transfer successful"),
    ],
}
BROKEN_OFF = {"task_id": 1, "trial": 1, "reward": 0.0, "messages": OPENING}
ROWS = [PASSED, LEFT, HANDED_OFF, BROKEN_OFF]


def written(folder: Path, *rows: Any, name: str = "results.jsonl") -> Path:
    file = folder / name
    file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return file


def test_what_is_read(tmp_path: Path) -> None:
    passed, left, handed_off, broken_off = read_conversations(written(tmp_path, *ROWS), "retail")
    assert (passed.id, passed.reward, passed.end_reason) == ("retail-x0.0", 1, EndReason.USER_STOP)
    assert passed.condition
    assert (passed.condition.family, passed.condition.emotion) == ("anger", "frustration")
    # Messages: a question and an answer. Calls: one that succeeded and one that failed.
    assert (passed.turns, passed.tool_calls, passed.follow_ups, passed.steps) == (2, 2, 1, 4)
    first, second = (
        step.calls[0]
        for step in passed.conversation.events
        if isinstance(step, AgentStep) and step.calls
    )
    assert (first.arguments, first.result, first.is_error) == (
        {"email": "ann@example.com"},
        "ann_1",
        False,
    )
    assert (second.result, second.is_error) == ("Error: no such order", True)
    assert passed.conversation.events[-1] == UserMessage(text="Thanks.")
    assert (left.reward, left.end_reason, left.condition) == (0, EndReason.USER_LEFT, None)
    assert handed_off.end_reason is EndReason.HANDED_OFF
    assert handed_off.condition == passed.condition
    assert (broken_off.end_reason, broken_off.reward) == (EndReason.AGENT_ERROR, 0)


def test_a_list_and_the_form_of_chat_completions_are_read_as_well(tmp_path: Path) -> None:
    row = json.loads(json.dumps(PASSED))
    for message in row["messages"]:
        for one in message.get("tool_calls", ()):
            one["function"] = {"name": one.pop("name"), "arguments": one.pop("arguments")}
            one["type"] = "function"
    file = tmp_path / "results.json"
    file.write_text(json.dumps([row]))
    assert read_conversations(file, "retail") == read_conversations(
        written(tmp_path, PASSED), "retail"
    )


def test_forms_that_files_have(tmp_path: Path) -> None:
    talk = [
        said("user", "Hello\u2028there \ud83d"),
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "Let me "}, {"type": "text", "text": "look."}],
            "tool_calls": [
                {"id": "c", "function": {"name": "think", "arguments": "{half"}},
                {"id": "c", "function": {"name": "calculate", "arguments": None}},
            ],
        },
        result("first", "c"),
        result("second", "c"),
        {"role": "assistant", "content": None, "tool_calls": [{"id": None, "name": "think"}]},
        {"role": "tool", "content": "third"},
        said("assistant", ""),
        said("user", "Bye.\n###STOP###"),
    ]
    row = {"task_id": "a-b", "trial": 1, "reward": True, "task": None, "messages": None}
    file = written(tmp_path, row | {"traj": talk}, {**row, "trial": 4, "traj": talk})
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    first, second = read_conversations(file, "retail")
    assert (first.id, second.id) == ("retail-xa_b.0", "retail-xa_b.1")
    calls = [c for e in first.conversation.events if isinstance(e, AgentStep) for c in e.calls]
    assert [(one.id, one.name, one.arguments, one.result) for one in calls] == [
        ("c", "think", "{half", "first"),
        ("c~2", "calculate", {}, "second"),
        ("call", "think", {}, "third"),
    ]
    assert (first.turns, first.reward, first.condition) == (0, 1, None)
    assert first.model_dump_json()


def test_a_hand_off_counts_where_it_succeeded(tmp_path: Path) -> None:
    after = call("get_order_details", "c9", order_id="#W1")
    done = [*HANDED_OFF["traj"], after, result("Error: passed on", "c9")]
    failed = [*OPENING, call("transfer_to_human_agents", summary="x"), result("Error: no")]
    file = written(tmp_path, {**HANDED_OFF, "traj": done}, {**BROKEN_OFF, "messages": failed})
    first, second = read_conversations(file, "retail")
    assert first.end_reason is EndReason.HANDED_OFF
    assert second.end_reason is EndReason.AGENT_ERROR


def test_another_file_is_another_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("runs", "import", "FILE", "-d", "retail", "--out", tmp_path / "run")
    for row, status in ((BROKEN_OFF, 0), ({**BROKEN_OFF, "reward": 1}, 2)):
        file = written(tmp_path, row)
        found = command(capsys, *(file if word == "FILE" else word for word in words))
        assert found[0] == status
    assert "holds another run" in found[2]


@pytest.mark.parametrize("emotion", ["none", "task"])
def test_runs_with_and_without_emotion_are_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], emotion: str
) -> None:
    run, file = tmp_path / "run", tmp_path / "run.jsonl"
    few = ("--domain", "bank", "--limit", "2", "--max-turns", "1")
    command(capsys, "eval", *few, "--emotion", emotion, "--out", run)
    assert command(capsys, "runs", "export", run, "--to", file)[0] == 0
    for record in read_conversations(file, "bank"):
        assert record.end_reason is EndReason.LIMIT_TURNS
        assert (record.condition is None) == (emotion == "none")


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([PASSED, {"task_id": 3}], "record 2: reward: Field required"),
        ([PASSED, PASSED], "record 2: task 0, trial 0 stands there twice"),
        ([PASSED, [1]], "record 2: the record: "),
        ([{**PASSED, "messages": "none"}], "record 1: messages: "),
        ([{**PASSED, "messages": []}], "record 1 has no messages"),
        ([{**PASSED, "task_id": "bank-1"}], "task bank-1 is of bank, not of retail"),
        ([{**PASSED, "messages": [said("narrator", "x")]}], "record 1: messages.0.role: "),
        ([PASSED, {**LEFT, "messages": [result("x")]}], "record 2: messages.0 is the result of no"),
        ([{**PASSED, "trial": -1}], "record 1: trial: "),
        ([], "holds no conversation"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, rows: list[Any], reason: str) -> None:
    with pytest.raises(InterchangeError, match=reason):
        read_conversations(written(tmp_path, *rows), "retail")


def test_what_is_no_json_is_told_with_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, PASSED)
    file.write_text(file.read_text() + "\n{half")
    with pytest.raises(InterchangeError, match="line 2 is no JSON"):
        read_conversations(file, "retail")
    with pytest.raises(InterchangeError, match="cannot be read"):
        read_conversations(tmp_path / "none.jsonl", "retail")


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, words)])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def test_a_run_from_elsewhere_is_reported_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, run = written(tmp_path, *ROWS, name="theirs.jsonl"), tmp_path / "run"
    words = ("runs", "import", file, "--domain", "retail", "--out", run)
    status, out, _ = command(capsys, *words)
    assert status == 0
    assert "4 episodes of 2 tasks, 2 without an emotion of ours" in out
    assert command(capsys, *words)[0] == 0
    assert len((run / "episodes.jsonl").read_text().splitlines()) == 4
    _, out, _ = command(capsys, "report", run, "--json")
    found = json.loads(out)["runs"][0]
    assert (found["agent"], found["protocol"], found["k"]) == ("theirs", "imported", 2)
    # One of four episodes passed.
    assert found["avg_at_k"] == pytest.approx(0.25)
    assert (found["abandoned"], found["headline"]) == (1, False)
    assert found["policy_violation_rate"] is None
    assert found["user_error_rates"] is None
    assert command(capsys, "report", run)[0] == 0


def test_a_round_trip_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, file = tmp_path / "run", tmp_path / "ours.jsonl"
    command(capsys, "eval", "--domain", "bank", "--limit", "3", "--out", run)
    status, out, _ = command(capsys, "runs", "export", run, "--to", file)
    assert (status, out) == (0, f"written: {file}\n")
    assert [path.name for path in tmp_path.glob("*.part")] == []
    ours = {record.task_id.rpartition("-")[2]: record for record in read_records(run)}
    theirs = read_conversations(file, "bank")
    assert len(theirs) == 3
    for record in theirs:
        own = ours[record.task_id.rpartition("-x")[2]]
        assert record.conversation == own.conversation
        assert (record.condition, record.reward, record.end_reason) == (
            own.condition,
            own.reward,
            own.end_reason,
        )
        assert (record.turns, record.tool_calls, record.follow_ups) == (
            own.turns,
            own.tool_calls,
            own.follow_ups,
        )
        assert as_tau_bench(record)["messages"] == as_tau_bench(own)["messages"]


def test_a_flat_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, file = tmp_path / "run", tmp_path / "table.csv"
    command(capsys, "runs", "import", written(tmp_path, *ROWS), "-d", "retail", "--out", run)
    command(capsys, "runs", "export", run, "--to", file, "--format", "csv")
    with file.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [row["id"] for row in rows] == [
        *("retail-x0.0", "retail-x0.1"),
        *("retail-x1.0", "retail-x1.1"),
    ]
    assert (rows[0]["family"], rows[0]["reward"], rows[0]["tool_calls"]) == ("anger", "1", "2")
    assert (rows[1]["family"], rows[1]["end_reason"]) == ("", "user_left")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("export", "RUN", "--to", "x", "--format", "xml"), "it is one of tau-bench, openai, csv"),
        (("export", "RUN", "--to", "x"), "no run folder"),
        (("export", "RUN", "--to", "x", "--format", "inspect"), "its name ends in .json"),
        (("import", "FILE", "--out", "o"), "name it with --domain"),
        (("import", "FILE", "--out", "o", "--format", "xml"), "it is one of tau-bench, openai"),
        (("import", "FILE", "--domain", "zoo", "--out", "o"), "no domain 'zoo'"),
        (("import", "NONE", "--domain", "retail", "--out", "o"), "cannot be read"),
    ],
)
def test_bad_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    places = {"FILE": written(tmp_path, PASSED), "RUN": tmp_path, "NONE": tmp_path / "none"}
    places |= {"x": tmp_path / "x", "o": tmp_path / "o"}
    status, _, err = command(capsys, "runs", *(places.get(word, word) for word in words))
    assert status == 2
    assert reason in err
    assert not (tmp_path / "x").exists()
