"""The catalogue of conditions and the personas made from it."""

import re
from collections import Counter
from itertools import combinations

import pytest
from pydantic import ValidationError

from tau_emo_tasks.condition import LEVEL_NAMES, NAMES, Condition
from tau_emo_tasks.emotions import (
    PERSONAS,
    catalogue,
    catalogue_digest,
    conditions,
    emotion_texts,
    persona,
    personas,
)
from tau_emo_tasks.emotions.catalogue import FamilyTexts

ALL = [(condition, number) for condition in conditions() for number in range(PERSONAS)]
TEXTS = [persona(condition, number) for condition, number in ALL]

THE_MAKING = re.compile(
    r"\b(tests?|tested|testing|simulat\w+|AI|bots?|language model|role\w*|"
    r"play(s|ing)? (a|the|your)|pretend\w*|prompt\w*|scripts?|instruct\w+|benchmark\w*|"
    r"polic(y|ies)|tools?|database)\b",
    re.IGNORECASE,
)
"""Words that give away that a customer is played."""

CURT = (
    r"\bcurt|brusque|clipped|terse|\bblunt|\bbare\b|\bno greeting|\bno thanks|"
    r"skip\w* (all )?courtes"
)
KIND = (
    r"\bplease\b|friendly|grateful|kind words?|considerate|appreciat|sorry to bother|\bthank you\b"
)
PLAIN = r"neither thanks nor barbs|small talk|businesslike|matter-of-fact|\bcivil\b"
LEISURE = r"no rush|plenty of time|no deadline|unhurried|\bcan wait|take as long|another day"
TODAY = r"not all day|before the day is out|reasonable pace|steady pace"
HASTE = (
    r"right now|this minute|immediately|\bat once\b|running out of time|\bhurry|no delay|"
    r"the clock\b"
)
DOUBT = r"\bdoubt|suspect|\bproof|\bprove|show me|not buy|hard to convince|face value"
CARE = r"double-check|look(s|ing)? twice|verify|make certain first|careful"
FAITH = r"without checking|at their word|good hands|\bfaith\b|\brely\b|count on"
CONTRADICTIONS = {
    "warm": (CURT, PLAIN),
    "neutral": (KIND, CURT),
    "cold": (KIND, PLAIN),
    "low": (HASTE, TODAY),
    "moderate": (HASTE, LEISURE),
    "high": (LEISURE, TODAY),
    "trusting": (DOUBT, CARE),
    "cautious": (DOUBT, FAITH),
    "skeptical": (FAITH, CARE),
}
"""What a persona with a level must not say, because another level says it."""


def sentences(text: str) -> list[str]:
    return re.findall(r"[^.!?]+[.!?]", text)


def levels(condition: Condition) -> tuple[str, str, str]:
    return (condition.politeness, condition.urgency, condition.trust_in_agent)


def test_every_condition_has_five_personas_and_no_two_are_the_same() -> None:
    assert len(set(conditions())) == 594
    assert len(set(TEXTS)) == 594 * 5
    condition = conditions()[0]
    assert personas(condition) == tuple(TEXTS[:5])
    for number in (-1, 5):
        with pytest.raises(ValueError, match="numbered 0 to 4"):
            persona(condition, number)


def test_a_persona_has_four_different_sentences_in_the_second_person() -> None:
    for text in TEXTS:
        parts = sentences(text)
        assert "".join(parts) == text
        assert len({part.strip() for part in parts}) == 4
        for part in parts:
            assert re.search(r"\byou(r|rs|rself)?\b", part, re.IGNORECASE), part


def test_a_persona_says_nothing_twice() -> None:
    for text in TEXTS:
        runs = [
            {tuple(words[at : at + 6]) for at in range(len(words) - 5)}
            for words in (re.findall(r"[\w'-]+", part.lower()) for part in sentences(text))
        ]
        for one, other in combinations(runs, 2):
            assert not one & other, text


def test_the_halves_share_no_sentence() -> None:
    halves: tuple[set[str], set[str]] = (set(), set())
    for (_, number), text in zip(ALL, TEXTS, strict=True):
        halves[number % 2].update(part.strip() for part in sentences(text))
    assert not halves[0] & halves[1]
    # 22 emotions, each with 6 sentences for itself and 3 for each of its 9 levels.
    assert [len(half) for half in halves] == [22 * 33] * 2


def test_each_sentence_is_used_about_as_often_as_its_like() -> None:
    used = Counter(part.strip() for text in TEXTS for part in sentences(text))
    for condition in conditions():
        texts = emotion_texts(condition.emotion)
        for group in texts.sentences():
            for half, most in ((group.a, 3), (group.b, 3)):
                counts = [used[sentence] for sentence in half]
                assert max(counts) - min(counts) <= most, half


def test_personas_show_and_do_not_name() -> None:
    for text in TEXTS:
        for names in (NAMES, LEVEL_NAMES, THE_MAKING):
            found = names.search(text)
            assert not found, (found, text)


def test_no_persona_contradicts_itself() -> None:
    for (condition, _), text in zip(ALL, TEXTS, strict=True):
        for level in levels(condition):
            for pattern in CONTRADICTIONS[level]:
                for part in sentences(text):
                    found = re.search(pattern, part, re.IGNORECASE)
                    assert not found, (level, found, text)


def test_a_persona_of_a_condition_stands_as_it_was_written() -> None:
    condition = Condition(
        family="enjoyment",
        emotion="relief",
        politeness="cold",
        urgency="high",
        trust_in_agent="trusting",
    )
    parts = {part.strip() for part in sentences(persona(condition, 1))}
    texts = catalogue()["enjoyment"].emotions["relief"]
    for group in (
        texts.core,
        texts.politeness["cold"],
        texts.urgency["high"],
        texts.trust_in_agent["trusting"],
    ):
        assert len(parts & set(group.b)) == 1


def test_the_digest_tells_versions_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = catalogue_digest()
    assert re.fullmatch(r"[0-9a-f]{64}", before)
    fear = catalogue()["fear"]
    monkeypatch.setitem(
        catalogue(), "fear", fear.model_copy(update={"definition": fear.definition + "!"})
    )
    catalogue_digest.cache_clear()
    assert catalogue_digest() != before
    catalogue_digest.cache_clear()


def test_an_unknown_emotion_is_refused() -> None:
    with pytest.raises(ValueError, match="no emotion 'joy'; the emotions are annoyance, "):
        emotion_texts("joy")


def test_a_family_that_lacks_something_is_refused() -> None:
    fear = catalogue()["fear"].model_dump()
    lacking = {**fear, "emotions": {"dread": fear["emotions"]["dread"]}}
    with pytest.raises(ValidationError, match="the emotions of fear are anxiety, nervousness"):
        FamilyTexts.model_validate(lacking)
    for levels_of in ("politeness", "urgency", "trust_in_agent"):
        broken = catalogue()["fear"].model_dump()
        broken["emotions"]["dread"][levels_of].popitem()
        with pytest.raises(ValidationError, match="at least 3 items"):
            FamilyTexts.model_validate(broken)
