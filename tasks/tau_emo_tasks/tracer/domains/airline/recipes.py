"""What customers of the airline want. The numbers are those of the domain's intents."""

from tau_emo_tasks.tracer.domains.airline import (
    asking,
    booking,
    cancelling,
    changes,
    passengers,
    refusing,
)
from tau_emo_tasks.tracer.domains.airline.base import Air, air
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES

PARTS = (booking, changes, passengers, cancelling, asking, refusing)
"""The modules whose recipes stand in `RECIPES`."""

__all__ = ["PARTS", "RECIPES", "customers"]


def customers() -> Air:
    """The airline's customers."""
    return air()
