"""The card of a collection as a page to read."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue


def card_page(card: Mapping[str, JsonValue]) -> str:
    """A card as Markdown: a table of its figures, and one for each group.

    Args:
        card: the card; the values that are objects of numbers become tables of their own.
    """
    single = {name: value for name, value in card.items() if not isinstance(value, dict)}
    lines = ["# Training trajectories", "", *_table(single)]
    for name, value in card.items():
        if isinstance(value, dict) and value:
            lines += ["", f"## {_words(name)}", "", *_table(value)]
    return "\n".join([*lines, ""])


def _table(values: Mapping[str, JsonValue]) -> list[str]:
    rows = [f"| {_words(name)} | {_cell(value)} |" for name, value in values.items()]
    return ["| | |", "|---|---|", *rows]


def _words(name: str) -> str:
    # The name of a file stays as it is.
    return name if "." in name else name.replace("_", " ")


def _cell(value: JsonValue) -> str:
    if isinstance(value, dict):
        inner = cast("dict[str, JsonValue]", value)
        return ", ".join(f"{_words(name)} {_cell(one)}" for name, one in inner.items())
    # Names of agents and texts of theirs are other people's words.
    text = " ".join(str(value).split())
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
