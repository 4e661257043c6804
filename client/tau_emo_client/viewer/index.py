"""What lists and searches need of every episode, in a database of its own.

The conversations stay in their files; the index knows where each of them begins.
"""

import json
import re
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from threading import RLock
from typing import Any

from tau_emo_client.failures.failure import Failure
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import Place
from tau_emo_client.viewer.selection import FILTERS, Selection
from tau_emo_servers.conversation import AgentStep

PAGE = 100
"""Episodes on one page of a list."""
RESULTS = ("passed", "failed", "uncounted")
"""What can have come out; uncounted: it failed for infrastructure."""
_MEBIBYTES = 64
"""What the database may keep in memory; the rest stands in a file that only it can open."""

_MOST = 2**63 - 1


@dataclass(frozen=True)
class Row:
    """One episode as it is listed."""

    number: int | None
    """Its key in the index; None: it gets the next one."""
    place: int
    """The place of its run among the runs."""
    line: int
    start: int
    length: int
    run: str
    id: str
    task: str
    trial: int
    name_order: str
    """The task in such a form that `airline-2` comes before `airline-10`."""
    domain: str
    family: str | None
    emotion: str | None
    politeness: str | None
    urgency: str | None
    trust: str | None
    result: str
    """One of `RESULTS`."""
    end: str
    failure: str | None
    """The category of the failure; None if it passed or is not known."""
    author: str | None
    rules_broken: int
    rules: str
    """The ids of the broken rules, with blanks between."""
    turns: int
    tool_calls: int
    follow_ups: int
    seconds: float
    cost: float | None
    """US dollars that the agent cost; None if they are not known."""

    @property
    def at(self) -> Place:
        """Where its record stands."""
        return Place(self.line, self.start, self.length)


_COLUMNS = ", ".join(field.name for field in fields(Row))
_SCHEMA = f"""
CREATE TABLE episode ({_COLUMNS.replace("number", "number INTEGER PRIMARY KEY AUTOINCREMENT", 1)});
CREATE UNIQUE INDEX of_run ON episode (run, id);
CREATE INDEX of_task ON episode (task);
CREATE TABLE broken (rule, number, PRIMARY KEY (rule, number)) WITHOUT ROWID;
CREATE VIRTUAL TABLE said USING fts5 (words, content='');
"""
_INSERT = f"INSERT INTO episode VALUES ({', '.join('?' for _ in fields(Row))})"  # noqa: S608
_SELECT = f"SELECT {_COLUMNS} FROM episode"  # noqa: S608


@dataclass(frozen=True)
class Counts:
    """How many episodes a selection has."""

    episodes: int
    passed: int
    failed: int
    uncounted: int


@dataclass(frozen=True)
class Neighbours:
    """Where an episode stands in a selection."""

    place: int
    """Counted from 1; 0 if it is not in it."""
    total: int
    before: Row | None
    after: Row | None


