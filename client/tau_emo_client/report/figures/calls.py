"""Tool calls of each episode against its follow-ups, a small plot for each series."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_client.report.figures.canvas import GRID, INK, WIDTH, Canvas, mark
from tau_emo_client.report.names import short_names
from tau_emo_client.report.panel import Panel
from tau_emo_client.report.picture import DataTable, Picture, percent
from tau_emo_client.texts import plain
from tau_emo_client.trajectory_report import TrajectoryReport

_COLUMNS = 4


@dataclass(frozen=True)
class Cloud:
    """The episodes of one series."""

    name: str
    short: str
    place: int
    counts: Counter[tuple[int, int]]
    """How many episodes have so many follow-ups and so many tool calls."""

    @property
    def episodes(self) -> int:
        """All of them."""
        return self.counts.total()

    @property
    def more_calls(self) -> float:
        """The share of episodes with more tool calls than follow-ups."""
        more = sum(count for (asked, called), count in self.counts.items() if called > asked)
        return more / self.episodes


def clouds(panel: Panel) -> list[Cloud]:
    """The episodes of each series that has any."""
    found = [
        Cloud(
            one.name,
            one.short,
            place,
            Counter((episode.follow_ups, episode.tool_calls) for episode in one.episodes),
        )
        for place, one in enumerate(panel.series)
    ]
    return [one for one in found if one.counts]


def calls(panel: Panel) -> Picture | None:
    """The figure; None without episodes."""
    return _picture("calls", clouds(panel))


def calls_of_trajectories(reports: Sequence[TrajectoryReport]) -> Picture | None:
    """The same of plain trajectories, a plot for each set of them."""
    names = [plain(report.config.agent.name) for report in reports]
    found = [
        Cloud(name, short, place, report.counts)
        for place, (name, short, report) in enumerate(
            zip(names, short_names(names), reports, strict=True)
        )
    ]
    return _picture("trajectories", [one for one in found if one.counts])


def _picture(name: str, found: Sequence[Cloud]) -> Picture | None:
    if not found:
        return None
    return Picture(
        name=name,
        title="Tool calls against follow-ups",
        caption=(
            "Each circle: the episodes with so many follow-ups and tool calls; its area grows with "
            "their number. Above the line there are more tool calls than follow-ups; the title "
            "gives the share of such episodes."
        ),
        alt="Scatter plots. Episodes with more tool calls than follow-ups: "
        + "; ".join(f"{one.name}: {percent(one.more_calls)}%" for one in found),
        table=DataTable(
            ("agent", "episodes", "more calls than follow-ups, %"),
            tuple((one.name, str(one.episodes), percent(one.more_calls)) for one in found),
        ),
        draw=lambda: _draw(found),
    )


def _draw(found: Sequence[Cloud]) -> Any:
    columns = min(_COLUMNS, len(found))
    lines = -(-len(found) // columns)
    width, step = (WIDTH - 0.5) / _COLUMNS, 2.35
    canvas = Canvas(WIDTH, 0.15 + step * lines)
    right = 1 + max(asked for one in found for asked, _ in one.counts)
    top = 1 + max(called for one in found for _, called in one.counts)
    for place, one in enumerate(found):
        line, column = divmod(place, columns)
        axes = canvas.axes(0.5 + column * width, 0.45 + line * step, width - 0.35, 1.4)
        largest = max(one.counts.values())
        spots = sorted(one.counts.items())
        axes.plot([0, min(right, top)], [0, min(right, top)], color="#888888", linewidth=0.8)
        axes.scatter(
            [asked for (asked, _), _ in spots],
            [called for (_, called), _ in spots],
            s=[4 + 70 * count / largest for _, count in spots],
            color=mark(one.place).color,
            edgecolor=INK,
            linewidth=0.4,
            alpha=0.75,
            zorder=2,
        )
        axes.set_xlim(-0.5, right)
        axes.set_ylim(-0.5, top)
        axes.grid(color=GRID, linewidth=0.6)
        axes.set_title(f"{one.short}\n{100 * one.more_calls:.0f}% above", fontsize=7.5)
        axes.set_xlabel("follow-ups")
        if column == 0:
            axes.set_ylabel("tool calls")
    return canvas.figure
