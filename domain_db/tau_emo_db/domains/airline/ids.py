"""Ids of the base, none used twice, and none from the series in which tools make new ones."""

import string

from tau_emo_db import kit
from tau_emo_db.draw import Draw

_RESERVATION_SIGNS = string.ascii_uppercase + string.digits
_CERTIFICATES_OF_TOOLS = range(3_221_322, 3_300_000)
"""The tools number certificates from the first of these upward, for each user afresh."""


class Ids:
    """Draws ids and remembers those it has given."""

    def __init__(self) -> None:
        self._ids = kit.Unique()

    def user(self, draw: Draw, person: kit.Person) -> str:
        """An id such as `nora_quist_4127`."""
        return self._ids.fresh(lambda: kit.user_id(draw, person))

    def payment(self, draw: Draw, source: str) -> str:
        """An id such as `gift_card_6120457`; no two methods share the seven digits."""
        return f"{source}_{self._ids.fresh(lambda: _payment_digits(draw))}"

    def reservation(self, draw: Draw) -> str:
        """An id such as `K3M9TZ`.

        It holds a digit and a letter; those that the booking tool makes are letters only.
        """
        return self._ids.fresh(lambda: _reservation_signs(draw))


def _payment_digits(draw: Draw) -> str:
    while int(digits := draw.digits(7)) in _CERTIFICATES_OF_TOOLS:
        continue
    return digits


def _reservation_signs(draw: Draw) -> str:
    while True:
        signs = "".join(draw.pick(_RESERVATION_SIGNS) for _ in range(6))
        if not signs.isalpha() and not signs.isdigit():
            return signs
