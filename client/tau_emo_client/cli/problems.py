"""How the command line says what went wrong: one line on standard error, and a status."""

import sys
from collections.abc import Sequence

import typer
from typer.exceptions import TyperException

DONE, FAILURES, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130


class UsageProblem(Exception):  # noqa: N818 - shown to the user, never as a traceback
    """Something the user asked for cannot be done; the message says what to change."""


def need(extra: str, *modules: str) -> None:
    """Say what to install if libraries are missing.

    Args:
        extra: the extra of the package that brings them.
        modules: what is imported of them.

    Raises:
        UsageProblem: one is missing.
    """
    from importlib.util import find_spec

    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise UsageProblem(f"this needs {', '.join(missing)}; run `pip install 'tau-emo[{extra}]'`")


def run_app(app: typer.Typer, arguments: Sequence[str], name: str) -> None:
    """Run a command and exit with its status."""
    try:
        status = app(list(arguments), prog_name=name, standalone_mode=False)
    except UsageProblem as problem:
        status = _say(str(problem))
    except TyperException as problem:
        text = problem.format_message() if hasattr(problem, "format_message") else str(problem)
        # A group without a command shows its help, which is no complaint.
        status = _show(text) if text.startswith("Usage:") else _say(text)
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("interrupted\n")
        status = INTERRUPTED
    sys.exit(status if isinstance(status, int) else DONE)


def _show(help_text: str) -> int:
    sys.stderr.write(f"{help_text}\n")
    return BAD_USAGE


def _say(message: str) -> int:
    sys.stderr.write(f"error: {' '.join(message.split())}\n")
    return BAD_USAGE
