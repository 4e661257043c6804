"""Episodes of calls alone, as a record."""

from typing import Any

from tau_emo_client.agents.agent import Usage
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, Timing
from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.grading import grade
from tau_emo_tasks.task import Task

Call = tuple[str, dict[str, Any]]


def played(task: Task, calls: list[Call]) -> EpisodeRecord:
    """An episode in which these calls are made and the customer is then satisfied."""
    domain = served_domain(task.domain)
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        events: list[Event] = [UserMessage(text="Hello.")]
        events += [AgentStep(calls=(episode.call(*call),)) for call in calls]
        events.append(UserMessage(text="Bye."))
        conversation = Conversation(domain=task.domain, events=tuple(events))
        changes = episode.changes()
    verdict = grade(task, changes, conversation)
    return EpisodeRecord(
        id=f"{task.id}.0",
        task_id=task.id,
        trial=0,
        seed=0,
        domain=task.domain,
        condition=None,
        end_reason=EndReason.HANDED_OFF if verdict.handed_off else EndReason.USER_STOP,
        reward=verdict.reward,
        turns=0,
        steps=len(calls),
        tool_calls=len(calls),
        follow_ups=0,
        user_errors=0,
        agent_usage=Usage(),
        user_usage=Usage(),
        timing=Timing(),
        conversation=conversation,
        changes=changes,
        grade=verdict,
    )
