"""The published tasks: the reference agent passes all, agents without merit pass none."""

from pathlib import Path
from typing import Any

import pytest
from small_runs import episodes, evaluation, played

from tau_emo_client.run.store import read_records
from tau_emo_db import domain_names
from tau_emo_tasks.load import hand_written, load_tasks
from tau_emo_tasks.null_agents import NULL_AGENTS
from tau_emo_tasks.task import Task

ALL = tuple(task for domain in domain_names() for task in load_tasks(domain))
WRITTEN = tuple(task for domain in domain_names() for task in hand_written(domain))
SOME = tuple(task for domain in domain_names() for task in load_tasks(domain)[:2])

pytestmark = pytest.mark.timeout(900)


def run(out: Path, tasks: tuple[Task, ...] = WRITTEN, **more: Any) -> list[dict[str, object]]:
    _, course = played(evaluation(out, tasks=tasks, trials=1, **more))
    assert not course.failed
    found = episodes(out)
    assert len(found) == len(tasks)
    return found


@pytest.fixture(scope="module")
def one_by_one(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    return run(tmp_path_factory.mktemp("runs") / "one-by-one", concurrency=1)


@pytest.mark.parametrize(
    "tasks", [ALL[::5], pytest.param(ALL, marks=pytest.mark.full)], ids=["a fifth", "all"]
)
def test_the_reference_agent_passes_every_task_within_every_rule(
    tmp_path: Path, tasks: tuple[Task, ...]
) -> None:
    for episode in run(tmp_path / "run", tasks):
        assert (episode["reward"], episode["violations"]) == (1, []), episode["id"]
        assert episode["end_reason"] in ("user_stop", "handed_off")


@pytest.mark.parametrize(
    ("transport", "concurrency"),
    [
        ("memory", 16),
        pytest.param("http", 16, marks=pytest.mark.full),
        pytest.param("http", 1, marks=pytest.mark.full),
        pytest.param("stdio", 16, marks=pytest.mark.full),
    ],
)
def test_transport_and_concurrency_change_nothing(
    one_by_one: list[dict[str, object]], tmp_path: Path, transport: str, concurrency: int
) -> None:
    assert run(tmp_path / "run", transport=transport, concurrency=concurrency) == one_by_one


@pytest.mark.full
def test_one_server_after_another_over_stdio_changes_nothing(
    one_by_one: list[dict[str, object]], tmp_path: Path
) -> None:
    some = WRITTEN[::4]
    wanted = {task.id for task in some}
    expected = [one for one in one_by_one if one["task_id"] in wanted]
    assert run(tmp_path / "run", some, transport="stdio", concurrency=1) == expected


@pytest.mark.full
def test_transport_changes_nothing_over_all_tasks(tmp_path: Path) -> None:
    memory = run(tmp_path / "memory", ALL, transport="memory", concurrency=16)
    assert run(tmp_path / "http", ALL, transport="http", concurrency=16) == memory


def passed(out: Path) -> list[str]:
    """The episodes that count, or would if the customer had left satisfied."""
    records = list(read_records(out))
    return [r.id for r in records if r.reward or r.grade is None or r.grade.reward]


@pytest.mark.parametrize(
    "tasks", [SOME, pytest.param(ALL[::3], marks=pytest.mark.full)], ids=["some", "a third"]
)
@pytest.mark.parametrize("agent", NULL_AGENTS)
def test_an_agent_without_merit_passes_nothing(
    agent: str, tasks: tuple[Task, ...], tmp_path: Path
) -> None:
    """Verification plays them against every task in process; here they speak over MCP."""
    run(tmp_path / "run", tasks, agent=agent)
    assert passed(tmp_path / "run") == []


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
def test_writing_at_random_passes_nothing(seed: int, tmp_path: Path) -> None:
    run(tmp_path / "run", agent="random", seed=seed)
    assert passed(tmp_path / "run") == []
