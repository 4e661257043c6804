"""TRL: `PYTHON -m benchmarks.trainers.trl EXPORTS MODEL`, with the extra `train`.

MODEL is the folder of a tiny model that `tau-emo tracer train` has trained.
"""

import sys
import tempfile
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer

from benchmarks.trainers.mask import chosen, compare, expected, read, tell

STEPS = 20
LONGEST = 32_768
SHORT = 2048
"""Tokens of a row in the steps that are trained: enough to see the loss move on any machine."""
COMMON: dict[str, Any] = {
    "max_steps": STEPS,
    "learning_rate": 1e-3,
    "per_device_train_batch_size": 1,
    "use_cpu": True,
    "bf16": False,
    "gradient_checkpointing": False,
    "logging_steps": 1,
    "save_strategy": "no",
    "report_to": "none",
    "seed": 0,
}


def rows_of(file: Path, ids: set[str] | None = None) -> Any:
    """A data set of the rows of a file, or of those of some samples."""
    rows = load_dataset("json", data_files=str(file), split="train")
    if ids is None:
        return rows
    return rows.filter(lambda row: row["id"].rpartition("-")[0] in ids)


def sft(model: Path, rows: Any, out: str, **more: Any) -> Any:
    """The trainer."""
    settings = {"max_length": LONGEST, **COMMON, **more}
    return SFTTrainer(
        model=AutoModelForCausalLM.from_pretrained(model),
        args=SFTConfig(output_dir=out, **settings),
        train_dataset=rows,
        processing_class=AutoTokenizer.from_pretrained(model),
    )


def masks(exports: Path, model: Path, out: str) -> None:
    """The labels that the trainer uses, after its collation, against the ones made by hand."""
    samples = {row["id"]: row for row in chosen(exports)}
    tokenizer = AutoTokenizer.from_pretrained(model)
    for form in ("trl", "trl-whole"):
        rows = rows_of(exports / form / "trl.jsonl", {*samples})
        trainer = sft(model, rows, out, assistant_only_loss=form == "trl-whole")
        seen: dict[str, list[int]] = {name: [] for name in samples}
        count = learnt = 0
        for at in range(0, len(rows), 2):
            pair = [*range(at, min(at + 2, len(rows)))]
            batch = trainer.data_collator([trainer.train_dataset[one] for one in pair])
            for place, one in enumerate(pair):
                row, real = rows[one], batch["attention_mask"][place].bool()
                sample = samples[row["id"].rpartition("-")[0]]
                first = len(row["prompt"])
                end = first + len(row["completion"])
                wanted = expected(sample, tokenizer, first=first, end=end)
                tokens, labels = (batch[key][place][real] for key in ("input_ids", "labels"))
                assert (batch["labels"][place][~real] == -100).all()
                learnt += compare(row["id"], tokens.tolist(), labels.tolist(), wanted, tokenizer)
                count += len(wanted[0])
                seen[sample["id"]] += [
                    at for at in range(first, end) if sample["messages"][at]["role"] == "assistant"
                ]
        for name, places in seen.items():
            trainable = [at for at, one in enumerate(samples[name]["messages"]) if one["trainable"]]
            assert sorted(places) == trainable, name
        tell(
            f"| {form} | {len(samples)} samples, {len(rows)} rows | {count:,} tokens compared, "
            f"{learnt:,} learnt, each step once |",
        )


def packing(exports: Path, model: Path, out: str) -> None:
    """A packed row has the labels of its parts, and none of them sees another."""
    rows = rows_of(exports / "trl-whole" / "trl.jsonl").select(range(4))
    apart = sft(model, rows, out, assistant_only_loss=True)
    packed = sft(model, rows, out, assistant_only_loss=True, packing=True, max_length=2 * LONGEST)
    batch = packed.data_collator([packed.train_dataset[0]])
    starts = [*batch["cu_seq_lens_q"].tolist()]
    parts = {tuple(one["input_ids"]): one["labels"] for one in apart.train_dataset}
    with torch.inference_mode():
        together = packed.model.eval()(
            input_ids=batch["input_ids"], position_ids=batch["position_ids"], use_cache=False
        )["logits"]
        worst = 0.0
        for start, end in pairwise(starts):
            tokens = batch["input_ids"][0, start:end]
            labels = batch["labels"][0, start:end].tolist()
            assert labels[1:] == parts[tuple(tokens.tolist())][1:]
            alone = packed.model(input_ids=tokens[None], use_cache=False)["logits"]
            worst = max(worst, (alone[0] - together[0, start:end]).abs().max().item())
    assert worst < 1e-3, worst
    tell(
        f"| packing | {len(starts) - 1} conversations in a row | same labels; logits differ by at "
        f"most {worst:.0e} from those alone |",
    )


def steps(exports: Path, model: Path, out: str) -> None:
    """Twenty steps with each form."""
    for form in ("trl", "trl-whole"):
        rows = rows_of(exports / form / "trl.jsonl").map(_short)
        trainer = sft(model, rows, out, assistant_only_loss=form == "trl-whole")
        _train(f"SFT, {form}", trainer)
    config = {**COMMON, "learning_rate": 1e-4}
    trainer = DPOTrainer(
        model=AutoModelForCausalLM.from_pretrained(model),
        args=DPOConfig(output_dir=out, max_length=LONGEST, **config),
        train_dataset=rows_of(exports / "preference" / "preference.jsonl").map(_short),
        processing_class=AutoTokenizer.from_pretrained(model),
    )
    _train("DPO, preference", trainer)


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """Without tools, and with the beginning of the policy: a step of a CPU in a second."""
    system, *rest = row["prompt"]
    return {"prompt": [{**system, "content": system["content"][:SHORT]}, *rest], "tools": "[]"}


def _train(name: str, trainer: Any) -> None:
    trainer.train()
    losses = [one["loss"] for one in trainer.state.log_history if "loss" in one]
    assert len(losses) == STEPS, len(losses)
    tell(f"| {name} | {STEPS} steps | loss {losses[0]:.3f} to {losses[-1]:.3f} |")


def loading(exports: Path) -> None:
    """Every file is read by `datasets`, row for row."""
    for file in sorted(exports.glob("*/*.jsonl")):
        rows = load_dataset("json", data_files=str(file), split="train")
        same = sum(one == other for one, other in zip(rows, read(file), strict=True))
        tell(f"| {file.parent.name} | {len(rows)} rows | {same} as they were written |")
    for file in sorted(exports.glob("*/*.parquet")):
        rows = load_dataset("parquet", data_files=str(file), split="train")
        tell(
            f"| {file.parent.name} | {len(rows)} rows | {len(rows.features)} columns |", flush=True
        )


def main() -> None:
    """Check and print a Markdown table; what the trainer says goes to standard error."""
    exports, model = (Path(one) for one in sys.argv[1:3])
    tell("| TRL | What | Outcome |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as out:
        loading(exports)
        masks(exports, model, out)
        packing(exports, model, out)
        steps(exports, model, out)


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        main()
