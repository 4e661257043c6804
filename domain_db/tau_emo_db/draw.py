"""Seeded random draws. Same seed, same data, on every platform and Python version."""

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """A stream of random draws that depends on its seed alone.

    Every draw is made from `random.Random.random()`, the one method whose sequence
    Python promises to keep for a given seed.

    Args:
        seed: any text. Two streams of one seed are equal.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._random = random.Random(seed)  # noqa: S311 (not for secrets)

    def fork(self, label: str) -> "Draw":
        """An independent stream that depends on this stream's seed and the label only.

        Forking takes nothing from this stream, so adding a fork moves no other draw.
        """
        return Draw(f"{self.seed}/{label}")

    def fraction(self) -> float:
        """A number in [0, 1)."""
        return self._random.random()

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self.fraction() < probability

    def integer(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self.fraction() * (high - low + 1))

    def digits(self, count: int) -> str:
        """A text of so many decimal digits; the first is never 0."""
        return str(self.integer(10 ** (count - 1), 10**count - 1))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return options[self.integer(0, len(options) - 1)]

    def weighted(self, weights: Mapping[T, float]) -> T:
        """One of the keys, as likely as its weight says."""
        left = self.fraction() * sum(weights.values())
        for option, weight in weights.items():
            left -= weight
            if left < 0:
                return option
        return next(reversed(list(weights)))

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """All options in random order."""
        rest = list(options)
        for last in range(len(rest) - 1, 0, -1):
            other = self.integer(0, last)
            rest[last], rest[other] = rest[other], rest[last]
        return rest

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """So many different options in random order."""
        return self.shuffled(options)[:count]
