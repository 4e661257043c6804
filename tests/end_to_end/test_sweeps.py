"""Sweeps as they are played: pairs that differ in the condition alone, resumed after a kill."""

import json
import multiprocessing
import random
import time
from pathlib import Path

import pytest
from small_runs import Quiet, episodes, evaluation, played, run_sweep_for_killing, swept
from small_tasks import small_tasks

from tau_emo_client.agents.agent import Act, InfrastructureError
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.cli import main
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.players import AgentSource, Player
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import EPISODES_FILE, RunError, read_config, read_records
from tau_emo_client.sweep import SWEEPS, sweep_of
from tau_emo_servers.conversation import UserMessage

TASKS = {task.id: task for task in small_tasks(3)}
DIMENSIONS = ("politeness", "urgency", "trust_in_agent")


def records(folder: Path) -> dict[str, EpisodeRecord]:
    return {one.id: one for one in read_records(folder)}


def said_by_customers(found: dict[str, EpisodeRecord]) -> str:
    events = [event for one in found.values() for event in one.conversation.events]
    return " ".join(event.text for event in events if isinstance(event, UserMessage))


@pytest.fixture(scope="module")
def by_urgency(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sweeps") / "urgency"
    swept(sweep_of("urgency"), evaluation(out, count=3))
    return out


def test_levels_of_a_dimension_differ_from_each_other_in_it_alone(by_urgency: Path) -> None:
    plain = records(by_urgency / "none")
    assert len(plain) == 6
    for level in ("low", "moderate", "high"):
        folder = by_urgency / f"task-{level}"
        found = records(folder)
        assert {n: one.seed for n, one in found.items()} == {n: o.seed for n, o in plain.items()}
        for one in found.values():
            own = TASKS[one.task_id].condition
            assert one.condition == own.model_copy(update={"urgency": level})
        (difference,) = read_config(folder).differences(read_config(by_urgency / "none"))
        assert difference == f'emotion: "task:,{level}" here, "none" in the run'


def test_a_level_that_is_the_tasks_own_is_told_like_the_others(
    by_urgency: Path, tmp_path: Path
) -> None:
    """Else the task's feeling, which only its own condition has, would be part of the effect."""
    feeling = "waited all day for a call"
    played(evaluation(tmp_path / "own", count=3))
    assert feeling in said_by_customers(records(tmp_path / "own"))
    for level in ("low", "moderate", "high"):
        assert feeling not in said_by_customers(records(by_urgency / f"task-{level}"))


@pytest.mark.parametrize("over", ["family", "emotion"])
def test_under_families_and_emotions_an_episode_keeps_its_dimensions(over: str) -> None:
    task = small_tasks(1)[0]
    drawn: set[tuple[str, ...]] = set()
    for seed in range(20):
        found = [
            parse_emotion(level.emotion).condition(task, seed) for level in sweep_of(over).levels
        ]
        dimensions = {tuple(getattr(one, name) for name in DIMENSIONS) for one in found}
        assert len(dimensions) == 1
        drawn |= dimensions
        names = [getattr(one, over) for one in found]
        assert names == [level.name for level in sweep_of(over).levels]
    assert len(drawn) > 5


def test_a_sweep_shares_its_runs_with_those_played_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    alone, _ = played(evaluation(None, count=1))
    seen: list[object] = []
    report = swept(sweep_of(None), evaluation(None, count=1), Quiet(seen.append))
    assert [one.folder for one in report.runs.values()][1] == alone.folder
    assert len(seen) == 2  # without emotion alone


def test_a_complete_sweep_is_not_played_again(by_urgency: Path) -> None:
    seen: list[object] = []
    report = swept(sweep_of("urgency"), evaluation(by_urgency, count=3), Quiet(seen.append))
    assert seen == []
    assert report.complete


@pytest.mark.timeout(240)
def test_killed_at_random_moments_a_sweep_resumes_to_the_same_episodes(
    by_urgency: Path, tmp_path: Path
) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["small_runs", "tau_emo_client.hosts.memory"])
    runs = [level.folder for level in sweep_of("urgency").runs]
    draw = random.Random(3)
    cut_short = 0
    for number in range(4):
        out = tmp_path / f"{number}"
        process = context.Process(target=run_sweep_for_killing, args=(out,))
        process.start()
        wanted, deadline = draw.randrange(1, 22), time.monotonic() + 50
        while process.is_alive() and _lines(out) < wanted:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        process.kill()
        process.join()
        kept = _lines(out)
        assert kept >= wanted
        cut_short += kept < 24
        seen: list[object] = []
        report = swept(sweep_of("urgency"), evaluation(out, count=3), Quiet(seen.append))
        assert report.complete
        assert len(seen) == 24 - kept
        for run in runs:
            assert episodes(out / run) == episodes(by_urgency / run)
    assert cut_short >= 2


