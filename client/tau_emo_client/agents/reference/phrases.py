"""Phrases that the words of several domains share."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any


def joined(parts: Sequence[str]) -> str:
    """The parts as a list in a sentence: `a, b and c`.

    Args:
        parts: at least one.
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def dollars(amount: float) -> str:
    """An amount in dollars and cents: `$1,234.50`."""
    return f"${amount:,.2f}"


def spaced(value: str) -> str:
    """A value of a tool as people write it: `in_progress` -> `in progress`."""
    return value.replace("_", " ")


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[0].upper() + text[1:]


def card(brand: str, last_four: str) -> str:
    """A card of the customer: `your Visa ending in 4410`."""
    return f"your {brand.capitalize()} ending in {last_four}"


def short_date(day: str) -> str:
    """A day `YY-MM-DD` of this century as people write it: `24-09-14` -> `14 September 2024`."""
    when = date.fromisoformat(f"20{day}")
    return f"{when.day} {when:%B} {when.year}"


def rows_of(
    rows: Sequence[Mapping[str, Any]], column: str, wanted: Sequence[str]
) -> list[Mapping[str, Any]]:
    """The rows that ids stand for, in the order of the ids; an id that recurs takes the next row.

    Args:
        rows: the lines of an order.
        column: where a row holds the id.
        wanted: the ids; each has a row.
    """
    left = list(rows)
    found: list[Mapping[str, Any]] = []
    for identifier in wanted:
        row = next(row for row in left if row[column] == identifier)
        left.remove(row)
        found.append(row)
    return found
