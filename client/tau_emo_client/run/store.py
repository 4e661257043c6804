"""The folder of a run: `run.json` and `episodes.jsonl`, safe against being killed."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self, TypeVar

from filelock import FileLock, Timeout
from pydantic import ValidationError

from tau_emo_client.record import EpisodeRecord, EpisodeSummary
from tau_emo_client.run.config import Environment, RunConfig

RUN_FILE = "run.json"
EPISODES_FILE = "episodes.jsonl"
LOCK_FILE = ".lock"
TEMPORARY_FILE = "run.tmp"

T = TypeVar("T", bound=EpisodeSummary)


class RunError(Exception):
    """A run folder cannot be used so; the message says why and what to do."""


class RunStore:
    """The results of one run, open for writing. One writer at a time.

    Args:
        folder: the folder of the run; made if missing.
        config: what is run.
        environment: recorded beside it.
        new: set an existing run in this folder aside and start afresh.

    Raises:
        RunError: another process writes there, the folder holds another run, or something
            that is no run.
    """

    def __init__(
        self, folder: Path, config: RunConfig, environment: Environment, *, new: bool = False
    ) -> None:
        self.folder = folder
        self.config = config
        try:
            if new:
                set_aside(folder)
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / LOCK_FILE, timeout=0)
            self._lock.acquire()
        except Timeout:
            raise RunError(
                f"another process writes to {folder}; wait for it, or choose another --out"
            ) from None
        except OSError as error:
            raise _unusable(folder, error) from error
        try:
            self._file = self._open(environment)
        except OSError as error:
            self._lock.release()
            raise _unusable(folder, error) from error
        except BaseException:
            self._lock.release()
            raise

    def _open(self, environment: Environment) -> IO[bytes]:
        if (self.folder / RUN_FILE).exists():
            stored = read_config(self.folder)
            differences = self.config.differences(stored)
            if differences and self._holds_episodes():
                raise RunError(
                    f"{self.folder} holds another run; use another --out, or --new to set it "
                    "aside. They differ in " + "; ".join(differences)
                )
            if differences:
                self._write_config(environment)
        else:
            ours = (LOCK_FILE, TEMPORARY_FILE)
            strangers = [p.name for p in self.folder.iterdir() if p.name not in ours]
            if strangers:
                raise RunError(
                    f"{self.folder} is no run folder (it holds {', '.join(sorted(strangers)[:3])});"
                    " choose another --out"
                )
            self._write_config(environment)
        path = self.folder / EPISODES_FILE
        repair(path)
        file = path.open("ab", buffering=0)
        _sync_folder(self.folder)
        return file

    def _holds_episodes(self) -> bool:
        """False for a run that ended before its first episode, as with a mistyped address."""
        path = self.folder / EPISODES_FILE
        return path.exists() and path.stat().st_size > 0

    def _write_config(self, environment: Environment) -> None:
        _write_atomically(
            self.folder / RUN_FILE,
            {
                "digest": self.config.digest(),
                "config": self.config.model_dump(mode="json"),
                "environment": environment.model_dump(mode="json"),
            },
        )

    def append(self, record: EpisodeRecord) -> None:
        """Keep an episode: when this returns it is on the disk. The cost does not depend on
        how many were kept before.

        Raises:
            OSError: it cannot be written, as on a full disk; no part of it is kept then.
        """
        line = record.model_dump_json().encode() + b"\n"
        end = self._file.seek(0, os.SEEK_END)
        written = 0
        try:
            while written < len(line):
                written += self._file.write(line[written:])
            os.fsync(self._file.fileno())
        except OSError:
            # Half a line would spoil the next one that is written behind it.
            self._file.truncate(end)
            raise

    def append_all(self, records: Iterable[EpisodeRecord]) -> int:
        """Keep many episodes that were not played here: they are on the disk when this returns.

        Returns:
            How many.

        Raises:
            OSError: they cannot be written; those before may have been kept.
        """
        count = 0
        with (self.folder / EPISODES_FILE).open("ab") as file:
            for record in records:
                file.write(record.model_dump_json().encode() + b"\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        return count

    def finished(self) -> dict[str, EpisodeSummary]:
        """The episodes that are done, by id; those that failed for infrastructure are not."""
        return {episode.id: episode for episode in read_summaries(self.folder) if episode.counts}

    def close(self) -> None:
        """Release the folder."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _unusable(folder: Path, error: OSError) -> RunError:
    return RunError(f"{folder} cannot be used as run folder ({error}); choose another --out")


