"""What customers of the agency want. The numbers are those of the domain's intents.

A kind that the list of intents does not name has the number of the nearest one: 13 holds all
that is too late, 14 all dates that are not open, 15 what cannot be had that way.
"""

from tau_emo_tasks.tracer.domains.travel import (
    asking,
    booking,
    changing,
    changing_people,
    changing_twice,
    refusing,
)
from tau_emo_tasks.tracer.domains.travel.base import Agency, agency
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES

PARTS = (booking, changing, changing_people, changing_twice, asking, refusing)
"""Each adds its intents to the recipes."""

__all__ = ["PARTS", "RECIPES", "customers"]


def customers() -> Agency:
    """The agency's customers."""
    return agency()
