"""What the read tools find and show."""

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
    DEBIT_CARD,
    EURO_LOAN,
    EUROS,
    FAILED,
    FROZEN,
    FROZEN_CREDIT,
    HOME,
    LITTLE,
    LOAN,
    NAMELESS,
    NORA,
    OMAR,
    OMARS,
    OMARS_CARD,
    OMARS_FRIEND,
    PENDING,
    REVOKED,
    SAVINGS,
    SUSPENDED,
)

# Who.


@pytest.mark.parametrize("email", ["nora.quist8812@example.com", "NORA.Quist8812@Example.com"])
def test_a_client_is_found_by_email_whatever_its_case(desk: Episode, email: str) -> None:
    assert desk.call("find_client_id_by_email", {"email": email}).result == NORA


@pytest.mark.parametrize(
    "email",
    [
        "nora.quist8813@example.com",
        " nora.quist8812@example.com",
        "nora.quist8812@example.com ",
        "nora.quist8812",
        "nora%",
        "",
        NORA,
    ],
)
def test_an_email_must_match_whole_and_without_blanks(desk: Episode, email: str) -> None:
    refused(desk, "no client with the email", "find_client_id_by_email", email=email)


def test_a_profile_holds_accounts_and_cards_and_the_ids_of_the_rest(desk: Episode) -> None:
    shown = done(desk, "get_client_details", client_id=NORA)
    assert shown["name"] == {"first_name": "Nora", "last_name": "Quist", "middle_name": None}
    assert shown["contact"]["email"] == "nora.quist8812@example.com"
    assert shown["address"] == HOME.model_dump()
    assert list(shown["accounts"]) == [
        *(SAVINGS, CHECKING, EUROS, LITTLE, CREDIT, FROZEN, FROZEN_CREDIT, CLOSED)
    ]
    assert shown["accounts"][CHECKING] == done(desk, "get_account_details", account_id=CHECKING)
    assert shown["cards"][DEBIT_CARD] == done(desk, "get_card_details", card_id=DEBIT_CARD)
    assert shown["loan_ids"] == ["LN58T6BW", "LN61V7CX", "LN74W8DY"]
    assert shown["beneficiary_ids"] == [*(ANA, BIG, PENDING, FAILED, SUSPENDED, REVOKED, NAMELESS)]


# One thing.


def test_an_account_shows_what_is_on_hold(desk: Episode) -> None:
    shown = done(desk, "get_account_details", account_id=CHECKING)
    assert shown == {
        "account_id": CHECKING,
        "type": "checking",
        "currency": "USD",
        "status": "active",
        "account_number_masked": "****1031",
        "routing_number": "021000021",
        "balance": {"current": 1200, "available": 1000, "on_hold": 200},
        "interest_rate_apr": None,
        "overdraft_limit": 500,
        "opened_at": "2020-01-01T10:00:00Z",
        "features": {"checks_enabled": True, "atm_access": True, "online_banking": True},
    }


def test_a_credit_account_shows_its_debt_and_the_unused_line(desk: Episode) -> None:
    # A line of 2000.00 less the debt of 450.25.
    shown = done(desk, "get_account_details", account_id=CREDIT)["balance"]
    assert shown == {"current": -450.25, "available": 1549.75, "on_hold": 0}


def test_a_card(desk: Episode) -> None:
    assert done(desk, "get_card_details", card_id=DEBIT_CARD) == {
        "card_id": DEBIT_CARD,
        "type": "debit",
        "linked_account_id": CHECKING,
        "status": "active",
        "issuer": "Northlight Bank",
        "extra_info": {"brand": "visa", "last_four": "3051", "exp_month": 4, "exp_year": 2027},
        "limits": {"daily_atm_limit": 500, "daily_pos_limit": 2500},
        "pin_set": True,
    }


def test_a_loan_with_its_installments_and_repayments(desk: Episode) -> None:
    shown = done(desk, "get_loan_details", loan_id=LOAN)
    assert (shown["principal"], shown["status"], shown["type"]) == (
        120000,
        "delinquent",
        "mortgage",
    )
    assert [(one["due_date"], one["status"]) for one in shown["payment_schedule"]] == [
        ("2025-09-05", "paid"),
        ("2025-10-05", "late"),
        ("2025-11-05", "due"),
    ]
    assert shown["payment_schedule"][0]["transaction_id"] == "tx_0000002"
    assert shown["collateral"]["value_amount"] == 150000
    assert shown["escrow"] == {"account_id": "ES11B2CD", "balance": 600.5, "currency": "USD"}
    assert shown["repayment_history"] == [
        {
            "transaction_id": "tx_0000002",
            "posted_at": "2025-09-05T07:00:00Z",
            "amount": 250,
            "currency": "USD",
            "method": "Internal",
            "principal_component": 200,
            "interest_component": 50,
            "fees_component": 0,
        }
    ]


