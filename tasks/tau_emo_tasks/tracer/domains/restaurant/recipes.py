"""What patrons of the restaurant want. The recipes register themselves where they are imported."""

from tau_emo_tasks.tracer.domains.restaurant import (
    asking,
    changing,
    handing,
    plates,
    refusing,
    tipping,
)
from tau_emo_tasks.tracer.domains.restaurant.base import House, house
from tau_emo_tasks.tracer.domains.restaurant.intents import RECIPES

__all__ = [
    "RECIPES",
    "asking",
    "changing",
    "customers",
    "handing",
    "plates",
    "refusing",
    "tipping",
]


def customers() -> House:
    """The restaurant's patrons."""
    return house()
