"""Errors planted in clean conversations are found; clean conversations are left in peace."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from planting import plant_all
from small_runs import evaluation, played

from tau_emo_client.audit import Kind, audit
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import read_records
from tau_emo_db import domain_names
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.load import hand_written, load_tasks
from tau_emo_tasks.task import Task

Episodes = list[tuple[Task, EpisodeRecord]]
TASKS = {task.id: task for domain in domain_names() for task in hand_written(domain)}
SOME = tuple(task for domain in domain_names() for task in load_tasks(domain)[:2])

pytestmark = pytest.mark.timeout(900)


def run(out: Path, tasks: tuple[Task, ...], emotion: str, seed: int = 0) -> Episodes:
    """Conversations of the scripted customer with the reference agent."""
    _, course = played(evaluation(out, tasks=tasks, trials=1, emotion=emotion, seed=seed))
    assert not course.failed
    return [(TASKS[record.task_id], record) for record in read_records(out)]


def found(episodes: Episodes, neutral: Episodes, count: int, half: str) -> dict[Kind, list[bool]]:
    """Whether each planted error is found as what it is, where it is."""
    outcome: dict[Kind, list[bool]] = {kind: [] for kind in Kind}
    for planted in plant_all(episodes, neutral, count, half, seed=5):
        outcome[planted.kind].append(planted.found())
    return outcome


@pytest.fixture(scope="module")
def felt(tmp_path_factory: pytest.TempPathFactory) -> Episodes:
    return run(tmp_path_factory.mktemp("runs") / "felt", SOME, "task")


@pytest.fixture(scope="module")
def neutral(tmp_path_factory: pytest.TempPathFactory) -> Episodes:
    return run(tmp_path_factory.mktemp("runs") / "neutral", SOME, "none")


def test_planted_errors_of_every_kind_are_found(felt: Episodes, neutral: Episodes) -> None:
    outcome = found(felt, neutral, 140, "held")
    assert {kind: len(each) for kind, each in outcome.items()} == dict.fromkeys(Kind, 20)
    assert all(sum(each) >= 19 for each in outcome.values()), outcome
    assert sum(map(sum, outcome.values())) >= 0.98 * 140


def test_clean_conversations_have_no_findings(felt: Episodes, neutral: Episodes) -> None:
    wrong = [(record.id, audit(task, record)) for task, record in [*felt, *neutral]]
    assert sum(bool(findings) for _, findings in wrong) <= 1, wrong


def test_the_same_episode_has_the_same_findings(felt: Episodes, neutral: Episodes) -> None:
    for planted in plant_all(felt, neutral, 35, "tune", seed=1):
        assert planted.findings() == planted.findings()
        assert planted.findings()


def conversations(folder: Path) -> Iterator[tuple[str, Episodes]]:
    for seed in (0, 1):
        for emotion in ("task", "none", *FAMILIES):
            yield emotion, run(folder / f"{emotion}-{seed}", (*TASKS.values(),), emotion, seed)


@pytest.mark.full
def test_300_planted_errors_and_all_clean_conversations(tmp_path: Path) -> None:
    runs = list(conversations(tmp_path))
    felt = [one for emotion, episodes in runs if emotion != "none" for one in episodes]
    neutral = [one for emotion, episodes in runs if emotion == "none" for one in episodes]
    alarms = [bool(audit(task, record)) for task, record in [*felt, *neutral]]
    assert sum(alarms) <= 0.02 * len(alarms)
    for half in ("tune", "held"):
        outcome = found(felt, neutral, 300, half)
        assert sum(map(sum, outcome.values())) >= 0.98 * 300, (half, outcome)
