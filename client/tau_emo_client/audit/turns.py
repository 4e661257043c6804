"""A conversation as the customer lived it: their messages, and those that reached them."""

from collections.abc import Sequence
from dataclasses import dataclass

from tau_emo_servers.conversation import Event, UserMessage


@dataclass(frozen=True)
class Turn:
    """One message."""

    customer: bool
    """False: the agent wrote it."""
    number: int
    """Of the customer's messages, how many stand before this one."""
    text: str


def turns_of(events: Sequence[Event]) -> list[Turn]:
    """The messages in order, without calls and what the customer cannot see."""
    found: list[Turn] = []
    number = 0
    for event in events:
        if isinstance(event, UserMessage):
            found.append(Turn(True, number, event.text))
            number += 1
        elif event.delivered:
            found.append(Turn(False, number, event.text))
    return found