def test_a_loan_that_is_secured_by_nothing(desk: Episode) -> None:
    shown = done(desk, "get_loan_details", loan_id=EURO_LOAN)
    assert (shown["collateral"], shown["escrow"], shown["payment_schedule"]) == (None, None, [])


def test_a_beneficiary(desk: Episode) -> None:
    shown = done(desk, "get_beneficiary_details", beneficiary_id=BIG)
    assert shown["name"] == {
        "display_name": None,
        "first_name": None,
        "last_name": None,
        "business_name": "Hilltop Roofing",
    }
    assert shown["bank_details"]["account_number_masked"] == "****4410"
    assert shown["transfer_limits"] == {"per_transfer_limit": 5000, "daily_limit": 5005}
    assert shown["allowed_from_account_ids"] == [CHECKING]
    assert shown["verification"] == {
        "status": "verified",
        "method": "micro_deposits",
        "verified_at": "2025-02-03T11:30:00Z",
    }
    assert shown["notes"] == "Recurring"


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ("get_client_details", "client"),
        ("list_client_accounts", "client"),
        ("list_client_beneficiaries", "client"),
        ("get_account_details", "account"),
        ("get_recent_transactions", "account"),
        ("get_card_details", "card"),
        ("get_loan_details", "loan"),
        ("get_beneficiary_details", "beneficiary"),
    ],
)
def test_what_does_not_exist_is_not_shown(desk: Episode, tool: str, name: str) -> None:
    for key in ("nothing", "", NORA.lower(), f" {CHECKING}"):
        refused(desk, f"there is no {name} {key}; ", tool, **{f"{name}_id": key})


def test_things_of_anyone_are_shown(desk: Episode) -> None:
    assert done(desk, "get_account_details", account_id=OMARS)["balance"]["current"] == 900
    assert done(desk, "get_card_details", card_id=OMARS_CARD)["status"] == "active"


# Lists.


def test_accounts_are_listed_by_id_without_balances(desk: Episode) -> None:
    shown = done(desk, "list_client_accounts", client_id=NORA)
    assert list(shown) == sorted(shown)
    assert len(shown) == 8
    assert shown[EUROS] == {
        "currency": "EUR",
        "masked": "****1057",
        "status": "active",
        "type": "savings",
    }


def test_beneficiaries_are_listed_by_id_under_the_nearest_name(desk: Episode) -> None:
    shown = done(desk, "list_client_beneficiaries", client_id=NORA)
    assert shown == {
        ANA: "Ana Silva",
        BIG: "Hilltop Roofing",
        PENDING: "Ana Silva",
        FAILED: "Ana Silva",
        SUSPENDED: "Mom",
        REVOKED: "Ana Silva",
        NAMELESS: "(no name)",
    }
    assert list(shown) == sorted(shown)


def test_a_list_holds_the_clients_own(desk: Episode) -> None:
    assert done(desk, "list_client_beneficiaries", client_id=OMAR) == {OMARS_FRIEND: "Ana Silva"}
    assert list(done(desk, "list_client_accounts", client_id=OMAR)) == [OMARS]


# Transactions. Checking has 1, 3, 4, 5 (reversed), 8, 9, 10 (reversed), 11 and 12.


def numbers(found: list[dict[str, Any]]) -> list[int]:
    return [int(one["transaction_id"][3:]) for one in found]


def test_the_newest_ten_but_the_reversed_ones(desk: Episode) -> None:
    found = done(desk, "get_recent_transactions", account_id=CHECKING)
    assert numbers(found) == [12, 9, 11, 8, 4, 3, 1]


@pytest.mark.parametrize(
    ("limit", "expected"), [(2, [12, 9]), (0, []), (-3, []), (100, [12, 9, 11, 8, 4, 3, 1])]
)
def test_so_many_of_the_newest(desk: Episode, limit: int, expected: list[int]) -> None:
    found = done(desk, "get_recent_transactions", account_id=CHECKING, limit=limit)
    assert numbers(found) == expected


