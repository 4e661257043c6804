"""Undoing an episode in its copy, so that the next episode gets the copy as good as new.

A fresh copy costs more than its bytes: SQLite reads the schema again and prepares every
statement again, which is most of what a short episode spends in the database.
"""

import sqlite3
from functools import cache

from tau_emo_db.domain import DomainData
from tau_emo_db.schema import column_names, table_name

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
        False if too many rows were touched; then nothing was done.
    """
    touched: dict[int, list[int]] = {}
    found = copy.execute("SELECT number, row FROM _touched LIMIT ?", (MOST_TOUCHED + 1,)).fetchall()
    if len(found) > MOST_TOUCHED:
        return False
    if not found:
        return True
    for number, row in found:
        touched.setdefault(number, []).append(row)
    statements = _statements(data)
    copy.execute("PRAGMA query_only = OFF")
    copy.execute("PRAGMA foreign_keys = OFF")  # Rows go and come back in no special order.
    copy.execute("BEGIN")
    for number in touched:
        copy.execute(statements[number][1])
    for number, rows in touched.items():
        read, _, insert = statements[number]
        ids = f"[{','.join(map(str, rows))}]"
        copy.executemany(insert, base.execute(read, (ids,)).fetchall())
    copy.execute("DELETE FROM _touched")
    copy.commit()
    copy.execute("PRAGMA foreign_keys = ON")
    copy.execute("PRAGMA query_only = ON")
    return True


@cache
def _statements(data: DomainData) -> list[tuple[str, str, str]]:
    """For each table what reads rows of the base, and what deletes and inserts them."""
    statements: list[tuple[str, str, str]] = []
    for number, table in enumerate(data.tables):
        name, columns = table_name(table), column_names(table)
        listed = ", ".join(["rowid", *(f'"{column}"' for column in columns)])
        places = ", ".join("?" * (len(columns) + 1))
        statements.append(
            (
                f'SELECT {listed} FROM "{name}"'  # noqa: S608
                " WHERE rowid IN (SELECT value FROM json_each(?))",
                f'DELETE FROM "{name}" WHERE rowid IN'  # noqa: S608
                f" (SELECT row FROM _touched WHERE number = {number})",
                f'INSERT INTO "{name}" ({listed}) VALUES ({places})',  # noqa: S608
            )
        )
    return statements
