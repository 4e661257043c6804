"""The hand-written travel tasks: what they span, and outcomes worked out by hand."""

import pytest
from hand_written import after, outcomes

from tau_emo_db import BENCHMARK_VERSION, compare, domain_data
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Action, Task

TASKS = hand_written("travel")
WRITES = {name for name, tool in served_domain("travel").tools.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in TASKS if task.id == name)


def test_eight_in_order_for_eight_travelers() -> None:
    assert [task.id for task in TASKS] == [f"travel-{number}" for number in range(1, 9)]
    assert {task.benchmark_version for task in TASKS} == {BENCHMARK_VERSION}
    assert len({task.principal for task in TASKS}) == 8
    assert len({task.condition.model_dump_json() for task in TASKS}) == 8
    assert {task.condition.family for task in TASKS} == set(FAMILIES)


def test_every_write_and_most_intents_occur() -> None:
    assert {action.tool for task in TASKS for action in task.gold} & WRITES == WRITES
    intents = {intent for task in TASKS for intent in task.provenance.intents}
    assert intents == {2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16}


def test_refusals_and_the_hand_off_stand_beside_a_write() -> None:
    refusing = [task for task in TASKS if "refused" in outcomes(task)]
    assert {rule for task in refusing for rule in task.refuses} == {
        *("TRV-02", "TRV-10", "TRV-16", "TRV-20", "TRV-26")
    }
    assert [task.id for task in TASKS if task.hands_off] == ["travel-4"]
    for task in TASKS:
        assert any(action.tool in WRITES for action in task.gold), task.id


def test_most_combine_wishes_and_many_need_arithmetic() -> None:
    assert sum(len(task.user_script.goals) > 1 for task in TASKS) == 7
    assert sum(any(action.tool == "calculate" for action in task.gold) for task in TASKS) == 5


# Outcomes.


def test_the_cheapest_date_that_is_open_and_a_twin_room() -> None:
    # 24-09-18 costs least but is limited. 2 x 4630.50 + 150 = 9411, which is 279 less than
    # 2 x 4770 + 150 = 9690.
    task = named("travel-1")
    columns = ("departure_date", "room_type", "occupancy", "total_price")
    assert after(task, "booking", *columns) == [("24-12-07", "twin", 2, 9411_00)]
    assert after(task, "booking_payment", "payment_id", "amount") == [("paypal_3399424", -279_00)]
    assert sorted(after(task, "package_departure", "date", "available_slots")) == [
        ("24-10-28", 4),
        ("24-12-07", 1),
    ]


def test_the_twenty_eighth_day_before_departure_is_still_free() -> None:
    # 12 June is 28 days away, and the package is free up to 28 days before. Half and half: 652.50.
    task = named("travel-2")
    assert after(task, "booking", "booking_id", "status") == [("B1FH6J", "cancelled")]
    assert after(task, "booking_payment", "payment_id", "amount") == [
        ("credit_card_9589091", -652_50),
        ("bank_transfer_7062082", -652_50),
    ]
    assert [output.value for output in task.outputs] == ["652.5"]


def test_an_added_class_leaves_the_other_add_ons() -> None:
    # 2 x 1365.90 + 130 + 45 + 95 = 3001.80.
    task = named("travel-3")
    [(total,)] = after(task, "booking", "total_price")
    assert total == 3001_80
    assert after(task, "booking_payment", "payment_id", "amount") == [
        ("credit_card_1852983", 95_00)
    ]
    assert after(task, "booking_add_on", "type") == [("cooking_class",)]


def test_a_total_is_split_over_two_methods() -> None:
    # 2 x 1040 + 55 + 2 x 50 = 2235; 1000 on the Visa leaves 1235.
    task = named("travel-6")
    assert after(task, "booking", "booking_id", "insurance_fee", "total_price") == [
        ("TAU001", 100_00, 2235_00)
    ]
    assert after(task, "booking_payment", "payment_id", "amount") == [
        ("credit_card_8897654", 1000_00),
        ("mobile_wallet_7325897", 1235_00),
    ]


def test_seven_in_the_morning_at_home_is_seven_in_the_evening_in_bangkok() -> None:
    # Eastern Standard Time is UTC-5 all year, Bangkok UTC+7: twelve hours.
    task = named("travel-7")
    assert after(task, "agent_meeting", "agent_id", "date", "time_range", "traveler_id") == [
        ("AVK9F6G", "24-05-28", "19:00-20:00", "925YCY6")
    ]


