"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

AIRLINE = served_domain("airline")

READ = {
    "get_user_details",
    "get_reservation_details",
    "list_all_airports",
    "search_direct_flight",
    "search_onestop_flight",
    "calculate",
    "think",
    "transfer_to_human_agents",
}
WRITE = {
    "book_reservation",
    "update_reservation_flights",
    "update_reservation_baggages",
    "update_reservation_passengers",
    "cancel_reservation",
    "send_certificate",
}

CABIN = "basic_economy|economy|business"
SEGMENTS = "[flight_number: string, date: string]"
TRAVELLERS = "[first_name: string, last_name: string, dob: string]"
PARAMETERS = {
    "get_user_details": "user_id: string",
    "get_reservation_details": "reservation_id: string",
    "list_all_airports": "",
    "search_direct_flight": "origin: string, destination: string, date: string",
    "search_onestop_flight": "origin: string, destination: string, date: string",
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_agents": "summary: string",
    "book_reservation": (
        "user_id: string, origin: string, destination: string, flight_type: one_way|round_trip, "
        f"cabin: {CABIN}, flights: {SEGMENTS}, passengers: {TRAVELLERS}, "
        "payment_methods: [payment_id: string, amount: number], total_baggages: integer, "
        "nonfree_baggages: integer, insurance: yes|no"
    ),
    "update_reservation_flights": (
        f"reservation_id: string, cabin: {CABIN}, flights: {SEGMENTS}, payment_id: string"
    ),
    "update_reservation_baggages": (
        "reservation_id: string, total_baggages: integer, nonfree_baggages: integer, "
        "payment_id: string"
    ),
    "update_reservation_passengers": f"reservation_id: string, passengers: {TRAVELLERS}",
    "cancel_reservation": "reservation_id: string",
    "send_certificate": "user_id: string, amount: number",
}


def test_eight_tools_read_and_six_write() -> None:
    kinds = {name: tool.kind for name, tool in AIRLINE.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_enums_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in AIRLINE.tools.items()} == PARAMETERS


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(AIR-\d\d)\]", AIRLINE.policy))
    assert stated == {f"AIR-{number:02d}" for number in range(1, 38)}


def test_shared_rules_that_the_airline_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", AIRLINE.policy)) == {"COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = AIRLINE.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(r"`((?:get|list|search|book|update|cancel|send|transfer)_\w+)`", AIRLINE.policy)
    )
    assert named == {"get_user_details", "transfer_to_human_agents"}
    assert named < set(AIRLINE.tools)


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    adding = {"book_reservation", "send_certificate"}  # twice gives two, nothing is lost
    for name in WRITE:
        tool = AIRLINE.tools[name]
        assert (tool.destructive, tool.idempotent) == (name not in adding, name not in adding)
