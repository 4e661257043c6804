"""Ids of the base, none used twice, and none from the series in which tools make new ones."""

import string

from tau_emo_db.draw import Draw
from tau_emo_db.kit import Person, user_id

_RESERVATION_SIGNS = string.ascii_uppercase + string.digits
_CERTIFICATES_OF_TOOLS = range(3_221_322, 3_300_000)
"""The tools number certificates from the first of these upward, for each user afresh."""


class Ids:
    """Draws ids and remembers those it has given."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def user(self, draw: Draw, person: Person) -> str:
        """An id such as `nora_quist_4127`."""
        while True:
            found = user_id(draw, person)
            if self._new(found):
                return found

    def payment(self, draw: Draw, source: str) -> str:
        """An id such as `gift_card_6120457`; no two methods share the seven digits."""
        while True:
            digits = draw.digits(7)
            if int(digits) not in _CERTIFICATES_OF_TOOLS and self._new(digits):
                return f"{source}_{digits}"

    def reservation(self, draw: Draw) -> str:
        """An id such as `K3M9TZ`.

        It holds a digit and a letter; those that the booking tool makes are letters only.
        """
        while True:
            found = "".join(draw.pick(_RESERVATION_SIGNS) for _ in range(6))
            if not found.isalpha() and not found.isdigit() and self._new(found):
                return found

    def _new(self, found: str) -> bool:
        if found in self._given:
            return False
        self._given.add(found)
        return True
