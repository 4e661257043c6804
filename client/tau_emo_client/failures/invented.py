"""Values that a customer made up, told without a script to say what they know."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from tau_emo_client.failures.writes import Write, wanted_writes, writes_made
from tau_emo_client.record import EpisodeRecord
from tau_emo_servers.consent import is_consent
from tau_emo_servers.conversation import UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.values import Kind, mentions
from tau_emo_tasks.task import Task

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
SHORTEST = 3
"""Values of fewer characters may stand in any text by chance."""


def told_by_customer(task: Task, record: EpisodeRecord, event: int) -> bool:
    """True if the write of an event has a value that the customer brought up against the task.

    It is none of the gold actions' values, the instruction does not hold it, and the customer was
    the first who said it.

    Args:
        task: the task that was played.
        record: the episode.
        event: the place of the write in the conversation.
    """
    domain = served_domain(task.domain)
    wanted = {leaf for write in wanted_writes(domain, task) for leaf in leaves(write.arguments)}
    made = [write for write in writes_made(domain, record.conversation) if write.event == event]
    return any(
        leaf not in wanted
        and not _holds(task.instruction, leaf)
        and _first_said_by_customer(record, event, leaf)
        for write in made
        for leaf in leaves(write.arguments)
    )


def withheld_by_customer(task: Task, record: EpisodeRecord, left_out: Sequence[Write]) -> bool:
    """True if a gold action that is lacking needs what the task says and the customer never did.

    Args:
        task: the task that was played.
        record: the episode.
        left_out: the gold actions that the episode lacks.
    """
    heard = [
        text
        for one in record.conversation.events
        for text in (
            (one.text,) if isinstance(one, UserMessage) else (call.result for call in one.calls)
        )
    ]
    return any(
        _holds(task.instruction, leaf) and not any(_holds(text, leaf) for text in heard)
        for write in left_out
        for leaf in leaves(write.arguments)
    )


def agreed_by_customer(record: EpisodeRecord, event: int) -> bool:
    """True if the customer's last message before the write of an event agrees to what was asked."""
    said = [one.text for one in record.conversation.events[:event] if isinstance(one, UserMessage)]
    return bool(said) and is_consent(said[-1])


def _first_said_by_customer(record: EpisodeRecord, event: int, value: str) -> bool:
    for one in record.conversation.events[:event]:
        if isinstance(one, UserMessage):
            if _holds(one.text, value):
                return True
        elif any(_holds(text, value) for text in (one.text, *(call.result for call in one.calls))):
            return False
    return False


def _holds(text: str, value: str) -> bool:
    kind: Kind = "date" if _DATE.fullmatch(value) else "label"
    return mentions(text, value, kind)


def leaves(value: Any) -> Iterator[str]:
    """The texts and numbers within arguments, as texts; short ones are left out."""
    if isinstance(value, dict):
        for inner in cast("dict[str, Any]", value).values():
            yield from leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in cast("list[Any]", value):
            yield from leaves(inner)
    elif isinstance(value, str | int | float) and len(str(value)) >= SHORTEST:
        yield str(value)
