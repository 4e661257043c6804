"""Sampled traces: what decides them, and what every one of them has."""

from collections import Counter
from itertools import islice

import pytest

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.recipe import domain_recipes, traced_domains
from tau_emo_tasks.tracer.sample import Sampler, SamplingError
from tau_emo_tasks.tracer.trace import Trace

DOMAINS = traced_domains()


def traces(domain: str, seed: str, count: int) -> list[Trace]:
    return list(islice(Sampler(domain, seed), count))


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_seed_decides_everything(domain: str) -> None:
    assert traces(domain, "a", 8) == traces(domain, "a", 8)
    assert traces(domain, "a", 8) != traces(domain, "b", 8)


@pytest.mark.parametrize("domain", DOMAINS)
def test_sampling_goes_on_where_it_stopped(domain: str) -> None:
    whole = traces(domain, "a", 8)
    rest = islice(Sampler(domain, "a", earlier=whole[:3]), 5)
    assert [*whole[:3], *rest] == whole


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_trace_has_an_effect_and_ends_with_the_hand_off(domain: str) -> None:
    tools = served_domain(domain).tools
    ends = served_domain(domain).hand_off_tools
    for trace in traces(domain, "effects", 40):
        writes = [step for step in trace.steps if tools[step.tool].kind == "write"]
        assert writes or any(goal.outputs for goal in trace.goals), trace.id
        handed = [place for place, step in enumerate(trace.steps) if step.tool in ends]
        assert handed in ([], [len(trace.steps) - 1]), trace.id
        assert [goal.outcome for goal in trace.goals].count("handed_off") <= 1


@pytest.mark.parametrize("domain", DOMAINS)
def test_nearly_every_intent_comes_up(domain: str) -> None:
    """A few that hardly any customer of the base can have may be missing."""
    recipes, _ = domain_recipes(domain)
    counted = Counter(goal.intent for trace in traces(domain, "cover", 80) for goal in trace.goals)
    missing = {recipe.intent for recipe in recipes} - set(counted)
    assert len(missing) <= 1


def test_more_intents_than_a_customer_can_have_are_no_trace() -> None:
    with pytest.raises(SamplingError, match="no customer with 40 intents"):
        Sampler("retail", "a", goals={40: 1.0}).next()


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_intent_outweighs_the_others(domain: str) -> None:
    counted = Counter(goal.intent for trace in traces(domain, "even", 60) for goal in trace.goals)
    assert max(counted.values()) <= 0.12 * counted.total() + 1


def test_a_customer_does_not_get_the_intents_that_are_taken() -> None:
    free = traces("retail", "a", 20)
    taken = {trace.principal: {goal.intent for goal in trace.goals} for trace in free}
    beside = list(islice(Sampler("retail", "a", taken=taken), 20))
    for trace in beside:
        assert not taken.get(trace.principal, set()) & {goal.intent for goal in trace.goals}
