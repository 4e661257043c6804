"""All that students want, and who they are."""

from tau_emo_tasks.tracer.domains.school import asking, changing, paying, refusing, registering
from tau_emo_tasks.tracer.domains.school.base import Desk, desk
from tau_emo_tasks.tracer.domains.school.intents import RECIPES

PARTS = (registering, changing, paying, asking, refusing)
"""Each adds its intents to the recipes."""

__all__ = ["PARTS", "RECIPES", "customers"]


def customers() -> Desk:
    """The university's students."""
    return desk()
