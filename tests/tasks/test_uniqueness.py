"""Whether "otherwise the same" picks one outcome: only for the wish that says so."""

from collections import Counter
from itertools import islice

import pytest

from tau_emo_tasks.emotions.persona import conditions, persona
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.refresh import refresh_task
from tau_emo_tasks.task import Task
from tau_emo_tasks.tracer.refine import refine, task_record
from tau_emo_tasks.tracer.sample import Sampler
from tau_emo_tasks.uniqueness import open_alternatives

SAME = ("the same in everything else", "nothing else different", "otherwise the same")


@pytest.fixture(scope="module")
def exchange() -> Task:
    """An exchange for a variant with one other option; other variants have that option too."""
    some = conditions()[0]
    for trace in islice(Sampler("retail", "exchanges"), 200):
        record = task_record(trace, refine(trace, Counter()), "train")
        if [goal.act for goal in trace.goals] != ["exchange"]:
            continue
        about = {"condition": some.model_dump(), "feeling": "", "persona": persona(some, 0)}
        task = refresh_task({**record, **about})
        if open_alternatives(without_same(task), replay_gold(task)):
            return task
    raise AssertionError("no exchange has alternatives")


def without_same(task: Task, added: str = "") -> Task:
    text = task.model_dump_json()
    for words in (*SAME, "the rest as it is"):
        text = text.replace(words, "please")
    bare = Task.model_validate_json(text)
    return bare.model_copy(update={"instruction": f"{bare.instruction} {added}"})


def test_otherwise_the_same_excludes_what_differs_in_more(exchange: Task) -> None:
    assert open_alternatives(exchange, replay_gold(exchange)) == []


def test_without_these_words_the_alternatives_are_open(exchange: Task) -> None:
    found = open_alternatives(without_same(exchange), replay_gold(exchange))
    assert found
    assert all("would do as well as" in line for line in found)


def test_the_words_count_for_the_wish_that_they_belong_to_alone(exchange: Task) -> None:
    astray = without_same(exchange, "From another order you keep everything else.")
    assert open_alternatives(astray, replay_gold(exchange))
