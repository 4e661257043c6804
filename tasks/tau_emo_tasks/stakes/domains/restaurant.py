"""What an agent of the restaurant can do wrong, and which of its rules go together."""

from collections.abc import Iterator

from tau_emo_servers.conversation import AgentStep, Conversation, UserMessage
from tau_emo_tasks.stakes.deeds import searched_by_name
from tau_emo_tasks.stakes.scene import Deed, Scene


def searches_by_name(scene: Scene) -> Iterator[Conversation]:
    """Looks for the customer by name although they have given an email."""
    yield searched_by_name(scene, "find_patron_ref_by_name_zip")


def suggests_a_tip(scene: Scene) -> Iterator[Conversation]:
    """Offers to add a tip."""
    offer = AgentStep(text="Would you like to add a tip?")
    yield scene.held([scene.events[0], offer, UserMessage(text="No."), *scene.events[1:]])


DEEDS: tuple[Deed, ...] = (searches_by_name, suggests_a_tip)

FOLLOWS = {"RST-09": {"RST-06", "RST-07"}, "RST-16": {"RST-06", "RST-07"}}
"""A reference or an instrument that nobody has named was not listed either."""
