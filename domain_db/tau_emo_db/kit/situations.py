"""Situations: what customers call about, each put into the base so many times."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeVar

from tau_emo_db.draw import Draw

S = TypeVar("S")
T = TypeVar("T")

Situations = Mapping[str, tuple[Callable[[S, Draw], object], int]]
"""By a label that names its stream of draws: what is played, and how often at scale 1."""


def play(situations: Situations[S], stage: S, draw: Draw, scale: int) -> None:
    """Plays every situation as often as it says, each time with a stream of its own.

    Args:
        situations: what is played.
        stage: what the situations add to, such as the shop.
        draw: the source of all chance.
        scale: how many times the numbers at scale 1.
    """
    for label, (situation, times) in situations.items():
        for turn in range(times * scale):
            situation(stage, draw.fork(f"{label}/{turn}"))


def still_missing(wanted: Mapping[T, int], there: Counter[T], scale: int) -> list[T]:
    """What ordinary rows must be made of until each kind has its number, kind after kind.

    Args:
        wanted: how many there are of each kind at scale 1.
        there: how many there are already.
        scale: how many times the numbers at scale 1.
    """
    return [kind for kind, count in wanted.items() for _ in range(count * scale - there[kind])]
