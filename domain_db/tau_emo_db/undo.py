"""Undoing an episode in its copy, so that the next episode gets the copy as good as new.

A fresh copy costs more than its bytes: SQLite reads the schema again and prepares every
statement again, which is most of what a short episode spends in the database.
"""

import sqlite3
from functools import cache
from typing import NamedTuple

from tau_emo_db.domain import DomainData
from tau_emo_db.schema import column_names, sql_table, table_name

MOST_TOUCHED = 500
"""So many touched rows are undone; with more of them a fresh copy costs less."""


def undo(copy: sqlite3.Connection, base: sqlite3.Connection, data: DomainData) -> bool:
    """Puts every touched row back as the base has it, and empties the log of touched rows.

    The log is complete for what an episode can do: triggers write it, and a slot's authorizer
    refuses whatever else could change the database.

    Args:
        copy: the connection to the copy, outside of a transaction.
        base: a connection to the base of the same domain and scale.
        data: the domain.

    Returns:
        False if too many rows were touched, or they cannot be put back one by one; then
        nothing was done.
    """
    found = copy.execute("SELECT number, row FROM _touched LIMIT ?", (MOST_TOUCHED + 1,)).fetchall()
    if len(found) > MOST_TOUCHED:
        return False
    touched: dict[int, list[int]] = {}
    for number, row in found:
        touched.setdefault(number, []).append(row)
    tables = _tables(data)
    copy.execute("BEGIN")
    try:
        made: list[tuple[str, list[tuple[int]]]] = []
        for number in sorted(touched, key=lambda number: tables[number].place):
            table, rows = tables[number], touched[number]
            ids = f"[{','.join(map(str, rows))}]"
            before = base.execute(table.read, (ids,)).fetchall()
            copy.executemany(table.replace, before)
            made.append((table.delete, [(row,) for row in {*rows} - {row[0] for row in before}]))
        for delete, new in reversed(made):
            copy.executemany(delete, new)
        copy.execute("DELETE FROM _touched")
        copy.commit()
    except sqlite3.IntegrityError:
        copy.rollback()
        return False
    return True


class _Table(NamedTuple):
    """What undoes changes of one table."""

    place: int
    """A table comes after those that it refers to."""
    read: str
    replace: str
    delete: str


@cache
def _tables(data: DomainData) -> list[_Table]:
    tables: list[_Table] = []
    order = [one.name for one in sql_table(data.tables[0]).metadata.sorted_tables]
    for table in data.tables:
        name, columns = table_name(table), column_names(table)
        listed = ", ".join(["rowid", *(f'"{column}"' for column in columns)])
        places = ", ".join("?" * (len(columns) + 1))
        tables.append(
            _Table(
                place=order.index(name),
                read=f'SELECT {listed} FROM "{name}"'  # noqa: S608
                " WHERE rowid IN (SELECT value FROM json_each(?))",
                replace=f'REPLACE INTO "{name}" ({listed}) VALUES ({places})',  # noqa: S608
                delete=f'DELETE FROM "{name}" WHERE rowid = ?',  # noqa: S608
            )
        )
    return tables
