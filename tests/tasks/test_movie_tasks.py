"""The hand-written movie tasks: what they span, and outcomes worked out by hand."""

from typing import Any

from hand_written import after, outcomes

from tau_emo_db import compare, domain_data
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.provenance import solve
from tau_emo_tasks.task import Action, Task

TASKS = hand_written("movie")
WRITES = {name for name, tool in served_domain("movie").tools.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in TASKS if task.id == name)


def sums(task: Task) -> list[tuple[object, ...]]:
    """What the touched bookings come to: status, total, paid and due, in cents."""
    return after(
        task, "booking", "booking_id", "status", "grand_total", "amount_paid", "amount_due"
    )


def money(task: Task) -> list[tuple[object, ...]]:
    """The payments that are made, in cents."""
    return after(task, "booking_payment", "booking_id", "amount", "source")


def seats(task: Task) -> list[tuple[object, ...]]:
    return after(task, "booking_seat", "seat_id", "ticket_type")


def test_they_span_most_intents_and_call_for_every_write() -> None:
    assert {intent for task in TASKS for intent in task.provenance.intents} == {
        *(2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 19)
    }
    called = {action.tool for task in TASKS for action in task.gold}
    assert called >= WRITES
    assert called >= {
        "list_movies",
        "list_theaters",
        "get_movie_details",
        "get_theater_details",
        "list_shows",
        "get_show_details",
        "get_show_status",
        "get_seat_availability",
        "price_preview",
        "get_booking_details",
    }


def test_refusals_and_the_hand_off_stand_beside_something_that_is_done() -> None:
    refusing = {task.id: task.refuses for task in TASKS if "refused" in outcomes(task)}
    assert refusing == {
        "movie-2": ("MOV-11",),
        "movie-4": ("MOV-10",),
        "movie-8": ("MOV-01",),
    }
    assert [task.id for task in TASKS if task.hands_off] == ["movie-5"]
    for task in TASKS:
        assert "done" in outcomes(task), task.id
        assert any(action.tool in WRITES for action in task.gold), task.id


def test_most_combine_wishes_and_several_need_arithmetic() -> None:
    assert sum(len(task.user_script.goals) > 1 for task in TASKS) == 6
    counting = [task.id for task in TASKS if any(a.tool == "calculate" for a in task.gold)]
    assert counting == ["movie-1", "movie-2", "movie-4", "movie-6"]


def test_three_generations_and_popcorn() -> None:
    # 14.00 + 9.50 + 12.00 = 35.50; two popcorns 14.00; 3 x 1.25 + 3.00 = 6.75; tax at 8 % of
    # 15.25, 10.75 and 13.25 is 1.22 + 0.86 + 1.06, and 2 x 0.56: 4.26. Together 60.51.
    task = named("movie-1")
    assert sums(task) == [("BKG001", "confirmed", 6051, 6051, 0)]
    assert money(task) == [("BKG001", 2500, "gift_card"), ("BKG001", 3551, "card")]
    assert sorted(seats(task)) == [("R3-01", "adult"), ("R3-02", "child"), ("R3-03", "senior")]
    assert after(task, "booking_concession", "quantity", "price_each", "total") == [
        (2, 700, 2 * 756)
    ]


def test_the_seat_beside_costs_its_price_fee_and_tax() -> None:
    # 19.25 + 2.00, and 8 % of 21.25 is 1.70: 22.95 more than the 47.15 of before.
    task = named("movie-2")
    assert sums(task) == [("BK40ZXR", "confirmed", 4715 + 2295, 4715 + 2295, 0)]
    assert money(task) == [("BK40ZXR", 2295, "wallet")]
    assert seats(task) == [("R2-04", "adult")]


def test_one_movie_for_another() -> None:
    # 14.25 + 2.00 + 2.25 + 1.30 (8 % of 16.25) = 19.80 are paid, and the 20.88 come back.
    task = named("movie-3")
    assert sorted(sums(task)) == [
        ("BK60WW6", "canceled", 2088, 0, 0),
        ("BKG001", "confirmed", 1980, 1980, 0),
    ]
    assert sorted(money(task)) == [("BK60WW6", -2088, "cash"), ("BKG001", 1980, "card")]


