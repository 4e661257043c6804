"""The folder of a collection: what was asked for, the runs, the trajectories and their card."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import JsonValue, ValidationError

from tau_emo_client.collecting.card import card_page
from tau_emo_client.collecting.settings import Settings
from tau_emo_client.collecting.statistics import Statistics
from tau_emo_client.collecting.trajectory import Trajectory
from tau_emo_db import BENCHMARK_VERSION
from tau_emo_db.files import TEMPORARY, replace_file
from tau_emo_tasks.task import canary

SETTINGS_FILE = "collection.json"
TRAJECTORIES_FILE = "trajectories.jsonl"
CARD_FILE = "card.json"
PAGE_FILE = "card.md"
RUN_FOLDER = "run"
CONTRAST_FOLDER = "contrast"
"""The beginning of the names of run folders of other agents; a number follows."""
LICENSE = "MIT"


class CollectionError(Exception):
    """A collection cannot be made or read so; the message says why and what to do."""


def open_folder(folder: Path, settings: Settings) -> None:
    """Make the folder of a collection, or see that it is the one of the same collection.

    Raises:
        CollectionError: it holds another collection, or something that is none.
        OSError: it cannot be written.
    """
    file = folder / SETTINGS_FILE
    if file.exists():
        different = settings.differences(read_settings(folder))
        if different:
            raise CollectionError(
                f"{folder} holds another collection; use another --out. They differ in "
                + "; ".join(different)
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CollectionError(f"{folder} exists and is no collection; choose another --out")
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(file, settings.as_file())


def read_settings(folder: Path) -> Settings:
    """What a collection was asked to hold.

    Raises:
        CollectionError: the folder is no collection of this version.
    """
    file = folder / SETTINGS_FILE
    try:
        return Settings.model_validate_json(file.read_bytes())
    except OSError as error:
        raise CollectionError(f"{folder} is no collection: it has no {SETTINGS_FILE}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise CollectionError(
            f"{file} cannot be read by this version of tau-emo: {where}: {first['msg']}"
        ) from error


def write_trajectories(
    folder: Path,
    trajectories: Iterable[Trajectory],
    settings: Settings,
    played: dict[str, JsonValue],
) -> dict[str, JsonValue]:
    """Write trajectories and card; nobody ever sees half of the one or the other.

    Args:
        folder: the folder of the collection.
        trajectories: in order.
        settings: what was asked for.
        played: how many episodes were played, and why some were left out.

    Returns:
        The card.

    Raises:
        OSError: the folder cannot be written.
    """
    statistics = Statistics()
    digest = hashlib.sha256()
    file = folder / TRAJECTORIES_FILE
    part = file.with_name(file.name + TEMPORARY)
    try:
        with part.open("wb") as out:
            for one in trajectories:
                line = one.model_dump_json().encode() + b"\n"
                digest.update(line)
                out.write(line)
                statistics.add(one)
            out.flush()
            os.fsync(out.fileno())
        # The old card goes first: a card never stands beside trajectories that it is not of.
        (folder / CARD_FILE).unlink(missing_ok=True)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    card: dict[str, JsonValue] = {
        "benchmark_version": BENCHMARK_VERSION,
        "split": settings.run.split,
        "canary": canary(settings.run.split),
        "license": LICENSE,
        "agent": settings.run.agent.name,
        "user": settings.run.user.name,
        "seed": settings.run.seed,
        "settings_sha256": settings.digest(),
        "trajectories_sha256": digest.hexdigest(),
        "quotas": {**settings.quotas},
        "played": played,
        **statistics.as_json(),
    }
    replace_file(folder / PAGE_FILE, card_page(card).encode())
    replace_file(folder / CARD_FILE, _as_file(card))
    return card


def read_card(folder: Path) -> dict[str, JsonValue]:
    """The card of a finished collection.

    Raises:
        CollectionError: there is none.
    """
    try:
        card: dict[str, JsonValue] = json.loads((folder / CARD_FILE).read_text("utf-8"))
    except FileNotFoundError:
        raise CollectionError(
            f"{folder} holds no finished collection: it has no {CARD_FILE}"
        ) from None
    except (OSError, ValueError) as error:
        raise CollectionError(f"{folder / CARD_FILE} cannot be read: {error}") from error
    return card


def read_trajectories(folder: Path) -> Iterator[Trajectory]:
    """The trajectories of a collection, in order.

    Raises:
        CollectionError: there are none, or a line is none; the message names it.
    """
    file = folder / TRAJECTORIES_FILE
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield Trajectory.model_validate_json(line)
                except ValidationError as error:
                    first = error.errors(include_url=False)[0]
                    where = ".".join(map(str, first["loc"])) or "the line"
                    raise CollectionError(
                        f"{file}, line {number}: {where}: {first['msg']}"
                    ) from error
    except OSError as error:
        raise CollectionError(f"{folder} holds no trajectories: {error}") from error


def checked_card(folder: Path) -> dict[str, JsonValue]:
    """The card, once it is clear that the trajectories are those that it is of.

    Raises:
        CollectionError: they are not, or one of both is missing.
    """
    card = read_card(folder)
    try:
        with (folder / TRAJECTORIES_FILE).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CollectionError(f"{folder} holds no trajectories: {error}") from error
    if card.get("trajectories_sha256") != digest:
        raise CollectionError(
            f"{folder / TRAJECTORIES_FILE} is not what {CARD_FILE} is of; collect anew"
        )
    return card


def _as_file(value: JsonValue) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
