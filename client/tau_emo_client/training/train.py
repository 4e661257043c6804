"""The whole course: export, train, serve, evaluate. Each step that is done stays done."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tau_emo_client.collecting.folder import checked_card
from tau_emo_client.corpus.export import TRL_WHOLE, export
from tau_emo_client.training.folder import (
    DATA_FOLDER,
    EVALUATION_FOLDER,
    MODEL_FOLDER,
    Training,
    open_training,
)
from tau_emo_client.training.recipe import TINY, Recipe, TrainingError
from tau_emo_client.training.serving import served

NAME = "trained"
"""What the served model is called, unless the options of the evaluation say otherwise."""


@dataclass(frozen=True)
class Course:
    """What is to be done."""

    recipe: Recipe
    out: Path
    collection: Path | None = None
    """What is learnt from; None for GRPO, which tries tasks."""
    domains: Sequence[str] = ()
    """Whose tasks GRPO tries."""
    launcher: str | None = None
    """The command that starts the trainer's module; None: this Python."""

    def training(self) -> Training:
        """What decides what comes of it.

        Raises:
            TrainingError: the recipe wants something else to learn from.
            CollectionError: it is no finished collection.
        """
        if self.recipe.trainer == "sft":
            if self.collection is None:
                raise TrainingError("this recipe learns from a collection; name its folder")
            card = checked_card(self.collection)
            return Training(
                recipe=self.recipe, trajectories_sha256=str(card["trajectories_sha256"])
            )
        if self.collection is not None:
            raise TrainingError("this recipe tries tasks; name no collection, but --domain")
        if self.recipe.model == TINY:
            raise TrainingError(
                "this recipe goes on with a model; name the folder of one by --model"
            )
        return Training(recipe=self.recipe, domains=tuple(sorted(self.domains)))


def train(course: Course) -> None:
    """Train, unless that is done.

    Args:
        course: what is to be done.

    Raises:
        TrainingError: it cannot be done so.
        CollectionError: the collection cannot be exported.
        OSError: the folder cannot be written.
    """
    training = course.training()
    open_training(course.out, training)
    if (course.out / MODEL_FOLDER).exists():
        return
    data = course.out / DATA_FOLDER
    if course.collection is not None and not data.exists():
        export(course.collection, TRL_WHOLE, data)
    words = shlex.split(course.launcher) if course.launcher else [sys.executable]
    module = f"tau_emo_client.training.{training.recipe.trainer}"
    _run([*words, "-m", module, str(course.out)], "the training")


def evaluate(course: Course, server: str, port: int, options: Sequence[str]) -> int:
    """Serve what was trained and measure it; ends in the table of `tau-emo eval`.

    Args:
        course: what was done.
        server: what serves the model.
        port: its port.
        options: further ones of `tau-emo eval`.

    Returns:
        The exit status of the evaluation.

    Raises:
        TrainingError: the model cannot be served.
    """
    folder = course.out / EVALUATION_FOLDER
    with served(server, course.out / MODEL_FOLDER, NAME, port) as endpoint:
        words = [
            "--agent-endpoint", endpoint,
            "--agent-model", NAME,
            "--out", str(folder),
            *course.recipe.evaluation,
            *options,
        ]  # fmt: skip
        command = [sys.executable, "-m", "tau_emo_client", "eval", *words]
        return subprocess.run(command, check=False).returncode  # noqa: S603 - our own


def _run(words: Sequence[str], what: str) -> None:
    try:
        done = subprocess.run(words, stdout=sys.stderr, check=False)  # noqa: S603 - the user's
    except OSError as error:
        raise TrainingError(f"{words[0]} cannot be started: {error}") from error
    if done.returncode:
        raise TrainingError(
            f"{what} ended with status {done.returncode}; see above. The same command goes on"
        )
