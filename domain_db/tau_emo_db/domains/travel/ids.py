"""Ids of the agency: capitals and digits, such as `7QK2M9D`."""

import re

from tau_emo_db import kit
from tau_emo_db.draw import Draw

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_DIGITS = "123456789"
_MIXED = re.compile(r"(?=(?:.*\d){2})(?=(?:.*[A-Z]){2})(?!\d+[A-Z]+$)(?!(?:TAU|[A-Z]+\d+$))")
"""At least two letters and two digits, mixed: neither a word with a number nor a number with
a unit, nor of the series in which the tools number new bookings."""


class Ids:
    """Draws ids of which no two are equal, whatever they stand for."""

    def __init__(self) -> None:
        self._given = kit.Unique()

    def traveler(self, draw: Draw) -> str:
        """Seven characters; the first is a digit."""
        return self._fresh(draw, _DIGITS, 6)

    def package(self, draw: Draw) -> str:
        """Seven characters; the first is a P."""
        return self._fresh(draw, "P", 6)

    def agent(self, draw: Draw) -> str:
        """Seven characters; the first is an A."""
        return self._fresh(draw, "A", 6)

    def booking(self, draw: Draw) -> str:
        """Six characters; the first is a B."""
        return self._fresh(draw, "B", 5)

    def method(self, draw: Draw, source: str) -> str:
        """The kind of payment and seven digits: `credit_card_4417032`."""
        return f"{source}_{self._given.fresh(lambda: draw.digits(7))}"

    def _fresh(self, draw: Draw, first: str, more: int) -> str:
        def make() -> str:
            while True:
                rest = "".join(draw.pick(_LETTERS + _DIGITS) for _ in range(more))
                found = draw.pick(first) + rest
                if _MIXED.match(found):
                    return found

        return self._given.fresh(make)
