"""What a set of tasks covers: tools, intents, conditions, and how hard they are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Coverage:
    """What the tasks of one domain cover. Shares are between 0 and 1."""

    domain: str
    tasks: int
    unused_tools: tuple[str, ...]
    """Tools that no gold action calls."""
    intents: int
    """How many different intents come up."""
    refusals: float
    """Share of tasks in which a wish must be refused."""
    hand_offs: float
    """Share of tasks that end with a hand-off."""
    several: float
    """Share of tasks with two or more intents."""
    arithmetic: float
    """Share of tasks in which something must be worked out."""
    median_calls: float
    """The median number of gold calls."""
    conditions: int
    """How many different conditions come up."""
    most_emotion: int
    """How often the emotion comes up that comes up most."""
    least_emotion: int
    """How often the emotion comes up that comes up least, of those that come up."""


def coverage(tasks: Sequence[Task]) -> Coverage:
    """What the tasks of one domain cover.

    Args:
        tasks: at least one, all of one domain.
    """
    domain = served_domain(tasks[0].domain)
    used = {action.tool for task in tasks for action in task.gold}
    emotions = Counter(task.condition.emotion for task in tasks)

    def share(count: int) -> float:
        return count / len(tasks)

    return Coverage(
        domain=domain.name,
        tasks=len(tasks),
        unused_tools=tuple(sorted(set(domain.tools) - used - {"think"})),
        intents=len({intent for task in tasks for intent in task.provenance.intents}),
        refusals=share(sum(bool(task.refuses) for task in tasks)),
        hand_offs=share(sum(task.hands_off for task in tasks)),
        several=share(sum(len(task.provenance.intents) > 1 for task in tasks)),
        arithmetic=share(sum(_works_out(task) for task in tasks)),
        median_calls=float(median(len(task.gold) for task in tasks)),
        conditions=len({task.condition.model_dump_json() for task in tasks}),
        most_emotion=max(emotions.values()),
        least_emotion=min(emotions.values()),
    )


def _works_out(task: Task) -> bool:
    return any(action.tool == "calculate" for action in task.gold) or any(
        output.computed for output in task.outputs
    )
