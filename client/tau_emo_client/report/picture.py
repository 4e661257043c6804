"""A figure of a report: what it shows as a table and in words, and how it is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tau_emo_client.analysis.estimate import Estimate
from tau_emo_client.metrics import Interval

UNKNOWN = "–"


@dataclass(frozen=True)
class DataTable:
    """Cells as they are shown; the first of each row names it."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A figure with all that stands beside it."""

    name: str
    """The name of its files, without ending."""
    title: str
    caption: str
    """What it means, in a sentence or two."""
    alt: str
    """What it shows, for those who do not see it."""
    table: DataTable
    """The figures behind it."""
    draw: Callable[[], Any]
    """Makes the figure of matplotlib; called where its settings hold."""


def percent(value: float | None) -> str:
    """A share in percent, with one decimal."""
    return UNKNOWN if value is None else f"{100 * value:.1f}"


def points(value: float | None) -> str:
    """A difference of shares in percentage points, with its sign."""
    return UNKNOWN if value is None else f"{round(100 * value, 1) + 0.0:+.1f}"


def span(interval: Interval | None, signed: bool = False) -> str:
    """An interval of shares in percent."""
    if interval is None:
        return UNKNOWN
    if signed:
        return f"{100 * interval.low:+.1f} to {100 * interval.high:+.1f}"
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def number(found: Estimate, decimals: int = 2) -> str:
    """A figure that is no share."""
    return UNKNOWN if found.value is None else f"{found.value:,.{decimals}f}"


def number_span(found: Estimate, decimals: int = 2) -> str:
    """Its interval."""
    if found.interval is None:
        return UNKNOWN
    return f"{found.interval.low:,.{decimals}f} to {found.interval.high:,.{decimals}f}"
