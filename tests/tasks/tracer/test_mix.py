"""Conditions are covered evenly, and tasks get those that fit best."""

from collections import Counter

import pytest

from tau_emo_tasks.condition import FAMILIES, Condition
from tau_emo_tasks.tracer.mix import assign, similarity, spread
from tau_emo_tasks.tracer.workshop import TracerError

COUNTS = {
    **dict.fromkeys(("airline", "retail", "telecom", "telehealth"), 70),
    **dict.fromkeys(("school", "basketball", "restaurant", "travel", "movie", "bank"), 50),
}
"""The tasks of the test split: 580."""


def test_580_tasks_cover_the_conditions_evenly() -> None:
    given = spread(COUNTS, [], "0")
    every = [one for some in given.values() for one in some]
    assert {domain: len(some) for domain, some in given.items()} == COUNTS
    assert max(Counter(every).values()) <= 2
    assert len(set(every)) >= 450
    emotions = Counter(one.emotion for one in every)
    assert (min(emotions.values()), max(emotions.values())) == (26, 27)
    levels = Counter((one.politeness, one.urgency, one.trust_in_agent) for one in every)
    assert len(levels) == 27
    assert max(levels.values()) - min(levels.values()) <= 2
    for some in given.values():
        here = Counter(one.emotion for one in some)
        assert len(here) == 22
        assert max(here.values()) - min(here.values()) <= 1
        families = Counter(one.family for one in some)
        for family, emotions_of_it in FAMILIES.items():
            share = len(some) * len(emotions_of_it) / 22
            assert abs(families[family] - share) <= len(emotions_of_it)


def test_conditions_that_are_taken_come_up_less() -> None:
    before = spread({"retail": 30}, [], "0")["retail"]
    after = spread({"retail": 564}, before, "1")["retail"]
    assert max(Counter([*before, *after]).values()) == 1


def test_another_seed_gives_another_order() -> None:
    assert spread(COUNTS, [], "0") == spread(COUNTS, [], "0")
    assert spread(COUNTS, [], "0") != spread(COUNTS, [], "1")


def condition(family: str, emotion: str) -> Condition:
    return Condition(
        family=family,
        emotion=emotion,
        politeness="neutral",
        urgency="low",
        trust_in_agent="cautious",
    )


def test_each_task_gets_the_condition_that_its_feeling_fits() -> None:
    conditions = [condition("fear", "dread"), condition("anger", "frustration")]
    examples = {
        "dread": ["A heavy letter that you have not opened lies on the table."],
        "frustration": ["For the third time the form threw you out at the last step."],
    }
    stuck = "Again and again the form threw you out."
    heavy = "The letter lies on the table, and you cannot open it."
    told = [
        {"dread": heavy, "frustration": stuck},
        {"dread": heavy},
    ]
    assert assign(told, conditions, examples) == [1, 0]
    with pytest.raises(TracerError, match="no feeling for any of the conditions"):
        assign([{"dread": heavy}, {"dread": stuck}], conditions, examples)


def test_similarity_counts_shared_words() -> None:
    found = similarity(["a red lamp", "stairs"], ["the red lamp broke", "we carried the stairs up"])
    assert found[0, 0] > 0.4
    assert found[1, 1] > 0.2
    assert found[0, 1] == found[1, 0] == 0
