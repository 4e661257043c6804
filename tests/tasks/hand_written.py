"""What the tests of the hand-written tasks share."""

from tau_emo_servers.domain import served_domain_names
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Task

DOMAINS = tuple(name for name in served_domain_names() if hand_written(name))
TASKS: dict[str, tuple[Task, ...]] = {domain: hand_written(domain) for domain in DOMAINS}


def named(name: str) -> Task:
    """The task with this id."""
    return next(task for tasks in TASKS.values() for task in tasks if task.id == name)


def after(task: Task, table: str, *columns: str) -> list[tuple[object, ...]]:
    """The touched rows of a table after the gold actions, reduced to some columns."""
    return [tuple(row[one] for one in columns) for row in task.gold_changes[table].after]


def outcomes(task: Task) -> set[str]:
    """What a right agent makes of the goals."""
    return {goal.outcome for goal in task.user_script.goals}


def intents(domain: str) -> set[int]:
    """All intents that the tasks of a domain combine."""
    return {intent for task in TASKS[domain] for intent in task.provenance.intents}
