"""What goes with empathy: success, and questions to the customer."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.analysis.estimate import Estimate, Sums, by_task, estimate, ratio, share
from tau_emo_client.analysis.groups import emotion_of, in_order
from tau_emo_client.analysis.observed import Observed


@dataclass(frozen=True)
class EmpathyEffect:
    """Episodes with an empathetic message beside those without one.

    It is no effect in the sense of an experiment: agents choose when to show empathy.
    """

    with_empathy: int
    """Episodes in which at least one message of the agent shows empathy."""
    without_empathy: int
    success_with: float | None
    success_without: float | None
    effect: Estimate
    """The share passed with empathy, minus that without; unknown if one side is empty."""
    follow_ups_with: Estimate
    """Of the messages that show empathy, the share that asks the customer for something."""
    follow_ups_without: Estimate
    """The same of all other messages."""

    def as_json(self) -> dict[str, JsonValue]:
        """The figures as plain values."""
        return {
            "episodes_with": self.with_empathy,
            "episodes_without": self.without_empathy,
            "success_with": self.success_with,
            "success_without": self.success_without,
            "effect": self.effect.as_json(),
            "follow_up_share_with": self.follow_ups_with.as_json(),
            "follow_up_share_without": self.follow_ups_without.as_json(),
        }


@dataclass(frozen=True)
class Empathy:
    """The same over all episodes, and for each emotion of the customers."""

    total: EmpathyEffect
    by_emotion: dict[str, EmpathyEffect]

    def as_json(self) -> dict[str, JsonValue]:
        """The figures as plain values."""
        return {
            **self.total.as_json(),
            "by_emotion": {name: one.as_json() for name, one in self.by_emotion.items()},
        }


def empathy(observed: Sequence[Observed], seed: int = 0) -> Empathy:
    """What goes with empathy in these episodes.

    Args:
        observed: the episodes; those that do not count are left out.
        seed: of the bootstrap, which resamples tasks.
    """
    groups: dict[str, list[Observed]] = {}
    counted = [one for one in observed if one.episode.counts]
    for one in counted:
        groups.setdefault(emotion_of(one.episode), []).append(one)
    return Empathy(
        total=_effect(counted, seed),
        by_emotion={name: _effect(groups[name], seed) for name in in_order(set(groups))},
    )


def _effect(observed: Sequence[Observed], seed: int) -> EmpathyEffect:
    sums = by_task((one.episode.task_id, _passed(one)) for one in observed)
    warm = [one for one in observed if one.empathetic]
    plain = [one for one in observed if not one.empathetic]
    with_sums = by_task(
        (one.episode.task_id, (float(one.empathetic_follow_ups), float(one.empathetic)))
        for one in observed
    )
    without_sums = by_task(
        (
            one.episode.task_id,
            (float(one.plain_follow_ups), float(one.messages - one.empathetic)),
        )
        for one in observed
    )
    return EmpathyEffect(
        with_empathy=len(warm),
        without_empathy=len(plain),
        success_with=_share(warm),
        success_without=_share(plain),
        effect=estimate(sums, _difference, seed),
        follow_ups_with=estimate(with_sums, share, seed),
        follow_ups_without=estimate(without_sums, share, seed),
    )


def _passed(one: Observed) -> tuple[float, float, float, float]:
    """Passed and played with empathy, passed and played without."""
    passed = float(one.episode.passed)
    return (passed, 1.0, 0.0, 0.0) if one.empathetic else (0.0, 0.0, passed, 1.0)


def _difference(sums: Sums) -> Sums:
    return ratio(sums[..., 0], sums[..., 1]) - ratio(sums[..., 2], sums[..., 3])


def _share(observed: Sequence[Observed]) -> float | None:
    return sum(one.episode.passed for one in observed) / len(observed) if observed else None
