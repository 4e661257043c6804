"""The tools of the association's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (show or change
another player's data, record an event twice) is a matter of the policy, not of the tools.
"""

from pydantic import JsonValue
from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, func, select

from tau_emo_db import Prepared
from tau_emo_db.domains.basketball.tables import (
    BoxScoreEntry,
    Club,
    EventType,
    Game,
    GameStatus,
    Player,
    PlayerGame,
    RosterEntry,
    ScoringEvent,
    email_key,
    first_name_key,
    last_name_key,
    league_key,
)
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.basketball.desk import (
    append_event,
    check_event,
    check_timestamp,
    check_transition,
    find_club,
    find_game,
    find_player,
    games_of,
    new_address,
)
from tau_emo_servers.domains.basketball.views import (
    box_score_view,
    club_view,
    game_view,
    player_view,
    score_view,
    timeline_view,
)
from tau_emo_servers.queries import find_by_email, keys_by, only_found, rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write

_CLUBS_BY_NAME = Prepared(select(Club.name, Club.club_id).order_by(col(Club.name)))
_CLUBS_OF_LEAGUE = Prepared(
    select(Club.name, Club.club_id)
    .where(league_key == bindparam("league", type_=Text()))
    .order_by(col(Club.name))
)
_PLAYER_ID_BY_EMAIL = keys_by(Player.player_id, email=email_key)
_PLAYER_IDS_BY_NAME = keys_by(Player.player_id, last_name=last_name_key, first_name=first_name_key)
_POINTS_BY_SEASON = Prepared(
    select(col(Game.season), func.sum(col(BoxScoreEntry.points)))
    .join(PlayerGame, col(PlayerGame.game_id) == col(Game.game_id))
    .join(
        BoxScoreEntry,
        (col(BoxScoreEntry.game_id) == col(PlayerGame.game_id))
        & (col(BoxScoreEntry.player_id) == col(PlayerGame.player_id)),
    )
    .where(col(PlayerGame.player_id) == bindparam("player_id", type_=Text()))
    .group_by(col(Game.season))
)


# Finding players.


@read(title="Find a player by email")
def find_player_id_by_email(db: Session, email: str) -> str:
    """Find the id of the player with this email; upper and lower case make no difference.

    Args:
        email: email of the player, such as nora.quist8812@example.com.
    """
    hint = "check it, or find the player by name"
    return find_by_email(db, _PLAYER_ID_BY_EMAIL, email, "player", hint)


@read(title="Find a player by name")
def find_player_id_by_name(db: Session, first_name: str, last_name: str) -> str:
    """Find the id of the player with this first and last name; upper and lower case make no
    difference. Players may have the same name.

    Args:
        first_name: first name of the player.
        last_name: last name of the player.
    """
    found = _PLAYER_IDS_BY_NAME.all(
        db, first_name=first_name.strip().lower(), last_name=last_name.strip().lower()
    )
    return only_found(
        found,
        "player",
        f"called {first_name} {last_name}; check both names, or find the player by email",
        several=f"are called {first_name} {last_name}",
    )


# Clubs.


@read(title="List all clubs")
def list_all_clubs(db: Session) -> View:
    """List all clubs: a map from name to club id, sorted by name."""
    return {**dict(_CLUBS_BY_NAME.all(db))}


@read(title="List the clubs of a league")
def list_clubs_by_league(db: Session, league: str) -> View:
    """List the clubs of one league: a map from name to club id, sorted by name.

    Args:
        league: whole name of the league, such as Northern League; upper and lower case make
            no difference.
    """
    found = _CLUBS_OF_LEAGUE.all(db, league=league.strip().lower())
    if not found:
        raise Rejection(
            "league_not_found",
            f"there is no club in a league called {league.strip()}; send the whole name of the "
            "league (get_club_details shows the league of a club).",
        )
    return {**dict(found)}


@read(title="Show a club")
def get_club_details(db: Session, club_id: str) -> View:
    """Show a club: its league, city and arena, its whole roster with profiles and salaries,
    and the ids of its games by date. Salaries are US dollars per season.

    Args:
        club_id: club id, such as CB4T9WQ.
    """
    return club_view(db, find_club(db, club_id))


@read(title="List the roster of a club")
def list_club_roster_ids(db: Session, club_id: str, active_only: bool = True) -> list[JsonValue]:
    """List the ids of the players on a club's roster, sorted.

    Args:
        club_id: club id, such as CB4T9WQ.
        active_only: whether inactive players are left out.
    """
    find_club(db, club_id)
    roster = rows_of(db, RosterEntry, club_id=club_id)
    return [*sorted(entry.player_id for entry in roster if entry.active or not active_only)]


@read(title="Show the schedule of a club")
def get_club_schedule(
    db: Session, club_id: str, season: str | None = None, status: GameStatus | None = None
) -> list[JsonValue]:
    """List the ids of a club's games at home and away, by date; games of every season and
    status unless one is given.

    Args:
        club_id: club id, such as CB4T9WQ.
        season: only games of this season, such as 2024-25.
        status: only games of this status.
    """
    find_club(db, club_id)
    return [
        game.game_id
        for game in games_of(db, club_id)
        if season in (None, game.season) and status in (None, game.status)
    ]


