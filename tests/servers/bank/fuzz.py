"""Every tool of the bank against generated calls on the real base."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Client,
    Loan,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

BANK = served_domain("bank")
MOVING_NOTHING = {
    "add_beneficiary",
    "verify_beneficiary",
    "freeze_card",
    "unfreeze_card",
    "freeze_account",
    "unfreeze_account",
}
METHODS = ["ACH", "Wire", "Card", "ATM", "Internal"]
VERIFICATIONS = ["micro_deposits", "document", "instant"]


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    accounts: dict[str, list[Account]]
    """By client."""
    payable: list[tuple[Beneficiary, str]]
    """Beneficiaries that can be paid, with an account for it."""
    beneficiaries: list[Beneficiary]
    loans: list[Loan]


@cache
def base() -> Base:
    with EpisodeState.open(BANK.data) as state, state.session() as db:
        clients = [*db.exec(select(Client))]
        cards = [*db.exec(select(Card))]
        beneficiaries = [*db.exec(select(Beneficiary))]
        loans = [*db.exec(select(Loan))]
        links = [*db.exec(select(BeneficiaryAllowedAccount))]
        accounts: dict[str, list[Account]] = {}
        for account in db.exec(select(Account)):
            accounts.setdefault(account.client_id, []).append(account)
    every = [one for some in accounts.values() for one in some]
    keys = [one.account_id for one in every]
    usable = {one.account_id for one in every if one.status == "active" and one.available > 0}
    by_id = {one.beneficiary_id: one for one in beneficiaries}
    return Base(
        known={
            "client_id": [one.client_id for one in clients],
            "email": [one.email for one in clients],
            **dict.fromkeys(
                ("account_id", "from_account_id", "to_account_id", "allowed_from_account_ids"), keys
            ),
            "card_id": [one.card_id for one in cards],
            "loan_id": [one.loan_id for one in loans],
            "beneficiary_id": [*by_id, "bnf_x1", "bnf_x2"],
            "beneficiary_type": ["individual", "business", "person"],
            "verification_method": [*VERIFICATIONS, "mail"],
            "method": [*METHODS, *VERIFICATIONS, "cash"],
            "transaction_type": ["deposit", "payment", "loan"],
            "status": ["posted", "pending", "open"],
            "start_date": ["2025-09-01", "2025-10-15T00:00:00Z", "soon", "2025-02-30"],
            "end_date": ["2025-09-30", "2025-10-15T08:00:00+02:00", "9999-12-31", "0001-01-01"],
            "merchant_name_contains": ["coffee", "ha", "%"],
            "expression": ["41.35 - 39.90", "2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        accounts=accounts,
        payable=[
            (by_id[link.beneficiary_id], link.account_id)
            for link in links
            if link.account_id in usable
            and by_id[link.beneficiary_id].status == "active"
            and by_id[link.beneficiary_id].verification_status == "verified"
        ],
        beneficiaries=beneficiaries,
        loans=[one for one in loans if one.status != "closed"],
    )


def amounts(most: float) -> st.SearchStrategy[float]:
    return st.floats(0.01, most).map(lambda amount: round(amount, 2))


@st.composite
def between_own(draw: st.DrawFn) -> Arguments:
    """Two accounts of one client in one currency."""
    pairs = [
        (one, other)
        for held in base().accounts.values()
        for one in held
        for other in held
        if one is not other and one.currency == other.currency
    ]
    source, target = draw(st.sampled_from(pairs))
    return {
        "client_id": source.client_id,
        "from_account_id": source.account_id,
        "to_account_id": target.account_id,
        "amount": draw(amounts(600)),
    }


@st.composite
def addition(draw: st.DrawFn) -> Arguments:
    held = draw(st.sampled_from([*base().accounts.values()]))
    per = draw(amounts(900))
    return {
        "client_id": held[0].client_id,
        "beneficiary_id": f"bnf_y{draw(st.integers(0, 99))}",
        "beneficiary_type": draw(st.sampled_from(["individual", "business"])),
        "display_name": draw(st.none() | st.text(max_size=5)),
        "first_name": "Freya",
        "last_name": "Dahl",
        "business_name": "Ivory Piano Studio",
        "bank_name": "Old Canal Bank",
        "account_number_masked": "****7788",
        "routing_number": None,
        "iban": "",
        "swift_bic": None,
        "address1": "9 Mill Road",
        "address2": draw(st.sampled_from(["", "Unit 3"])),
        "city": "Boise",
        "state": "ID",
        "zip": "83702",
        "country": "USA",
        "allowed_from_account_ids": [one.account_id for one in held],
        "per_transfer_limit": per,
        "daily_limit": round(per * draw(st.integers(1, 3)), 2),
    }


@st.composite
def verification(draw: st.DrawFn) -> Arguments:
    one = draw(st.sampled_from(base().beneficiaries))
    method = draw(st.sampled_from(VERIFICATIONS))
    return {"client_id": one.client_id, "beneficiary_id": one.beneficiary_id, "method": method}


@st.composite
def sending(draw: st.DrawFn) -> Arguments:
    one, account = draw(st.sampled_from(base().payable))
    return {
        "client_id": one.client_id,
        "from_account_id": account,
        "beneficiary_id": one.beneficiary_id,
        "amount": draw(amounts(300)),
        "method": draw(st.sampled_from(["ACH", "Wire"])),
    }


@st.composite
def paying(draw: st.DrawFn) -> Arguments:
    loan = draw(st.sampled_from(base().loans))
    return {
        "client_id": loan.client_id,
        "loan_id": loan.loan_id,
        "from_account_id": loan.linked_repayment_account_id,
        "amount": draw(amounts(500)),
        "method": draw(st.sampled_from(METHODS)),
    }


@st.composite
def searching(draw: st.DrawFn) -> Arguments:
    held = draw(st.sampled_from([*base().accounts.values()]))
    account = draw(st.sampled_from(held))
    return {
        "client_id": account.client_id,
        "account_id": account.account_id,
        "start_date": draw(st.sampled_from([None, "2025-09-01"])),
        "max_amount": draw(st.none() | amounts(500)),
    }


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "search_transactions": searching(),
    "initiate_internal_transfer": between_own(),
    "add_beneficiary": addition(),
    "verify_beneficiary": verification(),
    "initiate_transfer_to_beneficiary": sending(),
    "make_loan_payment": paying(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A client and an account of theirs."""
    client = draw(st.sampled_from(sorted(base().accounts)))
    account = base().accounts[client][0].account_id
    return {"client_id": client, "account_id": account, "from_account_id": account}


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(BANK.tools[tool], base().known, VALID.get(tool))


def booked(changes: Changes) -> Counter[str]:
    """How many hundredths were booked in the episode, by account."""
    sums: Counter[str] = Counter()
    for row in changes["transaction"].after:
        sign = 1 if row["direction"] == "credit" else -1
        sums[str(row["account_id"])] += sign * int(row["amount"] or 0)
    return sums


def grown(changes: Changes, column: str) -> Counter[str]:
    """How many hundredths more than in the base the accounts hold."""
    sums: Counter[str] = Counter()
    for sign, rows in ((1, changes["account"].after), (-1, changes["account"].before)):
        for row in rows:
            sums[str(row["account_id"])] += sign * int(row[column] or 0)
    return sums


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """Balances move by what is booked, nothing is overdrawn, and holds stay."""
    expected = {key: amount for key, amount in booked(after).items() if amount}
    for column in ("current", "available"):
        moved = {key: amount for key, amount in grown(after, column).items() if amount}
        assert moved == expected
    assert not any(grown(after, "on_hold").values())
    assert all(int(row["available"] or 0) >= 0 for row in after["account"].after)
    assert all(int(row["amount"] or 0) > 0 for row in after["transaction"].after)
    if call.name in MOVING_NOTHING:
        assert booked(after) == booked(before)