def test_a_mother_of_seventy_one() -> None:
    # 14.50 - 12.25 = 2.25, and 8 % of 16.00 less 8 % of 13.75 is 1.28 - 1.10: 2.43 back.
    task = named("movie-4")
    assert money(task) == [("BK6IJ0I", -243, "cash")]
    assert seats(task) == [("R2-05", "senior")]


def test_a_swap_moves_no_money() -> None:
    task = named("movie-8")
    assert sorted(seats(task)) == [("R3-03", "adult"), ("R3-04", "adult")]
    assert set(task.gold_changes.names()) == {"booking_seat"}


def test_amounts_that_are_told() -> None:
    # 10.50 + 1.50 + 1.00 + 0.99 (8.25 % of 12.00) for the show that was called off. In San
    # Diego two seats cost 35.00 + 5.25 + 3.12 in IMAX and 24.00 + 5.25 + 2.24 in 2D.
    told = {task.id: [output.value for output in task.outputs] for task in TASKS}
    assert told == {
        "movie-1": [],
        "movie-2": [],
        "movie-3": ["20.88"],
        "movie-4": ["2.43"],
        "movie-5": ["13.99"],
        "movie-6": ["11.88"],
        "movie-7": ["79 Highland Avenue"],
        "movie-8": [],
    }


def differs(task: Task, position: int, **changed: object) -> bool:
    """True if other arguments of a gold action succeed and lead to another graded state."""
    action = task.gold[position]
    other = action.model_copy(update={"arguments": {**action.arguments, **changed}})
    gold: tuple[Action, ...] = (*task.gold[:position], other, *task.gold[position + 1 :])
    replay = replay_gold(task.model_copy(update={"gold": gold}))
    assert not replay.steps[position].call.is_error, replay.steps[position].call.result
    return bool(compare(domain_data("movie"), task.gold_changes, replay.changes))


def test_what_a_booking_is_compared_by() -> None:
    task = named("movie-7")
    position = next(n for n, one in enumerate(task.gold) if one.tool == "create_booking")
    wanted: Any = task.gold[position].arguments
    (paid,) = wanted["payments"]

    # These say the same thing in other words.
    assert not differs(task, position, seats=wanted["seats"][::-1])
    relabeled = {
        **paid,
        "payment_id": "P",
        "created_at": "24-01-01-00-00",
        "method": {
            "source": "card",
            "payment_method_id": "mastercard-6954",
            "extra_info": {"brand": "mastercard", "last_four": "6954"},
        },
    }
    assert not differs(task, position, payments=[relabeled])
    split = [{**paid, "amount": 30}, {**paid, "payment_id": "PAY-2", "amount": 3.05}]
    assert not differs(task, position, payments=split)
    upper = {**wanted["customer"], "email": "KAMAL.KUMAR2123@example.com", "phone": "555-801-5129"}
    assert not differs(task, position, customer=upper)
    assert not differs(task, position, special_requests="Close to the door.")

    # These do not.
    wallet = {**paid, "method": {"source": "wallet", "payment_method_id": "wallet-8493"}}
    assert differs(task, position, payments=[wallet])
    assert differs(task, position, delivery_method="kiosk")
    stranger = {**wanted["customer"], "email": "somebody@example.com"}
    assert differs(task, position, customer=stranger)
    without = {key: value for key, value in wanted["customer"].items() if key != "loyalty_id"}
    assert differs(task, position, customer=without)
    other = [{"seat_id": seat, "ticket_type": "adult"} for seat in ("R1-04", "R1-02")]
    assert differs(task, position, seats=other)


def test_fixed_values_come_from_the_policy_and_no_others() -> None:
    # The policy says how payments are numbered and dated; the customer could not know it.
    task = named("movie-3")
    assert solve(task, replay_gold(task)).unreachable == ()
    position = next(n for n, one in enumerate(task.gold) if one.tool == "create_booking")
    wanted: Any = task.gold[position].arguments
    for field, value in (("payment_id", "PAY-77"), ("created_at", "24-05-15-16-00")):
        payments = [{**wanted["payments"][0], field: value}]
        changed = task.gold[position].model_copy(
            update={"arguments": {**wanted, "payments": payments}}
        )
        gold = (*task.gold[:position], changed, *task.gold[position + 1 :])
        other = task.model_copy(update={"gold": gold})
        solved = solve(other, replay_gold(other))
        assert solved.unreachable == (f"create_booking: nobody can know {value!r}",)
        assert "unknown" in solved.path[position]["payments"]
