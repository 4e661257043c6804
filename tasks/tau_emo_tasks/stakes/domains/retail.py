"""What an agent of the shop can do wrong, and which of its rules go together."""

from collections.abc import Iterator

from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.stakes.deeds import searched_by_name
from tau_emo_tasks.stakes.scene import Deed, Scene


def searches_by_name(scene: Scene) -> Iterator[Conversation]:
    """Looks for the customer by name although they have given an email."""
    yield searched_by_name(scene, "find_user_id_by_name_zip")


DEEDS: tuple[Deed, ...] = (searches_by_name,)

FOLLOWS = {
    "RET-03": {"RET-01", "RET-09"},
    "RET-18": {"RET-05"},
    "RET-22": {"RET-05"},
    "RET-25": {"RET-05"},
    "RET-26": {"RET-05", "RET-22", "RET-25"},
}
"""Whoever serves before a user is found has not authenticated; what would be refunded is not
learned of a refused call; an order with a request is no longer simply delivered."""
