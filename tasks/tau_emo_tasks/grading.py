"""What it takes to pass: final state, outputs told, and the hand-off expectation."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pydantic import BaseModel, ConfigDict

from tau_emo_db import Changes, StateDifference, compare, domain_data
from tau_emo_servers.conversation import AgentStep, Conversation, ToolCall
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.values import distinct_values, mentions, values_in
from tau_emo_tasks.task import Output, Task

MOST_BY_THE_WAY = 8
"""Distinct values of a message that tells a fact which no result of its own tool showed."""
MOST_VALUES = 30
"""A message that holds more distinct values than this tells nothing: it may be a guess at
every number there is."""

MOST_VALUES_IN_ALL = 150
"""Once an agent has told more distinct values than this, it tells nothing more: it may be
telling whatever it has read. In 129 recorded conversations no real agent told more than 98."""

PASTE_LENGTH = 80
"""A message that repeats this many characters of a structured tool result word for word
tells nothing: it hands the reading to the customer."""


class Grade(BaseModel):
    """The verdict on one finished conversation and its final state."""

    model_config = ConfigDict(frozen=True)

    reward: int
    """1 if everything below is right, else 0."""
    state_differences: tuple[StateDifference, ...]
    """How the final state differs from the gold state, row by row; empty when equal."""
    outputs_missing: tuple[str, ...]
    """The names of the expected outputs that were not told."""
    hand_off_expected: bool
    handed_off: bool


def grade(task: Task, changes: Changes, conversation: Conversation) -> Grade:
    """Grade a conversation by its final state and its messages.

    How the conversation ended is not looked at: the episode loop gives no reward for a
    customer who walked away, a limit or an agent error.

    Args:
        task: the task that was played.
        changes: what the episode changed in its copy of the base.
        conversation: everything that was said and called, calls as the server saw them.
    """
    differences = compare(domain_data(task.domain), task.gold_changes, changes)
    domain = served_domain(task.domain)
    missing = tuple(out.name for out in task.outputs if not _was_told(out, conversation, domain))
    handed_off = any(
        call.name in domain.hand_off_tools and not call.is_error for call in _calls(conversation)
    )
    passed = not differences and not missing and handed_off == task.hands_off
    return Grade(
        reward=int(passed),
        state_differences=tuple(differences),
        outputs_missing=missing,
        hand_off_expected=task.hands_off,
        handed_off=handed_off,
    )


def _calls(conversation: Conversation) -> Iterator[ToolCall]:
    for event in conversation.events:
        if isinstance(event, AgentStep):
            yield from event.calls


def _was_told(output: Output, conversation: Conversation, domain: ServedDomain) -> bool:
    """True if a message before the hand-off told the output; after it nothing counts."""
    calls: list[ToolCall] = []
    told: frozenset[str] = frozenset()
    for event in conversation.events:
        if not isinstance(event, AgentStep):
            continue
        for call in event.calls:
            if call.is_error:
                continue
            if call.name in domain.hand_off_tools:
                return False
            calls.append(call)
        if not event.delivered:
            continue
        told |= values_in(event.text).distinct
        if (
            len(told) <= MOST_VALUES_IN_ALL
            and mentions(event.text, output.value, output.kind)
            and distinct_values(event.text) <= _most_values(output, calls)
            and _was_read(output, calls, domain)
            and not _is_paste(event.text, [call.result for call in calls])
        ):
            return True
    return False


def _most_values(output: Output, calls: Sequence[ToolCall]) -> int:
    """How many distinct values a message may hold to tell an output.

    A fact that only other tools than its own showed, or that was worked out by hand, may stand
    by chance among the facts of a whole record or list, so telling all of that does not tell it.
    """
    if output.computed or output.kind == "text":
        return MOST_VALUES
    own = any(
        call.name in output.source and mentions(call.result, output.value, output.kind)
        for call in calls
    )
    return MOST_VALUES if own else MOST_BY_THE_WAY


def _was_read(output: Output, calls: Sequence[ToolCall], domain: ServedDomain) -> bool:
    """True if a result of these calls holds the output, or it can be worked out from them."""
    if output.kind == "text":
        return True
    if any(mentions(call.result, output.value, output.kind) for call in calls):
        return True
    called = {call.name for call in calls}
    if output.computed:
        return all(
            called & {tool, *domain.instead.get(tool, ()), *domain.works_out.get(tool, ())}
            for tool in output.source
        )
    # What a tool works out, such as a discount, can be worked out without it.
    return any(called & domain.works_out.get(tool, frozenset()) for tool in output.source)


def _is_paste(message: str, results: list[str]) -> bool:
    """True if the message holds `PASTE_LENGTH` characters of one JSON result in one piece."""
    half = PASTE_LENGTH // 2
    for result in results:
        if result[:1] not in "[{":
            continue
        # A copied run of the full length holds at least one whole block of half of it.
        cuts = [*range(0, len(result), half), len(result)]
        for start, end in pairwise(cuts):
            block = result[start:end]
            if len(block) == half and block in message and _run(message, result, start):
                return True
    return False


def _run(message: str, result: str, start: int) -> bool:
    for first in range(max(0, start - PASTE_LENGTH // 2), start + 1):
        piece = result[first : first + PASTE_LENGTH]
        if len(piece) == PASTE_LENGTH and piece in message:
            return True
    return False
