"""Reading the tasks that come with the benchmark."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pydantic import ValidationError

from tau_emo_db import BENCHMARK_VERSION, domain_data, domain_names
from tau_emo_db.foreign import suite_named
from tau_emo_tasks.task import AnySplit, Split, Task

SUITE_TASKS = "tasks.jsonl"
"""The ending of the file that holds the imported tasks of a domain, in the folder of a suite."""


class TaskFileError(Exception):
    """A task file holds a line that is no task; the message names file, line and field."""


def task_file(domain: str, split: Split) -> Traversable:
    """The JSON Lines file with the tasks of one domain and split; it may not exist."""
    return files("tau_emo_tasks").joinpath("data", domain, f"{split}.jsonl")


def parse_tasks(text: str, name: str) -> tuple[Task, ...]:
    """The tasks of a JSON Lines text, one per line, in order.

    Args:
        text: the lines; empty ones are passed over.
        name: what the text is called in errors.

    Raises:
        TaskFileError: a line is no valid task, or two tasks share an id.
    """
    tasks: dict[str, Task] = {}
    # Not splitlines: JSON texts may hold other line separators, such as U+2028, as they are.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            task = Task.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the line"
            raise TaskFileError(f"{name}, line {number}: {where}: {first['msg']}") from None
        if task.id in tasks:
            raise TaskFileError(f"{name}, line {number}: the id {task.id!r} stands twice")
        tasks[task.id] = task
    return tuple(tasks.values())


def load_tasks(domain: str, split: AnySplit = "test") -> tuple[Task, ...]:
    """The tasks of one domain and split, in file order; empty if it has none.

    An edition of a domain in an open suite, such as `airline.theirs`, has imported tasks alone.

    Raises:
        KeyError: there is no such domain, or no suite of that name is open.
        TaskFileError: the file is broken, or holds a task of another domain or split.
    """
    if "." in domain:
        return imported_tasks(domain) if split == "imported" else ()
    return () if split == "imported" else published_tasks(domain, split)


def imported_tasks(edition: str) -> tuple[Task, ...]:
    """The tasks of a domain in an open suite, in file order; empty if it has none.

    Raises:
        KeyError: no suite of that name is open.
        TaskFileError: the file is broken, or its tasks were made for another base.
    """
    domain, _, name = edition.partition(".")
    file = suite_named(name).file(domain, SUITE_TASKS)
    if not file.is_file():
        return ()
    tasks = parse_tasks(file.read_text("utf-8"), str(file))
    base = domain_data(edition).digest
    for task in tasks:
        if (task.domain, task.provenance.base_digest) != (edition, base):
            raise TaskFileError(
                f"{file}: {task.id} was imported for another base or suite; import the tasks anew"
            )
        if task.benchmark_version != BENCHMARK_VERSION:
            raise TaskFileError(
                f"{file}: {task.id} was imported by benchmark version {task.benchmark_version}, "
                f"and this is {BENCHMARK_VERSION}; import the tasks anew"
            )
    return tasks


@cache
def published_tasks(domain: str, split: Split) -> tuple[Task, ...]:
    """The tasks of the benchmark of one domain and split; see `load_tasks`."""
    if domain not in domain_names():
        known = ", ".join(domain_names())
        raise KeyError(f"there is no domain {domain!r}; the domains are {known}")
    file = task_file(domain, split)
    if not file.is_file():
        return ()
    name = f"{domain}/{split}.jsonl"
    tasks = parse_tasks(file.read_text("utf-8"), name)
    for task in tasks:
        if (task.domain, task.split) != (domain, split):
            raise TaskFileError(
                f"{name}: {task.id} is a task of {task.domain}/{task.split}; move its line there"
            )
    return tasks


def hand_written(domain: str, split: Split = "test") -> tuple[Task, ...]:
    """Those of `load_tasks` that people wrote."""
    return tuple(
        one for one in load_tasks(domain, split) if one.provenance.origin == "hand-written"
    )


@cache
def tasks_digest(domain: str, split: Split = "test") -> str:
    """The SHA-256 of the task file as hex digits; of nothing if there is none."""
    file = task_file(domain, split)
    return hashlib.sha256(file.read_bytes() if file.is_file() else b"").hexdigest()
