"""How a customer of a condition speaks: sentences of the catalogue, put together.

A persona has one sentence for the emotion and one for each dimension. Which sentences and in which
order follows from the condition and the persona's number alone.
"""

from typing import get_args

from tau_emo_tasks.condition import FAMILIES, Condition, Politeness, Trust, Urgency
from tau_emo_tasks.emotions.catalogue import Sentences, emotion_texts

PERSONAS = 5
"""So many personas there are for each condition. Those with even numbers share no sentence with
those with odd ones, whatever the condition."""

_LEVELS: tuple[tuple[str, ...], ...] = (
    get_args(Politeness),
    get_args(Urgency),
    get_args(Trust),
)


def persona(condition: Condition, number: int) -> str:
    """A persona of a condition: four sentences in the second person.

    Args:
        condition: how the customer feels.
        number: which of its personas, from 0 to `PERSONAS` - 1.

    Raises:
        ValueError: there is no such number.
    """
    if not 0 <= number < PERSONAS:
        raise ValueError(f"there is no persona {number}; they are numbered 0 to {PERSONAS - 1}")
    texts = emotion_texts(condition.emotion)
    levels = (condition.politeness, condition.urgency, condition.trust_in_agent)
    p, u, t = (names.index(level) for names, level in zip(_LEVELS, levels, strict=True))
    # The personas of one half are told apart by `turn`. Each sum below runs through all sentences
    # while the other dimensions change, so that every sentence is used about equally often.
    turn = number // 2

    def chosen(sentences: Sentences, place: int) -> str:
        half = sentences.half(number)
        return half[(place + turn) % len(half)]

    core = chosen(texts.core, 9 * p + 3 * u + t + turn)
    politeness = chosen(texts.politeness[condition.politeness], u + t)
    urgency = chosen(texts.urgency[condition.urgency], p + t)
    trust = chosen(texts.trust_in_agent[condition.trust_in_agent], p + u)
    orders = (
        (politeness, urgency, trust),
        (trust, urgency, politeness),
        (politeness, trust, urgency),
        (trust, politeness, urgency),
    )
    return " ".join((core, *orders[(p + u + t + number) % len(orders)]))


def personas(condition: Condition) -> tuple[str, ...]:
    """All personas of a condition, by number."""
    return tuple(persona(condition, number) for number in range(PERSONAS))


def conditions() -> tuple[Condition, ...]:
    """All conditions, in the order of the families, emotions and levels."""
    return tuple(
        Condition(family=family, emotion=emotion, politeness=p, urgency=u, trust_in_agent=t)
        for family, emotions in FAMILIES.items()
        for emotion in emotions
        for p in get_args(Politeness)
        for u in get_args(Urgency)
        for t in get_args(Trust)
    )
