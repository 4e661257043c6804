"""What the read tools find and show. The baskets stand in desk.py."""

import json

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    COMETS,
    FOREIGN,
    FOXES,
    FREE,
    INES,
    LEVEL,
    LOST,
    NORA,
    OLD,
    OMAR,
    OTHER_NORA,
    POSTPONED,
    RUNNING,
    SCHEDULED,
    STAGS,
    TARIQ,
    TIDES,
    WON,
)

# Finding players.


@pytest.mark.parametrize(
    ("email", "player_id"),
    [
        ("nora.quist8812@example.com", NORA),
        ("NORA.Quist8812@Example.com", NORA),
        ("  nora.quist8812@example.com\n", NORA),
        ("nora.quist8813@example.com", OTHER_NORA),
        ("omar.haddad@example.com", OMAR),  # stored with capitals
    ],
)
def test_a_player_is_found_by_email_whatever_its_case(
    desk: Episode, email: str, player_id: str
) -> None:
    assert desk.call("find_player_id_by_email", {"email": email}).result == player_id


@pytest.mark.parametrize(
    "email", ["nora.quist8814@example.com", "nora.quist8812", "nora%", "", NORA, "nora . quist"]
)
def test_an_email_must_match_whole(desk: Episode, email: str) -> None:
    refused(desk, "no player with the email", "find_player_id_by_email", email=email)


@pytest.mark.parametrize(
    ("first", "last", "player_id"),
    [
        ("Ines", "Okoye", INES),
        ("INES", "okoye", INES),
        (" Ines ", "Okoye\n", INES),
        ("Omar", "Håddad", OMAR),
        ("omar", "HåDDAD", OMAR),
    ],
)
def test_a_player_is_found_by_both_names_whatever_their_case(
    desk: Episode, first: str, last: str, player_id: str
) -> None:
    names = {"first_name": first, "last_name": last}
    assert done(desk, "find_player_id_by_name", **names) == player_id


@pytest.mark.parametrize(
    ("first", "last"),
    [("Ines", "Quist"), ("Okoye", "Ines"), ("Ine", "Okoye"), ("Ines", "Oko%"), ("", "Okoye")],
)
def test_names_must_match_in_full(desk: Episode, first: str, last: str) -> None:
    names = {"first_name": first, "last_name": last}
    refused(desk, "there is no player called", "find_player_id_by_name", **names)


def test_a_name_that_several_have_finds_nobody_and_tells_no_id(desk: Episode) -> None:
    call = refused(
        desk,
        "several players are called nora quist; find the player by email",
        "find_player_id_by_name",
        first_name="nora",
        last_name="quist",
    )
    assert NORA not in call.result
    assert OTHER_NORA not in call.result


# Unknown ids.


@pytest.mark.parametrize(
    ("tool", "argument"),
    [
        ("get_club_details", "club_id"),
        ("list_club_roster_ids", "club_id"),
        ("get_club_schedule", "club_id"),
        ("get_club_record", "club_id"),
        ("get_player_details", "player_id"),
        ("get_player_total_points", "player_id"),
        ("get_game_details", "game_id"),
        ("get_game_score", "game_id"),
        ("get_game_box_score", "game_id"),
        ("get_game_timeline", "game_id"),
    ],
)
def test_an_unknown_id_is_an_error(desk: Episode, tool: str, argument: str) -> None:
    noun = argument.removesuffix("_id")
    known = {"club": COMETS, "player": NORA, "game": RUNNING}[noun]
    for key in ("XX0X0XX", known.lower(), f" {known}", ""):
        refused(desk, f"there is no {noun} {key}; check the id", tool, **{argument: key})


# Clubs.


def test_all_clubs_are_listed_by_name(desk: Episode) -> None:
    assert desk.call("list_all_clubs", {}).result == (
        '{"Arden Foxes":"CB2F7RX","Bram Stags":"CB8S3TG","Harlow Comets":"CB4T9WQ",'
        '"Zell Tides":"CB1T5DS"}'
    )


@pytest.mark.parametrize("league", ["McKinley MidSouth League", " mckinley midsouth LEAGUE "])
def test_a_league_is_found_whatever_its_case(desk: Episode, league: str) -> None:
    assert done(desk, "list_clubs_by_league", league=league) == {"Zell Tides": TIDES}


def test_the_clubs_of_a_league_are_listed_by_name(desk: Episode) -> None:
    shown = done(desk, "list_clubs_by_league", league="Northern League")
    assert list(shown.items()) == [
        ("Arden Foxes", FOXES),
        ("Bram Stags", STAGS),
        ("Harlow Comets", COMETS),
    ]


@pytest.mark.parametrize("league", ["Northern", "Northern League 2", "%", ""])
def test_a_league_must_match_in_full(desk: Episode, league: str) -> None:
    refused(desk, "there is no club in a league called", "list_clubs_by_league", league=league)


