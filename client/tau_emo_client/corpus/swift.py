"""The form of ms-swift: calls and results are messages of their own, and `loss` masks one.

The agent speaks last, as its encoder adds an empty answer to everything else; what comes after
that is kept beside.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tau_emo_client.corpus.form import (
    Row,
    as_json,
    call_object,
    read_call,
    with_thought,
    without_thought,
)
from tau_emo_client.corpus.sample import Sample, functions_text
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage

OURS = ("assistant", "tool_call")
"""Who speaks for the agent."""


def rows(sample: Sample) -> Iterator[Row]:
    """The conversation of a sample."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": sample.system}]
    for place, event in enumerate(sample.events):
        if isinstance(event, UserMessage):
            messages.append({"role": "user", "content": event.text})
        else:
            messages += _step(event, learnt=place in sample.lessons)
    last = max((at for at, one in enumerate(messages) if one["role"] in OURS), default=0)
    yield {
        "id": sample.id,
        "domain": sample.domain,
        "messages": messages[: last + 1],
        "tools": functions_text(sample.domain),
        "closing": messages[last + 1 :],
    }


def _step(step: AgentStep, *, learnt: bool) -> Iterator[dict[str, Any]]:
    """Text, calls and results; the loader joins what stands before the results to one turn."""
    said = with_thought(step.reasoning, step.text)
    if said or not step.calls:
        yield {"role": "assistant", "content": said, "loss": learnt}
    for call in step.calls:
        yield {"role": "tool_call", "content": as_json(call_object(call)), "loss": learnt}
    for call in step.calls:
        yield {"role": "tool_response", "content": call.result}


def conversation(row: Mapping[str, Any]) -> Conversation:
    """The conversation in a row."""
    events: list[Event] = []
    said = ""
    called: list[dict[str, Any]] = []
    results: list[str] = []
    made = 0

    def step() -> None:
        nonlocal said, made
        if not (said or called):
            return
        text, reasoning = without_thought(said)
        calls = tuple(
            read_call(call, result, made + number)
            for number, (call, result) in enumerate(zip(called, results, strict=True))
        )
        made += len(calls)
        events.append(AgentStep(text=text, calls=calls, reasoning=reasoning))
        said = ""
        called.clear()
        results.clear()

    for message in [*row["messages"][1:], *row["closing"]]:
        role, content = message["role"], message["content"]
        if role in ("user", "assistant") or (role == "tool_call" and results):
            step()
        match role:
            case "user":
                events.append(UserMessage(text=content))
            case "assistant":
                said = content
            case "tool_call":
                called.append(json.loads(content))
            case _:
                results.append(content)
    step()
    return Conversation(domain=row["domain"], events=tuple(events))
