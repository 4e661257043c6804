"""How the command line says what went wrong: one line on standard error, and a status."""

import sys
from collections.abc import Sequence

import typer
from typer.exceptions import TyperException

DONE, FAILURES, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130


class UsageProblem(Exception):  # noqa: N818 - shown to the user, never as a traceback
    """Something the user asked for cannot be done; the message says what to change."""


def run_app(app: typer.Typer, arguments: Sequence[str], name: str) -> None:
    """Run a command and exit with its status."""
    try:
        status = app(list(arguments), prog_name=name, standalone_mode=False)
    except UsageProblem as problem:
        status = _say(str(problem))
    except TyperException as problem:
        format_message = getattr(problem, "format_message", None)
        status = _say(format_message() if format_message else str(problem))
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("interrupted\n")
        status = INTERRUPTED
    sys.exit(status if isinstance(status, int) else DONE)


def _say(message: str) -> int:
    sys.stderr.write(f"error: {' '.join(message.split())}\n")
    return BAD_USAGE
