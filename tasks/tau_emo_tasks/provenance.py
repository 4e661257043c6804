"""Where the arguments of gold actions come from.

Every argument must be known to the customer, or found by a read that known values lead
to. The solver does not rely on the order of the gold actions: it starts from what the
customer knows and takes each action that has only known arguments, again and again, until
nothing is left or nothing more can be reached. The sources that it finds on its way are the
path of the task.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from pydantic import JsonValue

from tau_emo_servers.arithmetic import follows
from tau_emo_servers.common_rules import leaves
from tau_emo_servers.domain import served_domain
from tau_emo_servers.values import values_in
from tau_emo_tasks.gold import GoldReplay, GoldStep
from tau_emo_tasks.gold_conversation import customer_text
from tau_emo_tasks.spoken import spoken
from tau_emo_tasks.task import Task

CUSTOMER = "customer"
"""The customer says it."""
POLICY = "policy"
"""The policy gives the number or quotes the code."""
COUNTED = "counted"
"""A number below ten that nobody says: people, bags."""
ARITHMETIC = "arithmetic"
"""It follows from known numbers, in a domain without a tool that works sums out."""
CHOICE = "choice"
"""Yes, no or nothing: it holds no fact."""
OWN_WORDS = "own words"
"""The agent writes it itself: a summary, a thought."""
UNKNOWN = "unknown"
"""Nothing leads to it; such a task is not verified."""


@dataclass(frozen=True)
class Solved:
    """How far the customer's facts lead."""

    path: tuple[dict[str, str], ...]
    """For each gold action the sources of each argument; see `Provenance.path`."""
    unreachable: tuple[str, ...]
    """One line per gold action that cannot be reached, naming the unknown values."""


class _Known:
    """What can be known so far: the customer's words, results, and the policy's numbers."""

    def __init__(self, text: str, policy: str, *, in_head: bool) -> None:
        self._text = text
        self._in_head = in_head
        # A code that the policy quotes, such as a fixed moment, is to be passed as it stands.
        codes = re.findall(r"`([^`\s]*\d[^`\s]*)`", policy)
        self._labels = {_label(code): POLICY for code in codes}
        self._numbers = dict.fromkeys(values_in(text).numbers, CUSTOMER)
        self._add_numbers({Decimal(count) for count in range(10)}, COUNTED)
        self._add_numbers(set(values_in(policy).numbers), POLICY)
        self._add_numbers({Decimal(100)}, ARITHMETIC)  # of which a percentage is a part

        self._said = frozenset(self._numbers)
        self._results = ""
        self._plain: list[tuple[str, str]] = []

    def _add_numbers(self, numbers: set[Decimal], source: str) -> None:
        for number in numbers:
            self._numbers.setdefault(number, source)

    def add_result(self, result: str, source: str) -> None:
        self._results += f"\n{result}"
        try:
            value = json.loads(result)
        except ValueError:
            self._plain.append((source, result))
            self._add_numbers(set(values_in(result).numbers), source)
            return
        for scalar in _scalars(value):
            self._labels.setdefault(_label(scalar), source)
            self._add_numbers(_as_number(scalar), source)

    def source(self, value: JsonValue) -> str:
        """Where the value is known from; `UNKNOWN` if it is not."""
        if value is None or value == "" or isinstance(value, bool):
            return CHOICE
        if isinstance(value, int | float):
            number = Decimal(str(value))
            if number in self._numbers:
                return self._numbers[number]
            return ARITHMETIC if self._in_head and self._follows(abs(number)) else UNKNOWN
        text = str(value)
        if spoken(self._text, text):
            return CUSTOMER
        if _label(text) in self._labels:
            return self._labels[_label(text)]
        return next((source for source, said in self._plain if spoken(said, text)), UNKNOWN)

    def _follows(self, number: Decimal) -> bool:
        """True if it follows by arithmetic: no tool of the domain works sums out."""
        return follows(number, self._results, self._said)

    def number_sources(self, expression: str) -> list[str]:
        """Where each number of an expression is known from."""
        found = re.findall(r"\d+(?:\.\d+)?", expression)
        return [self._numbers.get(Decimal(number), UNKNOWN) for number in found]


def solve(task: Task, replay: GoldReplay) -> Solved:
    """Reach the arguments of the gold actions from what the customer knows, step by step.

    Args:
        task: the task.
        replay: its gold actions with their results.
    """
    domain = served_domain(task.domain)
    known = _Known(
        f"{task.instruction}\n{customer_text(task)}",
        domain.policy,
        in_head="calculate" not in domain.tools,
    )
    worded = {*domain.hand_off_tools, "think"}
    path: dict[int, dict[str, str]] = {}
    left = dict(enumerate(replay.steps))
    progress = True
    while progress:
        progress = False
        for position, step in list(left.items()):
            if step.action.tool in worded:
                path[position] = dict.fromkeys(step.action.arguments, OWN_WORDS)
                del left[position]
                continue
            sources = {
                name: [source for _, source in found]
                for name, found in _sources(known, step).items()
            }
            path[position] = {
                name: ", ".join(dict.fromkeys(found)) or CHOICE for name, found in sources.items()
            }
            if all(UNKNOWN not in found for found in sources.values()):
                known.add_result(step.call.result, f"{step.action.tool}@{position + 1}")
                del left[position]
                progress = True
    return Solved(
        tuple(path[position] for position in range(len(replay.steps))),
        tuple(_nobody_knows(known, step) for step in left.values()),
    )


def _nobody_knows(known: _Known, step: GoldStep) -> str:
    values = [
        value
        for found in _sources(known, step).values()
        for value, source in found
        if source == UNKNOWN
    ]
    return f"{step.action.tool}: nobody can know {', '.join(map(repr, dict.fromkeys(values)))}"


def _sources(known: _Known, step: GoldStep) -> dict[str, list[tuple[JsonValue, str]]]:
    """The scalars of each argument with the source of each."""
    if step.action.tool == "calculate":
        expression = str(step.action.arguments.get("expression", ""))
        return {"expression": [(expression, source) for source in known.number_sources(expression)]}
    return {
        name: [(scalar, known.source(scalar)) for scalar in leaves(value)]
        for name, value in step.action.arguments.items()
    }


def _scalars(value: JsonValue) -> Iterator[JsonValue]:
    """All scalars and keys of a result: a map by id tells its ids in its keys."""
    if isinstance(value, dict):
        yield from value.keys()
        yield from _scalars(list(value.values()))
    elif isinstance(value, list):
        yield len(value)
        for part in value:
            yield from _scalars(part)
    elif value is not None:
        yield value


def _label(value: JsonValue) -> str:
    return " ".join(str(value).split()).casefold()


def _as_number(value: JsonValue) -> set[Decimal]:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return set()
    return {number, abs(number)} if number.is_finite() else set()