def test_a_club_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_club_details", {"club_id": COMETS}).result == (
        '{"club_id":"CB4T9WQ","name":"Harlow Comets","league":"Northern League","city":"Harlow",'
        '"arena":{"name":"Harlow Hall","address":{"street":"1 Court Square","city":"Harlow",'
        '"country":"USA","state":"NY","zip":"10001"}},'
        '"roster":{"PL8K2ZD":{"player_id":"PL8K2ZD","profile":{"position":"G/F","number":23,'
        '"height_cm":196.0,"weight_kg":92.5},"active":true,"salary":2150000},'
        '"PL1D9BR":{"player_id":"PL1D9BR","profile":{"position":"C","number":"00",'
        '"height_cm":196.0,"weight_kg":92.5},"active":false,"salary":412500.5}},'
        # 2024-02-03, 2024-11-01, twice 2024-12-01 by id, 2025-01-10, 2025-01-15, 2025-01-20.
        '"games":["GM4B3LD","GM2L8ST","GM1W6NN","GM6L1VL","GM9P4PN","GM3R7YH","GM5S2CD"]}'
    )


def test_a_club_without_players_and_games_is_shown(desk: Episode) -> None:
    shown = done(desk, "get_club_details", club_id=TIDES)
    assert (shown["roster"], shown["games"]) == ({}, [])
    assert done(desk, "list_club_roster_ids", club_id=TIDES) == []
    assert done(desk, "get_club_schedule", club_id=TIDES) == []
    assert done(desk, "get_club_record", club_id=TIDES) == {"wins": 0, "losses": 0}


def test_a_roster_is_sorted_and_hides_the_inactive(desk: Episode) -> None:
    assert done(desk, "list_club_roster_ids", club_id=COMETS) == [NORA]
    assert done(desk, "list_club_roster_ids", club_id=COMETS, active_only=True) == [NORA]
    assert done(desk, "list_club_roster_ids", club_id=COMETS, active_only=None) == [NORA]
    assert done(desk, "list_club_roster_ids", club_id=COMETS, active_only=False) == [OMAR, NORA]


@pytest.mark.parametrize(
    ("filters", "games"),
    [
        ({}, [OLD, LOST, WON, LEVEL, POSTPONED, RUNNING, SCHEDULED]),
        ({"season": "2024-25"}, [LOST, WON, LEVEL, POSTPONED, RUNNING, SCHEDULED]),
        ({"season": "2023-24"}, [OLD]),
        ({"season": "2023"}, []),
        ({"status": "final"}, [OLD, LOST, WON, LEVEL]),
        ({"status": "scheduled"}, [SCHEDULED]),
        ({"status": "in_progress", "season": "2024-25"}, [RUNNING]),
        ({"status": "postponed", "season": "2023-24"}, []),
        ({"status": None, "season": ""}, [OLD, LOST, WON, LEVEL, POSTPONED, RUNNING, SCHEDULED]),
    ],
)
def test_a_schedule_is_in_the_order_of_the_dates(
    desk: Episode, filters: dict[str, str | None], games: list[str]
) -> None:
    assert done(desk, "get_club_schedule", club_id=COMETS, **filters) == games


@pytest.mark.parametrize(
    ("club_id", "season", "wins", "losses"),
    [
        # Won 2:1 at home, lost 2:3 away, drew 2:2, lost 1:3 at home last season.
        (COMETS, None, 1, 2),
        (COMETS, "2024-25", 1, 1),
        (COMETS, "2023-24", 0, 1),
        (COMETS, "2022-23", 0, 0),
        # The Foxes won 3:1 last season, lost 1:2 and drew; what runs does not count.
        (FOXES, None, 1, 1),
        (STAGS, None, 1, 0),
    ],
)
def test_a_record_counts_final_games_that_were_not_level(
    desk: Episode, club_id: str, season: str | None, wins: int, losses: int
) -> None:
    found = done(desk, "get_club_record", club_id=club_id, season=season)
    assert found == {"wins": wins, "losses": losses}


# Players.


def test_a_player_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_player_details", {"player_id": NORA}).result == (
        '{"player_id":"PL8K2ZD","name":{"first_name":"Nora","last_name":"Quist"},'
        '"address":{"street":"14 Harbor Lane, Unit 3","city":"Salem","country":"USA",'
        '"state":"MA","zip":"01970"},"email":"nora.quist8812@example.com",'
        '"contracts":{"CT1A1BC":{"contract_id":"CT1A1BC","club_id":"CB8S3TG","source":"draft",'
        '"start_date":"2019-07-01","end_date":"2022-06-30",'
        '"extra_info":{"salary":600000,"years":3}},'
        '"CT2A2BC":{"contract_id":"CT2A2BC","club_id":"CB2F7RX","source":"free agency",'
        '"start_date":"2022-07-01","end_date":"2024-06-30",'
        '"extra_info":{"salary":900000,"years":2}},'
        '"CT5N1QX":{"contract_id":"CT5N1QX","club_id":"CB4T9WQ","source":"trade",'
        '"start_date":"2024-07-01","end_date":"2027-06-30",'
        '"extra_info":{"salary":2150000,"years":3}}},'
        '"games":["GM4B3LD","GM2L8ST","GM1W6NN","GM3R7YH"]}'
    )


