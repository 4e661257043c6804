"""Workers elsewhere play a suite as this process does: its files travel, and go at the end."""

import json
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from cluster_runs import assert_each_once, ended_well, on, started
from faulty_endpoint import FaultyEndpoint
from small_runs import episodes
from test_runs import both_sides
from test_tasks import CANCEL, task, tasks_in
from tiny import Json

from benchmarks.nodes import Nodes, nodes
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.protocol import Protocol
from tau_emo_client.run.config import RunConfig, run_config
from tau_emo_client.run.ray_worker import Cast, Worker
from tau_emo_client.run.store import RunError
from tau_emo_client.run.suite_copy import SuiteCopy, copy_for
from tau_emo_client.users.registry import llm_source
from tau_emo_db.foreign import Suite, suite, suite_named
from tau_emo_tasks.load import load_tasks

EDITION = "retail.theirs"
RULES = Protocol()
WISHES = ("You do not need #W1.", "Cancel your order #W1.", "You want #W1 cancelled, and no more.")


def made(tmp_path: Path) -> Suite:
    """A suite of three tasks, each of a wish that one of ours would word otherwise."""
    actions = [{"name": "cancel_pending_order", "kwargs": CANCEL}]
    records: list[Json] = [task(instruction=wish, actions=actions) for wish in WISHES]
    found, _ = tasks_in(tmp_path, *records)
    return found


def cast_for(url: str) -> Cast:
    settings = EndpointSettings(url=url, model="shopper")
    return Cast(partial(agent_source, "noop"), partial(llm_source, settings, RULES))


def config_for(cast: Cast) -> RunConfig:
    return run_config(
        load_tasks(EDITION, "imported"),
        protocol=RULES,
        agent=cast.agent().player,
        user=cast.user().player,
        emotion="task",
        split="imported",
        seed=0,
    )


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this process keeps what is temporary, as long as the test runs."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def held(folder: Path) -> list[Path]:
    return [*folder.iterdir()]


def sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cast: Cast
) -> tuple[RunConfig, SuiteCopy]:
    """What goes to a worker whose machine has no suite: the folder here is gone by then."""
    here = made(tmp_path)
    config, copy = config_for(cast), copy_for([EDITION])
    assert copy is not None
    here.folder.rename(tmp_path / "moved")
    monkeypatch.setattr(suite, "_open", {})
    monkeypatch.setattr(suite, "_known", {})
    with pytest.raises(KeyError):
        suite_named("theirs")
    return config, copy


async def test_a_worker_plays_the_suite_that_it_was_sent(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FaultyEndpoint(both_sides()) as server:
        cast = cast_for(server.url)
        config, copy = sent(tmp_path, monkeypatch, cast)
        assert sorted(copy.files) == ["retail.base.json", "retail.db", "retail.tasks.jsonl"]
        worker = Worker()
        await worker.prepare(config.model_dump_json(), cast, "memory", 2, copy)
        (place,) = held(elsewhere)
        assert suite_named("theirs").folder == (place / "theirs").resolve()
        record = json.loads(await worker.play(config.tasks[0], 0, ()))
        assert (record["domain"], record["end_reason"]) == (EDITION, "user_stop")
        await worker.close()
    assert held(elsewhere) == []


async def test_a_suite_that_changed_under_way_is_told(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = cast_for("http://127.0.0.1:9/v1")
    config, copy = sent(tmp_path, monkeypatch, cast)
    torn = SuiteCopy(copy.name, copy.files | {"retail.db": b"of another import"})
    worker = Worker()
    with pytest.raises(RunError, match=r"retail\.db cannot be read"):
        await worker.prepare(config.model_dump_json(), cast, "memory", 2, torn)
    await worker.close()
    assert held(elsewhere) == []
    one = copy.files["retail.tasks.jsonl"].splitlines(keepends=True)[0]
    with pytest.raises(RunError, match="it has no imported task retail"):
        await Worker().prepare(
            config.model_dump_json(),
            *(cast, "memory", 2),
            SuiteCopy(copy.name, copy.files | {"retail.tasks.jsonl": one}),
        )


async def test_a_machine_without_room_for_the_suite_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = cast_for("http://127.0.0.1:9/v1")
    config, copy = sent(tmp_path, monkeypatch, cast)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(RunError, match=r"the suite theirs cannot be kept there: .*No such file"):
        await Worker().prepare(config.model_dump_json(), cast, "memory", 2, copy)


def test_a_suite_that_has_lost_a_file_is_not_sent(tmp_path: Path) -> None:
    found = made(tmp_path)
    found.file("retail", "tasks.jsonl").unlink()
    with pytest.raises(RunError, match=r"the suite cannot be sent to workers: .*tasks\.jsonl"):
        copy_for([EDITION])
    assert copy_for(["retail", "airline"]) is None


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    with nodes(2) as both:
        yield both


@pytest.mark.full
@pytest.mark.timeout(900)
@pytest.mark.parametrize("transport", ["memory", "http"])
def test_a_cluster_plays_a_suite_as_a_local_run_does(
    cluster: Nodes, transport: str, tmp_path: Path
) -> None:
    folder = made(tmp_path).folder
    here, there = tmp_path / "here", tmp_path / "there"
    with FaultyEndpoint(both_sides()) as server:
        words = (
            *("eval", "--suite", str(folder), "--trials", "2", "--user", "llm", "--json"),
            *("--user-endpoint", server.url, "--user-model", "shopper"),
            *("--agent-endpoint", server.url, "--agent-model", "clerk"),
        )
        ended_well(started(*words, "--out", str(here)))
        more = (*on(cluster), "--transport", transport)
        said, err = ended_well(started(*words, "--out", str(there), *more))
    assert (said["episodes"], said["passed"], said["suite"]) == (6, 6, "theirs")
    assert episodes(there) == episodes(here)
    assert_each_once(there, 6)
    assert (
        json.loads((there / "run.json").read_bytes())["config"]
        == (json.loads((here / "run.json").read_bytes())["config"])
    )
    assert "Traceback" not in err
