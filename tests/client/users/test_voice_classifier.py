"""The condition can be told from what a scripted customer writes, without any name of a feeling."""

import anyio
import pytest

pytest.importorskip("sklearn", reason="the classifier comes with the development packages")

from voice_classifier import LABELS, Talk, masked, recover, talks

from benchmarks.customers import written_tasks
from tau_emo_db import Draw

LEAST = dict(zip(LABELS, (0.90, 0.80, 0.90, 0.85, 0.85), strict=True))
"""The share to be recovered; what is asked for is 80 % of families and 75 % of each dimension."""
HALVES = ("a", "b")


def test_names_are_masked() -> None:
    text = "I am so frustrated and distrustful, it is urgent, and I dread your cold answers."
    assert " ".join(masked(text).split()) == "i am so and , it is , and i your answers."


@pytest.fixture(scope="module")
def some() -> list[Talk]:
    return anyio.run(talks, written_tasks()[::6], 45)


@pytest.fixture(scope="module")
def everyone() -> list[Talk]:
    return anyio.run(talks, written_tasks(), 45)


def check(found: list[Talk], half: str) -> None:
    outcomes = recover(found, half)
    for label, least in LEAST.items():
        assert outcomes[label].accuracy >= least, (label, outcomes[label].confusions[:8])


@pytest.mark.parametrize("half", HALVES)
def test_what_one_half_teaches_tells_the_other(some: list[Talk], half: str) -> None:
    check(some, half)


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("half", HALVES)
def test_what_one_half_teaches_tells_the_other_over_written_tasks(
    everyone: list[Talk], half: str
) -> None:
    check(everyone, half)


def test_nothing_is_recovered_from_the_words_of_other_conditions(some: list[Talk]) -> None:
    others = Draw("others").shuffled([talk.condition for talk in some])
    mixed = [
        Talk(other if talk.half == "a" else talk.condition, talk.half, talk.sentences)
        for talk, other in zip(some, others, strict=True)
    ]
    outcomes = recover(mixed, "a")
    assert outcomes["family"].accuracy < 0.4
    assert outcomes["politeness"].accuracy < 0.55
