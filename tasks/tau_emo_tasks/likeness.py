"""Tasks that are too much like another."""

import re
from collections.abc import Iterator, Sequence

from tau_emo_tasks.problem import Problem
from tau_emo_tasks.task import Task


def alike(tasks: Sequence[Task], others: Sequence[Task] = ()) -> Iterator[Problem]:
    """Find tasks that say or want the same as one before, or as one of another split.

    Args:
        tasks: of one split. No two share a feeling, a persona, customer and writes, or an
            instruction that only names and numbers tell apart.
        others: tasks of the other split: none has one of the customers for the same intent.
    """
    seen: dict[str, str] = {}
    for task in tasks:
        calls = sorted(f"{one.tool} {sorted(one.arguments.items(), key=str)}" for one in task.gold)
        for shared, what in (
            ("customer and calls", f"{task.domain} {task.principal} {calls}"),
            ("the words of the instruction", frame(task.instruction)),
            ("the feeling", task.feeling),
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


def frame(instruction: str) -> str:
    """What is left of an instruction without names, addresses and numbers."""
    return " ".join(re.findall(r"(?<!\S)[a-z][a-z'-]*(?!\S*[@\d])", instruction))
