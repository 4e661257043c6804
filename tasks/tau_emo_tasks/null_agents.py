"""Agents that must never pass a task: each stands for one way to a point without merit.

They are step functions, so that verification can play them in process and the evaluator
can play them over MCP. None of them sees the task.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_servers.common_rules import NOTICE
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.values import distinct_values
from tau_emo_tasks.grading import MOST_VALUES
from tau_emo_tasks.spoken import spoken

DONE = "It is done. Do you need anything else?"


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


class _Part(Protocol):
    """A stretch of what an agent without merit does."""

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        """Take in what the customer said or the calls gave, also while others have their turn."""
        ...

    def step(self) -> NullStep | None:
        """The next step; nothing when this part is over."""
        ...


class _Blind:
    """A part that needs nothing of what it sees."""

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        """Nothing."""


class _Chain:
    """Does one part after the other, then says the same for ever."""

    def __init__(self, *parts: _Part, last: str = DONE) -> None:
        self._parts = list(parts)
        self._left = list(parts)
        self._last = last

    def step(self, observation: str | Sequence[ToolCall]) -> NullStep:
        for part in self._parts:
            part.see(observation)
        while self._left:
            step = self._left[0].step()
            if step is not None:
                return step
            self._left.pop(0)
        return NullStep(self._last)


class _HandOff(_Blind):
    """Hands off."""

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self._tool = next((tool for tool in tools if tool["name"].startswith("transfer_to")), None)

    def step(self) -> NullStep | None:
        if self._tool is None:
            return None
        wanted: list[str] = self._tool["inputSchema"].get("required", [])
        arguments: dict[str, JsonValue] = dict.fromkeys(wanted, "The customer needs help.")
        name, self._tool = self._tool["name"], None
        return NullStep(calls=((name, arguments),))


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


class _RandomWrites(_Blind):
    """Writes at random with values that were seen."""

    def __init__(self, tools: Sequence[dict[str, Any]], seen: _Harvest, seed: int) -> None:
        self._draw = Draw(f"random agent {seed}")
        self._seen = seen
        self._writes = [tool for tool in tools if _is_write(tool)]
        self._left = self._draw.integer(1, 8)

    def step(self) -> NullStep | None:
        if self._left == 0 or not self._writes:
            return None
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
                    for key, values in self._seen.named.items()
                    if key and (key in name or name in key or key.removesuffix("s") in name)
                    for value in values
                ]
                options = alike or list(self._seen.values) or ["none"]
                return self._draw.pick(options)


def _fits(parameter: str, value: str) -> bool:
    """True if the value looks like what the parameter wants: an address, a key, or a word."""
    if "email" in parameter:
        return "@" in value
    if parameter.endswith(("id", "ref")):
        return bool(re.search(r"[\d#_]", value)) and "@" not in value
    return True


class _Look:
    """Calls every read tool with every value it has seen, as far as its budget goes."""

    budget = 60

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self.seen = _Harvest(tools)
        self._tried: set[tuple[str, str]] = set()
        self._exhausted = -1
        self._reads = [
            tool
            for tool in tools
            if not _is_write(tool)
            and not tool["name"].startswith("transfer_to")
            and tool["name"] not in ("think", "calculate")
        ]

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        self.seen.see(observation)

    def step(self) -> NullStep | None:
        """The next batch of reads; nothing when there is nothing new to try."""
        calls: list[tuple[str, dict[str, JsonValue]]] = []
        if len(self._tried) >= self.budget or len(self.seen.values) == self._exhausted:
            return None
        for name, parameter, value in self._untried():
            if len(self._tried) >= self.budget or len(calls) >= 20:
                break
            self._tried.add((name, value))
            calls.append((name, {parameter: value} if parameter else {}))
        else:
            self._exhausted = len(self.seen.values)
        return NullStep(calls=tuple(calls)) if calls else None

    def _untried(self) -> Iterator[tuple[str, str, str]]:
        """Tool, parameter and value of each call that is left; no parameter: two empty texts."""
        for tool in self._reads:
            required: list[str] = tool["inputSchema"].get("required", [])
            if len(required) > 1:
                continue  # too many combinations to try them all
            parameter = required[0] if required else ""
            for value in self.seen.candidates(parameter) if parameter else [""]:
                if (tool["name"], value) not in self._tried and _fits(parameter, value):
                    yield tool["name"], parameter, value


class _Results:
    """What the calls gave."""

    def __init__(self) -> None:
        self._results: list[str] = []

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        if not isinstance(observation, str):
            self._results += [call.result for call in observation if not call.is_error]


class _Paste(_Results):
    """Hands every result to the customer as it is."""

    def step(self) -> NullStep | None:
        return NullStep(self._results.pop(0)) if self._results else None


class _Flood(_Blind):
    """Tells 10,000 numbers, first at once and then in small parts."""

    def __init__(self) -> None:
        self._next = -1

    def step(self) -> NullStep:
        if self._next < 0:
            self._next = 0
            return NullStep(", ".join(str(number) for number in range(10_000)))
        numbers = range(self._next, self._next + MOST_VALUES)
        self._next += MOST_VALUES
        return NullStep(", ".join(str(number) for number in numbers))


class _Parrot:
    """Repeats the customer's first words."""

    def __init__(self) -> None:
        self._words = ""
        self._said = False

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        if isinstance(observation, str):
            self._words = self._words or observation

    def step(self) -> NullStep | None:
        if self._said:
            return None
        self._said = True
        return NullStep(self._words)


