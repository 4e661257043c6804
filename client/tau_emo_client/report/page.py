"""The page of a report: one HTML file that needs nothing else, and the files of its figures."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tau_emo_client.analysis.effort import effort
from tau_emo_client.limits import EndReason
from tau_emo_client.report.figures.all import pictures
from tau_emo_client.report.figures.calls import calls_of_trajectories
from tau_emo_client.report.figures.canvas import as_png, as_svg, inline, settings
from tau_emo_client.report.folder import PAGE
from tau_emo_client.report.material import Material
from tau_emo_client.report.panel import TRAINED, UNSEEN, Panel, Run
from tau_emo_client.report.picture import (
    UNKNOWN,
    DataTable,
    Picture,
    number,
    number_span,
    percent,
    points,
    span,
)
from tau_emo_client.report.published import published
from tau_emo_client.texts import plain


@dataclass(frozen=True)
class Drawn:
    """A figure as it stands in the page."""

    picture: Picture
    svg: Markup


@dataclass(frozen=True)
class Section:
    """The part of the page about one panel."""

    anchor: str
    title: str
    figures: tuple[Drawn, ...]
    tables: tuple[tuple[str, str, DataTable], ...]
    """Heading, explanation and table."""
    folded: tuple[tuple[str, str, DataTable], ...]
    """The same for long tables, which are shown when they are asked for."""


def files(material: Material) -> Iterator[tuple[str, bytes]]:
    """Names and contents of all files of a report, the page last."""
    sections: list[Section] = []
    several = len(material.panels) > 1
    with settings():
        for place, panel in enumerate(material.panels, 1):
            figures: list[Drawn] = []
            for made in pictures(panel):
                picture = replace(made, name=f"{place}-{made.name}") if several else made
                one, written = _drawn(picture)
                yield from written
                figures.append(one)
            sections.append(_section(panel, place, tuple(figures)))
        ungraded = calls_of_trajectories(material.trajectories)
        if ungraded:
            drawn, written = _drawn(ungraded)
            yield from written
            sections.append(_ungraded(material, drawn))
    yield PAGE, _page(material, sections).encode()


def _drawn(picture: Picture) -> tuple[Drawn, tuple[tuple[str, bytes], ...]]:
    """A figure for the page, and its files."""
    figure = picture.draw()
    svg = as_svg(figure, picture.name, picture.title)
    files = (
        (f"{picture.name}.svg", svg),
        (f"{picture.name}.png", as_png(figure, picture.title)),
    )
    # The names in it are escaped by matplotlib, and the whole was parsed as XML.
    markup = Markup(inline(svg, picture.name, picture.alt))  # noqa: S704
    return Drawn(picture, markup), files


def _ungraded(material: Material, drawn: Drawn) -> Section:
    """The part about plain trajectories."""
    table = DataTable(
        ("trajectories", "number", "agent messages", "tool calls", "follow-ups"),
        tuple(
            (
                plain(one.config.agent.name),
                str(one.count),
                str(one.turns),
                str(one.calls),
                str(one.follow_ups),
            )
            for one in material.trajectories
        ),
    )
    text = "Conversations without task and reward: counts, and no score."
    return Section("trajectories", "Plain trajectories", (drawn,), (("In all", text, table),), ())


def _page(material: Material, sections: list[Section]) -> str:
    environment = Environment(
        loader=PackageLoader("tau_emo_client", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found = published()
    return environment.get_template("page.html.j2").render(
        version=material.benchmark_version,
        runs=_runs(material),
        sections=sections,
        effects=_effects(material),
        published=found,
        published_rows=_published_rows(),
        published_domains=_published_domains(),
    )


def _section(panel: Panel, place: int, drawn: tuple[Drawn, ...]) -> Section:
    k = panel.k
    hard = panel.difficulty
    rivals = _rivals(panel)
    tables = [
        (
            f"Pass^{k} by domain",
            "In percent; the mean is unweighted.",
            _by_domain(panel),
        ),
        (
            "For each trial passed",
            "What all trials used, failed ones too, divided by the trials passed; 95% intervals "
            "over tasks. Tokens and US dollars are those of the agent.",
            _effort(panel),
        ),
    ]
    if rivals.rows:
        tables.append(
            (
                "Neighbours in the ranking",
                f"Each run against the next, over the tasks that both played: difference of Avg@{k}"
                " in percentage points, with the p-value of a sign-flip permutation test over "
                "tasks, corrected for the number of pairs after Holm.",
                rivals,
            )
        )
    tables.append(
        (
            "Hardest and easiest tasks",
            f"Of {len(hard.tasks)} tasks, {hard.never} were never passed and {hard.always} always. "
            "Share of trials passed, of each run and then the mean over runs.",
            _difficulty(panel),
        )
    )
    folded = (
        (
            "By family, emotion and dimension",
            f"Avg@{k}, Pass^{k} and consistency loss in percent; all tasks of a group weigh alike.",
            _groups(panel),
        ),
    )
    title = plain(panel.group.title())
    return Section(f"panel-{place}", title[:1].upper() + title[1:], drawn, tuple(tables), folded)


def _runs(material: Material) -> DataTable:
    return DataTable(
        (
            "agent",
            "customer",
            "emotion",
            "protocol",
            "k",
            "tasks",
            "Avg@k",
            "95%",
            "Pass^k",
            "loss",
            "left",
            "broken",
            "headline",
        ),
        tuple(_run(run) for run in material.runs),
    )


def _run(run: Run) -> tuple[str, ...]:
    report, total = run.report, run.report.total
    left = sum(one.end_reason is EndReason.USER_LEFT for one in report.episodes)
    broken = [one.rules_broken != () for one in report.episodes]
    known = run.rules_checked and broken
    return (
        run.name,
        plain(report.config.user.name),
        plain(report.config.emotion),
        plain(report.config.protocol.name),
        str(report.k),
        f"{total.ready} of {total.wanted}",
        percent(total.avg_at_k),
        span(total.avg_interval),
        percent(total.pass_hat_k),
        percent(total.consistency_loss),
        str(left),
        percent(sum(broken) / len(broken)) if known else UNKNOWN,
        "yes" if report.is_headline else "no",
    )


def _by_domain(panel: Panel) -> DataTable:
    rows: list[tuple[str, ...]] = []
    for run in panel.runs:
        figures = [run.report.by_domain.get(domain) for domain in panel.domains]
        cells = [percent(one.pass_hat_k) if one else UNKNOWN for one in figures]
        rows.append((run.name, *cells, percent(run.report.total.pass_hat_k)))
    heads = [
        f"{domain} ({TRAINED if domain in panel.trained else UNSEEN})" if panel.trained else domain
        for domain in panel.domains
    ]
    return DataTable(("agent", *heads, "mean"), tuple(rows))


def _effort(panel: Panel) -> DataTable:
    rows: list[tuple[str, ...]] = []
    for run in panel.runs:
        used = effort(run.report.episodes, run.report.config.seed)
        rows.append(
            (
                run.name,
                str(used.solved),
                number(used.turns, 1),
                number_span(used.turns, 1),
                number(used.tool_calls, 1),
                number_span(used.tool_calls, 1),
                number(used.tokens, 0),
                number_span(used.tokens, 0),
                number(used.cost, 4),
                number_span(used.cost, 4),
            )
        )
    heads = ("turns", "95%", "tool calls", "95%", "tokens", "95%", "US$", "95%")
    return DataTable(("agent", "trials passed", *heads), tuple(rows))


def _rivals(panel: Panel) -> DataTable:
    names = {run.report.folder: run.name for run in panel.runs}
    return DataTable(
        ("better", "worse", "tasks", "difference", "95%", "p", "p after Holm"),
        tuple(
            (
                names[one.better.folder],
                names[one.worse.folder],
                str(one.found.tasks),
                points(one.found.difference),
                span(one.found.interval, signed=True),
                f"{one.found.p_value:.4f}",
                f"{one.p_holm:.4f}",
            )
            for one in panel.neighbours
        ),
    )


def _difficulty(panel: Panel) -> DataTable:
    found = panel.difficulty
    half = len(found.tasks) // 2
    chosen = [
        *(("hardest", task) for task in found.hardest[: max(1, half)]),
        *(("easiest", task) for task in found.easiest[:half]),
    ]
    return DataTable(
        ("task", "", "passed, %", "trials", "runs"),
        tuple(
            (plain(task.task_id), which, percent(task.share), str(task.trials), str(task.runs))
            for which, task in chosen
            if found.tasks
        ),
    )


def _groups(panel: Panel) -> DataTable:
    k = panel.k
    return DataTable(
        ("agent", "by", "group", "tasks", f"Avg@{k}", "95%", f"Pass^{k}", "95%", "loss"),
        tuple(
            (
                run.name,
                group,
                name,
                str(found.tasks),
                percent(found.avg_at_k),
                span(found.avg_interval),
                percent(found.pass_hat_k),
                span(found.pass_hat_interval),
                percent(found.consistency_loss),
            )
            for run in panel.runs
            for group, names in run.report.by_group.items()
            for name, found in names.items()
        ),
    )


def _effects(material: Material) -> DataTable:
    return DataTable(
        ("agent", "customer", "emotion", "tasks", "with", "without", "effect", "95%", "p"),
        tuple(
            (
                plain(one.agent),
                one.user,
                plain(one.emotion),
                str(one.effect.tasks),
                percent(one.effect.with_emotion),
                percent(one.effect.without_emotion),
                points(one.effect.effect),
                span(one.effect.interval, signed=True),
                f"{one.effect.p_value:.4f}",
            )
            for one in material.effects
        ),
    )


def _published_rows() -> DataTable:
    found = published()
    return DataTable(
        ("agent", "organisation", "thinking", f"Avg@{found.k}", f"Pass^{found.k}", "loss"),
        tuple(
            (
                row.agent,
                row.organisation,
                "yes" if row.thinking else "no",
                f"{row.avg:.1f}",
                f"{row.pass_hat:.1f}",
                f"{row.consistency_loss:.1f}",
            )
            for row in found.rows
        ),
    )


def _published_domains() -> DataTable:
    known = [row for row in published().rows if row.pass_hat_by_domain]
    domains = tuple(sorted({domain for row in known for domain in row.pass_hat_by_domain}))
    return DataTable(
        ("agent", *domains, "mean"),
        tuple(
            (
                row.agent,
                *(f"{row.pass_hat_by_domain[domain]:.0f}" for domain in domains),
                f"{row.pass_hat:.1f}",
            )
            for row in known
        ),
    )
