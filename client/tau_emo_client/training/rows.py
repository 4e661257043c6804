"""The rows of a collection as a trainer reads them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

DATA_FILE = "trl.jsonl"


def load_rows(data: Path) -> Any:
    """The rows of an export in the form `trl-whole`, as a data set.

    Args:
        data: the folder of the export.
    """
    # By file: only so are arguments kept as they are, without the keys of all others.
    from datasets import load_dataset

    return load_dataset(
        "json", data_files=str(data / DATA_FILE), split="train", cache_dir=str(data / "cache")
    )


def texts_of(row: Mapping[str, Any]) -> Iterator[str]:
    """What is written in a row."""
    yield row["tools"]
    for message in [*row["prompt"], *row["completion"]]:
        for name in ("content", "reasoning_content"):
            if message.get(name):
                yield message[name]
        for call in message.get("tool_calls") or ():
            yield str(call["function"])
