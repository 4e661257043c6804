"""LLaMA-Factory: `PYTHON -m benchmarks.trainers.llamafactory EXPORTS MODEL`."""

import sys
import tempfile
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import transformers  # noqa: F401 - before the stand-in, which it would take for the real one

if find_spec("torchaudio") is None:
    # Read at the import alone, and used for sound only.
    sys.modules["torchaudio"] = ModuleType("torchaudio")

from llamafactory.data import (
    SFTDataCollatorWith4DAttentionMask,
    get_dataset,
    get_template_and_fix_tokenizer,
)
from llamafactory.hparams import get_train_args
from llamafactory.model import load_tokenizer
from llamafactory.train.tuner import run_exp

from benchmarks.trainers.mask import chosen, compare, end_of, expected, read, tell

STEPS = 20


def arguments(exports: Path, model: Path, out: str) -> dict[str, Any]:
    """The settings, as they stand in a file for its command."""
    return {
        "model_name_or_path": str(model),
        "stage": "sft",
        "do_train": True,
        "finetuning_type": "full",
        "dataset_dir": str(exports / "sharegpt"),
        "dataset": "tau_emo",
        "template": "qwen3",
        "cutoff_len": 32_768,
        "output_dir": out,
        "overwrite_cache": True,
        "per_device_train_batch_size": 1,
        "learning_rate": 1e-3,
        "max_steps": STEPS,
        "logging_steps": 1,
        "save_strategy": "no",
        "report_to": "none",
        "use_cpu": True,
        "bf16": False,
        "seed": 0,
    }


def masks(exports: Path, settings: dict[str, Any]) -> None:
    """The labels after its own loading, encoding and collation."""
    model_args, data_args, training_args, _, _ = get_train_args(settings)
    module = load_tokenizer(model_args)
    tokenizer = module["tokenizer"]
    template = get_template_and_fix_tokenizer(tokenizer, data_args)
    data = get_dataset(template, model_args, data_args, training_args, stage="sft", **module)
    rows = data["train_dataset"]
    names = [row["id"] for row in read(exports / "sharegpt" / "sharegpt.jsonl")]
    assert len(rows) == len(names)
    collator = SFTDataCollatorWith4DAttentionMask(
        template=template, pad_to_multiple_of=8, label_pad_token_id=-100, **module
    )
    count = learnt = 0
    samples = chosen(exports, sharegpt=True)
    for sample in samples:
        batch = collator([rows[names.index(sample["id"])]])
        real = batch["attention_mask"][0].bool()
        tokens, labels = (batch[key][0][real].tolist() for key in ("input_ids", "labels"))
        wanted = expected(sample, tokenizer, end=end_of(sample))
        learnt += compare(sample["id"], tokens, labels, wanted, tokenizer)
        count += len(tokens)
    tell(
        f"| sharegpt | {len(rows)} rows loaded; {len(samples)} samples | {count:,} tokens "
        f"compared, {learnt:,} learnt |",
    )


def main() -> None:
    """Check and print a Markdown table; what the trainer says goes to standard error."""
    exports, model = (Path(one) for one in sys.argv[1:3])
    tell("| LLaMA-Factory | What | Outcome |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as out:
        settings = arguments(exports, model, out)
        masks(exports, settings)
        run_exp(settings)
        log = read(Path(out) / "trainer_log.jsonl")
    losses = [one["loss"] for one in log if "loss" in one]
    assert len(losses) == STEPS, len(losses)
    tell(f"| sharegpt | {STEPS} steps | loss {losses[0]:.3f} to {losses[-1]:.3f} |")


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        main()
