"""What an agent of the company can do wrong, and which of its rules go together."""

from collections.abc import Iterator

from tau_emo_servers.conversation import AgentStep, Conversation, UserMessage
from tau_emo_tasks.stakes.scene import Deed, Scene


def writes_no_decimals(scene: Scene) -> Iterator[Conversation]:
    """Writes an amount without its decimals."""
    told = AgentStep(text="For this call you pay $0 here.")
    yield scene.held([scene.events[0], told, UserMessage(text="I see."), *scene.events[1:]])


DEEDS: tuple[Deed, ...] = (writes_no_decimals,)

FOLLOWS = {
    "TELC-15": {"COM-11", "TELC-04"},
    "TELC-20": {"TELC-06"},
    "TELC-21": {"TELC-04"},
    "TELC-23": {"TELC-04"},
    "COM-11": {"TELC-15"},
}
"""Devices that were not shown were not looked at, nor can they be listed; an amount that the
customer has not said has no source; what must be told before a write is part of its listing."""
