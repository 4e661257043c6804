"""Sessions of a state, and statements that are built once.

SQLAlchemy takes 100 to 200 µs to look up, run and unpack a statement that SQLite runs in 10,
and longer to write a row. A `Prepared` statement, a look-up by key and the changes of a session
that runs nothing else go to the raw connection instead. Their rows are the same objects:
SQLAlchemy's instrumentation tracks their changes, and its session can take them over.
"""

import sqlite3
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any, Generic, NoReturn, TypeVar, TypeVarTuple, cast, overload

from sqlalchemy import bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Mapper, class_mapper, make_transient_to_detached, object_mapper
from sqlalchemy.orm.attributes import instance_state
from sqlmodel import Session, select
from sqlmodel.sql.expression import Select, SelectOfScalar

from tau_emo_db.writing import changed, write

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Values = tuple[Any, ...]

ONE_TRANSACTION = "a session is one transaction: do not commit or roll back in it"

_DIALECT: Any = sqlite.dialect(paramstyle="named")


class ReadOnlyError(RuntimeError):
    """Something was written in a session that only reads."""

    def __init__(self) -> None:
        super().__init__("this session only reads: open one with write=True")


class StateSession(Session):
    """A session of a state, in a transaction of the raw connection.

    Rows that `get` and prepared statements read, and those added and deleted, are held here,
    one object for each key. SQLAlchemy's session takes all of them over before it runs a
    statement of its own, and from then on it writes.

    Args:
        raw: the raw connection, in a transaction.
        connection: SQLAlchemy's connection over it.
        write: whether statements must see changes made before them; without it they are
            written, and so fail, at a `flush` only.
    """

    def __init__(self, raw: sqlite3.Connection, connection: Connection, *, write: bool) -> None:
        super().__init__(connection, expire_on_commit=False)
        self.raw = raw
        self.write = write
        self._by_key: dict[tuple[type[Any], Values], Any] = {}
        self._held: dict[int, Any] = {}
        """By `id`, the rows read or written that SQLAlchemy's session does not know of."""
        self._to_add: dict[int, Any] = {}
        """By `id`, the rows not yet written that it does not know of."""
        self._to_delete: list[Any] = []

    def get(self, entity: Any, ident: Any, **options: Any) -> Any:
        """The row with this key, or None; see `sqlalchemy.orm.Session.get`."""
        if options or not isinstance(ident, str | tuple):
            self._hand_over_all()
            return super().get(entity, ident, **options)
        key = cast("Values", ident) if isinstance(ident, tuple) else (ident,)
        query, names = _query_by_key(entity)
        known = self.known(class_mapper(entity), key)
        if known is not None:
            return known
        found = query.all(self, **dict(zip(names, key, strict=True)))
        return found[0] if found else None

    def get_one(self, entity: Any, ident: Any, **options: Any) -> Any:
        """The row with this key; see `sqlalchemy.orm.Session.get_one`.

        Raises:
            NoResultFound: there is none.
        """
        found = self.get(entity, ident, **options)
        if found is None:
            raise NoResultFound(f"there is no {entity.__name__} {ident!r}")
        return found

    def exec(self, statement: Any, **options: Any) -> Any:
        """See `sqlmodel.Session.exec`."""
        self._hand_over_all()
        return cast("Any", super().exec(statement, **options))

    def add(self, instance: Any, **options: Any) -> None:
        """See `sqlalchemy.orm.Session.add`."""
        if id(instance) in self._held:
            return
        if self.in_transaction():
            super().add(instance, **options)
        else:
            self._to_add[id(instance)] = instance

    def delete(self, instance: Any) -> None:
        """See `sqlalchemy.orm.Session.delete`."""
        mapper, key = _identity(instance)
        self._by_key.pop((mapper.class_, key), None)
        if self.in_transaction():
            if id(instance) in self._held:
                self._hand_over([instance])
            super().delete(instance)
        elif self._to_add.pop(id(instance), None) is None:
            del self._held[id(instance)]
            self._to_delete.append(instance)

    def flush(self, objects: Any = None) -> None:
        """Writes what was changed, added and deleted so far.

        Raises:
            ReadOnlyError: there is something to write, and the session only reads.
        """
        if self.in_transaction():
            self._hand_over([row for row in self._held.values() if changed(row)])
            super().flush(objects)
            return
        updated = [row for row in self._held.values() if changed(row)]
        if not (updated or self._to_add or self._to_delete):
            return
        if not self.write:
            raise ReadOnlyError
        write(self.raw, self._to_delete, updated, self._to_add.values())
        for row in self._to_add.values():
            self.hold(*_identity(row), row)
        self._to_add.clear()
        self._to_delete.clear()

    def close(self) -> None:
        """Lets go of the rows; there is nothing to do if SQLAlchemy was asked for none."""
        if self.in_transaction():
            super().close()

    def commit(self) -> NoReturn:
        """Refused: what opened the session ends its transaction."""
        raise RuntimeError(ONE_TRANSACTION)

    def rollback(self) -> NoReturn:
        """Refused: an exception that leaves the session undoes all of it."""
        raise RuntimeError(ONE_TRANSACTION)

    def known(self, mapper: "Mapper[Any]", key: Values) -> Any:
        """The object of the row with this key, if the session has one."""
        known = self._by_key.get((mapper.class_, key))
        if known is None and len(self.identity_map):
            known = self.identity_map.get(mapper.identity_key_from_primary_key(key))
        return known

    def hold(self, mapper: "Mapper[Any]", key: Values, row: Any) -> None:
        """Remembers the object of a row that was read."""
        self._by_key[mapper.class_, key] = self._held[id(row)] = row

    def _hand_over_all(self) -> None:
        """Leaves everything to SQLAlchemy's session, which sees what is written by then."""
        if not self.in_transaction():
            self.flush()
        self._hand_over(self._held.values())

    def _hand_over(self, rows: Iterable[Any]) -> None:
        """Makes rows known to SQLAlchemy's session, with the changes made to them so far."""
        for row in [*rows]:
            del self._held[id(row)]
            before = dict(instance_state(row).committed_state)
            now = {name: row.__dict__[name] for name in before}
            row.__dict__.update(before)
            make_transient_to_detached(row)
            super().add(row)
            for name, value in now.items():
                setattr(row, name, value)


