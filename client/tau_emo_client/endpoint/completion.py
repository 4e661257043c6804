"""Reading the answer of a chat-completions endpoint, in the many forms that servers give it."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from tau_emo_client.agents.agent import RequestedCall, Usage
from tau_emo_client.endpoint.faults import ContentFiltered, Outage, status_fault
from tau_emo_client.endpoint.prices import Price
from tau_emo_client.texts import clean

Message = dict[str, Any]
"""One message in the form of the chat-completions protocol."""

_ANSWER_ONLY = ("annotations", "audio", "function_call", "refusal", "tool_calls")
"""Fields of an answer that requests do not take back, or not unchanged."""
_THOUGHTS = re.compile(r"\s*<think>(.*?)</think>\s*", re.DOTALL)
_NO_NAME = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True)
class Completion:
    """One answer of a model."""

    text: str
    """What it says; empty if it said nothing."""
    reasoning: str
    """What it thought, where the endpoint shows it."""
    calls: tuple[RequestedCall, ...]
    """The tools it calls. Arguments are a text if they are no JSON object."""
    finish_reason: str
    usage: Usage
    message: Message
    """The answer as it goes back to the endpoint with the next request: as it came, with its
    reasoning, but with calls that every server can read."""


class _Function(BaseModel):
    name: str | None = None
    arguments: Any = None


class _Call(BaseModel):
    id: str | None = None
    function: _Function = _Function()


class _Answer(BaseModel):
    content: str | list[dict[str, Any] | str] | None = None
    refusal: str | None = None
    reasoning_content: Any = None
    reasoning: Any = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _Answer
    finish_reason: str | None = None


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None
    prompt_cache_hit_tokens: int | None = None
    cost: float | None = None


class _Body(BaseModel):
    choices: list[_Choice]
    usage: _Usage | None = None


def read_completion(
    content: bytes, where: str, price: Price | None, ids: Iterable[str] = ()
) -> Completion:
    """The completion in the body of a successful answer.

    Args:
        content: the body.
        where: the endpoint, for messages.
        price: what tokens cost, if known.
        ids: the ids of tool calls given so far; missing ids and ids given before are replaced.

    Raises:
        Outage: the body is no completion.
        ContentFiltered: a filter cut the answer off.
    """
    body = read_object(content, where)
    try:
        parsed = _Body.model_validate(body)
        choice, raw = parsed.choices[0], body["choices"][0]["message"]
    except (ValidationError, IndexError, KeyError, TypeError) as error:
        raise Outage(f"{where} answered with no chat completion: {start_of(content)}") from error
    if choice.finish_reason == "content_filter":
        raise ContentFiltered(f"{where} held the answer back by its content filter")
    answer = choice.message
    text, reasoning = _parts(answer)
    calls, sent_back = _calls(answer.tool_calls or (), raw.get("tool_calls") or (), ids)
    message: Message = {
        name: value for name, value in raw.items() if name not in _ANSWER_ONLY and value is not None
    }
    message["role"] = "assistant"
    message.setdefault("content", answer.refusal or ("" if not sent_back else None))
    if sent_back:
        message["tool_calls"] = sent_back
    return Completion(
        text=text,
        reasoning=reasoning,
        calls=calls,
        finish_reason=choice.finish_reason or "",
        usage=_usage(parsed.usage, price),
        message=message,
    )


def read_object(content: bytes, where: str) -> Any:
    """The JSON in the body of a successful answer, with texts that can be sent and stored.

    Raises:
        Outage: the body is no JSON, or holds an error.
    """
    try:
        body = _cleaned(json.loads(content))
    except (ValueError, RecursionError) as error:
        raise Outage(f"{where} answered with no JSON: {start_of(content)}") from error
    raise_reported_error(body, where)
    return body


def raise_reported_error(body: Any, where: str) -> None:
    """Raise what an error object in the body of a successful answer stands for, if one does.

    Routers answer 200 before their upstream has; what fails later comes in the body.
    """
    found = _object(body)
    choices: Any = found.get("choices")
    first = _object(choices[0]) if isinstance(choices, list) and choices else {}
    error = found.get("error") or first.get("error")
    if error:
        code = _object(error).get("code")
        raise status_fault(code if isinstance(code, int) and code >= 400 else 502, error, where)


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _parts(answer: _Answer) -> tuple[str, str]:
    """Text and reasoning. Thoughts that a server left at the head of the text are reasoning."""
    if isinstance(answer.content, list):
        text = "".join(
            part if isinstance(part, str) else str(part.get("text") or "")
            for part in answer.content
        )
    else:
        text = answer.content or ""
    reasoning = next(
        (part for part in (answer.reasoning_content, answer.reasoning) if isinstance(part, str)), ""
    )
    thoughts = _THOUGHTS.match(text)
    if thoughts:
        reasoning = f"{reasoning}\n{thoughts[1].strip()}".strip()
        text = text[thoughts.end() :]
    return text or answer.refusal or "", reasoning


def _calls(
    calls: Iterable[_Call], raw: Iterable[Message], ids: Iterable[str]
) -> tuple[tuple[RequestedCall, ...], list[Message]]:
    """The calls as asked for, and as they are sent back."""
    taken = set(ids)
    asked: list[RequestedCall] = []
    sent_back: list[Message] = []
    for call, given in zip(calls, raw, strict=True):
        call_id = _unused(call.id or "", taken)
        taken.add(call_id)
        name, arguments = call.function.name or "", _arguments(call.function.arguments)
        asked.append(RequestedCall(id=call_id, name=name, arguments=arguments))
        if isinstance(arguments, str):
            # Servers parse the arguments of earlier calls and refuse broken ones.
            arguments = {"invalid_arguments": arguments}
        sent_back.append(
            {
                **given,
                "id": call_id,
                "type": "function",
                "function": {
                    "name": _NO_NAME.sub("_", name)[:64] or "unnamed",
                    "arguments": json.dumps(arguments, ensure_ascii=False),
                },
            }
        )
    return tuple(asked), sent_back


def _arguments(sent: Any) -> dict[str, Any] | str:
    if isinstance(sent, dict):
        return cast("dict[str, Any]", sent)
    if sent is None:
        return {}
    text = sent if isinstance(sent, str) else json.dumps(sent)
    if not text.strip():
        return {}
    try:
        parsed = _cleaned(json.loads(text, parse_constant=_no_constant))
    except (ValueError, RecursionError):
        return text
    return cast("dict[str, Any]", parsed) if isinstance(parsed, dict) else text


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _unused(call_id: str, taken: set[str]) -> str:
    if call_id and call_id not in taken:
        return call_id
    number = len(taken) + 1
    while f"call_{number}" in taken:
        number += 1
    return f"call_{number}"


def _usage(usage: _Usage | None, price: Price | None) -> Usage:
    if usage is None:
        return Usage()
    prompt, completion = usage.prompt_tokens or 0, usage.completion_tokens or 0
    details = usage.prompt_tokens_details
    cached = (details.cached_tokens if details else None) or usage.prompt_cache_hit_tokens or 0
    cost = usage.cost
    if price is not None:
        cost = price.cost(prompt, completion, min(cached, prompt))
    return Usage(
        prompt_tokens=prompt, completion_tokens=completion, cached_tokens=cached, cost=cost
    )


def _cleaned(value: Any) -> Any:
    """The value with texts that can be sent and stored; JSON may hold halves of characters."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(part) for part in cast("list[Any]", value)]
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        return {clean(name): _cleaned(part) for name, part in parts.items()}
    return value


def start_of(content: bytes) -> str:
    """The beginning of a body, for messages."""
    return " ".join(content[:200].decode("utf-8", "replace").split()) or "nothing"
