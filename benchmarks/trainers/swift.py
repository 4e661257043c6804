"""ms-swift: `PYTHON -m benchmarks.trainers.swift EXPORTS MODEL`."""

import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from swift import get_processor, get_template, load_dataset
from swift.arguments import SftArguments
from swift.dataset import EncodePreprocessor
from swift.pipelines import sft_main

from benchmarks.trainers.mask import chosen, compare, end_of, expected, read, tell

STEPS = 20
LONGEST = 32_768


def masks(exports: Path, model: Path) -> None:
    """The labels after its own loading, encoding and collation."""
    file = exports / "swift" / "swift.jsonl"
    rows, _ = load_dataset([str(file)], shuffle=False)
    names = [row["id"] for row in read(file)]
    assert len(rows) == len(names)
    processor = get_processor(str(model), model_type="qwen3")
    template = get_template(processor, template_type="qwen3", max_length=LONGEST)
    template.set_mode("train")
    encoded = EncodePreprocessor(template=template)(rows, num_proc=1, strict=True)
    count = learnt = 0
    samples = chosen(exports)
    for sample in samples:
        batch = template.data_collator([encoded[names.index(sample["id"])]])
        tokens, labels = (batch[key][0].tolist() for key in ("input_ids", "labels"))
        wanted = expected(sample, template.tokenizer, end=end_of(sample))
        learnt += compare(sample["id"], tokens, labels, wanted, template.tokenizer)
        count += len(tokens)
    tell(
        f"| swift | {len(rows)} rows loaded; {len(samples)} samples | {count:,} tokens compared, "
        f"{learnt:,} learnt |",
    )


def main() -> None:
    """Check and print a Markdown table; what the trainer says goes to standard error."""
    exports, model = (Path(one) for one in sys.argv[1:3])
    tell("| ms-swift | What | Outcome |\n|---|---|---|")
    masks(exports, model)
    with tempfile.TemporaryDirectory() as out:
        told = sft_main(
            SftArguments(
                model=str(model),
                model_type="qwen3",
                template="qwen3",
                dataset=[str(exports / "swift" / "swift.jsonl")],
                tuner_type="full",
                torch_dtype="float32",
                use_cpu=True,
                max_length=LONGEST,
                max_steps=STEPS,
                learning_rate=1e-3,
                per_device_train_batch_size=1,
                gradient_accumulation_steps=1,
                logging_steps=1,
                save_strategy="no",
                report_to=[],
                output_dir=out,
                seed=0,
            )
        )
    losses = [one["loss"] for one in told["log_history"] if "loss" in one]
    assert len(losses) == STEPS, len(losses)
    tell(f"| swift | {STEPS} steps | loss {losses[0]:.3f} to {losses[-1]:.3f} |")


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        main()
