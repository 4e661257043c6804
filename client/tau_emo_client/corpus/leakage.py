"""Whether something of the test tasks stands in what is to be learnt."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from tau_emo_client.collecting.trajectory import Trajectory
from tau_emo_db import domain_names
from tau_emo_servers.conversation import UserMessage
from tau_emo_servers.values import normalised
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import CANARY, Task

LONG = 10
"""A wish of so many words that stands word for word in a message is taken over; a shorter one may
be in both by chance."""


@dataclass
class Measure:
    """What the test tasks hold, to compare with.

    Args:
        tasks: all test tasks.
        known: all tasks that may be learnt from, by id.
    """

    tasks: Sequence[Task]
    known: Mapping[str, Task]
    ids: frozenset[str] = field(init=False)
    wants: Mapping[tuple[str, str, int], str] = field(init=False)
    """For each customer with an intent, the task that has them."""
    texts: Mapping[str, list[tuple[str, str]]] = field(init=False)
    """Instructions and long wishes by domain, each with its task."""

    def __post_init__(self) -> None:
        self.ids = frozenset(task.id for task in self.tasks)
        self.wants = {
            (task.domain, task.principal, intent): task.id
            for task in self.tasks
            for intent in task.provenance.intents
        }
        texts: dict[str, list[tuple[str, str]]] = {}
        for task in self.tasks:
            goals = [goal.say for goal in task.user_script.goals]
            for text in (task.instruction, *(one for one in goals if len(one.split()) >= LONG)):
                texts.setdefault(task.domain, []).append((normalised(text), task.id))
        self.texts = texts

    def leaks(self, trajectory: Trajectory) -> Iterator[str]:
        """What of the test tasks stands in a trajectory."""
        episode = trajectory.episode
        if episode.task_id in self.ids:
            yield f"{episode.task_id} is a test task"
            return
        task = self.known.get(episode.task_id)
        if task is None:
            yield f"{episode.task_id} is no train task of this version"
            return
        for intent in task.provenance.intents:
            other = self.wants.get((task.domain, task.principal, intent))
            if other:
                yield f"{task.id} has customer and intent {intent} of {other}"
        if CANARY in episode.model_dump_json():
            yield f"{trajectory.id} holds the canary of test tasks"
        said = normalised(
            "\n".join(
                event.text
                for event in episode.conversation.events
                if isinstance(event, UserMessage)
            )
        )
        for text, other in self.texts.get(task.domain, ()):
            if text in said:
                yield f"{trajectory.id} holds the words of {other}"


@cache
def measure() -> Measure:
    """The test and train tasks of this version."""
    return Measure(
        tuple(task for name in domain_names() for task in load_tasks(name, "test")),
        {task.id: task for name in domain_names() for task in load_tasks(name, "train")},
    )


def leaks(trajectories: Iterable[Trajectory]) -> Iterator[str]:
    """What of the test tasks stands in trajectories, one line each."""
    for trajectory in trajectories:
        yield from measure().leaks(trajectory)
