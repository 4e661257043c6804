"""Writing a collection in the form of a trainer, with a card."""

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tau_emo_client.collecting.card import card_page
from tau_emo_client.collecting.folder import (
    CollectionError,
    checked_card,
    read_settings,
    read_trajectories,
)
from tau_emo_client.collecting.leakage import leaks
from tau_emo_client.corpus import openai_form, parquet, sharegpt, swift, trl
from tau_emo_client.corpus.form import Left, Row
from tau_emo_client.corpus.sample import Sample
from tau_emo_client.run.config import policy_digest
from tau_emo_db import BENCHMARK_VERSION

Rows = Callable[[Sequence[Sample]], Iterable[Row | Left]]
"""The rows of all samples of one task."""

MOST_TOLD = 10
"""So many leaks are named."""


@dataclass(frozen=True)
class Form:
    """A form to export in."""

    file: str
    rows: Rows | None
    """None: the form writes its file itself."""
    beside: Callable[[], Mapping[str, Any]] = dict[str, Any]
    """Further files, each a JSON value."""


def _each(rows: Callable[[Sample], Iterator[Any]]) -> Rows:
    """Rows of the samples that are to be learnt from, one after the other."""
    return lambda samples: (
        row for one in samples if one.trajectory.kind == "kept" for row in rows(one)
    )


OPENAI, SHAREGPT, SWIFT, TRL, TRL_WHOLE, PREFERENCE, PARQUET = (
    "openai", "sharegpt", "swift", "trl", "trl-whole", "preference", "parquet",
)  # fmt: skip
FORMS: Mapping[str, Form] = {
    OPENAI: Form("openai.jsonl", _each(openai_form.rows)),
    SHAREGPT: Form(
        "sharegpt.jsonl",
        _each(sharegpt.rows),
        lambda: {"dataset_info.json": sharegpt.dataset_info("sharegpt.jsonl")},
    ),
    SWIFT: Form("swift.jsonl", _each(swift.rows)),
    TRL: Form("trl.jsonl", _each(trl.rows)),
    TRL_WHOLE: Form("trl.jsonl", _each(trl.whole_rows)),
    PREFERENCE: Form("preference.jsonl", trl.pairs),
    PARQUET: Form("trajectories.parquet", None),
}
"""The forms by name."""
CARD_FILE, PAGE_FILE = "card.json", "README.md"


class LeakError(CollectionError):
    """Something of the test tasks would be learnt; the message names the tasks."""


@dataclass
class _Written:
    """What was written."""

    rows: int = 0
    kept: int = 0
    contrast: int = 0
    steps: int = 0
    """Steps of the agent in the trajectories that are kept."""
    learnt: int = 0
    """Those of them that are to be learnt."""
    left_out: Counter[str] = field(default_factory=Counter[str])


def export(folder: Path, form: str, out: Path) -> dict[str, JsonValue]:
    """Write a collection in a form. The new folder appears when it is whole, or not at all.

    Args:
        folder: the folder of the collection.
        form: one of `FORMS`.
        out: the folder to make.

    Returns:
        The card.

    Raises:
        CollectionError: the folder is no finished collection, or `out` exists.
        LeakError: something of the test tasks would be learnt.
        ImportError: the form needs an extra that is not installed.
    """
    source = checked_card(folder)
    if source.get("benchmark_version") != BENCHMARK_VERSION:
        raise CollectionError(
            f"{folder} is of benchmark version {source.get('benchmark_version')}; export it with "
            f"that version (this one is {BENCHMARK_VERSION})"
        )
    if out.exists():
        raise CollectionError(f"{out} exists already; choose another --out")
    _refuse_leaks(folder)
    chosen = FORMS[form]
    out.absolute().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=f".{out.name}-") as made_in:
        beside = Path(made_in) / "export"
        beside.mkdir()
        written = _Written()
        samples = _samples(folder, written)
        if chosen.rows is None:
            parquet.write(_counted(samples, written), beside / chosen.file)
        else:
            _write_lines(chosen.rows, samples, beside / chosen.file, written)
        for name, value in chosen.beside().items():
            (beside / name).write_text(_as_text(value), "utf-8")
        card = _card(source, form, written, beside)
        (beside / PAGE_FILE).write_text(card_page(card), "utf-8")
        (beside / CARD_FILE).write_text(_as_text(card), "utf-8")
        beside.replace(out)
    return card


def _refuse_leaks(folder: Path) -> None:
    found = [what for one in read_trajectories(folder) for what in leaks(one.episode)]
    if found:
        more = f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
        raise LeakError(
            f"{folder} holds something of the test tasks and is not exported: "
            + "; ".join(found[:MOST_TOLD])
            + more
        )


def _samples(folder: Path, written: _Written) -> Iterator[Sample]:
    prompts = read_settings(folder).run.protocol.prompts
    for trajectory in read_trajectories(folder):
        sample = Sample(trajectory, prompts)
        if trajectory.kind == "kept":
            written.kept += 1
            written.steps += sample.steps
            written.learnt += len(sample.lessons)
        else:
            written.contrast += 1
        yield sample


def _counted(samples: Iterable[Sample], written: _Written) -> Iterator[Sample]:
    for sample in samples:
        written.rows += 1
        yield sample


def _write_lines(rows: Rows, samples: Iterable[Sample], file: Path, written: _Written) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as out:
        for _, of_task in groupby(samples, key=lambda one: one.trajectory.episode.task_id):
            for row in rows(tuple(of_task)):
                if isinstance(row, Left):
                    written.left_out[row.why] += 1
                    continue
                written.rows += 1
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def _card(
    source: Mapping[str, JsonValue], form: str, written: _Written, folder: Path
) -> dict[str, JsonValue]:
    taken = ("benchmark_version", "split", "canary", "license", "agent", "user", "seed")
    domains = source.get("by_domain")
    names = sorted(domains) if isinstance(domains, dict) else []
    return {
        "format": form,
        **{name: source.get(name) for name in taken},
        "rows": written.rows,
        "trajectories": written.kept,
        "contrast": written.contrast,
        "agent_steps": written.steps,
        "agent_steps_to_learn": written.learnt,
        "left_out": dict(sorted(written.left_out.items())),
        "source_sha256": source.get("trajectories_sha256"),
        "files": {
            file.name: {"bytes": file.stat().st_size, "sha256": _digest(file)}
            for file in sorted(folder.iterdir())
        },
        "policies_sha256": {name: policy_digest(name) for name in names},
    }


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _as_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
