"""A condition can be told from its personas without any name of an emotion or level."""

import pytest
from emotion_classifier import LABELS, Outcome, masked, personas, recover

from tau_emo_db import Draw

LEAST = dict(zip(LABELS, (0.93, 0.80, 0.93, 0.93, 0.93), strict=True))
"""The share that has to be recovered; what is asked for is 90 %, 75 % and 90 %."""


def test_names_are_masked() -> None:
    text = "You are frustrated, distrustful, impolite and in an urgent mood of Dread today."
    assert " ".join(masked(text).split()) == "You are , , and in an mood of today."


@pytest.fixture(scope="module", params=["learned from even", "learned from odd"])
def outcomes(request: pytest.FixtureRequest) -> dict[str, Outcome]:
    half = int(request.param == "learned from odd")
    return recover(personas(half), personas(1 - half))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("label", LABELS)
def test_one_half_of_the_personas_tells_the_other(label: str, outcomes: dict[str, Outcome]) -> None:
    assert outcomes[label].accuracy >= LEAST[label], outcomes[label].confusions[:10]


@pytest.mark.timeout(120)
def test_nothing_is_recovered_from_the_texts_of_other_conditions() -> None:
    known = personas(0)
    others = Draw("others").shuffled([condition for _, condition in known])
    mixed = [(text, other) for (text, _), other in zip(known, others, strict=True)]
    found = recover(mixed, personas(1))
    assert found["emotion"].accuracy < 0.15
    assert found["politeness"].accuracy < 0.45
