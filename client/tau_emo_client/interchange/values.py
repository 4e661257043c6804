"""Files of JSON values: a list, or one value in each line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class InterchangeError(Exception):
    """A file cannot be read as conversations, or a run not be written so; the message says why."""


def values_of(path: Path) -> Iterator[Any]:
    """The values of a file, in order. Lines are read one at a time, a list is read whole.

    Args:
        path: a JSON list, or one JSON value in each line; blank lines are passed over.

    Raises:
        InterchangeError: the file cannot be read, or is no JSON; the message names the line.
    """
    for _, value in numbered_values(path):
        yield value


def numbered_values(path: Path) -> Iterator[tuple[str, Any]]:
    """The same, each with where it stands: `line 3` of a file of lines, `record 3` of a list."""
    try:
        if _is_list(path):
            for number, value in enumerate(_parsed(path, path.read_text("utf-8-sig"), ""), 1):
                yield f"record {number}", value
            return
        # Opened so, lines end at newlines alone, not at separators that JSON texts may hold.
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"line {number}", _parsed(path, line, f", line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise InterchangeError(f"{path} cannot be read: {error}") from error


def _is_list(path: Path) -> bool:
    with path.open(encoding="utf-8-sig") as file:
        while line := file.readline(4096):
            if line.strip():
                return line.lstrip().startswith("[")
    return False


def _parsed(path: Path, text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InterchangeError(f"{path}{where} is no JSON: {error}") from error
