"""Which messages of an agent ask the customer for something."""

import re

from tau_emo_servers.conversation import AgentStep, Event

_REQUEST = re.compile(
    r"\?"
    r"|\bplease\s+(?:\w+\s+){0,2}(?:provide|share|send|give|tell|confirm|reply|answer|specify|"
    r"choose|select|state|enter|type|let\s+me\s+know|say)\b"
    r"|\b(?:provide|share|send|give|tell)\s+me\b"
    r"|\blet\s+me\s+know\b"
    r"|\b(?:i|we)(?:\s+will|'ll|’ll)?\s+(?:just\s+)?need\s+(?:your|the|to\s+know)\b"
    r"|\breply\s+(?:with\s+)?[\"'“‘]?yes\b",
    re.IGNORECASE,
)


def is_follow_up(text: str) -> bool:
    """True if the message asks for information, a choice or a yes."""
    return _REQUEST.search(text) is not None


def follow_ups(events: tuple[Event, ...] | list[Event]) -> int:
    """How many delivered messages of the agent are follow-ups."""
    return sum(
        isinstance(event, AgentStep) and event.delivered and is_follow_up(event.text)
        for event in events
    )
