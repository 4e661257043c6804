"""Agents, customers and tools that do exactly what a test says."""

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import JsonValue

from tau_emo_client.agents.agent import (
    Act,
    Briefing,
    CustomerSays,
    Observation,
    RequestedCall,
    Usage,
)
from tau_emo_client.hosts.host import Outcome
from tau_emo_db import Changes
from tau_emo_servers.conversation import ToolCall

Line = str | BaseException


class ToyAgent:
    """Takes the given steps in order; a text is a message, an exception is raised."""

    def __init__(self, *steps: Act | str | BaseException) -> None:
        self._steps = list(steps)
        self.seen: list[Observation] = []
        self.closed = 0

    async def start(self, briefing: Briefing) -> None:
        self.briefing = briefing

    async def act(self, observation: Observation) -> Act:
        self.seen.append(observation)
        step = self._steps.pop(0)
        if isinstance(step, BaseException):
            raise step
        return Act(text=step) if isinstance(step, str) else step

    async def close(self) -> None:
        self.closed += 1


class ToyUser:
    """Says the given lines in order; `again` lines answer complaints."""

    def __init__(self, *lines: Line, again: Sequence[Line] = ()) -> None:
        self._lines = list(lines)
        self._again = list(again)
        self.usage = Usage()
        self.leave_reason = "delay"
        self.heard: list[str] = []
        self.complaints: list[str] = []

    async def open(self) -> str:
        return self._next(self._lines)

    async def reply(self, message: str) -> str:
        self.heard.append(message)
        return self._next(self._lines)

    async def again(self, complaint: str) -> str:
        self.complaints.append(complaint)
        return self._next(self._again)

    async def close(self) -> None:
        return

    @staticmethod
    def _next(lines: list[Line]) -> str:
        line = lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line


class ToyTools:
    """Answers every call with its name; `transfer_to_human_agents` hands off."""

    tools: Sequence[dict[str, Any]] = ()
    policy = "Be kind."

    def __init__(self, fail_at: int | None = None, error: BaseException | None = None) -> None:
        self.handed_off = False
        self.calls: list[ToolCall] = []
        self._fail_at = fail_at
        self._error = error

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        if self._error is not None and len(self.calls) == self._fail_at:
            raise self._error
        closed = self.handed_off
        call = ToolCall(
            id=call_id,
            name=name,
            arguments=arguments,
            result="Error: closed" if closed else f"did {name}",
            is_error=closed,
        )
        self.calls.append(call)
        self.handed_off = closed or name == "transfer_to_human_agents"
        return call

    async def result(self) -> Outcome:
        return Outcome(Changes(), tuple(self.calls), self.handed_off)

    async def close(self) -> None:
        return


def calls(*names: str, text: str = "", ids: Sequence[str] = ()) -> Act:
    """A step that calls tools without arguments."""
    return Act(
        text=text,
        calls=tuple(
            RequestedCall(id=ids[n] if ids else f"c{n}-{name}", name=name, arguments={})
            for n, name in enumerate(names)
        ),
    )


def says(text: str) -> CustomerSays:
    """The observation that the customer wrote."""
    return CustomerSays(text=text)


Make = Callable[..., Any]
