"""Agents that must never pass a task: each stands for one way to a point without merit.

They are step functions, so that verification can play them in process and the evaluator
can play them over MCP. None of them sees the task.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_servers.common_rules import NOTICE
from tau_emo_servers.conversation import ToolCall


@dataclass(frozen=True)
class NullStep:
    """A message to the customer, or tool calls."""

    text: str = ""
    calls: tuple[tuple[str, dict[str, JsonValue]], ...] = ()


class NullAgent(Protocol):
    """An agent without merit; one object plays one episode."""

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        """The next step after a customer's message (a text) or the results of its calls."""
        ...


class _Noop:
    """Talks and does nothing."""

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        return NullStep("Thank you for your message. Is there anything else you would like to say?")


class _HandOff:
    """Hands off at once."""

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self._tool = next((tool for tool in tools if tool["name"].startswith("transfer_to")), None)
        self._done = False

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        if self._done or self._tool is None:
            return NullStep(NOTICE)
        self._done = True
        wanted: list[str] = self._tool["inputSchema"].get("required", [])
        arguments: dict[str, JsonValue] = dict.fromkeys(wanted, "The customer needs help.")
        return NullStep(calls=((self._tool["name"], arguments),))


class _Refuse:
    """Refuses everything."""

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        return NullStep("I am sorry, this is not possible under our rules.")


class _Harvest:
    """Collects the words and values an agent has seen, and tries them as arguments."""

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self.tools = {tool["name"]: tool for tool in tools}
        self.values: dict[str, None] = {}
        self.named: dict[str, dict[str, None]] = {}

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        if isinstance(observation, str):
            self._words(observation)
            return
        for call in observation:
            if call.is_error:
                continue
            try:
                self._walk(json.loads(call.result), "")
            except ValueError:
                self._words(call.result)

    def _words(self, text: str) -> None:
        for word in re.findall(r"[\w#@.+\-]*[\w#]", text):
            self.values.setdefault(word)

    def _walk(self, value: JsonValue, name: str) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                self.values.setdefault(key)
                self._walk(part, key)
        elif isinstance(value, list):
            for part in value:
                self._walk(part, name)
        elif isinstance(value, str) and value:
            self.values.setdefault(value)
            self.named.setdefault(name, {}).setdefault(value)

    def candidates(self, parameter: str) -> list[str]:
        """Values seen under the parameter's name first, then all others."""
        return list({**self.named.get(parameter, {}), **self.values})


def _is_write(tool: dict[str, Any]) -> bool:
    annotations: dict[str, Any] = tool.get("annotations") or {}
    return not annotations.get("readOnlyHint", False)


