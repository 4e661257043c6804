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
def test_there_are_fifteen_in_order(domain: str) -> None:
    tasks = TASKS[domain]
    assert [task.id for task in tasks] == [f"{domain}-{number}" for number in range(1, 16)]
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
    assert len(refusing) >= 3
    assert len(handing_off) == 2
    for task in (*refusing, *handing_off):
        assert "done" in outcomes(task), task.id
        assert any(action.tool in writes(domain) for action in task.gold), task.id


@pytest.mark.parametrize("domain", DOMAINS)
def test_most_combine_wishes_and_many_need_arithmetic(domain: str) -> None:
    tasks = TASKS[domain]
    assert sum(len(task.user_script.goals) > 1 for task in tasks) >= 10
    assert sum(any(action.tool == "calculate" for action in task.gold) for task in tasks) >= 10


@pytest.mark.parametrize("domain", DOMAINS)
def test_customers_are_all_different_and_feel_in_every_way(domain: str) -> None:
    tasks = TASKS[domain]
    assert len({task.principal for task in tasks}) == 15
    assert {task.condition.family for task in tasks} == set(FAMILIES)
    for dimension in ("politeness", "urgency", "trust_in_agent"):
        assert len({getattr(task.condition, dimension) for task in tasks}) == 3


def test_no_condition_and_no_text_is_used_twice() -> None:
    assert len({task.condition.model_dump_json() for task in ALL}) == 15 * len(DOMAINS)
    texts = [text for task in ALL for text in (task.instruction, task.feeling, task.persona)]
    assert len(set(texts)) == 45 * len(DOMAINS)


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
