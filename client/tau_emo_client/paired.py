"""Two sets of episodes over the same tasks: their difference, with an interval and a test."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np

from tau_emo_client.metrics import Interval, TaskScore, bootstrap, task_scores
from tau_emo_client.record import EpisodeSummary

PERMUTATIONS = 10_000


@dataclass(frozen=True)
class PairedDifference:
    """How much better one side does than the other."""

    tasks: int
    """Tasks that both sides played."""
    one: float
    other: float
    difference: float
    """One minus other, of the shares passed: per task, then per domain, then over domains."""
    interval: Interval | None
    p_value: float
    """Two-sided, of a sign-flip permutation test over tasks: the chance of a difference at least
    as large if the sides were alike."""


def paired_difference(
    one: Iterable[EpisodeSummary], other: Iterable[EpisodeSummary], seed: int = 0
) -> PairedDifference | None:
    """The difference over the tasks that both sets of episodes hold, or None if there is none.

    Trials that count on one side alone are left out, so that each has its pair.

    Args:
        one: the episodes of one side.
        other: those of the other side.
        seed: of bootstrap and permutations, which draw tasks, never episodes.
    """
    mine, yours = _paired(one, other)
    both = sorted(mine)
    if not both:
        return None
    domains = sorted({mine[task].domain for task in both})
    differences: dict[Hashable, list[float]] = {domain: [] for domain in domains}
    sides: dict[object, list[tuple[float, float]]] = {domain: [] for domain in domains}
    for task in both:
        domain = mine[task].domain
        differences[domain].append(mine[task].avg() - yours[task].avg())
        sides[domain].append((mine[task].avg(), yours[task].avg()))

    def macro(index: int) -> float:
        return sum(
            sum(pair[index] for pair in pairs) / len(pairs) for pairs in sides.values()
        ) / len(domains)

    difference = macro(0) - macro(1)
    random = np.random.default_rng(seed)
    flipped = np.zeros(PERMUTATIONS)
    for values in differences.values():
        signs = random.choice((-1.0, 1.0), (PERMUTATIONS, len(values)))
        flipped += (signs * np.asarray(values)).mean(axis=1) / len(domains)
    # The observed signs are one of the arrangements, so p is never 0.
    extreme = int((np.abs(flipped) >= abs(difference) - 1e-12).sum())
    return PairedDifference(
        tasks=len(both),
        one=macro(0),
        other=macro(1),
        difference=difference,
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
