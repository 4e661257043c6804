"""Sampling traces: which customer, which intents, and the walk that serves them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tau_emo_db import Draw, EpisodeState
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.recipe import Offer, Recipe, domain_recipes
from tau_emo_tasks.tracer.trace import Trace, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError
from tau_emo_tasks.tracer.workshop import TracerError

GOALS: Mapping[int, float] = {1: 0.6, 2: 0.3, 3: 0.1}
"""How many intents a customer has, and how often."""
TRIES = 40
"""So many customers are tried for the intent that a trace begins with."""


class SamplingError(TracerError):
    """No walk was found for a trace."""


@dataclass(frozen=True)
class _Chosen:
    recipe: Recipe
    offer: Offer


class Sampler:
    """Samples the traces of one domain, one after another.

    What has come up seldom comes up next: intents first, then customers.

    Args:
        domain: the domain.
        seed: the same seed gives the same traces.
        goals: how many intents a customer has, and how often.
        earlier: the traces that were sampled before.
        taken: by customer, the intents that other tasks have them for.
    """

    def __init__(
        self,
        domain: str,
        seed: str,
        goals: Mapping[int, float] = GOALS,
        earlier: Sequence[Trace] = (),
        taken: Mapping[str, Collection[int]] = MappingProxyType({}),
    ) -> None:
        self._domain = served_domain(domain)
        self._seed = seed
        self._goals = goals
        self._recipes, self._customers = domain_recipes(domain)
        self._intents: Counter[int] = Counter()
        self._used: Counter[str] = Counter()
        self._people: Counter[str] = Counter()
        self._taken = taken
        self._offered: dict[tuple[str, str], bool] = {}
        self._last = 0
        for trace in earlier:
            self._count(trace)

    def __iter__(self) -> Iterator[Trace]:
        while True:
            yield self.next()

    def next(self) -> Trace:
        """The next trace.

        Raises:
            SamplingError: no customer was found for it.
        """
        seed = f"{self._seed} {self._domain.name} {self._last + 1}"
        draw = Draw(seed)
        count = draw.weighted(self._goals)
        for first in self._least_used(draw):
            if count == 1 and not first.has_effect:
                continue
            for principal in self._least_met(draw.fork(first.name)):
                if not self._has_offer(first, principal):
                    continue
                once = draw.fork(f"{first.name} {principal}")
                chosen = self._pick_offers(principal, count, first, once)
                trace = self._walked(seed, principal, chosen, once) if chosen else None
                if trace:
                    self._count(trace)
                    return trace
        raise SamplingError(
            f"{self._domain.name}: no customer with {count} intents was found; ask for fewer tasks"
        )

    def _count(self, trace: Trace) -> None:
        self._last = max(self._last, trace.number)
        self._people[trace.principal] += 1
        self._intents.update(goal.intent for goal in trace.goals)
        self._used.update(trace.recipes)

    def _least_used(self, draw: Draw) -> list[Recipe]:
        """The recipes, those first whose intent came up least."""
        return sorted(
            draw.shuffled([*self._recipes]),
            key=lambda one: (self._intents[one.intent], self._used[one.name]),
        )

    def _least_met(self, draw: Draw) -> list[str]:
        """Some customers, those first who came up least."""
        everyone = draw.shuffled([*self._customers.principals()])
        return sorted(everyone, key=lambda one: self._people[one])[:TRIES]

    def _has_offer(self, recipe: Recipe, principal: str) -> bool:
        key = (recipe.name, principal)
        if key not in self._offered:
            self._offered[key] = next(iter(self._offers(recipe, principal)), None) is not None
        return self._offered[key]

    def _offers(self, recipe: Recipe, principal: str) -> Iterable[Offer]:
        if recipe.intent in self._taken.get(principal, ()):
            return ()
        return recipe.offers(self._customers, principal)

    def _pick_offers(
        self, principal: str, count: int, first: Recipe, draw: Draw
    ) -> list[_Chosen] | None:
        """Offers of so many intents, one given and those that came up least; None: too few.

        A refusal or a hand-off is not enough for a task, so one place is kept for what is; and a
        hand-off comes last.
        """
        chosen: list[_Chosen] = []
        touched: frozenset[str] = frozenset()
        others = [one for one in self._least_used(draw) if one.name != first.name]
        for recipe in (first, *others):
            if len(chosen) == count:
                break
            ends = recipe.outcome == "handed_off"
            if ends and any(one.recipe.outcome == "handed_off" for one in chosen):
                continue
            last = len(chosen) + 1 == count
            if last and not (recipe.has_effect or _has_effect(chosen)):
                continue
            offers = [one for one in self._offers(recipe, principal) if not one.touches & touched]
            if offers:
                offer = draw.pick(offers)
                chosen.append(_Chosen(recipe, offer))
                touched |= offer.touches
        if len(chosen) < count:
            return None
        order = draw.shuffled(chosen)
        return sorted(order, key=lambda one: one.recipe.outcome == "handed_off")

    def _walked(
        self, seed: str, principal: str, chosen: Sequence[_Chosen], draw: Draw
    ) -> Trace | None:
        goals: list[TraceGoal] = []
        with EpisodeState.open(self._domain.data) as state:
            walk = Walk(self._domain, state)
            try:
                knows = self._customers.identify(walk, principal, draw)
                for one in chosen:
                    walk.goal = len(goals)
                    played = one.offer.play(walk, draw)
                    goals += [played] if isinstance(played, TraceGoal) else played
            except WalkError:
                return None
        return Trace(
            domain=self._domain.name,
            number=self._last + 1,
            seed=seed,
            principal=principal,
            facts=self._customers.facts(principal),
            knows=knows,
            recipes=tuple(one.recipe.name for one in chosen),
            goals=tuple(goals),
            steps=tuple(walk.steps),
        )


def _has_effect(chosen: Sequence[_Chosen]) -> bool:
    """True if something is written or looked up to be told, and chance does not hit upon it."""
    return any(one.recipe.has_effect for one in chosen)
