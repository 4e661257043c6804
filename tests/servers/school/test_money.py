"""Canceling a registration, and single charges and refunds."""

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
    MASTERCARD,
    MINA,
    OTHERS_CARD,
    POETRY,
    REFUNDED,
    SAILING,
    TAKEN,
    UNPAID,
    VISA,
    changed_tables,
    ledger,
    registration,
    seats,
)

CANCEL, PAY = "cancel_registration", "pay_registration"


def cancel(desk: Episode, key: str) -> dict[str, Any]:
    return done(desk, CANCEL, registration_id=key)


def pay(desk: Episode, key: str, payment_id: str, amount: int) -> dict[str, Any]:
    return done(
        desk, PAY, registration_id=key, payment={"payment_id": payment_id, "amount": amount}
    )


def not_paid(desk: Episode, reason: str, key: str, **payment: Any) -> None:
    refused(desk, reason, PAY, registration_id=key, payment=payment)


def test_a_canceled_registration_gives_everything_back(desk: Episode) -> None:
    before = registration(desk, TAKEN)
    shown = cancel(desk, TAKEN)
    # The insurance fee comes back with the tuition: 2,000 and 1,800.
    assert shown == {
        **before,
        "courses": [],
        "total_credits": 0,
        "overload_credits": 0,
        "status": "part-time",
        "payment_history": [
            *before["payment_history"],
            {"payment_id": VISA, "amount": -2000},
            {"payment_id": BANK, "amount": -1800},
        ],
    }
    assert shown == registration(desk, TAKEN)
    assert seats(desk, ALGEBRA, POETRY) == [9, 18]
    student = done(desk, "get_student_details", student_id=MINA)
    assert student["registrations"] == [TAKEN, REFUNDED]
    assert changed_tables(desk) == {
        "course": (2, 2),
        "registration": (1, 1),
        "registration_course": (2, 0),
        "registration_payment": (0, 2),
    }


def test_a_full_time_registration_becomes_part_time(desk: Episode) -> None:
    done(
        desk,
        "update_registration_courses",
        registration_id=TAKEN,
        add_course_ids=[CHEMISTRY],
        drop_course_ids=[],
        payment_id=VISA,
    )
    # 4 + 3 + 5 = 12 credits, then none.
    assert registration(desk, TAKEN)["status"] == "full-time"
    assert cancel(desk, TAKEN)["status"] == "part-time"


def test_an_earlier_refund_comes_back_as_a_charge(desk: Episode) -> None:
    # Visa paid 2,500 and the Mastercard got 1,000: each nets to zero.
    assert ledger(cancel(desk, REFUNDED)) == [
        (VISA, 2500),
        (MASTERCARD, -1000),
        (VISA, -2500),
        (MASTERCARD, 1000),
    ]


def test_a_registration_is_canceled_once(desk: Episode) -> None:
    cancel(desk, TAKEN)
    for key in (TAKEN, EMPTY):
        refused(desk, "cannot be canceled again", CANCEL, registration_id=key)
    for key in ("REG001", TAKEN.lower(), ""):
        refused(desk, f"no registration {key}; check", CANCEL, registration_id=key)


def test_a_registration_without_courses_but_with_money_can_be_canceled(desk: Episode) -> None:
    # All courses were dropped; the fee of 300 is still there.
    done(
        desk,
        "update_registration_courses",
        registration_id=TAKEN,
        add_course_ids=[],
        drop_course_ids=[ALGEBRA, POETRY],
        payment_id=VISA,
    )
    shown = cancel(desk, TAKEN)
    assert ledger(shown)[3:] == [(VISA, -2000), (BANK, -1800), (VISA, 3500)]
    assert sum(amount for _, amount in ledger(shown)) == 0
    assert seats(desk, ALGEBRA, POETRY) == [9, 18]


def test_a_registration_that_was_never_paid_can_be_canceled(desk: Episode) -> None:
    shown = cancel(desk, UNPAID)
    assert (shown["courses"], shown["payment_history"]) == ([], [])
    assert seats(desk, DRAWING) == [4]
    refused(desk, "cannot be canceled again", CANCEL, registration_id=UNPAID)


def test_a_charge_is_appended_and_nothing_else_changes(desk: Episode) -> None:
    before = registration(desk, TAKEN)
    shown = pay(desk, TAKEN, MASTERCARD, 250)
    assert ledger(shown) == [(VISA, 2000), (BANK, 1800), (MASTERCARD, 250)]
    assert {**shown, "payment_history": []} == {**before, "payment_history": []}
    assert changed_tables(desk) == {"registration_payment": (0, 1)}


def test_a_refund_cannot_exceed_what_the_method_has_paid(desk: Episode) -> None:
    not_paid(desk, "has paid $2000", TAKEN, payment_id=VISA, amount=-2001)
    not_paid(desk, "has paid $0", TAKEN, payment_id=MASTERCARD, amount=-1)
    assert ledger(pay(desk, TAKEN, VISA, -1500))[-1] == (VISA, -1500)
    # 2,000 - 1,500 are left.
    not_paid(desk, "has paid $500", TAKEN, payment_id=VISA, amount=-501)
    assert ledger(pay(desk, TAKEN, VISA, -500))[-1] == (VISA, -500)
    not_paid(desk, "has paid $0", TAKEN, payment_id=VISA, amount=-1)


def test_a_method_that_got_more_than_it_paid_can_be_charged_but_not_refunded(
    desk: Episode,
) -> None:
    # The Mastercard stands at -1,000.
    not_paid(desk, "has paid $-1000", REFUNDED, payment_id=MASTERCARD, amount=-1)
    assert ledger(pay(desk, REFUNDED, MASTERCARD, 400))[-1] == (MASTERCARD, 400)
    not_paid(desk, "has paid $-600", REFUNDED, payment_id=MASTERCARD, amount=-1)


def test_what_another_registration_was_paid_does_not_count(desk: Episode) -> None:
    not_paid(desk, "has paid $0", REFUNDED, payment_id=BANK, amount=-100)


def test_the_shape_is_checked_before_the_registration(desk: Episode) -> None:
    for payment in (
        {},
        {"payment_id": VISA},
        {"amount": 100},
        {"payment_id": None, "amount": 100},
        {"payment_id": "", "amount": 100},
        {"payment_id": VISA, "amount": None},
    ):
        not_paid(desk, "payment is incomplete", "REG001", **payment)
    not_paid(desk, "the amount is 0", "REG001", payment_id=VISA, amount=0)
    not_paid(desk, "no registration REG001", "REG001", payment_id="PM0Z0Z0", amount=100)


@pytest.mark.parametrize("amount", [12.5, "ten", "12.50", True, [100]])
def test_an_amount_is_whole_dollars(desk: Episode, amount: Any) -> None:
    not_paid(desk, "payment.amount", TAKEN, payment_id=VISA, amount=amount)


def test_a_whole_amount_may_be_written_otherwise(desk: Episode) -> None:
    for amount in ("100", 100.0):
        assert ledger(pay(desk, TAKEN, VISA, amount))[-1] == (VISA, 100)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("key", [OTHERS_CARD, "PM0Z0Z0", "Visa", VISA.lower()])
@pytest.mark.parametrize("amount", [100, -100])
def test_a_payment_uses_a_method_of_the_student(desk: Episode, key: str, amount: int) -> None:
    reason = f"payment method {key} is not in the record"
    not_paid(desk, reason, TAKEN, payment_id=key, amount=amount)


def test_an_unused_course_is_not_touched(desk: Episode) -> None:
    cancel(desk, REFUNDED)
    assert seats(desk, SAILING, CHEMISTRY) == [10, 7]
