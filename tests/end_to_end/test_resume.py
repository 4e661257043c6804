"""Runs that are interrupted go on as if nothing had happened."""

import gc
import io
import multiprocessing
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from small_runs import Quiet, episodes, evaluation, played, run_for_killing

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.hosts.gateway_process import GatewayProcess
from tau_emo_client.players import AgentSource, Player
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.run.evaluate import evaluate
from tau_emo_client.run.runner import IN_A_ROW
from tau_emo_client.run.store import EPISODES_FILE, RunError, RunStore
from tau_emo_client.table import RunReport, cause


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    out = tmp_path_factory.mktemp("runs") / "undisturbed"
    played(evaluation(out))
    return episodes(out)


@pytest.fixture(scope="module")
def processes() -> Any:
    """Starts processes that have everything imported, so that a kill hits the run itself."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["small_runs", "tau_emo_client.hosts.memory"])
    return context


def text_of(report: RunReport) -> str:
    """What a terminal of any width shows."""
    out = io.StringIO()
    Console(file=out, width=1000).print(report.shown())
    return out.getvalue()


def _killed_after(processes: Any, out: Path, lines: int, seconds: float) -> int:
    """Start a run, kill it so long after it kept so many lines, and count what it kept."""
    run = processes.Process(target=run_for_killing, args=(out,))
    run.start()
    deadline = time.monotonic() + 50
    while run.is_alive() and not ((out / "run.json").exists() and _lines(out) >= lines):
        assert time.monotonic() < deadline
        time.sleep(0.001)
    time.sleep(seconds)
    run.kill()
    run.join()
    return _lines(out)


def _lines(out: Path) -> int:
    file = out / EPISODES_FILE
    return file.read_bytes().count(b"\n") if file.exists() else 0


def _check_kills(
    processes: Any, undisturbed: list[dict[str, object]], tmp_path: Path, moments: int, seed: int
) -> None:
    draw = random.Random(seed)
    kept = {
        number: _killed_after(
            processes,
            tmp_path / f"{number}",
            draw.randrange(len(undisturbed)),
            draw.uniform(0.0, 0.04),
        )
        for number in range(moments)
    }
    assert len([lines for lines in kept.values() if lines < len(undisturbed)]) > moments / 2
    for number, lines in kept.items():
        out = tmp_path / f"{number}"
        before = (out / EPISODES_FILE).read_bytes() if lines else b""
        progress: list[object] = []
        played(evaluation(out), Quiet(progress.append))
        assert episodes(out) == undisturbed
        # What was kept is neither played again nor rewritten.
        assert len(progress) == len(undisturbed) - lines
        whole = before[: before.rfind(b"\n") + 1]
        assert (out / EPISODES_FILE).read_bytes().startswith(whole)


@pytest.mark.timeout(240)
def test_killed_at_random_moments_a_run_resumes_to_the_same_episodes(
    processes: Any, undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    _check_kills(processes, undisturbed, tmp_path, moments=5, seed=1)


@pytest.mark.full
@pytest.mark.timeout(900)
def test_killed_at_many_random_moments(
    processes: Any, undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    _check_kills(processes, undisturbed, tmp_path, moments=25, seed=2)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupted_from_the_keyboard_a_run_resumes(
    undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    seen: list[object] = []

    def interrupt(summary: object) -> None:
        seen.append(summary)
        if len(seen) == 5:
            signal.raise_signal(signal.SIGINT)

    progress = Quiet(interrupt)
    with pytest.raises(KeyboardInterrupt):
        played(evaluation(tmp_path / "run"), progress)
    assert progress.notes == [f"interrupted; the same command goes on ({tmp_path / 'run'})"]
    kept = len(episodes(tmp_path / "run"))
    assert 5 <= kept < 12
    played(evaluation(tmp_path / "run"))
    assert episodes(tmp_path / "run") == undisturbed


@pytest.mark.parametrize("transport", ["memory", "http"])
def test_a_full_disk_is_told_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    append = RunStore.append

    def full(self: RunStore, record: Any) -> None:
        if len(self.finished()) == 3:
            raise OSError(28, "No space left on device")
        append(self, record)

    monkeypatch.setattr(RunStore, "append", full)
    with pytest.raises(RunError, match="No space left on device; what was kept before is safe"):
        played(evaluation(tmp_path / "run", transport=transport))
    assert len(episodes(tmp_path / "run")) == 3


def test_a_complete_run_is_not_played_again(tmp_path: Path) -> None:
    played(evaluation(tmp_path / "run", count=1))
    before = (tmp_path / "run" / EPISODES_FILE).read_bytes()
    played_again: list[object] = []
    report, _ = played(evaluation(tmp_path / "run", count=1), Quiet(played_again.append))
    assert played_again == []
    assert report.total.complete
    assert (tmp_path / "run" / EPISODES_FILE).read_bytes() == before


def test_other_tasks_in_the_same_folder_are_refused(tmp_path: Path) -> None:
    played(evaluation(tmp_path / "run", count=1))
    with pytest.raises(RunError, match=r"tasks: .*; tasks_digest: "):
        played(evaluation(tmp_path / "run", count=2))


def _flaky(failures: int) -> AgentSource:
    """The reference agent behind an endpoint that is down for so many episodes."""
    reference = agent_source("reference")
    left = [failures]

    def make(task: Any, seed: int) -> Any:
        agent = reference.make(task=task, seed=seed)
        if left[0] > 0:
            left[0] -= 1

            async def act(observation: object) -> Any:
                raise InfrastructureError("the endpoint is down")

            agent.act = act  # type: ignore[method-assign, assignment]
        return agent

    return AgentSource(Player(name="reference", kind="reference"), make)


def test_infrastructure_errors_are_retried_and_recorded(
    undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    report, course = played(evaluation(tmp_path / "run", agent=_flaky(2), concurrency=1))
    assert not course.failed
    assert report.total.complete
    found = episodes(tmp_path / "run")
    errors = [e["infrastructure_errors"] for e in found if e["infrastructure_errors"]]
    assert errors == [["InfrastructureError: the endpoint is down"] * 2]
    assert [e | {"infrastructure_errors": []} for e in found] == undisturbed


def test_an_outage_pauses_the_run_and_the_same_command_goes_on(
    undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    progress = Quiet()
    plan = evaluation(tmp_path / "run", agent=_flaky(1000), concurrency=1)
    report, course = played(plan, progress)
    assert course.paused
    assert len(course.failed) == IN_A_ROW
    assert "the endpoint is down" in progress.notes[-1]
    assert (report.total.avg_at_k, report.as_json()["infrastructure_errors"]) == (None, IN_A_ROW)
    report, course = played(evaluation(tmp_path / "run"))
    assert not course.failed
    assert report.total.complete
    assert episodes(tmp_path / "run") == undisturbed


async def test_a_gateway_that_dies_in_a_run_is_told_in_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    process = await GatewayProcess.start(["retail"], most=20)
    killed: list[str] = []

    def kill(summary: EpisodeSummary) -> None:
        if not killed:
            process._process.kill()
        killed.append(summary.id)

    progress = Quiet(kill)
    plan = evaluation(
        tmp_path / "run", transport="http", gateway=process.address, concurrency=2, trials=1
    )
    report, course = await evaluate(plan, lambda _: progress)
    await process.stop()
    assert course.failed
    (note,) = [note for note in progress.notes if note.startswith("the first")]
    first = next(iter(course.failed.values()))
    assert note == f"the first infrastructure error ({first.id}): {cause(first)}"
    assert "attempts failed" in note or "gateway at http://127.0.0.1:" in note
    assert "\n" not in note
    shown = text_of(report)
    assert f"{len(course.failed)} episodes failed for infrastructure and are not counted" in shown
    assert f"tries them again. The first ({first.id}): {cause(first)}\n" in shown
    gc.collect()
    assert [record.getMessage() for record in caplog.records] == []


def test_an_agent_that_always_fails_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late_import.py").write_text(
        "class Agent:\n    def act(self, observation):\n        import no_such_module\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    progress = Quiet()
    report, _ = played(evaluation(tmp_path / "run", agent="late_import:Agent", trials=1), progress)
    (note,) = progress.notes
    told = "ModuleNotFoundError: No module named 'no_such_module' (late_import.py:3)"
    assert note.startswith("the first agent error (retail-90")
    assert note.endswith(f"): {told}")
    first = note.partition("(")[2].partition(")")[0]
    assert f"6 episodes ended with an agent error. The first ({first}): {told}" in text_of(report)
