"""`tau-emo report`: what came out of runs, in tables, figures and one page."""

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_client.report.material import Material

NO_PICTURES = "figures and report.html need matplotlib: pip install 'tau-emo[report]'"


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.")],
    group: Annotated[
        list[str] | None,
        typer.Option(
            "--group",
            envvar="TAU_EMO_GROUP",
            help="NAME=RUN,RUN…: these of the runs stand under one name in figures; "
            "may be repeated.",
        ),
    ] = None,
    trained: Annotated[
        list[str] | None,
        typer.Option(
            "--trained",
            envvar="TAU_EMO_TRAINED",
            help="A domain that agents were trained on; may be repeated. Figures of success are "
            "then drawn for these and the other domains too.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            envvar="TAU_EMO_REPORT_OUT",
            help="The folder of the page and its figures. Default: report in the folder of the "
            "run, or with several runs in this folder; with --json nothing is written.",
        ),
    ] = None,
    published: Annotated[
        bool,
        typer.Option(
            "--published",
            envvar="TAU_EMO_PUBLISHED",
            help="Show the results that the reference benchmark published, too.",
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            envvar="TAU_EMO_WORKERS",
            help="Processes that read at once; default: one a core.",
            min=1,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Tables and figures of runs, and the effect of emotion between two runs of one agent."""
    from tau_emo_client.comparison import CannotCompare
    from tau_emo_client.report.folder import FolderError, check_folder
    from tau_emo_client.report.material import Unfit, gather
    from tau_emo_client.run.store import RunError

    pictures = find_spec("matplotlib") is not None
    to = out or (None if json else _default(runs))
    try:
        if to and pictures:
            check_folder(to)
        found = gather(
            runs,
            groups=_groups(group or []),
            trained=tuple(trained or ()),
            workers=workers or os.cpu_count() or 1,
        )
        if json:
            print_json(found.as_json())
        else:
            _show(found, published)
        if to and pictures:
            _write(found, to)
    except (RunError, CannotCompare, Unfit, FolderError) as error:
        raise UsageProblem(str(error)) from error
    if to:
        typer.echo(f"report: {to / 'report.html'}" if pictures else NO_PICTURES, err=json)


def _default(runs: Sequence[Path]) -> Path:
    return runs[0] / "report" if len(runs) == 1 else Path("report")


def _groups(given: Sequence[str]) -> dict[str, tuple[Path, ...]]:
    groups: dict[str, tuple[Path, ...]] = {}
    for text in given:
        name, _, folders = text.partition("=")
        members = tuple(Path(folder) for folder in folders.split(",") if folder.strip())
        if not name.strip() or not members:
            raise UsageProblem(f"--group is {text!r}; write NAME=RUN,RUN…")
        if name.strip() in groups:
            raise UsageProblem(f"--group {name.strip()} is given twice; name all its runs in one")
        groups[name.strip()] = members
    return groups


def _show(found: "Material", published: bool) -> None:
    from rich.console import Console

    from tau_emo_client.report.tables import shown, shown_published

    console = Console()
    for part in shown(found):
        console.print(part)
    for effect in found.effects:
        print_line(effect.line())
    if published:
        console.print(shown_published())


def _write(found: "Material", to: Path) -> None:
    from tau_emo_client.report.folder import write_folder
    from tau_emo_client.report.page import files

    write_folder(to, files(found))
