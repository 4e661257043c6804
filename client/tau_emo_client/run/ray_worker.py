"""What a worker of a Ray cluster does: it has a stage of its own and plays episodes on it."""

import asyncio
import logging
import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from tempfile import TemporaryDirectory
from typing import Any

from tau_emo_client.concurrency import tell_rate_limits
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.players import AgentSource, UserSource
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import RunConfig, package_versions
from tau_emo_client.run.evaluate import Evaluation, Transport, staged
from tau_emo_client.run.store import RunError
from tau_emo_client.run.suite_copy import SuiteCopy
from tau_emo_client.trial import Stage
from tau_emo_db.foreign import SuiteError
from tau_emo_tasks.load import TaskFileError, load_tasks
from tau_emo_tasks.task import Task

logger = logging.getLogger("tau_emo")


@dataclass(frozen=True)
class Cast:
    """Who plays, as it travels to workers. It holds keys, so nothing may log or store it."""

    agent: Callable[[], AgentSource]
    user: Callable[[], UserSource]

    def __repr__(self) -> str:
        return "Cast()"


def versions() -> dict[str, str]:
    """What must be the same on all machines: Python, Ray, this package and those below it."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {**package_versions(), "python": python, "ray": version("ray")}


class Worker:
    """Plays episodes in a process of its own; Ray makes an actor of it.

    The driver calls `arrive`, then `prepare`, then `play` as often as it likes, and `close`
    last. Results go back to it and nowhere else.
    """

    def __init__(self) -> None:
        self._tasks: dict[str, Task] = {}
        self._stage: Stage | None = None
        self._life: asyncio.Task[None] | None = None
        self._end = asyncio.Event()
        self._playing: set[asyncio.Future[EpisodeRecord]] = set()
        self._limits: list[float | None] = []
        self._limited = asyncio.Event()
        self._suite: TemporaryDirectory[str] | None = None
        """Where the suite stands until the end."""

    async def arrive(self) -> tuple[str, dict[str, str]]:
        """The address of this machine and the versions that it has."""
        import ray.util

        util: Any = ray.util
        return util.get_node_ip_address(), versions()

    async def prepare(
        self,
        config: str,
        cast: Cast,
        transport: Transport,
        most: int,
        suite: SuiteCopy | None = None,
    ) -> None:
        """Read the tasks, try the endpoints and set the stage.

        Args:
            config: the config of the run as JSON.
            cast: who plays.
            transport: how tools are reached.
            most: so many episodes at once.
            suite: the suite whose tasks are played, if they are imported ones.

        Raises:
            RunError: the data of this machine are not those that the run is about, or it has no
                place for the suite.
            PlayerError: an endpoint does not answer as it must.
            InfrastructureError: the gateway cannot be started.
        """
        if suite is not None:
            self._suite = suite.opened()
        wanted = RunConfig.model_validate_json(config)
        try:
            evaluation = _evaluation(wanted, cast, transport)
        except (SuiteError, TaskFileError) as error:
            raise RunError(str(error)) from error
        different = evaluation.config().differences(wanted)
        if different:
            raise RunError(f"its data are others; they differ in {'; '.join(different)}")
        self._tasks = {task.id: task for task in evaluation.tasks}
        ready: asyncio.Future[Stage] = asyncio.get_running_loop().create_future()
        # One task from first to last: what is entered in it must be left in it.
        self._life = asyncio.create_task(self._live(evaluation, most, ready))
        self._stage = await ready

    async def _live(
        self, evaluation: Evaluation, most: int, ready: "asyncio.Future[Stage]"
    ) -> None:
        try:
            async with staged(evaluation, most, logger.info) as stage:
                ready.set_result(stage)
                await self._end.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(error)

    async def play(self, task_id: str, trial: int, earlier_errors: tuple[str, ...]) -> bytes:
        """Play one trial of a task; the record as JSON. See `play_trial`."""
        assert self._stage is not None
        tell_rate_limits(self)
        play = asyncio.ensure_future(self._stage.play(self._tasks[task_id], trial, earlier_errors))
        self._playing.add(play)
        try:
            record = await play
        finally:
            self._playing.discard(play)
        return record.model_dump_json().encode()

    def rate_limited(self, retry_after: float | None) -> None:
        """An endpoint refused a request because there were too many."""
        self._limits.append(retry_after)
        self._limited.set()

    async def rate_limits(self) -> list[float | None]:
        """Wait for rate limits: how long each asked to wait, if it said so."""
        await self._limited.wait()
        self._limited.clear()
        told, self._limits = self._limits, []
        return told

    async def close(self) -> None:
        """Leave the stage: end what still plays, the gateway, and what talks to endpoints."""
        for play in self._playing:
            play.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        self._end.set()
        if self._life is not None:
            await self._life
        if self._suite is not None:
            self._suite.cleanup()


def _evaluation(config: RunConfig, cast: Cast, transport: Transport) -> Evaluation:
    """The evaluation with the data of this machine."""
    known = {task.id: task for domain in config.bases for task in load_tasks(domain, config.split)}
    missing = [name for name in config.tasks if name not in known]
    if missing:
        raise RunError(f"it has no {config.split} task {missing[0]}; install the same tau-emo")
    return Evaluation(
        tasks=[known[name] for name in config.tasks],
        protocol=config.protocol,
        agent=cast.agent(),
        user=cast.user(),
        emotion=parse_emotion(config.emotion),
        emotion_name=config.emotion,
        split=config.split,
        seed=config.seed,
        transport=transport,
    )
