"""Recording scoring events.

The game that runs stands at 5 for the Comets, at home, and 2 for the Foxes; see desk.py.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    COMETS,
    FOREIGN,
    FOXES,
    FREE,
    INES,
    NORA,
    OMAR,
    OTHER_NORA,
    POSTPONED,
    RUNNING,
    SCHEDULED,
    STAGS,
    TARIQ,
    TIDES,
    WON,
    changed_tables,
    game,
    score,
)

TOOL = "record_scoring_event"
THREE = {
    "game_id": RUNNING,
    "event_type": "3PT",
    "points": 3,
    "club_id": COMETS,
    "player_id": NORA,
    "timestamp": "Q3 07:45",
}


def test_an_event_is_added_to_history_and_score_and_to_nothing_else(desk: Episode) -> None:
    before = game(desk, RUNNING)
    shown = done(desk, TOOL, **THREE)
    # 5 + 3 at home.
    assert shown == {
        **before,
        "home": {**before["home"], "score": 8},
        "scoring_history": [
            *before["scoring_history"],
            {
                "event_type": "3PT",
                "points": 3,
                "club_id": COMETS,
                "player_id": NORA,
                "timestamp": "Q3 07:45",
            },
        ],
    }
    assert game(desk, RUNNING) == shown
    assert changed_tables(desk) == {"game": (1, 1), "scoring_event": (0, 1)}


@pytest.mark.parametrize(("kind", "points", "home"), [("2PT", 2, 7), ("3PT", 3, 8), ("FT", 1, 6)])
def test_the_points_go_to_the_home_club(desk: Episode, kind: str, points: int, home: int) -> None:
    # 5 + 2, 5 + 3, 5 + 1.
    done(desk, TOOL, **{**THREE, "event_type": kind, "points": points})
    assert score(desk, RUNNING) == (home, 2)


@pytest.mark.parametrize(("kind", "points", "away"), [("2PT", 2, 4), ("3PT", 3, 5), ("FT", 1, 3)])
def test_the_points_go_to_the_away_club(desk: Episode, kind: str, points: int, away: int) -> None:
    # 2 + 2, 2 + 3, 2 + 1.
    event = {"event_type": kind, "points": points, "club_id": FOXES, "player_id": INES}
    done(desk, TOOL, **{**THREE, **event})
    assert score(desk, RUNNING) == (5, away)


def test_the_same_event_again_is_another_event(desk: Episode) -> None:
    done(desk, TOOL, **THREE)
    shown = done(desk, TOOL, **THREE)
    # 5 + 3 + 3.
    assert shown["home"]["score"] == 11
    assert len(shown["scoring_history"]) == 5
    assert changed_tables(desk) == {"game": (1, 1), "scoring_event": (0, 2)}


def test_totals_and_box_score_stay(desk: Episode) -> None:
    box = done(desk, "get_game_box_score", game_id=RUNNING)
    done(desk, TOOL, **THREE)
    assert done(desk, "get_game_box_score", game_id=RUNNING) == box
    assert done(desk, "get_player_total_points", player_id=NORA) == "12"


def test_a_late_event_stands_last_whatever_its_clock(desk: Episode) -> None:
    done(desk, TOOL, **{**THREE, "timestamp": "Q1 11:59"})
    clocks = [one["timestamp"] for one in done(desk, "get_game_timeline", game_id=RUNNING)]
    assert clocks == ["Q1 08:12", "Q1 05:40", "Q2 09:59", "Q1 11:59"]


def test_the_clock_is_kept_as_it_is_given(desk: Episode) -> None:
    for clock in ("OT1 04:10", "third quarter, 7 minutes left"):
        done(desk, TOOL, **{**THREE, "timestamp": clock})
        assert done(desk, "get_game_timeline", game_id=RUNNING)[-1]["timestamp"] == clock


def test_the_first_event_of_a_game(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="in_progress")
    shown = done(desk, TOOL, **{**THREE, "game_id": SCHEDULED})
    # The Comets are the guests there: 0 : 0 + 3.
    assert (shown["home"]["score"], shown["away"]["score"]) == (0, 3)
    assert (shown["periods"], shown["box_score"]) == ([], [])


def test_an_inactive_player_may_score(desk: Episode) -> None:
    done(desk, TOOL, **{**THREE, "player_id": OMAR})
    assert score(desk, RUNNING) == (8, 2)


def test_a_basket_and_a_free_throw_before_the_game_closes(desk: Episode) -> None:
    done(desk, TOOL, **{**THREE, "event_type": "2PT", "points": 2})
    done(desk, TOOL, **{**THREE, "event_type": "FT", "points": 1})
    done(desk, "update_game_status", game_id=RUNNING, new_status="final")
    # 5 + 2 + 1.
    assert score(desk, RUNNING) == (8, 2)
    refused(desk, "is final; events are recorded only", TOOL, **THREE)


# What is refused, in the order of the checks: each call fails at one check and all later ones.

NOWHERE: dict[str, Any] = {
    "game_id": "GM0X0XX",
    "event_type": "2PT",
    "points": 3,
    "club_id": STAGS,
    "player_id": "PL0X0XX",
    "timestamp": "Q3 07:45",
}


@pytest.mark.parametrize("timestamp", ["", "   "])
def test_1_the_clock_must_not_be_empty(desk: Episode, timestamp: str) -> None:
    refused(desk, "timestamp must not be empty", TOOL, **{**NOWHERE, "timestamp": timestamp})


def test_2_the_game_exists(desk: Episode) -> None:
    refused(desk, "there is no game GM0X0XX", TOOL, **NOWHERE)


@pytest.mark.parametrize(
    ("key", "status"), [(SCHEDULED, "scheduled"), (POSTPONED, "postponed"), (WON, "final")]
)
def test_3_the_game_is_in_progress(desk: Episode, key: str, status: str) -> None:
    reason = f"game {key} is {status}; events are recorded only while a game is in_progress"
    refused(desk, reason, TOOL, **{**NOWHERE, "game_id": key})


@pytest.mark.parametrize(
    ("kind", "points"),
    [("2PT", 3), ("2PT", 1), ("2PT", 0), ("2PT", -2), ("3PT", 2), ("3PT", 6), ("FT", 2), ("FT", 0)],
)
def test_4_the_points_fit_the_type(desk: Episode, kind: str, points: int) -> None:
    event = {"game_id": RUNNING, "event_type": kind, "points": points}
    refused(desk, f"{kind} is worth", TOOL, **{**NOWHERE, **event})


@pytest.mark.parametrize("points", [1, 2])
def test_4_the_type_of_old_is_not_recorded(desk: Episode, points: int) -> None:
    event = {"game_id": RUNNING, "event_type": "1PT", "points": points}
    refused(desk, "send 2PT, 3PT or FT", TOOL, **{**NOWHERE, **event})


@pytest.mark.parametrize("club_id", [STAGS, TIDES, "CB0X0XX", ""])
def test_5_the_club_plays_in_the_game(desk: Episode, club_id: str) -> None:
    refused(
        desk,
        f"club {club_id} does not play in game {RUNNING}; its clubs are {COMETS} (home) and "
        f"{FOXES} (away)",
        TOOL,
        **{**THREE, "club_id": club_id, "player_id": "PL0X0XX"},
    )


def test_6_the_player_exists(desk: Episode) -> None:
    refused(desk, "there is no player PL0X0XX", TOOL, **{**THREE, "player_id": "PL0X0XX"})


@pytest.mark.parametrize("player_id", [INES, OTHER_NORA, TARIQ, FREE])
def test_7_the_player_is_on_the_roster_of_the_club(desk: Episode, player_id: str) -> None:
    refused(
        desk,
        f"player {player_id} is not on the roster of club {COMETS}",
        TOOL,
        **{**THREE, "player_id": player_id},
    )


@pytest.mark.parametrize(
    ("argument", "value", "reason"),
    [
        ("event_type", "4PT", "none of the values it may have"),
        ("event_type", "ft", "none of the values it may have"),
        ("points", "three", "not a whole number"),
        ("points", 2.5, "not a whole number"),
        ("timestamp", None, "the required argument timestamp is missing"),
    ],
)
def test_the_schema_comes_first(desk: Episode, argument: str, value: Any, reason: str) -> None:
    refused(desk, reason, TOOL, **{**NOWHERE, "timestamp": "", argument: value})


def test_points_may_come_as_text(desk: Episode) -> None:
    done(desk, TOOL, **{**THREE, "points": "3"})
    assert score(desk, RUNNING) == (8, 2)


def test_another_game_stays(desk: Episode) -> None:
    done(desk, TOOL, **THREE)
    assert score(desk, FOREIGN) == (0, 0)
