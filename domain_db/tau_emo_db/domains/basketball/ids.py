"""The opaque ids of clubs, players, contracts and games: seven capitals and digits."""

from tau_emo_db import kit
from tau_emo_db.draw import Draw

_LETTERS = "BCDFGHJKLMNPQRSTVWXYZ"
"""No vowels, so that no id reads like a word."""


class Ids:
    """Gives out ids such as `CB4T9WQ`; no two are equal."""

    def __init__(self) -> None:
        self._unique = kit.Unique()

    def club(self, draw: Draw) -> str:
        """An id of a club."""
        return self._fresh("CB", draw)

    def player(self, draw: Draw) -> str:
        """An id of a player."""
        return self._fresh("PL", draw)

    def contract(self, draw: Draw) -> str:
        """An id of a contract."""
        return self._fresh("CT", draw)

    def game(self, draw: Draw) -> str:
        """An id of a game."""
        return self._fresh("GM", draw)

    def _fresh(self, kind: str, draw: Draw) -> str:
        def make() -> str:
            shape = "dldll"
            return kind + "".join(
                str(draw.integer(1, 9)) if place == "d" else draw.pick(_LETTERS) for place in shape
            )

        return self._unique.fresh(make)
