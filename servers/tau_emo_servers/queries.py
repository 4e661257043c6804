"""How tools of several domains find, read and replace rows."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, bindparam, literal_column
from sqlalchemy.orm import class_mapper
from sqlmodel import Session, select

from tau_emo_db import Prepared
from tau_emo_db.table import Table
from tau_emo_servers.toolkit import Rejection

T = TypeVar("T", bound=Table)


def find(db: Session, table: type[T], key: str | tuple[str, ...], noun: str, hint: str) -> T:
    """The row with this key.

    Args:
        db: the session.
        table: the table.
        key: the value of its primary key; a tuple if it has several columns.
        noun: what a row is called: `order`.
        hint: what the agent can do if there is none, such as where ids are shown.

    Raises:
        Rejection: there is no such row; the code is `order_not_found`.
    """
    row = db.get(table, key)
    if row is None:
        raise Rejection(f"{noun}_not_found", f"there is no {noun} {key}; {hint}.")
    return row


def rows_of(db: Session, table: type[T], **values: str) -> Sequence[T]:
    """The rows in whose columns these values stand, such as those of one owner.

    Without values all rows. They come by their `position` if the table has one, else in
    the order of insertion.

    Args:
        db: the session.
        table: the table.
        values: a value for each column that is compared: `rows_of(db, Line, order_id=key)`.
    """
    query = _rows_query(table, tuple(values))  # pyright: ignore[reportArgumentType]: it is hashable
    return query.all(db, **values)


def replace_rows(db: Session, old: Sequence[Table], new: Sequence[Table]) -> None:
    """Puts new rows in the place of old ones, whose keys they may reuse."""
    for row in old:
        db.delete(row)
    db.flush()
    db.add_all(new)


def insertion_order(table: type[Table]) -> ColumnElement[int]:
    """Orders rows by when they came in: `select(Order).order_by(insertion_order(Order))`.

    SQLite numbers the rows of a table as they are inserted, whatever their key.
    """
    return literal_column(f'"{class_mapper(table).local_table}".rowid')


@cache  # Building a statement costs as much as running it.
def _rows_query(table: type[T], columns: tuple[str, ...]) -> Prepared[T]:
    order: Any = getattr(table, "position", insertion_order(table))
    conditions = (getattr(table, column) == bindparam(column) for column in columns)
    return Prepared(select(table).where(*conditions).order_by(order))
