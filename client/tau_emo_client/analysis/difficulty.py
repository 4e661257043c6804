"""How hard tasks are, over agents and trials."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.metrics import task_scores
from tau_emo_client.record import EpisodeSummary

MOST = 10
"""So many tasks are named as the hardest, and as the easiest."""


@dataclass(frozen=True)
class TaskDifficulty:
    """How often one task is passed."""

    task_id: str
    domain: str
    share: float
    """The share of trials passed: of each run, then the mean over runs."""
    passed: int
    trials: int
    runs: int
    """Runs in which it was played."""

    def as_json(self) -> dict[str, JsonValue]:
        """The figures as plain values."""
        return {
            "task_id": self.task_id,
            "domain": self.domain,
            "share": self.share,
            "passed": self.passed,
            "trials": self.trials,
            "runs": self.runs,
        }


@dataclass(frozen=True)
class Difficulty:
    """All tasks of several runs, the hardest first."""

    tasks: tuple[TaskDifficulty, ...]

    @property
    def never(self) -> int:
        """Tasks that no trial passed."""
        return sum(task.passed == 0 for task in self.tasks)

    @property
    def always(self) -> int:
        """Tasks that every trial passed."""
        return sum(task.passed == task.trials for task in self.tasks)

    @property
    def hardest(self) -> tuple[TaskDifficulty, ...]:
        """Those that are passed least."""
        return self.tasks[:MOST]

    @property
    def easiest(self) -> tuple[TaskDifficulty, ...]:
        """Those that are passed most, the easiest first."""
        return self.tasks[::-1][:MOST]

    def as_json(self) -> dict[str, JsonValue]:
        """Counts, and every task."""
        return {
            "tasks_never_passed": self.never,
            "tasks_always_passed": self.always,
            "tasks": [task.as_json() for task in self.tasks],
        }


def difficulty(runs: Sequence[Sequence[EpisodeSummary]]) -> Difficulty:
    """How hard the tasks of these runs are.

    Args:
        runs: the episodes of each run; those that do not count are left out.
    """
    found: dict[str, list[tuple[str, int, int]]] = {}
    for episodes in runs:
        for task, score in task_scores(episodes).items():
            found.setdefault(task, []).append((score.domain, score.passed, score.trials))
    tasks = (_difficulty(task, found) for task in found)
    return Difficulty(tuple(sorted(tasks, key=lambda task: (task.share, task.task_id))))


def _difficulty(task: str, found: Mapping[str, Sequence[tuple[str, int, int]]]) -> TaskDifficulty:
    scores = found[task]
    return TaskDifficulty(
        task_id=task,
        domain=scores[0][0],
        share=sum(passed / trials for _, passed, trials in scores) / len(scores),
        passed=sum(passed for _, passed, _ in scores),
        trials=sum(trials for *_, trials in scores),
        runs=len(scores),
    )
