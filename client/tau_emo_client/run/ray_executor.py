"""Playing on a Ray cluster: workers are kept alive, and each episode is given to one of them.

Only ids of tasks go out and records come back, once each machine has the suite if one is played.
The run folder is written here alone. What a lost worker was playing is given to another, and the
lost result cannot arrive any more.
"""

import logging
import math
import os
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import anyio
from anyio.to_thread import run_sync

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.concurrency import Concurrency
from tau_emo_client.players import PlayerError
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.evaluate import Evaluation
from tau_emo_client.run.executor import RayCluster
from tau_emo_client.run.ray_worker import Cast, Worker, versions
from tau_emo_client.run.store import RunError
from tau_emo_client.run.suite_copy import copy_for
from tau_emo_client.trial import unplayed
from tau_emo_tasks.task import Task

# What Ray has to tell of its machines it prints where results stand; it reads this on import.
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")

import ray as partly_typed
from ray.exceptions import (
    ObjectLostError,
    RayActorError,
    RayError,
    RayTaskError,
    WorkerCrashedError,
)

ray: Any = partly_typed

CONNECTING = 5.0
"""Seconds within which the cluster's port must accept a connection."""
ANSWERING = 60.0
"""Seconds within which the cluster must answer as Ray does."""
HINT = 20.0
"""Seconds without any worker after which the user is told what is waited for."""
STARTING = 300.0
"""Seconds without any worker after which the run is given up."""
CLOSING = 10.0
"""Seconds a worker may take to close before it is killed."""
STARTS = 3
"""So many workers in a row that end before they can play end the run."""
LOSSES = 3
"""An episode that was lost with so many workers has failed for infrastructure: it may be what
ends them."""
OBJECT_STORE = 256 * 2**20
"""Bytes for objects in a Ray of our own; records are small, and soon fetched."""
HEALTH_CHECK = (
    *(sys.executable, "-m", "ray.scripts.scripts", "health-check"),
    *("--skip-version-check", "--address"),
)
"""Ray's own question whether a cluster is there; it answers by its exit status."""
GOES_ON = "What was kept is safe, and the same command goes on"
LOST = (RayActorError, WorkerCrashedError, ObjectLostError)
"""What Ray raises when a worker, its machine or its result is gone."""


async def connected_workers(cluster: RayCluster, most: int) -> int:
    """Connect to the cluster, and count the workers it is to have.

    The connection is kept until the process ends. One that is there already is used.

    Args:
        cluster: which one, and how many workers it is asked for.
        most: more workers than these had nothing to do.

    Raises:
        InfrastructureError: there is no Ray cluster at the address.
        RunError: it runs another version of Ray or Python.
    """
    if not ray.is_initialized():
        address = cluster.address or os.environ.get("RAY_ADDRESS") or "local"
        await run_sync(_probe, address)
        _connect(address, cluster.workers)
    cpus = int(ray.cluster_resources().get("CPU", 0))
    return max(1, min(cluster.workers or cpus, most))


def _probe(address: str) -> None:
    """See that Ray answers there: to join a cluster that is none takes minutes, and ends us."""
    if address in ("local", "auto"):
        return
    host, _, port = address.rpartition(":")
    if "://" in address or not host or not port.isdecimal():
        raise InfrastructureError(
            f"--ray-address is {address!r}; it is HOST:PORT, such as 10.0.0.1:6379, and this "
            "command runs on a machine of that cluster"
        )
    try:
        socket.create_connection((host, int(port)), CONNECTING).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise InfrastructureError(
            f"no Ray cluster can be reached at {address}: {error}; `ray status` on its head "
            "tells whether it runs"
        ) from error
    try:
        health = subprocess.run(  # noqa: S603 - our own interpreter
            [*HEALTH_CHECK, address],
            capture_output=True,
            timeout=ANSWERING,
            check=False,
        )
    except subprocess.TimeoutExpired:
        health = None
    if health is not None and b"AuthenticationError" in health.stderr:
        raise InfrastructureError(
            f"the Ray cluster at {address} wants its token: set RAY_AUTH_MODE=token, and give the "
            "token of its head in RAY_AUTH_TOKEN or ~/.ray/auth_token"
        )
    if health is None or health.returncode:
        raise InfrastructureError(
            f"what answers at {address} is no Ray cluster; give the port that `ray start --head` "
            "named (usually 6379), not that of its dashboard or of Ray Client"
        )


