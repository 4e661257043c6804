"""What customers of the company want. The numbers are those of the domain's intents."""

from tau_emo_tasks.tracer.domains.telecom import bills, plans, support, wishes
from tau_emo_tasks.tracer.domains.telecom.base import Company, company
from tau_emo_tasks.tracer.domains.telecom.intents import RECIPES

__all__ = ["PARTS", "RECIPES", "customers"]

PARTS = (bills, plans, support, wishes)
"""The modules that hold the recipes; each puts its own into `RECIPES`."""


def customers() -> Company:
    """The company's customers."""
    return company()
