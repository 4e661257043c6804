"""The folder in which tasks are made: one file of lines per domain and step."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from tau_emo_db import BENCHMARK_VERSION
from tau_emo_db.files import replace_file
from tau_emo_tasks.task import Split

M = TypeVar("M", bound=BaseModel)


class TracerError(Exception):
    """A step cannot be done; the message says what to change."""


class WorkshopError(TracerError):
    """A folder belongs to other settings or holds a broken line."""


class Settings(BaseModel):
    """What decides the tasks of a folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    split: Split
    seed: str
    counts: dict[str, int]
    """By domain, how many tasks."""
    benchmark_version: str = BENCHMARK_VERSION


class Workshop:
    """Reads and writes the files of one folder. Every line is on disk before the next is made.

    Args:
        folder: made if it does not exist.
        settings: None takes those of the folder.

    Raises:
        WorkshopError: the folder was begun with other settings, or there are none.
    """

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        self.folder = folder
        file = folder / "tracer.json"
        if file.exists():
            try:
                kept = Settings.model_validate_json(file.read_text("utf-8"))
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                raise WorkshopError(f"{file}: {first['msg']}; name another folder") from None
            if settings is not None and settings != kept:
                fields = [
                    name
                    for name in Settings.model_fields
                    if getattr(settings, name) != getattr(kept, name)
                ]
                raise WorkshopError(
                    f"{folder} was begun with another {' and '.join(fields)}; name another folder"
                )
            settings = kept
        elif settings is None:
            raise WorkshopError(f"{folder} holds no traces; begin with `tau-emo tracer sample`")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(file, (settings.model_dump_json(indent=2) + "\n").encode())
        self.settings = settings

    def file(self, domain: str, step: str) -> Path:
        """The file of one step for one domain."""
        return self.folder / domain / f"{step}.jsonl"

    def read(self, domain: str, step: str, model: type[M]) -> list[M]:
        """The lines of a file; a last line that was cut off is taken away.

        Raises:
            WorkshopError: a line is no such record.
        """
        file = self.file(domain, step)
        if not file.exists():
            return []
        text = file.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            replace_file(file, whole.encode())
        lines: list[M] = []
        for number, line in enumerate(whole.split("\n")[:-1], start=1):
            try:
                lines.append(model.model_validate_json(line))
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                raise WorkshopError(f"{file}, line {number}: {first['msg']}") from None
        return lines

    def append(self, domain: str, step: str, records: Iterable[BaseModel]) -> Iterator[BaseModel]:
        """Write records as they come, each flushed to disk, and pass them on."""
        file = self.file(domain, step)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as out:
            for record in records:
                out.write(_line(record.model_dump(mode="json")))
                out.flush()
                os.fsync(out.fileno())
                yield record

    def write(self, domain: str, step: str, records: Iterable[BaseModel]) -> None:
        """Write a whole file; either all of it changes or nothing."""
        lines = [_line(record.model_dump(mode="json")) for record in records]
        self.file(domain, step).parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.file(domain, step), "".join(lines).encode())


def _line(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
