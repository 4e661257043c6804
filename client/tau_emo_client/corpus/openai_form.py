"""OpenAI's form: messages and tools, one conversation in a line.

Arguments are objects, and reasoning stands apart in `reasoning_content`. Each message says in
`trainable` whether it is to be learnt.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tau_emo_client.corpus.form import Row
from tau_emo_client.corpus.sample import Sample
from tau_emo_client.interchange.chat import Message, events_of
from tau_emo_servers.conversation import Conversation


def rows(sample: Sample) -> Iterator[Row]:
    """The conversation of a sample."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": sample.system, "trainable": False}
    ]
    for place, message in sample.messages():
        learnt = message["role"] == "assistant" and place in sample.lessons
        messages.append({**message, "trainable": learnt})
    yield {
        "id": sample.id,
        "domain": sample.domain,
        "messages": messages,
        "tools": sample.tools,
    }


def conversation(row: Mapping[str, Any]) -> Conversation:
    """The conversation in a row."""
    messages = [Message.model_validate(one) for one in row["messages"]]
    return Conversation(domain=row["domain"], events=tuple(events_of(messages)))
