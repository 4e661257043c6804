"""How the association's rows are shown to the agent: plain JSON, keys in a fixed order.

Salaries are shown in US dollars; in the database they are cents.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.basketball.tables import (
    BoxScoreEntry,
    Club,
    Contract,
    Game,
    Player,
    PlayerGame,
    RosterEntry,
    ScoringEvent,
)
from tau_emo_servers.domains.basketball.desk import games_of
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View


def club_view(db: Session, club: Club) -> View:
    """A club with its whole roster, inactive players too, and the ids of its games."""
    roster = rows_of(db, RosterEntry, club_id=club.club_id)
    return {
        "club_id": club.club_id,
        "name": club.name,
        "league": club.league,
        "city": club.city,
        "arena": club.arena.model_dump(),
        "roster": {
            entry.player_id: {
                "player_id": entry.player_id,
                "profile": entry.profile.model_dump(),
                "active": entry.active,
                "salary": shown(entry.salary),
            }
            for entry in roster
        },
        "games": [game.game_id for game in games_of(db, club.club_id)],
    }


def player_view(db: Session, player: Player) -> View:
    """A player with address, email, contracts and the ids of the games played."""
    contracts = rows_of(db, Contract, player_id=player.player_id)
    games = rows_of(db, PlayerGame, player_id=player.player_id)
    return {
        "player_id": player.player_id,
        "name": {"first_name": player.first_name, "last_name": player.last_name},
        "address": player.address.model_dump(),
        "email": player.email,
        "contracts": {
            contract.contract_id: {
                "contract_id": contract.contract_id,
                "club_id": contract.club_id,
                "source": contract.source,
                "start_date": contract.start_date,
                "end_date": contract.end_date,
                "extra_info": {"salary": shown(contract.salary), "years": contract.years},
            }
            for contract in contracts
        },
        "games": [one.game_id for one in games],
    }


def game_view(db: Session, game: Game) -> View:
    """A game with its periods, box score and scoring history."""
    return {
        "game_id": game.game_id,
        "season": game.season,
        "date": game.date,
        "status": game.status,
        "venue": game.venue.model_dump(),
        "home": {
            "name": _name(db, game.home_club_id),
            "club_id": game.home_club_id,
            "score": game.home_score,
        },
        "away": {
            "name": _name(db, game.away_club_id),
            "club_id": game.away_club_id,
            "score": game.away_score,
        },
        "periods": [period.model_dump() for period in game.periods],
        "box_score": box_score_view(db, game),
        "scoring_history": timeline_view(db, game),
    }


def score_view(db: Session, game: Game) -> View:
    """The status of a game and its score."""
    return {
        "status": game.status,
        "home": {
            "club_id": game.home_club_id,
            "name": _name(db, game.home_club_id),
            "score": game.home_score,
        },
        "away": {
            "club_id": game.away_club_id,
            "name": _name(db, game.away_club_id),
            "score": game.away_score,
        },
    }


def box_score_view(db: Session, game: Game) -> list[JsonValue]:
    """What each player did in a game."""
    return [
        {
            "name": _full_name(db, entry.player_id),
            "club_id": entry.club_id,
            "player_id": entry.player_id,
            "points": entry.points,
            "options": entry.options.model_dump(),
        }
        for entry in rows_of(db, BoxScoreEntry, game_id=game.game_id)
    ]


def timeline_view(db: Session, game: Game) -> list[JsonValue]:
    """The scoring events of a game in the order in which they were recorded."""
    return [
        {
            "event_type": event.event_type,
            "points": event.points,
            "club_id": event.club_id,
            "player_id": event.player_id,
            "timestamp": event.timestamp,
        }
        for event in rows_of(db, ScoringEvent, game_id=game.game_id)
    ]


def _name(db: Session, club_id: str) -> str:
    return db.get_one(Club, club_id).name


def _full_name(db: Session, player_id: str) -> str:
    player = db.get_one(Player, player_id)
    return f"{player.first_name} {player.last_name}"
