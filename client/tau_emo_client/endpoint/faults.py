"""Whose fault a failed request is: the endpoint's, ours, or the model's that is measured."""

import re
from collections.abc import Mapping
from typing import Any, cast

import openai

from tau_emo_client.agents.agent import AgentError, ContextOverflowError, InfrastructureError

_SHOWN = 400
_BUSY = (429, 503, 529)
"""Statuses that ask for fewer requests; 529 is Anthropic's `overloaded`."""
_RETRIED = (408, 409, 425, 429)
"""Statuses below 500 that the same request may not meet again."""
_NO_MONEY = ("insufficient_quota", "billing_hard_limit_reached")
_UNREADABLE_CALL = ("tool_use_failed",)
"""Groq: the model wrote a tool call that its own server cannot read."""

_OVERFLOW_CODES = (
    "context_length_exceeded",
    "exceed_context_size_error",
    "string_above_max_length",
)
_OVERFLOW = re.compile(
    r"maximum context length|maximum model length|model's context length|context window"
    r"|available context size|exceeds? (?:the )?context (?:limit|length|size)"
    r"|prompt is too long|input is too long|input token count .{0,40}exceeds"
    r"|too large for model with .{0,40}context|max_new_tokens. must be <=",
    re.IGNORECASE,
)
"""How OpenAI, vLLM, SGLang, llama.cpp, TGI, Anthropic, Bedrock, Gemini and Mistral say that
a conversation does not fit."""


class Outage(InfrastructureError):  # noqa: N818 - the field's word
    """The endpoint failed; the same request may succeed later.

    Args:
        message: what happened.
        busy: it asked for fewer requests.
        retry_after: seconds it asked to wait, if it said so.
        answered: it answered in its own form, so address and protocol are right.
    """

    def __init__(
        self,
        message: str,
        *,
        busy: bool = False,
        retry_after: float | None = None,
        answered: bool = False,
    ) -> None:
        super().__init__(message)
        self.busy = busy
        self.answered = answered
        self.retry_after = retry_after


class RefusedRequest(InfrastructureError):  # noqa: N818 - the same
    """The endpoint will not take the request, however often it is sent.

    Args:
        message: what it said.
        status: its HTTP status.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class ContentFiltered(AgentError):  # noqa: N818 - the same
    """A filter of the endpoint held the answer back: a part of the agent as it is deployed."""


def fault_of(error: openai.APIError, where: str, silence: float) -> Exception:
    """The exception that says whose fault a failed request was.

    Args:
        error: what the client raised.
        where: the endpoint, for messages.
        silence: the seconds of silence that are borne.
    """
    if isinstance(error, openai.APITimeoutError):
        return Outage(
            f"{where} was silent for {silence:g} s; --endpoint-timeout allows it more time"
        )
    if isinstance(error, openai.APIStatusError):
        text = error.response.text
        return status_fault(
            error.status_code,
            error.body if error.body is not None else text,
            where,
            retry_after(error.response.headers),
        )
    cause = f": {error.__cause__}" if error.__cause__ and str(error.__cause__) else ""
    return Outage(f"{where} cannot be reached: {error.message}{cause}")


def status_fault(status: int, body: object, where: str, wait: float | None = None) -> Exception:
    """The exception for an error that the endpoint reported.

    Args:
        status: the HTTP status, or the code in the body where that is more to the point.
        body: what came with it; an object as endpoints send it, or a text.
        where: the endpoint, for messages.
        wait: the seconds of `Retry-After`.
    """
    code, message = _said(body)
    told = f"{where} answered {status}: {message}" if message else f"{where} answered {status}"
    if status not in _RETRIED and (code in _OVERFLOW_CODES or _OVERFLOW.search(message)):
        return ContextOverflowError(f"the conversation no longer fits the model: {told}")
    if code == "content_filter":
        return ContentFiltered(told)
    if code in _UNREADABLE_CALL:
        return AgentError(f"the model wrote a tool call that its server cannot read: {told}")
    if code in _NO_MONEY:
        return RefusedRequest(told, status)
    if status in _RETRIED or status >= 500:
        return Outage(told, busy=status in _BUSY, retry_after=wait, answered=True)
    return RefusedRequest(told, status)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of `retry-after-ms` or `Retry-After`; None if absent, a date or nonsense.

    Dates are not read: they need clocks that agree, and model endpoints send seconds.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if re.fullmatch(r"\d{1,9}(\.\d*)?", value):
            return float(value) * unit
    return None


def _said(body: object) -> tuple[str, str]:
    """Code and message of an error object in any of the usual shapes."""
    if not isinstance(body, Mapping):
        return "", " ".join(str(body or "").split())[:_SHOWN]
    found = cast("Mapping[str, Any]", body)
    inner = found.get("error")
    if isinstance(inner, Mapping | str):
        return _said(cast("object", inner))
    message = found.get("message") or found.get("detail") or found
    codes = [str(found[name]) for name in ("code", "type") if isinstance(found.get(name), str)]
    known = (*_OVERFLOW_CODES, *_NO_MONEY, *_UNREADABLE_CALL, "content_filter")
    code = next((code for code in codes if code in known), codes[0] if codes else "")
    return code, " ".join(str(message).split())[:_SHOWN]
