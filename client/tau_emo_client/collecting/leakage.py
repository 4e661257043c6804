"""Whether something of the test tasks stands in what is to be learnt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from tau_emo_client.record import EpisodeRecord
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
    """What the test tasks of a domain hold, to compare with.

    Args:
        tasks: its test tasks.
        known: its tasks that may be learnt from, by id.
    """

    tasks: Sequence[Task]
    known: Mapping[str, Task]
    ids: frozenset[str] = field(init=False)
    wants: Mapping[tuple[str, int], str] = field(init=False)
    """For each customer with an intent, the task that has them."""
    texts: Sequence[tuple[str, str]] = field(init=False)
    """Instructions and long wishes, each with its task."""

    def __post_init__(self) -> None:
        self.ids = frozenset(task.id for task in self.tasks)
        self.wants = {
            (task.principal, intent): task.id
            for task in self.tasks
            for intent in task.provenance.intents
        }
        self.texts = [
            (normalised(text), task.id)
            for task in self.tasks
            for text in (task.instruction, *(goal.say for goal in task.user_script.goals))
            if len(text.split()) >= LONG
        ]

    def leaks(self, episode: EpisodeRecord) -> Iterator[str]:
        """What of the test tasks stands in an episode."""
        if episode.task_id in self.ids:
            yield f"{episode.task_id} is a test task"
            return
        task = self.known.get(episode.task_id)
        if task is None:
            yield f"{episode.task_id} is no train task of this version"
            return
        for intent in task.provenance.intents:
            other = self.wants.get((task.principal, intent))
            if other:
                yield f"{task.id} has customer and intent {intent} of {other}"
        if CANARY in episode.model_dump_json():
            yield f"{episode.id} holds the canary of test tasks"
        said = normalised(
            "\n".join(
                event.text
                for event in episode.conversation.events
                if isinstance(event, UserMessage)
            )
        )
        for text, other in self.texts:
            if text in said:
                yield f"{episode.id} holds the words of {other}"


@cache
def measure(domain: str) -> Measure:
    """The test and train tasks of a domain; of a text that is no domain, none."""
    if domain not in domain_names():
        return Measure((), {})
    train = load_tasks(domain, "train")
    return Measure(load_tasks(domain, "test"), {task.id: task for task in train})


def leaks(episode: EpisodeRecord) -> Iterator[str]:
    """What of the test tasks stands in an episode, one line each."""
    # By the id of the task, whatever domain the episode says it is of.
    yield from measure(episode.task_id.rpartition("-")[0]).leaks(episode)
