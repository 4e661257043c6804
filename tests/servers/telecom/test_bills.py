"""Bill settings and payments. Balances: Rowan owes 52.44, Kenji 0.01, the other Rowan nothing."""

from itertools import product
from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import GAPS, OTHER_ROWAN, ROWAN, UNBILLED, bill, changed_tables, customer

CYCLES = ("monthly", "quarterly", "annual")


def pay(desk: Episode, amount: float, key: str = ROWAN, **more: Any) -> Any:
    arguments = {"method": "credit_card", "date": "2025-09-28", **more}
    return done(desk, "record_payment", customer_id=key, amount=amount, **arguments)


def unpaid(desk: Episode, reason: str, **arguments: Any) -> None:
    right = {"customer_id": ROWAN, "amount": 10, "method": "credit_card", "date": "2025-09-28"}
    refused(desk, reason, "record_payment", **{**right, **arguments})
    assert desk.changes().is_empty


# Settings.


@pytest.mark.parametrize(
    ("paperless", "auto_pay", "cycle"), [*product((True, False), (True, False), CYCLES)]
)
def test_all_three_settings_are_replaced(
    desk: Episode, paperless: bool, auto_pay: bool, cycle: str
) -> None:
    before = bill(desk)
    shown = done(
        desk,
        "manage_billing",
        customer_id=ROWAN,
        paperless=paperless,
        auto_pay=auto_pay,
        billing_cycle=cycle,
    )
    settings = {"paperless": paperless, "auto_pay": auto_pay, "billing_cycle": cycle}
    assert shown == {**before, **settings}
    assert bill(desk) == shown
    details = customer(desk)
    assert details["billing_preferences"] == settings
    # The payment method of the account stays.
    assert details["account"]["payment_method"] == "auto_pay_bank"
    as_before = (paperless, auto_pay, cycle) == (True, False, "monthly")
    assert changed_tables(desk) == ({} if as_before else {"billing_account": (1, 1)})


@pytest.mark.parametrize("cycle", ["weekly", "Monthly", "yearly", ""])
def test_the_cycle_is_checked_first(desk: Episode, cycle: str) -> None:
    arguments = {"paperless": False, "auto_pay": True, "billing_cycle": cycle}
    for key in (ROWAN, "rowan"):
        refused(desk, "is unknown", "manage_billing", customer_id=key, **arguments)
    assert desk.changes().is_empty


def test_then_the_customer_and_the_bill_must_exist(desk: Episode) -> None:
    arguments = {"paperless": False, "auto_pay": True, "billing_cycle": "annual"}
    refused(desk, "there is no customer", "manage_billing", customer_id="rowan", **arguments)
    refused(desk, "no billing account", "manage_billing", customer_id=UNBILLED, **arguments)
    assert desk.changes().is_empty


def test_no_setting_may_be_left_out(desk: Episode) -> None:
    whole = {"paperless": False, "auto_pay": True, "billing_cycle": "annual"}
    for name in whole:
        rest = {key: value for key, value in whole.items() if key != name}
        refused(desk, f"argument {name} is missing", "manage_billing", customer_id=ROWAN, **rest)


# Payments: the balance falls by the amount, rounded half up to cents, and stops at 0.


@pytest.mark.parametrize(
    ("amount", "booked", "left"),
    [
        # 52.44 are owed.
        (52.44, "52.44", "0.00"),
        (20, "20.00", "32.44"),  # 52.44 - 20.00
        (0.01, "0.01", "52.43"),
        (52.43, "52.43", "0.01"),
        (52.45, "52.45", "0.00"),
        (100, "100.00", "0.00"),
        (12.345, "12.35", "40.09"),  # 52.44 - 12.35
        (0.005, "0.01", "52.43"),  # 52.44 - 0.01
        ("30.10", "30.10", "22.34"),  # 52.44 - 30.10
    ],
)
def test_a_payment_lowers_the_balance(desk: Episode, amount: float, booked: str, left: str) -> None:
    assert pay(desk, amount) == {
        "customer_id": ROWAN,
        "amount": booked,
        "method": "credit_card",
        "date": "2025-09-28",
        "current_balance": left,
    }
    shown = bill(desk)
    assert shown["current_balance"] == float(left)
    assert shown["last_payment"] == {
        "amount": float(booked),
        "date": "2025-09-28",
        "method": "credit_card",
        "status": "completed",
    }
    assert shown["payment_history"][2:] == [
        {"date": "2025-09-28", "amount": float(booked), "status": "completed"}
    ]
    assert len(shown["payment_history"]) == 3
    # The late fee stays among the charges.
    assert shown["monthly_charges"]["late_fee"] == 25
    assert changed_tables(desk) == {"billing_account": (1, 1), "payment": (0, 1)}


def test_two_payments_are_two_entries(desk: Episode) -> None:
    pay(desk, 20, method="bank_transfer", date="2025-09-01")
    assert pay(desk, 20)["current_balance"] == "12.44"  # 52.44 - 20.00 - 20.00
    shown = bill(desk)
    assert [one["date"] for one in shown["payment_history"][2:]] == ["2025-09-01", "2025-09-28"]
    assert shown["last_payment"]["method"] == "credit_card"


def test_where_nothing_is_owed_the_balance_stays_0(desk: Episode) -> None:
    assert pay(desk, 80, OTHER_ROWAN)["current_balance"] == "0.00"
    assert bill(desk, OTHER_ROWAN)["payment_history"] == [
        {"date": "2025-09-28", "amount": 80, "status": "completed"}
    ]
    assert pay(desk, 0.01, GAPS)["current_balance"] == "0.00"


@pytest.mark.parametrize("date", ["2025-12-31", "2019-01-01", "2024-02-29"])
def test_a_payment_may_lie_in_the_future_or_the_past(desk: Episode, date: str) -> None:
    assert pay(desk, 5, date=date)["date"] == date


@pytest.mark.parametrize("amount", [0, -0.01, -20, 0.004, 0.0])
def test_the_amount_is_checked_first_and_above_0(desk: Episode, amount: float) -> None:
    unpaid(
        desk,
        "the amount must be above 0",
        amount=amount,
        method="cash",
        date="today",
        customer_id="rowan",
    )


@pytest.mark.parametrize("amount", ["nan", "inf", "lots", "$5", True])
def test_the_amount_is_a_number(desk: Episode, amount: Any) -> None:
    unpaid(desk, "argument amount", amount=amount)


@pytest.mark.parametrize("method", ["cash", "cheque", "Credit_Card", "auto_pay_bank", "card", ""])
def test_then_the_method(desk: Episode, method: str) -> None:
    unpaid(
        desk,
        "is unknown; send one of",
        method=method,
        date="today",
        customer_id="rowan",
    )


@pytest.mark.parametrize(
    "date",
    ["today", "2025-02-30", "2025-9-28", "28.09.2025", "2025-09-28T12:00:00", "20250928", ""],
)
def test_then_the_date(desk: Episode, date: str) -> None:
    unpaid(desk, "is no date", date=date, customer_id="rowan")


@pytest.mark.parametrize("key", ["rowan", UNBILLED])
def test_last_the_bill_must_exist(desk: Episode, key: str) -> None:
    unpaid(desk, "no billing account", customer_id=key)
