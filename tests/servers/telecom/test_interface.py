"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

TELECOM = served_domain("telecom")

READ = {
    "calculate",
    "think",
    "find_customer_by_email",
    "find_customer_by_phone",
    "get_customer_details",
    "get_service_details",
    "get_device_details",
    "get_billing_details",
    "troubleshoot_device",
    "get_support_ticket_details",
    "get_services",
    "get_senior_discount",
}
WRITE = {
    "manage_service",
    "create_support_ticket",
    "modify_support_ticket",
    "add_device",
    "manage_billing",
    "record_payment",
}

PARAMETERS = {
    "calculate": "expression: string",
    "think": "thought: string",
    "find_customer_by_email": "email: string",
    "find_customer_by_phone": "phone: string",
    "get_customer_details": "customer_id: string",
    "get_service_details": "service_id: string",
    "get_device_details": "device_name: string",
    "get_billing_details": "customer_id: string",
    "manage_service": (
        "customer_id: string, action: string, service_id?: string, devices_ids?: [string]"
    ),
    "troubleshoot_device": "device_name: string, issue: string",
    "create_support_ticket": "customer_id: string, category: string, priority?: string",
    "get_support_ticket_details": "ticket_id: string",
    "add_device": "customer_id: string, device_name: string",
    "manage_billing": (
        "customer_id: string, paperless: boolean, auto_pay: boolean, billing_cycle: string"
    ),
    "get_services": "",
    "get_senior_discount": "original_price: string",
    "modify_support_ticket": "ticket_id: string, status: string, priority: string",
    "record_payment": "customer_id: string, amount: number, method: string, date: string",
}
"""No parameter has an enum; one that may be left out is marked `?`."""


def brief(schema: dict[str, object]) -> str:
    """The parameters in one line; each is described."""
    fields = schema["properties"]
    assert isinstance(fields, dict)
    parts: list[str] = []
    for name, field in fields.items():
        assert isinstance(field["description"], str)
        assert "enum" not in field
        kind = f"[{field['items']['type']}]" if field["type"] == "array" else field["type"]
        optional = "" if name in schema.get("required", []) else "?"
        parts.append(f"{name}{optional}: {kind}")
    return ", ".join(parts)


def test_twelve_tools_read_and_six_write() -> None:
    kinds = {name: tool.kind for name, tool in TELECOM.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_no_tool_hands_off() -> None:
    assert not TELECOM.hand_off_tools


def test_names_types_and_what_may_be_left_out_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in TELECOM.tools.items()} == PARAMETERS


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
