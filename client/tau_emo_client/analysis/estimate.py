"""A figure with its interval, where tasks are resampled."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from tau_emo_client.metrics import LEVEL, RESAMPLES, Interval

Sums = NDArray[np.float64]
"""Sums over tasks: the last axis is that of the columns."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval; None where nothing is known."""

    value: float | None
    interval: Interval | None = None

    def as_json(self) -> dict[str, JsonValue]:
        """The figure as plain values."""
        interval = self.interval
        return {
            "value": self.value,
            "interval": [interval.low, interval.high] if interval else None,
        }


def by_task(rows: Iterable[tuple[str, Sequence[float]]]) -> dict[str, list[float]]:
    """The sums of each column, by task.

    Args:
        rows: for each episode its task and the values of its columns.
    """
    sums: dict[str, list[float]] = {}
    for task, values in rows:
        known = sums.setdefault(task, [0.0] * len(values))
        for column, value in enumerate(values):
            known[column] += value
    return sums


def estimate(
    sums: Mapping[str, Sequence[float]], statistic: Callable[[Sums], Sums], seed: int
) -> Estimate:
    """A statistic of sums over tasks, with a bootstrap percentile interval.

    Resamples in which the statistic is undefined are left out of the interval; if it is undefined
    in more than a twentieth of them, there is no interval.

    Args:
        sums: the columns of each task, summed over its episodes.
        statistic: from an array whose last axis holds the columns; nan where it is undefined.
        seed: of the resampling of tasks.
    """
    if not sums:
        return Estimate(None)
    table: Sums = np.asarray([sums[task] for task in sorted(sums)], dtype=np.float64)
    value = float(statistic(table.sum(axis=0)))
    if np.isnan(value):
        return Estimate(None)
    values = statistic(_drawn(len(table), seed) @ table)
    defined = values[~np.isnan(values)]
    if len(defined) < 0.95 * RESAMPLES:
        return Estimate(value)
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, Interval(float(low), float(high)))


@lru_cache(maxsize=16)
def _drawn(tasks: int, seed: int) -> Sums:
    """How often each task is in each resample; always the same for one seed."""
    random = np.random.default_rng(seed)
    chosen = random.integers(0, tasks, (RESAMPLES, tasks)) + tasks * np.arange(RESAMPLES)[:, None]
    counts = np.bincount(chosen.ravel(), minlength=RESAMPLES * tasks)
    return counts.reshape(RESAMPLES, tasks).astype(np.float64)


def ratio(above: Sums, below: Sums) -> Sums:
    """One sum for each of another; nan where that is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below > 0, above / np.where(below > 0, below, 1.0), np.nan)


def share(sums: Sums) -> Sums:
    """The first column for each of the second."""
    return ratio(sums[..., 0], sums[..., 1])
