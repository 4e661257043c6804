"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

RETAIL = served_domain("retail")
WRITE = {name for name, tool in RETAIL.tools.items() if tool.kind == "write"}


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
