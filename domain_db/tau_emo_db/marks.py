"""Grading metadata: how each column and table counts when two states are compared.

The marks stand on the tables themselves, so the diff knows how to compare any
domain without naming one of its columns.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Mark(StrEnum):
    """How the values of one column are compared. Unmarked columns compare exactly."""

    GENERATED = "generated"
    """An id, time, position or code that a tool makes: never compared by value."""
    COMPUTED = "computed"
    """Derived by a tool (a price, a total, a status): compared exactly."""
    FREE_TEXT = "free_text"
    """Worded by whoever writes it: some text must be there if gold has some."""
    LABEL = "label"
    """A name, address or label: trimmed, single blanks, without case; null equals empty.
    On a JSON object it holds for each of its fields."""
    PHONE = "phone"
    """A phone number: compared by its digits; null equals empty."""
    SET = "set"
    """A JSON list whose order does not count; members count with their multiplicity."""


def graded(*marks: Mark, refers: str | None = None) -> dict[str, Any]:
    """Column arguments that carry grading marks: `Field(sa_column_kwargs=graded(...))`.

    Args:
        marks: the marks of the column.
        refers: `table.column` that the value names although it is no foreign key; a
            reference to a row made in the episode then equals a reference to the gold
            row it is matched with. Foreign keys need no `refers`.
    """
    return {"info": {"marks": frozenset(marks), "refers": refers}}


@dataclass(frozen=True)
class Entity:
    """Rows with an identity: base rows match by primary key.

    Rows made in the episode match by key too, or by content if the key holds a
    generated column.
    """


@dataclass(frozen=True)
class Members:
    """Rows that belong to a parent as a multiset: their order and positions never count."""

    parent: tuple[str, ...]
    """Columns that name the parent row."""


@dataclass(frozen=True)
class Ledger:
    """Append-only money rows: only the net amount per parent and target counts."""

    parent: tuple[str, ...]
    """Columns that name the parent row."""
    target: tuple[str, ...]
    """Columns that name the payment target (and whatever else the domain tells apart)."""
    amount: str
    """The integer column that is summed."""
    negative: dict[str, str] = field(default_factory=dict[str, str])
    """Rows whose columns hold all these values count with the opposite sign."""
    same: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """By target column, values that count as another one: `{"kind": {"refund": "payment"}}`
    lets a refund lower what was paid while a tip to the same card stands apart."""


Grading = Entity | Members | Ledger
