"""Runs whose records were written by hand."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from records import ENVIRONMENT, config

from tau_emo_client.cli import main
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import policy_digest
from tau_emo_client.run.store import RunStore

Command = Callable[..., tuple[int, str, str]]
Stored = Callable[[Sequence[EpisodeRecord]], Path]


@pytest.fixture
def stored(tmp_path: Path) -> Stored:
    """Writes records as a run."""

    def store(records: Sequence[EpisodeRecord]) -> Path:
        domains = sorted({one.domain for one in records})
        policies = {domain: policy_digest(domain) for domain in domains}
        tasks = tuple(dict.fromkeys(one.task_id for one in records))
        made = config(tasks=tasks, bases=dict.fromkeys(domains, "b"), policies=policies)
        with RunStore(tmp_path / "run", made, ENVIRONMENT) as store:
            for one in records:
                store.append(one)
        return tmp_path / "run"

    return store


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `tau-emo violations`: the status, the output, and what went to standard error."""

    def run(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["violations", *map(str, words)])
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return run
