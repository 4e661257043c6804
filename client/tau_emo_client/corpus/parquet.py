"""A Parquet file of a whole collection, failures included, with typed columns."""

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from tau_emo_client.corpus.sample import Sample, functions_text
from tau_emo_client.interchange.chat import Message, events_of
from tau_emo_servers.conversation import Conversation

_AT_ONCE = 500
_CONDITION = ("family", "emotion", "politeness", "urgency", "trust_in_agent")


def row(sample: Sample) -> dict[str, Any]:
    """One row; arguments are JSON texts, as columns have one type."""
    episode = sample.trajectory.episode
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": sample.system, "trainable": False}
    ]
    for place, message in sample.messages():
        learnt = message["role"] == "assistant" and place in sample.lessons
        calls = [
            {"id": one["id"], "name": one["function"]["name"], "arguments": _text(one)}
            for one in message.get("tool_calls", ())
        ]
        told = {key: message.get(key) for key in ("content", "reasoning_content", "tool_call_id")}
        messages.append({"role": message["role"], "tool_calls": calls, "trainable": learnt, **told})
    return {
        "id": sample.id,
        "kind": sample.trajectory.kind,
        "agent": sample.trajectory.agent,
        "task_id": episode.task_id,
        "domain": sample.domain,
        **{name: getattr(episode.condition, name, None) for name in _CONDITION},
        "end_reason": episode.end_reason.value,
        "reward": episode.reward,
        "tool_calls": episode.tool_calls,
        "follow_ups": episode.follow_ups,
        "messages": messages,
        "tools": functions_text(sample.domain),
    }


def _text(call: Mapping[str, Any]) -> str:
    return json.dumps(call["function"]["arguments"], ensure_ascii=False)


def write(samples: Iterable[Sample], file: Path) -> None:
    """Write the rows.

    Raises:
        ImportError: the extra `parquet` is not installed.
    """
    # pyarrow has no types.
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    text, whole = arrow.string(), arrow.int64()
    call = arrow.struct([("id", text), ("name", text), ("arguments", text)])
    message = arrow.struct(
        [
            ("role", text),
            ("content", text),
            ("reasoning_content", text),
            ("tool_calls", arrow.list_(call)),
            ("tool_call_id", text),
            ("trainable", arrow.bool_()),
        ]
    )
    names = ("id", "kind", "agent", "task_id", "domain", *_CONDITION, "end_reason")
    schema = arrow.schema(
        [
            *((name, text) for name in names),
            *((name, whole) for name in ("reward", "tool_calls", "follow_ups")),
            ("messages", arrow.list_(message)),
            ("tools", text),
        ]
    )
    with parquet.ParquetWriter(file, schema) as writer:
        for some in _batches(map(row, samples)):
            writer.write_batch(arrow.RecordBatch.from_pylist(some, schema=schema))


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    left = iter(rows)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def conversation(row: Mapping[str, Any]) -> Conversation:
    """The conversation in a row, as it is read from a file."""
    messages: list[Message] = []
    for told in row["messages"]:
        calls = [
            {**one, "arguments": json.loads(one["arguments"])}
            for one in told.get("tool_calls") or ()
        ]
        messages.append(Message.model_validate({**told, "tool_calls": calls or None}))
    return Conversation(domain=row["domain"], events=tuple(events_of(messages)))
