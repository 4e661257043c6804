"""The result of a run as tables for a terminal and as one JSON object."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from pydantic import JsonValue
from rich.box import SIMPLE
from rich.console import Group
from rich.table import Table
from rich.text import Text

from tau_emo_client.agents.agent import Usage
from tau_emo_client.agents.registry import REFERENCE
from tau_emo_client.emotion import TASK
from tau_emo_client.limits import EndReason
from tau_emo_client.metrics import GROUPS, Figures, Interval, figures, figures_by
from tau_emo_client.protocol import CUSTOM
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.run.config import IMPORTED, RunConfig
from tau_emo_client.texts import plain

FAILURES = {
    EndReason.INFRASTRUCTURE: "infrastructure error",
    EndReason.AGENT_ERROR: "agent error",
}
"""Ends that say little without their cause."""

LONGEST_CAUSE = 300


def cause(episode: EpisodeSummary) -> str:
    """What failed in an episode, as one line."""
    line = plain(episode.detail) if episode.detail.strip() else "unknown"
    return line if len(line) <= LONGEST_CAUSE else f"{line[:LONGEST_CAUSE]}…"


class RunReport:
    """The figures of a run.

    Args:
        config: what was run.
        episodes: the episodes that were played, those that do not count too.
        folder: where they are kept.
        seconds: wall time of the command that made this report.
    """

    def __init__(
        self,
        config: RunConfig,
        episodes: Sequence[EpisodeSummary],
        folder: Path,
        seconds: float = 0.0,
    ) -> None:
        self.config = config
        self.folder = folder
        self.seconds = seconds
        self.failed = [e for e in episodes if e.end_reason is EndReason.INFRASTRUCTURE]
        self.episodes = [episode for episode in episodes if episode.counts]
        self.k = config.protocol.trials
        self.total = figures(self.episodes, self.k, expected=config.tasks, seed=config.seed)
        self.by_domain = {
            domain: figures(
                [episode for episode in self.episodes if episode.domain == domain],
                self.k,
                expected=[task for task in config.tasks if task.rpartition("-")[0] == domain],
                seed=config.seed,
            )
            for domain in sorted(config.bases)
        }

    @cached_property
    def by_group(self) -> dict[str, dict[str, Figures]]:
        """The figures by emotion family, emotion and dimension."""
        return {
            group: figures_by(self.episodes, key, self.k, seed=self.config.seed)
            for group, key in GROUPS.items()
            if group != "domain"
        }

    @property
    def headline_lacks(self) -> list[str]:
        """What the figures lack to be called those of the benchmark: a published protocol, all
        test tasks k times with their own emotions, and an agent that does not know the gold."""
        config = self.config
        lacks = {
            "all trials": self.total.complete,
            "all test tasks": config.whole and config.split == "test",
            "the emotion of each task": config.emotion == TASK,
            "a published protocol": config.protocol.name != CUSTOM,
            "an agent that does not know the gold": config.agent.kind != REFERENCE,
        }
        return [what for what, there in lacks.items() if not there]

    @property
    def is_headline(self) -> bool:
        """True if the figures may be called those of the benchmark."""
        return not self.headline_lacks

    def as_json(self) -> dict[str, JsonValue]:
        """The object that `--json` prints."""
        ends = Counter(episode.end_reason.value for episode in self.episodes)
        count = len(self.episodes)
        return {
            "run_dir": str(self.folder),
            "agent": self.config.agent.name,
            "user": self.config.user.kind,
            "emotion": self.config.emotion,
            "protocol": self.config.protocol.name,
            **({"suite": self.config.suite} if self.config.suite else {}),
            "benchmark_version": self.config.benchmark_version,
            "seed": self.config.seed,
            "k": self.k,
            "complete": self.total.complete,
            "headline": self.is_headline,
            "episodes": count,
            "passed": self.total.passed,
            "abandoned": ends[EndReason.USER_LEFT.value],
            "infrastructure_errors": len(self.failed),
            **_plain(self.total),
            "by_domain": {name: _plain(found) for name, found in self.by_domain.items()},
            **{
                f"by_emotion_{group}" if group == "family" else f"by_{group}": {
                    name: _plain(found) for name, found in groups.items()
                }
                for group, groups in self.by_group.items()
            },
            "end_reasons": dict(sorted(ends.items())),
            "policy_violation_rate": self._broken(self.episodes),
            "violations_by_rule": dict(
                sorted(Counter(rule for e in self.episodes for rule in e.rules_broken).items())
            ),
            "tool_calls_per_follow_up": _ratio(self.episodes),
            "user_errors": sum(episode.user_errors for episode in self.episodes),
            "turns": sum(episode.turns for episode in self.episodes),
            "tool_calls": sum(episode.tool_calls for episode in self.episodes),
            "agent_tokens": sum(
                e.agent_usage.prompt_tokens + e.agent_usage.completion_tokens for e in self.episodes
            ),
            "user_tokens": sum(
                e.user_usage.prompt_tokens + e.user_usage.completion_tokens for e in self.episodes
            ),
            "cost": _cost(self.episodes),
            "seconds": round(self.seconds, 3),
        }

    def folders(self) -> dict[str, Path]:
        """Where the run is kept, as a line under the table says it."""
        return {"run folder": self.folder}

    def shown(self) -> Group:
        """What a terminal shows: the figures by domain and their unweighted mean, in percent."""
        return Group(Text(self._title(), style="bold"), self._table(), Text(self._notes()))

    def _table(self) -> Table:
        # Without padding at the edges it fits 80 columns.
        table = Table(box=SIMPLE, pad_edge=False)
        table.add_column("domain", no_wrap=True)
        columns = ("tasks", f"Avg@{self.k}", "95%", f"Pass^{self.k}", f"Pass@{self.k}", "loss")
        for column in (*columns, "left", "broken"):
            table.add_column(column, justify="right", no_wrap=True)
        for name, found in self.by_domain.items():
            table.add_row(*self._row(name, found, [e for e in self.episodes if e.domain == name]))
        if len(self.by_domain) != 1:
            table.add_section()
            table.add_row(*self._row("mean", self.total, self.episodes), style="bold")
        return table

    def _row(self, name: str, found: Figures, episodes: Sequence[EpisodeSummary]) -> list[str]:
        left = sum(episode.end_reason is EndReason.USER_LEFT for episode in episodes)
        return [
            name,
            str(found.wanted) if found.complete else f"{found.ready} of {found.wanted}",
            _percent(found.avg_at_k),
            _span(found.avg_interval),
            _percent(found.pass_hat_k),
            _percent(found.pass_at_k),
            _percent(found.consistency_loss),
            str(left),
            _percent(self._broken(episodes)),
        ]

    def _broken(self, episodes: Sequence[EpisodeSummary]) -> float | None:
        """The share of episodes with a broken rule; None where no rule was checked."""
        if self.config.agent.kind == IMPORTED:
            return None
        return _share(episode.rules_broken != () for episode in episodes)

    def _title(self) -> str:
        config = self.config
        emotion = "" if config.emotion == "task" else f", emotion {config.emotion}"
        article = "an" if config.user.kind in (IMPORTED, "llm") else "a"
        return plain(
            f"{config.agent.name} with {article} {config.user.kind} customer{emotion}, "
            f"protocol {config.protocol.name}, benchmark {config.benchmark_version}"
            + (f", suite {config.suite}" if config.suite else "")
        )

    def _notes(self) -> str:
        lines = [
            f"passed {self.total.passed} of {self.total.episodes} episodes",
            "left: customers who walked away; broken: % of episodes with a rule violation",
        ]
        if not self.total.complete:
            lines.append(
                f"incomplete: only {self.total.ready} of {self.total.wanted} tasks have {self.k} "
                "counted trials, and only they are in the figures"
            )
        if self.failed:
            lines.append(
                f"{len(self.failed)} episodes failed for infrastructure and are not counted; "
                f"the same command tries them again. {_first_of(self.failed)}"
            )
        errors = [e for e in self.episodes if e.end_reason is EndReason.AGENT_ERROR]
        if errors:
            lines.append(f"{len(errors)} episodes ended with an agent error. {_first_of(errors)}")
        return "\n".join(lines)


def _first_of(failed: Sequence[EpisodeSummary]) -> str:
    return f"The first ({failed[0].id}): {cause(failed[0])}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _span(interval: Interval | None) -> str:
    return "-" if interval is None else f"{100 * interval.low:.0f}-{100 * interval.high:.0f}"


def _plain(found: Figures) -> dict[str, JsonValue]:
    return {
        "tasks": found.tasks,
        "complete": found.complete,
        "avg_at_k": found.avg_at_k,
        "avg_interval": _pair(found.avg_interval),
        "pass_hat_k": found.pass_hat_k,
        "pass_hat_interval": _pair(found.pass_hat_interval),
        "pass_at_k": found.pass_at_k,
        "consistency_loss": found.consistency_loss,
    }


def _pair(interval: Interval | None) -> JsonValue:
    return None if interval is None else [interval.low, interval.high]


def _share(flags: Iterable[bool]) -> float | None:
    values = list(flags)
    return sum(values) / len(values) if values else None


def _ratio(episodes: Sequence[EpisodeSummary]) -> float | None:
    follow_ups = sum(episode.follow_ups for episode in episodes)
    return sum(e.tool_calls for e in episodes) / follow_ups if follow_ups else None


def _cost(episodes: Sequence[EpisodeSummary]) -> float | None:
    """What the models of both sides cost; unknown (None) if that of one episode is."""
    used = [
        usage
        for episode in episodes
        for usage in (episode.agent_usage, episode.user_usage)
        if usage != Usage()
    ]
    known = [usage.cost for usage in used if usage.cost is not None]
    return sum(known) if known and len(known) == len(used) else None
