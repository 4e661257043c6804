"""Where output goes: results to standard output, everything else to standard error."""

import json
import sys


def print_json(value: object) -> None:
    """Print one JSON value on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def print_line(text: str) -> None:
    """Print a line on standard output."""
    sys.stdout.write(text + "\n")


def shown(text: str) -> str:
    """A text from outside as it may stand in a line of a terminal: no line ends, and no control
    characters, which could move the cursor or change what stands elsewhere."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
