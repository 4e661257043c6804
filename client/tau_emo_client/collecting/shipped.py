"""The shipped sets: they are made anew from their seed, and pinned by digests."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import JsonValue

from tau_emo_client.collecting.folder import checked_card, read_trajectories
from tau_emo_client.collecting.trajectory import Trajectory
from tau_emo_db.files import replace_file

_DIGITS = 16
"""So many hex digits of a digest are kept of each trajectory."""


@cache
def shipped_card(preset: str) -> Mapping[str, JsonValue]:
    """The card of a shipped set.

    Args:
        preset: `high` or `low`.
    """
    card: dict[str, JsonValue] = json.loads(_text(f"{preset}.json"))
    return card


@cache
def shipped_digests() -> Mapping[str, str]:
    """For each trajectory of the set `high`, by id, what `short_digest` gives."""
    rows = (line.partition("\t") for line in _text("high.tsv").splitlines())
    return {key: digest for key, _, digest in rows}


def short_digest(trajectory: Trajectory) -> str:
    """The first 16 hex digits of the SHA-256 of a trajectory's line."""
    return hashlib.sha256(trajectory.model_dump_json().encode()).hexdigest()[:_DIGITS]


def pin(high: Path, low: Path, into: Path) -> None:
    """Take two new collections as the shipped sets.

    Args:
        high: the folder of the collection with the preset `high`.
        low: the same with `low`.
        into: the folder with the pins, in a clone.

    Raises:
        CollectionError: one of both is no finished collection.
    """
    for preset, folder in (("high", high), ("low", low)):
        text = json.dumps(checked_card(folder), ensure_ascii=False, indent=2)
        replace_file(into / f"{preset}.json", f"{text}\n".encode())
    rows = (f"{one.id}\t{short_digest(one)}\n" for one in read_trajectories(high))
    replace_file(into / "high.tsv", "".join(rows).encode())


def is_shipped(card: Mapping[str, JsonValue], preset: str) -> bool | None:
    """Whether a collection is the shipped set; None if it was asked for something else."""
    pinned = shipped_card(preset)
    if card["settings_sha256"] != pinned["settings_sha256"]:
        return None
    return card["trajectories_sha256"] == pinned["trajectories_sha256"]


def _text(name: str) -> str:
    folder = files("tau_emo_client.collecting") / "shipped"
    return (folder / name).read_text("utf-8")
