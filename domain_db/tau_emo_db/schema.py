"""What stands in an image beside the rows: tables, the log of touched rows, and its origin."""

import hashlib
import sqlite3
from functools import cache
from typing import Any

from sqlalchemy import Column, Dialect
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from tau_emo_db.domain import DomainData
from tau_emo_db.table import Table


def sql_table(table: type[Table]) -> "SqlTable[Any]":
    """The SQLAlchemy table of a table class."""
    found: SqlTable[Any] | None = getattr(table, "__table__", None)
    if found is None:
        raise TypeError(f"{table.__name__} is no table: declare it with table=True")
    return found


def sql_columns(table: type[Table]) -> list[Column[Any]]:
    """The columns in the order of their declaration."""
    return list(sql_table(table).columns)


def table_name(table: type[Table]) -> str:
    """The name of the table in the database."""
    return sql_table(table).name


def column_names(table: type[Table]) -> tuple[str, ...]:
    """The names of the columns in the order of their declaration."""
    return tuple(column.name for column in sql_columns(table))


def create_tables(connection: sqlite3.Connection, data: DomainData) -> None:
    """Creates the tables and indexes of the domain in an empty database."""
    for statement in _table_statements(data):
        connection.execute(statement)


def create_log(connection: sqlite3.Connection, data: DomainData) -> None:
    """Creates the log of touched rows, empty, and the triggers that fill it.

    Runs after the base rows are loaded, or the log would name every one of them. At run
    time `recursive_triggers` must be on: without it REPLACE deletes rows unseen.
    """
    for statement in _log_statements(data):
        connection.execute(statement)


@cache
def schema_digest(data: DomainData) -> str:
    """A digest of everything in an image that is no row: it tells stale images."""
    statements = [*_table_statements(data), *_log_statements(data)]
    return hashlib.sha256("\n".join(statements).encode()).hexdigest()


@cache
def _table_statements(data: DomainData) -> list[str]:
    dialect: Dialect = sqlite.dialect()
    statements: list[str] = []
    for table in map(sql_table, data.tables):
        statements.append(str(CreateTable(table).compile(dialect=dialect)))
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        statements += [str(CreateIndex(index).compile(dialect=dialect)) for index in indexes]
    return statements


@cache
def _log_statements(data: DomainData) -> list[str]:
    # NOT EXISTS, because an OR clause of the outer statement would overrule an OR IGNORE here.
    statements = [
        "CREATE TABLE _base (domain TEXT, scale INTEGER, digest TEXT)",
        "CREATE TABLE _touched (number INTEGER, row INTEGER, PRIMARY KEY (number, row))"
        " WITHOUT ROWID",
    ]
    for number, table in enumerate(data.tables):
        name = table_name(table)
        for event, sides in (("INSERT", "NEW"), ("UPDATE", "OLD NEW"), ("DELETE", "OLD")):
            body = " ".join(
                f"INSERT INTO _touched SELECT {number}, {side}.rowid WHERE NOT EXISTS"  # noqa: S608
                f" (SELECT 1 FROM _touched WHERE number = {number} AND row = {side}.rowid);"
                for side in sides.split()
            )
            statements.append(
                f'CREATE TRIGGER "_{name}_{event.lower()}" AFTER {event} ON "{name}"'
                f" BEGIN {body} END"
            )
    return statements
