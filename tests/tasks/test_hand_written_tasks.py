"""What holds for the hand-written tasks of every domain."""

from collections import Counter

import pytest
from hand_written import DOMAINS, TASKS, outcomes

from tau_emo_db import BENCHMARK_VERSION
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.task import Task
from tau_emo_tasks.verify import verify_task

ALL = [task for domain in DOMAINS for task in TASKS[domain]]


def writes(domain: str) -> set[str]:
    tools = served_domain(domain).tools
    return {name for name, tool in tools.items() if tool.kind == "write"}


@pytest.mark.parametrize("domain", DOMAINS)
def test_they_are_enough_and_in_order(domain: str) -> None:
    tasks = TASKS[domain]
    assert len(tasks) >= 8
    numbers = range(1, len(tasks) + 1)
    assert [task.id for task in tasks] == [f"{domain}-{number}" for number in numbers]
    assert {(task.domain, task.split) for task in tasks} == {(domain, "test")}
    assert {task.benchmark_version for task in tasks} == {BENCHMARK_VERSION}


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_write_is_called_for(domain: str) -> None:
    called = Counter(action.tool for task in TASKS[domain] for action in task.gold)
    assert writes(domain)
    assert set(called) >= writes(domain)


@pytest.mark.parametrize("domain", DOMAINS)
def test_refusals_and_hand_offs_stand_beside_something_that_is_done(domain: str) -> None:
    refusing = [task for task in TASKS[domain] if "refused" in outcomes(task)]
    handing_off = [task for task in TASKS[domain] if task.hands_off]
    assert len(refusing) * 5 >= len(TASKS[domain])
    assert bool(handing_off) == bool(served_domain(domain).hand_off_tools)
    for task in (*refusing, *handing_off):
        assert outcomes(task) & {"done", "told"}, task.id
        assert task.outputs or any(action.tool in writes(domain) for action in task.gold), task.id


@pytest.mark.parametrize("domain", DOMAINS)
def test_many_combine_wishes_or_need_arithmetic(domain: str) -> None:
    tasks = TASKS[domain]
    assert sum(len(task.user_script.goals) > 1 for task in tasks) * 3 >= len(tasks)
    if "calculate" in served_domain(domain).tools:
        working_out = [one for one in tasks if any(a.tool == "calculate" for a in one.gold)]
        assert len(working_out) * 4 >= len(tasks)


@pytest.mark.parametrize("domain", DOMAINS)
def test_customers_are_all_different_and_feel_in_every_way(domain: str) -> None:
    tasks = TASKS[domain]
    assert len({task.principal for task in tasks}) == len(tasks)
    assert {task.condition.family for task in tasks} == set(FAMILIES)
    for dimension in ("politeness", "urgency", "trust_in_agent"):
        assert len({getattr(task.condition, dimension) for task in tasks}) == 3


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_condition_is_used_twice(domain: str) -> None:
    conditions = {task.condition.model_dump_json() for task in TASKS[domain]}
    assert len(conditions) == len(TASKS[domain])


def test_no_text_is_used_twice() -> None:
    texts = [text for task in ALL for text in (task.instruction, task.feeling, task.persona)]
    assert len(set(texts)) == len(texts)


def test_every_emotion_is_felt_by_someone() -> None:
    felt = {task.condition.emotion for task in ALL}
    assert felt == {emotion for family in FAMILIES.values() for emotion in family}


@pytest.mark.parametrize("task", ALL, ids=lambda task: task.id)
def test_a_task_is_sound(task: Task) -> None:
    assert [str(problem) for problem in verify_task(task)] == []
    assert 60 <= len(task.instruction.split()) <= 160


def test_no_listing_is_right_by_a_number_that_stands_for_something_else() -> None:
    for task in ALL:
        for goal in task.user_script.goals:
            for field in goal.fields:
                bare = [text for text in field.accept if text.isdigit() and int(text) <= 12]
                assert not bare, f"{task.id}, {field.name}"
