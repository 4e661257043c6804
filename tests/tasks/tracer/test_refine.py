"""Traces in words: most pass every check, and both texts say the same."""

from collections import Counter
from itertools import islice

import pytest

from tau_emo_tasks.condition import NAMES
from tau_emo_tasks.emotions.persona import conditions, persona
from tau_emo_tasks.refresh import refresh_task
from tau_emo_tasks.tracer.recipe import traced_domains
from tau_emo_tasks.tracer.refine import refine, task_record
from tau_emo_tasks.tracer.sample import Sampler
from tau_emo_tasks.tracer.trace import Trace
from tau_emo_tasks.tracer.wording import words
from tau_emo_tasks.verify import verify_task

DOMAINS = traced_domains()
CHANCE = "null agents"
"""A check that fails where an agent that guesses has luck; such drafts are thrown away."""


def problems(traces: list[Trace]) -> list[str]:
    used: Counter[str] = Counter()
    some = conditions()[0]
    found: list[str] = []
    for trace in traces:
        record = task_record(trace, refine(trace, used), "test")
        about = {"condition": some.model_dump(), "feeling": "", "persona": persona(some, 0)}
        task = refresh_task({**record, **about})
        found += [str(one) for one in verify_task(task) if one.check != CHANCE]
    return found


@pytest.mark.parametrize("domain", DOMAINS)
def test_traces_become_tasks(domain: str) -> None:
    assert problems(list(islice(Sampler(domain, "words"), 6))) == []


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("domain", DOMAINS)
def test_nearly_all_of_many_traces_become_tasks(domain: str) -> None:
    found = problems(list(islice(Sampler(domain, "many words"), 60)))
    assert len({text.split(":")[0] for text in found}) <= 6, found


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_words_of_a_domain_name_no_feeling(domain: str) -> None:
    found = words(domain)
    texts = [*found.openings, *found.next]
    for act in found.acts.values():
        texts += [*act.because, *act.wish, *act.if_refused]
        texts += [say for detail in act.details.values() for say in detail.say]
    assert [text for text in texts if NAMES.search(text)] == []


def test_instruction_and_script_are_the_same_words() -> None:
    trace = Sampler("retail", "words").next()
    refined = refine(trace, Counter())
    assert refined.instruction.startswith(f"You are {trace.facts['name']}")
    for goal, traced in zip(refined.script.goals, trace.goals, strict=True):
        assert goal.outcome == traced.outcome
        assert [one.name for one in goal.fields] == [one.name for one in traced.details]
