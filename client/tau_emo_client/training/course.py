"""What both trainers have in common: how a training begins and how it ends."""

import shutil
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tau_emo_client.training.folder import MODEL_FOLDER, Training, read_training, write_course
from tau_emo_client.training.recipe import Recipe, TrainingError

TOLD = ("torch", "transformers", "trl", "peft", "datasets", "accelerate")
"""The packages whose versions are kept."""
LOGGED = ("step", "loss", "reward", "mean_token_accuracy", "tools/call_frequency")


def run_by_folder(train: Callable[[Path, Training], None]) -> int:
    """Train what the folder says that stands on the command line; the exit status."""
    folder = Path(sys.argv[1])
    try:
        train(folder, read_training(folder))
    except TrainingError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


def lora(recipe: Recipe) -> Any:
    """The configuration of the adapters; None: all weights are trained."""
    if recipe.lora is None:
        return None
    from peft import LoraConfig

    return LoraConfig(**{"task_type": "CAUSAL_LM", **recipe.lora})


def finish(trainer: Any, tokenizer: Any, folder: Path, **more: int) -> None:
    """Write the model, and how its training went. The folder of the model appears when it is
    whole.

    Args:
        trainer: that has trained.
        tokenizer: goes with the model.
        folder: of the training.
        more: further figures.
    """
    model = trainer.accelerator.unwrap_model(trainer.model)
    part = folder / f"{MODEL_FOLDER}.part"
    if not trainer.is_world_process_zero():
        return
    shutil.rmtree(part, ignore_errors=True)
    if hasattr(model, "merge_and_unload"):
        model = model.merge_and_unload()
    model.save_pretrained(part)
    tokenizer.save_pretrained(part)
    write_course(folder, {**more, **_course(trainer.state)})
    part.replace(folder / MODEL_FOLDER)


def _course(state: Any) -> dict[str, Any]:
    steps = [
        {name: entry[name] for name in LOGGED if name in entry}
        for entry in state.log_history
        if "loss" in entry
    ]
    ended: Mapping[str, Any] = state.log_history[-1] if state.log_history else {}
    return {
        "steps": state.global_step,
        "epochs": round(state.epoch or 0, 4),
        "seconds": round(ended.get("train_runtime", 0), 1),
        "logged": steps,
        "versions": {name: version(name) for name in TOLD},
    }