@read(title="Show the record of a club")
def get_club_record(db: Session, club_id: str, season: str | None = None) -> View:
    """Count the wins and losses of a club over its final games; of all seasons unless one is
    given.

    Args:
        club_id: club id, such as CB4T9WQ.
        season: only games of this season, such as 2024-25.
    """
    find_club(db, club_id)
    leads = [
        game.home_score - game.away_score
        if game.home_club_id == club_id
        else game.away_score - game.home_score
        for game in games_of(db, club_id)
        if game.status == "final" and season in (None, game.season)
    ]
    return {"wins": sum(lead > 0 for lead in leads), "losses": sum(lead < 0 for lead in leads)}


# Players.


@read(title="Show a player")
def get_player_details(db: Session, player_id: str) -> View:
    """Show a player: name, address, email, contracts, and the ids of the games played. Address,
    email and contracts are private. Salaries are US dollars per season.

    Args:
        player_id: player id, such as PL8K2ZD.
    """
    return player_view(db, find_player(db, player_id))


@read(title="Show the total points of a player")
def get_player_total_points(db: Session, player_id: str, season: str | None = None) -> str:
    """Add up the points of a player in the box scores of the games played, running ones too;
    of all seasons unless one is given. Events recorded today are not in the box scores.

    Args:
        player_id: player id, such as PL8K2ZD.
        season: only games of this season, such as 2024-25.
    """
    find_player(db, player_id)
    found = _POINTS_BY_SEASON.all(db, player_id=player_id)
    return str(sum(points for name, points in found if season in (None, name)))


# Games.


@read(title="Show a game")
def get_game_details(db: Session, game_id: str) -> View:
    """Show a game: season, date, status, venue, both clubs with their scores, periods, box score
    and scoring history.

    Args:
        game_id: game id, such as GM3R7YH.
    """
    return game_view(db, find_game(db, game_id))


@read(title="Show the score of a game")
def get_game_score(db: Session, game_id: str) -> View:
    """Show the status of a game and the score of its home and away club.

    Args:
        game_id: game id, such as GM3R7YH.
    """
    return score_view(db, find_game(db, game_id))


@read(title="Show the box score of a game")
def get_game_box_score(db: Session, game_id: str) -> list[JsonValue]:
    """Show what each player did in a game: points, rebounds, assists and minutes. It is empty
    for a game that has not begun.

    Args:
        game_id: game id, such as GM3R7YH.
    """
    return box_score_view(db, find_game(db, game_id))


@read(title="Show the timeline of a game")
def get_game_timeline(db: Session, game_id: str) -> list[JsonValue]:
    """Show the scoring events of a game in the order in which they were recorded; one that was
    recorded late stands last, whatever its game clock.

    Args:
        game_id: game id, such as GM3R7YH.
    """
    return timeline_view(db, find_game(db, game_id))


# Writes.


@write(title="Change a player's address", idempotent=True)
def modify_player_address(
    db: Session,
    player_id: str,
    street: str,
    city: str,
    state: str,
    country: str,
    zip: str,  # noqa: A002
) -> View:
    """Replace the address of a player.

    Args:
        player_id: player id, such as PL8K2ZD.
        street: house number and street, such as 14 Harbor Lane, Unit 3.
        city: city.
        state: state or province as two capitals, such as AZ; empty if there is none.
        country: country, such as USA.
        zip: zip or postal code, such as 85719.
    """
    address = new_address(street, city, state, country, zip)
    player = find_player(db, player_id)
    player.address = address
    return player_view(db, player)


@write(title="Change the status of a game", idempotent=True)
def update_game_status(db: Session, game_id: str, new_status: GameStatus) -> View:
    """Move a game to its next status: from scheduled to in_progress or postponed, from postponed
    to scheduled, from in_progress to final. A final game stays final. Scores, date and events
    stay as they are.

    Args:
        game_id: game id, such as GM3R7YH.
        new_status: status that the game shall have.
    """
    game = find_game(db, game_id)
    if game.status != new_status:
        check_transition(game, new_status)
        game.status = new_status
    return game_view(db, game)


@write(title="Record a scoring event", destructive=False)
def record_scoring_event(
    db: Session,
    game_id: str,
    event_type: EventType,
    points: int,
    club_id: str,
    player_id: str,
    timestamp: str,
) -> View:
    """Record a basket or free throw in a game that is in_progress: the event is added to the
    scoring history and its points to the score of the club. Each call adds an event, and none
    can be removed. The box score stays as it is.

    Args:
        game_id: game id, such as GM3R7YH.
        event_type: 2PT, 3PT, or FT for a free throw; 1PT stands in old games only and is not
            recorded any more.
        points: what the type is worth, so 2 for 2PT, 3 for 3PT and 1 for FT.
        club_id: id of the club that scored, home or away in this game.
        player_id: id of the player who scored, on the roster of that club.
        timestamp: game clock, such as Q2 03:21, or OT1 04:10 in overtime.
    """
    check_timestamp(timestamp)
    game = find_game(db, game_id)
    check_event(db, game, event_type, points, club_id, player_id)
    history = rows_of(db, ScoringEvent, game_id=game_id)
    append_event(db, game, history, event_type, points, club_id, player_id, timestamp)
    return game_view(db, game)


TOOLS = (
    find_player_id_by_email,
    find_player_id_by_name,
    list_all_clubs,
    list_clubs_by_league,
    get_club_details,
    list_club_roster_ids,
    get_club_schedule,
    get_club_record,
    get_player_details,
    get_player_total_points,
    get_game_details,
    get_game_score,
    get_game_box_score,
    get_game_timeline,
    modify_player_address,
    update_game_status,
    record_scoring_event,
    calculate,
    think,
    transfer_to_human_agents,
)
