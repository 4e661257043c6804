"""The hand-written restaurant tasks: what they span, and outcomes worked out by hand."""

from hand_written import after, outcomes

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Task

TASKS = hand_written("restaurant")
WRITES = {name for name, tool in served_domain("restaurant").tools.items() if tool.kind == "write"}


def named(number: int) -> Task:
    return next(task for task in TASKS if task.id == f"restaurant-{number}")


def test_there_are_eight_in_order_for_as_many_patrons() -> None:
    assert [task.id for task in TASKS] == [f"restaurant-{number}" for number in range(1, 9)]
    assert len({task.principal for task in TASKS}) == 8


def test_every_tool_occurs_but_the_thought() -> None:
    called = {action.tool for task in TASKS for action in task.gold}
    assert called == set(served_domain("restaurant").tools) - {"think"}


def test_they_span_most_intents_in_every_family_of_emotions() -> None:
    assert {intent for task in TASKS for intent in task.provenance.intents} == {*range(2, 20)}
    assert {task.condition.family for task in TASKS} == set(FAMILIES)
    assert len({task.condition.emotion for task in TASKS}) == 8


def test_four_rules_refuse_and_one_customer_is_handed_off_beside_something_done() -> None:
    refusing = [task for task in TASKS if "refused" in outcomes(task)]
    assert [rule for task in refusing for rule in task.refuses] == [
        *("RST-08", "RST-14", "RST-18", "RST-04")
    ]
    handing_off = [task for task in TASKS if task.hands_off]
    assert [task.id for task in handing_off] == ["restaurant-7"]
    for task in (*refusing, *handing_off):
        assert "done" in outcomes(task)
        assert task.outputs
        assert any(action.tool in WRITES for action in task.gold)


def test_seven_combine_wishes() -> None:
    assert sum(len(task.user_script.goals) > 1 for task in TASKS) == 7


def charges(task: Task) -> list[tuple[object, ...]]:
    return after(task, "charge", "kind", "total", "instrument_ref")


def test_two_pizzas_in_their_cheapest_form_of_today() -> None:
    # Ortolana, ordered at 15.55: served today from 12.25 (regular, thin crust). Tonno, ordered at
    # 15.35: from 13.15 (small). 3.30 + 2.20 come back to the card that did not pay.
    task = named(1)
    assert charges(task) == [("refund", 550, "iX3vX2u")]
    assert after(task, "line_entry", "plate_ref", "cost") == [("pJ8vW4x", 1225), ("pK6dA8n", 1315)]
    assert [output.value for output in task.outputs] == ["5.50"]


def test_one_ticket_is_too_late_and_the_other_one_comes_back_whole() -> None:
    # Lines 14.35 + 16.30 + 11.40 and 4.21 tax: 46.26. The rack of lamb, 36.85, and the pizza, then
    # 8.06, are ready: 44.91 is told.
    task = named(2)
    assert charges(task) == [("refund", 1435 + 1630 + 1140 + 421, "iK2pP2w")]
    assert after(task, "ticket", "ticket_ref", "state") == [("tK4eC2d", "cancelled")]
    assert [output.value for output in task.outputs] == ["44.91"]


def test_another_card_pays_and_then_the_milder_rice_on_a_third() -> None:
    # 21.15 + 12.45 + 1.68 tax = 35.28 moves between the two Visas; mild to share costs 23.85.
    task = named(3)
    assert charges(task) == [
        ("payment", 3528, "iJ8nN7n"),
        ("refund", 3528, "iB6rV5v"),
        ("payment", 2385 - 2115, "iC5hA5y"),
    ]


def test_home_instead_of_halifax_and_twelve_percent() -> None:
    # 12 % of 15.20 + 19.50 = 34.70 are 4.164.
    task = named(4)
    assert charges(task) == [("tip", 416, "iX5xA8y")]
    [(dropoff,)] = after(task, "ticket", "dropoff")
    assert "47 Cedar Grove" in str(dropoff)
    assert "H2X 1A3" in str(dropoff)


def test_two_of_three_burgers_turn_mild_for_nothing() -> None:
    task = named(5)
    assert charges(task) == []
    assert after(task, "line_entry", "plate_ref", "cost") == [("pN5aZ7p", 1630)] * 2
    # Of the Fattoush forms the cheapest one, 10.50, is not served today.
    assert [output.value for output in task.outputs] == ["11.60"]


def test_what_was_paid_twice_is_told_and_the_meal_goes_elsewhere() -> None:
    task = named(6)
    assert charges(task) == []
    assert [output.value for output in task.outputs] == [f"{21.11 + 8.20:.2f}"]
    [(dropoff,)] = after(task, "ticket", "dropoff")
    assert "7 Tamarack Drive" in str(dropoff)


def test_seven_seats_and_a_tip() -> None:
    [(table,)] = after(named(7), "ticket", "table_info")
    assert str(table) == '{"zone":"Garden","table_no":"T08","seat_count":7}'
    assert charges(named(8)) == [("tip", 650, "iK8hG3n")]
    assert [output.value for output in named(8).outputs] == ["33.33"]
