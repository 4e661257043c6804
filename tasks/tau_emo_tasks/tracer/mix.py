"""Which customer is in which condition: an even cover of all conditions, as fitting as can be.

Each task could be told with a feeling of any emotion. The similarity of these feelings to the
texts of the conditions ranks them, and an optimal assignment gives every task its condition, so
that emotions, families and levels are covered evenly in every domain.
"""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

import numpy as np
from numpy.typing import NDArray
from scipy import optimize
from sklearn.feature_extraction import text as features

from tau_emo_db import Draw
from tau_emo_tasks.condition import FAMILIES, Condition, Politeness, Trust, Urgency
from tau_emo_tasks.emotions.catalogue import catalogue, emotion_texts
from tau_emo_tasks.tracer.feeling import EMOTIONS
from tau_emo_tasks.tracer.workshop import TracerError

_FAMILY = {emotion: family for family, emotions in FAMILIES.items() for emotion in emotions}
_LEVELS = tuple(itertools.product(get_args(Politeness), get_args(Urgency), get_args(Trust)))


def spread(
    counts: Mapping[str, int], taken: Sequence[Condition], seed: str
) -> dict[str, list[Condition]]:
    """So many conditions for each domain, as evenly as possible.

    In each domain the emotions come up equally often, but for one; over all domains no condition
    comes up again before all others of its emotion have come up, and the combinations of levels
    come up equally often.

    Args:
        counts: by domain, how many conditions.
        taken: conditions that are given away already.
        seed: decides between equals.
    """
    draw = Draw(f"conditions {seed}")
    used = Counter(taken)
    levels = Counter((one.politeness, one.urgency, one.trust_in_agent) for one in taken)
    emotions = Counter(one.emotion for one in taken)
    given: dict[str, list[Condition]] = {}
    for domain, count in counts.items():
        chosen: list[Condition] = []
        here: Counter[str] = Counter()
        for _ in range(count):
            emotion = min(draw.shuffled(EMOTIONS), key=lambda one: (here[one], emotions[one]))
            condition = min(
                (
                    Condition(
                        family=_FAMILY[emotion],
                        emotion=emotion,
                        politeness=p,
                        urgency=u,
                        trust_in_agent=t,
                    )
                    for p, u, t in draw.shuffled(_LEVELS)
                ),
                key=lambda one: (
                    used[one],
                    levels[one.politeness, one.urgency, one.trust_in_agent],
                ),
            )
            here[emotion] += 1
            emotions[emotion] += 1
            used[condition] += 1
            levels[condition.politeness, condition.urgency, condition.trust_in_agent] += 1
            chosen.append(condition)
        given[domain] = chosen
    return given


def condition_text(condition: Condition) -> str:
    """What the catalogue says of a condition, as one text."""
    texts = emotion_texts(condition.emotion)
    parts = [catalogue()[condition.family].definition, *texts.description().values()]
    sentences = (
        texts.core,
        texts.politeness[condition.politeness],
        texts.urgency[condition.urgency],
        texts.trust_in_agent[condition.trust_in_agent],
    )
    return " ".join([*parts, *(one for each in sentences for one in (*each.a, *each.b))])


def assign(
    told: Sequence[Mapping[str, str]],
    conditions: Sequence[Condition],
    examples: Mapping[str, Sequence[str]],
) -> list[int]:
    """Give each task one of the conditions, so that the feelings fit best over all.

    Args:
        told: by task, the feeling that it would be told with, by emotion; an emotion that is
            missing cannot be had.
        conditions: as many as there are tasks.
        examples: by emotion, feelings that suggest it: a condition is known by these and by its
            texts in the catalogue.

    Returns:
        By task, the position of its condition.

    Raises:
        TracerError: some task can have none of the conditions that are left for it.
    """
    texts = [" ".join((condition_text(one), *examples.get(one.emotion, ()))) for one in conditions]
    every = sorted({text for by_emotion in told for text in by_emotion.values()})
    row = {text: number for number, text in enumerate(every)}
    similar = similarity(every, texts)
    impossible = 10.0
    cost = np.full((len(told), len(conditions)), impossible)
    for task, by_emotion in enumerate(told):
        for place, condition in enumerate(conditions):
            text = by_emotion.get(condition.emotion)
            if text:
                cost[task, place] = -similar[row[text], place]
    tasks, places = cast("Any", optimize).linear_sum_assignment(cost)
    if (cost[tasks, places] == impossible).any():
        raise TracerError("a task has no feeling for any of the conditions that are left for it")
    return [int(place) for place in places]


def similarity(texts: Sequence[str], known: Sequence[str]) -> NDArray[np.float64]:
    """How similar each text is to each of the known ones, from 0 to 1, by the words they share.

    Args:
        texts: the rows.
        known: the columns; rare words in them count more (TF-IDF), single and in pairs.
    """
    model: Any = cast("Any", features).TfidfVectorizer(
        sublinear_tf=True, stop_words="english", ngram_range=(1, 2)
    )
    columns = model.fit_transform(known)
    return np.asarray((model.transform(texts) @ columns.T).toarray(), dtype=np.float64)
