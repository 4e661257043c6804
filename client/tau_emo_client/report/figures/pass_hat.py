"""Grouped bars of Pass^1 to Pass^k."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_client.metrics import pass_hats
from tau_emo_client.report.figures.canvas import GRID, HATCHES, INK, WIDTH, Canvas
from tau_emo_client.report.panel import Panel, Part, Series
from tau_emo_client.report.picture import DataTable, Picture, percent

_SHADES = ("#08519c", "#4292c6", "#9ecae1", "#deebf7")


@dataclass(frozen=True)
class Steps:
    """Pass^1 to Pass^k of one series: of each run, then the mean over its runs."""

    name: str
    short: str
    values: tuple[float, ...]


def steps(panel: Panel, part: Part) -> list[Steps]:
    """The steps of each series that has a task with k counted trials in these domains."""
    found = [Steps(one.name, one.short, _steps(one, part, panel.k)) for one in panel.series]
    return [one for one in found if one.values]


def _steps(series: Series, part: Part, k: int) -> tuple[float, ...]:
    of_runs = [
        values
        for run in series.runs
        if (values := pass_hats([e for e in run.report.episodes if e.domain in part.domains], k))
    ]
    return tuple(sum(values) / len(values) for values in zip(*of_runs, strict=True))


def pass_hat(panel: Panel, part: Part) -> Picture | None:
    """The figure; None with one trial, where all is said by the ranking, and without tasks."""
    found = steps(panel, part)
    if panel.k < 2 or not found:
        return None
    of = f" on {part.name} domains" if part.name else ""
    heads = tuple(f"Pass^{number}" for number in range(1, panel.k + 1))
    return Picture(
        name="pass-hat" + (f"-{part.name}" if part.name else ""),
        title=f"Pass^1 to Pass^{panel.k}{of}",
        caption=(
            "Chance that so many trials of a task all pass: the faster the bars shrink, the less "
            "an agent can be relied on. Over the tasks with all their trials; unweighted means "
            "over domains" + (", then over the runs of a group." if panel.grouped else ".")
        ),
        alt="Grouped bars. "
        + "; ".join(
            f"{one.name}: {', '.join(f'{percent(value)}%' for value in one.values)}"
            for one in found
        ),
        table=DataTable(
            ("agent", *heads), tuple((one.name, *map(percent, one.values)) for one in found)
        ),
        draw=lambda: _draw(found, heads),
    )


def _draw(found: Sequence[Steps], heads: Sequence[str]) -> Any:
    from matplotlib.patches import Rectangle

    count = len(heads)
    row = 0.12 * min(count, 8) + 0.14
    canvas = Canvas(WIDTH, 0.5 + row * len(found) + 0.5)
    axes = canvas.axes(2.4, 0.4, WIDTH - 3.0, row * len(found))
    thick = 0.8 / count
    for place, one in enumerate(found):
        for step, value in enumerate(one.values):
            y = place - 0.4 + thick * (step + 0.5)
            axes.barh(y, 100 * value, height=thick * 0.92, edgecolor=INK, **_look(step))
            if count <= 5:
                axes.text(100 * value + 1, y, f"{100 * value:.1f}", va="center", fontsize=6)
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_yticks(range(len(found)), [one.short for one in found])
    axes.set_xlim(0, 108)
    axes.set_xticks(range(0, 101, 20))
    axes.set_xlabel("%")
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.tick_params(axis="y", length=0)
    key = canvas.axes(2.4, 0.05, WIDTH - 3.0, 0.25)
    key.set_axis_off()
    key.set_xlim(0, WIDTH - 3.0)
    key.set_ylim(0, 0.25)
    for step, name in enumerate(heads[:6]):
        key.add_patch(Rectangle((step + 0.02, 0.06), 0.25, 0.13, edgecolor=INK, **_look(step)))
        key.text(step + 0.35, 0.125, name, va="center", fontsize=7)
    return canvas.figure


def _look(step: int) -> dict[str, Any]:
    return {
        "facecolor": _SHADES[min(step, len(_SHADES) - 1)],
        "hatch": HATCHES[step % len(HATCHES)],
        "linewidth": 0.6,
    }