class _Tell(_Results):
    """Tells what was read in messages that count as told."""

    most = 30
    """Messages, whatever is left."""

    def __init__(self) -> None:
        super().__init__()
        self._messages: list[str] | None = None

    def step(self) -> NullStep | None:
        if self._messages is None:
            # The longest results are lists of what the company has, not of what the customer has.
            shortest = sorted(self._results, key=len)
            self._messages = list(islice(_messages(shortest), self.most))
        return NullStep(self._messages.pop(0)) if self._messages else None


def _messages(results: Sequence[str]) -> Iterator[str]:
    """All facts of the results, in messages with as many values as the grader bears."""
    message = ""
    for fact in dict.fromkeys(fact for result in results for fact in _facts(result)):
        longer = f"{message}; {fact}" if message else fact
        if distinct_values(longer) > MOST_VALUES:
            yield message
            longer = fact
        message = longer
    if message:
        yield message


def _facts(result: str) -> Iterator[str]:
    """The scalars of a result, each with its name, shorter than what counts as pasted."""
    try:
        value = json.loads(result)
    except ValueError:
        value = result
    for name, scalar in _scalars(value):
        yield f"{name} {scalar}".strip()[:70]


def _scalars(value: JsonValue, name: str = "") -> Iterator[tuple[str, JsonValue]]:
    """The scalars of a JSON value with the key that each stands under; keys with a digit in
    them are ids, and count as scalars of the key above."""
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, dict) and re.search(r"\d", key):
                yield name, key
            yield from _scalars(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _scalars(part, name)
    elif value is not None:
        yield name, value


@dataclass(frozen=True)
class _Guess:
    """An argument, and how good it is: 1 if the customer says it, 0 if it is made up."""

    value: JsonValue
    worth: float


class _Write:
    """Makes the first plausible write.

    Each argument is what the customer says, or, of what it has seen under a like name, the one
    that stands beside most of what the customer says. The write with the best arguments comes
    first, then the order of the tools decides. A write that succeeds is the last.
    """

    tries = 5
    """Writes that it tries."""

    def __init__(self, tools: Sequence[dict[str, Any]]) -> None:
        self._writes = [
            tool
            for tool in tools
            if _is_write(tool) and not tool["name"].startswith(("transfer_to", "think"))
        ]
        self._words = ""
        self._said: dict[str, bool] = {}
        self._objects: list[tuple[tuple[tuple[str, JsonValue], ...], tuple[JsonValue, ...]]] = []
        self._plan: list[tuple[str, dict[str, JsonValue]]] | None = None

    def see(self, observation: str | Sequence[ToolCall]) -> None:
        if self._plan is not None:
            if not isinstance(observation, str) and not all(call.is_error for call in observation):
                self._plan = []
        elif isinstance(observation, str):
            self._words += f"\n{observation}"
        else:
            self._read(observation)

    def _read(self, calls: Sequence[ToolCall]) -> None:
        for call in calls:
            if call.is_error:
                continue
            try:
                self._objects += _objects(json.loads(call.result), "")
            except ValueError:
                self._objects.append((((call.name, call.result),), ()))

    def step(self) -> NullStep | None:
        if self._plan is None:
            self._plan = self._planned()
        return NullStep(calls=(self._plan.pop(0),)) if self._plan else None

    def _planned(self) -> list[tuple[str, dict[str, JsonValue]]]:
        """The writes to try, best arguments first."""
        weighed: list[tuple[float, str, dict[str, JsonValue]]] = []
        for tool in self._writes:
            guess = self._object(tool["inputSchema"])
            if isinstance(guess.value, dict):
                weighed.append((guess.worth, tool["name"], guess.value))
        weighed.sort(key=lambda one: -one[0])
        return [(name, arguments) for _, name, arguments in weighed[: self.tries]]

    def _object(self, schema: dict[str, Any]) -> _Guess:
        """All that is required, and of the rest what the customer says."""
        required: list[str] = schema.get("required", [])
        guesses = {
            name: self._guess(name, part) for name, part in schema.get("properties", {}).items()
        }
        chosen = {
            name: guess.value
            for name, guess in guesses.items()
            if name in required or guess.worth == 1
        }
        worths = [guesses[name].worth for name in required if name in guesses]
        return _Guess(chosen, sum(worths) / len(worths) if worths else 0)

    def _guess(self, name: str, schema: dict[str, Any]) -> _Guess:
        if "enum" in schema:
            options: list[JsonValue] = schema["enum"]
            said = [option for option in options if self._says(option)]
            return _Guess(said[0], 1) if said else _Guess(options[0], 0)
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                one = self._guess(name.removesuffix("s"), schema.get("items", {}))
                return _Guess([one.value], one.worth)
            case "boolean":
                return _Guess(value=True, worth=0.5)
            case "integer" | "number":
                return self._seen(name, (int, float)) or self._number()
            case _:
                return self._spelled(name) or self._seen(name, (str,)) or _Guess("none", 0)

    def _says(self, value: JsonValue) -> bool:
        text = str(value)
        if text not in self._said:
            self._said[text] = spoken(self._words, text)
        return self._said[text]

    def _number(self) -> _Guess:
        found = re.findall(r"(?<![\w.-])\d{1,5}(?:\.\d\d?)?(?![\w-])", self._words)
        return (
            _Guess(float(found[0]) if "." in found[0] else int(found[0]), 0.5)
            if found
            else (_Guess(1, 0))
        )

    def _spelled(self, name: str) -> _Guess | None:
        """What the customer spells out in the form that the parameter wants."""
        for form, pattern in (("email", r"[\w.+-]+@[\w.-]*\w"), ("date", r"\d{4}-\d\d-\d\d")):
            found = re.findall(pattern, self._words) if form in name else []
            if found:
                return _Guess(found[0], 1)
        return None

    def _seen(self, name: str, types: tuple[type, ...]) -> _Guess | None:
        """Of the values under a like name the one that fits the customer's words best."""
        best: tuple[tuple[bool, int, bool], JsonValue] | None = None
        for named, beside in self._objects:
            for key, value in named:
                if not isinstance(value, types) or isinstance(value, bool) or not _like(key, name):
                    continue
                fit = (self._says(value), sum(map(self._says, beside)), key == name)
                if best is None or fit > best[0]:
                    best = fit, value
        if best is None:
            return None
        return _Guess(best[1], 1 if best[0][0] or best[0][1] else 0.5)


def _objects(
    value: JsonValue, name: str
) -> Iterator[tuple[tuple[tuple[str, JsonValue], ...], tuple[JsonValue, ...]]]:
    """The objects of a result: their named values, and the texts that stand in them."""
    if isinstance(value, list):
        for part in value:
            if isinstance(part, dict | list):
                yield from _objects(part, name)
            elif part is not None:
                yield ((name, part),), ()
    elif isinstance(value, dict):
        named = tuple((key, one) for key, one in value.items() if not isinstance(one, dict | list))
        texts = tuple(dict.fromkeys(one for _, one in _scalars(value) if isinstance(one, str)))
        yield named, texts[:40]
        for key, part in value.items():
            if isinstance(part, dict) and re.search(r"\d", key):
                inside = tuple(one for _, one in _scalars(part) if isinstance(one, str))
                yield ((name, key),), inside[:40]
            yield from _objects(part, key)


def _like(key: str, name: str) -> bool:
    """True if the key of a result may name what the parameter wants."""
    return bool(key) and (key in name or name in key or key.removesuffix("s") in name)


NULL_AGENTS = (
    "noop",
    "handoff",
    "refuse",
    "random",
    "flood",
    "paste",
    "parrot",
    "passer",
    "eager",
    "quitter",
)
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
    look = _Look(tools)
    match name:
        case "noop":
            return _Chain(
                last="Thank you for your message. Is there anything else you would like to say?"
            )
        case "handoff":
            return _Chain(_HandOff(tools), last=NOTICE)
        case "refuse":
            return _Chain(last="I am sorry, this is not possible under our rules.")
        case "random":
            return _Chain(look, _RandomWrites(tools, look.seen, seed))
        case "flood":
            return _Chain(look, _Flood())
        case "paste":
            return _Chain(look, _Paste())
        case "parrot":
            return _Chain(_Parrot(), last="That is all.")
        case "passer":
            return _Chain(look, _Tell(), _HandOff(tools), last=NOTICE)
        case "eager":
            return _Chain(look, _Write(tools))
        case "quitter":
            return _Chain(look, _Write(tools), _HandOff(tools), last=NOTICE)
        case _:
            raise KeyError(f"there is no null agent {name!r}; they are {', '.join(NULL_AGENTS)}")
