"""Playing by workers: what is given to whom, what is lost, refused and told. Without Ray."""

import pickle
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from cluster_toys import ToyActor
from ray.exceptions import RayActorError

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.cli import main
from tau_emo_client.cli.doors import AgentOptions, EndpointOptions, user_of
from tau_emo_client.concurrency import Concurrency, report_rate_limit
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.players import AgentSource, PlayerError, UserSource
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run import ray_executor
from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.evaluate import Evaluation, staged
from tau_emo_client.run.executor import RayCluster
from tau_emo_client.run.ray_executor import RayExecutor, connected_workers
from tau_emo_client.run.ray_worker import versions
from tau_emo_client.run.store import RunError
from tau_emo_client.users.registry import scripted_source
from tau_emo_tasks.load import load_tasks

TASKS = load_tasks("airline")[:2]
PLAYS = [(task, trial) for task in TASKS for trial in range(2)]
RULES = Protocol(trials=2)


def evaluation(agent: Callable[[], AgentSource] | None = None) -> Evaluation:
    agent = agent or partial(agent_source, "reference")
    user = partial(scripted_source, RULES)
    return Evaluation(
        tasks=TASKS,
        protocol=RULES,
        agent=AgentSource(**vars(agent()) | {"recipe": agent}),
        user=UserSource(**vars(user()) | {"recipe": user}),
        emotion=parse_emotion("task"),
        emotion_name="task",
        split="test",
        seed=3,
    )


