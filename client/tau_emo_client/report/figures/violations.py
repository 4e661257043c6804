"""Dots of the rate of policy violations by family, a small plot for each domain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_client.analysis.groups import in_order
from tau_emo_client.analysis.violations import ViolationRates, violation_rates
from tau_emo_client.report.figures.canvas import (
    GRID,
    INK,
    PALE,
    WIDTH,
    Canvas,
    legend_height,
    mark,
    point,
)
from tau_emo_client.report.panel import TRAINED, UNSEEN, Panel
from tau_emo_client.report.picture import DataTable, Picture, percent, span

_COLUMNS = 5


@dataclass(frozen=True)
class Rates:
    """The rates of one series."""

    name: str
    short: str
    place: int
    """Of the series, by which it is marked."""
    found: ViolationRates


def rates(panel: Panel) -> list[Rates]:
    """The rates of each series whose rules were checked."""
    return [
        Rates(one.name, one.short, place, violation_rates(one.episodes, panel.seed))
        for place, one in enumerate(panel.series)
        if one.rules_checked
    ]


def violations(panel: Panel) -> Picture | None:
    """The figure; None if no rule was checked, or nothing was played."""
    found = [one for one in rates(panel) if one.found.cells]
    if not found:
        return None
    domains = tuple(sorted({domain for one in found for domain in one.found.domains}))
    families = in_order({family for one in found for _, family in one.found.cells})
    cells = [
        (one, domain, family, one.found.cells[domain, family])
        for one in found
        for domain in domains
        for family in families
        if (domain, family) in one.found.cells
    ]
    worst = max(cells, key=lambda cell: (cell[3].rate.value or 0.0, cell[1], cell[2]))
    return Picture(
        name="violations",
        title="Policy violations by family and domain",
        caption=(
            "Share of episodes in which the agent broke at least one policy rule, by family of the "
            "customer's emotion, with 95% intervals over tasks. Only rules that a program can "
            "check count."
        ),
        alt=(
            f"Dots for {len(found)} agents or groups in {len(domains)} domains. The highest rate "
            f"is {percent(worst[3].rate.value)}%: {worst[0].name}, {worst[1]}, {worst[2]}."
        ),
        table=DataTable(
            ("agent", "domain", "family", "broken", "episodes", "%", "95%"),
            tuple(
                (
                    one.name,
                    domain,
                    family,
                    str(cell.broken),
                    str(cell.episodes),
                    percent(cell.rate.value),
                    span(cell.rate.interval),
                )
                for one, domain, family, cell in cells
            ),
        ),
        draw=lambda: _draw(panel, found, domains, families),
    )


def _draw(
    panel: Panel, found: Sequence[Rates], domains: Sequence[str], families: Sequence[str]
) -> Any:
    columns = min(_COLUMNS, len(domains))
    lines = -(-len(domains) // columns)
    band = max(0.3, 0.075 * len(found) + 0.1)
    tall = band * len(families)
    step = tall + 0.75
    left, width = 1.0, (WIDTH - 1.2) / columns
    height = 0.15 + step * lines
    canvas = Canvas(WIDTH, height + legend_height(len(found), WIDTH))
    for number, domain in enumerate(domains):
        line, column = divmod(number, columns)
        axes = canvas.axes(left + column * width, 0.3 + line * step, width - 0.2, tall)
        for row, family in enumerate(families):
            if row % 2:
                axes.axhspan(row - 0.5, row + 0.5, color=PALE, zorder=0)
            for order, one in enumerate(found):
                cell = one.found.cells.get((domain, family))
                if cell is None or cell.rate.value is None:
                    continue
                y = row + 0.8 * ((order + 0.5) / len(found) - 0.5)
                if cell.rate.interval:
                    ends = [100 * cell.rate.interval.low, 100 * cell.rate.interval.high]
                    axes.plot(ends, [y, y], color="#888888", linewidth=0.7, zorder=1)
                axes.plot(
                    [100 * cell.rate.value],
                    [y],
                    linestyle="",
                    markersize=4.5,
                    zorder=2,
                    clip_on=False,
                    **point(mark(one.place)),
                )
        axes.set_ylim(len(families) - 0.5, -0.5)
        axes.set_yticks(range(len(families)), families if column == 0 else [""] * len(families))
        axes.set_xlim(0, 100)
        axes.set_xticks((0, 50, 100))
        axes.grid(axis="x", color=GRID, linewidth=0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_title(_titled(panel, domain), color=INK)
        if line == lines - 1 or number + columns >= len(domains):
            axes.set_xlabel("%")
    canvas.legend([one.short for one in found], [mark(one.place) for one in found], height)
    return canvas.figure


def _titled(panel: Panel, domain: str) -> str:
    if not panel.trained:
        return domain
    return f"{domain} ({TRAINED if domain in panel.trained else UNSEEN})"
