"""`tau-emo tracer`: make tasks, step by step. Each step goes on where it was stopped."""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.collecting import collect, export
from tau_emo_client.cli.database import chosen
from tau_emo_client.cli.doors import EndpointOptions
from tau_emo_client.cli.options import DomainsOption, JsonOption, SplitOption, WorkersOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import DONE, FAILURES, UsageProblem, need
from tau_emo_client.cli.training import train

if TYPE_CHECKING:
    from tau_emo_tasks.tracer.coverage import Coverage
    from tau_emo_tasks.tracer.workshop import Settings, Workshop

tracer = typer.Typer(
    help="Make tasks, step by step.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

tracer.command("collect")(collect)
tracer.command("export")(export)
tracer.command("train")(train)

FolderOption = Annotated[
    Path,
    typer.Option(
        "--out", envvar="TAU_EMO_TRACER_OUT", help="The folder in which the tasks are made."
    ),
]


@tracer.command()
def graph(
    domain: DomainsOption = None,
    pictures: Annotated[
        Path | None,
        typer.Option(
            envvar="TAU_EMO_PICTURES", help="A folder for a picture (SVG) of each domain's graph."
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Check which tool may follow which. Exit status 1 if something is wrong."""
    need("tracer", "jmespath", *(("matplotlib", "networkx") if pictures else ()))
    from tau_emo_tasks.tracer.graph import problems, tool_graph

    found: dict[str, object] = {}
    wrong: list[str] = []
    for name in _traced(domain):
        graph = tool_graph(name)
        wrong += [f"{name}: {text}" for text in problems(name, graph)]
        found[name] = {"edges": len(graph.edges), "start": list(graph.start)}
        if pictures:
            _draw(name, pictures)
        if not json:
            for edge in graph.edges:
                print_line("\t".join((name, edge.source, edge.target, edge.when, edge.verdict)))
    if json:
        print_json({"domains": found, "problems": wrong})
    for text in wrong:
        typer.echo(text, err=True)
    return FAILURES if wrong else DONE


def _draw(domain: str, folder: Path) -> None:
    from tau_emo_db.files import replace_file
    from tau_emo_tasks.tracer.picture import graph_picture

    with _told_errors():
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / f"{domain}.svg", graph_picture(domain).encode())


@tracer.command()
def sample(
    out: FolderOption,
    domain: DomainsOption = None,
    split: SplitOption = "test",
    count: Annotated[
        int | None,
        typer.Option(
            envvar="TAU_EMO_COUNT",
            help="Tasks of each domain; default: as many as the hand-written ones leave of 70 or "
            "50, for train of 240.",
            min=1,
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(envvar="TAU_EMO_TRACER_SEED", help="The same seed gives the same tasks.")
    ] = "0",
) -> None:
    """Walk over the tools, on copies of the base, for so many tasks and some to spare."""
    from tau_emo_tasks.tracer.pipeline import sample as step
    from tau_emo_tasks.tracer.pipeline import wanting
    from tau_emo_tasks.tracer.workshop import Settings

    if split not in ("test", "train"):
        raise UsageProblem(f"--split is {split!r}; it is test or train")
    wanted = {name: count or wanting(name, split) for name in _traced(domain)}
    workshop = _workshop(out, Settings(split=split, seed=seed, counts=wanted))
    with _told_errors(), _progress("walking") as progress:
        step(workshop, progress)


@tracer.command()
def refine(
    out: FolderOption,
    workers: WorkersOption = None,
    writer_endpoint: Annotated[
        str | None,
        typer.Option(
            envvar="TAU_EMO_WRITER_ENDPOINT",
            help="Base URL of a chat-completions endpoint whose model rewrites the texts. "
            "Its key stands in TAU_EMO_WRITER_API_KEY.",
        ),
    ] = None,
    writer_model: Annotated[
        str | None, typer.Option(envvar="TAU_EMO_WRITER_MODEL", help="The name of that model.")
    ] = None,
    writer_extra: Annotated[
        str | None,
        typer.Option(
            envvar="TAU_EMO_WRITER_EXTRA",
            help="Further request fields as a JSON object; null takes one out.",
        ),
    ] = None,
) -> None:
    """Put the walks into words and scripts, and verify each."""
    from tau_emo_client.rewriting.writer import model_writer
    from tau_emo_tasks.tracer.pipeline import refine_traces

    workshop = _workshop(out)
    given = EndpointOptions("writer", writer_endpoint, writer_model, writer_extra, None, None)
    asked = bool(writer_endpoint or writer_model or writer_extra)
    with _told_errors(), _progress("refining") as progress:
        writer = model_writer(given.settings(), workshop.settings.seed) if asked else None
        refine_traces(workshop, progress, workers or os.cpu_count() or 1, writer)


@tracer.command()
def mix(out: FolderOption) -> None:
    """Give each task a condition, a feeling and a persona."""
    need("tracer", "scipy", "sklearn")
    from tau_emo_tasks.tracer.pipeline import mix as step

    workshop = _workshop(out)
    with _told_errors():
        step(workshop)


@tracer.command()
def verify(out: FolderOption, workers: WorkersOption = None, json: JsonOption = False) -> int:
    """Verify the finished tasks, each and all together. Exit status 1 if one is not sound."""
    need("tracer", "jinja2")
    from dataclasses import asdict

    from tau_emo_tasks.tracer.pipeline import covered
    from tau_emo_tasks.tracer.pipeline import verify as step

    workshop = _workshop(out)
    with _told_errors(), _progress("verifying") as progress:
        wrong = list(step(workshop, progress, workers or os.cpu_count() or 1))
        found = covered(workshop)
    if json:
        print_json({"problems": wrong, "coverage": [asdict(one) for one in found]})
    else:
        for text in wrong:
            print_line(text)
        for one in found:
            print_line(_coverage_line(one))
    return FAILURES if wrong else DONE


@tracer.command()
def publish(out: FolderOption) -> None:
    """Put the finished tasks into the benchmark, behind the hand-written ones of their split."""
    from tau_emo_tasks.tracer.pipeline import publish as step

    with _told_errors():
        for file, count in step(_workshop(out)):
            print_line(f"{file}: {count} tasks")


def _coverage_line(one: "Coverage") -> str:
    unused = f"; unused tools: {', '.join(one.unused_tools)}" if one.unused_tools else ""
    return (
        f"{one.domain}: {one.tasks} tasks, {one.intents} intents, {one.conditions} conditions, "
        f"{one.refusals:.0%} refusals, {one.hand_offs:.0%} hand-offs, {one.several:.0%} with "
        f"several intents, {one.arithmetic:.0%} with arithmetic, {one.median_calls:g} calls in "
        f"the middle{unused}"
    )


def _traced(domain: list[str] | None) -> list[str]:
    """The domains asked for that have recipes; all of them by default."""
    from tau_emo_tasks.tracer.recipe import traced_domains

    known = traced_domains()
    names = list(chosen(None, domain))
    if domain and (missing := [name for name in names if name not in known]):
        raise UsageProblem(
            f"there are no recipes for {', '.join(missing)}; there are for {', '.join(known)}"
        )
    return [name for name in names if name in known]


def _workshop(folder: Path, settings: "Settings | None" = None) -> "Workshop":
    from tau_emo_tasks.tracer.workshop import Workshop

    with _told_errors():
        return Workshop(folder, settings)


@contextmanager
def _told_errors() -> Generator[None]:
    """Errors of a step as one line that says what to change."""
    from tau_emo_client.players import PlayerError
    from tau_emo_tasks.tracer.workshop import TracerError

    try:
        yield
    except (TracerError, PlayerError, OSError) as error:
        raise UsageProblem(str(error)) from None


@contextmanager
def _progress(what: str) -> Generator[Callable[[str, int, int], None]]:
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as bar:
        steps: dict[str, TaskID] = {}

        def report(domain: str, done: int, total: int) -> None:
            if domain not in steps:
                steps[domain] = bar.add_task(f"{what} {domain}", total=total)
            bar.update(steps[domain], completed=done)

        yield report
