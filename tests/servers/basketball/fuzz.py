"""Every tool of the association against generated calls on the real base."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.basketball.tables import Club, Game, Player, RosterEntry
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

BASKETBALL = served_domain("basketball")
WORTH = {"2PT": 2, "3PT": 3, "FT": 1}
NEXT = {"scheduled": "in_progress", "postponed": "scheduled", "in_progress": "final"}
CHANGED_BY = {
    "modify_player_address": {"player"},
    "update_game_status": {"game"},
    "record_scoring_event": {"game", "scoring_event"},
}


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    players: list[Player]
    games: list[Game]
    rosters: dict[str, list[str]]


@cache
def base() -> Base:
    with EpisodeState.open(BASKETBALL.data) as state, state.session() as db:
        players = [*db.exec(select(Player))]
        games = [*db.exec(select(Game))]
        clubs = [*db.exec(select(Club))]
        rosters: dict[str, list[str]] = {}
        for entry in db.exec(select(RosterEntry)):
            rosters.setdefault(entry.club_id, []).append(entry.player_id)
    return Base(
        known={
            "player_id": [one.player_id for one in players],
            "email": [one.email for one in players],
            "first_name": [one.first_name for one in players],
            "last_name": [one.last_name for one in players],
            "zip": [one.address.zip for one in players],
            "club_id": [one.club_id for one in clubs],
            "league": [one.league for one in clubs],
            "game_id": [one.game_id for one in games],
            "season": ["2023-24", "2024-25"],
            "timestamp": ["Q1 09:58", "Q4 00:03", "OT1 04:10"],
            "points": [1, 2, 3],
            "expression": ["214 / 9", "2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        players=players,
        games=games,
        rosters=rosters,
    )


@st.composite
def name(draw: st.DrawFn) -> Arguments:
    player = draw(st.sampled_from(base().players))
    return {"first_name": player.first_name, "last_name": player.last_name}


@st.composite
def address(draw: st.DrawFn) -> Arguments:
    """A player, and where another one lives."""
    player, other = (draw(st.sampled_from(base().players)) for _ in range(2))
    return {"player_id": player.player_id, **other.address.model_dump()}


@st.composite
def next_status(draw: st.DrawFn) -> Arguments:
    """A game and the status that follows."""
    game = draw(st.sampled_from([one for one in base().games if one.status in NEXT]))
    return {"game_id": game.game_id, "new_status": NEXT[game.status]}


@st.composite
def event(draw: st.DrawFn, game: Game | None = None) -> Arguments:
    """A basket of somebody on a roster of the game, by default one that runs."""
    running = [one for one in base().games if one.status == "in_progress"]
    game = game or draw(st.sampled_from(running))
    club = draw(st.sampled_from([game.home_club_id, game.away_club_id]))
    kind = draw(st.sampled_from(sorted(WORTH)))
    return {
        "game_id": game.game_id,
        "event_type": kind,
        "points": WORTH[kind],
        "club_id": club,
        "player_id": draw(st.sampled_from(base().rosters.get(club, ["PL0X0XX"]))),
        "timestamp": draw(st.sampled_from(base().known["timestamp"])),
    }


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "find_player_id_by_name": name(),
    "modify_player_address": address(),
    "update_game_status": next_status(),
    "record_scoring_event": event(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A game, one of its clubs, and what one of its players does."""
    return draw(event(draw(st.sampled_from(base().games))))


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(BASKETBALL.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """A score grows by the new events of its club, and nothing but what a tool writes changes."""
    touched = {table for table, rows in after.root.items() if rows != before[table]}
    assert touched <= CHANGED_BY[call.name]
    assert not after["scoring_event"].before, "recorded events stay"
    recorded: Counter[tuple[Any, Any]] = Counter()
    for row in after["scoring_event"].after:
        assert row["points"] == WORTH[str(row["event_type"])]
        recorded[row["game_id"], row["club_id"]] += int(str(row["points"]))
    base_rows = {row["game_id"]: row for row in after["game"].before}
    for row in after["game"].after:
        for side in ("home", "away"):
            grown = int(str(row[f"{side}_score"])) - int(
                str(base_rows[row["game_id"]][f"{side}_score"])
            )
            assert grown == recorded.pop((row["game_id"], row[f"{side}_club_id"]), 0)
    assert not recorded, "every event is of a club of its game"
    for row in after["game"].after:
        kept = {"status", "home_score", "away_score"}
        old = base_rows[row["game_id"]]
        assert {key: row[key] for key in row if key not in kept} == {
            key: old[key] for key in old if key not in kept
        }
