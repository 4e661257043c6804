"""A long walk of valid writes over the real base; after each one everything still adds up."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.basketball.tables import (
    BoxScoreEntry,
    Game,
    Player,
    RosterEntry,
    ScoringEvent,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk

BASKETBALL = served_domain("basketball")
WORTH = {"1PT": 1, "2PT": 2, "3PT": 3, "FT": 1}
STEPS = {
    "scheduled": ("in_progress", "postponed"),
    "postponed": ("scheduled",),
    "in_progress": ("final",),
}


@dataclass
class Now:
    """The rows that a step is chosen from, and that must agree after it."""

    games: dict[str, Game]
    players: dict[str, Player]
    rosters: dict[str, list[str]]
    events: list[ScoringEvent]
    box: list[dict[str, Any]]

    @classmethod
    def of(cls, db: Session) -> "Now":
        rosters: dict[str, list[str]] = {}
        for entry in db.exec(select(RosterEntry)):
            rosters.setdefault(entry.club_id, []).append(entry.player_id)
        found = cls(
            games={one.game_id: one for one in db.exec(select(Game))},
            players={one.player_id: one for one in db.exec(select(Player))},
            rosters=rosters,
            events=[*db.exec(select(ScoringEvent))],
            box=[one.model_dump() for one in db.exec(select(BoxScoreEntry))],
        )
        db.expunge_all()
        return found


def address(draw: random.Random, now: Now) -> Call:
    """Somebody moves to where somebody else lives."""
    player, other = draw.sample(sorted(now.players), 2)
    moved = {"player_id": player, **now.players[other].address.model_dump()}
    return "modify_player_address", moved


def status(draw: random.Random, now: Now) -> Call:
    """A game takes one of the steps that it can take."""
    key = draw.choice(sorted(key for key, game in now.games.items() if game.status in STEPS))
    new = draw.choice(STEPS[now.games[key].status])
    return "update_game_status", {"game_id": key, "new_status": new}


def event(draw: random.Random, now: Now) -> Call:
    """Somebody on the roster of a club that plays now scores."""
    places = sorted(
        (key, club)
        for key, game in now.games.items()
        if game.status == "in_progress"
        for club in (game.home_club_id, game.away_club_id)
        if club in now.rosters
    )
    key, club = draw.choice(places)
    kind = draw.choice(["2PT", "3PT", "FT"])
    return "record_scoring_event", {
        "game_id": key,
        "event_type": kind,
        "points": WORTH[kind],
        "club_id": club,
        "player_id": draw.choice(now.rosters[club]),
        "timestamp": f"Q{draw.randint(1, 4)} {draw.randint(0, 9):02d}:{draw.randint(0, 59):02d}",
    }


CHOICES: tuple[Callable[[random.Random, Now], Call], ...] = (address, status, event, event)


def check(first: Now, before: Now, after: Now, call: ToolCall) -> None:
    """What holds in every state that the tools can make, and between two that follow."""
    sums: Counter[tuple[str, str]] = Counter()
    numbers: dict[str, list[int]] = {}
    for one in after.events:
        assert one.points == WORTH[one.event_type]
        sums[one.game_id, one.club_id] += one.points
        numbers.setdefault(one.game_id, []).append(one.sequence)
    for found in numbers.values():
        assert sorted(found) == list(range(1, len(found) + 1))
    for key, game in after.games.items():
        assert game.home_score == sums.pop((key, game.home_club_id), 0)
        assert game.away_score == sums.pop((key, game.away_club_id), 0)
        old = before.games[key]
        assert game.status == old.status or game.status in STEPS.get(old.status, ())
        assert (game.date, game.season, game.periods) == (old.date, old.season, old.periods)
    assert not sums, "no event is of a club that does not play"
    assert after.box == first.box
    assert after.rosters == first.rosters

    tool, arguments = call.name, call.arguments
    moved = [key for key in after.players if after.players[key] != before.players[key]]
    stepped = [k for k in after.games if after.games[k].status != before.games[k].status]
    recorded = len(after.events) - len(before.events)
    assert moved in ([], [arguments.get("player_id")])
    assert stepped == ([arguments["game_id"]] if tool == "update_game_status" else [])
    assert recorded == (tool == "record_scoring_event")
    if tool != "modify_player_address":
        assert moved == []


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: random.Random) -> None:
        super().__init__(state, chance)
        self.now = self.first = self._look()

    def choose(self) -> Call:
        return self.chance.choice(CHOICES)(self.chance, self.now)

    def check(self, call: ToolCall) -> None:
        after = self._look()
        check(self.first, self.now, after, call)
        self.now = after

    def _look(self) -> Now:
        with self.state.session() as db:
            return Now.of(db)
