"""The runs that are shown: which there are, what is known of them, and what is new in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from tau_emo_client.audit.run import OtherTasksError, tasks_of_run
from tau_emo_client.failures.diagnosis import diagnose
from tau_emo_client.failures.failure import Failure
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import IMPORTED, RunConfig
from tau_emo_client.run.store import (
    EPISODES_FILE,
    RUN_FILE,
    RunError,
    read_at,
    read_config,
    read_placed,
)
from tau_emo_client.texts import clean
from tau_emo_client.viewer.index import Index, Row
from tau_emo_db import domain_data
from tau_emo_db.foreign import SuiteError
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Run:
    """One run, as it was found."""

    name: str
    """By which addresses name it: the name of its folder, with a number if another has it."""
    place: int
    folder: Path
    config: RunConfig
    tasks: dict[str, Task]
    """Its tasks by id; empty if they are not those of this version."""

    @property
    def imported(self) -> bool:
        """True if it was made elsewhere, with databases that nobody has here."""
        return self.config.benchmark_version == IMPORTED

    def has_base(self, domain: str) -> bool:
        """True if the base data of a domain are still those that it was played on."""
        base = self.config.bases.get(domain)
        try:
            return base == domain_data(domain).digest
        except (KeyError, SuiteError):
            return False

    def task_of(self, record: EpisodeRecord) -> Task | None:
        """The task of an episode; None if it is not known."""
        task = self.tasks.get(record.task_id)
        if task is None or {record.domain, record.conversation.domain} != {task.domain}:
            return None
        return task


Seen = tuple[object, ...]
"""What tells a file from the one that takes its place."""


@dataclass
class _Reading:
    """How far a run has been read."""

    run: Run
    seen: Seen
    lines: int = 0
    bytes: int = 0


class Library:
    """Runs with the index of their episodes. A run may grow, or be played anew, while it is shown.

    Args:
        folders: the folders of the runs.
        progress: told of each piece that was read, in bytes.

    Raises:
        RunError: a folder holds no run, or a line is no record.
    """

    def __init__(
        self, folders: Sequence[Path], progress: Callable[[int], None] = lambda _: None
    ) -> None:
        self.index = Index()
        self._lock = RLock()
        self._readings: dict[str, _Reading] = {}
        for place, folder in enumerate(folders):
            name = _free(clean(folder.resolve().name) or "run", self._readings)
            self._readings[name] = _Reading(_found(name, place, folder), _seen(folder))
        with self.index.adding():
            for reading in self._readings.values():
                self._read(reading, progress)

    @property
    def runs(self) -> list[Run]:
        """The runs in the order in which they were named."""
        return [reading.run for reading in self._readings.values()]

    def run(self, name: str) -> Run | None:
        """The run of this name, or None."""
        reading = self._readings.get(name)
        return reading.run if reading else None

    def refresh(self) -> None:
        """Read what has been written since the last time. Costs next to nothing if nothing was.

        Raises:
            RunError: a run is gone, or a line is no record.
        """
        with self._lock:
            for name, reading in self._readings.items():
                folder, seen = reading.run.folder, _seen(reading.run.folder)
                anew = seen != reading.seen or _size(folder) < reading.bytes
                if not (anew or _size(folder) > reading.bytes):
                    continue
                with self.index.adding():
                    fresh = reading
                    if anew:
                        self.index.forget(name)
                        fresh = _Reading(_found(name, reading.run.place, folder), seen)
                    self._read(fresh, lambda _: None)
                    self._readings[name] = fresh

    def record(self, row: Row) -> EpisodeRecord:
        """The record of an episode that the index knows.

        Raises:
            RunError: the file was changed under it.
        """
        folder = self._readings[row.run].run.folder
        try:
            record = read_at(folder, row.at)
        except OSError as error:
            raise RunError(f"{folder} cannot be read: {error}") from error
        if record.id != row.id:
            raise RunError(f"{folder} was changed while it was read; load the page again")
        return record

    def close(self) -> None:
        """Free everything."""
        self.index.close()

    def _read(self, reading: _Reading, progress: Callable[[int], None]) -> None:
        """Index what is new; how far it came is kept only if all of it could be read."""
        run, lines, end = reading.run, reading.lines, reading.bytes
        for at, record in read_placed(run.folder, lines, end):
            self.index.add(run.place, run.name, at, record, failure_of(run, record))
            lines, end = at.line + 1, at.end
            progress(at.length)
        reading.lines, reading.bytes = lines, end


def failure_of(run: Run, record: EpisodeRecord) -> Failure | None:
    """Why an episode failed; None if it passed, or if its task is not known."""
    task = run.task_of(record)
    return diagnose(task, record) if task else None


def size_of(folders: Sequence[Path]) -> int:
    """How many bytes the episodes of these runs have."""
    return sum(_size(folder) for folder in folders)


def _found(name: str, place: int, folder: Path) -> Run:
    config = read_config(folder)
    try:
        tasks = tasks_of_run(folder, config)
    except OtherTasksError:
        tasks = {}
    return Run(name, place, folder, config, tasks)


def _free(name: str, taken: dict[str, _Reading]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _seen(folder: Path) -> Seen:
    found: list[object] = []
    for name in (RUN_FILE, EPISODES_FILE):
        try:
            status = (folder / name).stat()
        except OSError:
            found.append(None)
        else:
            found.append(status.st_ino)
            if name == RUN_FILE:
                found.append(status.st_mtime_ns)
    return tuple(found)


def _size(folder: Path) -> int:
    try:
        return (folder / EPISODES_FILE).stat().st_size
    except OSError:
        return 0
