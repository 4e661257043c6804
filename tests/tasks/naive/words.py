"""What the naive comparisons are written with."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

Row = dict[str, Any]
Tables = dict[str, list[Row]]


def plain(value: Any) -> str:
    """A name or label without case and superfluous blanks; null is empty."""
    return " ".join(str(value or "").split()).casefold()


def frozen(counts: Counter[Any]) -> frozenset[tuple[Any, int]]:
    """What is counted, without what is counted zero times."""
    return frozenset((key, number) for key, number in counts.items() if number)


def pick(row: Row, names: str) -> tuple[Any, ...]:
    """The values of columns; those with a tilde are names or labels."""
    return tuple(
        plain(row[name[1:]]) if name.startswith("~") else row[name] for name in names.split()
    )


def grouped(rows: Iterable[Row], parent: str, names: str) -> defaultdict[Any, Any]:
    """By parent the multiset of these columns of its rows; empty where there are none."""
    counts: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
    for row in rows:
        counts[row[parent]][pick(row, names)] += 1
    return defaultdict(frozenset, {key: frozen(value) for key, value in counts.items()})


def net(
    rows: Iterable[Row],
    parent: str,
    target: Callable[[Row], Any],
    amount: Callable[[Row], int] = lambda row: row["amount"],
) -> defaultdict[Any, Any]:
    """By parent the sum for each target, zeros left out."""
    sums: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
    for row in rows:
        sums[row[parent]][target(row)] += amount(row)
    return defaultdict(frozenset, {key: frozen(value) for key, value in sums.items()})


def labels(raw: str | None) -> frozenset[tuple[str, str]]:
    """The fields of a JSON object of labels."""
    return frozenset((name, plain(value)) for name, value in json.loads(raw or "{}").items())


def keys_of(rows: Iterable[Row], key: str) -> set[Any]:
    return {row[key] for row in rows}


def known(key: Any, old: set[Any]) -> Any:
    """The id of a base row; a row of the episode has none that counts."""
    return key if key in old else "new"
