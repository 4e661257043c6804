"""The verdict on a finished episode: state, messages, and policy rules."""

from dataclasses import dataclass

from tau_emo_client.episode import Play
from tau_emo_client.hosts.host import Outcome
from tau_emo_client.record import RuleViolation
from tau_emo_db import Changes
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_servers.domain import served_domain
from tau_emo_servers.rules import TaskLabel, check_rules
from tau_emo_tasks.grading import Grade, grade
from tau_emo_tasks.task import Task


class TranscriptError(Exception):
    """The server saw other calls than the client made: a defect of the transport."""


@dataclass(frozen=True)
class Verdict:
    """What grading found."""

    conversation: Conversation
    changes: Changes
    grade: Grade
    """Of state and messages alone; it does not heed how the episode ended."""
    violations: tuple[RuleViolation, ...]


def judge(task: Task, play: Play, outcome: Outcome) -> Verdict:
    """Grade a finished episode and check the policy rules.

    Args:
        task: the task that was played.
        play: what was said and called, as the client saw it.
        outcome: what the server recorded.

    Raises:
        TranscriptError: client and server disagree on the calls or the hand-off.
    """
    conversation = Conversation(domain=task.domain, events=tuple(play.events))
    _must_agree(conversation, outcome, foreign=play.foreign is not None)
    found = check_rules(
        served_domain(task.domain),
        conversation,
        # Imported tasks do not say which wishes must be refused.
        TaskLabel(refuses=task.refuses, hands_off=task.hands_off) if task.has_script else None,
        just_played=True,
    )
    return Verdict(
        conversation=conversation,
        changes=outcome.changes,
        grade=grade(task, outcome.changes, conversation),
        violations=tuple(
            RuleViolation(rule=v.rule, event=v.event, call_id=v.call_id, evidence=v.evidence)
            for v in found
        ),
    )


def _must_agree(conversation: Conversation, outcome: Outcome, *, foreign: bool) -> None:
    seen = [
        (call.name, call.result, call.is_error)
        for event in conversation.events
        if isinstance(event, AgentStep)
        for call in event.calls
        # We could not send a text: the server never saw such a call of ours.
        if foreign or isinstance(call.arguments, dict)
    ]
    recorded = [(call.name, call.result, call.is_error) for call in outcome.calls]
    if seen != recorded:
        at = next(
            (n for n, (a, b) in enumerate(zip(seen, recorded, strict=False)) if a != b),
            min(len(seen), len(recorded)),
        )
        raise TranscriptError(
            f"the client made {len(seen)} calls and the server recorded {len(recorded)}; "
            f"they differ from call {at + 1} on"
        )
