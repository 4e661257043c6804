"""The failures of a whole run."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import JsonValue
from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from tau_emo_client.audit.run import tasks_of_run
from tau_emo_client.failures.diagnosis import diagnose
from tau_emo_client.failures.failure import Author, Category, Failure
from tau_emo_client.run.store import RunError, read_config, read_records


def failures_of(folder: Path) -> list[Failure]:
    """Why each episode of a run failed that did, in the order of the run.

    Args:
        folder: the folder of the run.

    Raises:
        RunError: it is no run.
        OtherTasksError: it was played on tasks that are not those of this version.
    """
    tasks = tasks_of_run(folder, read_config(folder))
    found: list[Failure] = []
    for record in read_records(folder):
        task = tasks.get(record.task_id)
        if task is None:
            raise RunError(f"{folder} holds an episode of {record.task_id}, which it did not play")
        failure = diagnose(task, record)
        if failure is not None:
            found.append(failure)
    return found


def counted(failures: Sequence[Failure]) -> dict[str, JsonValue]:
    """How many failures there are of each category and author; those for infrastructure are none
    of the `failed`, as such episodes do not count."""
    counting = [one for one in failures if one.category is not Category.INFRASTRUCTURE]
    return {
        "failed": len(counting),
        "by_author": dict(Counter(one.author.value for one in failures).most_common()),
        "by_category": dict(Counter(one.category.value for one in failures).most_common()),
    }


def table(failures: Sequence[Failure]) -> Table:
    """The same for a terminal."""
    shown = Table(box=SIMPLE, pad_edge=False)
    shown.add_column("what went wrong", no_wrap=True)
    for author in Author:
        shown.add_column(author.value, justify="right")
    shown.add_column("the first", overflow="fold")
    categories = Counter(one.category for one in failures)
    for category, _ in categories.most_common():
        own = [one for one in failures if one.category is category]
        by = Counter(one.author for one in own)
        counts = [str(by[author] or "") for author in Author]
        first = f"{own[0].episode}, event {own[0].event}: {own[0].evidence}"
        # As plain text: it holds what agents and customers wrote.
        shown.add_row(category.value.replace("_", " "), *counts, Text(first[:200]))
    return shown
