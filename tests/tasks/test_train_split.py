"""What holds for the tasks to train on: enough of them, of all kinds, and none like a test task."""

from collections import Counter

import pytest

from tau_emo_db import domain_names
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.likeness import alike
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task
from tau_emo_tasks.tracer.coverage import coverage
from tau_emo_tasks.tracer.pipeline import SIZES
from tau_emo_tasks.verify import verify_task

DOMAINS = domain_names()
ALL = tuple(task for domain in DOMAINS for task in load_tasks(domain, "train"))


def test_there_are_240_for_each_domain() -> None:
    assert Counter(task.domain for task in ALL) == dict.fromkeys(DOMAINS, SIZES["train"])
    assert len(ALL) == 2400


def test_no_task_is_like_another_or_like_a_test_task() -> None:
    tests = [task for domain in DOMAINS for task in load_tasks(domain)]
    assert [str(one) for one in alike(ALL, tests)] == []


def test_conditions_are_covered_evenly() -> None:
    used = Counter(task.condition for task in ALL)
    assert len(used) == 594
    assert max(used.values()) <= 5
    emotions = Counter(task.condition.emotion for task in ALL)
    assert max(emotions.values()) - min(emotions.values()) <= 0.1 * len(ALL) / 22
    for domain in DOMAINS:
        families = {task.condition.family for task in load_tasks(domain, "train")}
        assert families == set(FAMILIES)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_tool_is_used_and_every_kind_of_task_comes_up(domain: str) -> None:
    found = coverage(load_tasks(domain, "train"))
    assert found.unused_tools == ()
    assert found.refusals >= 0.12
    assert found.several >= 0.25
    assert found.arithmetic >= 0.15


@pytest.mark.parametrize(
    "tasks",
    [ALL[::200], pytest.param(ALL[::10], marks=[pytest.mark.full, pytest.mark.timeout(900)])],
    ids=["some", "a tenth"],
)
def test_they_are_sound(tasks: tuple[Task, ...]) -> None:
    assert [str(problem) for task in tasks for problem in verify_task(task)] == []
