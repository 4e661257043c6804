"""Ids and other texts of which no two may be equal."""

from collections.abc import Callable


class Unique:
    """Remembers the texts that were given out."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def fresh(self, make: Callable[[], str]) -> str:
        """The first text made that was not given out before, whatever its case.

        Args:
            make: makes a text; it is called again until the text is new.
        """
        while (found := make()).lower() in self._given:
            continue
        self._given.add(found.lower())
        return found
