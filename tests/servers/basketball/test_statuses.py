"""Moving a game from status to status."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    COMETS,
    FOXES,
    LEVEL,
    NORA,
    POSTPONED,
    RUNNING,
    SCHEDULED,
    WON,
    changed_tables,
    game,
    score,
)

GAMES = {"scheduled": SCHEDULED, "in_progress": RUNNING, "final": WON, "postponed": POSTPONED}
ALLOWED = {
    ("scheduled", "in_progress"),
    ("scheduled", "postponed"),
    ("postponed", "scheduled"),
    ("in_progress", "final"),
}
FORBIDDEN = [
    (old, new) for old in GAMES for new in GAMES if old != new and (old, new) not in ALLOWED
]


@pytest.mark.parametrize(("old", "new"), sorted(ALLOWED))
def test_an_allowed_step_changes_the_status_alone(desk: Episode, old: str, new: str) -> None:
    before = game(desk, GAMES[old])
    assert before["status"] == old
    shown = done(desk, "update_game_status", game_id=GAMES[old], new_status=new)
    assert shown == {**before, "status": new}
    assert game(desk, GAMES[old]) == shown
    assert changed_tables(desk) == {"game": (1, 1)}


def test_eight_steps_are_forbidden() -> None:
    assert len(FORBIDDEN) == 8


@pytest.mark.parametrize(("old", "new"), FORBIDDEN)
def test_a_forbidden_step_is_refused(desk: Episode, old: str, new: str) -> None:
    refused(
        desk,
        f"game {GAMES[old]} is {old} and cannot become {new}",
        "update_game_status",
        game_id=GAMES[old],
        new_status=new,
    )


@pytest.mark.parametrize("status", GAMES)
def test_the_status_that_a_game_has_is_no_error_and_no_change(desk: Episode, status: str) -> None:
    before = game(desk, GAMES[status])
    shown = done(desk, "update_game_status", game_id=GAMES[status], new_status=status)
    assert shown == before
    assert desk.changes().is_empty


def test_an_unknown_game_is_refused(desk: Episode) -> None:
    reason = "there is no game GM0X0XX; check the id"
    refused(desk, reason, "update_game_status", game_id="GM0X0XX", new_status="final")


@pytest.mark.parametrize("status", ["Final", "in progress", "cancelled", ""])
def test_another_word_is_no_status(desk: Episode, status: str) -> None:
    refused(
        desk,
        "none of the values it may have",
        "update_game_status",
        game_id=SCHEDULED,
        new_status=status,
    )


def test_the_schema_is_checked_before_the_game(desk: Episode) -> None:
    refused(
        desk,
        "none of the values it may have",
        "update_game_status",
        game_id="GM0X0XX",
        new_status="cancelled",
    )


def test_a_postponed_game_starts_in_two_steps(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=POSTPONED, new_status="scheduled")
    shown = done(desk, "update_game_status", game_id=POSTPONED, new_status="in_progress")
    # The date stays, although it has passed.
    assert (shown["status"], shown["date"]) == ("in_progress", "2025-01-10")
    assert changed_tables(desk) == {"game": (1, 1)}


def test_back_where_it_was_is_no_change(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="postponed")
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="scheduled")
    assert desk.changes().is_empty


def test_a_game_that_becomes_final_counts_in_the_record(desk: Episode) -> None:
    # 5:2 for the Comets when it ends: 1 win becomes 2; the Foxes lose a second time.
    assert done(desk, "get_club_record", club_id=COMETS) == {"wins": 1, "losses": 2}
    assert score(desk, RUNNING) == (5, 2)
    done(desk, "update_game_status", game_id=RUNNING, new_status="final")
    assert done(desk, "get_club_record", club_id=COMETS) == {"wins": 2, "losses": 2}
    assert done(desk, "get_club_record", club_id=FOXES) == {"wins": 1, "losses": 2}
    assert done(desk, "get_player_total_points", player_id=NORA) == "12"


def test_a_level_game_may_become_final_and_counts_for_neither(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="in_progress")
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="final")
    assert score(desk, SCHEDULED) == (0, 0)
    assert done(desk, "get_club_record", club_id=COMETS) == {"wins": 1, "losses": 2}
    assert score(desk, LEVEL) == (2, 2)


def test_a_schedule_follows_the_status(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="postponed")
    assert done(desk, "get_club_schedule", club_id=COMETS, status="scheduled") == []
    assert done(desk, "get_club_schedule", club_id=COMETS, status="postponed") == [
        POSTPONED,
        SCHEDULED,
    ]
