"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

BASKETBALL = served_domain("basketball")

READ = {
    "find_player_id_by_email",
    "find_player_id_by_name",
    "list_all_clubs",
    "list_clubs_by_league",
    "get_club_details",
    "list_club_roster_ids",
    "get_club_schedule",
    "get_club_record",
    "get_player_details",
    "get_player_total_points",
    "get_game_details",
    "get_game_score",
    "get_game_box_score",
    "get_game_timeline",
    "calculate",
    "think",
    "transfer_to_human_agents",
}
WRITE = {"modify_player_address", "update_game_status", "record_scoring_event"}

STATUS = "scheduled|in_progress|final|postponed"
PARAMETERS = {
    "find_player_id_by_email": "email: string",
    "find_player_id_by_name": "first_name: string, last_name: string",
    "list_all_clubs": "",
    "list_clubs_by_league": "league: string",
    "get_club_details": "club_id: string",
    "list_club_roster_ids": "club_id: string, active_only?: boolean = true",
    "get_club_schedule": f"club_id: string, season?: string, status?: {STATUS}",
    "get_club_record": "club_id: string, season?: string",
    "get_player_details": "player_id: string",
    "get_player_total_points": "player_id: string, season?: string",
    "get_game_details": "game_id: string",
    "get_game_score": "game_id: string",
    "get_game_box_score": "game_id: string",
    "get_game_timeline": "game_id: string",
    "modify_player_address": (
        "player_id: string, street: string, city: string, state: string, country: string, "
        "zip: string"
    ),
    "update_game_status": f"game_id: string, new_status: {STATUS}",
    "record_scoring_event": (
        "game_id: string, event_type: 1PT|2PT|3PT|FT, points: integer, club_id: string, "
        "player_id: string, timestamp: string"
    ),
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_agents": "summary: string",
}


def test_seventeen_tools_read_and_three_write() -> None:
    kinds = {name: tool.kind for name, tool in BASKETBALL.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_enums_are_the_published_ones() -> None:
    assert {name: brief(tool.parameters) for name, tool in BASKETBALL.tools.items()} == PARAMETERS


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(BKB-\d\d)\]", BASKETBALL.policy))
    assert stated == {f"BKB-{number:02d}" for number in range(1, 25)}


def test_shared_rules_that_the_association_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", BASKETBALL.policy)) == {
        *("COM-10", "COM-11", "COM-12", "COM-13", "COM-14")
    }


def test_the_policy_begins_with_the_time_and_names_no_time_zone() -> None:
    first = BASKETBALL.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 January 2025, 19:30:00, ")
    assert not re.search(r"\b(?:EST|UTC|GMT)\b", BASKETBALL.policy)


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(r"`((?:find|get|list|transfer|modify|update|record)_\w+)`", BASKETBALL.policy)
    )
    assert named == {
        "find_player_id_by_email",
        "find_player_id_by_name",
        "get_player_details",
        "list_all_clubs",
        "list_clubs_by_league",
        "list_club_roster_ids",
        "transfer_to_human_agents",
    }
    assert named < set(BASKETBALL.tools)


def test_the_policy_names_the_statuses_types_and_sources_that_the_tools_use() -> None:
    for value in (
        *("scheduled", "in_progress", "final", "postponed"),
        *("1PT", "2PT", "3PT", "FT"),
        *("draft", "trade", "free agency"),
    ):
        assert f"`{value}`" in BASKETBALL.policy


def test_hints_tell_what_repeating_a_call_does() -> None:
    # An event takes nothing away, and the same call adds another one.
    hints = {
        name: (BASKETBALL.tools[name].destructive, BASKETBALL.tools[name].idempotent)
        for name in WRITE
    }
    assert hints == {
        "modify_player_address": (True, True),
        "update_game_status": (True, True),
        "record_scoring_event": (False, False),
    }
