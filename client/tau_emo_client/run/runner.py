"""Playing all episodes of a run, as many at once as the endpoints bear."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import anyio
from anyio.to_thread import run_sync
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_result,
    stop_after_attempt,
    wait_exponential_jitter,
)

from tau_emo_client.concurrency import Concurrency
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, EpisodeSummary, episode_id
from tau_emo_client.run.executor import Executor
from tau_emo_client.run.store import RunError, RunStore
from tau_emo_tasks.task import Task

Pair = tuple[Task, int]
"""A task and the number of the trial: one episode of a run."""
IN_A_ROW = 10
"""So many infrastructure errors one after another pause the run."""


@dataclass(frozen=True)
class Retries:
    """How an episode that failed for infrastructure is tried again."""

    attempts: int = 3
    """Attempts in all."""
    first_wait: float = 2.0
    """Seconds before the second attempt; doubled each time, with jitter."""
    longest_wait: float = 60.0


@dataclass
class Course:
    """How a run went."""

    finished: dict[str, EpisodeSummary] = field(default_factory=dict[str, EpisodeSummary])
    """The episodes that count, by id."""
    failed: dict[str, EpisodeSummary] = field(default_factory=dict[str, EpisodeSummary])
    """The episodes that failed for infrastructure; the same command tries them again."""
    paused: bool = False
    """True if too many infrastructure errors in a row ended the run early."""


class Runner:
    """Plays the episodes of a run that are not finished yet.

    Args:
        executor: plays each of them: a stage, or workers elsewhere.
        store: where results are kept; its finished episodes are not played again.
        concurrency: how many at once.
        on_episode: told of each episode that was played, after it is on the disk.
        retries: how infrastructure errors are tried again.
    """

    def __init__(
        self,
        executor: Executor,
        store: RunStore,
        concurrency: Concurrency,
        on_episode: Callable[[EpisodeSummary], None] = lambda _: None,
        retries: Retries = Retries(),
    ) -> None:
        self._executor = executor
        self._store = store
        self._concurrency = concurrency
        self._on_episode = on_episode
        self._retries = retries
        self._writer = anyio.CapacityLimiter(1)
        self._errors_in_a_row = 0
        self.course = Course(finished=store.finished())

    async def run(self, pairs: Iterable[Pair]) -> Course:
        """Play what is missing, in order.

        Args:
            pairs: the episodes that are wanted, each a task with the number of the trial.

        Raises:
            RunError: a result cannot be kept.
        """
        left = [
            (task, trial)
            for task, trial in pairs
            if episode_id(task.id, trial) not in self.course.finished
        ]
        missing = iter(left)
        async with anyio.create_task_group() as group:
            for _ in range(min(self._concurrency.most, len(left))):
                group.start_soon(self._work, missing)
        return self.course

    async def _work(self, missing: Iterator[Pair]) -> None:
        while not self.course.paused:
            async with self._concurrency.slot():
                if self.course.paused:
                    return
                item = next(missing, None)
                if item is None:
                    return
                record = await self._episode(*item)
            try:
                await run_sync(self._store.append, record, limiter=self._writer)
            except OSError as error:
                raise RunError(
                    f"a result cannot be written to {self._store.folder}: {error}; what was "
                    "kept before is safe, and the same command goes on"
                ) from error
            self._note(record)

    async def _episode(self, task: Task, trial: int) -> EpisodeRecord:
        errors: list[str] = []

        async def attempt() -> EpisodeRecord:
            record = await self._executor.play(task, trial, tuple(errors))
            if not record.counts:
                errors.append(record.detail)
            return record

        def last(state: RetryCallState) -> EpisodeRecord:
            assert state.outcome is not None
            return state.outcome.result()

        retries = self._retries
        return await AsyncRetrying(
            sleep=anyio.sleep,
            stop=stop_after_attempt(retries.attempts),
            wait=wait_exponential_jitter(multiplier=retries.first_wait, max=retries.longest_wait),
            retry=retry_if_result(_failed),
            retry_error_callback=last,
        )(attempt)

    def _note(self, record: EpisodeRecord) -> None:
        # Only what reports need stays in memory, so a long run does not grow.
        summary = record.summary()
        if summary.counts:
            self._errors_in_a_row = 0
            self.course.finished[summary.id] = summary
            self.course.failed.pop(summary.id, None)
        else:
            self._errors_in_a_row += 1
            self.course.failed[summary.id] = summary
            self.course.paused = self._errors_in_a_row >= IN_A_ROW
        self._on_episode(summary)


def _failed(record: EpisodeRecord) -> bool:
    return record.end_reason is EndReason.INFRASTRUCTURE
