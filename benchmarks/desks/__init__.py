"""For each domain, calls of its tools that succeed on a base of any size.

They follow one rule in all domains: every tool that asks the database is called equally often, on
rows that stand at equal distances in the base.
"""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, TypeVar

from sqlmodel import Session

from tau_emo_db import EpisodeState
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.episode import Episode

T = TypeVar("T")
Call = tuple[str, dict[str, Any]]
"""A tool and its arguments."""


@dataclass(frozen=True)
class Desk:
    """What is called to measure the tools of a domain."""

    domain: ServedDomain
    scale: int
    reads: tuple[Call, ...]
    """Every read tool that asks the database, each equally often."""
    writes: tuple[Call, ...]
    """Every write tool, several times. None of them stands in the way of another."""

    def episode(self) -> Episode:
        """A fresh episode, its copy of the base not yet made."""
        return Episode(self.domain, EpisodeState.open(self.domain.data, scale=self.scale))


def desk_names() -> tuple[str, ...]:
    """The domains that have such calls, sorted: the modules of this package."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__)))


def desk(name: str, scale: int = 1) -> Desk:
    """The calls for a domain, chosen from its base at this scale.

    Raises:
        RuntimeError: a chosen call fails, or a tool is left out or called more often than another.
    """
    domain = served_domain(name)
    module = importlib.import_module(f"benchmarks.desks.{name}")
    with EpisodeState.open(domain.data, scale=scale) as state, state.session() as db:
        found = Desk(domain, scale, _evenly(module.reads(db)), tuple(module.writes(db)))
    _check(found)
    return found


def spaced(rows: list[T], count: int) -> list[T]:
    """So many rows at equal distances, so that none is found faster for standing first."""
    step = max(1, len(rows) // count)
    return rows[step // 2 :: step][:count]


class Apart:
    """Picks rows of which no two have the same owner, so that their writes do not meet."""

    def __init__(self) -> None:
        self._taken: set[Hashable] = set()

    def pick(self, rows: Iterable[T], owner: Callable[[T], Hashable], count: int) -> list[T]:
        """So many rows at equal distances, less if there are less, of owners not picked before."""
        free: dict[Hashable, T] = {}
        for row in rows:
            if (key := owner(row)) not in self._taken:
                free.setdefault(key, row)
        chosen = spaced([*free.values()], count)
        self._taken.update(map(owner, chosen))
        return chosen


def _evenly(calls: Iterable[Call]) -> tuple[Call, ...]:
    """Calls of each tool, repeated until there are as many as of the one called most."""
    by_tool: dict[str, list[Call]] = {}
    for call in calls:
        by_tool.setdefault(call[0], []).append(call)
    most = max(map(len, by_tool.values()))
    return tuple(call for own in by_tool.values() for call in islice(cycle(own), most))


def _check(made: Desk) -> None:
    episode = made.episode()
    for tool, arguments in (*made.reads, *made.writes):
        call = episode.call(tool, arguments)
        if call.is_error:
            raise RuntimeError(f"{made.domain.name}: {tool} {arguments}: {call.result}")
    episode.close()
    for kind, calls in (("read", made.reads), ("write", made.writes)):
        counts = Counter(tool for tool, _ in calls)
        if len({*counts.values()}) > 1:
            raise RuntimeError(f"{made.domain.name}: not called equally often: {counts}")
        wanted = {
            tool.name
            for tool in made.domain.tools.values()
            if tool.kind == kind and tool.takes_database
        }
        if missing := wanted - {*counts}:
            raise RuntimeError(f"{made.domain.name}: no call of {', '.join(sorted(missing))}")


__all__ = ["Apart", "Call", "Desk", "Session", "desk", "desk_names", "spaced"]
