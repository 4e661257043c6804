"""`tau-emo submit`: results that others can check."""

from pathlib import Path
from typing import Annotated

import typer

from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import UsageProblem

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
) -> None:
    """Copy finished runs into a folder with their digests and figures."""
    from tau_emo_client.run.store import RunError
    from tau_emo_client.submission.folder import SubmissionError, prepare

    try:
        made = prepare(name, runs, out)
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
            print_line(problem)
        if len(problems) > MOST_SHOWN:
            print_line(f"and {len(problems) - MOST_SHOWN} more")
    else:
        print_line(f"valid: every episode is graded as it says. {CAVEAT}")
    if problems:
        raise typer.Exit(1)
