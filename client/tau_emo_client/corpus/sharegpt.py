"""ShareGPT's form as LLaMA-Factory reads it.

Customer and results stand at even places (`human`, `observation`), the agent at odd ones (`gpt`,
`function_call`), and the agent speaks last; the customer's words after that are kept beside. The
loader learns every turn of the agent, so conversations with one that is not to be learnt are left
out.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from tau_emo_client.corpus.form import (
    Left,
    Row,
    as_json,
    call_object,
    read_call,
    with_thought,
    without_thought,
)
from tau_emo_client.corpus.sample import Sample, functions_text
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage

NAME = "tau_emo"
"""What the data set is called in `dataset_info.json`."""
AT_EVEN, AT_ODD = ("human", "observation"), ("gpt", "function_call")


def dataset_info(file: str) -> dict[str, Any]:
    """What LLaMA-Factory must know of the file."""
    return {
        NAME: {
            "file_name": file,
            "formatting": "sharegpt",
            "columns": {"messages": "conversations", "system": "system", "tools": "tools"},
            "tags": {
                "role_tag": "from",
                "content_tag": "value",
                "user_tag": "human",
                "assistant_tag": "gpt",
                "observation_tag": "observation",
                "function_tag": "function_call",
                "system_tag": "system",
            },
        }
    }


def rows(sample: Sample) -> Iterator[Row | Left]:
    """The conversation of a sample, if it fits."""
    if sample.has_mistakes:
        yield Left("holds a step that is not to be learnt, which this form cannot mask")
        return
    turns: list[dict[str, str]] = []
    for event in sample.events:
        if isinstance(event, UserMessage):
            turns.append({"from": "human", "value": event.text})
        elif not event.calls:
            turns.append({"from": "gpt", "value": with_thought(event.reasoning, event.text)})
        elif event.text:
            yield Left("holds text beside a call, which this form has no place for")
            return
        else:
            turns += _called(event)
    closing = turns.pop()["value"] if turns and turns[-1]["from"] == "human" else ""
    if len(turns) % 2 or any(
        turn["from"] not in (AT_ODD if place % 2 else AT_EVEN) for place, turn in enumerate(turns)
    ):
        yield Left("agent and customer do not take turns")
        return
    yield {
        "id": sample.id,
        "domain": sample.domain,
        "conversations": turns,
        "system": sample.system,
        "tools": functions_text(sample.domain),
        "closing": closing,
    }


def _called(step: AgentStep) -> Iterator[dict[str, str]]:
    calls = [call_object(call) for call in step.calls]
    results = [call.result for call in step.calls]
    one = len(calls) == 1
    yield {
        "from": "function_call",
        "value": with_thought(step.reasoning, as_json(calls[0] if one else calls)),
    }
    yield {"from": "observation", "value": results[0] if one else as_json(results)}


def conversation(row: Mapping[str, Any]) -> Conversation:
    """The conversation in a row."""
    events: list[Event] = []
    turns = [*row["conversations"]]
    if row["closing"]:
        turns.append({"from": "human", "value": row["closing"]})
    made = 0
    for place, turn in enumerate(turns):
        value: str = turn["value"]
        match turn["from"]:
            case "human":
                events.append(UserMessage(text=value))
            case "gpt":
                text, reasoning = without_thought(value)
                events.append(AgentStep(text=text, reasoning=reasoning))
            case "function_call":
                text, reasoning = without_thought(value)
                found: Any = json.loads(text)
                told: str = turns[place + 1]["value"]
                several = isinstance(found, list)
                calls = cast("list[dict[str, Any]]", found if several else [found])
                results: list[str] = json.loads(told) if several else [told]
                step = tuple(
                    read_call(call, result, made + number)
                    for number, (call, result) in enumerate(zip(calls, results, strict=True))
                )
                made += len(step)
                events.append(AgentStep(calls=step, reasoning=reasoning))
            case _:
                pass
    return Conversation(domain=row["domain"], events=tuple(events))
