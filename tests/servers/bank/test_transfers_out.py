"""Sending money to a beneficiary. Balances, limits and what went today stand in desk.py."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    BIG,
    CHECKING,
    CLOSED,
    CREDIT,
    FAILED,
    FIRST_NEW,
    FROZEN,
    FROZEN_CREDIT,
    LITTLE,
    NORA,
    NOW,
    OMARS,
    OMARS_FRIEND,
    PENDING,
    REVOKED,
    SAVINGS,
    SUSPENDED,
    balance,
    changed_tables,
    refused_in_order,
)

TOOL = "initiate_transfer_to_beneficiary"
VALID = {"client_id": NORA, "from_account_id": CHECKING, "beneficiary_id": ANA, "amount": 100.25}


def test_every_precondition_in_its_order(desk: Episode) -> None:
    refused_in_order(
        desk,
        TOOL,
        VALID,
        [
            ("method 'Internal' is unknown; send one of ACH, Wire", {"method": "Internal"}),
            ("the amount must be above 0", {"amount": 0}),
            ("there is no client CL00", {"client_id": "CL00"}),
            (f"account {OMARS} is not one of client", {"from_account_id": OMARS}),
            (f"the source account {FROZEN} is frozen", {"from_account_id": FROZEN}),
            (f"{CREDIT} is a credit account", {"from_account_id": CREDIT}),
            (f"beneficiary {OMARS_FRIEND} is not one of client", {"beneficiary_id": OMARS_FRIEND}),
            ("beneficiary bnf_0000 is not one of client", {"beneficiary_id": "bnf_0000"}),
            (f"beneficiary {SUSPENDED} is suspended", {"beneficiary_id": SUSPENDED}),
            (f"verification of beneficiary {PENDING} is pending", {"beneficiary_id": PENDING}),
            (f"cannot be paid from account {SAVINGS}", {"from_account_id": SAVINGS}),
            ("400.01 is above the limit of 300 for one transfer", {"amount": 400.01}),
            ("150 went to beneficiary bnf_0451 today", {"amount": 250.01}),
            (f"account {LITTLE} has 50 USD available", {"from_account_id": LITTLE}),
        ],
    )


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ({"method": "Card"}, "method 'Card' is unknown"),
        ({"method": "ATM"}, "method 'ATM' is unknown"),
        ({"method": "wire"}, "method 'wire' is unknown"),
        ({"amount": -1}, "must be above 0"),
        ({"amount": 0.001}, "more than two decimals"),
        ({"from_account_id": "AC00"}, "account AC00 is not one of client"),
        ({"from_account_id": CLOSED}, "is closed"),
        ({"from_account_id": FROZEN_CREDIT}, "is frozen"),
        ({"beneficiary_id": REVOKED}, "is revoked"),
        ({"beneficiary_id": FAILED}, "is failed"),
        ({"amount": 300.01}, "above the limit of 300 for one transfer"),
        # 250.00 would be allowed today; one transfer may send 300.00.
        ({"amount": 300}, "above the daily limit of 400"),
        ({"from_account_id": LITTLE, "amount": 300}, "above the daily limit of 400"),
        # A pending transfer of today counts: 10.00 and 4995.01 are above 5005.00.
        ({"beneficiary_id": BIG, "amount": 4995.01}, "10 went to beneficiary bnf_0452 today"),
        ({"beneficiary_id": BIG, "amount": 4995}, "has 1000 USD available"),
    ],
)
def test_what_is_refused_too(desk: Episode, broken: dict[str, Any], reason: str) -> None:
    refused(desk, reason, TOOL, **{**VALID, **broken})
    assert desk.changes().is_empty


def test_the_debit_is_booked(desk: Episode) -> None:
    shown = done(desk, TOOL, **VALID)
    # 1200.00 - 100.25 = 1099.75.
    assert shown == {
        "transaction_id": FIRST_NEW,
        "account_id": CHECKING,
        "timestamp": NOW,
        "type": "transfer",
        "direction": "debit",
        "amount": 100.25,
        "currency": "USD",
        "method": "ACH",
        "status": "posted",
        "beneficiary_id": ANA,
        "balance_after": 1099.75,
    }
    assert balance(desk, CHECKING) == (1099.75, 899.75, 200)
    assert changed_tables(desk) == {"account": (1, 1), "transaction": (0, 1)}


def test_a_wire_with_a_memo_costs_nothing_more(desk: Episode) -> None:
    shown = done(desk, TOOL, **VALID, method="Wire", description="Lessons")
    assert (shown["method"], shown["description"]) == ("Wire", "Lessons")
    assert "fees" not in shown
    assert balance(desk, CHECKING) == (1099.75, 899.75, 200)


def test_the_daily_limit_counts_what_went_today_alone(desk: Episode) -> None:
    # 150.00 went today; 250.00 of yesterday's last second and 200.00 reversed do not count.
    done(desk, TOOL, **{**VALID, "amount": 249.99})
    refused(desk, "399.99 went to", TOOL, **{**VALID, "amount": 0.02})
    done(desk, TOOL, **{**VALID, "amount": 0.01})
    refused(desk, "400 went to", TOOL, **{**VALID, "amount": 0.01})


def test_all_that_is_available_can_be_sent(desk: Episode) -> None:
    done(desk, TOOL, **{**VALID, "beneficiary_id": BIG, "amount": 1000})
    assert balance(desk, CHECKING) == (200, 0, 200)
    refused(desk, "has 0 USD", TOOL, **{**VALID, "amount": 0.01})
