"""Tasks that are too much like another."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tau_emo_tasks.problem import Problem
from tau_emo_tasks.task import Task


def alike(tasks: Sequence[Task], others: Sequence[Task] = ()) -> Iterator[Problem]:
    """Find tasks that say or want the same as one before, or as one of another split.

    Args:
        tasks: of one split. No two share a persona, customer and calls, or an instruction that
            only names and numbers tell apart, and no two test tasks share a feeling.
        others: tasks of the other split: none has one of the customers for the same intent.
    """
    seen: dict[str, str] = {}
    for task in tasks:
        calls = [(one.tool, one.arguments) for one in task.gold]
        for shared, what in (
            ("customer and calls", f"{task.domain} {course(task.principal, calls)}"),
            ("the words of the instruction", frame(task.instruction)),
            ("the feeling", task.feeling if task.split == "test" else task.id),
            ("the persona", task.persona),
        ):
            if what in seen:
                yield Problem(task.id, "alike", f"shares {shared} with {seen[what]}")
            seen[what] = task.id
    wants = {
        (one.domain, one.principal, intent): one.id
        for one in others
        for intent in one.provenance.intents
    }
    for task in tasks:
        for intent in task.provenance.intents:
            other = wants.get((task.domain, task.principal, intent))
            if other:
                yield Problem(task.id, "alike", f"has customer and intent {intent} of {other}")


def course(principal: str, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """What is done for a customer, in whatever order."""
    return (
        f"{principal} {sorted(f'{tool} {sorted(given.items(), key=str)}' for tool, given in calls)}"
    )


def frame(instruction: str) -> str:
    """What is left of an instruction without names, addresses and numbers."""
    return " ".join(re.findall(r"(?<!\S)[a-z][a-z'-]*(?!\S*[@\d])", instruction))
