"""People: a first and a last name."""

from dataclasses import dataclass

from tau_emo_db.draw import Draw
from tau_emo_db.kit.names import FIRST_NAMES, LAST_NAMES


@dataclass(frozen=True)
class Person:
    """Somebody with a first and a last name in plain ASCII letters."""

    first_name: str
    last_name: str


def person(draw: Draw) -> Person:
    """Somebody whose two names are drawn independently."""
    return Person(first_name=draw.pick(FIRST_NAMES), last_name=draw.pick(LAST_NAMES))
