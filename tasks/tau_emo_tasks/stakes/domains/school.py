"""What an agent of the university can do wrong, and which of its rules go together."""

import re
from collections.abc import Iterator

from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.stakes.deeds import without
from tau_emo_tasks.stakes.scene import Deed, Scene, under


def picks_where_a_refund_goes(scene: Scene) -> Iterator[Conversation]:
    """Sends a payment method for an update that nobody has named."""
    gold = scene.task.gold
    for position, action in enumerate(gold):
        if action.tool != "update_registration_courses":
            continue
        for method in {key for one in scene.results for key in under(one, "payment_id")}:
            sent = {**action.arguments, "payment_id": method}
            wrong = action.model_copy(update={"arguments": sent})
            acted = scene.acted([*gold[:position], wrong, *gold[position + 1 :]])
            named = re.compile(rf"{re.escape(method)}|card|bank|wallet|money", re.IGNORECASE)
            yield scene.held([without(event, named) for event in acted.events])


DEEDS: tuple[Deed, ...] = (picks_where_a_refund_goes,)

FOLLOWS = {
    "SCH-03": {"SCH-02", "SCH-04", "SCH-21", "SCH-22", "SCH-23", "SCH-24"},
    "SCH-20": {"SCH-04", "SCH-21"},
}
"""A registration of somebody else is not to be shown either, and is paid by other methods."""
