"""Results from elsewhere, played again on an imported base."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_runs import command
from test_tasks import CANCEL, task
from tiny import Json, database, written

from tau_emo_client.run.store import read_records
from tau_emo_client.submission.regrading import regraded

MAIL = {"email": "mira@example.com"}


@pytest.fixture
def suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    source = written(tmp_path / "retail", database("retail"))
    folder = tmp_path / "theirs"
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([task()]), "utf-8")
    assert command(capsys, "db", "import", str(source), "--to", str(folder))[0] == 0
    assert command(capsys, "tasks", "import", str(tasks), "--to", str(folder))[0] == 0
    return folder


def calls(name: str, arguments: Json, result: str) -> list[Json]:
    made = {"id": name, "name": name, "arguments": json.dumps(arguments)}
    return [
        {"role": "assistant", "content": None, "tool_calls": [made]},
        {"role": "tool", "tool_call_id": name, "content": result},
    ]


def talk(*middle: Json) -> list[Json]:
    return [
        {"role": "user", "content": "Cancel #W1, mira@example.com."},
        *calls("find_user_id_by_email", MAIL, "mira_oduya_1"),
        {"role": "assistant", "content": "I would cancel your order #W1. Yes or no?"},
        {"role": "user", "content": "Yes."},
        *middle,
        {"role": "assistant", "content": "Order #W1 has been cancelled."},
        {"role": "user", "content": "Thanks. ###STOP###"},
    ]


def results(file: Path, *rows: Json, **changes: Any) -> str:
    wanted = task(**changes)
    whole = [{"task_id": 7, "trial": n, "task": wanted, **row} for n, row in enumerate(rows)]
    file.write_text(json.dumps(whole), "utf-8")
    return str(file)


def test_calls_are_carried_out_again(
    tmp_path: Path, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = calls("cancel_pending_order", CANCEL, '{"status": "cancelled"}')
    file = results(
        tmp_path / "results.json",
        {"reward": 1.0, "messages": talk(*done)},
        {"reward": 1.0, "messages": talk()},
        {"reward": 0.0, "messages": talk(*calls("cancel_pending_order", CANCEL, "Error: no"))},
    )
    out = tmp_path / "run"
    given = ("runs", "import", file, "-d", "retail", "--suite", str(suite), "--out", str(out))
    status, told, _ = command(capsys, *given)
    assert status == 0
    assert "retail.theirs-tasks_0.1: scored 1 there and 0 here" in told
    assert (
        "retail.theirs-tasks_0.2, event 4, cancel_pending_order failed there and succeeds here: "
        "Error: no"
    ) in told
    assert "3 episodes of 1 tasks; 1 of 5 calls come out otherwise than there, 2 episodes" in told

    passed, idle, again = read_records(out)
    assert [one.reward for one in (passed, idle, again)] == [1, 0, 1]
    assert passed.changes.root.keys() == {"order", "order_payment"}
    assert idle.changes.root == {}
    assert [found for _, found in regraded(out)] == [[], [], []]

    # What else reads runs knows its tasks.
    status, told, _ = command(capsys, "failures", str(out), "--json")
    assert status == 0
    assert json.loads(told)["by_category"] == {"invented_result": 1}
    assert command(capsys, "violations", str(out))[0] == 0
    assert command(capsys, "report", str(out))[0] == 0


def test_a_hand_off_at_the_end_needs_no_notice(
    tmp_path: Path, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    away = calls("transfer_to_human_agents", {"summary": "They want more."}, "Transfer successful")
    messages = talk()[:2] + away
    file = results(tmp_path / "results.json", {"reward": 0.0, "messages": messages})
    out = tmp_path / "run"
    given = ("runs", "import", file, "-d", "retail", "--suite", str(suite), "--out", str(out))
    assert command(capsys, *given)[0] == 0
    (record,) = read_records(out)
    assert all(one.event < len(record.conversation.events) for one in record.violations)


def test_results_of_other_tasks_are_left_out_or_refused(
    tmp_path: Path, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"reward": 0.0, "messages": talk()}
    file = results(tmp_path / "results.json", row, instruction="You want something else.")
    given = ("-d", "retail", "--suite", str(suite), "--out", str(tmp_path / "run"))
    status, _, told = command(capsys, "runs", "import", file, *given)
    assert status == 2
    assert "none of the results is of a task that retail.theirs holds" in told
    assert not (tmp_path / "run").exists()
    status, _, told = command(capsys, "runs", "import", file, "--format", "openai", *given)
    assert status == 2
    assert "plain trajectories have no tasks" in told


def test_tasks_are_taken_from_results(
    tmp_path: Path, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = task(instruction="You want to be rid of order #W1.")
    rows = [{"task_id": 0, "trial": n, "task": wanted, "messages": talk()} for n in range(2)]
    rows.append({"task_id": 1, "trial": 0, "info": {"task": task()}, "traj": talk()})
    file = tmp_path / "their_results.jsonl"
    file.write_text("".join(f"{json.dumps(row | {'reward': 0.0})}\n" for row in rows), "utf-8")
    status, told, _ = command(capsys, "tasks", "import", str(file), "--to", str(suite))
    assert status == 0
    assert "retail: 2 tasks: 2 whose gold actions all succeed" in told
    given = ("-d", "retail", "--suite", str(suite), "--out", str(tmp_path / "run"))
    status, told, _ = command(capsys, "runs", "import", str(file), *given)
    assert status == 0
    assert "3 episodes of 2 tasks; 0 of 3 calls come out otherwise" in told


@pytest.mark.parametrize(("by_customer", "author"), [(True, "user"), (False, "agent")])
def test_whoever_brings_up_a_wrong_value_made_the_error(
    tmp_path: Path,
    suite: Path,
    capsys: pytest.CaptureFixture[str],
    by_customer: bool,
    author: str,
) -> None:
    wrong = CANCEL | {"reason": "ordered by mistake"}
    said = "It was ordered by mistake."
    opening = talk()
    if by_customer:
        opening[0]["content"] += f" {said}"
    else:
        opening[3]["content"] = f"{said} I would cancel #W1. Yes or no?"
    messages = opening[:5] + calls("cancel_pending_order", wrong, "{}") + opening[5:]
    file = results(tmp_path / "results.json", {"reward": 0.0, "messages": messages})
    out = tmp_path / "run"
    given = ("runs", "import", file, "-d", "retail", "--suite", str(suite), "--out", str(out))
    assert command(capsys, *given)[0] == 0
    _, told, _ = command(capsys, "failures", str(out), "--json")
    found = json.loads(told)
    assert (found["by_author"], found["by_category"]) == ({author: 1}, {"wrong_value": 1})