def _connect(address: str, workers: int | None) -> None:
    own: dict[str, Any] = {}
    if address == "local":
        # A Ray of our own serves this run alone: no dashboard, and nothing is sent to anybody.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        own = {
            "num_cpus": workers,
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE,
        }
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except RuntimeError as error:
        if "ersion mismatch" in str(error):
            raise RunError(
                f"the Ray cluster at {address} and this machine differ; install the same on all "
                f"machines. {error}"
            ) from error
        raise InfrastructureError(f"Ray at {address}: {error}") from error
    except (ConnectionError, ValueError, RayError) as error:
        raise InfrastructureError(f"Ray at {address}: {error}") from error
    except Exception as error:
        # A Ray that starts too slowly says so by an exception of no kind of its own.
        if type(error) is not Exception:
            raise
        raise InfrastructureError(f"Ray at {address}: {error}") from error


@dataclass(eq=False)
class _Hand:
    """One worker as seen from here."""

    actor: Any
    address: str
    """Of its machine."""
    playing: int = 0


class RayExecutor:
    """Keeps workers and plays by them. Made for one run; `working` is entered once.

    Args:
        evaluation: what is played.
        config: the config of the run.
        count: so many workers.
        concurrency: how many episodes run at once over all of them; told of rate limits.
        note: told what the user should know.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        config: RunConfig,
        count: int,
        concurrency: Concurrency,
        note: Callable[[str], None],
    ) -> None:
        if evaluation.agent.recipe is None or evaluation.user.recipe is None:
            raise RunError("an agent or customer without a recipe cannot be made by workers")
        self._evaluation = evaluation
        self._config = config
        self._cast = Cast(evaluation.agent.recipe, evaluation.user.recipe)
        self._count = count
        self._concurrency = concurrency
        self._note = note
        self._share = math.ceil(concurrency.most / count)
        """Episodes at once of one worker, so that late ones find something to do."""
        self._suite: Any = None
        """Where workers find the copy of the suite, if one is played: each machine fetches it
        once."""
        self._arrived = 0
        """Workers whose process runs; some of them may not be ready yet."""
        self._ready: list[_Hand] = []
        self._changed = anyio.Event()

    @asynccontextmanager
    async def working(self) -> AsyncGenerator["RayExecutor"]:
        """Start the workers; they end on leaving.

        Raises:
            RunError: a worker has other versions or data.
            PlayerError: an endpoint does not answer a worker as it must.
            InfrastructureError: there are no workers.
        """
        copy = copy_for(self._config.bases)
        self._suite = None if copy is None else ray.put(copy)
        async with anyio.create_task_group() as group:
            group.start_soon(self._watch)
            for _ in range(self._count):
                group.start_soon(self._keep)
            try:
                yield self
            finally:
                group.cancel_scope.cancel()

    async def play(
        self, task: Task, trial: int, earlier_errors: tuple[str, ...] = ()
    ) -> EpisodeRecord:
        """Let a worker play one trial; see `play_trial`."""
        for _ in range(LOSSES):
            hand = await self._free()
            hand.playing += 1
            try:
                record = await hand.actor.play.remote(task.id, trial, earlier_errors)
                return EpisodeRecord.model_validate_json(record)
            except LOST:
                self._lose(hand)
            except RayTaskError as error:
                raise _cause(error) from error
            except RayError as error:
                raise _broken(error) from error
            finally:
                hand.playing -= 1
                self._wake()
        return unplayed(
            task,
            trial,
            self._evaluation.emotion,
            self._evaluation.seed,
            f"{LOSSES} workers were lost while they played this episode",
            earlier_errors,
        )

    async def _free(self) -> _Hand:
        """The worker with the least to do, once one can take another episode."""
        while True:
            free = [hand for hand in self._ready if hand.playing < self._share]
            if free:
                return min(free, key=lambda hand: hand.playing)
            await self._changed.wait()

    async def _keep(self) -> None:
        """Have one worker at all times: where it is lost, another is asked for."""
        ended = 0
        while True:
            try:
                await self._live(_actor(self._share))
            except _EarlyEndError as error:
                ended += 1
                if ended == STARTS:
                    raise InfrastructureError(
                        "workers of Ray end before they can play: "
                        f"{_shortly(error.__cause__)}. The same tau-emo must be installed on "
                        "every machine"
                    ) from error
            else:
                ended = 0

    async def _live(self, actor: Any) -> None:
        """The life of one worker, until it is lost.

        Raises:
            _EarlyEndError: it was lost before it could play.
            RunError: its versions or data are others.
            PlayerError: an endpoint does not answer it as it must.
            InfrastructureError: its gateway cannot be started.
        """
        hand, address, alive = None, "", False
        try:
            address, theirs = await actor.arrive.remote()
            alive = True
            self._count_arrived(1)
            _check_versions(address, theirs)
            await actor.prepare.remote(
                self._config.model_dump_json(),
                self._cast,
                self._evaluation.transport,
                self._share,
                self._suite,
            )
            hand = _Hand(actor, address)
            self._ready.append(hand)
            self._wake()
            while True:
                for retry_after in await actor.rate_limits.remote():
                    self._concurrency.rate_limited(retry_after)
        except RayTaskError as error:
            raise _told(address, _cause(error)) from error
        except LOST as error:
            alive = False
            if hand is None:
                raise _EarlyEndError from error
            self._lose(hand)
        except RayError as error:
            raise _broken(error) from error
        finally:
            if address:
                self._count_arrived(-1)
            await _end(actor, alive=alive)

    def _lose(self, hand: _Hand) -> None:
        if hand in self._ready:
            self._ready.remove(hand)
            self._note(
                f"a worker on {hand.address} was lost; what it was playing ({hand.playing}) is "
                "given to others"
            )
            # It may only be out of reach; what keeps it then sees that it has ended.
            ray.kill(hand.actor)

    async def _watch(self) -> None:
        """Tell when there is no worker at all, and give up when there is none for long."""
        while True:
            while self._arrived:
                await self._changed.wait()
            if await self._none_for(HINT):
                self._note("Ray has no worker yet; each needs a CPU that is free, see `ray status`")
            if await self._none_for(STARTING - HINT):
                raise InfrastructureError(
                    f"Ray had no worker for {STARTING:g} s; each needs a CPU that is free, see "
                    f"`ray status`. {GOES_ON}"
                )

    async def _none_for(self, seconds: float) -> bool:
        """True if no worker has arrived after so long; False as soon as one has."""
        with anyio.move_on_after(seconds):
            while not self._arrived:
                await self._changed.wait()
        return not self._arrived

    def _count_arrived(self, number: int) -> None:
        self._arrived += number
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()


class _EarlyEndError(Exception):
    """A worker was lost before it could play."""


def _actor(most: int) -> Any:
    """A new actor; some of its calls are not episodes."""
    made: Any = ray.remote(Worker)
    return made.options(
        num_cpus=1,
        max_restarts=0,
        max_task_retries=0,
        max_concurrency=most + 10,
        scheduling_strategy="SPREAD",
    ).remote()


async def _end(actor: Any, *, alive: bool) -> None:
    """End a worker, in peace if it lives."""
    with anyio.CancelScope(shield=True):
        if alive:
            with anyio.move_on_after(CLOSING), suppress(RayError):
                await actor.close.remote()
        ray.kill(actor)


def _check_versions(address: str, theirs: Mapping[str, str]) -> None:
    different = [
        f"{name} {theirs.get(name)} there, {mine} here"
        for name, mine in versions().items()
        if theirs.get(name) != mine
    ]
    if different:
        raise RunError(
            f"a worker on {address} has other versions; install the same on all machines. "
            f"They differ in {'; '.join(different)}"
        )


def _broken(error: RayError) -> InfrastructureError:
    """What Ray says of itself."""
    return InfrastructureError(f"Ray: {_shortly(error)}. {GOES_ON}")


def _cause(error: RayTaskError) -> Exception:
    """What was raised on the worker."""
    cause: object = error.cause
    return cause if isinstance(cause, Exception) else error


def _told(address: str, error: Exception) -> Exception:
    """The error with the machine it comes from, if it is one that users are told of."""
    for kind in (RunError, PlayerError, InfrastructureError):
        if isinstance(error, kind):
            return kind(f"a worker on {address}: {error}")
    return error


def _shortly(error: BaseException | None) -> str:
    """The last line of what Ray says, which names the reason."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
