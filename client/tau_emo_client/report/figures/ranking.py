"""Bars of Avg@k and Pass^k, the best run first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_client.metrics import Figures, Interval, figures
from tau_emo_client.report.figures.canvas import (
    COLORS,
    GRID,
    INK,
    WIDTH,
    Canvas,
    legend_height,
    mark,
    point,
)
from tau_emo_client.report.panel import Panel, Part, Run
from tau_emo_client.report.picture import DataTable, Picture, percent, span


@dataclass(frozen=True)
class Bar:
    """The two bars of one run."""

    name: str
    short: str
    series: int
    """The place of its series, by which it is coloured."""
    figures: Figures


def bars(panel: Panel, part: Part) -> list[Bar]:
    """The bars of the runs that played these domains, the best first."""
    found = [
        Bar(run.name, run.short, panel.series_of(run), figures_in(run, part)) for run in panel.runs
    ]
    known = [bar for bar in found if bar.figures.avg_at_k is not None]
    return sorted(known, key=lambda bar: (-(bar.figures.avg_at_k or 0.0), bar.name))


def figures_in(run: Run, part: Part) -> Figures:
    """The figures of a run over some of the domains."""
    report = run.report
    if not part.name:
        return report.total
    return figures(
        [episode for episode in report.episodes if episode.domain in part.domains],
        report.k,
        expected=[task for task in report.config.tasks if task.rpartition("-")[0] in part.domains],
        seed=report.config.seed,
    )


def ranking(panel: Panel, part: Part) -> Picture | None:
    """The figure; None if no run has a counted episode in these domains."""
    found = bars(panel, part)
    if not found:
        return None
    k = panel.k
    of = f" on {part.name} domains" if part.name else ""
    incomplete = any(not bar.figures.complete for bar in found)
    return Picture(
        name="ranking" + (f"-{part.name}" if part.name else ""),
        title=f"Avg@{k} and Pass^{k}{of}",
        caption=(
            f"Avg@{k}: share of trials passed. Pass^{k}: chance that {k} trials of a task all "
            "pass. Unweighted means over domains, with 95% intervals over tasks."
            + (" A star: not all tasks have all their trials." if incomplete else "")
            + ("" if panel.group.same_tasks else " The runs are not over the same tasks.")
        ),
        alt="Bars, the best first. "
        + "; ".join(
            f"{bar.name}: Avg@{k} {percent(bar.figures.avg_at_k)}%, "
            f"Pass^{k} {percent(bar.figures.pass_hat_k)}%"
            for bar in found
        ),
        table=DataTable(
            ("agent", "tasks", f"Avg@{k}", "95%", f"Pass^{k}", "95%", "consistency loss"),
            tuple(
                (
                    bar.name,
                    f"{bar.figures.ready} of {bar.figures.wanted}",
                    percent(bar.figures.avg_at_k),
                    span(bar.figures.avg_interval),
                    percent(bar.figures.pass_hat_k),
                    span(bar.figures.pass_hat_interval),
                    percent(bar.figures.consistency_loss),
                )
                for bar in found
            ),
        ),
        draw=lambda: _draw(panel, found),
    )


def _draw(panel: Panel, found: Sequence[Bar]) -> Any:
    row = 0.42
    shown = [one for place, one in enumerate(panel.series) if _used(place, found)]
    places = [place for place in range(len(panel.series)) if _used(place, found)]
    names = [one.short for one in shown] if panel.grouped else []
    below = legend_height(len(names), WIDTH) if names else 0.0
    height = 0.45 + row * len(found) + 0.55
    canvas = Canvas(WIDTH, height + below)
    axes = canvas.axes(2.4, 0.4, WIDTH - 3.0, row * len(found))
    for place, bar in enumerate(found):
        color = mark(bar.series).color if panel.grouped else COLORS[0]
        if panel.grouped:
            # Groups can be told without colours, too.
            axes.plot([2], [place], linestyle="", markersize=6, zorder=3, **point(mark(bar.series)))
        _bar(axes, place - 0.19, bar.figures.avg_at_k, bar.figures.avg_interval, color, "")
        _bar(
            axes, place + 0.19, bar.figures.pass_hat_k, bar.figures.pass_hat_interval, color, "////"
        )
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_yticks(
        range(len(found)), [bar.short + ("" if bar.figures.complete else " *") for bar in found]
    )
    axes.set_xlim(0, 112)
    axes.set_xticks(range(0, 101, 20))
    axes.set_xlabel("%")
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.tick_params(axis="y", length=0)
    _key(canvas, panel.k)
    if names:
        canvas.legend(names, [mark(place) for place in places], height)
    return canvas.figure


def _used(place: int, found: Sequence[Bar]) -> bool:
    return any(bar.series == place for bar in found)


def _bar(
    axes: Any, y: float, value: float | None, interval: Interval | None, color: str, hatch: str
) -> None:
    if value is None:
        return
    axes.barh(
        y,
        100 * value,
        height=0.34,
        color="white" if hatch else color,
        edgecolor=INK,
        hatch=hatch,
        linewidth=0.8,
    )
    end = 100 * value
    if interval is not None:
        low, high = 100 * (value - interval.low), 100 * (interval.high - value)
        axes.errorbar(
            100 * value,
            y,
            xerr=[[max(0.0, low)], [max(0.0, high)]],
            color=INK,
            capsize=2,
            linewidth=0.9,
        )
        end = max(end, 100 * interval.high)
    axes.text(end + 1, y, f"{100 * value:.1f}", va="center", ha="left", fontsize=7)


def _key(canvas: Canvas, k: int) -> None:
    """What the full and the hatched bar are."""
    from matplotlib.patches import Rectangle

    axes = canvas.axes(2.4, 0.05, 4.0, 0.25)
    axes.set_axis_off()
    axes.set_xlim(0, 4)
    axes.set_ylim(0, 0.25)
    for x, name, hatch in ((0.0, f"Avg@{k}", ""), (1.3, f"Pass^{k}", "////")):
        color = "white" if hatch else "#999999"
        axes.add_patch(
            Rectangle((x + 0.02, 0.06), 0.3, 0.13, facecolor=color, edgecolor=INK, hatch=hatch)
        )
        axes.text(x + 0.4, 0.125, name, va="center")