def _lines(out: Path) -> int:
    return sum(file.read_bytes().count(b"\n") for file in out.glob(f"*/{EPISODES_FILE}"))


def test_an_outage_ends_the_sweep_and_the_same_command_goes_on(tmp_path: Path) -> None:
    reference = agent_source("reference")
    down = [True]

    def make(task: object, seed: int) -> object:
        agent = reference.make(task, seed)  # type: ignore[arg-type]
        act = agent.act

        async def fails(observation: object) -> Act:
            if down[0]:
                raise InfrastructureError("the endpoint is down")
            return await act(observation)  # type: ignore[arg-type]

        agent.act = fails  # type: ignore[method-assign, assignment]
        return agent

    agent = AgentSource(Player(name="reference", kind="reference"), make)  # type: ignore[arg-type]
    sweep = sweep_of("urgency")
    report = swept(sweep, evaluation(tmp_path, count=6, agent=agent, concurrency=1))
    assert report.failed
    assert [level.name for level in report.missing] == ["low", "moderate", "high"]
    assert not (tmp_path / "task-low").exists()
    down[0] = False
    report = swept(sweep, evaluation(tmp_path, count=6, agent=agent))
    assert report.complete
    assert not report.failed


def test_agent_and_customer_are_closed_once_at_the_end(tmp_path: Path) -> None:
    closed: list[int] = []
    reference = agent_source("reference")

    async def close() -> None:
        closed.append(_lines(tmp_path))

    agent = AgentSource(reference.player, reference.make, close=close)
    swept(sweep_of("urgency"), evaluation(tmp_path, count=1, trials=1, agent=agent))
    assert closed == [4]


def test_the_folder_of_a_run_holds_no_sweep_and_the_other_way_round(by_urgency: Path) -> None:
    with pytest.raises(RunError, match="holds a single run and cannot hold a sweep"):
        swept(sweep_of("urgency"), evaluation(by_urgency / "none", count=3))
    with pytest.raises(RunError, match="is no run folder"):
        played(evaluation(by_urgency, count=3))


def test_a_sweep_with_another_seed_in_the_same_folder_is_refused(by_urgency: Path) -> None:
    with pytest.raises(RunError, match="seed: 5 here, 1 in the run"):
        swept(sweep_of("urgency"), evaluation(by_urgency, count=3, seed=5))


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "--domain", "airline", "--limit", "1", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


@pytest.mark.parametrize(
    ("arguments", "played"),
    [
        (("--emotion", "task", "--versus", "none"), ["none", "task"]),
        (("--versus", "anger"), ["anger", "task"]),
        (("--sweep", "trust"), ["none", "task:,,trusting", "task:,,cautious", "task:,,skeptical"]),
        (("--sweep", "urgency", "--versus", "low"), ["task:,low", "task:,moderate", "task:,high"]),
    ],
)
def test_one_command(
    arguments: tuple[str, ...],
    played: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = called(capsys, *arguments, "--out", str(tmp_path / "out"), "--json")
    assert status == 0
    said = json.loads(out)
    assert [run["emotion"] for run in (said["baseline"], *said["levels"])] == played
    assert (said["complete"], said["episodes"]) == (True, len(played))
    status, out, err = called(capsys, *arguments, "--out", str(tmp_path / "out"))
    assert (status, err) == (0, "")
    folders = [line for line in out.splitlines() if line.startswith("run folder of ")]
    assert len(folders) == len(played)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sweep", "mood"), f"--sweep is 'mood'; it is one of {', '.join(SWEEPS)}"),
        (("--sweep", ""), "--sweep is ''"),
        (("--versus", ""), "--versus: there is no emotion ''"),
        (("--versus", "task"), "--emotion and --versus are both 'task'"),
        (("--sweep", "family", "--no-emotion"), "--sweep family sets the emotion itself"),
        (("--emotion", "task:rude"), "'rude' is no politeness"),
    ],
)
def test_wrong_values_are_one_line(
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = called(capsys, *arguments, "--out", str(tmp_path / "out"))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (tmp_path / "out").exists()
