"""The result of a sweep: each level against the baseline, as a table and as one JSON object."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue
from rich.box import SIMPLE
from rich.console import Group
from rich.table import Table
from rich.text import Text

from tau_emo_client.emotion_effect import EmotionEffect, emotion_effect
from tau_emo_client.limits import EndReason
from tau_emo_client.sweep import Level, Sweep
from tau_emo_client.table import RunReport
from tau_emo_client.texts import plain


class SweepReport:
    """The figures of a sweep.

    Args:
        sweep: what is compared.
        runs: the reports of the runs that were played; the baseline is always among them.
        seconds: wall time of the command that made this report.
    """

    def __init__(self, sweep: Sweep, runs: Mapping[Level, RunReport], seconds: float = 0.0) -> None:
        self.sweep = sweep
        self.runs = runs
        self.seconds = seconds
        plain = runs[sweep.baseline]
        self.effects: dict[Level, EmotionEffect] = {}
        """The paired effect of each level that shares a trial with the baseline."""
        for level in sweep.levels:
            if level in runs and (
                found := emotion_effect(runs[level].episodes, plain.episodes, plain.config.seed)
            ):
                self.effects[level] = found
        # A level still to come counts as one without effect: no p rises when it is played.
        raw = [self.effects[it].p_value if it in self.effects else 1.0 for it in sweep.levels]
        self.corrected: dict[Level, float] = dict(zip(sweep.levels, holm(raw), strict=True))
        """The p-value of each level, corrected for the number of levels."""

    @property
    def missing(self) -> list[Level]:
        """The levels that have not been played."""
        return [level for level in self.sweep.runs if level not in self.runs]

    @property
    def failed(self) -> bool:
        """True if episodes failed for infrastructure."""
        return any(report.failed for report in self.runs.values())

    @property
    def complete(self) -> bool:
        """True if every task has all its trials under every level."""
        return not self.missing and all(report.total.complete for report in self.runs.values())

    def as_json(self) -> dict[str, JsonValue]:
        """The object that `--json` prints: totals, and the object of each run with its effect."""
        reports = self.runs.values()
        config = self.runs[self.sweep.baseline].config
        return {
            "sweep": self.sweep.over,
            "agent": config.agent.name,
            "user": config.user.kind,
            "protocol": config.protocol.name,
            "benchmark_version": config.benchmark_version,
            "seed": config.seed,
            "k": config.protocol.trials,
            "complete": self.complete,
            "episodes": sum(len(report.episodes) for report in reports),
            "passed": sum(report.total.passed for report in reports),
            "abandoned": sum(map(_left, reports)),
            "infrastructure_errors": sum(len(report.failed) for report in reports),
            "missing": [level.name for level in self.missing],
            "baseline": self._run(self.sweep.baseline),
            "levels": [
                self._run(level) | {"effect": self._effect(level)}
                for level in self.sweep.levels
                if level in self.runs
            ],
            "seconds": round(self.seconds, 3),
        }

    def folders(self) -> dict[str, Path]:
        """Where each run is kept, as the lines under the table say it."""
        return {f"run folder of {it.name}": report.folder for it, report in self.runs.items()}

    def shown(self) -> Group:
        """What a terminal shows: a line for each level, in percent and percentage points."""
        return Group(Text(self._title(), style="bold"), self._table(), Text(self._notes()))

    def _run(self, level: Level) -> dict[str, JsonValue]:
        return {"level": level.name, **self.runs[level].as_json()}

    def _effect(self, level: Level) -> JsonValue:
        found = self.effects.get(level)
        if found is None:
            return None
        return {
            "tasks": found.tasks,
            "effect": found.effect,
            "interval": [found.interval.low, found.interval.high] if found.interval else None,
            "p_value": found.p_value,
            "p_holm": self.corrected[level],
        }

    def _table(self) -> Table:
        table = Table(box=SIMPLE)
        table.add_column(self.sweep.over, no_wrap=True)
        k = self.runs[self.sweep.baseline].k
        for column in ("tasks", f"Avg@{k}", "left", "effect", "95%", "p", "Holm"):
            table.add_column(column, justify="right", no_wrap=True)
        for level in self.sweep.runs:
            if level in self.runs:
                table.add_row(level.name, *_figures(self.runs[level]), *self._compared(level))
            if level == self.sweep.baseline:
                table.add_section()
        return table

    def _compared(self, level: Level) -> tuple[str, str, str, str]:
        found = self.effects.get(level)
        if found is None:
            return ("-", "-", "-", "-")
        span = found.interval
        return (
            f"{100 * found.effect:+.1f}",
            f"{100 * span.low:+.0f} to {100 * span.high:+.0f}" if span else "-",
            f"{found.p_value:.4f}",
            f"{self.corrected[level]:.4f}",
        )

    def _title(self) -> str:
        config = self.runs[self.sweep.baseline].config
        return (
            f"{plain(config.agent.name)} with a {config.user.kind} customer, "
            f"{self.sweep.over} against {self.sweep.baseline.name}, "
            f"protocol {config.protocol.name}, benchmark {config.benchmark_version}"
        )

    def _notes(self) -> str:
        lines = [
            "left: customers who walked away",
            f"effect: points of Avg@k against {self.sweep.baseline.name}, over the same tasks and "
            "seeds; Holm: p corrected for the number of levels",
        ]
        if self.missing:
            names = ", ".join(level.name for level in self.missing)
            lines.append(f"incomplete: not played yet: {names}; the same command goes on")
        for level, report in self.runs.items():
            if not report.total.complete:
                lines.append(
                    f"incomplete: under {level.name} only {report.total.ready} of "
                    f"{report.total.wanted} tasks have {report.k} counted trials; "
                    "the same command goes on"
                )
        return "\n".join(lines)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, in the given order.

    Any of them being below a level by chance is then as likely as that level. Source: Holm
    1979, "A simple sequentially rejective multiple test procedure".
    """
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def _figures(report: RunReport) -> tuple[str, str, str]:
    total = report.total
    tasks = str(total.wanted) if total.complete else f"{total.ready} of {total.wanted}"
    average = "-" if total.avg_at_k is None else f"{100 * total.avg_at_k:.1f}"
    return tasks, average, str(_left(report))


def _left(report: RunReport) -> int:
    return sum(episode.end_reason is EndReason.USER_LEFT for episode in report.episodes)
