"""Several runs side by side: rankings, and what emotion does to an agent."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.emotion import NONE, TASK
from tau_emo_client.emotion_effect import EmotionEffect, emotion_effect
from tau_emo_client.run.config import RunConfig
from tau_emo_client.table import RunReport
from tau_emo_client.texts import plain


class CannotCompare(Exception):  # noqa: N818 - told to the user
    """Runs that may not stand side by side; the message says why."""


@dataclass(frozen=True)
class AgentEffect:
    """The emotion effect of one agent, from two of its runs."""

    agent: str
    user: str
    emotion: str
    """The emotion option of the run with emotion."""
    effect: EmotionEffect

    def line(self) -> str:
        """The effect in one line."""
        found, interval = self.effect, self.effect.interval
        span = (
            f" (95% interval {100 * interval.low:+.1f} to {100 * interval.high:+.1f})"
            if interval
            else ""
        )
        emotion = "emotion" if self.emotion == TASK else f"emotion {self.emotion}"
        return plain(
            f"{self.agent}, {self.user} customer: {emotion} changes Avg@k by "
            f"{100 * found.effect:+.1f} points{span}, p = {found.p_value:.4f}, "
            f"over {found.tasks} tasks"
        )

    def as_json(self) -> dict[str, JsonValue]:
        """The effect as plain values."""
        found = self.effect
        return {
            "agent": self.agent,
            "user": self.user,
            "emotion": self.emotion,
            "tasks": found.tasks,
            "with_emotion": found.with_emotion,
            "without_emotion": found.without_emotion,
            "effect": found.effect,
            "interval": [found.interval.low, found.interval.high] if found.interval else None,
            "p_value": found.p_value,
        }


def compare_runs(reports: Sequence[RunReport]) -> list[AgentEffect]:
    """The emotion effect of every agent that was run with and without it.

    Raises:
        CannotCompare: the runs are of different benchmark versions.
    """
    versions = sorted({report.config.benchmark_version for report in reports})
    if len(versions) > 1:
        raise CannotCompare(
            f"these runs are of benchmark versions {', '.join(versions)}; scores of different "
            "versions cannot be compared, report on them apart"
        )
    return [
        AgentEffect(felt.config.agent.name, felt.config.user.kind, felt.config.emotion, found)
        for felt in reports
        for plain in reports
        if felt.config.emotion != NONE
        and plain.config.emotion == NONE
        and _same_but_for_emotion(felt, plain)
        and (found := emotion_effect(felt.episodes, plain.episodes, felt.config.seed))
    ]


@dataclass(frozen=True)
class Comparable:
    """Runs that may share a ranking: one customer, emotion option, protocol, split and suite."""

    reports: tuple[RunReport, ...]
    """The runs by Avg@k, the best first; equal ones by name and folder."""

    @property
    def config(self) -> RunConfig:
        """The config of one of them; what they share holds for all."""
        return self.reports[0].config

    @property
    def k(self) -> int:
        """Trials."""
        return self.reports[0].k

    @property
    def same_tasks(self) -> bool:
        """True if all runs were over the same tasks."""
        return len({frozenset(report.config.tasks) for report in self.reports}) == 1

    def title(self) -> str:
        """What the runs have in common, in one line."""
        config = self.config
        user = (
            config.user.kind
            if config.user.name == config.user.kind
            else (f"{config.user.kind} ({config.user.name})")
        )
        emotion = {TASK: "each task's own emotion", NONE: "no emotion"}.get(
            config.emotion, f"emotion {config.emotion}"
        )
        return f"{user} customer, {emotion}, protocol {config.protocol.name}, k = {self.k}, " + (
            f"suite {config.suite}" if config.suite else f"{config.split} tasks"
        )


def comparable(reports: Sequence[RunReport]) -> list[Comparable]:
    """The runs, apart for all that keeps them from sharing a ranking.

    Args:
        reports: runs of one benchmark version.
    """
    groups: dict[tuple[str, ...], list[RunReport]] = {}
    for report in reports:
        config = report.config
        key = (
            config.user.kind,
            config.user.name,
            config.emotion,
            config.protocol.name,
            # A protocol without a published name is told by its rules.
            config.protocol.model_dump_json(),
            config.split,
            config.suite,
        )
        groups.setdefault(key, []).append(report)
    return [Comparable(tuple(sorted(groups[key], key=_place))) for key in sorted(groups)]


def ranking(reports: Sequence[RunReport]) -> list[JsonValue]:
    """The runs by Avg@k, apart for each customer, emotion option, protocol, split and suite."""
    return [
        {
            "user": group.config.user.kind,
            "user_name": group.config.user.name,
            "emotion": group.config.emotion,
            "protocol": group.config.protocol.name,
            "split": group.config.split,
            "suite": group.config.suite,
            "k": group.k,
            "same_tasks": group.same_tasks,
            "runs": [
                {
                    "agent": report.config.agent.name,
                    "avg_at_k": report.total.avg_at_k,
                    "pass_hat_k": report.total.pass_hat_k,
                    "headline": report.is_headline,
                    "run_dir": str(report.folder),
                }
                for report in group.reports
            ],
        }
        for group in comparable(reports)
    ]


def _place(report: RunReport) -> tuple[float, str, str]:
    return (-(report.total.avg_at_k or 0.0), report.config.agent.name, str(report.folder))


def _same_but_for_emotion(one: RunReport, other: RunReport) -> bool:
    mine, yours = one.config, other.config
    alike = ("agent", "user", "protocol", "suite")
    return all(getattr(mine, name) == getattr(yours, name) for name in alike)
