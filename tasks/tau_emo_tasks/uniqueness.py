"""Whether the customer's words pick exactly one outcome.

For each id in a gold write the check looks at what else stood beside it in a tool result
(the other payment methods, variants, flights, orders). Each of these is an alternative
that the agent could have taken; it must be told apart by something the customer says: a
value that the chosen object has and the alternative has not, a comparison such as "cheapest"
in which the alternative does not tie, or "the same otherwise", where the alternative differs
from what is replaced in more than the chosen object.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

from pydantic import JsonValue

from tau_emo_db import compare, domain_data
from tau_emo_servers.common_rules import leaves
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.gold import GoldReplay, replay_gold
from tau_emo_tasks.gold_conversation import customer_text, goal_text
from tau_emo_tasks.spoken import spoken
from tau_emo_tasks.task import Action, Task

_COMPARISON = re.compile(
    r"\b(cheap|cheaper|cheapest|least|lowest|dearest|most|highest|earliest|latest|first|last|"
    r"biggest|largest|smallest|newest|only|soonest|shortest|longest|whichever)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:same (?:in|otherwise|as it is)|otherwise the same|nothing else (?:different|about)|"
    r"(?:everything|all) else|rest as it is|no other difference)",
    re.IGNORECASE,
)

Object = dict[str, JsonValue]
Container = Object | list[JsonValue]


def open_alternatives(task: Task, replay: GoldReplay) -> list[str]:
    """Alternatives to the ids of gold writes that nothing the customer says excludes.

    Args:
        task: the task.
        replay: its gold actions with their results.

    Returns:
        One line per alternative that would succeed, lead to another graded state and is
        not told apart; empty if the outcome is unique as far as a program can see.
    """
    text = f"{task.instruction}\n{customer_text(task)}"
    results: list[JsonValue] = [
        json.loads(s.call.result) for s in replay.steps if s.call.result[:1] in "[{"
    ]
    tools = served_domain(task.domain).tools
    found: list[str] = []
    for position, step in enumerate(replay.steps):
        if tools[step.action.tool].kind != "write":
            continue
        for path, value in _ids(step.action.arguments, ()):
            if spoken(text, value):
                continue  # a date, or an id that the customer has
            beside = _beside(step.action.arguments, path)
            wish = goal_text(task.user_script.goals[step.action.goal])
            replaced = _replaced(step.action, value, results) if _SAME.search(wish) else []
            for other, chosen, alternative in siblings(value, results):
                if other in beside or _told_apart(text, chosen, alternative):
                    continue
                if any(_differing(one, chosen) < _differing(one, alternative) for one in replaced):
                    continue
                if _leads_elsewhere(task, position, _with(step.action, path, other)):
                    found.append(f"{step.action.tool}: {other} would do as well as {value}")
    return found


Path = tuple[str | int, ...]


def _ids(value: JsonValue, path: Path) -> Iterator[tuple[Path, str]]:
    """The texts in a value that look like ids, with the way to them."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _ids(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _ids(part, (*path, index))
    elif isinstance(value, str) and re.search(r"\d", value) and " " not in value:
        yield path, value


def _beside(arguments: JsonValue, path: Path) -> list[JsonValue]:
    """The list that holds the value at the end of the path: all in it are meant already."""
    part: Any = arguments
    for key in path[:-1]:
        part = part[key]
    return cast("list[JsonValue]", part) if isinstance(part, list) else []


def _with(action: Action, path: Path, other: str) -> Action:
    """The action with another value at the end of the path."""
    arguments = json.loads(json.dumps(action.arguments))
    part: Any = arguments
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = other
    return action.model_copy(update={"arguments": arguments})


def siblings(value: str, results: list[JsonValue]) -> Iterator[tuple[str, Object, Object]]:
    """Other ids that stood beside the value, with its object and theirs."""
    seen = {value}
    for container in (part for result in results for part in _containers(result)):
        members = _members(container)
        if value not in members:
            continue
        for other, alternative in members.items():
            if other not in seen:
                seen.add(other)
                yield other, members[value], alternative


def _containers(value: JsonValue) -> Iterator[Container]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _containers(part)
    elif isinstance(value, list):
        yield value
        for part in value:
            yield from _containers(part)


def _members(container: Container) -> dict[str, Object]:
    """Objects by id: a map from id to object, or a list of objects that begin with their id."""
    if isinstance(container, dict):
        return {key: part for key, part in container.items() if isinstance(part, dict)}
    members: dict[str, Object] = {}
    for part in container:
        if isinstance(part, dict):
            first = next((v for v in part.values() if isinstance(v, str)), None)
            if first is not None:
                members.setdefault(first, part)
    return members


def _scalars(value: JsonValue) -> set[str]:
    return {str(scalar) for scalar in leaves(value) if scalar is not None}


def _told_apart(text: str, chosen: Object, alternative: Object) -> bool:
    for offered in ("available", "served_today"):
        if chosen.get(offered) is True and alternative.get(offered) is False:
            return True
    own = _scalars(chosen) - _scalars(alternative)
    if any(spoken(text, scalar) for scalar in own):
        return True
    ties = any(
        price in chosen and chosen[price] == alternative.get(price) for price in ("price", "cost")
    )
    return bool(_COMPARISON.search(text)) and not ties


def _replaced(action: Action, value: str, results: list[JsonValue]) -> list[Object]:
    """What else the write names, such as the item that gives way to the one of this id."""
    named = {str(scalar) for scalar in leaves(action.arguments)}
    return [
        one
        for result in results
        for container in _containers(result)
        for key, one in _members(container).items()
        if key != value and named & _scalars(one)
    ]


def _differing(old: Object, new: Object) -> set[str]:
    """The options in which two objects differ."""
    here, there = (one.get("options", one.get("modifiers")) for one in (old, new))
    if not isinstance(here, dict) or not isinstance(there, dict) or here.keys() != there.keys():
        return set()
    return {name for name in here if here[name] != there[name]}


def _leads_elsewhere(task: Task, position: int, other: Action) -> bool:
    """True if the alternative succeeds and the final state is not the gold state."""
    gold = (*task.gold[:position], other, *task.gold[position + 1 :])
    replay = replay_gold(task.model_copy(update={"gold": gold}))
    if replay.steps[position].call.is_error:
        return False
    return bool(compare(domain_data(task.domain), task.gold_changes, replay.changes))
