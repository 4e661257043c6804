"""What clients of the bank want. The numbers are those of the domain's intents; 19 stands for all
services without a tool."""

from tau_emo_tasks.tracer.domains.bank import (
    adding,
    handing,
    lending,
    locking,
    looking,
    moving,
    sending,
)
from tau_emo_tasks.tracer.domains.bank.base import Desk, desk
from tau_emo_tasks.tracer.domains.bank.intents import RECIPES

__all__ = ["PARTS", "RECIPES", "customers"]

PARTS = (moving, sending, adding, lending, locking, looking, handing)
"""The modules that fill the recipes."""


def customers() -> Desk:
    """The bank's clients."""
    return desk()
