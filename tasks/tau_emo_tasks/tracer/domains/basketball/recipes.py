"""What players of the association want, and how a right agent serves it."""

from tau_emo_tasks.tracer.domains.basketball import (
    asking,
    handing,
    moving,
    recording,
    refusing,
    statuses,
)
from tau_emo_tasks.tracer.domains.basketball.base import Association, association
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES

PARTS = (moving, statuses, recording, asking, refusing, handing)
"""Each adds its intents to the recipes."""

__all__ = ["PARTS", "RECIPES", "customers"]


def customers() -> Association:
    """The association's players."""
    return association()
