"""The figures of plain trajectories, which have no task and no reward: calls against follow-ups."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import JsonValue
from rich.box import SIMPLE
from rich.console import Group
from rich.table import Table
from rich.text import Text

from tau_emo_client.audit.rates import Rate
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.run.config import TRAJECTORIES, RunConfig


def is_trajectories(config: RunConfig) -> bool:
    """True of runs whose conversations have neither task nor reward."""
    return config.agent.kind == TRAJECTORIES


class TrajectoryReport:
    """The figures of plain trajectories.

    Args:
        config: of the run that they stand in.
        trajectories: the episodes; each is looked at once.
        folder: where they are kept.
    """

    def __init__(
        self, config: RunConfig, trajectories: Iterable[EpisodeSummary], folder: Path
    ) -> None:
        self.config = config
        self.folder = folder
        self.count = self.calls = self.follow_ups = self.turns = outnumbering = 0
        for one in trajectories:
            self.count += 1
            self.calls += one.tool_calls
            self.follow_ups += one.follow_ups
            self.turns += one.turns
            outnumbering += one.tool_calls > one.follow_ups
        self.outnumbering = Rate(outnumbering, self.count)
        """Of the trajectories, those with more tool calls than follow-ups."""

    @property
    def calls_per_follow_up(self) -> float | None:
        """Tool calls for each follow-up, over all trajectories; None without a follow-up."""
        return self.calls / self.follow_ups if self.follow_ups else None

    def as_json(self) -> dict[str, JsonValue]:
        """The object that `--json` prints; it holds no score."""
        return {
            "run_dir": str(self.folder),
            "name": self.config.agent.name,
            "kind": TRAJECTORIES,
            "domain": next(iter(self.config.bases)),
            "trajectories": self.count,
            "turns": self.turns,
            "tool_calls": self.calls,
            "follow_ups": self.follow_ups,
            "tool_calls_per_follow_up": self.calls_per_follow_up,
            "calls_outnumber_follow_ups": self.outnumbering.as_json(),
        }

    def shown(self) -> Group:
        """What a terminal shows: the totals, and the means of a trajectory."""
        table = Table(box=SIMPLE, pad_edge=False)
        table.add_column("", no_wrap=True)
        for column in ("in all", "of one"):
            table.add_column(column, justify="right")
        for name, total in (
            ("agent messages", self.turns),
            ("tool calls", self.calls),
            ("follow-ups", self.follow_ups),
        ):
            table.add_row(name, str(total), f"{total / self.count:.2f}" if self.count else "-")
        return Group(
            Text(f"{self.config.agent.name}: {self.count} trajectories, not graded", style="bold"),
            table,
            Text(self._notes()),
        )

    def _notes(self) -> str:
        share, interval = self.outnumbering.share, self.outnumbering.interval()
        ratio = self.calls_per_follow_up
        lines = [f"tool calls for each follow-up: {'-' if ratio is None else f'{ratio:.2f}'}"]
        if share is not None and interval is not None:
            lines.append(
                f"tool calls outnumber follow-ups in {100 * share:.1f}% of trajectories "
                f"(95% interval {100 * interval.low:.1f} to {100 * interval.high:.1f})"
            )
        return "\n".join(lines)
