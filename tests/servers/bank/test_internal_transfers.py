"""Moving money between own accounts. The balances stand in desk.py."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    CHECKING,
    CLOSED,
    CREDIT,
    EUROS,
    FIRST_NEW,
    FROZEN,
    FROZEN_CREDIT,
    LITTLE,
    NORA,
    NOW,
    OMARS,
    SAVINGS,
    SECOND_NEW,
    balance,
    changed_tables,
    refused_in_order,
)

TOOL = "initiate_internal_transfer"
VALID = {
    "client_id": NORA,
    "from_account_id": CHECKING,
    "to_account_id": SAVINGS,
    "amount": 250.75,
}


def test_every_precondition_in_its_order(desk: Episode) -> None:
    refused_in_order(
        desk,
        TOOL,
        VALID,
        [
            ("the amount must be above 0", {"amount": 0}),
            ("there is no client CL00", {"client_id": "CL00"}),
            (f"account {OMARS} is not one of client", {"from_account_id": OMARS}),
            ("account AC00 is not one of client", {"to_account_id": "AC00"}),
            (f"the source account {FROZEN} is frozen", {"from_account_id": FROZEN}),
            (f"the target account {CLOSED} is closed", {"to_account_id": CLOSED}),
            (f"{CREDIT} is a credit account", {"from_account_id": CREDIT}),
            (f"is in USD and account {EUROS} in EUR", {"to_account_id": EUROS}),
            ("has 1000 USD available, which is below 1000.01", {"amount": 1000.01}),
        ],
    )


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ({"amount": -250.75}, "must be above 0"),
        ({"amount": 0.001}, "more than two decimals"),
        ({"amount": 250.755}, "more than two decimals"),
        ({"amount": 1e16}, "too large a number"),
        ({"amount": "NaN"}, "argument amount"),
        ({"from_account_id": CLOSED}, "is closed"),
        ({"to_account_id": FROZEN}, "the target account AC86Q3DF is frozen"),
        ({"to_account_id": CHECKING}, "is source and target"),
        # Whose they are comes before that they are one; that they are one before the status.
        ({"from_account_id": OMARS, "to_account_id": OMARS}, "is not one of client"),
        ({"from_account_id": FROZEN, "to_account_id": FROZEN}, "is source and target"),
        ({"from_account_id": FROZEN_CREDIT}, "is frozen"),
        ({"from_account_id": EUROS, "amount": 9000}, "is in EUR"),
        ({"from_account_id": LITTLE, "amount": 50.01}, "has 50 USD available"),
        # 1200.00 are there, but 200.00 of them are on hold; the overdraft plays no part.
        ({"amount": 1100}, "has 1000 USD available"),
    ],
)
def test_what_is_refused_too(desk: Episode, broken: dict[str, Any], reason: str) -> None:
    refused(desk, reason, TOOL, **{**VALID, **broken})
    assert desk.changes().is_empty


def test_both_sides_are_booked_debit_first(desk: Episode) -> None:
    debit, credit = done(desk, TOOL, **VALID, description="Savings plan")
    # 1200.00 - 250.75 = 949.25, and 500.50 + 250.75 = 751.25.
    assert debit == {
        "transaction_id": FIRST_NEW,
        "account_id": CHECKING,
        "timestamp": NOW,
        "type": "transfer",
        "direction": "debit",
        "amount": 250.75,
        "currency": "USD",
        "method": "Internal",
        "status": "posted",
        "description": "Savings plan",
        "related_transaction_id": SECOND_NEW,
        "balance_after": 949.25,
    }
    assert credit == {
        **debit,
        "transaction_id": SECOND_NEW,
        "account_id": SAVINGS,
        "direction": "credit",
        "related_transaction_id": FIRST_NEW,
        "balance_after": 751.25,
    }
    assert balance(desk, CHECKING) == (949.25, 749.25, 200)
    assert balance(desk, SAVINGS) == (751.25, 751.25, 0)
    assert changed_tables(desk) == {"account": (2, 2), "transaction": (0, 2)}
    shown = done(desk, "get_recent_transactions", account_id=CHECKING, limit=1)
    assert shown == [debit]


def test_all_that_is_available_can_be_moved(desk: Episode) -> None:
    # 1200.00 - 200.00 on hold = 1000.00 are available.
    done(desk, TOOL, **{**VALID, "amount": 1000})
    assert balance(desk, CHECKING) == (200, 0, 200)
    refused(desk, "has 0 USD available", TOOL, **{**VALID, "amount": 0.01})


def test_a_transfer_to_a_credit_account_lowers_the_debt(desk: Episode) -> None:
    done(desk, TOOL, **{**VALID, "to_account_id": CREDIT, "amount": 450.25})
    # The debt of 450.25 is gone, and the whole line of 2000.00 is free.
    assert balance(desk, CREDIT) == (0, 2000, 0)


def test_cents_are_added_exactly(desk: Episode) -> None:
    # 500.50 + 0.10 + 0.20 + 0.30 = 501.10.
    for amount in (0.1, 0.2, "0.30"):
        done(desk, TOOL, **{**VALID, "amount": amount})
    assert balance(desk, SAVINGS) == (501.1, 501.1, 0)


def test_ids_go_on_without_a_gap(desk: Episode) -> None:
    done(desk, TOOL, **VALID)
    debit, credit = done(desk, TOOL, **{**VALID, "amount": 1})
    assert (debit["transaction_id"], credit["transaction_id"]) == ("tx_0000015", "tx_0000016")
    sent = done(
        desk,
        "initiate_transfer_to_beneficiary",
        client_id=NORA,
        from_account_id=CHECKING,
        beneficiary_id=ANA,
        amount=1,
    )
    assert sent["transaction_id"] == "tx_0000017"
