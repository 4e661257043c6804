"""A long walk of valid writes over the whole base of a domain."""

from abc import ABC, abstractmethod
from collections import namedtuple
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import class_mapper
from sqlmodel import Session

from tau_emo_db import EpisodeState, Table
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode

Call = tuple[str, dict[str, Any]]


class Walk(ABC):
    """Chooses writes that must succeed, and knows what must hold after them.

    Args:
        state: what the writes change; nothing yet.
        chance: where the choices come from.
    """

    def __init__(self, state: EpisodeState, chance: Random) -> None:
        self.state = state
        self.chance = chance

    @abstractmethod
    def choose(self) -> Call:
        """A write that the tools must carry out now."""

    @abstractmethod
    def check(self, call: ToolCall) -> None:
        """Whether everything holds after the call."""


def walk(domain: ServedDomain, kind: type[Walk], steps: int, seed: int | str) -> list[ToolCall]:
    """So many writes, each checked; then all of them again on a fresh copy, to the same end."""
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        course = kind(state, Random(seed))
        for _ in range(steps):
            tool, arguments = course.choose()
            call = episode.call(tool, arguments)
            assert not call.is_error, (tool, arguments, call.result)
            course.check(call)
            with state.session() as db:
                assert not db.connection().exec_driver_sql("PRAGMA foreign_key_check").all()
        calls, changes = episode.calls, state.changes()
    with EpisodeState.open(domain.data) as state:
        again = Episode(domain, state)
        for call in calls:
            assert again.call(call.name, call.arguments).result == call.result
        assert state.changes() == changes
    return calls


def writes_of(domain: ServedDomain) -> set[str]:
    """The tools that a long walk should come by."""
    return {name for name, tool in domain.tools.items() if tool.kind == "write"}


def plain_rows(db: Session, table: type[Table]) -> list[Any]:
    """All rows of a table as named tuples, which are read and compared faster than objects."""
    columns = class_mapper(table).local_table
    row: Any = namedtuple(table.__name__, columns.c.keys())
    return [row(*one) for one in db.connection().execute(select(columns))]
