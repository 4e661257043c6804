"""Paying a loan. The balances stand in desk.py."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CHECKING,
    CLOSED,
    CLOSED_LOAN,
    CREDIT,
    EURO_LOAN,
    EUROS,
    FIRST_NEW,
    FROZEN,
    FROZEN_CREDIT,
    LITTLE,
    LOAN,
    NORA,
    NOW,
    OMARS,
    OMARS_LOAN,
    SAVINGS,
    balance,
    changed_tables,
    refused_in_order,
)

TOOL = "make_loan_payment"
VALID = {"client_id": NORA, "loan_id": LOAN, "from_account_id": CHECKING, "amount": 250.1}


def test_every_precondition_in_its_order(desk: Episode) -> None:
    refused_in_order(
        desk,
        TOOL,
        VALID,
        [
            ("method 'Cash' is unknown", {"method": "Cash"}),
            ("the amount must be above 0", {"amount": 0}),
            ("there is no client CL00", {"client_id": "CL00"}),
            (f"account {OMARS} is not one of client", {"from_account_id": OMARS}),
            ("there is no loan LN00", {"loan_id": "LN00"}),
            (f"loan {OMARS_LOAN} is not one of client {NORA}", {"loan_id": OMARS_LOAN}),
            (f"loan {CLOSED_LOAN} is closed", {"loan_id": CLOSED_LOAN}),
            (f"the source account {FROZEN} is frozen", {"from_account_id": FROZEN}),
            (f"{CREDIT} is a credit account", {"from_account_id": CREDIT}),
            (f"is in USD and loan {EURO_LOAN} in EUR", {"loan_id": EURO_LOAN}),
            ("has 1000 USD available, which is below 1000.01", {"amount": 1000.01}),
        ],
    )


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ({"method": "internal"}, "method 'internal' is unknown"),
        ({"amount": -5}, "must be above 0"),
        ({"amount": 250.101}, "more than two decimals"),
        ({"from_account_id": "AC00"}, "account AC00 is not one of client"),
        ({"from_account_id": CLOSED}, "is closed"),
        ({"from_account_id": FROZEN_CREDIT}, "is frozen"),
        ({"from_account_id": EUROS}, "is in EUR"),
        ({"from_account_id": LITTLE}, "has 50 USD available"),
    ],
)
def test_what_is_refused_too(desk: Episode, broken: dict[str, Any], reason: str) -> None:
    refused(desk, reason, TOOL, **{**VALID, **broken})
    assert desk.changes().is_empty


def test_the_debit_and_the_repayment_are_booked(desk: Episode) -> None:
    before = done(desk, "get_loan_details", loan_id=LOAN)
    shown = done(desk, TOOL, **VALID, description="October")
    # 1200.00 - 250.10 = 949.90. The linked account is another one and stays as it is.
    assert shown == {
        "transaction_id": FIRST_NEW,
        "account_id": CHECKING,
        "timestamp": NOW,
        "type": "payment",
        "direction": "debit",
        "amount": 250.1,
        "currency": "USD",
        "method": "Internal",
        "status": "posted",
        "description": "October",
        "balance_after": 949.9,
    }
    assert balance(desk, CHECKING) == (949.9, 749.9, 200)
    assert balance(desk, LITTLE) == (50, 50, 0)
    repaid = {
        "transaction_id": FIRST_NEW,
        "posted_at": NOW,
        "amount": 250.1,
        "currency": "USD",
        "method": "Internal",
        "principal_component": 250.1,
        "interest_component": 0,
        "fees_component": 0,
    }
    after = done(desk, "get_loan_details", loan_id=LOAN)
    assert after == {**before, "repayment_history": [*before["repayment_history"], repaid]}
    assert changed_tables(desk) == {
        "account": (1, 1),
        "transaction": (0, 1),
        "loan_repayment": (0, 1),
    }


@pytest.mark.parametrize("method", ["ACH", "Wire", "Card", "ATM", "Internal"])
def test_a_payment_bears_the_method_given(desk: Episode, method: str) -> None:
    assert done(desk, TOOL, **VALID, method=method)["method"] == method
    repaid = done(desk, "get_loan_details", loan_id=LOAN)["repayment_history"]
    assert repaid[-1]["method"] == method


def test_a_loan_is_paid_in_its_own_currency(desk: Episode) -> None:
    wanted = {**VALID, "loan_id": EURO_LOAN, "from_account_id": EUROS, "amount": 300}
    assert done(desk, TOOL, **wanted)["currency"] == "EUR"
    assert balance(desk, EUROS) == (0, 0, 0)


def test_any_own_account_may_pay_and_an_installment_stays_late(desk: Episode) -> None:
    done(desk, TOOL, **{**VALID, "from_account_id": SAVINGS, "amount": 250})
    schedule = done(desk, "get_loan_details", loan_id=LOAN)["payment_schedule"]
    assert [one["status"] for one in schedule] == ["paid", "late", "due"]
