"""Calls of the association's tools."""

from collections import Counter
from collections.abc import Iterator

from sqlmodel import Session, select

from benchmarks.desks import Call, spaced
from tau_emo_db.domains.basketball.tables import Club, Game, Player, RosterEntry

EACH = 4
"""How often each tool is called."""

_ADDRESS = {
    "street": "14 Harbor Lane, Unit 3",
    "city": "Tucson",
    "state": "AZ",
    "country": "USA",
    "zip": "85719",
}


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    players = [*db.exec(select(Player))]
    for player in spaced(players, EACH):
        yield "find_player_id_by_email", {"email": player.email}
        yield "get_player_details", {"player_id": player.player_id}
        yield "get_player_total_points", {"player_id": player.player_id}
    names = Counter(map(_name, players))
    for player in spaced([one for one in players if names[_name(one)] == 1], EACH):
        yield (
            "find_player_id_by_name",
            {"first_name": player.first_name, "last_name": player.last_name},
        )
    yield "list_all_clubs", {}
    for club in spaced([*db.exec(select(Club))], EACH):
        yield "list_clubs_by_league", {"league": club.league}
        for tool in (
            "get_club_details",
            "list_club_roster_ids",
            "get_club_schedule",
            "get_club_record",
        ):
            yield tool, {"club_id": club.club_id}
    for game in spaced([*db.exec(select(Game).where(Game.status == "final"))], EACH):
        for tool in (
            "get_game_details",
            "get_game_score",
            "get_game_box_score",
            "get_game_timeline",
        ):
            yield tool, {"game_id": game.game_id}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on a player or a game of its own."""
    for player in spaced([*db.exec(select(Player))], EACH):
        yield "modify_player_address", {"player_id": player.player_id, **_ADDRESS}
    for game in spaced([*db.exec(select(Game).where(Game.status == "scheduled"))], EACH):
        yield "update_game_status", {"game_id": game.game_id, "new_status": "in_progress"}
    for game in spaced([*db.exec(select(Game).where(Game.status == "in_progress"))], EACH):
        roster = select(RosterEntry.player_id).where(RosterEntry.club_id == game.home_club_id)
        yield (
            "record_scoring_event",
            {
                "game_id": game.game_id,
                "event_type": "2PT",
                "points": 2,
                "club_id": game.home_club_id,
                "player_id": db.exec(roster).first(),
                "timestamp": "Q4 00:21",
            },
        )


def _name(player: Player) -> tuple[str, str]:
    return player.first_name.lower(), player.last_name.lower()