def repair(path: Path) -> int:
    """Cut a half-written last line off, as a killed process leaves it.

    Returns:
        How many bytes were cut.
    """
    if not path.exists():
        return 0
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        keep = end
        while keep > 0:
            start = max(0, keep - 65536)
            file.seek(start)
            newline = file.read(keep - start).rfind(b"\n")
            if newline >= 0:
                keep = start + newline + 1
                break
            keep = start
        if keep < end:
            file.truncate(keep)
            os.fsync(file.fileno())
        return end - keep


def set_aside(folder: Path) -> None:
    """Rename a run folder to `<name>.old-<n>`, so that a new run can take its name.

    Raises:
        RunError: a process writes to it, or it is no run folder.
    """
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / RUN_FILE).exists():
        raise RunError(f"{folder} is no run folder; --new does not touch it, choose another --out")
    try:
        with FileLock(folder / LOCK_FILE, timeout=0):
            number = 1
            while (aside := folder.with_name(f"{folder.name}.old-{number}")).exists():
                number += 1
            folder.rename(aside)
    except Timeout:
        raise RunError(f"another process writes to {folder}; end it before --new") from None


def read_config(folder: Path) -> RunConfig:
    """The config of the run in this folder.

    Raises:
        RunError: there is none, or it was written by an incompatible version.
    """
    try:
        return RunConfig.model_validate(_run_file(folder)["config"])
    except (KeyError, TypeError, ValidationError) as error:
        raise RunError(
            f"{folder / RUN_FILE} cannot be read by this version of tau-emo: {error}"
        ) from error


def read_summaries(folder: Path) -> tuple[EpisodeSummary, ...]:
    """The episodes of a run without transcripts; of an episode played anew, the last play."""
    return tuple({episode.id: episode for _, episode in _lines(folder, EpisodeSummary)}.values())


def read_all_summaries(folder: Path) -> Iterator[EpisodeSummary]:
    """Every line of a run without its transcript, in order; an episode played anew has several."""
    for _, episode in _lines(folder, EpisodeSummary):
        yield episode


def read_records(folder: Path) -> Iterator[EpisodeRecord]:
    """The episodes of a run, whole; of an episode played anew, the last play."""
    last = {episode.id: number for number, episode in _lines(folder, EpisodeSummary)}
    for _, record in _lines(folder, EpisodeRecord, only=frozenset(last.values())):
        yield record


def _lines(
    folder: Path, kind: type[T], only: frozenset[int] | None = None
) -> Iterator[tuple[int, T]]:
    path = folder / EPISODES_FILE
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file):
            # A line without its end is still being written, or was cut by a kill.
            if line.endswith(b"\n") and (only is None or number in only):
                yield number, _parsed(path, number, line, kind)


def _parsed(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise RunError(
            f"{path}, line {number + 1}: {where}: {first['msg']}. The file was changed or "
            "written by another version; use another --out, or --new"
        ) from error


def _run_file(folder: Path) -> dict[str, object]:
    try:
        return json.loads((folder / RUN_FILE).read_text("utf-8"))
    except FileNotFoundError:
        raise RunError(f"{folder} is no run folder: it has no {RUN_FILE}") from None
    except ValueError as error:
        raise RunError(f"{folder / RUN_FILE} is broken: {error}") from error


def _write_atomically(path: Path, value: object) -> None:
    temporary = path.with_name(TEMPORARY_FILE)
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