def test_amounts_that_are_told() -> None:
    # 2331.80 - 130 + 60; 795.90 + 75 + 100.
    told = {task.id: output.value for task in TASKS for output in task.outputs if output.computed}
    assert told == {
        "travel-1": "279",
        "travel-3": "3001.8",
        "travel-5": "2261.8",
        "travel-6": "2235",
        "travel-8": "970.9",
    }


# How writes are compared.


def differences(task: Task, **values: object) -> list[str]:
    """How the state differs from gold's when some arguments of the last write are others."""
    gold = [*task.gold]
    place = max(n for n, action in enumerate(gold) if action.tool in WRITES)
    gold[place] = Action(
        tool=gold[place].tool,
        arguments={**gold[place].arguments, **values},
        goal=gold[place].goal,
    )
    replay = replay_gold(task.model_copy(update={"gold": tuple(gold)}))
    assert not any(step.call.is_error for step in replay.steps)
    found = compare(domain_data("travel"), task.gold_changes, replay.changes)
    return sorted({f"{one.kind} {one.table}" for one in found})


ROHAN = {"first_name": "rohan", "last_name": "FAROUK", "dob": "91-06-23"}
JELENA = {"first_name": "Jelena", "last_name": " Farouk ", "dob": "86-06-01"}
PASS = {"type": "city_pass", "description": "trams and sights", "price": 55.0}


def test_order_case_and_descriptions_of_a_booking_do_not_count() -> None:
    task = named("travel-6")
    payments = [*task.gold[-1].arguments["payment_methods"]]
    same = differences(
        task,
        travelers=[ROHAN, JELENA],
        add_ons=[PASS],
        insurance=" Standard",
        payment_methods=payments[::-1],
    )
    assert same == []


def test_a_label_that_costs_nothing_equals_no_insurance() -> None:
    task = named("travel-6")
    plain = [
        {"payment_id": "credit_card_8897654", "amount": 1000},
        {"payment_id": "mobile_wallet_7325897", "amount": 1135},
    ]
    without = replay_gold(_with_last(task, insurance=None, payment_methods=plain)).changes
    labelled = replay_gold(_with_last(task, insurance="own one", payment_methods=plain)).changes
    assert compare(domain_data("travel"), without, labelled) == []


def _with_last(task: Task, **values: object) -> Task:
    last = task.gold[-1]
    changed = last.model_copy(update={"arguments": {**last.arguments, **values}})
    return task.model_copy(update={"gold": (*task.gold[:-1], changed)})


@pytest.mark.parametrize(
    ("values", "tables"),
    [
        ({"departure_date": "24-09-12", "payment_methods": None}, {"booking"}),
        ({"rooming": {"room_type": "double", "occupancy": 2}}, {"booking"}),
        ({"agent_id": "AYJJ3Z7"}, {"booking", "agent_booking"}),
        ({"travelers": [JELENA, {**ROHAN, "dob": "91-06-24"}]}, {"booking_traveler"}),
        (
            {
                "payment_methods": [
                    {"payment_id": "credit_card_8897654", "amount": 1235},
                    {"payment_id": "mobile_wallet_7325897", "amount": 1000},
                ]
            },
            {"booking_payment"},
        ),
    ],
)
def test_every_other_value_of_a_booking_counts(values: dict[str, object], tables: set[str]) -> None:
    task = named("travel-6")
    if "departure_date" in values:
        # 2 x 1060 + 55 + 100 = 2275.
        values = {
            **values,
            "payment_methods": [
                {"payment_id": "credit_card_8897654", "amount": 1000},
                {"payment_id": "mobile_wallet_7325897", "amount": 1275},
            ],
        }
    found = {one.split()[1] for one in differences(task, **values)}
    assert tables <= found


def test_the_slot_of_a_meeting_and_its_traveler_count() -> None:
    task = named("travel-7")
    other = differences(task, time_range="17:30-18:30")
    assert {one.split()[1] for one in other} == {"agent_slot", "agent_meeting"}
    assert differences(task, traveler_id="5FM3Y84") == ["changed agent_meeting"]
