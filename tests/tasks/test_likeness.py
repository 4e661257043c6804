"""No two tasks are alike."""

import re

from tau_emo_tasks.likeness import alike
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

FIRST, SECOND = load_tasks("retail")[:2]


def copied(**changes: object) -> Task:
    return SECOND.model_copy(update=changes)


def test_different_tasks_are_not_alike() -> None:
    assert list(alike(load_tasks("retail"))) == []


def test_the_same_customer_and_writes_are_alike() -> None:
    other = copied(principal=FIRST.principal, gold=FIRST.gold)
    (found,) = alike([FIRST, other])
    assert str(found) == f"{SECOND.id}: alike: shares customer and calls with {FIRST.id}"


def test_a_feeling_stands_once() -> None:
    (found,) = alike([FIRST, copied(feeling=FIRST.feeling)])
    assert str(found) == f"{SECOND.id}: alike: shares the feeling with {FIRST.id}"


def test_a_persona_stands_once() -> None:
    (found,) = alike([FIRST, copied(persona=FIRST.persona)])
    assert found.text == f"shares the persona with {FIRST.id}"


def test_instructions_that_differ_in_names_and_numbers_only_are_alike() -> None:
    renamed = re.sub(r"\d", "7", FIRST.instruction).replace(" Street", " Road")
    (found,) = alike([FIRST, copied(instruction=renamed)])
    assert found.text == f"shares the words of the instruction with {FIRST.id}"


def test_the_splits_do_not_share_customer_and_intent() -> None:
    intent = FIRST.provenance.intents[0]
    provenance = SECOND.provenance.model_copy(update={"intents": (intent,)})
    other = copied(principal=FIRST.principal, provenance=provenance)
    assert list(alike([FIRST], [SECOND])) == []
    (found,) = alike([FIRST], [other])
    assert found.text == f"has customer and intent {intent} of {SECOND.id}"
