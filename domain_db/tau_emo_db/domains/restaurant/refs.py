"""References such as `tF2hL7u`: opaque, of seven characters, and unique over all kinds."""

from string import ascii_lowercase, ascii_uppercase

from tau_emo_db import kit
from tau_emo_db.draw import Draw

# Letters that look like digits or like each other stay out.
_CAPITALS = [letter for letter in ascii_uppercase if letter not in "IOQS"]
_SMALL = [letter for letter in ascii_lowercase if letter not in "ilo"]


class Refs:
    """Remembers the references that were given out; no two are equal, whatever their case."""

    def __init__(self) -> None:
        self._given = kit.Unique()

    def fresh(self, draw: Draw, letter: str) -> str:
        """A new reference.

        Args:
            draw: where it comes from.
            letter: its first letter, which tells dishes, plates, guests, instruments and
                tickets apart.
        """

        def make() -> str:
            halves = [
                f"{draw.pick(_CAPITALS)}{draw.integer(2, 9)}{draw.pick(_SMALL)}" for _ in range(2)
            ]
            return letter + "".join(halves)

        return self._given.fresh(make)
