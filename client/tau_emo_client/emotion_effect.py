"""What emotion does to an agent: the same tasks played with and without it."""

from collections.abc import Iterable
from dataclasses import dataclass

from tau_emo_client.metrics import Interval
from tau_emo_client.paired import paired_difference
from tau_emo_client.record import EpisodeSummary


@dataclass(frozen=True)
class EmotionEffect:
    """The paired effect of emotion: positive if the agent does better with it."""

    tasks: int
    """Tasks that were played both ways."""
    with_emotion: float
    without_emotion: float
    effect: float
    """Difference of the shares passed: per task, then per domain, then over domains."""
    interval: Interval | None
    p_value: float
    """Of the test in `paired`: the chance of an effect at least as large if emotion made no
    difference."""


def emotion_effect(
    with_emotion: Iterable[EpisodeSummary], without: Iterable[EpisodeSummary], seed: int = 0
) -> EmotionEffect | None:
    """The effect over the tasks that both sets of episodes hold, or None if there is none.

    Trials that count on one side alone are left out, so that each has its pair.

    Args:
        with_emotion: episodes with emotional customers.
        without: episodes with neutral customers, of the same agent and protocol.
        seed: of bootstrap and permutations, which draw tasks, never episodes.
    """
    found = paired_difference(with_emotion, without, seed)
    if found is None:
        return None
    return EmotionEffect(
        tasks=found.tasks,
        with_emotion=found.one,
        without_emotion=found.other,
        effect=found.difference,
        interval=found.interval,
        p_value=found.p_value,
    )
