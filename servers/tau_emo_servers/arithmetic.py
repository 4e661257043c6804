"""Whether an amount follows by arithmetic from numbers that were said or shown.

An agent may add, subtract and multiply in its head. The search is kept to what a desk does:
totals of the lines of one result, a number of times, the difference of two such values, and
a difference for each of several people. It leans to "yes": a rule must not blame an agent
for arithmetic it did right.
"""

import json
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from itertools import combinations
from typing import Any

_TIMES = range(2, 10)
_MOST_LINES = 6
_CENT = Decimal("0.01")


def follows(amount: Decimal, shown: str, numbers: frozenset[Decimal]) -> bool:
    """True if the amount is among the numbers or a short calculation gives it.

    Args:
        amount: the amount, without sign.
        shown: the texts of customer and tools; sums are formed within one JSON result.
        numbers: the numbers known.
    """
    if amount in numbers or amount == 0:
        return True
    reachable = _reachable(shown, numbers)
    return (
        amount in reachable
        or any(amount + one in reachable or abs(amount - one) in reachable for one in numbers)
        or any(amount / count + one in numbers for count in _TIMES for one in numbers)
        or any(amount == _cents(one * part / 100) for one in numbers for part in (5, 10, 20, 50))
    )


@lru_cache(maxsize=256)
def _reachable(shown: str, numbers: frozenset[Decimal]) -> frozenset[Decimal]:
    base = {abs(one) for one in numbers} | set(_sums(shown))
    times = {one * count for one in base for count in _TIMES}
    few = sorted(numbers)[:40]
    return frozenset(base | times | {_cents(a * b) for a, b in combinations(few, 2)})


def _sums(shown: str) -> Iterator[Decimal]:
    """Sums of the numbers that stand under one key within one result."""
    for line in shown.splitlines():
        if not re.match(r"\s*[\[{]", line):
            continue
        try:
            result = json.loads(line, parse_float=Decimal, parse_int=Decimal)
        except ValueError:
            continue
        lines: dict[str, list[Decimal]] = {}
        for key, number in _numbers(result):
            lines.setdefault(key, []).append(number)
        for found in lines.values():
            yield sum(found, Decimal())
            for size in range(2, min(len(found), _MOST_LINES)):
                if len(found) <= _MOST_LINES * 2:
                    yield from (sum(some, Decimal()) for some in combinations(found, size))


def _numbers(value: Any, key: str = "") -> Iterator[tuple[str, Decimal]]:
    if isinstance(value, dict):
        for name, part in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _numbers(part, str(name))  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list):
        for part in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _numbers(part, key)
    elif isinstance(value, Decimal):
        yield key, value


def _cents(value: Decimal) -> Decimal:
    return value.quantize(_CENT, ROUND_HALF_UP)
