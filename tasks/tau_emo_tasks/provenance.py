"""Where the arguments of gold actions come from.

Every argument must be known to the customer, or found by a read that known values lead
to. The check does not look at the order of the gold actions: it starts from what the
customer knows and takes whatever action has only known arguments, until nothing is left
or nothing more can be reached.
"""

import json
import re
from collections.abc import Iterator
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


class _Known:
    """What can be known so far: the customer's words, results, and the policy's numbers."""

    def __init__(self, text: str, policy: str, *, in_head: bool) -> None:
        self._text = text
        self._in_head = in_head
        # A code that the policy quotes, such as a fixed moment, is to be passed as it stands.
        self._labels = {_label(code) for code in re.findall(r"`([^`\s]*\d[^`\s]*)`", policy)}
        self._numbers = set(values_in(text).numbers) | set(values_in(policy).numbers)
        self._numbers |= {Decimal(count) for count in range(10)}  # people, bags: counted
        self._numbers.add(Decimal(100))  # of which a percentage is a part

        self._said = frozenset(self._numbers)
        self._results = ""

    def add_result(self, result: str) -> None:
        self._results += f"\n{result}"
        try:
            value = json.loads(result)
        except ValueError:
            self._text += "\n" + result
            self._numbers |= set(values_in(result).numbers)
            return
        for scalar in _scalars(value):
            self._labels.add(_label(scalar))
            self._numbers |= _as_number(scalar)

    def has(self, value: JsonValue) -> bool:
        if value is None or value == "" or isinstance(value, bool):
            return True
        if isinstance(value, int | float):
            number = Decimal(str(value))
            return number in self._numbers or (self._in_head and self._follows(abs(number)))
        return _label(value) in self._labels or spoken(self._text, str(value))

    def _follows(self, number: Decimal) -> bool:
        """True if it follows by arithmetic: no tool of the domain works sums out."""
        return follows(number, self._results, self._said)

    def has_numbers_of(self, expression: str) -> bool:
        found = re.findall(r"\d+(?:\.\d+)?", expression)
        return all(Decimal(number) in self._numbers for number in found)


def unreachable(task: Task, replay: GoldReplay) -> list[str]:
    """The gold actions whose arguments the customer's facts do not lead to.

    Args:
        task: the task.
        replay: its gold actions with their results.

    Returns:
        One line per action that cannot be reached, naming the unknown values; empty if
        every argument of every gold action has a source.
    """
    domain = served_domain(task.domain)
    known = _Known(
        f"{task.instruction}\n{customer_text(task)}",
        domain.policy,
        in_head="calculate" not in domain.tools,
    )
    worded = {*domain.hand_off_tools, "think"}  # their arguments are the agent's own words
    left = [step for step in replay.steps if step.action.tool not in worded]
    while reached := [step for step in left if not _unknown(known, step)]:
        for step in reached:
            known.add_result(step.call.result)
        left = [step for step in left if step not in reached]
    return [
        f"{step.action.tool}: nobody can know {', '.join(map(repr, _unknown(known, step)))}"
        for step in left
    ]


def _unknown(known: _Known, step: GoldStep) -> list[JsonValue]:
    if step.action.tool == "calculate":
        expression = str(step.action.arguments.get("expression", ""))
        return [] if known.has_numbers_of(expression) else [expression]
    return [
        scalar
        for value in step.action.arguments.values()
        for scalar in leaves(value)
        if not known.has(scalar)
    ]


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
