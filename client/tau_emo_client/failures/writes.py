"""The writes of an episode beside those that were wanted."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import JsonValue

from tau_emo_servers.arguments import accept
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.toolkit import Rejection
from tau_emo_tasks.task import Task

WORDS_OF_FREE_TEXT = 4
"""Texts of at least so many words are free text: their wording does not count."""
_IS_TARGET = re.compile(
    r"^(?!new_|payment|to_|postal|zip)(\w+_)?(id|ids|number|code|email|key|ref)$"
)


@dataclass(frozen=True)
class Write:
    """One write, wanted or made."""

    tool: str
    arguments: Mapping[str, Any]
    event: int = -1
    """Its place in the conversation; -1 if it was not made."""

    def differing(self, other: "Write", *, strictly: bool = False) -> list[str]:
        """The names of the arguments in which another write with the same tool differs.

        Args:
            other: the other write.
            strictly: the wording of free text counts too.
        """
        names = {*self.arguments, *other.arguments}
        pairs = ((name, self.arguments.get(name), other.arguments.get(name)) for name in names)
        return sorted(name for name, mine, theirs in pairs if not _alike(mine, theirs, strictly))

    def shares_target(self, other: "Write", principal: str) -> bool:
        """True if both name the same thing, by whatever tool; the customer is none."""
        return bool((self._targets() & other._targets()) - {principal})

    def _targets(self) -> set[str]:
        found = self.arguments.items()
        return {str(value) for name, value in found if is_target(name) and value not in (None, "")}


def is_target(parameter: str) -> bool:
    """True if the parameter names a thing or a person, rather than what is done with it."""
    return _IS_TARGET.search(parameter) is not None


def wanted_writes(domain: ServedDomain, task: Task) -> list[Write]:
    """The writes of the gold actions; hand-offs are none."""
    return [
        Write(action.tool, _read(domain, action.tool, action.arguments))
        for action in task.gold
        if _is_write(domain, action.tool)
    ]


def writes_made(domain: ServedDomain, conversation: Conversation) -> list[Write]:
    """The writes that succeeded, in order; hand-offs are none."""
    return [
        Write(call.name, _read(domain, call.name, call.arguments), number)
        for number, event in enumerate(conversation.events)
        if isinstance(event, AgentStep)
        for call in event.calls
        if not call.is_error and _is_write(domain, call.name)
    ]


@dataclass(frozen=True)
class Matched:
    """What is left when the writes that are the same have been taken out."""

    same: int
    changed: tuple[tuple[Write, Write], ...]
    """A wanted write and one that was made with the same tool and other arguments."""
    missing: tuple[Write, ...]
    extra: tuple[Write, ...]


def matched(
    wanted: Sequence[Write], made: Sequence[Write], principal: str, *, strictly: bool = False
) -> Matched:
    """Pair the writes: first those that are the same, then those that differ least.

    Args:
        wanted: the writes of the gold actions.
        made: the writes of the episode.
        principal: the key of the customer.
        strictly: the wording of free text counts too.
    """
    left, right = list(wanted), list(made)
    same = 0
    for write in list(left):
        twin = next(
            (
                other
                for other in right
                if other.tool == write.tool and not write.differing(other, strictly=strictly)
            ),
            None,
        )
        if twin is not None:
            left.remove(write)
            right.remove(twin)
            same += 1
    changed: list[tuple[Write, Write]] = []
    for write in list(left):
        alike = [other for other in right if other.tool == write.tool]
        if alike:
            nearest = min(
                alike,
                key=lambda other: (
                    not write.shares_target(other, principal),
                    len(write.differing(other, strictly=strictly)),
                ),
            )
            changed.append((write, nearest))
            left.remove(write)
            right.remove(nearest)
    return Matched(same, tuple(changed), tuple(left), tuple(right))


def _is_write(domain: ServedDomain, tool: str) -> bool:
    found = domain.tools.get(tool)
    return found is not None and found.kind == "write" and tool not in domain.hand_off_tools


def _read(
    domain: ServedDomain, tool: str, arguments: Mapping[str, JsonValue] | str
) -> dict[str, Any]:
    """The arguments as the tool reads them, so that `"2"` and `2` are the same."""
    try:
        accepted = accept(domain.tools[tool], arguments)
    except (Rejection, KeyError):
        return dict(arguments) if isinstance(arguments, Mapping) else {}
    return {name: _plain(value) for name, value in accepted.items()}


def _plain(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [_plain(part) for part in cast("list[Any]", value)]
    return value


def _alike(mine: Any, theirs: Any, strictly: bool) -> bool:
    if isinstance(mine, str) and isinstance(theirs, str):
        shortest = min(len(mine.split()), len(theirs.split()))
        if shortest >= WORDS_OF_FREE_TEXT and not strictly:
            return True
        return mine.casefold().split() == theirs.casefold().split()
    if isinstance(mine, list) and isinstance(theirs, list):
        return _sorted(mine) == _sorted(theirs)
    return mine == theirs


def _sorted(values: Any) -> list[str]:
    return sorted(map(repr, cast("Iterator[Any]", values)))
