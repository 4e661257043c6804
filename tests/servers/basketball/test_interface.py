"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

BASKETBALL = served_domain("basketball")
WRITE = {name for name, tool in BASKETBALL.tools.items() if tool.kind == "write"}


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