def test_cents_of_a_salary_are_shown(desk: Episode) -> None:
    contracts = done(desk, "get_player_details", player_id=OMAR)["contracts"]
    assert contracts["CT3A3BC"]["extra_info"] == {"salary": 412500.5, "years": 4}


def test_a_player_without_contract_and_games_is_shown(desk: Episode) -> None:
    shown = done(desk, "get_player_details", player_id=FREE)
    assert (shown["contracts"], shown["games"]) == ({}, [])
    assert done(desk, "get_player_total_points", player_id=FREE) == "0"


@pytest.mark.parametrize(
    ("player_id", "season", "points"),
    [
        # 3 for the Foxes last season; 2, 2, and 3 + 2 in the game that runs.
        (NORA, None, "12"),
        (NORA, "2024-25", "9"),
        (NORA, "2023-24", "3"),
        (NORA, "", "12"),
        (NORA, "2024", "0"),
        (OMAR, None, "3"),
        # Ines has box scores, but no game is in her list.
        (INES, None, "0"),
    ],
)
def test_total_points_add_up_the_box_scores_of_the_players_games(
    desk: Episode, player_id: str, season: str | None, points: str
) -> None:
    assert done(desk, "get_player_total_points", player_id=player_id, season=season) == points


# Games.


def test_a_game_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    minutes = '"options":{"rebounds":4,"assists":2,"minutes":"31:40"}'
    assert desk.call("get_game_details", {"game_id": RUNNING}).result == (
        '{"game_id":"GM3R7YH","season":"2024-25","date":"2025-01-15","status":"in_progress",'
        '"venue":{"street":"1 Court Square","city":"Harlow","country":"USA","state":"NY",'
        '"zip":"10001"},"home":{"name":"Harlow Comets","club_id":"CB4T9WQ","score":5},'
        '"away":{"name":"Arden Foxes","club_id":"CB2F7RX","score":2},'
        '"periods":[{"period_number":1,"event_ids":["GM3R7YH-E1"],"player_ids":["PL8K2ZD"]}],'
        '"box_score":[{"name":"Nora Quist","club_id":"CB4T9WQ","player_id":"PL8K2ZD","points":5,'
        f'{minutes}}},{{"name":"Ines Okoye","club_id":"CB2F7RX","player_id":"PL5N4SK","points":2,'
        f"{minutes}}}],"
        '"scoring_history":[{"event_type":"3PT","points":3,"club_id":"CB4T9WQ",'
        '"player_id":"PL8K2ZD","timestamp":"Q1 08:12"},{"event_type":"2PT","points":2,'
        '"club_id":"CB2F7RX","player_id":"PL5N4SK","timestamp":"Q1 05:40"},{"event_type":"2PT",'
        '"points":2,"club_id":"CB4T9WQ","player_id":"PL8K2ZD","timestamp":"Q2 09:59"}]}'
    )


def test_a_score_is_shown_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_game_score", {"game_id": LOST}).result == (
        '{"status":"final","home":{"club_id":"CB8S3TG","name":"Bram Stags","score":3},'
        '"away":{"club_id":"CB4T9WQ","name":"Harlow Comets","score":2}}'
    )


@pytest.mark.parametrize("tool", ["get_game_box_score", "get_game_timeline"])
@pytest.mark.parametrize("key", [SCHEDULED, FOREIGN])
def test_a_game_without_baskets_shows_empty_lists(desk: Episode, tool: str, key: str) -> None:
    assert desk.call(tool, {"game_id": key}).result == "[]"


def test_box_score_and_timeline_are_those_of_the_game(desk: Episode) -> None:
    shown = done(desk, "get_game_details", game_id=OLD)
    assert done(desk, "get_game_box_score", game_id=OLD) == shown["box_score"]
    assert done(desk, "get_game_timeline", game_id=OLD) == shown["scoring_history"]
    # An old free throw, and a player who has changed clubs since.
    assert [tuple(event.values()) for event in shown["scoring_history"]] == [
        ("1PT", 1, COMETS, OMAR, "Q2 04:00"),
        ("3PT", 3, FOXES, NORA, "Q3 07:45"),
    ]


def test_reading_changes_nothing(desk: Episode) -> None:
    for tool, arguments in (
        ("get_club_details", {"club_id": STAGS}),
        ("get_player_details", {"player_id": TARIQ}),
        ("get_game_details", {"game_id": WON}),
        ("calculate", {"expression": "9 / 4"}),
        ("think", {"thought": "well"}),
    ):
        assert not desk.call(tool, arguments).is_error
    assert desk.changes().is_empty


def test_total_points_of_everyone_are_whole_numbers_as_text(desk: Episode) -> None:
    call = desk.call("get_player_total_points", {"player_id": NORA})
    assert json.loads(call.result) == 12


def test_nothing_is_done_after_a_hand_off(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="wants another email")
    refused(desk, "passed on", "update_game_status", game_id=SCHEDULED, new_status="postponed")
