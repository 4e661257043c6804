"""How tools of several domains find, read and replace rows."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Text, bindparam, literal_column
from sqlalchemy.orm import class_mapper
from sqlmodel import Session, select

from tau_emo_db import Prepared
from tau_emo_db.table import Table
from tau_emo_servers.toolkit import Rejection

T = TypeVar("T", bound=Table)
F = TypeVar("F")


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


def find_owned(
    db: Session,
    table: type[T],
    key: str | tuple[str, ...],
    *,
    what: str,
    place: str,
    shown_by: str,
    **owner: str,
) -> T:
    """The row with this key, if it is the owner's.

    Args:
        db: the session.
        table: the table.
        key: the value of its primary key; a tuple if it has several columns.
        what: the row in words, with its id: `payment method paypal_4711`.
        place: where it should be: `in the profile of user nora_quist_4127`.
        shown_by: the tool that shows what the owner has.
        owner: the owner's key by the column that must hold it: `user_id=key`.

    Raises:
        Rejection: there is no such row, or it is somebody else's.
    """
    row = db.get(table, key)
    if row is None or any(getattr(row, column) != value for column, value in owner.items()):
        raise Rejection("not_owned", f"{what} is not {place}; {shown_by} shows those that are.")
    return row


def keys_by(key: Any, **columns: ColumnElement[Any]) -> Prepared[str]:
    """The search for keys by values of columns: `keys_by(User.user_id, email=email_key)`.

    Args:
        key: the key that is searched for.
        columns: each column by the name of its value, as it is given to `Prepared.all`.
    """
    conditions = (column == bindparam(name, type_=Text()) for name, column in columns.items())
    return Prepared(select(key).where(*conditions))


def find_by_email(db: Session, search: Prepared[str], email: str, noun: str, hint: str) -> str:
    """The key of the row with this email; case and blanks around it make no difference.

    No two emails of a table differ in case only, so at most one row has it.

    Args:
        db: the session.
        search: the search by the email in small letters; see `keys_by`.
        email: the email as it was sent.
        noun: what a row is called: `user`.
        hint: what the agent can do if there is none.

    Raises:
        Rejection: nobody has the email; the code is `user_not_found`.
    """
    found = search.all(db, email=email.strip().lower())
    return first_found(found, noun, f"with the email {email.strip()}; {hint}")


def first_found(found: Sequence[F], noun: str, words: str) -> F:
    """The first that a search has found.

    Args:
        found: what it has found.
        noun: what is searched for: `user`.
        words: what was searched by, and what the agent can do: `with this email; check it`.

    Raises:
        Rejection: there is none; the code is `user_not_found`.
    """
    if not found:
        raise Rejection(f"{noun}_not_found", f"there is no {noun} {words}.")
    return found[0]


def only_found(found: Sequence[F], noun: str, words: str, several: str) -> F:
    """The only one that a search by name has found.

    Args:
        found: what it has found.
        noun: what is searched for: `user`.
        words: what was searched by, and what the agent can do, for an error if there is none.
        several: what they have in common if there are several: `are called Nora Quist`.

    Raises:
        Rejection: there is none, or more than one.
    """
    if len(found) > 1:
        raise Rejection("not_unique", f"several {noun}s {several}; find the {noun} by email.")
    return first_found(found, noun, words)


def numbered(form: str, first: int = 1) -> Iterator[str]:
    """A series of keys without end: `numbered("REG{:03d}")` gives `REG001`, `REG002`, ...

    Args:
        form: the format of a key.
        first: the number of the first one.
    """
    return map(form.format, count(first))


def free_keys(db: Session, table: type[Table], series: Iterable[str]) -> Iterator[str]:
    """The keys of a series that no row of the table has, in its order."""
    return (key for key in series if db.get(table, key) is None)


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
