"""Pieces of queries that several domains need."""

from sqlalchemy import ColumnElement, literal_column
from sqlalchemy.orm import class_mapper

from tau_emo_db.table import Table


def insertion_order(table: type[Table]) -> ColumnElement[int]:
    """Orders rows by when they came in: `select(Order).order_by(insertion_order(Order))`.

    SQLite numbers the rows of a table as they are inserted, whatever their key.
    """
    return literal_column(f'"{class_mapper(table).local_table}".rowid')
