"""What holds for the whole test split: 580 tasks, evenly felt, all kinds, none like another."""

from collections import Counter
from statistics import median

import pytest

from tau_emo_db import domain_names
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.likeness import alike
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.reading import agreement, disagreements, load_readings, task_digest
from tau_emo_tasks.task import Task
from tau_emo_tasks.tracer.coverage import coverage
from tau_emo_tasks.tracer.pipeline import LARGE_DOMAINS
from tau_emo_tasks.verify import verify_task

DOMAINS = domain_names()
ALL = tuple(task for domain in DOMAINS for task in load_tasks(domain))
MADE = tuple(task for task in ALL if task.provenance.origin == "tracer")


def test_there_are_580() -> None:
    sizes = {domain: len(load_tasks(domain)) for domain in DOMAINS}
    assert sizes == {domain: 70 if domain in LARGE_DOMAINS else 50 for domain in DOMAINS}
    assert sum(sizes.values()) == 580


def test_conditions_are_covered_evenly() -> None:
    used = Counter(task.condition for task in ALL)
    assert len(used) >= 450
    assert max(used.values()) <= 2
    emotions = Counter(task.condition.emotion for task in ALL)
    assert len(emotions) == 22
    assert max(emotions.values()) - min(emotions.values()) <= 2
    levels = Counter(
        (one.condition.politeness, one.condition.urgency, one.condition.trust_in_agent)
        for one in ALL
    )
    assert len(levels) == 27
    assert max(levels.values()) - min(levels.values()) <= 5
    for domain in DOMAINS:
        families = {task.condition.family for task in load_tasks(domain)}
        assert families == set(FAMILIES)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_tool_is_used_and_every_kind_of_task_comes_up(domain: str) -> None:
    found = coverage(load_tasks(domain))
    assert found.unused_tools == ()
    assert found.refusals >= 0.12
    assert found.hand_offs >= 0.08 or not served_domain(domain).hand_off_tools
    assert found.several >= 0.25
    assert found.arithmetic >= 0.2


def test_a_right_agent_needs_four_to_six_calls() -> None:
    assert 4 <= median(len(task.gold) for task in ALL) <= 6


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_task_is_like_another(domain: str) -> None:
    assert list(alike(load_tasks(domain), load_tasks(domain, "train"))) == []


@pytest.mark.parametrize(
    "tasks",
    [MADE[::20], pytest.param(MADE, marks=[pytest.mark.full, pytest.mark.timeout(900)])],
    ids=["some", "all"],
)
def test_they_are_sound(tasks: tuple[Task, ...]) -> None:
    assert [str(problem) for task in tasks for problem in verify_task(task)] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_task_was_read_and_its_gold_was_found_right(domain: str) -> None:
    tasks = {task.id: task for task in load_tasks(domain)}
    found = agreement(domain)
    assert found.read == found.tasks == len(tasks)
    for one in load_readings(domain):
        assert one.digest == task_digest(tasks[one.task]), one.task
        assert one.clear, one.task
        assert one.one_outcome, one.task
        assert one.resolved or not disagreements(tasks[one.task], one), one.task


def test_readers_recognise_nearly_every_emotion() -> None:
    found = [agreement(domain) for domain in DOMAINS]
    felt = sum(one.felt for one in found)
    assert felt >= 570
    assert sum(one.recognised for one in found) >= 0.95 * felt
