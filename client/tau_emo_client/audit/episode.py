"""The audit of one episode."""

from tau_emo_client.audit.emotion import shows
from tau_emo_client.audit.ending import ending_findings
from tau_emo_client.audit.facts import fact_findings
from tau_emo_client.audit.finding import Finding, Kind
from tau_emo_client.audit.known import Brief, Heard, brief_of
from tau_emo_client.audit.leaks import leak
from tau_emo_client.audit.roles import agent_speech
from tau_emo_client.audit.turns import Turn, turns_of
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord
from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task


def audit(task: Task, record: EpisodeRecord) -> list[Finding]:
    """The errors of the customer in a finished episode, by turn.

    Args:
        task: the task that was played.
        record: the episode.
    """
    return audit_conversation(task, record.conversation, record.condition, record.end_reason)


def audit_conversation(
    task: Task, conversation: Conversation, condition: Condition | None, end: EndReason
) -> list[Finding]:
    """The errors of the customer in a conversation, by turn.

    Args:
        task: what the customer was told.
        conversation: what was said.
        condition: how the customer felt; None for none.
        end: how it ended.
    """
    turns = turns_of(conversation.events)
    brief = brief_of(task, condition)
    heard = Heard()
    from_agent = ""
    found: list[Finding] = []
    for turn in turns:
        if turn.customer:
            found += fact_findings(turn.text, turn.number, heard, brief)
            for kind, words in (
                (Kind.LEAKED, leak(turn.text, brief)),
                (Kind.AGENT_SPEECH, agent_speech(turn.text, from_agent)),
            ):
                if words:
                    found.append(Finding(kind=kind, turn=turn.number, evidence=words))
        else:
            from_agent = turn.text
        heard.hear(turn.text)
    found += ending_findings(task, turns, end)
    found += _no_emotion(task, brief, turns, condition)
    return sorted(found, key=lambda finding: finding.turn)


def _no_emotion(
    task: Task, brief: Brief, turns: list[Turn], condition: Condition | None
) -> list[Finding]:
    mine = [turn.text for turn in turns if turn.customer]
    if condition is None or not mine:
        return []
    feeling = task.feeling if condition == task.condition else ""
    if any(shows(condition.family, text, brief.wishes, feeling) for text in mine):
        return []
    return [
        Finding(
            kind=Kind.NO_EMOTION,
            turn=len(mine) - 1,
            evidence=f"nothing in {len(mine)} messages shows {condition.family}",
        )
    ]
