"""What the tools keep of the policy, and what they leave to the agent: a call for every rule."""

from collections.abc import Callable
from typing import Any

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    COMETS,
    FOXES,
    INES,
    LOST,
    NORA,
    OTHER_NORA,
    RUNNING,
    SCHEDULED,
    STAGS,
    WON,
    score,
)

THREE: dict[str, Any] = {
    "game_id": RUNNING,
    "event_type": "3PT",
    "points": 3,
    "club_id": COMETS,
    "player_id": NORA,
    "timestamp": "Q3 07:45",
}
ADDRESS = {"street": "9 Elm Court", "city": "Reno", "state": "NV", "country": "USA", "zip": "89501"}


# The tools keep these: the call is an error and changes nothing.


def no_step_left_out(desk: Episode) -> None:
    for key in (WON, LOST):
        refused(desk, "cannot become", "update_game_status", game_id=key, new_status="in_progress")
    refused(desk, "cannot become", "update_game_status", game_id=SCHEDULED, new_status="final")


def no_event_before_the_game(desk: Episode) -> None:
    refused(desk, "only while a game is", "record_scoring_event", **{**THREE, "game_id": SCHEDULED})


def no_other_points(desk: Episode) -> None:
    refused(desk, "2PT is worth 2", "record_scoring_event", **{**THREE, "event_type": "2PT"})
    old = {**THREE, "event_type": "1PT", "points": 1}
    refused(desk, "no longer recorded", "record_scoring_event", **old)


def no_third_club_and_nobody_from_elsewhere(desk: Episode) -> None:
    refused(desk, "does not play in", "record_scoring_event", **{**THREE, "club_id": STAGS})
    refused(desk, "not on the roster", "record_scoring_event", **{**THREE, "player_id": INES})


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "BKB-14": no_step_left_out,
    "BKB-15": no_event_before_the_game,
    "BKB-16": no_other_points,
    "BKB-17": no_third_club_and_nobody_from_elsewhere,
}


# The tools would let these through: only the agent keeps the rule.


def details_of_anyone_at_once(desk: Episode) -> None:
    assert done(desk, "get_player_details", player_id=NORA)["email"]


def an_email_that_nobody_has_said(desk: Episode) -> None:
    assert done(desk, "find_player_id_by_email", email="ines.okoye4410@example.com") == INES


def points_before_the_zip_is_compared(desk: Episode) -> None:
    key = done(desk, "find_player_id_by_name", first_name="Ines", last_name="Okoye")
    assert done(desk, "get_club_record", club_id=FOXES)
    assert done(desk, "get_player_total_points", player_id=key) == "0"


def a_guess_after_a_name_that_several_have(desk: Episode) -> None:
    names = {"first_name": "Nora", "last_name": "Quist"}
    refused(desk, "several players", "find_player_id_by_name", **names)
    assert done(desk, "get_player_details", player_id=OTHER_NORA)


def a_second_customer(desk: Episode) -> None:
    for email, key in (
        ("nora.quist8812@example.com", NORA),
        ("nora.quist8813@example.com", OTHER_NORA),
    ):
        assert done(desk, "find_player_id_by_email", email=email) == key


def the_address_of_somebody_else(desk: Episode) -> None:
    done(desk, "find_player_id_by_email", email="nora.quist8812@example.com")
    shown = done(desk, "modify_player_address", player_id=INES, **ADDRESS)
    assert shown["address"]["city"] == "Reno"


def what_is_private_of_somebody_else(desk: Episode) -> None:
    assert done(desk, "get_player_details", player_id=INES)["email"] == "ines.okoye4410@example.com"
    assert done(desk, "get_club_details", club_id=FOXES)["roster"][INES]["salary"] == 90000


def what_is_public_of_anyone(desk: Episode) -> None:
    assert done(desk, "get_player_total_points", player_id=NORA) == "12"
    assert done(desk, "get_club_record", club_id=COMETS) == {"wins": 1, "losses": 2}


def an_address_without_a_yes(desk: Episode) -> None:
    assert done(desk, "modify_player_address", player_id=NORA, **ADDRESS)


def a_status_without_a_yes(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=SCHEDULED, new_status="postponed")


def an_event_without_a_yes(desk: Episode) -> None:
    done(desk, "record_scoring_event", **THREE)


def an_event_twice_on_one_yes(desk: Episode) -> None:
    done(desk, "record_scoring_event", **THREE)
    done(desk, "record_scoring_event", **THREE)
    assert score(desk, RUNNING) == (11, 2)


def another_club_after_a_failure(desk: Episode) -> None:
    refused(desk, "not on the roster", "record_scoring_event", **{**THREE, "player_id": INES})
    done(desk, "record_scoring_event", **{**THREE, "player_id": INES, "club_id": FOXES})


def several_calls_in_a_row(desk: Episode) -> None:
    done(desk, "get_game_score", game_id=RUNNING)
    done(desk, "get_game_score", game_id=SCHEDULED)


def a_hand_off_for_no_reason(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="asks for the weather")


def values_that_nobody_gave(desk: Episode) -> None:
    done(desk, "record_scoring_event", **{**THREE, "timestamp": "Q4 00:01"})


def a_game_that_nobody_has_looked_at(desk: Episode) -> None:
    done(desk, "update_game_status", game_id=RUNNING, new_status="final")


def the_same_failure_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "there is no game", "get_game_score", game_id="GM0X0XX")


LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "BKB-01": details_of_anyone_at_once,
    "BKB-02": an_email_that_nobody_has_said,
    "BKB-03": points_before_the_zip_is_compared,
    "BKB-04": a_guess_after_a_name_that_several_have,
    "BKB-05": a_second_customer,
    "BKB-06": the_address_of_somebody_else,
    "BKB-07": what_is_private_of_somebody_else,
    "BKB-08": what_is_public_of_anyone,
    "BKB-09": a_status_without_a_yes,
    "BKB-10": an_address_without_a_yes,
    "BKB-11": a_status_without_a_yes,
    "BKB-12": an_event_without_a_yes,
    "BKB-13": an_event_twice_on_one_yes,
    "BKB-18": another_club_after_a_failure,
    "BKB-19": several_calls_in_a_row,
    "BKB-21": a_hand_off_for_no_reason,
    "BKB-22": a_hand_off_for_no_reason,
    "COM-10": values_that_nobody_gave,
    "COM-11": a_game_that_nobody_has_looked_at,
    "COM-14": the_same_failure_again,
}
ONLY_TALK = {
    "BKB-20": "no invented facts, no opinions",
    "BKB-23": "the notice after a hand-off",
    "BKB-24": "that an id is unknown, and a question for another",
    "COM-12": "the report of what was done",
    "COM-13": "what was asked for",
}
"""Rules about what is said, which no call can show."""
