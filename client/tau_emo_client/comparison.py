"""Several runs side by side: rankings, and what emotion does to an agent."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.emotion import NONE, TASK
from tau_emo_client.emotion_effect import EmotionEffect, emotion_effect
from tau_emo_client.table import RunReport


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
        return (
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


def ranking(reports: Sequence[RunReport]) -> list[JsonValue]:
    """The runs by Avg@k, apart for each kind of customer, emotion option and protocol."""
    groups: dict[tuple[str, str, str], list[RunReport]] = {}
    for report in reports:
        config = report.config
        key = (config.user.kind, config.emotion, config.protocol.name)
        groups.setdefault(key, []).append(report)
    return [
        {
            "user": user,
            "emotion": emotion,
            "protocol": protocol,
            "runs": [
                {
                    "agent": report.config.agent.name,
                    "avg_at_k": report.total.avg_at_k,
                    "headline": report.is_headline,
                    "run_dir": str(report.folder),
                }
                for report in sorted(
                    groups[user, emotion, protocol],
                    key=lambda report: -(report.total.avg_at_k or 0.0),
                )
            ],
        }
        for user, emotion, protocol in sorted(groups)
    ]


def _same_but_for_emotion(one: RunReport, other: RunReport) -> bool:
    mine, yours = one.config, other.config
    return mine.agent == yours.agent and mine.user == yours.user and mine.protocol == yours.protocol