class Index:
    """The index of all episodes; it may be used from several threads."""

    def __init__(self) -> None:
        self._lock = RLock()
        # Without a name it is a temporary database: what does not fit into memory goes to a
        # file that is gone with the process.
        self._db = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._db.execute(f"PRAGMA cache_size = {-1024 * _MEBIBYTES}")
        self._db.executescript(_SCHEMA)
        self._options: dict[str, list[tuple[str, int]]] | None = None

    @contextmanager
    def adding(self) -> Generator[None]:
        """Many changes at once, which nobody sees half; an error undoes them."""
        with self._lock:
            self._options = None
            self._db.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._db.rollback()
                raise
            self._db.commit()

    def add(
        self, place: int, run: str, at: Place, record: EpisodeRecord, failure: Failure | None
    ) -> None:
        """Put an episode into the index, in the stead of an earlier play of it; within `adding`.

        Args:
            place: the place of its run among the runs.
            run: the name of its run.
            at: where the record stands.
            record: the record.
            failure: why it failed; None if it did not, or if nobody knows.
        """
        self._remove("run = ? AND id = ?", run, record.id)
        row = _row(place, run, at, record, failure)
        number = self._db.execute(_INSERT, tuple(vars(row).values())).lastrowid
        self._db.executemany(
            "INSERT OR IGNORE INTO broken VALUES (?, ?)",
            [(rule, number) for rule in record.rules_broken],
        )
        self._db.execute(
            "INSERT INTO said (rowid, words) VALUES (?, ?)",
            (number, "\n".join(_said(record)).replace("\0", " ")),
        )

    def forget(self, run: str) -> None:
        """Take out all episodes of a run; within `adding`."""
        self._remove("run = ?", run)

    def options(self) -> dict[str, list[tuple[str, int]]]:
        """For each filter the values that episodes have, with how many have it."""
        with self._lock:
            if self._options is None:
                self._options = {
                    name: self._values(name, column)
                    for name, column in FILTERS.items()
                    if name != "task"
                }
            return self._options

    def counts(self, selection: Selection) -> Counts:
        """How many episodes are selected, and what came out."""
        where, values = selection.condition()
        asked = ", ".join(f"COALESCE(SUM(result = '{one}'), 0)" for one in RESULTS)
        with self._lock:
            found = self._db.execute(
                f"SELECT COUNT(*), {asked} FROM episode WHERE {where}",  # noqa: S608
                values,
            ).fetchone()
        return Counts(*found)

    def page(self, selection: Selection) -> list[Row]:
        """The episodes on the page of a selection."""
        where, values = selection.condition()
        return self._rows(
            f"WHERE {where} ORDER BY {selection.order()} LIMIT ? OFFSET ?",
            *values,
            PAGE,
            PAGE * (selection.page - 1),
        )

    def neighbours(self, row: Row, selection: Selection) -> Neighbours:
        """What comes before and after an episode in a selection."""
        where, values = selection.condition()
        with self._lock:
            found = self._db.execute(
                f"SELECT number FROM episode WHERE {where} ORDER BY {selection.order()}",  # noqa: S608
                values,
            )
            numbers: list[int] = [number for (number,) in found]
        if row.number not in numbers:
            return Neighbours(0, len(numbers), None, None)
        here = numbers.index(row.number)
        before = self._at(numbers[here - 1]) if here else None
        after = self._at(numbers[here + 1]) if here + 1 < len(numbers) else None
        return Neighbours(here + 1, len(numbers), before, after)

    def find(self, run: str, episode: str) -> Row | None:
        """The episode of this id in a run, or None."""
        return next(iter(self._rows("WHERE run = ? AND id = ?", run, episode)), None)

    def of_task(self, task: str) -> list[Row]:
        """All episodes of one task."""
        return self._rows("WHERE task = ? ORDER BY place, trial, line", task)

    def by_run(self) -> dict[str, Counts]:
        """The counts of each run that has episodes."""
        asked = ", ".join(f"SUM(result = '{one}')" for one in RESULTS)
        with self._lock:
            found = self._db.execute(
                f"SELECT run, COUNT(*), {asked} FROM episode GROUP BY run"  # noqa: S608
            )
            return {run: Counts(*counts) for run, *counts in found}

    def close(self) -> None:
        """Free everything."""
        with self._lock:
            self._db.close()

    def _rows(self, rest: str, *values: Any) -> list[Row]:
        with self._lock:
            return [Row(*found) for found in self._db.execute(f"{_SELECT} {rest}", values)]

    def _at(self, number: int) -> Row:
        (row,) = self._rows("WHERE number = ?", number)
        return row

    def _values(self, name: str, column: str) -> list[tuple[str, int]]:
        if name == "rule":
            asked = "SELECT rule, COUNT(*) FROM broken GROUP BY rule ORDER BY rule"
        else:
            # Runs stand in the order in which they were named.
            order = "MIN(place)" if name == "run" else column
            asked = (
                f"SELECT {column}, COUNT(*) FROM episode WHERE {column} IS NOT NULL "  # noqa: S608
                f"GROUP BY {column} ORDER BY {order}"
            )
        return [(value, count) for value, count in self._db.execute(asked)]

    def _remove(self, where: str, *values: str) -> None:
        # The words stay: nothing can be taken out there, and what has no episode is not found.
        self._db.execute(
            f"DELETE FROM broken WHERE number IN (SELECT number FROM episode WHERE {where})",  # noqa: S608
            values,
        )
        self._db.execute(f"DELETE FROM episode WHERE {where}", values)  # noqa: S608


def _row(place: int, run: str, at: Place, record: EpisodeRecord, failure: Failure | None) -> Row:
    condition = record.condition
    result = ("passed" if record.passed else "failed") if record.counts else "uncounted"
    return Row(
        number=None,
        place=place,
        line=at.line,
        start=at.start,
        length=at.length,
        run=run,
        id=record.id,
        task=record.task_id,
        trial=_whole(record.trial),
        name_order=re.sub(r"[0-9]+", lambda digits: digits[0].zfill(8), record.task_id),
        domain=record.domain,
        family=condition.family if condition else None,
        emotion=condition.emotion if condition else None,
        politeness=condition.politeness if condition else None,
        urgency=condition.urgency if condition else None,
        trust=condition.trust_in_agent if condition else None,
        result=result,
        end=record.end_reason.value,
        failure=failure.category.value if failure else None,
        author=failure.author.value if failure else None,
        rules_broken=len(record.rules_broken),
        rules=" ".join(record.rules_broken),
        turns=_whole(record.turns),
        tool_calls=_whole(record.tool_calls),
        follow_ups=_whole(record.follow_ups),
        seconds=record.timing.seconds,
        cost=record.agent_usage.cost,
    )


def _whole(number: int) -> int:
    """The number, or the last one that the database can hold."""
    return max(-_MOST, min(number, _MOST))


def _said(record: EpisodeRecord) -> Iterator[str]:
    """All that can be searched for."""
    yield record.id
    yield record.detail
    for event in record.conversation.events:
        yield event.text
        if isinstance(event, AgentStep):
            yield event.reasoning
            for call in event.calls:
                yield call.name
                sent = call.arguments
                yield sent if isinstance(sent, str) else json.dumps(sent, ensure_ascii=False)
                yield call.result
