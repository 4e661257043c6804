"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

RESTAURANT = served_domain("restaurant")

READ = {
    "find_patron_ref_by_email",
    "find_patron_ref_by_name_zip",
    "get_patron_details",
    "get_ticket_details",
    "get_dish_details",
    "list_all_dishes",
    "calculate",
    "think",
    "transfer_to_human_agents",
}
WRITE = {
    "cancel_placed_ticket",
    "modify_placed_ticket_dropoff",
    "modify_placed_ticket_table",
    "modify_placed_ticket_items",
    "modify_placed_ticket_instrument",
    "add_tip_to_ticket",
}

PARAMETERS = {
    "find_patron_ref_by_email": "email: string",
    "find_patron_ref_by_name_zip": "given: string, family: string, postal_code: string",
    "get_patron_details": "guest_ref: string",
    "get_ticket_details": "ticket_ref: string",
    "get_dish_details": "dish_ref: string",
    "list_all_dishes": "",
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_agents": "summary: string",
    "cancel_placed_ticket": "ticket_ref: string, reason: string",
    "modify_placed_ticket_dropoff": (
        "ticket_ref: string, line_one: string, line_two: string, municipality: string, "
        "province: string, nation: string, postal_code: string"
    ),
    "modify_placed_ticket_table": (
        "ticket_ref: string, zone: string, table_no: string, seat_count: integer"
    ),
    "modify_placed_ticket_items": (
        "ticket_ref: string, plate_refs: [string], new_plate_refs: [string], instrument_ref: string"
    ),
    "modify_placed_ticket_instrument": "ticket_ref: string, instrument_ref: string",
    "add_tip_to_ticket": "ticket_ref: string, tip_total: number, instrument_ref: string",
}


def test_nine_tools_read_and_six_write() -> None:
    kinds = {name: tool.kind for name, tool in RESTAURANT.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_enums_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in RESTAURANT.tools.items()} == PARAMETERS


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
