"""A chat-completions server on loopback that answers, or fails, exactly as a test says."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from loopback import Loopback
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Step = Callable[[Request, dict[str, Any]], Awaitable[Response]]
"""Answers one request, given its JSON body."""


def message(finish: str = "stop", usage: dict[str, Any] | None = None, **fields: Any) -> Step:
    """A completion with these fields of the message."""
    body: dict[str, Any] = {
        "id": "completion-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": None} | fields,
            }
        ],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return raw(json.dumps(body).encode())


def text(content: str | None, **more: Any) -> Step:
    """A completion that is a message."""
    return message(content=content, **more)


def call(name: str, arguments: Any = "{}", call_id: str | None = "id-1") -> dict[str, Any]:
    """One tool call as it stands in a completion."""
    sent = arguments if isinstance(arguments, str) else json.dumps(arguments)
    made = {"type": "function", "function": {"name": name, "arguments": sent}}
    return made if call_id is None else {"id": call_id, **made}


def tool_calls(*calls: dict[str, Any], **more: Any) -> Step:
    """A completion that calls tools."""
    return message(finish="tool_calls", tool_calls=list(calls), **more)


def raw(content: bytes, status: int = 200, media_type: str = "application/json") -> Step:
    """These bytes, whatever they are."""

    async def step(request: Request, body: dict[str, Any]) -> Response:
        return Response(content, status_code=status, media_type=media_type)

    return step


def error(status: int, body: Any = None, **headers: str) -> Step:
    """An error with its body; a header is named with underscores for hyphens."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}

    async def step(request: Request, _: dict[str, Any]) -> Response:
        if isinstance(body, str):
            return Response(body, status_code=status, headers=sent)
        shown = {"error": {"message": f"error {status}"}} if body is None else body
        return JSONResponse(shown, status_code=status, headers=sent)

    return step


async def dropped(request: Request, body: dict[str, Any]) -> Response:
    """The connection breaks in the middle of the body."""

    async def half() -> AsyncIterator[bytes]:
        yield b'{"choices": [{"mess'

    return StreamingResponse(
        half(), media_type="application/json", headers={"content-length": "1000"}
    )


async def silent(request: Request, body: dict[str, Any]) -> Response:
    """Nothing at all until the client goes away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return Response()


async def endless(request: Request, body: dict[str, Any]) -> Response:
    """Blanks for as long as the client listens."""

    async def blanks() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.02)

    return StreamingResponse(blanks(), media_type="application/json")


def slow(seconds: float, then: Step) -> Step:
    """Answers after so many seconds."""

    async def step(request: Request, body: dict[str, Any]) -> Response:
        await asyncio.sleep(seconds)
        return await then(request, body)

    return step


def gate(count: int, then: Step) -> Step:
    """Holds every request until so many are there at once, then answers them all."""
    waiting = 0
    opened: asyncio.Event | None = None

    async def step(request: Request, body: dict[str, Any]) -> Response:
        nonlocal waiting, opened
        opened = opened or asyncio.Event()
        waiting += 1
        if waiting >= count:
            opened.set()
        await opened.wait()
        return await then(request, body)

    return step


class FaultyEndpoint(Loopback):
    """Takes one step for each request; the last one is repeated.

    Args:
        steps: what to do, in order.
    """

    def __init__(self, *steps: Step) -> None:
        self._steps = list(steps)
        self.requests: list[dict[str, Any]] = []
        """The JSON bodies received, in order."""
        self.headers: list[dict[str, str]] = []
        self.at_once = 0
        """The most requests that were open at the same time."""
        self._open = 0
        super().__init__(
            Starlette(routes=[Route("/v1/chat/completions", self._answer, methods=["POST"])])
        )

    def then(self, *steps: Step) -> None:
        """Add further steps."""
        self._steps += steps

    async def _answer(self, request: Request) -> Response:
        body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        self._open += 1
        self.at_once = max(self.at_once, self._open)
        try:
            return await step(request, body)
        finally:
            self._open -= 1


def model(decide: Callable[[dict[str, Any]], Step]) -> Step:
    """A model that decides by what it was asked."""

    async def step(request: Request, body: dict[str, Any]) -> Response:
        return await decide(body)(request, body)

    return step


def roles(body: dict[str, Any]) -> list[str]:
    """The roles of the messages of a request."""
    return [message["role"] for message in body["messages"]]


def in_order(completions: Iterable[Step]) -> Step:
    """A model that plays each conversation by the same list, by how often it has answered."""
    listed = list(completions)

    def decide(body: dict[str, Any]) -> Step:
        return listed[min(roles(body).count("assistant"), len(listed) - 1)]

    return model(decide)
