"""Changing the courses of a registration: every check in its order, and every effect.

Mina's fall registration holds algebra (4 credits, 2,000) and poetry (3 credits, 1,500) at the
undergraduate rate of 500; Visa paid 2,000 and the bank account 1,800 with the insurance.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ALGEBRA,
    BANK,
    CHEMISTRY,
    DRAWING,
    EMPTY,
    ETHICS,
    GENETICS,
    HISTORY,
    MASTERCARD,
    OTHERS,
    OTHERS_CARD,
    POETRY,
    REFUNDED,
    SAILING,
    TAKEN,
    UNPAID,
    VISA,
    changed_tables,
    courses,
    credits_of,
    ledger,
    registration,
    seats,
)

UPDATE = "update_registration_courses"
PAID = [(VISA, 2000), (BANK, 1800)]
ALGEBRA_ROW = (ALGEBRA, "002", "letter", 2000)
POETRY_ROW = (POETRY, "001", "pass/fail", 1500)


def change(
    key: str = TAKEN,
    add: tuple[str, ...] = (),
    drop: tuple[str, ...] = (),
    **others: Any,
) -> dict[str, Any]:
    return {
        "registration_id": key,
        "add_course_ids": [*add],
        "drop_course_ids": [*drop],
        **others,
    }


def test_an_added_course_is_charged_and_kept_ones_stay_as_they_are(desk: Episode) -> None:
    before = registration(desk, TAKEN)
    # Chemistry: 5 credits at 500 are 2,500. 7 + 5 = 12 credits are full-time.
    shown = done(desk, UPDATE, **change(add=(CHEMISTRY,), payment_id=MASTERCARD))
    assert courses(shown) == [ALGEBRA_ROW, POETRY_ROW, (CHEMISTRY, "001", "letter", 2500)]
    assert ledger(shown) == [*PAID, (MASTERCARD, 2500)]
    assert credits_of(shown) == (12, 0, "full-time")
    changed = {"courses", "payment_history", "total_credits", "status"}
    assert {k: v for k, v in shown.items() if k not in changed} == {
        k: v for k, v in before.items() if k not in changed
    }
    assert shown == registration(desk, TAKEN)
    assert seats(desk, CHEMISTRY, ALGEBRA, POETRY) == [8, 10, 19]
    assert changed_tables(desk) == {
        "course": (1, 1),
        "registration": (1, 1),
        "registration_course": (0, 1),
        "registration_payment": (0, 1),
    }


def test_a_dropped_course_goes_back_to_the_method_of_the_last_entry(desk: Episode) -> None:
    # Algebra: 4 credits at 500. 7 - 4 = 3 credits stay.
    shown = done(desk, UPDATE, **change(drop=(ALGEBRA,)))
    assert courses(shown) == [POETRY_ROW]
    assert ledger(shown) == [*PAID, (BANK, -2000)]
    assert credits_of(shown) == (3, 0, "part-time")
    assert seats(desk, ALGEBRA, POETRY) == [9, 19]


def test_the_last_entry_may_be_a_refund(desk: Episode) -> None:
    # Sailing is the only course: 3 credits at 500. The Mastercard got the last entry.
    shown = done(desk, UPDATE, **change(REFUNDED, drop=(SAILING,)))
    assert ledger(shown) == [(VISA, 2500), (MASTERCARD, -1000), (MASTERCARD, -1500)]
    assert credits_of(shown) == (0, 0, "part-time")
    assert courses(shown) == []


# Poetry: 3 credits at 500.
@pytest.mark.parametrize("method", [VISA, MASTERCARD, BANK])
def test_a_refund_goes_to_the_method_that_is_named(desk: Episode, method: str) -> None:
    assert ledger(done(desk, UPDATE, **change(drop=(POETRY,), payment_id=method))) == [
        *PAID,
        (method, -1500),
    ]


def test_a_swap_settles_the_difference_alone(desk: Episode) -> None:
    # Ethics (3 credits) for algebra (4 credits): 1,500 - 2,000.
    shown = done(desk, UPDATE, **change(add=(ETHICS,), drop=(ALGEBRA,), payment_id=VISA))
    assert courses(shown) == [POETRY_ROW, (ETHICS, "001", "letter", 1500)]
    assert ledger(shown) == [*PAID, (VISA, -500)]
    assert credits_of(shown) == (6, 0, "part-time")
    assert seats(desk, ETHICS, ALGEBRA) == [4, 9]


def test_a_swap_of_equal_price_moves_no_money_and_its_method_does_not_count(
    desk: Episode,
) -> None:
    # Ethics for poetry, both of 3 credits.
    shown = done(desk, UPDATE, **change(add=(ETHICS,), drop=(POETRY,), payment_id="PM0Z0Z0"))
    assert ledger(shown) == PAID
    assert courses(shown) == [ALGEBRA_ROW, (ETHICS, "001", "letter", 1500)]
    assert "registration_payment" not in changed_tables(desk)


def test_the_level_of_the_registration_sets_the_price(desk: Episode) -> None:
    # A graduate pays 800 a credit: chemistry costs 4,000.
    shown = done(desk, UPDATE, **change(OTHERS, add=(CHEMISTRY,), payment_id=OTHERS_CARD))
    assert ledger(shown) == [(OTHERS_CARD, 3200), (OTHERS_CARD, 4000)]
    assert courses(shown)[1] == (CHEMISTRY, "001", "letter", 4000)


def test_the_hours_of_a_dropped_course_are_free(desk: Episode) -> None:
    # Genetics overlaps drawing on Friday. Unpaid: genetics at 800 a credit, 3,200 - 1,600.
    done(desk, "cancel_registration", registration_id=OTHERS)
    swap = change(UNPAID, add=(GENETICS,), drop=(DRAWING,), payment_id=OTHERS_CARD)
    assert ledger(done(desk, UPDATE, **swap)) == [(OTHERS_CARD, 1600)]


def test_grading_alone_changes_nothing_else(desk: Episode) -> None:
    shown = done(desk, UPDATE, **change(grading_options={ALGEBRA: "audit"}))
    assert courses(shown) == [(ALGEBRA, "002", "audit", 2000), POETRY_ROW]
    assert ledger(shown) == PAID
    assert changed_tables(desk) == {"registration_course": (1, 1)}


def test_grading_of_kept_and_added_courses_in_one_call(desk: Episode) -> None:
    options = {POETRY: "letter", CHEMISTRY: "pass/fail"}
    shown = done(desk, UPDATE, **change(add=(CHEMISTRY,), grading_options=options, payment_id=VISA))
    assert courses(shown) == [
        ALGEBRA_ROW,
        (POETRY, "001", "letter", 1500),
        (CHEMISTRY, "001", "pass/fail", 2500),
    ]


def test_dropping_everything_leaves_the_insurance_fee_paid(desk: Episode) -> None:
    # 3,500 of 3,800 come back.
    shown = done(desk, UPDATE, **change(drop=(ALGEBRA, POETRY), payment_id=VISA))
    assert courses(shown) == []
    assert sum(amount for _, amount in ledger(shown)) == 300
    assert shown["health_insurance"] == "yes"
    # A course can be added again afterwards; 5 credits at 500.
    again = done(desk, UPDATE, **change(add=(CHEMISTRY,), payment_id=VISA))
    assert ledger(again)[-1] == (VISA, 2500)


def test_credits_beyond_eighteen_are_overload(desk: Episode) -> None:
    # 7 + 5 + 4 + 3 = 19.
    shown = done(desk, UPDATE, **change(add=(CHEMISTRY, GENETICS, ETHICS), payment_id=VISA))
    assert credits_of(shown) == (19, 1, "full-time")
    assert ledger(shown)[-1] == (VISA, 6000)


def test_what_can_be_left_out_can_be_null_or_empty(desk: Episode) -> None:
    for nothing in (None, ""):
        shown = done(
            desk,
            UPDATE,
            **change(drop=(ALGEBRA,), payment_id=nothing, grading_options=nothing),
        )
        assert ledger(shown)[-1] == (BANK, -2000)
        done(desk, UPDATE, **change(add=(ALGEBRA,), payment_id=BANK))


# Refusals, in the order in which they are told.


def not_changed(desk: Episode, reason: str, *args: Any, **others: Any) -> None:
    refused(desk, reason, UPDATE, **change(*args, **others))


def test_the_shape_is_checked_before_the_registration(desk: Episode) -> None:
    not_changed(desk, f"{ALGEBRA} is listed twice", "REG001", add=(ALGEBRA, ALGEBRA))
    not_changed(desk, f"{ALGEBRA} is listed twice", "REG001", drop=(ALGEBRA, ALGEBRA))
    not_changed(desk, "added and dropped", "REG001", add=(ALGEBRA,), drop=(ALGEBRA, POETRY))
    for options in ({}, None):
        not_changed(desk, "nothing would change", "REG001", grading_options=options)
    not_changed(desk, "no registration REG001", "REG001", add=("XZ9Z9Z9",))
    not_changed(desk, "no registration REG001", "REG001", grading_options={ALGEBRA: "audit"})


def test_an_added_course_must_exist_before_a_dropped_one_must_be_held(desk: Episode) -> None:
    not_changed(desk, "no course XZ9Z9Z9", add=("XZ9Z9Z9",), drop=(GENETICS,))


def test_a_dropped_course_must_be_held(desk: Episode) -> None:
    for key in (GENETICS, "XZ9Z9Z9", "MATH-2255", ALGEBRA.lower()):
        # Poetry is held already: that is told later.
        not_changed(desk, f"does not hold course {key}", add=(POETRY,), drop=(key,))
    not_changed(desk, "does not hold course", EMPTY, drop=(SAILING,))


def test_a_grading_option_needs_a_course_that_stays_or_comes(desk: Episode) -> None:
    for key in (GENETICS, "XZ9Z9Z9"):
        not_changed(
            desk, f"names {key}, which is not among", add=(POETRY,), grading_options={key: "audit"}
        )
    options = {ALGEBRA: "audit"}
    not_changed(desk, "which is not among", drop=(ALGEBRA,), grading_options=options)


def test_a_course_that_is_held_is_not_added_again(desk: Episode) -> None:
    not_changed(desk, f"{TAKEN} of the student holds course {POETRY}", add=(POETRY,))
    # Sailing is in the summer registration: that is told before the term.
    not_changed(desk, f"{REFUNDED} of the student holds course {SAILING}", add=(SAILING,))
    not_changed(desk, f"holds course {DRAWING}", OTHERS, add=(DRAWING,), drop=(GENETICS,))


def test_a_grading_option_that_is_there_already_changes_nothing(desk: Episode) -> None:
    not_changed(desk, "graded like that already", grading_options={POETRY: "pass/fail"})
    not_changed(desk, "graded like that already", grading_options={ALGEBRA: "letter"})


def test_an_added_course_is_of_the_term_of_the_registration(desk: Episode) -> None:
    # History is full: that is told only of courses of the term.
    not_changed(desk, "offered in 2025-FALL, not in", REFUNDED, add=(HISTORY,))


def test_a_full_course_is_refused_before_a_conflict(desk: Episode) -> None:
    not_changed(desk, "is full", add=(HISTORY, GENETICS, DRAWING))


def test_courses_that_meet_at_once_are_refused_before_the_payment(desk: Episode) -> None:
    not_changed(desk, "meet at the same time", add=(GENETICS, DRAWING))
    # A kept course counts as well as a new one.
    done(desk, UPDATE, **change(add=(GENETICS,), payment_id=VISA))
    not_changed(desk, "meet at the same time", add=(DRAWING,))


def test_a_higher_tuition_needs_a_method(desk: Episode) -> None:
    for nothing in ("", None):
        not_changed(desk, "rises by $2500; name", add=(CHEMISTRY,), payment_id=nothing)
    not_changed(desk, "rises by $2500; name", add=(CHEMISTRY,))


@pytest.mark.parametrize("key", [OTHERS_CARD, "PM0Z0Z0", "Visa", VISA.lower()])
def test_a_charge_or_refund_needs_a_method_of_the_student(desk: Episode, key: str) -> None:
    reason = f"payment method {key} is not in the record"
    not_changed(desk, reason, add=(CHEMISTRY,), payment_id=key)
    not_changed(desk, reason, drop=(ALGEBRA,), payment_id=key)


def test_a_refund_without_history_needs_a_method(desk: Episode) -> None:
    not_changed(desk, "falls by $1600 and nothing was paid", UNPAID, drop=(DRAWING,))
    shown = done(desk, UPDATE, **change(UNPAID, drop=(DRAWING,), payment_id=OTHERS_CARD))
    assert ledger(shown) == [(OTHERS_CARD, -1600)]
