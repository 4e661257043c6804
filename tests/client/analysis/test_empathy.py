"""The detector of empathy, measured on sentences, and what goes with empathy, by hand."""

import json
from pathlib import Path

import pytest
from made_runs import ANGER, FEAR, outcomes, talk

from tau_emo_client.analysis.empathy import empathy
from tau_emo_client.analysis.empathy_words import empathy_kinds, is_empathetic
from tau_emo_client.analysis.observed import observe

SENTENCES: dict[str, dict[str, list[str]]] = json.loads(
    (Path(__file__).parent / "empathy_sentences.json").read_text("utf-8")
)


@pytest.mark.parametrize(("half", "recall", "precision"), [("seen", 1, 1), ("held_back", 0.95, 1)])
def test_recall_and_precision_on_sentences(half: str, recall: float, precision: float) -> None:
    shown = [is_empathetic(text) for text in SENTENCES["positive"][half]]
    taken = [is_empathetic(text) for text in SENTENCES["negative"][half]]
    assert len(shown) >= 30
    assert len(taken) >= 30
    assert sum(shown) / len(shown) >= recall
    assert sum(shown) / (sum(shown) + sum(taken)) >= precision


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "I’m so sorry. I understand why you’re upset.",
            {"regret", "feeling_named", "perspective"},
        ),
        ("Don’t worry, it is safe.", {"reassurance"}),
        ("Congratulations!", {"shared_joy"}),
        ("I'm sorry, but I cannot do that.", set()),
        ("I'M SORRY, BUT I UNDERSTAND HOW HARD THIS IS.", {"perspective"}),
        ("", set()),
    ],
)
def test_kinds_of_empathy(text: str, kinds: set[str]) -> None:
    assert set(empathy_kinds(text)) == kinds
    assert is_empathetic(text) is bool(kinds)


def test_success_and_follow_ups_with_empathy_and_without() -> None:
    warm = talk("I am so sorry to hear that. What is your name?", "Is that right?", "It is done.")
    cold = talk("What is your name?", "It is done.")
    records = [
        *outcomes("retail-1", "+--", conversation=warm, follow_ups=2, condition=ANGER),
        *outcomes("retail-2", "++-", conversation=cold, follow_ups=1, condition=ANGER),
        *outcomes("retail-3", "+", conversation=cold, follow_ups=1, condition=FEAR),
    ]
    found = empathy([observe(one) for one in records])
    anger = found.by_emotion["annoyance"]
    assert (anger.with_empathy, anger.without_empathy) == (3, 3)
    assert anger.effect.value == pytest.approx(1 / 3 - 2 / 3)
    # Of the 3 empathetic messages all ask; of the other 12, 3 in warm and 3 in cold talks.
    assert anger.follow_ups_with.value == pytest.approx(1)
    assert anger.follow_ups_without.value == pytest.approx(6 / 12)
    assert list(found.by_emotion) == ["annoyance", "dread"]
    assert found.by_emotion["dread"].effect.value is None
    assert found.total.success_without == pytest.approx(3 / 4)
    said = found.as_json()
    assert said["effect"] == found.total.effect.as_json()
    assert set(said["by_emotion"]) == {"annoyance", "dread"}  # type: ignore[arg-type]


def test_empathy_of_nothing() -> None:
    found = empathy([])
    assert (found.by_emotion, found.total.effect.value, found.total.success_with) == (
        {},
        None,
        None,
    )