def test_a_transaction_shows_what_it_has(desk: Episode) -> None:
    hotel, sent, *_ = done(desk, "get_recent_transactions", account_id=CHECKING)
    assert hotel == {
        "transaction_id": "tx_0000012",
        "account_id": CHECKING,
        "timestamp": "2025-10-15T09:00:00Z",
        "type": "payment",
        "direction": "debit",
        "amount": 200,
        "currency": "USD",
        "method": "Card",
        "status": "pending",
        "merchant": {
            "name": "Lantern Hotels",
            "mcc": "7011",
            "city": "London",
            "country": "UK",
        },
        "exchange": {
            "source_currency": "GBP",
            "target_currency": "USD",
            "rate": 1.25,
            "source_amount": 160,
            "target_amount": 200,
        },
        "hold": {"is_hold": True, "release_at": "2025-10-18T12:00:00Z", "reason": "hotel_deposit"},
    }
    assert sent["beneficiary_id"] == ANA
    assert sent["balance_after"] == 1200
    assert "merchant" not in sent
    wired = done(desk, "get_recent_transactions", account_id=CHECKING)[3]
    assert wired["fees"] == [{"type": "wire", "amount": 15, "currency": "USD"}]


def search(desk: Episode, **filters: Any) -> list[int]:
    found = done(desk, "search_transactions", client_id=NORA, account_id=CHECKING, **filters)
    return numbers(found)


ALL = [12, 9, 10, 11, 8, 5, 4, 3, 1]
"""The two of one time stand in the order in which they came in."""


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ALL),
        ({"start_date": None, "end_date": "", "status": None}, ALL),
        ({"start_date": "2025-10-15"}, [12, 9, 10, 11]),
        ({"start_date": "2025-10-15T00:00:01Z"}, [12, 9, 10]),
        ({"end_date": "2025-09-30"}, [4, 3, 1]),
        ({"end_date": "2025-09-30T23:59:58Z"}, [3, 1]),
        ({"start_date": "2025-09-30T23:59:59Z", "end_date": "2025-10-01"}, [5, 4]),
        # 02:00 in Madrid is midnight in UTC.
        ({"start_date": "2025-10-15T02:00:00+02:00", "end_date": "2025-10-15"}, [12, 9, 10, 11]),
        ({"start_date": "2025-10-16"}, []),
        ({"start_date": "2025-10-02", "end_date": "2025-10-01"}, []),
        ({"min_amount": 42.11}, [12, 9, 10, 8, 5, 1]),
        ({"max_amount": 42.1}, [11, 4, 3]),
        ({"min_amount": 42.1, "max_amount": 42.1}, [4, 3]),
        ({"min_amount": -5, "max_amount": 10}, [11]),
        ({"transaction_type": "deposit"}, [1]),
        ({"status": "reversed"}, [10, 5]),
        ({"status": "pending", "transaction_type": "payment"}, [12]),
        ({"merchant_name_contains": "harbor"}, [5, 4, 3]),
        ({"merchant_name_contains": "bor FU", "status": "posted"}, [4, 3]),
        ({"merchant_name_contains": "lantern", "end_date": "2025-10-01"}, []),
        ({"merchant_name_contains": "%"}, []),
    ],
)
def test_every_filter(desk: Episode, filters: dict[str, Any], expected: list[int]) -> None:
    assert search(desk, **filters) == expected


@pytest.mark.parametrize(
    ("filters", "reason"),
    [
        ({"transaction_type": "Deposit"}, "transaction_type 'Deposit' is unknown"),
        ({"status": "open"}, "status 'open' is unknown; send one of pending, posted"),
        ({"start_date": "October"}, "start_date 'October' is no date"),
        ({"start_date": "2025-02-30"}, "start_date '2025-02-30' is no date"),
        ({"end_date": "15/10/2025"}, "end_date '15/10/2025' is no date"),
        ({"min_amount": 1.005}, "min_amount 1.005 has more than two decimals"),
        ({"max_amount": 0.001}, "max_amount 0.001 has more than two decimals"),
    ],
)
def test_an_unknown_filter_value_is_told_before_anything_else(
    desk: Episode, filters: dict[str, Any], reason: str
) -> None:
    refused(desk, reason, "search_transactions", client_id="?", account_id="?", **filters)


def test_a_search_asks_for_the_client_and_then_for_an_account_of_the_client(desk: Episode) -> None:
    tool = "search_transactions"
    refused(desk, "there is no client CL00", tool, client_id="CL00", account_id="AC00")
    for account in (OMARS, "AC00"):
        refused(
            desk,
            f"account {account} is not one of client {NORA}",
            tool,
            client_id=NORA,
            account_id=account,
        )
