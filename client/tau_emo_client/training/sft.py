"""Learning from a collection: `python -m tau_emo_client.training.sft FOLDER`.

`tau-emo tracer train` makes the folder and starts this; so can a launcher for several GPUs.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from transformers import AutoTokenizer
from trl import SFTConfig, SFTTrainer

from tau_emo_client.training.course import finish, lora, run_by_folder
from tau_emo_client.training.folder import (
    BASE_FOLDER,
    CHECKPOINTS_FOLDER,
    DATA_FOLDER,
    Training,
    base_model,
    checkpoint,
)
from tau_emo_client.training.recipe import TINY, TrainingError
from tau_emo_client.training.rows import load_rows, texts_of
from tau_emo_client.training.tokens import prepare


def train(folder: Path, training: Training) -> None:
    """Train to the end, from the last checkpoint if there is one.

    Args:
        folder: of the training, with the exported rows.
        training: what is trained.

    Raises:
        TrainingError: the settings do not fit the rows.
    """
    config = SFTConfig(
        output_dir=str(folder / CHECKPOINTS_FOLDER), report_to="none", **training.recipe.settings
    )
    rows = load_rows(folder / DATA_FOLDER)
    if training.recipe.model == TINY:
        _make_tiny(folder, rows, config)
    tokenizer: Any = AutoTokenizer.from_pretrained(base_model(folder, training))
    prepare(tokenizer)
    longest = max(_lengths(rows, tokenizer))
    if config.max_length is not None and longest > config.max_length:
        raise TrainingError(
            f"the longest conversation has {longest:,} tokens, and max_length is "
            f"{config.max_length:,}: its end would be cut off. Raise max_length, or collect with "
            "--most-steps"
        )
    trainer = SFTTrainer(
        model=base_model(folder, training),
        args=config,
        train_dataset=rows,
        processing_class=tokenizer,
        peft_config=lora(training.recipe),
    )
    trainer.train(resume_from_checkpoint=checkpoint(folder))
    finish(trainer, tokenizer, folder, rows=len(rows), longest=longest)


def _make_tiny(folder: Path, rows: Any, config: SFTConfig) -> None:
    """All processes are given the same model: the first one makes it."""
    with config.main_process_first():
        base = folder / BASE_FOLDER
        if base.exists():
            return
        from tau_emo_client.training.tiny import make_tiny

        part = folder / f"{BASE_FOLDER}.part"
        make_tiny((text for row in rows for text in texts_of(row)), part, config.seed)
        part.replace(base)


def _lengths(rows: Any, tokenizer: Any) -> Iterator[int]:
    for row in rows:
        messages = [*row["prompt"], *row["completion"]]
        yield len(
            tokenizer.apply_chat_template(
                messages, tools=json.loads(row["tools"]), return_dict=False
            )
        )


if __name__ == "__main__":
    sys.exit(run_by_folder(train))
