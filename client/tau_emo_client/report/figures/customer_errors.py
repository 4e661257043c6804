"""A heat map of the errors of simulated customers, by emotion and domain."""

from collections.abc import Sequence
from typing import Any

from tau_emo_client.analysis.customer_errors import CustomerErrors
from tau_emo_client.analysis.customer_errors import customer_errors as errors_of
from tau_emo_client.analysis.groups import in_order
from tau_emo_client.report.figures.canvas import WIDTH, Canvas
from tau_emo_client.report.figures.heat import CELL, below, heat
from tau_emo_client.report.panel import Panel
from tau_emo_client.report.picture import DataTable, Picture, percent, span


def errors(panel: Panel) -> CustomerErrors:
    """The errors over all audited runs."""
    return errors_of(
        one.audited for run in panel.runs for one in run.observed.counted if one.audited
    )


def customer_errors(panel: Panel) -> Picture | None:
    """The figure; None if no run could be audited, or no trial failed."""
    found = errors(panel)
    if not found.total.failed.trials:
        return None
    emotions = in_order({emotion for emotion, _ in found.cells})
    domains = tuple(sorted({domain for _, domain in found.cells}))
    total = found.total.failed
    left_out = sum(not run.observed.audited for run in panel.runs)
    return Picture(
        name="customer-errors",
        title="Errors of the customers in failed trials",
        caption=(
            "Share of failed trials, over all runs, in which the audit finds an error of the "
            "simulated customer that can have misled the agent, in percent. A dot: "
            "no trial failed." + (f" Left out: {left_out} runs on other tasks." if left_out else "")
        ),
        alt=(
            f"Heat map by emotion and domain. Over all: in {total.count} of {total.trials} failed "
            f"trials, {percent(total.share)}%."
        ),
        table=DataTable(
            ("emotion", "domain", "with an error", "failed trials", "%", "95%"),
            tuple(
                (
                    emotion,
                    domain,
                    str(cell.failed.count),
                    str(cell.failed.trials),
                    percent(cell.failed.share),
                    span(cell.failed.interval()),
                )
                for emotion in emotions
                for domain in domains
                if (cell := found.cells.get((emotion, domain))) and cell.failed.trials
            ),
        ),
        draw=lambda: _draw(found, emotions, domains),
    )


def _draw(found: CustomerErrors, emotions: Sequence[str], domains: Sequence[str]) -> Any:
    left = 1.4
    wide = min(0.75, (WIDTH - left - 0.3) / len(domains))
    tall = CELL * len(emotions)
    canvas = Canvas(WIDTH, 0.2 + tall + below(domains))
    cells = {
        (row, column): (cell.failed.share or 0.0, _written(cell.failed.share or 0.0))
        for row, emotion in enumerate(emotions)
        for column, domain in enumerate(domains)
        if (cell := found.cells.get((emotion, domain))) and cell.failed.trials
    }
    highest = max(0.05, *(value for value, _ in cells.values()))
    heat(
        canvas,
        (left, 0.2, wide * len(domains), tall),
        emotions,
        domains,
        cells,
        colors="Blues",
        limits=(0.0, highest),
    )
    return canvas.figure


def _written(share: float) -> str:
    return f"{100 * share:.1f}" if share else "0"
