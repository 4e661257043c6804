"""The forms of TRL: prompt and completion, and pairs to prefer one of.

A completion is one step of the agent, so that nothing else is learnt whatever the trainer masks.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tau_emo_client.corpus.form import Left, Row
from tau_emo_client.corpus.sample import Sample, functions_text
from tau_emo_client.interchange.chat import Message, events_of
from tau_emo_servers.conversation import AgentStep, Conversation, Event


def rows(sample: Sample) -> Iterator[Row]:
    """A row for each step that is to be learnt: all before it is the prompt."""
    before: list[dict[str, Any]] = [{"role": "system", "content": sample.system}]
    for place, message in sample.messages():
        if message["role"] == "assistant" and place in sample.lessons:
            yield {
                "id": f"{sample.id}-{place}",
                "domain": sample.domain,
                "prompt": [*before],
                "completion": [message],
                "tools": functions_text(sample.domain),
            }
        before.append(message)


def whole_rows(sample: Sample) -> Iterator[Row | Left]:
    """One row, whose completion is all after the customer's first message: for trainers that mask
    all but the agent (`assistant_only_loss`).

    Where a step is not to be learnt the conversation is cut: the next row has the step in its
    prompt.
    """
    before: list[dict[str, Any]] = [{"role": "system", "content": sample.system}]
    part: list[dict[str, Any]] = []
    start = 0

    def row() -> Iterator[Row]:
        if any(one["role"] == "assistant" for one in part):
            yield {
                "id": f"{sample.id}-{start}",
                "domain": sample.domain,
                "prompt": [*before],
                "completion": [*part],
                "tools": functions_text(sample.domain),
            }

    begun = False
    for place, message in sample.messages():
        ours = message["role"] == "assistant"
        if ours and place not in sample.lessons:
            yield from row()
            before += [*part, message]
            part, begun = [], False
        elif ours or begun:
            start = start if begun else place
            begun = True
            part.append(message)
        else:
            before.append(message)
    yield from row()


def conversation(rows: Sequence[Mapping[str, Any]]) -> Conversation:
    """The conversation of a sample, in the rows that were made of it, to its last step."""
    last = max(rows, key=lambda one: len(one["prompt"]) + len(one["completion"]))
    messages = [Message.model_validate(one) for one in [*last["prompt"], *last["completion"]]]
    return Conversation(domain=last["domain"], events=tuple(events_of(messages)))


def pairs(samples: Sequence[Sample]) -> Iterator[Row | Left]:
    """Pairs of a passed and a failed attempt at one task, at the step where they part.

    Both had the same conversation before: the prompt. What the passed one did next is chosen,
    what the failed one did is rejected.

    Args:
        samples: all of one task.
    """
    failed = [one for one in samples if one.trajectory.kind == "contrast"]
    for good in samples:
        if good.trajectory.kind != "kept":
            continue
        for bad in failed:
            yield _pair(good, bad)


def _pair(good: Sample, bad: Sample) -> Row | Left:
    place = _parting(good.events, bad.events)
    steps = [one.events[place : place + 1] for one in (good, bad)]
    if not all(step and isinstance(step[0], AgentStep) for step in steps):
        return Left("the attempts part where the customer speaks, so their prompts differ")
    if place not in good.lessons:
        return Left("the step that would be chosen is not to be learnt")
    prompt = [message for at, message in good.messages() if at < place]
    chosen, rejected = (
        next(message for at, message in one.messages() if at == place) for one in (good, bad)
    )
    return {
        "id": f"{good.id}-{bad.id}-{place}",
        "domain": good.domain,
        "prompt": [{"role": "system", "content": good.system}, *prompt],
        "chosen": [chosen],
        "rejected": [rejected],
        "tools": functions_text(good.domain),
    }


def _parting(one: Sequence[Event], other: Sequence[Event]) -> int:
    """The place of the first event that differs; the ids of calls do not count."""
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if _told(left) != _told(right):
            return place
    return min(len(one), len(other))


def _told(event: Event) -> object:
    if not isinstance(event, AgentStep):
        return event.text
    return event.text, [(one.name, one.arguments, one.result) for one in event.calls]
