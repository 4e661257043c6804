"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

RESTAURANT = served_domain("restaurant")
WRITE = {name for name, tool in RESTAURANT.tools.items() if tool.kind == "write"}


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(RST-\d\d)\]", RESTAURANT.policy))
    assert stated == {f"RST-{number:02d}" for number in range(1, 26)}


def test_shared_rules_that_the_restaurant_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", RESTAURANT.policy)) == {"COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = RESTAURANT.policy.split("\n\n")[1]
    assert first.startswith("It is Thursday, 15 May 2025, 18:00:00,")
    assert "UTC" not in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(r"`((?:find|get|list|cancel|modify|add|transfer)_\w+)`", RESTAURANT.policy)
    )
    assert named == {
        "find_patron_ref_by_email",
        "find_patron_ref_by_name_zip",
        "get_ticket_details",
        "get_dish_details",
        "transfer_to_human_agents",
    }
    assert named < set(RESTAURANT.tools)


def test_the_policy_names_the_states_modes_and_kinds_that_the_tools_show() -> None:
    for value in (
        *("placed", "in_progress", "ready", "delivered", "cancelled"),
        *("dine_in", "takeout", "delivery"),
        *("payment", "refund", "tip", "tax", "delivery_fee"),
    ):
        assert f"`{value}`" in RESTAURANT.policy


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    # A plate that stands on a ticket twice is replaced once by each call; each tip adds up.
    for name in WRITE:
        tool = RESTAURANT.tools[name]
        assert tool.destructive == (name != "add_tip_to_ticket")
        assert tool.idempotent == (name not in ("modify_placed_ticket_items", "add_tip_to_ticket"))
