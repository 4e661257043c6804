"""How each column is compared: its marks, read once for each domain."""

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, cast

from sqlalchemy import Column

from tau_emo_db.changes import Row, Value
from tau_emo_db.domain import DomainData
from tau_emo_db.marks import Entity, Grading, Mark
from tau_emo_db.pool import base_connection
from tau_emo_db.schema import sql_columns, sql_table, table_name
from tau_emo_db.table import Json, Table

Normalise = Callable[[Value], Hashable]
"""Makes two values equal if the marks of their column do not tell them apart."""


@dataclass(frozen=True)
class Reference:
    """A generated key column of an entity, which other columns name rows by."""

    table: str
    column: str
    may_dangle: bool
    """True if the row may be gone: no foreign key guards all of the way to it."""


@dataclass(frozen=True)
class ColumnComparison:
    """How the values of one column are compared."""

    name: str
    normalise: Normalise
    reference: Reference | None
    """What the values name; rows made in the episode then stand for their match."""
    is_json: bool


@dataclass(frozen=True)
class TableComparison:
    """How the rows of one table are compared."""

    name: str
    grading: Grading
    key: tuple[str, ...]
    """The primary key."""
    generated_key: frozenset[str]
    """Key columns whose values a tool makes. Rows of entities that have some and were made
    in the episode match by content."""
    columns: tuple[ColumnComparison, ...]
    """All columns that are compared by value; neither generated ones nor free text."""
    texts: tuple[str, ...]
    """Columns of free text."""
    by_name: dict[str, ColumnComparison]
    """Every column but free text, generated ones included."""
    base_values: Callable[[str], frozenset[Value]]
    """The ids that the base holds for a reference that may dangle, by the name of its column:
    those of the rows it may name, and those that stand in the column itself."""

    @property
    def by_content(self) -> bool:
        """True if new rows match by their content."""
        return bool(self.generated_key) and isinstance(self.grading, Entity)

    def key_of(self, row: Row) -> tuple[Value, ...]:
        """The primary key of the row."""
        return tuple([row[column] for column in self.key])

    def presence(self, row: Row) -> int:
        """One bit for each free-text column, set if there is some text."""
        bits = 0
        for place, column in enumerate(self.texts):
            if has_text(row[column]):
                bits |= 1 << place
        return bits


@cache
def comparisons(data: DomainData) -> dict[str, TableComparison]:
    """How each table of the domain is compared, by name, parents before children.

    Raises:
        ValueError: a column refers to a generated column that is no entity's key.
    """
    classes = {table_name(table): table for table in data.tables}
    return {name: _comparison(data, table, classes) for name, table in classes.items()}


def has_text(value: Value) -> bool:
    """True if the value holds something but blanks."""
    return value is not None and str(value).strip() != ""


def _comparison(
    data: DomainData, table: type[Table], classes: dict[str, type[Table]]
) -> TableComparison:
    compared: list[ColumnComparison] = []
    texts: list[str] = []
    by_name: dict[str, ColumnComparison] = {}
    generated: set[str] = set()
    for column in sql_columns(table):
        marks = _marks(column)
        reference = _reference(table, column, classes)
        comparison = ColumnComparison(
            column.name, _normaliser(column), reference, isinstance(column.type, Json)
        )
        if Mark.FREE_TEXT in marks:
            texts.append(column.name)
            continue
        by_name[column.name] = comparison
        if Mark.GENERATED in marks and column.primary_key:
            generated.add(column.name)
        if Mark.GENERATED not in marks or reference is not None:
            compared.append(comparison)
    return TableComparison(
        name=table_name(table),
        grading=table.grading,
        key=tuple(column.name for column in sql_table(table).primary_key),
        generated_key=frozenset(generated),
        columns=tuple(compared),
        texts=tuple(texts),
        by_name=by_name,
        base_values=cache(partial(_base_values, data, table_name(table), by_name)),
    )


def _base_values(
    data: DomainData, table: str, columns: dict[str, ColumnComparison], name: str
) -> frozenset[Value]:
    reference = columns[name].reference
    assert reference is not None
    with base_connection(data, 1) as base:
        rows = base.execute(
            f'SELECT "{name}" FROM "{table}"'  # noqa: S608 - names of our own
            f' UNION SELECT "{reference.column}" FROM "{reference.table}"'
        )
        return frozenset(value for (value,) in rows)


def _marks(column: Column[Any]) -> frozenset[Mark]:
    return column.info.get("marks", frozenset[Mark]())


def _reference(
    table: type[Table], column: Column[Any], classes: dict[str, type[Table]]
) -> Reference | None:
    """The generated entity key that the column names in the end, along chains of references."""
    targets = [(key.target_fullname, False) for key in column.foreign_keys]
    if refers := column.info.get("refers"):
        targets.append((refers, True))
    for target, may_dangle in targets:
        parent_name, parent_column_name = target.split(".")
        parent = classes[parent_name]
        if parent is table and parent_column_name == column.name:
            continue
        parent_column = sql_table(parent).columns[parent_column_name]
        further = _reference(parent, parent_column, classes)
        if further is not None:
            return replace(further, may_dangle=further.may_dangle or may_dangle)
        if Mark.GENERATED in _marks(parent_column):
            if not (isinstance(parent.grading, Entity) and parent_column.primary_key):
                raise ValueError(
                    f"{table_name(table)}.{column.name} refers to {target}, which is generated"
                    " but no key of an entity: rows made in an episode cannot be told by it"
                )
            return Reference(parent_name, parent_column_name, may_dangle)
    return None


def _normaliser(column: Column[Any]) -> Normalise:
    marks = _marks(column)
    plain: Callable[[Any], Hashable] = _exact
    if Mark.LABEL in marks:
        plain = _label
    elif Mark.PHONE in marks:
        plain = _phone
    if not isinstance(column.type, Json):
        return plain
    list_as_set = Mark.SET in marks

    def normalise(value: Value) -> Hashable:
        return _json(json.loads(value) if isinstance(value, str) else value, plain, list_as_set)

    return normalise


def _json(value: Any, plain: Callable[[Any], Hashable], list_as_set: bool) -> Hashable:
    if isinstance(value, dict):
        fields = {
            name: _json(field, plain, list_as_set)
            for name, field in cast(dict[str, Any], value).items()
        }
        # A missing field and an empty one are equal wherever null and empty text are.
        nothing = plain(None)
        return ("object", frozenset(field for field in fields.items() if field[1] != nothing))
    if isinstance(value, list):
        members = [_json(member, plain, list_as_set) for member in cast(list[Any], value)]
        return ("list", tuple(sorted(members, key=repr) if list_as_set else members))
    return plain(value)


def _exact(value: Any) -> Hashable:
    return value


def _label(value: Any) -> Hashable:
    if value is None:
        return ""
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def _phone(value: Any) -> Hashable:
    if value is None:
        return ""
    return "".join(filter(str.isdigit, str(value)))
