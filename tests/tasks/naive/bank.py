"""Final states of `bank`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, grouped, keys_of, known, labels, pick

TABLES = (
    "account",
    "card",
    "beneficiary",
    "beneficiary_allowed_account",
    "transaction",
    "loan_repayment",
)
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    accounts = Counter(pick(r, "account_id status current available") for r in tables["account"])
    cards = Counter(pick(row, "card_id status") for row in tables["card"])
    allowed = grouped(tables["beneficiary_allowed_account"], "beneficiary_id", "account_id")
    beneficiaries = Counter(
        (
            *pick(row, "beneficiary_id client_id type ~display_name ~first_name ~last_name"),
            *pick(row, "~business_name ~bank_name ~account_number_masked ~routing_number"),
            *pick(row, "~iban ~swift_bic per_transfer_limit daily_limit verification_status"),
            *pick(row, "verification_method status"),
            labels(row["address"]),
            row["verified_at"] is None,
            allowed[row["beneficiary_id"]],
        )
        for row in tables["beneficiary"]
    )
    old = keys_of(base["transaction"], "transaction_id")
    content = {
        row["transaction_id"]: (
            known(row["transaction_id"], old),
            *pick(row, "client_id account_id type direction amount currency method status"),
            *pick(row, "fees beneficiary_id"),
        )
        for row in tables["transaction"]
    }
    transactions = Counter(
        (content[row["transaction_id"]], content.get(row["related_transaction_id"]))
        for row in tables["transaction"]
    )
    repayments = Counter(
        (
            content[row["transaction_id"]],
            *pick(row, "loan_id amount currency method principal_component interest_component"),
            row["fees_component"],
        )
        for row in tables["loan_repayment"]
    )
    return accounts, cards, beneficiaries, transactions, repayments
