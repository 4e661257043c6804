"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

TRAVEL = served_domain("travel")

READ = {
    "get_traveler_details",
    "get_agent_details",
    "get_package_details",
    "get_booking_details",
    "search_packages",
    "list_all_destinations",
    "calculate",
    "think",
    "transfer_to_human_agents",
}
WRITE = {
    "book_package",
    "cancel_booking",
    "update_booking_add_ons",
    "update_booking_departure_date",
    "update_booking_travelers",
    "update_booking_rooming",
    "schedule_agent_meeting",
}

TRAVELERS = "travelers: [first_name: string, last_name: string, dob: string]"
ROOMING = "rooming: {room_type: string, occupancy: integer}"
ADD_ONS = "add_ons: [type: string, description: string, price: number]"
PARAMETERS = {
    "get_traveler_details": "traveler_id: string",
    "get_agent_details": "agent_id: string",
    "get_package_details": "package_id: string",
    "get_booking_details": "booking_id: string",
    "search_packages": (
        "destination_city?: string, destination_country?: string, category?: string, "
        "departure_date?: string"
    ),
    "list_all_destinations": "",
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_agents": "summary: string",
    "book_package": (
        f"traveler_id: string, package_id: string, departure_date: string, {TRAVELERS}, {ROOMING}, "
        f"{ADD_ONS}, insurance: string, payment_methods: [payment_id: string, amount: number], "
        "agent_id?: string"
    ),
    "cancel_booking": "booking_id: string",
    "update_booking_add_ons": f"booking_id: string, {ADD_ONS}, payment_method_id: string",
    "update_booking_departure_date": (
        "booking_id: string, new_departure_date: string, payment_method_id: string"
    ),
    "update_booking_travelers": f"booking_id: string, {TRAVELERS}",
    "update_booking_rooming": f"booking_id: string, {ROOMING}",
    "schedule_agent_meeting": (
        "agent_id: string, date: string, time_range: string, traveler_id: string"
    ),
}


def test_nine_tools_read_and_seven_write() -> None:
    kinds = {name: tool.kind for name, tool in TRAVEL.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_options_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in TRAVEL.tools.items()} == PARAMETERS


def test_only_insurance_and_the_options_may_be_null() -> None:
    nullable = {
        (name, parameter)
        for name, tool in TRAVEL.tools.items()
        for parameter, one in tool.inputs.items()
        if one.nullable
    }
    assert nullable == {
        ("book_package", "insurance"),
        ("book_package", "agent_id"),
        ("search_packages", "destination_city"),
        ("search_packages", "destination_country"),
        ("search_packages", "category"),
        ("search_packages", "departure_date"),
    }


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(TRV-\d\d)\]", TRAVEL.policy))
    assert stated == {f"TRV-{number:02d}" for number in range(1, 30)}


def test_shared_rules_that_the_agency_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", TRAVEL.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = TRAVEL.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first
    assert "`24-05-15`" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(r"`((?:get|list|search|book|cancel|update|transfer)_\w+)`", TRAVEL.policy)
    )
    assert named >= {
        "get_traveler_details",
        "get_package_details",
        "transfer_to_human_agents",
    }
    assert named < set(TRAVEL.tools)


def test_the_policy_names_the_values_that_the_tools_use() -> None:
    for value in (
        *("available", "limited", "sold_out"),
        *("confirmed", "pending", "cancelled"),
        *("single", "double", "twin", "suite", "family_suite"),
        *("standard", "premium"),
    ):
        assert f"`{value}`" in TRAVEL.policy


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    for name in WRITE:
        tool = TRAVEL.tools[name]
        assert tool.destructive == (name != "book_package")
        assert tool.idempotent == (name != "book_package")