def _identity(row: Any) -> "tuple[Mapper[Any], Values]":
    mapper = object_mapper(row)
    return mapper, tuple(mapper.primary_key_from_instance(row))


Part = Callable[[StateSession, Values], Any]
"""Makes one part of a result, such as an object, of a raw row."""


class Prepared(Generic[T]):
    """A statement that selects whole rows or columns, compiled at its first use.

    `Prepared(select(User).where(col(User.user_id) == bindparam("user_id")))`

    Args:
        statement: the statement. Its named bind parameters are the arguments of `all`.
    """

    @overload
    def __init__(self, statement: SelectOfScalar[T]) -> None: ...
    @overload
    def __init__(self: "Prepared[tuple[*Ts]]", statement: Select[*Ts]) -> None: ...
    def __init__(self, statement: Any) -> None:
        self.statement = statement

    def all(self, db: Session, **values: Any) -> list[T]:
        """All rows found, as `db.exec(statement, params=values).all()` gives them.

        Args:
            db: the session; its changes made so far are seen.
            values: the values of the bind parameters.
        """
        if not isinstance(db, StateSession):
            return [*db.exec(self.statement, params=values)]
        if db.write:
            db.flush()
        sql, fixed, parts = self._compiled
        found = db.raw.execute(sql, {**fixed, **values} if fixed else values).fetchall()
        if len(parts) == 1 and isinstance(self.statement, SelectOfScalar):
            part = parts[0]
            return [part(db, row) for row in found]
        return cast("list[T]", [tuple([part(db, row) for part in parts]) for row in found])

    @cached_property
    def _compiled(self) -> tuple[str, dict[str, Any], list[Part]]:
        """The SQL, the values fixed in it, and what makes the parts of a result of a row."""
        columns: list[Any] = []
        parts: list[Part] = []
        for described in self.statement.column_descriptions:
            entity, expression = described["entity"], described["expr"]
            if expression is entity:
                mapper: Mapper[Any] = class_mapper(described["type"])
                names = [attribute.key for attribute in mapper.column_attrs]
                parts.append(_RowReader(mapper, len(columns)).read)
                columns += [getattr(entity, name) for name in names]
            else:
                parts.append(_column_reader(expression, len(columns)))
                columns.append(expression)
        plain = self.statement.with_only_columns(*columns, maintain_column_froms=True)
        compiled = plain.compile(dialect=_DIALECT)
        fixed = {
            name: value
            for name, value in compiled.params.items()
            if not compiled.binds[name].required
        }
        return str(compiled), fixed, parts


class _RowReader:
    """Makes objects of one table of raw rows in which its columns start at one place."""

    def __init__(self, mapper: "Mapper[Any]", start: int) -> None:
        self.mapper = mapper
        attributes = [(one.key, one.columns[0]) for one in mapper.column_attrs]
        self.names = [name for name, _ in attributes]
        self.start, self.stop = start, start + len(attributes)
        self.converters = [
            (name, convert) for name, column in attributes if (convert := _converter(column))
        ]
        places: dict[Any, int] = {
            column: start + place for place, (_, column) in enumerate(attributes)
        }
        self.keys = [places[column] for column in mapper.primary_key]

    def read(self, db: StateSession, row: Values) -> Any:
        """The object of a raw row: the one that the session has already, if any."""
        key = tuple([row[place] for place in self.keys])
        known = db.known(self.mapper, key)
        if known is not None:
            return known
        made = self.mapper.class_manager.new_instance()
        values = made.__dict__
        values.update(zip(self.names, row[self.start : self.stop], strict=True))
        for name, convert in self.converters:
            values[name] = convert(values[name])
        db.hold(self.mapper, key, made)
        return made


def _column_reader(expression: Any, place: int) -> Part:
    convert = _converter(expression)

    def read(_: StateSession, row: Values) -> Any:
        return row[place] if convert is None else convert(row[place])

    return read


def _converter(column: Any) -> Callable[[Any], Any] | None:
    return column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None)


@cache
def _query_by_key(table: type[Any]) -> tuple[Prepared[Any], list[str]]:
    mapper = class_mapper(table)
    names = [mapper.get_property_by_column(column).key for column in mapper.primary_key]
    query = select(table).where(*(getattr(table, name) == bindparam(name) for name in names))
    return Prepared(query), names
