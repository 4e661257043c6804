"""Ids, names and other things of which no two may be equal."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Unique:
    """Remembers what was given out."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def fresh(self, make: Callable[[], T], key: Callable[[T], str] = str) -> T:
        """The first thing made that was not given out before.

        Args:
            make: makes a thing; it is called again until the thing is new.
            key: the text by which two things are told apart, whatever its case; a text
                stands for itself.
        """
        while (text := key(found := make()).lower()) in self._given:
            continue
        self._given.add(text)
        return found
