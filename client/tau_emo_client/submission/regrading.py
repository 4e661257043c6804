"""Grading stored episodes again, from their recorded calls and messages.

It finds inconsistency and careless edits. It cannot prove that a conversation took place.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tau_emo_client.audit.run import tasks_of_run
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.record import EpisodeRecord, episode_id, episode_seed
from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.store import read_config, read_records
from tau_emo_db import Changes, EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import UNTIMELY, Episode
from tau_emo_servers.rules import ReplayMismatchError, TaskLabel, check_rules
from tau_emo_tasks.grading import grade
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Mismatch:
    """One way in which a stored episode contradicts itself."""

    episode: str
    what: str
    """What is recorded, and what follows from the rest of the record."""

    def __str__(self) -> str:
        return f"{self.episode}: {self.what}"


def regraded(folder: Path) -> Iterator[tuple[EpisodeRecord, list[Mismatch]]]:
    """The episodes of a run that count, each with what contradicts in it.

    Args:
        folder: the folder of the run.

    Raises:
        RunError: it is no run.
        OtherTasksError: it was played on tasks that are not those of this version.
    """
    config = read_config(folder)
    tasks = tasks_of_run(folder, config)
    for record in read_records(folder):
        if record.counts:
            task = tasks.get(record.task_id)
            if task is None:
                yield record, [Mismatch(record.id, "a task that the run does not have")]
            else:
                yield record, regrade(task, record, config)


def regrade(task: Task, record: EpisodeRecord, config: RunConfig) -> list[Mismatch]:
    """What contradicts in a stored episode; nothing if grading it again gives what is stored.

    Args:
        task: the task that was played.
        record: the episode.
        config: of the run that it is of.
    """
    return [Mismatch(record.id, what) for what in _contradictions(task, record, config)]


def _contradictions(task: Task, record: EpisodeRecord, config: RunConfig) -> Iterator[str]:
    yield from _differing(
        ("id", record.id, episode_id(task.id, record.trial)),
        ("seed", record.seed, episode_seed(config.seed, task.id, record.trial)),
        ("domain", record.domain, task.domain),
    )
    if record.trial not in range(config.protocol.trials):
        yield f"trial {record.trial}, of {config.protocol.trials}"
    steps = [event for event in record.conversation.events if isinstance(event, AgentStep)]
    calls = [call for step in steps for call in step.calls]
    yield from _differing(
        ("tool_calls", record.tool_calls, len(calls)),
        ("turns", record.turns, sum(bool(step.delivered and step.text.strip()) for step in steps)),
        ("follow_ups", record.follow_ups, follow_ups(record.conversation.events)),
    )
    changes = _replayed(record.conversation)
    if isinstance(changes, str):
        yield changes
        return
    if changes != record.changes:
        yield "the recorded changes are not those that its calls make"
    verdict = grade(task, changes, record.conversation)
    if verdict != record.grade:
        yield "the recorded grade is not the one of its calls and messages"
    reward = verdict.reward if record.end_reason.may_pass else 0
    yield from _differing(("reward", record.reward, reward))
    try:
        label = TaskLabel(refuses=task.refuses, hands_off=task.hands_off)
        broken = check_rules(served_domain(task.domain), record.conversation, label)
    except ReplayMismatchError as error:
        yield str(error)
        return
    rules = tuple(sorted({violation.rule for violation in broken}))
    yield from _differing(("rules_broken", record.rules_broken, rules))


def _differing(*pairs: tuple[str, object, object]) -> Iterator[str]:
    for name, recorded, follows in pairs:
        if recorded != follows:
            yield f"{name} is {recorded!r}, and {follows!r} follows from the rest"


def _replayed(conversation: Conversation) -> Changes | str:
    """What the recorded calls change; or the first one that does not give its recorded result."""
    domain = served_domain(conversation.domain)
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        for number, event in enumerate(conversation.events):
            for call in event.calls if isinstance(event, AgentStep) else ():
                if call.is_error and call.result in UNTIMELY:
                    continue
                again = episode.call(call.name, call.arguments, call.id)
                same = (again.is_error and call.is_error) or again.result == call.result
                if not same or again.is_error != call.is_error:
                    return (
                        f"event {number}, {call.name}: recorded {call.result[:80]!r}, and the tool "
                        f"gives {again.result[:80]!r}"
                    )
        return episode.changes()
