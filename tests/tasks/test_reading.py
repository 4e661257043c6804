"""Readings of tasks: what counts as agreement, and which count at all."""

from dataclasses import asdict
from importlib.resources import files

import pytest

from tau_emo_db import domain_names
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.load import hand_written, load_tasks
from tau_emo_tasks.reading import (
    Expected,
    Reading,
    agreement_of,
    disagreements,
    load_readings,
    task_digest,
)
from tau_emo_tasks.task import CANARY, Task

TASKS = {task.id: task for task in hand_written("retail")}
TASK = next(task for task in TASKS.values() if task.outputs and not task.hands_off)


def writes(task: Task) -> tuple[Expected, ...]:
    tools = served_domain(task.domain).tools
    return tuple(
        Expected(tool=one.tool, arguments=one.arguments)
        for one in task.gold
        if tools[one.tool].kind == "write"
    )


def reading(task: Task, **changes: object) -> Reading:
    right = Reading(
        task=task.id,
        digest=task_digest(task),
        reader="a",
        writes=writes(task),
        outputs=tuple(f"it is {one.value}" for one in task.outputs),
        refuses=bool(task.refuses),
        hands_off=task.hands_off,
        feeling=task.feeling,
        candidates=(task.condition.emotion, "peace"),
        emotion=task.condition.emotion,
        clear=True,
        natural=True,
        one_outcome=True,
    )
    return right.model_copy(update=changes)


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: task.id)
def test_the_gold_agrees_with_itself(task: Task) -> None:
    assert disagreements(task, reading(task)) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"writes": ()}, "state"),
        ({"writes": (Expected(tool="cancel_pending_order", arguments={}),)}, "state"),
        ({"outputs": ()}, "outputs"),
        ({"refuses": not TASK.refuses}, "refusal"),
        ({"hands_off": True}, "hand-off"),
    ],
)
def test_what_was_not_expected_is_named(change: dict[str, object], found: str) -> None:
    if found == "state":
        assert writes(TASK)
    assert disagreements(TASK, reading(TASK, **change)) == [found]


def test_readings_of_another_version_do_not_count() -> None:
    stale = reading(TASK, digest="0" * 16)
    felt = {**TASKS, TASK.id: TASK.model_copy(update={"feeling": "You won."})}
    assert agreement_of("retail", felt, [reading(TASK)]).felt == 0
    surprised = reading(
        TASK, outputs=(), emotion="peace", natural=False, resolved="the rule says so"
    )
    assert asdict(agreement_of("retail", TASKS, [stale, surprised])) == {
        "domain": "retail",
        "tasks": 15,
        "read": 1,
        "expected": 0,
        "resolved": 1,
        "clear": 1,
        "natural": 0,
        "one_outcome": 1,
        "felt": 1,
        "recognised": 0,
    }


def test_the_digest_holds_what_a_reader_judges() -> None:
    other = TASK.model_copy(update={"instruction": TASK.instruction + " Again."})
    assert task_digest(other) != task_digest(TASK)
    assert task_digest(TASK.model_copy(update={"feeling": ""})) == task_digest(TASK)


@pytest.mark.parametrize("domain", domain_names())
def test_every_reading_is_of_a_published_task_and_can_be_recognised(domain: str) -> None:
    names = {task.id for task in load_tasks(domain)}
    assert {one.task for one in load_readings(domain)} <= names
    lines = files("tau_emo_tasks").joinpath("data", domain, "readings.jsonl").read_text("utf-8")
    assert all(CANARY in line for line in lines.splitlines())
