"""A whole evaluation: from what is asked for to the finished report."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

from anyio.to_thread import run_sync

from tau_emo_client.concurrency import Concurrency
from tau_emo_client.emotion import EmotionChoice
from tau_emo_client.hosts.gateway_process import GatewayAddress
from tau_emo_client.hosts.host import ForeignAccess, ToolHost
from tau_emo_client.players import AgentSource, UserSource
from tau_emo_client.progress import RunProgress, Tally
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeSummary, episode_id
from tau_emo_client.run.config import Environment, RunConfig, package_versions, run_config
from tau_emo_client.run.executor import LOCAL, RAY, Executor, RayCluster
from tau_emo_client.run.plan import default_folder
from tau_emo_client.run.runner import Course, Pair, Retries, Runner
from tau_emo_client.run.store import RunStore
from tau_emo_client.table import FAILURES, RunReport, cause
from tau_emo_client.trial import Stage
from tau_emo_db import base_image, domain_data, is_held
from tau_emo_tasks.task import AnySplit, Task

Transport = Literal["memory", "http", "stdio"]

MOST = 256
"""Most episodes at once with an endpoint, if not told otherwise."""


@dataclass(frozen=True)
class Evaluation:
    """What is evaluated, and how."""

    tasks: Sequence[Task]
    protocol: Protocol
    agent: AgentSource
    user: UserSource
    emotion: EmotionChoice
    emotion_name: str
    """The emotion option as given."""
    split: AnySplit
    seed: int
    transport: Transport = "memory"
    gateway: GatewayAddress | None = None
    """A gateway that is already running; only for http."""
    concurrency: int | None = None
    """Episodes at once; None adapts."""
    cluster: RayCluster | None = None
    """The Ray cluster that plays; None: this process."""
    out: Path | None = None
    new: bool = False
    retries: Retries = field(default_factory=Retries)
    only: Sequence[Pair] | None = None
    """The episodes of the run that are played now; None: all."""

    def pairs(self) -> Sequence[Pair]:
        """The episodes that are played now, all tasks once before any a second time."""
        if self.only is not None:
            return self.only
        return [(task, trial) for trial in range(self.protocol.trials) for task in self.tasks]

    def config(self) -> RunConfig:
        """All that affects the results."""
        return run_config(
            self.tasks,
            protocol=self.protocol,
            agent=self.agent.player,
            user=self.user.player,
            emotion=self.emotion_name,
            split=self.split,
            seed=self.seed,
        )


async def evaluate(
    evaluation: Evaluation, progress: Callable[[Tally], RunProgress]
) -> tuple[RunReport, Course]:
    """Play what is missing of a run and report on all of it.

    Args:
        evaluation: what to play.
        progress: makes what the course of the run is told to.

    Raises:
        RunError: the run folder cannot be used.
        PlayerError: an endpoint does not answer as it must.
        InfrastructureError: the gateway cannot be started, or the Ray cluster cannot be used.
    """
    began = time.monotonic()
    config = evaluation.config()
    folder = evaluation.out or default_folder(config)
    environment = Environment(
        transport=evaluation.transport,
        executor=RAY if evaluation.cluster else LOCAL,
        versions=package_versions(),
    )
    with RunStore(folder, config, environment, new=evaluation.new) as store:
        finished = store.finished()
        wanted = [episode_id(task.id, trial) for task, trial in evaluation.pairs()]
        done = [finished[one] for one in wanted if one in finished]
        if len(done) < len(wanted):
            shown = progress(Tally(len(wanted), done))
            try:
                course = await _play(evaluation, store, shown)
            except BaseExceptionGroup as group:
                # Task groups wrap what ends them; one failure is told as what it is.
                raise _first(group) from group
            except asyncio.CancelledError:
                shown.note(f"interrupted; the same command goes on ({folder})")
                raise
        else:
            course = Course(finished=finished)
    episodes = [*course.finished.values(), *course.failed.values()]
    return RunReport(config, episodes, folder, time.monotonic() - began), course


async def _play(evaluation: Evaluation, store: RunStore, progress: RunProgress) -> Course:
    async with _executor(evaluation, store.config, progress.note) as (executor, concurrency):
        with progress:
            runner = Runner(executor, store, concurrency, _telling(progress), evaluation.retries)
            course = await runner.run(evaluation.pairs())
            if course.paused:
                last = next(reversed(course.failed.values()))
                progress.note(
                    "paused: too many infrastructure errors in a row, the last one: "
                    f"{cause(last)}. The same command goes on."
                )
    return course


@asynccontextmanager
async def _executor(
    evaluation: Evaluation, config: RunConfig, note: Callable[[str], None]
) -> AsyncGenerator[tuple[Executor, Concurrency]]:
    """What plays the episodes, and how many at once."""
    if evaluation.cluster is None:
        concurrency = _concurrency(evaluation)
        async with staged(evaluation, concurrency.most, note) as stage:
            yield stage, concurrency
        return
    from tau_emo_client.run.ray_executor import RayExecutor, connected_workers

    tasks = {task.id for task, _ in evaluation.pairs()}
    count = await connected_workers(evaluation.cluster, most=len(tasks))
    concurrency = _concurrency(evaluation, count)
    workers = RayExecutor(evaluation, config, count, concurrency, note)
    async with _closing(evaluation), workers.working() as executor:
        yield executor, concurrency


@asynccontextmanager
async def staged(
    evaluation: Evaluation, most: int, note: Callable[[str], None]
) -> AsyncGenerator[Stage]:
    """The stage in this process: endpoints tried, base data in memory, tools within reach.

    Args:
        evaluation: what is played.
        most: so many episodes at once.
        note: told what takes its time.

    Raises:
        PlayerError: an endpoint does not answer as it must.
        InfrastructureError: the gateway cannot be started.
    """
    async with _closing(evaluation):
        for source in (evaluation.agent, evaluation.user):
            if source.check is not None:
                await source.check()
        for domain in sorted({task.domain for task in evaluation.tasks}):
            data = domain_data(domain)
            if not is_held(data):
                note(f"building the base data of {domain}, once")
            # Before any episode, so that none waits for it.
            await run_sync(base_image, data)
        async with _host(evaluation, most) as host:
            yield Stage(
                host=host,
                agent=evaluation.agent,
                user=evaluation.user,
                limits=evaluation.protocol.limits,
                emotion=evaluation.emotion,
                seed=evaluation.seed,
            )


@asynccontextmanager
async def in_a_row(evaluation: Evaluation) -> AsyncGenerator[Evaluation]:
    """The evaluation for several runs one after the other, over which agent and customer stay:
    they are closed at the end."""
    async with _closing(evaluation):
        yield replace(
            evaluation,
            agent=replace(evaluation.agent, close=None),
            user=replace(evaluation.user, close=None),
        )


@asynccontextmanager
async def _closing(evaluation: Evaluation) -> AsyncGenerator[None]:
    """Closes agent and customer at the end."""
    async with AsyncExitStack() as stack:
        for source in (evaluation.agent, evaluation.user):
            if source.close is not None:
                stack.push_async_callback(source.close)
        yield


def _telling(progress: RunProgress) -> Callable[[EpisodeSummary], None]:
    """Tells of each episode, and in a line why the first of each kind of error failed."""
    untold = dict(FAILURES)

    def tell(summary: EpisodeSummary) -> None:
        progress.episode(summary)
        kind = untold.pop(summary.end_reason, None)
        if kind:
            progress.note(f"the first {kind} ({summary.id}): {cause(summary)}")

    return tell


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def _concurrency(evaluation: Evaluation, workers: int | None = None) -> Concurrency:
    """How many episodes at once, over all workers if there are any."""
    remote = evaluation.agent.remote or evaluation.user.remote
    if evaluation.concurrency is not None:
        return Concurrency(evaluation.concurrency, evaluation.concurrency, adapts=remote)
    if evaluation.user.player.kind == "human":
        return Concurrency(1, 1)
    if evaluation.transport == "stdio":
        # A process each: more of them than cores only wait for one another.
        most = (workers or os.cpu_count() or 1) * 2
        return Concurrency(most, most)
    if remote:
        return Concurrency(8, MOST)
    most = 8 * (workers or 1)
    return Concurrency(most, most, adapts=False)


def _host(evaluation: Evaluation, most: int) -> ToolHost:
    # Imported here: each transport loads much that the others do not need.
    if evaluation.transport == "http":
        from tau_emo_client.hosts.http import HttpHost

        domains = sorted({task.domain for task in evaluation.tasks})
        access = evaluation.agent.access
        foreign = (
            None
            if access == "ours"
            else ForeignAccess(evaluation.protocol.limits.calls, line=access == "line")
        )
        return HttpHost(evaluation.gateway, domains=domains, most=most, foreign=foreign)
    if evaluation.transport == "stdio":
        from tau_emo_client.hosts.stdio import StdioHost

        return StdioHost()
    from tau_emo_client.hosts.memory import MemoryHost

    return MemoryHost()
