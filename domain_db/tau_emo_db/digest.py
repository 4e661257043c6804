"""The digest of the logical content of a database: the same on every SQLite version."""

import hashlib
import json
import sqlite3

from tau_emo_db.domain import DomainData
from tau_emo_db.schema import column_names, table_name


def content_digest(connection: sqlite3.Connection, data: DomainData) -> str:
    """SHA-256 (hex) over the names of tables and columns and over all rows.

    Tables and columns come in the order of their names. Rows come in the order of
    insertion, which counts because tools list rows in that order.

    Args:
        connection: a raw connection to a database of the domain.
        data: the domain, which says what its tables and columns are.
    """
    digest = hashlib.sha256()
    for table in sorted(data.tables, key=table_name):
        columns = sorted(column_names(table))
        digest.update(_line([table_name(table), columns]))
        selected = ", ".join(f'"{column}"' for column in columns)
        rows = connection.execute(f'SELECT {selected} FROM "{table_name(table)}" ORDER BY rowid')  # noqa: S608
        for row in rows:
            digest.update(_line(row))
    return digest.hexdigest()


def _line(part: object) -> bytes:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
