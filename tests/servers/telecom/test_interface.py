"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

TELECOM = served_domain("telecom")
WRITE = {name for name, tool in TELECOM.tools.items() if tool.kind == "write"}


def test_no_tool_hands_off() -> None:
    assert not TELECOM.hand_off_tools


def test_the_default_priority_is_told() -> None:
    priority = TELECOM.tools["create_support_ticket"].parameters["properties"]["priority"]
    assert priority["default"] == "medium"


def test_descriptions_name_the_values_that_the_tools_take() -> None:
    for tool, parameter, values in (
        ("manage_service", "action", "list add remove"),
        ("troubleshoot_device", "issue", "no_service slow_speeds battery_drain"),
        (
            "create_support_ticket",
            "category",
            "mobile internet tv billing account device security phone",
        ),
        ("create_support_ticket", "priority", "low medium high urgent"),
        ("modify_support_ticket", "status", "open in_progress resolved closed"),
        ("modify_support_ticket", "priority", "low medium high urgent"),
        ("manage_billing", "billing_cycle", "monthly quarterly annual"),
        ("record_payment", "method", "credit_card bank_transfer"),
    ):
        described = TELECOM.tools[tool].parameters["properties"][parameter]["description"]
        assert set(values.split()) <= set(re.findall(r"\w+", described))


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"TELC-\d\d", TELECOM.policy))
    assert stated == {f"TELC-{number:02d}" for number in range(1, 24)}


def test_shared_rules_that_the_company_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", TELECOM.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = TELECOM.policy.split("\n\n")[1]
    assert first.startswith("It is Sunday, 28 September 2025, 12:00:00")
    assert "2025-09-28" in first


def test_the_policy_names_tools_that_exist_and_all_that_write() -> None:
    named = set(
        re.findall(
            r"`((?:find|get|manage|create|modify|add|record|troubleshoot|transfer)_\w+)`",
            TELECOM.policy,
        )
    )
    assert named == WRITE | {
        "find_customer_by_email",
        "find_customer_by_phone",
        "troubleshoot_device",
    }


def test_the_policy_names_the_values_that_the_tools_take() -> None:
    for value in (
        *("monthly", "quarterly", "annual", "credit_card", "bank_transfer"),
        *("low", "medium", "high", "urgent", "open", "in_progress", "resolved", "closed"),
        *("mobile", "internet", "tv", "billing", "account", "device", "security", "phone"),
        *("no_service", "slow_speeds", "battery_drain", "list"),
    ):
        assert f"`{value}`" in TELECOM.policy


def test_the_policy_knows_no_hand_off() -> None:
    assert "transfer_to" not in TELECOM.policy
    assert "hand off" not in TELECOM.policy


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    hints = {
        name: (TELECOM.tools[name].destructive, TELECOM.tools[name].idempotent) for name in WRITE
    }
    assert hints == {
        "manage_service": (True, True),
        "create_support_ticket": (False, False),
        "modify_support_ticket": (True, True),
        "add_device": (False, False),
        "manage_billing": (True, True),
        "record_payment": (True, False),
    }
