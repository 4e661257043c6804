"""Avg@k, Pass^k and Pass@k, their intervals, and headline figures over domains."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from tau_emo_client.record import EpisodeSummary

RESAMPLES = 2000
LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """A bootstrap percentile interval at `LEVEL`."""

    low: float
    high: float


@dataclass(frozen=True)
class TaskScore:
    """How often one task was passed."""

    task_id: str
    domain: str
    passed: int
    trials: int
    """Trials that count; infrastructure errors never do."""

    def avg(self) -> float:
        """The share of trials passed: the unbiased estimate of the chance to pass once."""
        return self.passed / self.trials

    def pass_hat(self, k: int) -> float:
        """Pass^k: the unbiased estimate of the chance that k trials all pass, C(c,k)/C(n,k).

        Source: Yao et al. 2024 (tau-bench).
        """
        return comb(self.passed, k) / comb(self.trials, k)

    def pass_at(self, k: int) -> float:
        """Pass@k: the unbiased estimate of the chance that one of k trials passes.

        1 - C(n-c,k)/C(n,k). Source: Chen et al. 2021 (Codex).
        """
        return 1 - comb(self.trials - self.passed, k) / comb(self.trials, k)


@dataclass(frozen=True)
class Figures:
    """The figures of one group of tasks. Those that need k trials rest on the tasks that
    have as many; None if there is none."""

    k: int
    tasks: int
    """Tasks with at least one trial that counts."""
    ready: int
    """Tasks with k trials that count."""
    wanted: int
    """Tasks that were to be played."""
    episodes: int
    passed: int
    avg_at_k: float | None
    pass_hat_k: float | None
    pass_at_k: float | None
    avg_interval: Interval | None
    pass_hat_interval: Interval | None

    @property
    def complete(self) -> bool:
        """True if every task that was to be played has k trials that count."""
        return self.wanted > 0 and self.ready == self.wanted

    @property
    def consistency_loss(self) -> float | None:
        """Avg@k - Pass^k: what is lost because the agent does not always do what it can."""
        if self.avg_at_k is None or self.pass_hat_k is None:
            return None
        return self.avg_at_k - self.pass_hat_k


def task_scores(episodes: Iterable[EpisodeSummary]) -> dict[str, TaskScore]:
    """The counted trials of each task, by task id."""
    scores: dict[str, TaskScore] = {}
    for episode in episodes:
        if not episode.counts:
            continue
        old = scores.get(episode.task_id)
        scores[episode.task_id] = TaskScore(
            episode.task_id,
            episode.domain,
            (old.passed if old else 0) + int(episode.passed),
            (old.trials if old else 0) + 1,
        )
    return scores


def figures(
    episodes: Iterable[EpisodeSummary], k: int, *, expected: Iterable[str] = (), seed: int = 0
) -> Figures:
    """The figures of these episodes: the unweighted mean over their domains.

    Args:
        episodes: the episodes; those that do not count are left out.
        k: trials.
        expected: ids of all tasks that were to be played; a task without k counted trials
            makes the figures incomplete.
        seed: of the bootstrap, which resamples tasks within each domain.
    """
    return _figures(task_scores(episodes), k, expected, seed)


def _figures(
    scores: Mapping[str, TaskScore], k: int, expected: Iterable[str], seed: int
) -> Figures:
    ready = {task: score for task, score in scores.items() if score.trials >= k}
    wanted = set(expected) or set(scores)
    # All figures rest on the same tasks, else Avg@k - Pass^k would compare different ones.
    used = list((ready or scores).values())
    averages = _by_domain(used, TaskScore.avg)
    hats = _by_domain(ready.values(), lambda score: score.pass_hat(k))
    ats = _by_domain(ready.values(), lambda score: score.pass_at(k))
    return Figures(
        k=k,
        tasks=len(scores),
        ready=len(wanted & set(ready)),
        wanted=len(wanted),
        episodes=sum(score.trials for score in scores.values()),
        passed=sum(score.passed for score in scores.values()),
        avg_at_k=_macro(averages),
        pass_hat_k=_macro(hats),
        pass_at_k=_macro(ats),
        avg_interval=bootstrap(averages, seed),
        pass_hat_interval=bootstrap(hats, seed),
    )


def figures_by(
    episodes: Iterable[EpisodeSummary],
    key: Callable[[EpisodeSummary], str | None],
    k: int,
    *,
    seed: int = 0,
) -> dict[str, Figures]:
    """The figures of each group of episodes, by the group's name in order.

    A group that spans several domains weighs its tasks alike, as the groups are small.

    Args:
        episodes: the episodes.
        key: the group of an episode; None leaves it out.
        k: trials.
        seed: of the bootstrap.
    """
    groups: dict[str, list[EpisodeSummary]] = {}
    for episode in episodes:
        name = key(episode)
        if name is not None:
            groups.setdefault(name, []).append(episode)
    return {
        name: _figures(_in_one_domain(task_scores(groups[name])), k, (), seed)
        for name in sorted(groups)
    }


def pass_hats(episodes: Iterable[EpisodeSummary], k: int) -> tuple[float, ...]:
    """Pass^1 to Pass^k: the unweighted means over domains, over the tasks with k counted trials.

    Args:
        episodes: the episodes; those that do not count are left out.
        k: trials.

    Returns:
        k values, of which the first is Avg@k; none if no task has as many trials.
    """
    ready = [score for score in task_scores(episodes).values() if score.trials >= k]
    means = (_macro(_by_domain(ready, partial(TaskScore.pass_hat, k=j))) for j in range(1, k + 1))
    return tuple(mean for mean in means if mean is not None)


GROUPS: Mapping[str, Callable[[EpisodeSummary], str | None]] = {
    "domain": lambda e: e.domain,
    "family": lambda e: e.condition and e.condition.family,
    "emotion": lambda e: e.condition and e.condition.emotion,
    "politeness": lambda e: e.condition and e.condition.politeness,
    "urgency": lambda e: e.condition and e.condition.urgency,
    "trust": lambda e: e.condition and e.condition.trust_in_agent,
}
"""The groups that figures are given by."""


def bootstrap(
    groups: Mapping[Hashable, Sequence[float]], seed: int, resamples: int = RESAMPLES
) -> Interval | None:
    """The percentile interval of the mean of group means, resampling tasks within groups.

    Args:
        groups: one value per task, by group.
        seed: of the resampling.
        resamples: how many.

    Returns:
        The interval, or None without any task.
    """
    if not groups:
        return None
    random = np.random.default_rng(seed)
    means = np.zeros(resamples)
    for values in groups.values():
        array: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
        means += array[random.integers(0, len(array), (resamples, len(array)))].mean(axis=1)
    means /= len(groups)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def _by_domain(
    scores: Iterable[TaskScore], value: Callable[[TaskScore], float]
) -> dict[Hashable, list[float]]:
    groups: dict[Hashable, list[float]] = {}
    for score in sorted(scores, key=lambda score: (score.domain, score.task_id)):
        groups.setdefault(score.domain, []).append(value(score))
    return groups


def _macro(groups: Mapping[Hashable, Sequence[float]]) -> float | None:
    if not groups:
        return None
    return sum(sum(values) / len(values) for values in groups.values()) / len(groups)


def _in_one_domain(scores: Mapping[str, TaskScore]) -> dict[str, TaskScore]:
    return {task: replace(score, domain="all") for task, score in scores.items()}
