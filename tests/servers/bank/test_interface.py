"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

BANK = served_domain("bank")

READ = {
    "find_client_id_by_email",
    "get_client_details",
    "get_account_details",
    "get_card_details",
    "get_loan_details",
    "get_beneficiary_details",
    "list_client_accounts",
    "list_client_beneficiaries",
    "get_recent_transactions",
    "search_transactions",
    "calculate",
    "think",
    "transfer_to_human_agents",
}
WRITE = {
    "initiate_internal_transfer",
    "add_beneficiary",
    "verify_beneficiary",
    "initiate_transfer_to_beneficiary",
    "freeze_card",
    "unfreeze_card",
    "freeze_account",
    "unfreeze_account",
    "make_loan_payment",
}

PARAMETERS = {
    "find_client_id_by_email": "email: string",
    "get_client_details": "client_id: string",
    "get_account_details": "account_id: string",
    "get_card_details": "card_id: string",
    "get_loan_details": "loan_id: string",
    "get_beneficiary_details": "beneficiary_id: string",
    "list_client_accounts": "client_id: string",
    "list_client_beneficiaries": "client_id: string",
    "get_recent_transactions": "account_id: string, limit?: integer = 10",
    "search_transactions": (
        "client_id: string, account_id: string, start_date?: string, end_date?: string, "
        "min_amount?: number, max_amount?: number, transaction_type?: string, status?: string, "
        "merchant_name_contains?: string"
    ),
    "initiate_internal_transfer": (
        "client_id: string, from_account_id: string, to_account_id: string, amount: number, "
        "description?: string"
    ),
    "add_beneficiary": (
        "client_id: string, beneficiary_id: string, beneficiary_type: string, "
        "display_name: string, first_name: string, last_name: string, business_name: string, "
        "bank_name: string, account_number_masked: string, routing_number: string, iban: string, "
        "swift_bic: string, address1: string, address2: string, city: string, state: string, "
        "zip: string, country: string, allowed_from_account_ids: [string], "
        'per_transfer_limit: number, daily_limit: number, verification_method?: string = "document"'
    ),
    "verify_beneficiary": (
        'client_id: string, beneficiary_id: string, method?: string = "document"'
    ),
    "initiate_transfer_to_beneficiary": (
        "client_id: string, from_account_id: string, beneficiary_id: string, amount: number, "
        'method?: string = "ACH", description?: string'
    ),
    "freeze_card": "card_id: string, reason: string",
    "unfreeze_card": "card_id: string",
    "freeze_account": "account_id: string, reason: string",
    "unfreeze_account": "account_id: string",
    "make_loan_payment": (
        "client_id: string, loan_id: string, from_account_id: string, amount: number, "
        'method?: string = "Internal", description?: string'
    ),
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_agents": "summary: string",
}


def test_thirteen_tools_read_and_nine_write() -> None:
    kinds = {name: tool.kind for name, tool in BANK.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_defaults_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in BANK.tools.items()} == PARAMETERS


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(BNK-\d\d)\]", BANK.policy))
    assert stated == {f"BNK-{number:02d}" for number in range(1, 24)}


def test_shared_rules_that_the_bank_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", BANK.policy)) == {"COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = BANK.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 October 2025, 12:00:00 UTC")
    assert "2025-10-15" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(
            r"`((?:find|get|list|search|add|verify|initiate|make|freeze|unfreeze|transfer)_\w+)`",
            BANK.policy,
        )
    )
    assert named == {
        "find_client_id_by_email",
        "get_recent_transactions",
        "search_transactions",
        "transfer_to_human_agents",
    }
    assert named < set(BANK.tools)


def test_the_policy_names_the_values_that_the_tools_use() -> None:
    for value in (
        *("checking", "savings", "credit", "active", "frozen", "closed", "blocked", "expired"),
        *("debit", "pending", "posted", "reversed", "due", "paid", "late", "deferred"),
        *("delinquent", "default", "suspended", "revoked", "verified", "failed"),
        *("micro_deposits", "document", "instant", "ACH", "Wire"),
    ):
        assert f"`{value}`" in BANK.policy


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    hints = {name: (BANK.tools[name].destructive, BANK.tools[name].idempotent) for name in WRITE}
    moving_money_or_adding = {
        "initiate_internal_transfer",
        "initiate_transfer_to_beneficiary",
        "make_loan_payment",
        "add_beneficiary",
    }
    assert {name for name, hint in hints.items() if not hint[1]} == moving_money_or_adding
    assert {name for name, hint in hints.items() if hint[0]} == {
        "freeze_card",
        "unfreeze_card",
        "freeze_account",
        "unfreeze_account",
    }
