"""The folder of a training: what was asked for, and what has come of it so far."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from tau_emo_client.run.config import differing
from tau_emo_client.training.recipe import Recipe, TrainingError
from tau_emo_db import BENCHMARK_VERSION
from tau_emo_db.files import replace_file

SETTINGS_FILE = "training.json"
DATA_FOLDER = "data"
BASE_FOLDER = "base"
"""The tiny model before training."""
CHECKPOINTS_FOLDER = "checkpoints"
MODEL_FOLDER = "model"
"""The trained model, for any server: LoRA's weights are merged into it."""
COURSE_FILE = "course.json"
"""How the training went."""
EVALUATION_FOLDER = "evaluation"


class Training(BaseModel):
    """What is trained, on what."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Recipe
    trajectories_sha256: str | None = None
    """Of the collection; None: no collection is learnt from."""
    domains: tuple[str, ...] = ()
    """Whose train tasks are tried."""
    benchmark_version: str = BENCHMARK_VERSION


def open_training(folder: Path, training: Training) -> None:
    """Make the folder of a training, or see that it is the one of the same training.

    Raises:
        TrainingError: it holds another training, or something that is none.
        OSError: it cannot be written.
    """
    file = folder / SETTINGS_FILE
    asked = training.model_dump(mode="json")
    if file.exists():
        different = [*differing(asked, read_training(folder).model_dump(mode="json"))]
        if different:
            raise TrainingError(
                f"{folder} holds another training; use another --out. They differ in "
                + "; ".join(different)
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise TrainingError(f"{folder} exists and is no training; choose another --out")
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(file, _as_file(asked))


def read_training(folder: Path) -> Training:
    """What is trained in a folder.

    Raises:
        TrainingError: it holds no training of this version.
    """
    try:
        return Training.model_validate_json((folder / SETTINGS_FILE).read_bytes())
    except (OSError, ValidationError) as error:
        raise TrainingError(f"{folder} holds no training that can be read: {error}") from error


def base_model(folder: Path, training: Training) -> str:
    """Where the model stands that is trained."""
    base = folder / BASE_FOLDER
    return str(base) if base.exists() else training.recipe.model


def checkpoint(folder: Path) -> str | None:
    """The latest whole checkpoint; None if there is none.

    The state of the trainer is written last, so one without it was cut off.
    """
    states = (folder / CHECKPOINTS_FOLDER).glob("checkpoint-*/trainer_state.json")
    found = {int(state.parent.name.rpartition("-")[2]): state.parent for state in states}
    return str(found[max(found)]) if found else None


def write_course(folder: Path, course: Mapping[str, Any]) -> None:
    """Keep how the training went.

    Raises:
        OSError: the folder cannot be written.
    """
    replace_file(folder / COURSE_FILE, _as_file(course))


def read_course(folder: Path) -> dict[str, Any]:
    """How the training went.

    Raises:
        TrainingError: it has not ended.
    """
    try:
        return json.loads((folder / COURSE_FILE).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise TrainingError(f"the training in {folder} has not ended: {error}") from error


def _as_file(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
