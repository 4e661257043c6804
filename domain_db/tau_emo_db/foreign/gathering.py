"""The rows that are gathered from foreign records, each checked, with the place it came from."""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ForeignKeyConstraint, UniqueConstraint

from tau_emo_db.domain import DomainData
from tau_emo_db.foreign.node import Misfit, Node, shown
from tau_emo_db.schema import column_names, sql_table, table_name
from tau_emo_db.table import Table

Values = dict[str, Any]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Repair:
    """What was changed of a record so that it fits."""

    place: str
    change: str

    def __str__(self) -> str:
        return f"{self.place}: {self.change}"


class Gathering:
    """Rows of one domain, gathered record by record.

    Args:
        data: the domain.
        repair: change what does not fit in one of the few ways that mappings know, and take
            note of it; without it such records are refused.
    """

    def __init__(self, data: DomainData, *, repair: bool) -> None:
        self.rows: dict[type[Table], list[Values]] = {table: [] for table in data.tables}
        self.misfits: list[Misfit] = []
        self.repairs: list[Repair] = []
        self.repair = repair
        self._places: dict[type[Table], list[str]] = {table: [] for table in data.tables}
        self._keys: dict[tuple[type[Table], tuple[str, ...]], dict[Key, str]] = {}
        self._taken: dict[tuple[type[Table], str], set[str]] = {}

    @contextmanager
    def record(self, node: Node) -> Generator[Node]:
        """Within, a record is read; what does not fit is noted, and the next one follows."""
        try:
            yield node
            node.done()
        except Misfit as misfit:
            self.misfits.append(misfit)

    def add(
        self, node: Node, table: type[Table], kept: Sequence[str] = (), /, **values: Any
    ) -> None:
        """Gather a row.

        Args:
            node: the record, or the part of it, that the row is made of.
            table: the table.
            kept: columns whose value may lie outside the values that ours have.
            **values: the columns; those left out get their default.

        Raises:
            Misfit: a value does not fit its column, or the row's key is there already.
        """
        row: Values = {}
        kind: type[Any] = table
        for name, field in table.model_fields.items():
            if name not in values:
                if field.is_required():
                    raise TypeError(f"the mapping of {table.__name__} gives no {name}")
                row[name] = field.get_default(call_default_factory=True)
                continue
            if name in kept:
                row[name] = values[name]
                continue
            try:
                # As JSON, because only there strictness lets an object become a model.
                row[name] = _adapter(kind, name).validate_json(
                    json.dumps(values[name], ensure_ascii=False), strict=True
                )
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                inner = ".".join(str(part) for part in first["loc"])
                what = f"{name}.{inner}" if inner else name
                raise node.misfit(f"{what} is {shown(first['input'])}: {first['msg']}") from None
        for columns in _unique(kind):
            key = tuple(row[name] for name in columns)
            known = self._keys.setdefault((table, columns), {})
            if None not in key and key in known:
                told = ", ".join(map(repr, key))
                raise node.misfit(
                    f"the {' and '.join(columns)} {told} of {table_name(table)} stands already at "
                    f"{known[key]}"
                )
            known[key] = node.place
        self.rows[table].append(row)
        self._places[table].append(node.place)

    def single(self, node: Node, table: type[Table], column: str, value: str) -> str:
        """A value that must stand once in a column; with `repair` a number makes it so."""
        taken = self._taken.setdefault((table, column), set())
        made, number = value, 1
        while made in taken:
            if not self.repair:
                raise node.misfit(
                    f"the {column} {value!r} stands twice; with us each {table_name(table)} has "
                    "one of its own"
                )
            number += 1
            made = f"{value}-{number}"
        taken.add(made)
        if made != value:
            self.changed(node, f"the {column} {value!r} stands twice and is {made!r} here")
        return made

    def mended(self, node: Node, reason: str, change: str) -> None:
        """Take note of a way in which a record is made to fit; without `repair` it is refused.

        Args:
            node: what does not fit.
            reason: why.
            change: what is done about it.

        Raises:
            Misfit: nothing may be repaired.
        """
        if not self.repair:
            raise node.misfit(reason)
        self.changed(node, change)

    def cents(self, node: Node) -> int:
        """An amount in hundredths; with `repair` it is rounded, half to even."""
        exact = node.exact_cents()
        cents = int(exact.to_integral_value(ROUND_HALF_EVEN))
        if cents != exact:
            self.mended(
                node,
                f"is {node.value!r}, which has fractions of a hundredth",
                f"{node.value!r} is rounded to {cents} hundredths",
            )
        return cents

    def changed(self, node: Node, change: str) -> None:
        """Take note of a repair."""
        self.repairs.append(Repair(node.place, change))

    def check_references(self) -> None:
        """Note each row that names another one that is not there."""
        for table, rows in self.rows.items():
            kind: type[Any] = table
            for columns, parent, referred in _references(kind):
                known = {
                    tuple(row[name] for name in referred)
                    for other in self.rows
                    if table_name(other) == parent
                    for row in self.rows[other]
                }
                for row, place in zip(rows, self._places[table], strict=True):
                    key = tuple(row[name] for name in columns)
                    if None not in key and key not in known:
                        told = ", ".join(map(repr, key))
                        reason = f"{' and '.join(columns)} {told} names no {parent} that is there"
                        self.misfits.append(Misfit(place, reason))


@cache
def _adapter(table: type[Any], name: str) -> TypeAdapter[Any]:
    """What checks a value of a column."""
    kind: Any = table.model_fields[name].annotation
    return TypeAdapter(kind)


@cache
def _unique(table: type[Any]) -> tuple[tuple[str, ...], ...]:
    """The columns that no two rows share: those of the key, and those of other constraints."""
    described = sql_table(table)
    found = [tuple(column.name for column in described.primary_key.columns)]
    found += [
        tuple(column.name for column in constraint.columns)
        for constraint in described.constraints
        if isinstance(constraint, UniqueConstraint)
    ]
    found += [(column.name,) for column in described.columns if column.unique]
    return tuple(
        dict.fromkeys(columns for columns in found if set(columns) <= set(column_names(table)))
    )


@cache
def _references(table: type[Any]) -> tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...]:
    """The foreign keys: columns, table and columns referred to."""
    keys: list[Any] = [
        c for c in sql_table(table).constraints if isinstance(c, ForeignKeyConstraint)
    ]
    return tuple(
        (
            tuple(key.column_keys),
            key.referred_table.name,
            tuple(element.column.name for element in key.elements),
        )
        for key in sorted(keys, key=lambda one: [*one.column_keys])
    )