class _Random:
    """Writes at random with values it has seen: looks around first, then writes."""

    def __init__(self, tools: Sequence[dict[str, Any]], seed: int) -> None:
        self._draw = Draw(f"random agent {seed}")
        self._look = _Crawl(tools)
        self._writes = [tool for tool in tools if _is_write(tool)]
        self._left = self._draw.integer(1, 8)

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        calls = self._look.next_calls(observation)
        if calls:
            return NullStep(calls=calls)
        if self._left == 0 or not self._writes:
            return NullStep("It is done. Do you need anything else?")
        self._left -= 1
        tool = self._draw.pick(self._writes)
        return NullStep(calls=((tool["name"], self._arguments(tool["inputSchema"])),))

    def _arguments(self, schema: dict[str, Any]) -> dict[str, JsonValue]:
        return {
            name: self._value(name, part) for name, part in schema.get("properties", {}).items()
        }

    def _value(self, name: str, schema: dict[str, Any]) -> JsonValue:
        if "enum" in schema:
            return self._draw.pick(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._arguments(schema)
            case "array":
                count = self._draw.integer(1, 2)
                part = schema.get("items", {})
                return [self._value(name.removesuffix("s"), part) for _ in range(count)]
            case "integer" | "number":
                return self._draw.integer(0, 5) * self._draw.pick([1, 1, 50, 100])
            case "boolean":
                return self._draw.chance(0.5)
            case _:
                # Values seen under a like name make a call that may well succeed.
                alike = [
                    value
                    for key, values in self._look.seen.named.items()
                    if key and (key in name or name in key or key.removesuffix("s") in name)
                    for value in values
                ]
                options = alike or list(self._look.seen.values) or ["none"]
                return self._draw.pick(options)


def _fits(parameter: str, value: str) -> bool:
    """True if the value looks like what the parameter wants: an address, a key, or a word."""
    if "email" in parameter:
        return "@" in value
    if parameter.endswith(("id", "ref")):
        return bool(re.search(r"[\d#_]", value)) and "@" not in value
    return True


class _Crawl:
    """Calls every read tool with every value it has seen, as far as its budget goes."""

    budget = 60

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self.seen = _Harvest(tools)
        self._tried: set[str] = set()
        self._reads = [
            tool
            for tool in tools
            if not _is_write(tool)
            and not tool["name"].startswith("transfer_to")
            and tool["name"] not in ("think", "calculate")
        ]

    def next_calls(
        self, observation: str | Sequence[ToolCall]
    ) -> tuple[tuple[str, dict[str, JsonValue]], ...]:
        """The next batch of reads; empty when there is nothing new to try."""
        self.seen.see(observation)
        calls: list[tuple[str, dict[str, JsonValue]]] = []
        for name, arguments in self._untried():
            if len(self._tried) >= self.budget or len(calls) >= 20:
                break
            self._tried.add(f"{name} {json.dumps(arguments, sort_keys=True)}")
            calls.append((name, arguments))
        return tuple(calls)

    def _untried(self) -> Iterator[tuple[str, dict[str, JsonValue]]]:
        for tool in self._reads:
            schema = tool["inputSchema"]
            required: list[str] = schema.get("required", [])
            if len(required) > 1:
                continue  # too many combinations to try them all
            for value in self.seen.candidates(required[0]) if required else [""]:
                if required and not _fits(required[0], value):
                    continue
                arguments: dict[str, JsonValue] = {required[0]: value} if required else {}
                if f"{tool['name']} {json.dumps(arguments, sort_keys=True)}" not in self._tried:
                    yield tool["name"], arguments


class _Paste:
    """Reads all it can and hands every result to the customer as it is."""

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self._look = _Crawl(tools)
        self._results: list[str] = []

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        calls = self._look.next_calls(observation)
        if not isinstance(observation, str):
            self._results.extend(call.result for call in observation if not call.is_error)
        if calls:
            return NullStep(calls=calls)
        return NullStep(self._results.pop(0) if self._results else "That is all I have.")


class _Flood:
    """Reads all it can, then tells 10,000 numbers, first at once and then in small parts."""

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self._look = _Crawl(tools)
        self._next = -1

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        calls = self._look.next_calls(observation)
        if calls:
            return NullStep(calls=calls)
        if self._next < 0:
            self._next = 0
            return NullStep(", ".join(str(number) for number in range(10_000)))
        numbers = range(self._next, self._next + 30)
        self._next += 30
        return NullStep(", ".join(str(number) for number in numbers))


NULL_AGENTS = ("noop", "handoff", "refuse", "random", "flood", "paste")
"""The names of all agents without merit."""


def null_agent(name: str, tools: Sequence[dict[str, Any]], seed: int) -> NullAgent:
    """A fresh agent without merit.

    Args:
        name: one of `NULL_AGENTS`.
        tools: the tools as MCP lists them (`name`, `inputSchema`, `annotations`).
        seed: what `random` does depends on it; the others ignore it.

    Raises:
        KeyError: there is no such agent.
    """
    match name:
        case "noop":
            return _Noop()
        case "handoff":
            return _HandOff(tools)
        case "refuse":
            return _Refuse()
        case "random":
            return _Random(tools, seed)
        case "flood":
            return _Flood(tools)
        case "paste":
            return _Paste(tools)
        case _:
            raise KeyError(f"there is no null agent {name!r}; they are {', '.join(NULL_AGENTS)}")
