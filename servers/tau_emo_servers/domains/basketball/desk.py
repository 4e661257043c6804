"""What the association's desk looks up, checks and works out again and again."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, or_, select

from tau_emo_db import Prepared
from tau_emo_db.domains.basketball.tables import (
    Club,
    EventType,
    Game,
    GameStatus,
    Player,
    RosterEntry,
    ScoringEvent,
    StreetAddress,
)
from tau_emo_servers.checks import check_filled
from tau_emo_servers.queries import find
from tau_emo_servers.toolkit import Rejection

NEXT_STATUSES: Mapping[GameStatus, tuple[GameStatus, ...]] = {
    "scheduled": ("in_progress", "postponed"),
    "postponed": ("scheduled",),
    "in_progress": ("final",),
    "final": (),
}
"""What a game of each status may become."""

WORTH: Mapping[EventType, int] = {"2PT": 2, "3PT": 3, "FT": 1}
"""The points of each type of event that can be recorded."""

_GAMES_OF_CLUB = Prepared(
    select(Game)
    .where(
        or_(
            col(Game.home_club_id) == bindparam("club_id", type_=Text()),
            col(Game.away_club_id) == bindparam("club_id", type_=Text()),
        )
    )
    .order_by(col(Game.date), col(Game.game_id))
)


# Shape of the input.


def new_address(street: str, city: str, state: str, country: str, zip_code: str) -> StreetAddress:
    """The whole address; only the state may be empty."""
    fields = {"street": street, "city": city, "country": country, "zip": zip_code}
    check_filled(fields, "address_incomplete", "send the whole address (only state may be empty)")
    return StreetAddress(**fields, state=state)


def check_timestamp(timestamp: str) -> None:
    """Refuses an event without a game clock."""
    check_filled({"timestamp": timestamp}, "no_timestamp", "send the game clock, such as Q2 03:21")


# Look-ups.


def find_club(db: Session, club_id: str) -> Club:
    """The club with this id."""
    hint = "check the id (it looks like CB4T9WQ; list_all_clubs shows all club ids)"
    return find(db, Club, club_id, "club", hint)


def find_player(db: Session, player_id: str) -> Player:
    """The player with this id."""
    hint = "check the id (it looks like PL8K2ZD; list_club_roster_ids shows those of a club)"
    return find(db, Player, player_id, "player", hint)


def find_game(db: Session, game_id: str) -> Game:
    """The game, whatever its status."""
    hint = "check the id (it looks like GM3R7YH; get_club_schedule shows the games of a club)"
    return find(db, Game, game_id, "game", hint)


def games_of(db: Session, club_id: str) -> list[Game]:
    """The club's games at home and away, by date and then by id."""
    return _GAMES_OF_CLUB.all(db, club_id=club_id)


# Rules of the game.


def check_transition(game: Game, new_status: GameStatus) -> None:
    """Refuses a change of status that leaves out a step or goes back."""
    allowed = NEXT_STATUSES[game.status]
    if new_status not in allowed:
        step = f"it can only become {' or '.join(allowed)}" if allowed else "it stays final"
        raise Rejection(
            "transition_not_allowed",
            f"game {game.game_id} is {game.status} and cannot become {new_status}; {step}.",
        )


def check_event(
    db: Session, game: Game, event_type: EventType, points: int, club_id: str, player_id: str
) -> None:
    """Refuses an event that the game cannot have."""
    if game.status != "in_progress":
        raise Rejection(
            "game_not_in_progress",
            f"game {game.game_id} is {game.status}; events are recorded only while a game is "
            "in_progress.",
        )
    if event_type not in WORTH:
        raise Rejection(
            "type_not_recorded",
            f"events of type {event_type} are no longer recorded; send 2PT, 3PT or FT.",
        )
    if points != WORTH[event_type]:
        raise Rejection(
            "points_do_not_fit",
            f"{event_type} is worth {WORTH[event_type]}, not {points}; send the type and the "
            "points that belong together.",
        )
    if club_id not in (game.home_club_id, game.away_club_id):
        raise Rejection(
            "club_not_in_game",
            f"club {club_id} does not play in game {game.game_id}; its clubs are "
            f"{game.home_club_id} (home) and {game.away_club_id} (away).",
        )
    find_player(db, player_id)
    if db.get(RosterEntry, (club_id, player_id)) is None:
        raise Rejection(
            "player_not_on_roster",
            f"player {player_id} is not on the roster of club {club_id}; list_club_roster_ids "
            "shows who is.",
        )


def append_event(
    db: Session,
    game: Game,
    history: Sequence[ScoringEvent],
    event_type: EventType,
    points: int,
    club_id: str,
    player_id: str,
    timestamp: str,
) -> None:
    """Adds an event to the end of the history, and its points to the score of the club."""
    db.add(
        ScoringEvent(
            game_id=game.game_id,
            sequence=len(history) + 1,
            event_type=event_type,
            points=points,
            club_id=club_id,
            player_id=player_id,
            timestamp=timestamp,
        )
    )
    if club_id == game.home_club_id:
        game.home_score += points
    else:
        game.away_score += points
