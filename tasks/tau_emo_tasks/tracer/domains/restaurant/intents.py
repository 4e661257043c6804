"""Where the recipes of the restaurant are kept, and what they share.

The numbers of the recipes are those of the domain's intents.
"""

from collections.abc import Sequence

from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.recipe import Recipes
from tau_emo_tasks.tracer.trace import Heard
from tau_emo_tasks.tracer.walk import Walk

RECIPES = Recipes()

TICKET = "get_ticket_details"
DISH = "get_dish_details"


def output(name: str, cents: int, *source: str, computed: bool = False) -> Output:
    """An amount that is to be told."""
    return Output(name=name, value=money(cents), kind="amount", source=source, computed=computed)


def heard(outputs: Sequence[Output]) -> tuple[Heard, ...]:
    """What is to be told, as the customer asks for it."""
    return tuple(Heard.of(one) for one in outputs)


def summed(cents: Sequence[int]) -> str:
    """A sum of amounts, as `calculate` takes it."""
    return " + ".join(money(one) for one in cents)


def worked_out(walk: Walk, expression: str) -> None:
    """Work something out."""
    walk.call("calculate", expression=expression)


def dishes_of(ticket_ref: str) -> frozenset[str]:
    """What a change of the dishes of a ticket, or of all of it, touches."""
    return frozenset({ticket_ref, f"dishes of {ticket_ref}"})
