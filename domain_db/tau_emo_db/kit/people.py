"""People: a first and a last name."""

from dataclasses import dataclass

from tau_emo_db.draw import Draw
from tau_emo_db.kit.names import FIRST_NAMES, LAST_NAMES


@dataclass(frozen=True)
class Person:
    """Somebody with a first and a last name, in plain ASCII letters if the kit draws them."""

    first_name: str
    last_name: str

    @property
    def name(self) -> str:
        """Both names: `Nora Quist`."""
        return f"{self.first_name} {self.last_name}"


def person(draw: Draw, last_name: str | None = None) -> Person:
    """Somebody whose two names are drawn independently.

    Args:
        draw: where the names come from.
        last_name: the last name in place of the one that is drawn.
    """
    drawn = Person(first_name=draw.pick(FIRST_NAMES), last_name=draw.pick(LAST_NAMES))
    return drawn if last_name is None else Person(drawn.first_name, last_name)
