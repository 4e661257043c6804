"""Grading stored episodes again, from their recorded calls and messages.

It finds inconsistency and careless edits. It cannot prove that a conversation took place.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tau_emo_client.audit.run import tasks_of_run
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.limits import EndReason, Limits
from tau_emo_client.record import EpisodeRecord, RuleViolation, episode_id, episode_seed
from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.store import read_config, read_records
from tau_emo_db import Changes, EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, UserMessage
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
    seed = episode_seed(config.seed, task.id, record.trial)
    yield from _differing(
        ("id", record.id, episode_id(task.id, record.trial)),
        ("seed", record.seed, seed),
        ("condition", record.condition, parse_emotion(config.emotion).condition(task, seed)),
    )
    if record.trial not in range(config.protocol.trials):
        yield f"trial {record.trial}, of {config.protocol.trials}"
    if {record.domain, record.conversation.domain} != {task.domain}:
        yield f"it is of another domain than its task, which is of {task.domain}"
        return
    yield from _counts(record, config.protocol.limits)
    replayed = _replayed(record.conversation)
    if isinstance(replayed, str):
        yield replayed
        return
    if replayed != record.changes:
        yield "the recorded changes are not those that its calls make"
    verdict = grade(task, replayed, record.conversation)
    if verdict != record.grade:
        yield "the recorded grade is not the one of its calls and messages"
    reward = verdict.reward if record.end_reason.may_pass else 0
    yield from _differing(("reward", record.reward, reward))
    yield from _end(record, handed_off=verdict.handed_off)
    try:
        # As in `judging`.
        label = TaskLabel(task.refuses, task.hands_off) if task.has_script else None
        found = check_rules(served_domain(task.domain), record.conversation, label)
    except ReplayMismatchError as error:
        yield str(error)
        return
    violations = tuple(
        RuleViolation(rule=one.rule, event=one.event, call_id=one.call_id, evidence=one.evidence)
        for one in found
    )
    if violations != record.violations:
        yield "the recorded violations are not those of its conversation"
    rules = tuple(sorted({violation.rule for violation in found}))
    yield from _differing(("rules_broken", record.rules_broken, rules))


def _counts(record: EpisodeRecord, limits: Limits) -> Iterator[str]:
    """Counts that do not follow from the conversation, or are beyond what was allowed."""
    steps = [event for event in record.conversation.events if isinstance(event, AgentStep)]
    calls = sum(len(step.calls) for step in steps)
    said = sum(bool(step.delivered and step.text.strip()) for step in steps)
    end = record.end_reason
    # What an agent writes when it has nothing left is recorded, and no message any more.
    undelivered = end.is_limit or end is EndReason.HANDED_OFF
    if record.turns != said and not (undelivered and record.turns == said - 1):
        yield f"turns is {record.turns}, and there are {said} messages"
    yield from _differing(
        ("tool_calls", record.tool_calls, calls),
        ("follow_ups", record.follow_ups, follow_ups(record.conversation.events)),
    )
    if record.steps < len(steps):
        yield f"steps is {record.steps}, and there are {len(steps)}"
    if record.turns > limits.turns:
        yield f"turns is {record.turns}, of at most {limits.turns}"
    first = record.conversation.events[:1]
    if not first or not isinstance(first[0], UserMessage):
        yield "the customer does not speak first"


def _end(record: EpisodeRecord, *, handed_off: bool) -> Iterator[str]:
    """How an end contradicts the rest of the record."""
    end = record.end_reason
    if end is EndReason.HANDED_OFF and not handed_off:
        yield "it ended with a hand-off, and there is none"
    if handed_off and end in (EndReason.USER_STOP, EndReason.USER_LEFT):
        yield f"it ended with {end.value} after a hand-off"
    if record.leave_reason and end is not EndReason.USER_LEFT:
        yield f"the customer left ({record.leave_reason}), and the end is {end.value}"


def _differing(*pairs: tuple[str, object, object]) -> Iterator[str]:
    for name, recorded, follows in pairs:
        if recorded != follows:
            yield f"{name} is {recorded!s}, and {follows!s} follows from the rest"


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
                # We could not send a text, and said so in other words than the server does.
                unsent = isinstance(call.arguments, str) and call.is_error
                same = unsent or again.result == call.result
                if not same or again.is_error != call.is_error:
                    return (
                        f"event {number}, {call.name}: recorded {call.result[:80]!r}, and the tool "
                        f"gives {again.result[:80]!r}"
                    )
        return episode.changes()
