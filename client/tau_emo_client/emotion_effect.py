"""What emotion does to an agent: the same tasks played with and without it."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np

from tau_emo_client.metrics import Interval, TaskScore, bootstrap, task_scores
from tau_emo_client.record import EpisodeSummary

PERMUTATIONS = 10_000


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
    """Two-sided, of a sign-flip permutation test over tasks: the chance of an effect at least
    as large if emotion made no difference."""


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
    felt, plain = _paired(with_emotion, without)
    both = sorted(felt)
    if not both:
        return None
    domains = sorted({felt[task].domain for task in both})
    differences: dict[Hashable, list[float]] = {domain: [] for domain in domains}
    sides: dict[object, list[tuple[float, float]]] = {domain: [] for domain in domains}
    for task in both:
        domain = felt[task].domain
        differences[domain].append(felt[task].avg() - plain[task].avg())
        sides[domain].append((felt[task].avg(), plain[task].avg()))

    def macro(index: int) -> float:
        return sum(
            sum(pair[index] for pair in pairs) / len(pairs) for pairs in sides.values()
        ) / len(domains)

    effect = macro(0) - macro(1)
    random = np.random.default_rng(seed)
    flipped = np.zeros(PERMUTATIONS)
    for values in differences.values():
        signs = random.choice((-1.0, 1.0), (PERMUTATIONS, len(values)))
        flipped += (signs * np.asarray(values)).mean(axis=1) / len(domains)
    # The observed signs are one of the arrangements, so p is never 0.
    extreme = int((np.abs(flipped) >= abs(effect) - 1e-12).sum())
    return EmotionEffect(
        tasks=len(both),
        with_emotion=macro(0),
        without_emotion=macro(1),
        effect=effect,
        interval=bootstrap(differences, seed),
        p_value=(extreme + 1) / (PERMUTATIONS + 1),
    )


def _paired(
    one: Iterable[EpisodeSummary], other: Iterable[EpisodeSummary]
) -> tuple[dict[str, TaskScore], dict[str, TaskScore]]:
    mine = {episode.id: episode for episode in one if episode.counts}
    yours = {episode.id: episode for episode in other if episode.counts}
    both = sorted(mine.keys() & yours.keys())
    return task_scores(mine[name] for name in both), task_scores(yours[name] for name in both)
