"""Success against the ratio of tool calls to follow-ups, a small plot for each family."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_client.analysis.balance import Balance, balances
from tau_emo_client.analysis.groups import in_order
from tau_emo_client.report.figures.canvas import GRID, WIDTH, Canvas, legend_height, mark, point
from tau_emo_client.report.panel import Panel, Part
from tau_emo_client.report.picture import DataTable, Picture, number, number_span, percent, span


@dataclass(frozen=True)
class Point:
    """One run with customers of one family."""

    name: str
    series: int
    balance: Balance


def run_points(panel: Panel, part: Part) -> list[Point]:
    """The points of all runs in these domains."""
    return [
        Point(run.name, panel.series_of(run), balance)
        for run in panel.runs
        for balance in balances(
            (e for e in run.report.episodes if e.domain in part.domains),
            panel.k,
            run.report.config.seed,
        )
    ]


def ratios(panel: Panel, part: Part) -> Picture | None:
    """The figure; None if no run has a follow-up."""
    found = run_points(panel, part)
    shown = [
        one
        for one in found
        if one.balance.ratio.value is not None and one.balance.avg_at_k.value is not None
    ]
    if not shown:
        return None
    families = in_order({one.balance.family for one in shown})
    of = f" on {part.name} domains" if part.name else ""
    values = [one.balance.ratio.value or 0.0 for one in shown]
    return Picture(
        name="ratios" + (f"-{part.name}" if part.name else ""),
        title=f"Success against tool calls for each follow-up{of}",
        caption=(
            f"Avg@{panel.k} of each run against its tool calls for each follow-up (a message that "
            "asks the customer for something), by family of the customer's emotion. All tasks of a "
            "family weigh alike."
        ),
        alt=(
            f"Points in {len(families)} plots, one for each of {', '.join(families)}. Ratios run "
            f"from {min(values):.2f} to {max(values):.2f}."
        ),
        table=DataTable(
            (
                "agent",
                "family",
                "tool calls",
                "follow-ups",
                "ratio",
                "95%",
                f"Avg@{panel.k}",
                "95%",
            ),
            tuple(
                (
                    one.name,
                    one.balance.family,
                    str(one.balance.tool_calls),
                    str(one.balance.follow_ups),
                    number(one.balance.ratio),
                    number_span(one.balance.ratio),
                    percent(one.balance.avg_at_k.value),
                    span(one.balance.avg_at_k.interval),
                )
                for one in found
            ),
        ),
        draw=lambda: _draw(panel, shown, families),
    )


def _draw(panel: Panel, shown: Sequence[Point], families: Sequence[str]) -> Any:
    columns = min(5, len(families))
    lines = -(-len(families) // columns)
    width, step = (WIDTH - 0.7) / 5, 2.3
    height = 0.15 + step * lines
    places = sorted({one.series for one in shown})
    canvas = Canvas(WIDTH, height + legend_height(len(places), WIDTH))
    widest = max(one.balance.ratio.value or 0.0 for one in shown)
    for place, family in enumerate(families):
        line, column = divmod(place, columns)
        axes = canvas.axes(0.55 + column * width, 0.3 + line * step, width - 0.2, 1.45)
        for one in shown:
            if one.balance.family == family:
                axes.plot(
                    [one.balance.ratio.value],
                    [100 * (one.balance.avg_at_k.value or 0.0)],
                    linestyle="",
                    markersize=5.5,
                    clip_on=False,
                    **point(mark(one.series)),
                )
        axes.set_title(family)
        axes.set_xlim(0, 1.1 * widest or 1.0)
        axes.set_ylim(0, 100)
        axes.set_yticks((0, 25, 50, 75, 100), None if column == 0 else [""] * 5)
        axes.grid(color=GRID, linewidth=0.6)
        axes.set_xlabel("calls per follow-up")
        if column == 0:
            axes.set_ylabel(f"Avg@{panel.k}, %")
    canvas.legend([panel.series[it].short for it in places], [mark(it) for it in places], height)
    return canvas.figure
