"""Addresses that a customer moves to."""

from typing import Any

from tau_emo_db import Draw
from tau_emo_db.address import Address
from tau_emo_db.kit.addresses import postal_address


class Move(Address):
    """A new address, as a tool takes it and as people say it."""

    def arguments(self) -> dict[str, Any]:
        """The arguments of a tool that sets an address."""
        return self.model_dump()

    def facts(self) -> dict[str, str]:
        """What fills the blanks of the words: the whole address, its street and its city."""
        lines = ", ".join(filter(None, (self.address1, self.address2)))
        return {
            "address": f"{lines}, {self.city}, {self.state} {self.zip}, {self.country}",
            "street": self.address1,
            "city": self.city,
        }


def moves(draw: Draw, old: set[str]) -> Move:
    """An address that is none of the old ones.

    Args:
        draw: decides.
        old: the first lines of the addresses that it must not be.
    """
    while (address := postal_address(draw)).address1 in old:
        pass
    return Move.model_validate(address.model_dump())
