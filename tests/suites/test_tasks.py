"""Foreign tasks become ours, with their gold actions proved on the imported base."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from test_bases import imported
from tiny import TASK, Json

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.foreign import Refused, Suite
from tau_emo_servers.conversation import AgentStep, Conversation, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.grading import grade
from tau_emo_tasks.importing import ImportedTask, import_tasks
from tau_emo_tasks.load import TaskFileError, load_tasks
from tau_emo_tasks.task import Task

CANCEL = {"order_id": "#W1", "reason": "no longer needed"}


def task(**changes: Any) -> Json:
    return copy.deepcopy(TASK) | changes


def tasks_in(
    tmp_path: Path, *records: Json, name: str = "tasks_test.json", **options: Any
) -> tuple[Suite, list[ImportedTask]]:
    suite = imported(tmp_path, "retail")
    file = tmp_path / name
    file.write_text(json.dumps(records), "utf-8")
    return suite, import_tasks(suite, "retail", [file], **options)


def refusal(tmp_path: Path, *records: Json) -> list[str]:
    with pytest.raises(Refused) as refused:
        tasks_in(tmp_path, *records)
    assert not (tmp_path / "theirs" / "retail.tasks.jsonl").exists()
    return [str(misfit) for misfit in refused.value.misfits]


def played(one: Task, calls: list[tuple[str, Json]], *messages: str) -> int:
    """The reward of these calls and messages."""
    domain = served_domain(one.domain)
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        made = tuple(episode.call(name, arguments) for name, arguments in calls)
        events: list[Any] = [UserMessage(text="Hello."), AgentStep(calls=made)]
        events += [AgentStep(text=text, delivered=True) for text in messages]
        conversation = Conversation(domain=one.domain, events=tuple(events))
        return grade(one, episode.changes(), conversation).reward


def test_a_task_is_taken_with_its_own_manner(tmp_path: Path) -> None:
    suite, (found,) = tasks_in(tmp_path, task())
    assert (found.outcome, found.kept, found.failed) == ("clean", True, ())
    (one,) = load_tasks(suite.edition("retail"), "imported")
    assert one.id == "retail.theirs-test_0"
    assert (one.principal, one.split) == ("mira_oduya_1", "imported")
    assert one.instruction.endswith("which you no longer need.")
    assert (one.persona, one.feeling) == ("You are short with the agent.", "")
    assert (one.condition.family, one.condition.emotion) == ("anger", "annoyance")
    assert not one.has_script
    assert one.provenance.base_digest == suite.info("retail").digest
    assert played(one, [("cancel_pending_order", CANCEL)]) == 1
    assert played(one, []) == 0
    other = {**CANCEL, "reason": "ordered by mistake"}
    assert played(one, [("cancel_pending_order", other)]) == 0


def test_a_customer_may_be_named_by_e_mail(tmp_path: Path) -> None:
    suite, _ = tasks_in(tmp_path, task(user_id="Mira@example.com"))
    assert load_tasks(suite.edition("retail"), "imported")[0].principal == "mira_oduya_1"


def test_what_an_idle_agent_passes_is_left_out(tmp_path: Path) -> None:
    reads = [{"name": "get_order_details", "kwargs": {"order_id": "#W1"}}]
    suite, found = tasks_in(
        tmp_path, task(actions=[]), task(actions=reads), task(), keep_failing=True
    )
    assert [(one.outcome, one.kept) for one in found] == [
        ("no effect", False),
        ("no effect", False),
        ("clean", True),
    ]
    assert all(one.earns_by_nothing == (one.outcome == "no effect") for one in found)
    assert [one.id for one in load_tasks(suite.edition("retail"), "imported")] == [
        "retail.theirs-test_2"
    ]


def test_a_hand_off_alone_is_no_effect(tmp_path: Path) -> None:
    away = [{"name": "transfer_to_human_agents", "kwargs": {"summary": "x"}}]
    _, (found,) = tasks_in(tmp_path, task(actions=away))
    assert (found.outcome, found.kept) == ("no effect", False)


def test_gold_actions_that_fail_are_told_and_the_task_left_out(tmp_path: Path) -> None:
    cancel = {"name": "cancel_pending_order", "kwargs": CANCEL}
    suite, (found,) = tasks_in(tmp_path, task(actions=[cancel, cancel]))
    assert (found.outcome, found.kept, found.earns_by_nothing) == ("fails", False, False)
    (failed,) = found.failed
    assert (failed.position, failed.tool, failed.kind) == (1, "cancel_pending_order", "write")
    assert failed.error.startswith("Error: ")
    assert "#W1" in failed.error
    assert load_tasks(suite.edition("retail"), "imported") == ()

    again, (kept,) = tasks_in(tmp_path, task(actions=[cancel, cancel]), keep_failing=True)
    assert (kept.outcome, kept.kept) == ("fails", True)
    (one,) = load_tasks(again.edition("retail"), "imported")
    assert played(one, [("cancel_pending_order", CANCEL)]) == 1
    # A task of which every write fails is one that an idle agent passes.
    lost = {"name": "cancel_pending_order", "kwargs": {**CANCEL, "order_id": "#W2"}}
    _, (idle,) = tasks_in(tmp_path, task(actions=[lost]), keep_failing=True)
    assert (idle.outcome, idle.kept, idle.earns_by_nothing) == ("fails", False, True)


def test_outputs_are_told_by_containing_them(tmp_path: Path) -> None:
    suite, (found,) = tasks_in(tmp_path, task(actions=[], outputs=["1,029.9"]))
    assert (found.outcome, found.kept) == ("clean", True)
    (one,) = load_tasks(suite.edition("retail"), "imported")
    assert one.gold_changes == Changes()
    assert played(one, [], "That makes $1029.90 in all.") == 1
    assert played(one, [], "I cannot help.") == 0
    flood = " ".join(str(number) for number in range(1000, 1040))
    assert played(one, [], f"One of {flood} and 1029.9.") == 0


def test_emotions_are_put_right_or_drawn(tmp_path: Path) -> None:
    plain = {name: value for name, value in task().items() if "emotion" not in name}
    plain = {name: value for name, value in plain.items() if "dimension" not in name}
    suite, found = tasks_in(tmp_path, task(emotion_family="fear"), plain)
    assert [one.notes for one in found] == [
        ("annoyance is of the family anger, not fear",),
        ("it names no emotion: one is drawn",),
    ]
    first, second = load_tasks(suite.edition("retail"), "imported")
    assert first.condition.family == "anger"
    assert second.persona == "You are short with the agent."


def test_records_that_are_no_tasks_are_refused(tmp_path: Path) -> None:
    assert refusal(
        tmp_path,
        task(),
        task(user_id="nobody"),
        task(actions=[{"name": "refund_all", "kwargs": {}}]),
        task(emotion_leaf="fury"),
        task(dimension_urgency="extreme"),
        task(outputs=[" "]),
        task(mood="fine"),
    ) == [
        "tasks_test.json: [1].user_id: is 'nobody', who is no customer of the base",
        "tasks_test.json: [2].actions[0].name: is 'refund_all', and we have no such tool",
        "tasks_test.json: [3].emotion_leaf: is 'fury', which is none of the 22 emotions",
        "tasks_test.json: [4]: urgency is 'extreme': Input should be 'low', 'moderate' or 'high'",
        "tasks_test.json: [5].outputs[0]: is empty, so every message would tell it",
        "tasks_test.json: [6]: has 'mood', which has no place with us",
    ]


def test_tasks_belong_to_their_base(tmp_path: Path) -> None:
    suite, _ = tasks_in(tmp_path, task())
    file = suite.file("retail", "tasks.jsonl")
    text = file.read_text("utf-8")
    file.write_text(text.replace(suite.info("retail").digest, "0" * 64), "utf-8")
    with pytest.raises(TaskFileError, match="imported for another base"):
        load_tasks(suite.edition("retail"), "imported")
    assert load_tasks("retail", "imported") == ()
    assert load_tasks(suite.edition("retail"), "test") == ()
