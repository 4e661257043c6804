"""Reading the answer of an endpoint that speaks OpenAI's Responses protocol."""

from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from tau_emo_client.agents.agent import AgentError, Usage
from tau_emo_client.endpoint.completion import Message, read_object, start_of
from tau_emo_client.endpoint.faults import ContentFiltered, Outage, status_fault
from tau_emo_client.endpoint.prices import Price


@dataclass(frozen=True)
class ModelResponse:
    """One answer, after all the tools that the model called on the endpoint's side."""

    text: str
    """What it says after its last call; empty if it said nothing."""
    reasoning: str
    usage: Usage
    output: tuple[Message, ...]
    """Its items, as they go back to the endpoint with the next request."""


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    input_tokens: int | None = None
    output_tokens: int | None = None
    input_tokens_details: _Details | None = None


class _Item(BaseModel):
    type: str
    content: list[dict[str, Any]] | None = None
    summary: list[dict[str, Any]] | None = None


class _Body(BaseModel):
    output: list[_Item]
    status: str | None = None
    incomplete_details: dict[str, Any] | None = None
    usage: _Usage | None = None


def read_response(content: bytes, where: str, price: Price | None) -> ModelResponse:
    """The answer in the body of a successful reply.

    Args:
        content: the body.
        where: the endpoint, for messages.
        price: what tokens cost, if known.

    Raises:
        Outage: the body is no such answer, or says that it failed.
        ContentFiltered: a filter cut the answer off.
        AgentError: the model waits for an approval, which nobody gives.
    """
    body = read_object(content, where)
    try:
        parsed = _Body.model_validate(body)
        raw = cast("list[Message]", body["output"])
    except (ValidationError, KeyError, TypeError) as error:
        raise Outage(f"{where} answered with no response: {start_of(content)}") from error
    if parsed.status == "failed":
        raise status_fault(502, body.get("error") or "the response failed", where)
    if (parsed.incomplete_details or {}).get("reason") == "content_filter":
        raise ContentFiltered(f"{where} held the answer back by its content filter")
    if any(item.type == "mcp_approval_request" for item in parsed.output):
        raise AgentError("the model asks to approve a tool call; tools need no approval here")
    said: list[str] = []
    thought: list[str] = []
    for item in parsed.output:
        if item.type == "message":
            said.append(_text(item.content))
        elif item.type == "reasoning":
            thought.append(_text(item.summary) or _text(item.content))
        elif item.type == "mcp_call":
            # What is said before a call is not the answer: it is recorded, and not delivered.
            thought += said
            said.clear()
    return ModelResponse(
        text="\n\n".join(part for part in said if part),
        reasoning="\n".join(part for part in thought if part).strip(),
        usage=_usage(parsed.usage, price),
        output=tuple(raw),
    )


def _text(parts: list[dict[str, Any]] | None) -> str:
    return "".join(str(part.get("text") or part.get("refusal") or "") for part in parts or ())


def _usage(usage: _Usage | None, price: Price | None) -> Usage:
    if usage is None:
        return Usage()
    prompt, completion = usage.input_tokens or 0, usage.output_tokens or 0
    details = usage.input_tokens_details
    cached = (details.cached_tokens if details else None) or 0
    return Usage(
        prompt_tokens=prompt,
        completion_tokens=completion,
        cached_tokens=cached,
        cost=price.cost(prompt, completion, min(cached, prompt)) if price else None,
    )
