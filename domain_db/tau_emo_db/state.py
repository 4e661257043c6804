"""The state of one episode: an isolated copy of the base, its transactions and its changes."""

import sqlite3
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlmodel import Session

from tau_emo_db.changes import Changes, Row, RowChange
from tau_emo_db.domain import DomainData
from tau_emo_db.files import create_file, replace_file
from tau_emo_db.image import base_image, image_digest
from tau_emo_db.pool import Slot, base_connection, file_slot, pool
from tau_emo_db.schema import column_names, table_name
from tau_emo_db.session import ONE_TRANSACTION, ReadOnlyError, StateSession


class StateFileError(ValueError):
    """A state file belongs to another domain or base, or is no state file at all."""


class EpisodeState:
    """The database of one episode, which no other episode can see.

    The copy is made at the first session. A state may be used from several threads: its
    sessions follow one another. Sessions of one state do not nest.
    """

    def __init__(self, data: DomainData, path: Path | None, scale: int) -> None:
        self.data = data
        self.path = path
        self.scale = scale
        self._slot: Slot | None = None
        self._closed = False
        self._lock = threading.RLock()
        self._in_session = False

    @classmethod
    def open(cls, data: DomainData, *, path: Path | None = None, scale: int = 1) -> Self:
        """A state, in memory or in a file.

        Args:
            data: the domain.
            path: the file that keeps the state. It is made from the base if it does not
                exist; otherwise its state goes on, with the changes made so far. Without a
                path the state is a fresh copy of the base in memory.
            scale: how many times the published base.

        Raises:
            StateFileError: the file is no state of this domain and this base.
            OSError: the file cannot be made.
        """
        state = cls(data, None if path is None else Path(path), scale)
        if state.path is not None:
            _make_file(state.path, data, scale)
            try:
                state._slot = file_slot(state.path)
            except sqlite3.OperationalError as problem:
                raise StateFileError(
                    f"{state.path} cannot be opened ({problem}); name another file"
                ) from problem
            try:
                _check_file(state.path, state._slot.raw, data, scale)
            except StateFileError:
                state.close()
                raise
        return state

    @contextmanager
    def session(self, *, write: bool = False) -> Generator[Session]:
        """One transaction. Committed at the end; any exception undoes all of it.

        Args:
            write: False gives a session that fails if anything is written in it, and from
                which nothing is ever kept.

        Raises:
            RuntimeError: the state is closed, a session of it is open in this thread, or
                the session's transaction was ended from within.
            ReadOnlyError: something was written in a session that only reads.
        """
        with self._lock:
            if self._in_session:
                raise RuntimeError("a session of this state is open: sessions do not nest")
            slot = self._ready()
            self._in_session = True
            try:
                yield from _transaction(slot, write)
            finally:
                self._in_session = False

    def changes(self) -> Changes:
        """What differs from the base now: rows before and after, without no-ops."""
        with self._lock:
            if self._slot is None and not self._closed:
                return Changes()  # Nothing was ever read or written.
            return _changes(self._ready().raw, self.data, self.scale)

    def close(self) -> None:
        """Ends the state; closing twice does no harm. A state file stays where it is."""
        with self._lock:
            slot, self._slot, self._closed = self._slot, None, True
            if slot is None:
                return
            if self.path is None:
                pool(self.data, self.scale).give_back(slot)
            else:
                slot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ready(self) -> Slot:
        if self._closed:
            raise RuntimeError("this state is closed: open a new one")
        if self._slot is None:
            self._slot = pool(self.data, self.scale).take()
        return self._slot


def _transaction(slot: Slot, write: bool) -> Generator[Session]:
    raw = slot.raw
    written = raw.total_changes
    try:
        raw.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        with StateSession(raw, slot.connection, write=write) as session:
            yield session
            if write:
                session.flush()
            elif raw.total_changes != written:
                raise ReadOnlyError
            if not raw.in_transaction:
                raise RuntimeError(ONE_TRANSACTION)
            if write:
                # Through the raw connection, because the session commits only a transaction
                # that it has taken part in.
                raw.commit()
    finally:
        if raw.in_transaction:
            raw.rollback()


def _changes(raw: sqlite3.Connection, data: DomainData, scale: int) -> Changes:
    touched: dict[int, list[int]] = {}
    for number, row in raw.execute("SELECT number, row FROM _touched"):
        touched.setdefault(number, []).append(row)
    changed: dict[str, RowChange] = {}
    if not touched:
        return Changes.model_construct(root=changed)
    readings = _readings(data)
    with base_connection(data, scale) as base:
        for number, rows in sorted(touched.items()):
            name, columns, base_query, query = readings[number]
            ids = f"[{','.join(map(str, rows))}]"
            before = base.execute(base_query, (ids,)).fetchall()
            after = raw.execute(query).fetchall()
            before, after = _without_common(before, after)
            if before or after:
                changed[name] = RowChange.model_construct(
                    before=[_row(columns, values) for values in before],
                    after=[_row(columns, values) for values in after],
                )
    return Changes.model_construct(root=changed)


def _row(columns: tuple[str, ...], values: tuple[object, ...]) -> Row:
    return dict(zip(columns, values, strict=True))  # pyright: ignore[reportReturnType]


@cache
def _readings(data: DomainData) -> list[tuple[str, tuple[str, ...], str, str]]:
    """For each table its name, its columns, and what reads touched rows in base and state.

    Only the base may be asked through `json_each`: a prepared statement that names a virtual
    table crashes once its connection has been given another copy.
    """
    readings: list[tuple[str, tuple[str, ...], str, str]] = []
    for number, table in enumerate(data.tables):
        name, columns = table_name(table), column_names(table)
        selected = ", ".join(f'"{column}"' for column in columns)
        queries = [
            f'SELECT {selected} FROM "{name}" WHERE rowid IN ({rows}) ORDER BY rowid'  # noqa: S608
            for rows in (
                "SELECT value FROM json_each(?)",
                f"SELECT row FROM _touched WHERE number = {number}",  # noqa: S608
            )
        ]
        readings.append((name, columns, *queries))  # pyright: ignore[reportArgumentType]
    return readings


Rows = list[tuple[object, ...]]


def _without_common(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """Both lists without the rows that stand in both, whatever their place."""
    common = Counter(before) & Counter(after)
    if not common:
        return before, after
    return _without(before, common), _without(after, common)


def _without(rows: Rows, some: Counter[tuple[object, ...]]) -> Rows:
    left = some.copy()
    kept: Rows = []
    for row in rows:
        if left[row] > 0:
            left[row] -= 1
        else:
            kept.append(row)
    return kept


def _make_file(path: Path, data: DomainData, scale: int) -> None:
    if not path.exists():
        create_file(path, base_image(data, scale))
    elif path.stat().st_size == 0:
        replace_file(path, base_image(data, scale))


def _check_file(path: Path, raw: sqlite3.Connection, data: DomainData, scale: int) -> None:
    try:
        origin = raw.execute("SELECT domain, scale, digest FROM _base").fetchone()
    except sqlite3.DatabaseError as problem:
        raise StateFileError(
            f"{path} is not a state of tau-emo ({problem}); name another file"
        ) from problem
    domain, found_scale, digest = origin
    if domain != data.name:
        raise StateFileError(f"{path} holds a state of {domain}, not {data.name}; name another")
    wanted = data.digest if scale == 1 else image_digest(base_image(data, scale))
    if (found_scale, digest) != (scale, wanted):
        raise StateFileError(
            f"{path} was made from another base of {domain} (digest {digest}, scale"
            f" {found_scale}; now {wanted}, scale {scale}); delete it or name another file"
        )
