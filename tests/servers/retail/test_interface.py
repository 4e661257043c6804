"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

RETAIL = served_domain("retail")

READ = {
    "find_user_id_by_email",
    "find_user_id_by_name_zip",
    "get_user_details",
    "get_order_details",
    "get_product_details",
    "list_all_product_types",
    "calculate",
    "think",
    "transfer_to_human_agents",
}
WRITE = {
    "cancel_pending_order",
    "modify_pending_order_address",
    "modify_pending_order_payment",
    "modify_pending_order_items",
    "return_delivered_order_items",
    "exchange_delivered_order_items",
    "modify_user_address",
}

ADDRESS = (
    "address1: string, address2: string, city: string, state: string, country: string, zip: string"
)
PARAMETERS = {
    "find_user_id_by_email": "email: string",
    "find_user_id_by_name_zip": "first_name: string, last_name: string, zip: string",
    "get_user_details": "user_id: string",
    "get_order_details": "order_id: string",
    "get_product_details": "product_id: string",
    "list_all_product_types": "",
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_agents": "summary: string",
    "cancel_pending_order": "order_id: string, reason: no longer needed|ordered by mistake",
    "modify_pending_order_address": f"order_id: string, {ADDRESS}",
    "modify_pending_order_payment": "order_id: string, payment_method_id: string",
    "modify_pending_order_items": (
        "order_id: string, item_ids: [string], new_item_ids: [string], payment_method_id: string"
    ),
    "return_delivered_order_items": (
        "order_id: string, item_ids: [string], payment_method_id: string"
    ),
    "exchange_delivered_order_items": (
        "order_id: string, item_ids: [string], new_item_ids: [string], payment_method_id: string"
    ),
    "modify_user_address": f"user_id: string, {ADDRESS}",
}


def test_nine_tools_read_and_seven_write() -> None:
    kinds = {name: tool.kind for name, tool in RETAIL.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_enums_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in RETAIL.tools.items()} == PARAMETERS


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(RET-\d\d)\]", RETAIL.policy))
    assert stated == {f"RET-{number:02d}" for number in range(1, 29)}


def test_shared_rules_that_the_shop_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", RETAIL.policy)) == {"COM-12", "COM-13", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = RETAIL.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(
            r"`((?:find|get|list|cancel|modify|return|exchange|transfer)_\w+)`", RETAIL.policy
        )
    )
    assert named == {
        "find_user_id_by_email",
        "find_user_id_by_name_zip",
        "get_order_details",
        "transfer_to_human_agents",
    }
    assert named < set(RETAIL.tools)


def test_the_policy_names_the_statuses_and_reasons_that_the_tools_use() -> None:
    for value in (
        "pending",
        "processed",
        "delivered",
        "cancelled",
        "delivered (return requested)",
        "delivered (exchange requested)",
        "no longer needed",
        "ordered by mistake",
    ):
        assert f"`{value}`" in RETAIL.policy


def test_hints_tell_what_repeating_a_call_does() -> None:
    # An item that an order holds twice is replaced once by each call.
    for name in WRITE:
        tool = RETAIL.tools[name]
        assert tool.destructive
        assert tool.idempotent == (name != "modify_pending_order_items")
