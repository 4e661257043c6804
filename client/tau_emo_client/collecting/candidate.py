"""An episode that is fit to be kept, without its transcript."""

import hashlib
from dataclasses import dataclass

from tau_emo_client.record import EpisodeRecord, EpisodeSummary
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_tasks.likeness import frame


@dataclass(frozen=True)
class Candidate:
    """One that may be chosen."""

    episode: EpisodeSummary
    likeness: str
    """What it shares with episodes that are like it; see `likeness`."""

    @property
    def more_calls(self) -> bool:
        """True if tool calls outnumber follow-ups."""
        return self.episode.tool_calls > self.episode.follow_ups

    @property
    def family(self) -> str:
        """The family of the customer's emotion; `none` without one."""
        condition = self.episode.condition
        return condition.family if condition else "none"


def candidate_of(record: EpisodeRecord) -> Candidate:
    """An episode as a candidate; its transcript may then be freed."""
    return Candidate(record.summary(), likeness(record.conversation))


def likeness(conversation: Conversation) -> str:
    """What conversations share in which the agent calls the same tools in the same order and, but
    for names and numbers, says the same: a SHA-256 as hex digits."""
    parts = [conversation.domain]
    for event in conversation.events:
        if isinstance(event, AgentStep):
            parts += [call.name for call in event.calls] or [frame(event.text)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
