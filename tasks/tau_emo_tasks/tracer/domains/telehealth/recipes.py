"""What patients of the centre want. The recipes register themselves where they are imported."""

from tau_emo_tasks.tracer.domains.telehealth import (
    devices,
    family,
    hand_offs,
    medicines,
    refusals,
    visits,
)
from tau_emo_tasks.tracer.domains.telehealth.base import Centre, centre
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES

__all__ = [
    "RECIPES",
    "customers",
    "devices",
    "family",
    "hand_offs",
    "medicines",
    "refusals",
    "visits",
]


def customers() -> Centre:
    """The centre's patients."""
    return centre()
