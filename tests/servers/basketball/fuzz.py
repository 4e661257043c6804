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


def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(BASKETBALL.tools[tool], base().known, VALID.get(tool))


@st.composite
def conversation(draw: st.DrawFn, tool: str) -> list[Call]:
    """A call of the tool after a few of the writes, often all about one game."""
    names = [*draw(st.lists(st.sampled_from(sorted(CHANGED_BY)), max_size=3)), tool]
    calls = [draw(calls_to(one)) for one in names]
    if draw(st.booleans()):
        game = draw(st.sampled_from(base().games))
        about = draw(event(game))
        return [(one, _about(about, arguments)) for one, arguments in calls]
    return calls


def _about(event: Arguments, arguments: Any) -> Any:
    """The same arguments, about the game, club and player of the event."""
    if not isinstance(arguments, dict) or "game_id" not in arguments:
        return arguments
    return {**arguments, **{key: event[key] for key in event if key in arguments}}


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
