"""The hand-written airline tasks: what they span, that they are sound, and three outcomes."""

from collections import Counter

import pytest

from tau_emo_db import BENCHMARK_VERSION
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task
from tau_emo_tasks.verify import verify_task

TASKS = load_tasks("airline", "test")
WRITES = {
    "book_reservation",
    "cancel_reservation",
    "send_certificate",
    "update_reservation_baggages",
    "update_reservation_flights",
    "update_reservation_passengers",
}


def named(name: str) -> Task:
    return next(task for task in TASKS if task.id == name)


def after(task: Task, table: str, *columns: str) -> list[tuple[object, ...]]:
    """The touched rows of a table after the gold actions, reduced to some columns."""
    return [tuple(row[one] for one in columns) for row in task.gold_changes[table].after]


def outcomes(task: Task) -> set[str]:
    return {goal.outcome for goal in task.user_script.goals}


def test_there_are_fifteen_in_order() -> None:
    assert [task.id for task in TASKS] == [f"airline-{number}" for number in range(1, 16)]
    assert {(task.domain, task.split) for task in TASKS} == {("airline", "test")}
    assert {task.benchmark_version for task in TASKS} == {BENCHMARK_VERSION}


def test_they_span_all_nineteen_intents() -> None:
    intents = {intent for task in TASKS for intent in task.provenance.intents}
    assert intents == set(range(1, 20))


def test_every_write_is_called_for() -> None:
    called = Counter(action.tool for task in TASKS for action in task.gold)
    domain = served_domain("airline")
    assert {name for name, tool in domain.tools.items() if tool.kind == "write"} == WRITES
    assert set(called) >= WRITES
    assert {"search_direct_flight", "search_onestop_flight", "list_all_airports"} <= set(called)


def test_refusals_and_hand_offs_stand_beside_something_that_is_done() -> None:
    refusing = [task for task in TASKS if "refused" in outcomes(task)]
    handing_off = [task for task in TASKS if task.hands_off]
    assert {rule for task in refusing for rule in task.refuses} == {
        "AIR-20",
        "AIR-26",
        "AIR-29",
        "AIR-34",
    }
    assert len(handing_off) == 2
    for task in (*refusing, *handing_off):
        assert "done" in outcomes(task), task.id
        assert any(action.tool in WRITES for action in task.gold), task.id


def test_most_combine_wishes_and_many_need_arithmetic() -> None:
    assert sum(len(task.user_script.goals) > 1 for task in TASKS) >= 10
    reckoned = [t for t in TASKS if any(action.tool == "calculate" for action in t.gold)]
    assert len(reckoned) >= 10


def test_customers_and_conditions_are_all_different() -> None:
    assert len({task.principal for task in TASKS}) == 15
    assert len({task.condition.model_dump_json() for task in TASKS}) == 15
    assert {task.condition.family for task in TASKS} == set(FAMILIES)
    for dimension in ("politeness", "urgency", "trust_in_agent"):
        assert len({getattr(task.condition, dimension) for task in TASKS}) == 3


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_task_is_sound(task: Task) -> None:
    assert [str(problem) for problem in verify_task(task)] == []
    assert 60 <= len(task.instruction.split()) <= 160


def test_no_text_is_used_twice() -> None:
    texts = [text for task in TASKS for text in (task.instruction, task.feeling, task.persona)]
    assert len(set(texts)) == 45


def test_a_round_trip_paid_from_three_sources() -> None:
    # Out: HAT268 at 164, the lowest of 164, 169 and 176. Back: HAT139 at 169; HAT284 is full,
    # HAT215 costs 179. Three travel: 3 x 333 = 999. Silver in economy: 2 free bags each, so the
    # seventh costs 50. 1049 - 250 (certificate) - 445 (the fuller gift card) = 354.
    task = named("airline-2")
    assert after(task, "reservation_flight", "flight_number", "date", "price") == [
        ("HAT268", "2024-05-22", 164),
        ("HAT139", "2024-05-26", 169),
    ]
    assert after(task, "reservation", "cabin", "total_baggages", "nonfree_baggages") == [
        ("economy", 7, 1)
    ]
    assert after(task, "reservation_payment", "payment_id", "amount") == [
        ("certificate_2649687", 250),
        ("gift_card_3331821", 445),
        ("credit_card_1428255", 354),
    ]
    # The certificate is gone, the gift card empty, the credit card untouched.
    assert after(task, "payment_method", "id", "amount") == [("gift_card_3331821", 0)]


def test_an_upgrade_makes_the_paid_bag_free() -> None:
    # Paid 104 + 113 = 217. Business today: 307 + 328 = 635, 418 more and above the limit of 300;
    # economy: 133 + 154 = 287, 70 more. In basic economy the one bag was paid; in economy a
    # regular member has one free, so of two bags still one is paid and nothing is charged.
    task = named("airline-5")
    assert after(task, "reservation", "cabin", "total_baggages", "nonfree_baggages") == [
        ("economy", 2, 1)
    ]
    assert after(task, "reservation_flight", "flight_number", "price") == [
        ("HAT028", 133),
        ("HAT177", 154),
    ]
    assert after(task, "reservation_payment", "payment_id", "amount") == [
        ("credit_card_2754090", 70)
    ]


def test_a_delayed_flight_is_replaced_and_compensated() -> None:
    # The delayed flight cost 193, tomorrow's 09:50 with its last seat 142: 51 comes back to the
    # gift card that held 451. One passenger, so 50 for the delay.
    task = named("airline-11")
    assert after(task, "reservation_flight", "flight_number", "date", "price") == [
        ("HAT001", "2024-05-16", 142)
    ]
    assert after(task, "reservation_payment", "payment_id", "amount") == [
        ("gift_card_9062369", -51)
    ]
    assert sorted(after(task, "payment_method", "source", "amount"), key=str) == [
        ("certificate", 50),
        ("gift_card", 502),
    ]
