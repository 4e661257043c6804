"""Basketball data in the layout of τ²-bench: clubs, players and games."""

from typing import Any

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
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.source import Source

_STREET = ("street", "city", "country", "state", "zip")
_COUNTRIES = {"United States": "USA"}


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("clubs"):
        with out.record(node):
            _club(node, out)
    for node in source.records("players"):
        with out.record(node):
            _player(node, out)
    for node in source.records("games"):
        with out.record(node):
            _game(node, out)


def _address(node: Node, name: str) -> dict[str, str]:
    found = node.plain(name, _STREET)
    country: str = found["country"]
    return {**found, "country": _COUNTRIES.get(country, country)}


def _club(node: Node, out: Gathering) -> None:
    key, arena = node.own_key("club_id"), node.at("arena")
    out.add(
        node,
        Club,
        club_id=key,
        name=out.single(node.at("name"), Club, "name", node.text("name")),
        league=node.text("league"),
        city=node.text("city"),
        arena={"name": arena.text("name"), "address": _address(arena, "address")},
    )
    for entry in node.at("roster").fields():
        profile = entry.at("profile")
        number = profile.at("number")
        out.add(
            entry,
            RosterEntry,
            club_id=key,
            player_id=entry.own_key("player_id"),
            profile={
                "position": profile.text("position"),
                "number": number.value if isinstance(number.value, str) else number.as_whole(),
                "height_cm": profile.number("height_cm"),
                "weight_kg": profile.number("weight_kg"),
            },
            active=entry.flag("active"),
            salary=entry.cents("salary"),
        )
    node.leave("games")


def _player(node: Node, out: Gathering) -> None:
    key, name = node.own_key("player_id"), node.at("name")
    out.add(
        node,
        Player,
        player_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        address=_address(node, "address"),
        email=node.text("email"),
    )
    for contract in node.at("contracts").fields():
        terms = contract.at("extra_info")
        out.add(
            contract,
            Contract,
            contract_id=contract.own_key("contract_id"),
            player_id=key,
            club_id=contract.text("club_id"),
            source=contract.text("source"),
            start_date=contract.text("start_date"),
            end_date=contract.text("end_date"),
            salary=terms.cents("salary"),
            years=terms.whole("years"),
        )
    for game in node.at("games").items():
        out.add(game, PlayerGame, player_id=key, game_id=game.as_text())


def _game(node: Node, out: Gathering) -> None:
    key, sides = node.own_key("game_id"), node.at("clubs")
    values: dict[str, Any] = {}
    for side in ("home", "away"):
        club = sides.at(side)
        values |= {f"{side}_club_id": club.text("club_id"), f"{side}_score": club.whole("score")}
        club.leave("name")
    out.add(
        node,
        Game,
        game_id=key,
        season=node.text("season"),
        date=node.text("date"),
        status=node.text("status"),
        venue=_address(node, "venue"),
        periods=[
            {
                "period_number": period.whole("period_number"),
                "event_ids": period.texts("event_ids"),
                "player_ids": period.texts("player_ids"),
            }
            for period in node.at("periods").items()
        ],
        **values,
    )
    for entry in node.at("box_score").items():
        done = entry.at("options")
        out.add(
            entry,
            BoxScoreEntry,
            game_id=key,
            player_id=entry.text("player_id"),
            club_id=entry.text("club_id"),
            points=entry.whole("points"),
            options={
                "rebounds": done.whole("rebounds"),
                "assists": done.whole("assists"),
                "minutes": done.text("minutes"),
            },
        )
        entry.leave("name")
    for number, event in numbered(node.at("scoring_history").items()):
        out.add(
            event,
            ScoringEvent,
            game_id=key,
            sequence=number + 1,
            event_type=event.text("event_type"),
            points=event.whole("points"),
            club_id=event.text("club_id"),
            player_id=event.text("player_id"),
            timestamp=event.text("timestamp"),
        )


MAPPING = Mapping(
    parts=("clubs", "players", "games"),
    read=read,
    people=People(Player, "player_id", "email"),
    differences=(
        Difference(
            "clubs, a name of two clubs", "club.name", "refused; --repair numbers the second"
        ),
        Difference("country United States", "USA", "the same country"),
        Difference("clubs.games", "nothing", "follows from the games"),
        Difference("names of clubs and players in games", "nothing", "follow from their ids"),
        Difference("scoring_history, a list", "scoring_event.sequence", "the position, from 1"),
        Difference("an id of a club or player who is not there", "a reference", "refused"),
    ),
)
