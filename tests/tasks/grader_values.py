"""Other values that an agent could have taken: for arguments of writes and for outputs."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import islice, pairwise
from typing import Any

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_tasks.task import Output, Task

Arguments = dict[str, JsonValue]
Path = tuple[str | int, ...]

CANDIDATES = 6
"""So many values of one argument are tried."""
UNASKED = "As the customer wished."
"""A text for an argument that gold leaves out."""
GUESSES = 12
"""So many calls of a tool that gold does not call are tried."""


class Results:
    """The scalars of tool results by the key they stand under; keys of a map count as values."""

    def __init__(self, texts: list[str]) -> None:
        self.by_key: dict[str, dict[JsonValue, None]] = defaultdict(dict)
        self.lists: list[list[dict[str, JsonValue]]] = []
        """The lists of objects in the results."""
        for text in texts:
            try:
                self._walk(json.loads(text), "")
            except ValueError:
                self.by_key[""].setdefault(text)

    def _walk(self, value: JsonValue, key: str) -> None:
        if isinstance(value, dict):
            ids = [name for name in value if re.search(r"\d", name)]
            for name in ids:
                self.by_key[f"{key}*"].setdefault(name)
            for name, part in value.items():
                self._walk(part, f"{key}*" if name in ids and isinstance(part, dict) else name)
        elif isinstance(value, list):
            objects = [part for part in value if isinstance(part, dict)]
            if len(objects) > 1:
                self.lists.append(objects)
            for part in value:
                self._walk(part, key)
        elif value is not None and not isinstance(value, bool):
            self.by_key[key].setdefault(value)

    def beside(self, value: JsonValue) -> list[JsonValue]:
        """Other values under the keys that this value stands under."""
        return list(
            dict.fromkeys(
                other
                for values in self.by_key.values()
                if value in values
                for other in values
                if other != value
            )
        )

    def objects_beside(self, given: Arguments) -> list[Arguments]:
        """The values with those of another object of one list in place of at least two."""
        found: list[Arguments] = []
        for members in self.lists:
            for member in members:
                keys = {
                    name: key
                    for name, value in given.items()
                    for key, part in member.items()
                    if _same(part, value) and (name.endswith(key) or key.endswith(name))
                }
                if len(keys) < 2:
                    continue
                found += [
                    {**given, **{name: other[key] for name, key in keys.items()}}
                    for other in members
                    if all(key in other for key in keys.values())
                    and not all(_same(other[key], given[name]) for name, key in keys.items())
                ]
        return found

    def named(self, name: str) -> list[JsonValue]:
        """Values under keys that are like this name."""
        return [
            value
            for key, values in self.by_key.items()
            if key and (key.strip("*") == name or name.endswith((f"_{key}", f"_{key}s")))
            for value in values
        ]

    def like(self, example: str) -> list[JsonValue]:
        """Values of the same make as an example: one length, the same first two letters."""
        return [
            value
            for values in self.by_key.values()
            for value in values
            if isinstance(value, str) and len(value) == len(example) and value[:2] == example[:2]
        ]


def other_values(
    schema: dict[str, Any], arguments: Arguments, results: Results, draw: Draw
) -> Iterator[tuple[str, list[Arguments]]]:
    """For each argument of a call, the call with other values in its place.

    Args:
        schema: the schema of the tool's arguments.
        arguments: the arguments of the call.
        results: what the agent has read.
        draw: decides which values come first.
    """
    for path, value, part in _leaves(arguments, schema, ()):
        others = draw.sample(_alternatives(value, part, results), CANDIDATES)
        yield _name(path), [_with(arguments, path, other) for other in others]
    for path, given in _objects(arguments, ()):
        others = draw.sample(results.objects_beside(given), CANDIDATES)
        yield f"{_name(path)} (object)", [_with(arguments, path, other) for other in others]
    for path, members in _lists(arguments, ()):
        yield (
            f"{_name(path)} (list)",
            [_with(arguments, path, other) for other in _other_lists(members, results, draw)],
        )
    required = schema.get("required", [])
    for name, part in schema["properties"].items():
        if name in arguments and name not in required:
            without = {key: value for key, value in arguments.items() if key != name}
            yield f"{name} (left out)", [without]
        elif name not in arguments:
            values: list[JsonValue] = _words(part)
            if part.get("type") == "boolean":
                values = [True, False]
            elif part.get("type") == "string" and not values:
                values = [UNASKED]
            yield f"{name} (added)", [{**arguments, name: value} for value in values]


def adjusted(arguments: Arguments, error: str) -> Iterator[Arguments]:
    """The call with what it pays set to a sum that the error names: a total was not met."""
    named = [float(text.replace(",", "")) for text in re.findall(r"\d[\d,]*(?:\.\d+)?", error)]
    for path, payments in _lists(arguments, ()):
        parts = [part for part in payments if isinstance(part, dict) and "amount" in part]
        if not parts or len(parts) < len(payments):
            continue
        amounts = [Decimal(str(part["amount"])) for part in parts]
        for total in dict.fromkeys(named):
            last = Decimal(str(total)) - sum(amounts[:-1])
            if last > 0:
                amount = int(last) if last == int(last) else float(last)
                yield _with(arguments, path, [*payments[:-1], {**parts[-1], "amount": amount}])
    payment = arguments.get("payment")
    if isinstance(payment, dict) and "amount" in payment:
        for total in dict.fromkeys(named):
            yield {**arguments, "payment": {**payment, "amount": total}}


def plausible(
    task: Task, schema: dict[str, Any], results: Results, draw: Draw
) -> Iterator[Arguments]:
    """Arguments with which a call may succeed, made of what was read and of choices."""
    for _ in range(GUESSES):
        made: Arguments = {
            name: _guess(task, name, part, results, draw)
            for name, part in schema["properties"].items()
            if name in schema.get("required", [])
        }
        yield made


def wrong_outputs(output: Output, results: Results, draw: Draw) -> Iterator[str]:
    """Wrong values for an output: off by a little, and others that stood beside it."""
    near = _near(output)
    beside = [str(value) for value in results.beside(output.value)]
    if output.kind in ("number", "amount"):
        number = Decimal(output.value)
        for value in list(results.by_key.values()):
            if any(_is_number(one) and Decimal(str(one)) == number for one in value):
                beside += [str(one) for one in value if _is_number(one)]
        beside = [one for one in beside if re.fullmatch(r"-?\d+(\.\d+)?", one)]
    options = [*near[:2], *draw.sample(sorted(set(beside)), 2), *near[2:]]
    for wrong in dict.fromkeys(options):
        if not _equal(wrong, output):
            yield wrong


def _equal(wrong: str, output: Output) -> bool:
    if output.kind in ("number", "amount"):
        return abs(Decimal(wrong)) == abs(Decimal(output.value))
    return wrong.casefold().strip() == output.value.casefold().strip()


def _same(one: JsonValue, other: JsonValue) -> bool:
    """True if equal; a number may be written as a text."""
    if _is_number(one) and _is_number(other):
        return Decimal(str(one)) == Decimal(str(other))
    return one == other


def _is_number(value: JsonValue) -> bool:
    text = str(value)
    return not isinstance(value, bool) and re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _near(output: Output) -> list[str]:
    match output.kind:
        case "number" | "amount":
            number = Decimal(output.value)
            least = Decimal(1).scaleb(int(number.as_tuple().exponent))
            return [str(number + least), str(number + 1), str(number - 1), str(number * 2)]
        case "date" | "time":
            return _moved(output.value)
        case "name":
            words = output.value.split()
            return [f"{output.value[:-1]}" if len(words) == 1 else " ".join(words[:-1])]


_DAYS = ("%Y-%m-%d", "%y-%m-%d")
_TIMES = ("%H:%M:%S", "%H:%M", "%H-%M", "%y-%m-%d-%H-%M", "%Y-%m-%dT%H:%M:%SZ")


def _moved(text: str) -> list[str]:
    """The day or the time shortly before and after, in the same form; empty if it is neither."""
    for forms, step in ((_DAYS, timedelta(days=1)), (_TIMES, timedelta(minutes=30))):
        for form in forms:
            try:
                moment = datetime.strptime(text, form)  # noqa: DTZ007 - no zone is meant
            except ValueError:
                continue
            if moment.strftime(form) == text:
                years = timedelta(days=365) if moment.date() < date(2010, 1, 1) else 7 * step
                return [(moment + by).strftime(form) for by in (step, -step, years, 2 * step)]
    return []


def _alternatives(value: JsonValue, schema: dict[str, Any], results: Results) -> list[JsonValue]:
    if isinstance(value, bool):
        return [not value]
    words = _words(schema)
    if words:
        return [word for word in words if word != value]
    beside = results.beside(value)
    if isinstance(value, int | float):
        near: list[JsonValue] = [value + 1, value - 1, value * 2, round(value / 2)]
        if not isinstance(value, int) or schema.get("type") == "number":
            near.append(round(value + 0.01, 2))
        return [*near, *(one for one in beside if isinstance(one, int | float))]
    text = str(value)
    moved: list[JsonValue] = list(_moved(text))
    texts = [one for one in beside if isinstance(one, str)]
    if not texts and not moved and text:
        texts = [re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), text, count=1)]
        texts = [texts[0] if texts[0] != text else f"{text} North"]
    return [*texts, *moved]


def _words(schema: dict[str, Any]) -> list[JsonValue]:
    """What an argument may be, from the enum or from a description like `a, b or c`."""
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") != "string":
        return []
    listed = re.search(
        r"(?:^|: )((?:[\w/-]+, )*[\w/-]+ or [\w/-]+)\b(?=[.;]|$)", _described(schema)
    )
    return list(re.split(r", | or ", listed[1])) if listed else []


def _described(schema: dict[str, Any]) -> str:
    return str(schema.get("description", ""))


def _leaves(
    value: JsonValue, schema: dict[str, Any], path: Path
) -> Iterator[tuple[Path, JsonValue, dict[str, Any]]]:
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for key, part in value.items():
            yield from _leaves(part, properties.get(key, {}), (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, schema.get("items", {}), (*path, index))
    elif value is not None:
        yield path, value, schema


def _objects(value: JsonValue, path: Path) -> Iterator[tuple[Path, Arguments]]:
    if isinstance(value, dict):
        yield path, value
        for key, part in value.items():
            yield from _objects(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _objects(part, (*path, index))


def _lists(value: JsonValue, path: Path) -> Iterator[tuple[Path, list[JsonValue]]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _lists(part, (*path, key))
    elif isinstance(value, list):
        yield path, value


def _other_lists(
    members: list[JsonValue], results: Results, draw: Draw
) -> Iterator[list[JsonValue]]:
    """One member less, one more, values of two members swapped, a sum split differently."""
    if members:
        gone = draw.integer(0, len(members) - 1)
        yield [*members[:gone], *members[gone + 1 :]]
        if isinstance(members[0], str):
            more = [one for one in results.beside(members[0]) if one not in members]
            for one in draw.sample(more, 3):
                yield [*members, one]
    for one, two in islice(pairwise(members), 1):
        if isinstance(one, dict) and isinstance(two, dict):
            for key in sorted(one.keys() & two.keys()):
                swapped = [{**one, key: two[key]}, {**two, key: one[key]}]
                if swapped != [two, one]:  # the same members in another order
                    yield [*swapped, *members[2:]]
                first, second = one[key], two[key]
                if isinstance(first, int | float) and isinstance(second, int | float):
                    yield [{**one, key: first - 1}, {**two, key: second + 1}, *members[2:]]


def _with(arguments: Arguments, path: Path, other: JsonValue) -> Arguments:
    changed = json.loads(json.dumps(arguments))
    if not path:
        return json.loads(json.dumps(other))
    part: Any = changed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = other
    return changed


def _name(path: Path) -> str:
    return ".".join(str(key) for key in path if not isinstance(key, int))


def _guess(task: Task, name: str, schema: dict[str, Any], results: Results, draw: Draw) -> Any:
    words = _words(schema)
    if words:
        return draw.pick(words)
    given = [a.arguments[name] for a in task.gold if a.arguments.get(name) is not None]
    match schema.get("type"):
        case "object":
            return {
                key: _guess(task, key, part, results, draw)
                for key, part in schema.get("properties", {}).items()
            }
        case "array":
            part = schema.get("items", {})
            return [_guess(task, name.removesuffix("s"), part, results, draw)]
        case "integer" | "number":
            return draw.pick([0, 1, 2, 5, 10, 50, *(one for one in given if _is_number(one))])
        case "boolean":
            return draw.chance(0.5)
        case _:
            example = re.search(r"such as ([\w#*.-]+\w)", _described(schema))
            sources: list[Callable[[], list[JsonValue]]] = [
                lambda: given,
                lambda: results.named(name),
                lambda: results.like(example[1]) if example else [],
            ]
            options = [
                one for source in sources for one in source() if isinstance(one, str) and one
            ]
            if example and not re.search(r"_id$|_ref$", name):
                options.append(example[1])
            return draw.pick(options or ["something else"])
