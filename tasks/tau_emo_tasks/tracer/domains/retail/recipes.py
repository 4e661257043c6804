"""What customers of the shop want. The numbers are those of the domain's intents."""

from tau_emo_tasks.tracer.domains.retail import items, orders, refusing, returns
from tau_emo_tasks.tracer.domains.retail.base import Shop, shop
from tau_emo_tasks.tracer.domains.retail.intents import RECIPES

__all__ = ["PARTS", "RECIPES", "customers"]

PARTS = (orders, items, returns, refusing)
"""The modules that fill the recipes."""


def customers() -> Shop:
    """The shop's customers."""
    return shop()