class Crew:
    """An executor over toy actors, and all that became of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, actors: Iterator[ToyActor]) -> None:
        self.made: list[ToyActor] = []
        self.notes: list[str] = []
        self.concurrency = Concurrency(4, 8)

        def make(most: int) -> ToyActor:
            self.made.append(next(actors))
            return self.made[-1]

        monkeypatch.setattr(ray_executor, "_actor", make)
        monkeypatch.setattr(ray_executor.ray, "kill", ToyActor.kill)

    def executor(
        self, count: int = 2, plan: Evaluation | None = None, config: RunConfig | None = None
    ) -> RayExecutor:
        plan = plan or evaluation()
        config = config or plan.config()
        return RayExecutor(plan, config, count, self.concurrency, self.notes.append)

    async def play(self, executor: RayExecutor) -> list[EpisodeRecord]:
        found: list[EpisodeRecord] = []

        async def one(task: Any, trial: int) -> None:
            found.append(await executor.play(task, trial))

        async with executor.working(), anyio.create_task_group() as group:
            for play in PLAYS:
                group.start_soon(one, *play)
        return found


@pytest.fixture
def crew_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Crew]:
    """A crew of these actors, and of good ones when they are used up."""

    def crew(*first: ToyActor) -> Crew:
        def actors() -> Iterator[ToyActor]:
            yield from first
            while True:
                yield ToyActor()

        return Crew(monkeypatch, actors())

    return crew


@pytest.fixture(scope="module")
def here() -> list[dict[str, object]]:
    """The same episodes, played in this process."""

    async def play() -> list[EpisodeRecord]:
        async with staged(evaluation(), 1, str) as stage:
            return [await stage.play(*play) for play in PLAYS]

    return by_id(anyio.run(play))


def by_id(records: list[EpisodeRecord]) -> list[dict[str, object]]:
    return sorted((one.without_timing() for one in records), key=lambda one: str(one["id"]))


def first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def test_workers_play_what_this_process_plays(
    crew_of: Callable[..., Crew], here: list[dict[str, object]]
) -> None:
    crew = crew_of()
    assert by_id(await crew.play(crew.executor())) == here
    assert sum(len(actor.asked) for actor in crew.made) == len(PLAYS)
    assert all(actor.closed and actor.killed for actor in crew.made)
    assert crew.notes == []


async def test_what_a_lost_worker_played_is_given_to_another(
    crew_of: Callable[..., Crew], here: list[dict[str, object]]
) -> None:
    lost = ToyActor(lost_in_play=2)
    crew = crew_of(lost)
    assert by_id(await crew.play(crew.executor())) == here
    assert len(crew.made) == 3  # the lost one has been replaced
    in_flight = len(lost.asked)
    assert in_flight >= 2
    assert sum(len(actor.asked) for actor in crew.made) == len(PLAYS) + in_flight
    (note,) = crew.notes
    assert note.endswith(f" was lost; what it was playing ({in_flight}) is given to others")


async def test_an_episode_that_ends_every_worker_has_failed_for_infrastructure(
    crew_of: Callable[..., Crew],
) -> None:
    crew = crew_of(*(ToyActor(lost_in_play=1) for _ in range(3)))
    executor = crew.executor(count=1)
    async with executor.working():
        record = await executor.play(TASKS[0], 1, ("before",))
        good = await executor.play(TASKS[1], 0)
    assert (record.id, record.counts) == (f"{TASKS[0].id}.1", False)
    assert record.detail == "3 workers were lost while they played this episode"
    assert record.infrastructure_errors == ("before",)
    assert good.passed


async def test_workers_with_other_versions_are_refused(crew_of: Callable[..., Crew]) -> None:
    theirs = versions() | {"tau-emo": "0.0.1"}
    crew = crew_of(ToyActor(arrive=("10.0.0.7", theirs)))
    with pytest.raises(BaseExceptionGroup) as raised:
        await crew.play(crew.executor(count=1))
    error = first_error(raised.value)
    assert isinstance(error, RunError)
    mine = versions()["tau-emo"]
    assert str(error) == (
        "a worker on 10.0.0.7 has other versions; install the same on all machines. They differ "
        f"in tau-emo 0.0.1 there, {mine} here"
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"tasks_digest": "0" * 64}, "they differ in tasks_digest: "),
        ({"bases": {"airline": "0" * 64}}, "they differ in bases.airline: "),
        ({"policies": {"airline": "0" * 64}}, "they differ in policies.airline: "),
        ({"tasks": ("airline-1", "airline-999")}, "it has no test task airline-999"),
    ],
)
async def test_workers_with_other_data_are_refused(
    crew_of: Callable[..., Crew], change: dict[str, Any], told: str
) -> None:
    crew = crew_of()
    config = evaluation().config().model_copy(update=change)
    with pytest.raises(BaseExceptionGroup) as raised:
        await crew.play(crew.executor(count=1, config=config))
    error = first_error(raised.value)
    assert isinstance(error, RunError)
    assert str(error).startswith("a worker on ")
    assert told in str(error)


async def test_an_endpoint_that_refuses_a_worker_ends_the_run(crew_of: Callable[..., Crew]) -> None:
    async def refuse() -> None:
        raise PlayerError("the endpoint answers 401")

    def made() -> AgentSource:
        return AgentSource(**vars(agent_source("reference")) | {"check": refuse})

    crew = crew_of()
    with pytest.raises(BaseExceptionGroup) as raised:
        await crew.play(crew.executor(count=1, plan=evaluation(made)))
    error = first_error(raised.value)
    assert isinstance(error, PlayerError)
    assert str(error).endswith(": the endpoint answers 401")


async def test_a_defect_on_a_worker_ends_the_run_as_it_would_here(
    crew_of: Callable[..., Crew],
) -> None:
    def make(task: object, seed: int) -> Any:
        raise LookupError("a defect")

    def made() -> AgentSource:
        return AgentSource(**vars(agent_source("reference")) | {"make": make})

    crew = crew_of()
    executor = crew.executor(count=1, plan=evaluation(made))
    with pytest.raises(BaseExceptionGroup) as raised:
        await crew.play(executor)
    assert repr(first_error(raised.value)) == "LookupError('a defect')"


async def test_rate_limits_of_all_workers_slow_the_whole_run(crew_of: Callable[..., Crew]) -> None:
    reference = agent_source("reference")

    def make(task: Any, seed: int) -> Any:
        report_rate_limit(0.01)
        return reference.make(task, seed)

    def made() -> AgentSource:
        return AgentSource(**vars(reference) | {"make": make})

    crew = crew_of()
    executor = crew.executor(plan=evaluation(made))
    async with executor.working():
        for play in PLAYS:
            assert (await executor.play(*play)).passed
        with anyio.fail_after(10):
            while crew.concurrency.rate_limits < len(PLAYS):
                await anyio.lowlevel.checkpoint()
    assert crew.concurrency.limit == 2


async def test_without_any_worker_the_run_says_so_and_ends(
    crew_of: Callable[..., Crew], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Pending(ToyActor):
        async def called(self, name: str, *arguments: Any) -> Any:
            await anyio.sleep_forever()

    monkeypatch.setattr(ray_executor, "HINT", 0.01)
    monkeypatch.setattr(ray_executor, "STARTING", 0.02)
    crew = crew_of(Pending(), Pending())
    with pytest.raises(BaseExceptionGroup) as raised:
        await crew.play(crew.executor())
    error = first_error(raised.value)
    assert isinstance(error, InfrastructureError)
    assert "Ray had no worker for 0.02 s" in str(error)
    assert crew.notes[0].startswith("Ray has no worker yet")


async def test_workers_that_cannot_start_end_the_run(crew_of: Callable[..., Crew]) -> None:
    broken = RayActorError(error_msg="it died\nModuleNotFoundError: No module named 'x'\n")
    crew = crew_of(*(ToyActor(arrive=broken) for _ in range(3)))
    with pytest.raises(BaseExceptionGroup) as raised:
        await crew.play(crew.executor(count=1))
    error = first_error(raised.value)
    assert isinstance(error, InfrastructureError)
    told = "workers of Ray end before they can play: ModuleNotFoundError: No module named 'x'. "
    assert str(error).startswith(told)


async def test_an_interrupted_run_closes_its_workers(crew_of: Callable[..., Crew]) -> None:
    crew = crew_of()
    with anyio.CancelScope() as scope:
        async with crew.executor().working() as executor:
            await executor.play(*PLAYS[0])
            scope.cancel()
            await executor.play(*PLAYS[1])
    assert scope.cancelled_caught
    assert all(actor.closed and actor.killed for actor in crew.made)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("10.0.0.1", "it is HOST:PORT"),
        ("ray://127.0.0.1:10001", "it is HOST:PORT"),
        ("127.0.0.1:port", "it is HOST:PORT"),
        ("127.0.0.1:99999", "no Ray cluster can be reached at 127.0.0.1:99999"),
        ("host.invalid:6379", "no Ray cluster can be reached at host.invalid:6379"),
    ],
)
async def test_an_address_without_a_cluster_is_refused_at_once(address: str, told: str) -> None:
    with pytest.raises(InfrastructureError, match=told):
        await connected_workers(RayCluster(address), most=1)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("RpcError", "what answers at 127.0.0.1:[0-9]+ is no Ray cluster"),
        ("ray.exceptions.AuthenticationError", "the Ray cluster at .* wants its token"),
    ],
)
async def test_what_answers_and_cannot_be_joined_is_told(
    said: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhealthy = (sys.executable, "-c", f"raise SystemExit({said!r})")
    monkeypatch.setattr(ray_executor, "HEALTH_CHECK", unhealthy)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(InfrastructureError, match=told):
            await connected_workers(RayCluster(address), most=1)


def endpoint(whose: str, url: str | None = None, model: str | None = None) -> EndpointOptions:
    return EndpointOptions(whose, url, model, None, None, None)


def agent(**options: Any) -> AgentSource:
    given = {"name": None, "protocol": None, "command": None, "environment": ()}
    return AgentOptions(**given | {"endpoint": endpoint("agent")} | options).source(RULES)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"name": "noop"},
        {"command": "my-host {url}", "environment": ["HOME"]},
        {"endpoint": endpoint("agent", "http://127.0.0.1:9", "m")},
        {"endpoint": endpoint("agent", "http://127.0.0.1:9", "m"), "protocol": "react"},
        {"endpoint": endpoint("agent", "http://127.0.0.1:9", "m"), "protocol": "responses"},
        {"endpoint": endpoint("agent", "http://127.0.0.1:9"), "protocol": "a2a"},
        {"endpoint": endpoint("agent", "http://127.0.0.1:9"), "protocol": "mcp"},
    ],
    ids=str,
)
def test_an_agent_of_every_door_is_made_again_elsewhere(options: dict[str, Any]) -> None:
    source = agent(**options)
    made = pickle.loads(pickle.dumps(source.recipe))()
    assert (made.player, made.access, made.remote) == (source.player, source.access, source.remote)


@pytest.mark.parametrize(
    ("kind", "options"),
    [("scripted", endpoint("user")), ("llm", endpoint("user", "http://127.0.0.1:9", "m"))],
)
def test_a_customer_of_every_kind_is_made_again_elsewhere(
    kind: str, options: EndpointOptions
) -> None:
    source = user_of(kind, options, RULES)
    assert pickle.loads(pickle.dumps(source.recipe))().player == source.player


def test_keys_travel_in_the_recipe_and_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAU_EMO_AGENT_API_KEY", "sk-of-the-agent")
    source = agent(endpoint=endpoint("agent", "http://127.0.0.1:9", "m"))
    assert source.recipe is not None
    assert b"sk-of-the-agent" in pickle.dumps(source.recipe)
    cast = ray_executor.Cast(source.recipe, source.recipe)
    for shown in (repr(cast), repr(source.recipe), source.player.model_dump_json()):
        assert "sk-of-the-agent" not in shown


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--executor", "slurm"), "--executor is 'slurm'; it is one of local, ray"),
        (("--ray-address", "a:1"), "--ray-address needs --executor ray"),
        (("--ray-workers", "2"), "--ray-workers needs --executor ray"),
        (("--executor", "ray", "--ray-workers", "0"), "--ray-workers is 0"),
        (("--executor", "ray", "--gateway", "http://127.0.0.1:1"), "a gateway of its own"),
        (("--executor", "ray", "--agent-protocol", "mcp"), "nobody sees the addresses"),
        (("--executor", "ray", "--ray-address", "127.0.0.1:1"), "no Ray cluster can be reached"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_told_in_one_line(
    arguments: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("TAU_EMO_CONTROL_SECRET", "secret")
    with pytest.raises(SystemExit) as ended:
        main(["eval", "--limit", "1", "--domain", "airline", *arguments, "--out", str(tmp_path)])
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_missing_extra_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tau_emo_client.cli.cluster.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        main(["eval", "--executor", "ray"])
    assert ended.value.code == 2
    assert "pip install -e '.[ray]'" in capsys.readouterr().err
