"""Intents as recipes: what a domain's customers can want, and how a right agent serves it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from tau_emo_db import Draw, domain_names
from tau_emo_tasks.tracer.trace import Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

Play = Callable[[Walk, Draw], TraceGoal | Sequence[TraceGoal]]
"""Carries the intent out and says what came of it. It may give up with `WalkError`.

An intent may take several goals in a row, such as a refusal and what is wanted instead; the
play then moves `walk.goal` on between them."""


@dataclass(frozen=True)
class Offer:
    """One way in which an intent can come up for a customer."""

    play: Play
    touches: frozenset[str] = field(default_factory=frozenset[str])
    """What it changes or is about, such as an order; two goals of a customer share none."""


@dataclass(frozen=True)
class Recipe:
    """One intent of a domain."""

    intent: int
    """Its number among the intents of the domain."""
    name: str
    outcome: str
    """What becomes of it: `done`, `told`, `refused` or `handed_off`."""
    offers: Callable[[Any, str], Iterable[Offer]]
    """All ways in which it can come up, for the data of the domain and a customer."""
    tells: bool = False
    """True if a refusal goes with something that is looked up and told."""
    alone: bool = True
    """False if it takes another one to make a task: a single write that chance may hit upon."""

    @property
    def has_effect(self) -> bool:
        """True if it is enough for a task: something is written, or looked up to be told."""
        return self.alone and (self.outcome in ("done", "told") or self.tells)


class Customers(Protocol):
    """What the sampler needs to know about the people of a domain."""

    def principals(self) -> Sequence[str]:
        """The keys of all customers, in a fixed order."""
        ...

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """Find the customer as an agent would, and give the facts by which that goes."""
        ...

    def facts(self, principal: str) -> dict[str, str]:
        """What the words of the domain may say of the customer: `name`, `email`."""
        ...


class Recipes:
    """The recipes of one domain, in the order of their intents."""

    def __init__(self) -> None:
        self._recipes: list[Recipe] = []

    def __iter__(self) -> Iterator[Recipe]:
        return iter(self._recipes)

    def intent(
        self, number: int, outcome: str, *, tells: bool = False, alone: bool = True
    ) -> Callable[[Callable[[Any, str], Iterable[Offer]]], Callable[[Any, str], Iterable[Offer]]]:
        """Mark a function that gives the offers of an intent.

        Args:
            number: the number of the intent.
            outcome: what becomes of it.
            tells: True if a refusal goes with something that is looked up and told.
            alone: False if it takes another one to make a task.
        """

        def keep(offers: Callable[[Any, str], Iterable[Offer]]) -> Any:
            name = getattr(offers, "__name__", "")
            self._recipes.append(Recipe(number, name, outcome, offers, tells, alone))
            return offers

        return keep


def traced_domains() -> tuple[str, ...]:
    """The domains that have recipes."""
    package = "tau_emo_tasks.tracer.domains"
    return tuple(name for name in domain_names() if find_spec(f"{package}.{name}"))


def domain_recipes(domain: str) -> tuple[Recipes, Customers]:
    """The recipes of a domain and its customers.

    Raises:
        ModuleNotFoundError: the domain has none.
    """
    module = import_module(f"tau_emo_tasks.tracer.domains.{domain}.recipes")
    return module.RECIPES, module.customers()
