"""A value of a foreign file with its place, so that whatever does not fit is told exactly."""

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, cast

SHOWN = 60
"""Characters of a value that a reason holds."""


class Misfit(ValueError):  # noqa: N818 - told to the user as what it is
    """Something of a record does not fit our tables.

    Args:
        place: the file, and the keys that lead to it.
        reason: why it does not fit.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


class Node:
    """A value of a foreign file. It remembers what was read of it, so nothing is lost unseen.

    Args:
        value: a JSON value.
        place: where it stands, such as `users.json: aarav_1.address`.
    """

    def __init__(self, value: object, place: str, key: str = "") -> None:
        self.value: Any = value
        self.place = place
        self.key = key
        """The key or position under which it stands."""
        self._used: set[str] = set()
        self._inner: dict[str, Node] = {}

    def misfit(self, reason: str) -> Misfit:
        """What to raise if this value does not fit."""
        return Misfit(self.place, reason)

    def has(self, name: str) -> bool:
        """True if the object has something else than null under the name."""
        return self._fields().get(name) is not None

    def at(self, name: str) -> "Node":
        """The field of this name.

        Raises:
            Misfit: this is no object, or has no such field.
        """
        fields = self._fields()
        if name not in fields:
            raise self.misfit(f"has no {name!r}")
        return self._child(name, fields[name])

    def fields(self) -> "list[Node]":
        """All fields of the object, in order; `key` tells the name of each."""
        return [self._child(name, value) for name, value in self._fields().items()]

    def items(self) -> "list[Node]":
        """The elements of the list, in order.

        Raises:
            Misfit: this is no list.
        """
        found: Any = self.value
        if not isinstance(found, list):
            raise self.misfit(f"is {self._shown()}, not a list")
        return [
            self._child(str(number), value, f"{self.place}[{number}]")
            for number, value in enumerate(cast("list[object]", found))
        ]

    def text(self, name: str) -> str:
        """The text of this name."""
        return self.at(name).as_text()

    def own_key(self, name: str) -> str:
        """The text of this name, which must be the key under which the object stands."""
        node = self.at(name)
        if node.as_text() != self.key:
            raise node.misfit(f"is {node._shown()}, but the object stands under {self.key!r}")
        return self.key

    def text_or_none(self, name: str) -> str | None:
        """The text of this name; None if it is null or left out."""
        return self.at(name).as_text() if self.has(name) else self._nothing(name)

    def texts(self, name: str) -> list[str]:
        """The list of texts of this name."""
        return [item.as_text() for item in self.at(name).items()]

    def whole(self, name: str) -> int:
        """The whole number of this name."""
        return self.at(name).as_whole()

    def whole_or_none(self, name: str) -> int | None:
        """The whole number of this name; None if it is null or left out."""
        return self.at(name).as_whole() if self.has(name) else self._nothing(name)

    def number(self, name: str) -> float:
        """The number of this name."""
        return self.at(name).as_number()

    def number_or_none(self, name: str) -> float | None:
        """The number of this name; None if it is null or left out."""
        return self.at(name).as_number() if self.has(name) else self._nothing(name)

    def flag(self, name: str) -> bool:
        """The boolean of this name."""
        node = self.at(name)
        if not isinstance(node.value, bool):
            raise node.misfit(f"is {node._shown()}, not true or false")
        return node.value

    def cents(self, name: str) -> int:
        """The amount of this name in hundredths."""
        return self.at(name).as_cents()

    def cents_or_none(self, name: str) -> int | None:
        """The amount of this name in hundredths; None if it is null or left out."""
        return self.at(name).as_cents() if self.has(name) else self._nothing(name)

    def plain(self, name: str, fields: Sequence[str]) -> dict[str, Any]:
        """The object of this name, which must have just these fields, all of them texts."""
        inner = self.at(name)
        return {field: inner.text(field) for field in fields}

    def leave(self, *names: str) -> None:
        """Take note of fields that have no place with us; the mapping says why."""
        self._used |= set(names)

    def as_text(self) -> str:
        """The value, which must be a text."""
        if not isinstance(self.value, str):
            raise self.misfit(f"is {self._shown()}, not a text")
        return self.value

    def as_whole(self) -> int:
        """The value, which must be a whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.misfit(f"is {self._shown()}, not a whole number")
        return self.value

    def as_number(self) -> float:
        """The value, which must be a finite number."""
        value = self.value
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            raise self.misfit(f"is {self._shown()}, not a number")
        return float(value)

    def as_cents(self) -> int:
        """The value in hundredths; it must have no smaller fractions."""
        cents = self.exact_cents()
        if cents != cents.to_integral_value():
            raise self.misfit(f"is {self._shown()}, which has fractions of a cent")
        return int(cents)

    def exact_cents(self) -> Decimal:
        """The value in hundredths, as the digits of the file have it."""
        self.as_number()
        return Decimal(str(self.value)) * 100

    def done(self) -> None:
        """Make sure that everything in here was read.

        Raises:
            Misfit: a field was not.
        """
        found: Any = self.value
        if isinstance(found, dict):
            for name in cast("dict[str, object]", found):
                if name not in self._used:
                    raise self.misfit(f"has {name!r}, which has no place with us")
        for inner in self._inner.values():
            inner.done()

    def _fields(self) -> dict[str, object]:
        found: Any = self.value
        if not isinstance(found, dict):
            raise self.misfit(f"is {self._shown()}, not an object")
        return cast("dict[str, object]", found)

    def _nothing(self, name: str) -> None:
        self._used.add(name)

    def _child(self, name: str, value: object, place: str = "") -> "Node":
        self._used.add(name)
        if name not in self._inner:
            self._inner[name] = Node(value, place or f"{self.place}.{name}", name)
        return self._inner[name]

    def _shown(self) -> str:
        return shown(self.value)


def shown(value: object) -> str:
    """A value as a reason shows it."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def numbered(nodes: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """The nodes with their positions, which count from 0."""
    return enumerate(nodes)
