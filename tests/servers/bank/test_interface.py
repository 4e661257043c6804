"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

BANK = served_domain("bank")
WRITE = {name for name, tool in BANK.tools.items() if tool.kind == "write"}


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
