"""Messages in the form of chat completions: read as a conversation, and written from one."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from pydantic import AliasChoices, AliasPath, BaseModel, Field, JsonValue, field_validator

from tau_emo_client.texts import clean
from tau_emo_servers.arguments import as_recorded
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage

_THOUGHTS = re.compile(r"\s*<think>(.*?)</think>\s*", re.DOTALL)


class Call(BaseModel):
    """One tool call, flat or with its `function` apart."""

    id: str | None = None
    name: str = Field(validation_alias=AliasChoices("name", AliasPath("function", "name")))
    arguments: Any = Field(
        default=None,
        validation_alias=AliasChoices("arguments", AliasPath("function", "arguments")),
    )

    def read(self) -> dict[str, JsonValue] | str:
        """The arguments as an object, or as they were sent if they are none."""
        given: Any = self.arguments
        if given is None:
            return {}
        if isinstance(given, str):
            return as_recorded(clean(given))
        is_object = isinstance(given, dict)
        return as_recorded(cast("dict[str, Any]", given) if is_object else json.dumps(given))


class Message(BaseModel):
    """One message. Text in parts is joined; any other part stands as its kind: `[image_url]`."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[Call] | None = None
    function_call: Call | None = None
    """The one call of a message in the older form of the protocol."""
    tool_call_id: str | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _joined(cls, given: object) -> object:
        if not isinstance(given, list):
            return given
        return "".join(map(_part, cast("list[object]", given)))

    @property
    def text(self) -> str:
        """What it says; empty if nothing."""
        return self._said[0]

    @property
    def reasoning(self) -> str:
        """What the agent thought: in a field of its own, or else in front, in `<think>` tags."""
        return self._said[1]

    @property
    def _said(self) -> tuple[str, str]:
        text = clean(self.content or "")
        if self.role != "assistant" or self.reasoning_content is not None:
            return text, clean(self.reasoning_content or "")
        thoughts = _THOUGHTS.match(text)
        return (text[thoughts.end() :], thoughts[1].strip()) if thoughts else (text, "")

    @property
    def calls(self) -> list[Call]:
        """Its calls, in the older form or the newer one."""
        return self.tool_calls or ([self.function_call] if self.function_call else [])

    @property
    def is_result(self) -> bool:
        """True if it is the result of a call."""
        return self.role in ("tool", "function")


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    fields = cast("dict[str, Any]", part) if isinstance(part, dict) else {}
    for name in ("text", "refusal"):
        if isinstance(fields.get(name), str):
            return fields[name]
    kind = str(fields.get("type"))
    if kind in ("tool_use", "tool_result"):
        raise ValueError(f"a part of the kind {kind}; calls and results are messages of their own")
    return f"[{kind}]"


@dataclass
class _Open:
    """A call while its result is looked for."""

    call: Call
    key: str
    result: str | None = None
    since: int = 0
    """How many customer messages and groups of results stood before it."""


@dataclass
class _Reading:
    """What has been read of a conversation so far."""

    open: list[_Open] = field(default_factory=list[_Open])
    used: set[str] = field(default_factory=set[str])
    since: int = 0

    def calls(self, message: Message) -> list[_Open]:
        found = [
            _Open(one, _unique(one.id or "call", self.used), since=self.since)
            for one in message.calls
        ]
        self.open += found
        return found

    def results(self, told: Sequence[tuple[int, Message]]) -> None:
        """Give each result to its call: by id, or else in order to those just made.

        Raises:
            ValueError: there is no call that a result could be of.
        """
        left: list[tuple[int, Message]] = []
        for place, message in told:
            of_id = (
                one for one in self.open if one.call.id and one.call.id == message.tool_call_id
            )
            if not self._give(next(of_id, None), message):
                left.append((place, message))
        for place, message in left:
            if not self._give(next((o for o in self.open if o.since == self.since), None), message):
                raise ValueError(f"messages.{place} is the result of no call")
        self.since += 1

    def _give(self, to: _Open | None, message: Message) -> bool:
        if to is None:
            return False
        to.result = message.text
        self.open.remove(to)
        return True


def events_of(messages: Sequence[Message]) -> Iterator[Event]:
    """The events of a conversation; what is told to the agent beforehand is none.

    A call without a result has an empty one. Ids of calls that stand there twice, or not at all,
    are made anew.

    Raises:
        ValueError: a result is of no call.
    """
    reading = _Reading()
    steps: list[tuple[Message, list[_Open]]] = []
    told: list[tuple[int, Message]] = []
    for place, message in enumerate(messages):
        if message.is_result:
            told.append((place, message))
            continue
        if told:
            reading.results(told)
            told = []
        if message.role == "user":
            reading.since += 1
            steps.append((message, []))
        elif message.role == "assistant":
            steps.append((message, reading.calls(message)))
    if told:
        reading.results(told)
    for message, calls in steps:
        if message.role == "user":
            yield UserMessage(text=message.text)
        else:
            yield AgentStep(
                text=message.text,
                calls=tuple(map(_made, calls)),
                reasoning=message.reasoning,
            )


def messages_of(conversation: Conversation) -> Iterator[dict[str, Any]]:
    """The messages of a conversation; `events_of` makes the same conversation of them."""
    for event in conversation.events:
        if isinstance(event, UserMessage):
            yield {"role": "user", "content": event.text}
            continue
        message: dict[str, Any] = {"role": "assistant", "content": event.text or None}
        if event.reasoning or _THOUGHTS.match(event.text):
            message["reasoning_content"] = event.reasoning
        if event.calls:
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": _sent(call)},
                }
                for call in event.calls
            ]
        yield message
        for call in event.calls:
            yield {"role": "tool", "tool_call_id": call.id, "content": call.result}


def _made(one: _Open) -> ToolCall:
    result = one.result or ""
    return ToolCall(
        id=one.key,
        name=clean(one.call.name),
        arguments=one.call.read(),
        result=result,
        is_error=result.startswith("Error"),
    )


def _unique(wanted: str, used: set[str]) -> str:
    name, number = clean(wanted), 1
    while name in used:
        number += 1
        name = f"{clean(wanted)}~{number}"
    used.add(name)
    return name


def _sent(call: ToolCall) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    return json.dumps(call.arguments, ensure_ascii=False)
