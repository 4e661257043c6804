"""`tau-emo submit`: results that others can check."""

import os
from pathlib import Path
from typing import Annotated

import typer

from tau_emo_client.cli.options import JsonOption, WorkersOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import UsageProblem
from tau_emo_client.texts import plain

submit = typer.Typer(
    help="Results that others can check.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

MOST_SHOWN = 50
CAVEAT = (
    "This finds inconsistency and careless edits; it cannot prove that a conversation took place."
)


@submit.command("prepare")
def prepare_submission(
    runs: Annotated[list[Path], typer.Argument(help="Folders of finished runs.")],
    out: Annotated[Path, typer.Option("--out", envvar="TAU_EMO_OUT", help="The folder to make.")],
    name: Annotated[
        str, typer.Option("--name", envvar="TAU_EMO_NAME", help="The name to list it under.")
    ],
    organisation: Annotated[
        str, typer.Option("--organisation", envvar="TAU_EMO_ORGANISATION", help="Whose it is.")
    ] = "",
    link: Annotated[
        str,
        typer.Option(
            "--link", envvar="TAU_EMO_LINK", help="An https address where more is said about it."
        ),
    ] = "",
    contact: Annotated[
        str,
        typer.Option(
            "--contact",
            envvar="TAU_EMO_CONTACT",
            help="Whom those who run it again can ask; no page shows it.",
        ),
    ] = "",
) -> None:
    """Copy finished runs into a folder with their digests and figures."""
    from tau_emo_client.run.store import RunError
    from tau_emo_client.submission.folder import SubmissionError, prepare

    try:
        made = prepare(name, runs, out, organisation=organisation, link=link, contact=contact)
    except (SubmissionError, RunError, OSError) as error:
        raise UsageProblem(str(error)) from error
    count = f"{len(made.runs)} run{'s' if len(made.runs) > 1 else ''}"
    print_line(f"{count} of {made.name}, {made.kind}: {out}")


@submit.command("validate")
def validate_submission(
    folder: Annotated[Path, typer.Argument(help="The folder of a submission.")],
    json: JsonOption = False,
) -> None:
    """Check the files of a submission, and grade each of its episodes again."""
    from tau_emo_client.submission.folder import problems_of

    problems = list(problems_of(folder))
    if json:
        print_json({"folder": str(folder), "valid": not problems, "problems": problems})
    elif problems:
        for problem in problems[:MOST_SHOWN]:
            print_line(plain(problem))
        if len(problems) > MOST_SHOWN:
            print_line(f"and {len(problems) - MOST_SHOWN} more")
    else:
        print_line(f"valid: every episode is graded as it says. {CAVEAT}")
    if problems:
        raise typer.Exit(1)


@submit.command("page")
def leaderboard_page(
    out: Annotated[
        Path, typer.Option("--out", envvar="TAU_EMO_OUT", help="The folder for index.html.")
    ],
    folders: Annotated[
        list[Path] | None, typer.Argument(help="The folders of submissions.")
    ] = None,
    re_run: Annotated[
        list[Path] | None,
        typer.Option(
            "--re-run",
            envvar="TAU_EMO_RE_RUN",
            help="A submission whose agent you have run again yourself; may be repeated.",
        ),
    ] = None,
    title: Annotated[
        str, typer.Option("--title", envvar="TAU_EMO_TITLE", help="The heading of the page.")
    ] = "tau-emo leaderboard",
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Make a leaderboard of submissions, after each of their episodes was graded again."""
    from tau_emo_client.submission.leaderboard import RefusedError, entries_of, rankings
    from tau_emo_client.submission.page import page, write_page

    if not folders and not re_run:
        raise UsageProblem("name the folders of submissions")
    try:
        entries = entries_of(folders or (), re_run or (), workers or os.cpu_count() or 1)
        file = write_page(page(entries, title), out)
    except RefusedError as error:
        raise UsageProblem(f"no page was made. {error}") from error
    except OSError as error:
        raise UsageProblem(str(error)) from error
    boards = rankings(entries)
    if json:
        listed = [one.as_json() | {"rank": rank} for _, ranked in boards for rank, one in ranked]
        print_json({"page": str(file), "entries": listed})
        return
    count = f"{len(entries)} entr{'y' if len(entries) == 1 else 'ies'}"
    apart = f" in {len(boards)} rankings" if len(boards) > 1 else ""
    print_line(f"{count}{apart}: {file}")
