"""Writing rows through the raw connection, in an order that foreign keys allow."""

import sqlite3
from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Mapper, object_mapper
from sqlalchemy.orm.attributes import instance_state
from sqlmodel import SQLModel

from tau_emo_db.schema import sql_table

_DIALECT: Any = sqlite.dialect(paramstyle="qmark")


def changed(row: SQLModel) -> bool:
    """True if an attribute was set since the row was read or written."""
    return bool(instance_state(row).committed_state)


def write(
    connection: sqlite3.Connection,
    deleted: Iterable[SQLModel],
    updated: Iterable[SQLModel],
    added: Iterable[SQLModel],
) -> None:
    """Writes rows: deletes from the last table to the first, then updates and inserts.

    A table comes after those that it refers to; within one, rows keep the order given.

    Args:
        connection: the raw connection, in a transaction.
        deleted: rows that go.
        updated: rows of which `changed` is true. Their keys stay as they are.
        added: rows that come.

    Raises:
        sqlite3.IntegrityError: a key occurs twice, a required value is missing, or a row
            refers to one that is not there.
        RuntimeError: a row that was to be deleted or updated is not there.
    """
    for row in sorted(deleted, key=_place, reverse=True):
        _writer(object_mapper(row)).delete(connection, row)
    writes = [*((row, False) for row in updated), *((row, True) for row in added)]
    for row, new in sorted(writes, key=lambda one: (_place(one[0]), one[1])):
        writer = _writer(object_mapper(row))
        if new:
            writer.insert(connection, row)
        else:
            writer.update(connection, row)


class _Writer:
    """Writes rows of one table."""

    def __init__(self, mapper: "Mapper[Any]") -> None:
        table = sql_table(mapper.class_)
        self.place = table.metadata.sorted_tables.index(table)
        self._table = f'"{table.name}"'
        self._columns = {
            attribute.key: (
                f'"{(column := attribute.columns[0]).name}"',
                column.type.dialect_impl(_DIALECT).bind_processor(_DIALECT),
            )
            for attribute in mapper.column_attrs
        }
        columns = ", ".join(name for name, _ in self._columns.values())
        places = ", ".join("?" * len(self._columns))
        self._insert = f"INSERT INTO {self._table} ({columns}) VALUES ({places})"  # noqa: S608
        self._keys = [mapper.get_property_by_column(column).key for column in mapper.primary_key]
        self._this_row = " AND ".join(f"{self._columns[key][0]} = ?" for key in self._keys)

    def insert(self, connection: sqlite3.Connection, row: SQLModel) -> None:
        connection.execute(self._insert, [self._value(row, name) for name in self._columns])
        instance_state(row).committed_state.clear()

    def update(self, connection: sqlite3.Connection, row: SQLModel) -> None:
        before = instance_state(row).committed_state
        names = [name for name in before if getattr(row, name) != before[name]]
        if names:
            assignments = ", ".join(f"{self._columns[name][0]} = ?" for name in names)
            values = [self._value(row, name) for name in (*names, *self._keys)]
            self._one(
                connection.execute(
                    f"UPDATE {self._table} SET {assignments} WHERE {self._this_row}",  # noqa: S608
                    values,
                ),
                row,
            )
        before.clear()

    def delete(self, connection: sqlite3.Connection, row: SQLModel) -> None:
        values = [self._value(row, name) for name in self._keys]
        self._one(
            connection.execute(f"DELETE FROM {self._table} WHERE {self._this_row}", values),  # noqa: S608
            row,
        )

    def _value(self, row: SQLModel, name: str) -> Any:
        value, processor = getattr(row, name), self._columns[name][1]
        return value if processor is None else processor(value)

    @staticmethod
    def _one(cursor: sqlite3.Cursor, row: SQLModel) -> None:
        if cursor.rowcount != 1:
            raise RuntimeError(f"the row to be written is not in the database: {row!r}")


def _place(row: SQLModel) -> int:
    return _writer(object_mapper(row)).place


@cache
def _writer(mapper: "Mapper[Any]") -> _Writer:
    return _Writer(mapper)
