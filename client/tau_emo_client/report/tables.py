"""What a terminal shows of a report."""

from collections.abc import Iterator

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tau_emo_client.analysis.effort import effort
from tau_emo_client.report.material import Material, user_errors
from tau_emo_client.report.panel import Panel
from tau_emo_client.report.picture import UNKNOWN, number, percent, span
from tau_emo_client.report.published import published

UNAUDITED = (
    "errors of the customer: not known, as the run was played on other tasks than those of this "
    "version"
)


def shown(material: Material) -> Iterator[RenderableType]:
    """The table of each run, a ranking of those that may share one, and plain trajectories."""
    for run in material.runs:
        made = user_errors(run)
        yield run.report.shown()
        yield made.shown() if made else UNAUDITED
    for panel in material.panels:
        if len(panel.runs) > 1:
            yield _ranking(panel)
    for one in material.trajectories:
        yield one.shown()


def _ranking(panel: Panel) -> Group:
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("agent", overflow="fold")
    heads = (f"Avg@{panel.k}", "95%", f"Pass^{panel.k}", "loss", "p next", "turns", "calls")
    for column in heads:
        table.add_column(column, justify="right", no_wrap=True)
    tests = {one.better.folder: one.p_holm for one in panel.neighbours}
    for run in panel.runs:
        total = run.report.total
        used = effort(run.report.episodes, run.report.config.seed)
        p = tests.get(run.report.folder)
        table.add_row(
            Text(run.name),
            percent(total.avg_at_k),
            span(total.avg_interval),
            percent(total.pass_hat_k),
            percent(total.consistency_loss),
            UNKNOWN if p is None else f"{p:.4f}",
            number(used.turns, 1),
            number(used.tool_calls, 1),
        )
    notes = [
        "p next: of the difference to the next, over the tasks both played; corrected after Holm",
        "turns, calls: messages and tool calls of all trials, for each trial passed",
    ]
    if not panel.group.same_tasks:
        notes.append("the runs are not over the same tasks: compare their Avg@k with care")
    return Group(
        Text(f"ranking: {panel.group.title()}", style="bold"), table, Text("\n".join(notes))
    )


def shown_published() -> Group:
    """The published results, which were not measured here."""
    found = published()
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("published agent", overflow="fold")
    for column in ("thinking", f"Avg@{found.k}", f"Pass^{found.k}", "loss"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in found.rows:
        table.add_row(
            Text(row.agent),
            "yes" if row.thinking else "no",
            f"{row.avg:.1f}",
            f"{row.pass_hat:.1f}",
            f"{row.consistency_loss:.1f}",
        )
    title = (
        f"published, not measured here: {found.source}, as of {found.snapshot}, "
        f"customer {found.customer}"
    )
    return Group(Text(title, style="bold"), table, Text(found.note))
