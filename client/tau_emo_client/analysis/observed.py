"""Episodes with what only their transcripts show, read in one pass over a run."""

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tau_emo_client.analysis.empathy_words import is_empathetic
from tau_emo_client.audit.episode import audit
from tau_emo_client.audit.run import Audited, OtherTasksError, tasks_of_run
from tau_emo_client.follow_ups import is_follow_up
from tau_emo_client.record import EpisodeRecord, EpisodeSummary
from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.store import EPISODES_FILE, read_all_records, read_config
from tau_emo_servers.conversation import AgentStep

SMALL = 8_000_000
"""Bytes of episodes that are read sooner than another process starts."""


@dataclass(frozen=True)
class Observed:
    """An episode and what was read in its transcript."""

    episode: EpisodeSummary
    messages: int
    """Messages of the agent that reached the customer and are not blank."""
    empathetic: int
    """Those of them that show empathy."""
    empathetic_follow_ups: int
    """Those that show empathy and ask for something."""
    audited: Audited | None
    """With the errors of its customer; None if its task is not at hand, or it does not count."""

    @property
    def plain_follow_ups(self) -> int:
        """Messages that ask for something without empathy."""
        return self.episode.follow_ups - self.empathetic_follow_ups


@dataclass(frozen=True)
class ObservedRun:
    """A run, read whole; transcripts are left behind."""

    folder: Path
    config: RunConfig
    observed: tuple[Observed, ...]
    """Every episode, those that do not count too; of one played anew the last play."""
    audited: bool
    """False if the run was played on tasks that are not those of this version."""

    @cached_property
    def counted(self) -> tuple[Observed, ...]:
        """The episodes that say something about the agent, by id."""
        found = (one for one in self.observed if one.episode.counts)
        return tuple(sorted(found, key=lambda one: one.episode.id))


def observe(record: EpisodeRecord) -> Observed:
    """What the transcript of an episode shows; the customer is not audited."""
    texts = [
        event.text
        for event in record.conversation.events
        if isinstance(event, AgentStep) and event.delivered and event.text.strip()
    ]
    empathetic = [text for text in texts if is_empathetic(text)]
    return Observed(
        episode=record.summary(),
        messages=len(texts),
        empathetic=len(empathetic),
        empathetic_follow_ups=sum(map(is_follow_up, empathetic)),
        audited=None,
    )


def observe_run(folder: Path) -> ObservedRun:
    """Read a run in one pass.

    Raises:
        RunError: it is no run, or a line of it cannot be read.
    """
    config = read_config(folder)
    try:
        tasks = tasks_of_run(folder, config)
        if not all(task.has_script for task in tasks.values()):
            tasks = None
    except OtherTasksError:
        tasks = None
    last: dict[str, Observed] = {}
    for record in read_all_records(folder):
        one = observe(record)
        if tasks is not None and record.counts:
            findings = tuple(audit(tasks[record.task_id], record))
            one = Observed(
                one.episode,
                one.messages,
                one.empathetic,
                one.empathetic_follow_ups,
                Audited(one.episode, findings),
            )
        last[record.id] = one
    return ObservedRun(folder, config, tuple(last.values()), tasks is not None)


def observe_runs(
    folders: Sequence[Path], workers: int = 1, small: int = SMALL
) -> list[ObservedRun]:
    """Read runs, each by one process; the result does not depend on how many there are.

    Args:
        folders: folders of runs.
        workers: processes that read at once.
        small: up to so many bytes of episodes, this process reads them all.

    Raises:
        RunError: one is no run, or a line of it cannot be read.
    """
    size = sum(_size(folder / EPISODES_FILE) for folder in folders)
    workers = min(workers, len(folders))
    if workers < 2 or size <= small:
        return [observe_run(folder) for folder in folders]
    # Processes of their own kind: a fork of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        return list(pool.map(observe_run, folders))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
