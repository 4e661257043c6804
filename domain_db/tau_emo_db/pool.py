"""Connections with warm engines: in memory from a pool, to files, and to the shared base."""

import sqlite3
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy.engine import Engine, create_engine
from sqlalchemy.pool import StaticPool

from tau_emo_db.domain import DomainData
from tau_emo_db.image import base_image
from tau_emo_db.undo import undo

IDLE = 8
"""How many unused connections are kept for each base; each holds one copy of it."""

STATEMENTS = 256
"""How many prepared statements a connection keeps."""

FILE_TIMEOUT = 30.0
"""Seconds that a transaction waits for another process's transaction on a state file."""

VIRTUAL = ("json_each", "json_tree", "pragma_", "sqlite_dbpage", "sqlite_stmt", "dbstat")
"""How the names of SQLite's built-in virtual tables begin."""


class Slot:
    """A raw connection and SQLAlchemy's connection over it.

    Foreign keys and recursive triggers are on, and stay so: every change of such a setting makes
    SQLite prepare all statements again. `clean` is True while the connection holds a copy that
    is as the base is.
    """

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.clean = False
        raw.execute("PRAGMA foreign_keys = ON")
        raw.execute("PRAGMA recursive_triggers = ON")
        raw.set_authorizer(_only_rows)
        self.raw = raw
        # The dialect and the compiled statements are shared by all slots: an engine of its
        # own from `create_engine` would cost three times the copy of the base.
        first = _first_engine()
        alone = StaticPool(lambda: raw, reset_on_return=None)  # pyright: ignore[reportArgumentType]
        engine = Engine(alone, first.dialect, first.url)
        # Kept for all sessions: to take one from an engine costs as much as a query.
        self.connection = engine.execution_options(compiled_cache=_compiled).connect()

    def close(self) -> None:
        """Closes the connection."""
        self.connection.close()
        self.raw.close()


class Pool:
    """Connections that hold copies of one base.

    A pool serves one base, because a connection keeps prepared statements and cannot tell
    that the tables behind them have moved.

    Args:
        data: the domain.
        scale: how many times the published base.
    """

    def __init__(self, data: DomainData, scale: int) -> None:
        self.data = data
        self.scale = scale
        self._idle: list[Slot] = []
        self._lock = threading.Lock()

    def take(self) -> Slot:
        """A connection to a copy that is as the base is, not shared with anybody."""
        with self._lock:
            slot = self._idle.pop() if self._idle else None
        if slot is None:
            slot = Slot(_connect(":memory:"))
        if not slot.clean:
            slot.raw.deserialize(base_image(self.data, self.scale))
        slot.clean = False
        return slot

    def give_back(self, slot: Slot) -> None:
        """Keeps the connection for the next episode, or closes it if there are enough."""
        with self._lock:
            full = len(self._idle) >= IDLE
        if full:
            slot.close()
            return
        with base_connection(self.data, self.scale) as base:
            slot.clean = undo(slot.raw, base, self.data)
        with self._lock:
            self._idle.append(slot)


@cache
def pool(data: DomainData, scale: int) -> Pool:
    """The pool of the base at this scale."""
    return Pool(data, scale)


def file_slot(path: Path) -> Slot:
    """A connection to a database file that exists."""
    return Slot(_connect(str(path)))


@contextmanager
def base_connection(data: DomainData, scale: int) -> Generator[sqlite3.Connection]:
    """The base itself, shared by all threads one after another; nobody can write to it."""
    raw, lock = _base(data, scale)
    with lock:
        yield raw


@cache
def _base(data: DomainData, scale: int) -> tuple[sqlite3.Connection, threading.Lock]:
    raw = _connect(":memory:")
    raw.deserialize(base_image(data, scale))
    raw.execute("PRAGMA query_only = ON")
    return raw, threading.Lock()


def _only_rows(
    action: int, table: str | None, column: str | None, database: str | None, inner: str | None
) -> int:
    """Refuses statements that do more than read and write rows, while they are prepared.

    A change of the schema would escape the log of touched rows. And SQLite crashes when a
    connection that has used `json_each` or its kind is given another copy of the base.
    """
    if action not in _ON_ROWS:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_READ and table is not None and table.startswith(VIRTUAL):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


_ON_ROWS = frozenset(
    (
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_FUNCTION,
        sqlite3.SQLITE_RECURSIVE,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_SAVEPOINT,
        sqlite3.SQLITE_PRAGMA,
        sqlite3.SQLITE_ATTACH,
    )
)
"""What an authorizer is asked about for statements on rows, and for `deserialize` (ATTACH)."""
_compiled: dict[Any, Any] = {}


@cache
def _first_engine() -> Engine:
    """An engine whose dialect has seen a connection and so knows what SQLite can do."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    engine.connect().close()
    return engine


def _connect(where: str) -> sqlite3.Connection:
    return sqlite3.connect(
        where,
        timeout=FILE_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )
