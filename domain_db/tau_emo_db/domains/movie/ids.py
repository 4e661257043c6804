"""Ids of the base, none used twice, and none from the series in which the tools make new ones."""

import string

from tau_emo_db import kit
from tau_emo_db.draw import Draw

_SIGNS = string.ascii_uppercase + string.digits


class Ids:
    """Draws ids and remembers those it has given."""

    def __init__(self) -> None:
        self._given = kit.Unique()

    def fresh(self, draw: Draw, prefix: str) -> str:
        """An id such as `MV7KD20`: a prefix of two letters, a digit, and four signs more.

        The booking tool numbers its bookings BKG001, BKG002, and so on: a letter stands
        where these have a digit.
        """
        return self._given.fresh(lambda: prefix + _signs(draw))

    def numbered(self, draw: Draw, prefix: str, digits: int) -> str:
        """An id such as `LOY-48210`."""
        return self._given.fresh(lambda: f"{prefix}-{draw.digits(digits)}")


def _signs(draw: Draw) -> str:
    while True:
        signs = draw.digits(1) + "".join(draw.pick(_SIGNS) for _ in range(4))
        if sum(map(str.isdigit, signs)) in (2, 3):
            return signs
