"""Wrong ways to play a task: what a gold conversation becomes by one small fault.

Five kinds: `drop` leaves out a gold write; `argument` changes one argument of a write to another
that the tool accepts; `extra` adds a write that succeeds; `principal` carries a write out for
another customer, instead of the gold one or beside it; `output` tells a wrong value. Which ones
are drawn depends on the id of the task alone.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from grader_oracle import differences
from grader_values import Results, adjusted, other_values, plausible, wrong_outputs
from other_principal import for_others
from pydantic import JsonValue

from tau_emo_db import Changes, Draw, EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.gold import GoldReplay, replay_gold
from tau_emo_tasks.gold_conversation import gold_conversation
from tau_emo_tasks.grading import grade
from tau_emo_tasks.task import Output, Task

Kind = Literal["drop", "argument", "extra", "principal", "output"]
KINDS: tuple[Kind, ...] = ("drop", "argument", "extra", "principal", "output")
Call = tuple[str, dict[str, JsonValue]]

OF_ONE_ARGUMENT = 2
"""So many other values of one argument are kept."""
OF_ONE_TOOL = 1
"""So many extra writes by one tool that gold does not call are kept."""


@dataclass(frozen=True)
class Verdict:
    """What became of one mutant that the oracle tells from gold."""

    task: str
    domain: str
    kind: Kind
    tool: str
    """The tool of the changed write; for an output its kind."""
    what: str
    """The fault in words."""
    arguments: dict[str, JsonValue]
    """Those of the changed write; empty if there is none."""
    columns: frozenset[str]
    """Where the final states differ, as `table.column`; `table.*` for whole rows."""
    reward: int

    def __str__(self) -> str:
        changed = json.dumps(self.arguments, ensure_ascii=False) if self.arguments else ""
        columns = ", ".join(sorted(self.columns))
        return f"{self.task} {self.kind} {self.tool} ({self.what}) {columns} {changed}".rstrip()


@dataclass
class Verdicts:
    """The verdicts on the mutants of one or more tasks."""

    found: list[Verdict] = field(default_factory=list[Verdict])
    same: Counter[str] = field(default_factory=Counter[str])
    """Mutants by kind that the oracle does not tell from gold, such as a second reading."""

    @property
    def survivors(self) -> list[Verdict]:
        """The mutants that passed although the oracle tells them from gold."""
        return [one for one in self.found if one.reward]


def judge(task: Task, into: Verdicts) -> None:
    """Make the mutants of a task, grade them, and note what became of them.

    Raises:
        AssertionError: the task's own gold conversation does not pass.
    """
    replay = replay_gold(task)
    conversation = gold_conversation(task, replay)
    assert grade(task, replay.changes, conversation).reward == 1, task.id
    _States(task, replay, conversation, into).judge()
    for output, wrong in _wrong_outputs(task, replay):
        spoilt = _telling(task, replay, output, wrong)
        reward = grade(task, replay.changes, spoilt).reward
        told = f"{output.name}: {wrong} for {output.value}"
        into.found.append(
            Verdict(
                task.id, task.domain, "output", output.kind, told, {}, frozenset({"told"}), reward
            )
        )


class _States:
    """The mutants whose final state differs. Reads change nothing, so only writes are made."""

    def __init__(
        self, task: Task, replay: GoldReplay, conversation: Conversation, into: Verdicts
    ) -> None:
        self.task = task
        self.replay = replay
        self.conversation = conversation
        self.into = into
        self.domain = served_domain(task.domain)
        tools = self.domain.tools
        self.gold: list[Call] = [
            (a.tool, dict(a.arguments)) for a in task.gold if tools[a.tool].kind == "write"
        ]
        self.results = Results([step.call.result for step in replay.steps])
        self.draw = Draw(f"mutants of {task.id}")
        self.seen: set[str] = {json.dumps(self.gold)}
        self.error = ""
        """Why the last mutant was rejected; empty if it was not."""

    def judge(self) -> None:
        for place, (tool, arguments) in enumerate(self.gold):
            rest = [*self.gold[:place], *self.gold[place + 1 :]]
            self._try("drop", tool, "left out", rest)
            self._arguments(place, tool, arguments)
            self._others(place, tool, arguments)
        self._extras()

    def _arguments(self, place: int, tool: str, arguments: dict[str, JsonValue]) -> None:
        draw = self.draw.fork(f"argument {place}")
        changed = other_values(self.domain.tools[tool].parameters, arguments, self.results, draw)
        beside = False
        for where, options in changed:
            kept = 0
            for other in options:
                calls = [*self.gold[:place], (tool, other), *self.gold[place + 1 :]]
                kept += self._try("argument", tool, where, calls, place)
                for paid in adjusted(other, self.error):
                    calls = [*self.gold[:place], (tool, paid), *self.gold[place + 1 :]]
                    if self._try("argument", tool, f"{where}, with its price", calls, place):
                        kept += 1
                        break
                if not beside:
                    both = [*self.gold, (tool, other)]
                    beside = self._try("extra", tool, f"beside, {where}", both, len(self.gold))
                if kept >= OF_ONE_ARGUMENT:
                    break

    def _others(self, place: int, tool: str, arguments: dict[str, JsonValue]) -> None:
        draw = self.draw.fork(f"principal {place}")
        for theirs in for_others(self.domain.data, self.task.principal, arguments, draw):
            beside = [*self.gold, (tool, theirs)]
            instead = [*self.gold[:place], (tool, theirs), *self.gold[place + 1 :]]
            done = self._try("principal", tool, "beside", beside, len(self.gold))
            if self._try("principal", tool, "instead", instead, place) or done:
                return

    def _extras(self) -> None:
        end = len(self.gold)
        for tool, arguments in self.gold:
            self._try("extra", tool, "again", [*self.gold, (tool, arguments)], end)
        for tool, spec in self.domain.tools.items():
            if spec.kind != "write":
                continue
            draw = self.draw.fork(f"extra {tool}")
            kept = 0
            for arguments in plausible(self.task, spec.parameters, self.results, draw):
                kept += self._try("extra", tool, "added", [*self.gold, (tool, arguments)], end)
                if kept == OF_ONE_TOOL:
                    break

    def _try(
        self, kind: Kind, tool: str, what: str, calls: list[Call], place: int | None = None
    ) -> bool:
        """True if the call at the place succeeded and the final state differs from gold's."""
        self.error = ""
        key = json.dumps(calls)
        if key in self.seen:
            return False
        self.seen.add(key)
        changes = self._played(calls, place)
        if changes is None:
            return False
        passed = frozenset(_texts([self.gold, calls]))
        differing = differences(self.domain.data, self.replay.changes, changes, passed)
        if not differing:
            self.into.same[kind] += 1
            return False
        columns = {f"{table}.{name}" for table, names in differing.items() for name in names}
        reward = grade(self.task, changes, self.conversation).reward
        changed = {} if place is None else calls[place][1]
        self.into.found.append(
            Verdict(
                task=self.task.id,
                domain=self.task.domain,
                kind=kind,
                tool=tool,
                what=what,
                arguments=changed,
                columns=frozenset(columns),
                reward=reward,
            )
        )
        return True

    def _played(self, calls: list[Call], place: int | None) -> Changes | None:
        """The final state; None if the call at the place fails."""
        with EpisodeState.open(self.domain.data) as state:
            episode = Episode(self.domain, state)
            for number, (tool, arguments) in enumerate(calls):
                call = episode.call(tool, dict(arguments))
                if number == place and call.is_error:
                    self.error = call.result
                    return None
            return episode.changes()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value


def _wrong_outputs(task: Task, replay: GoldReplay) -> Iterator[tuple[Output, str]]:
    for output in task.outputs:
        draw = Draw(f"mutants of {task.id}").fork(f"output {output.name}")
        sources = [s.call.result for s in replay.steps if s.action.tool in output.source]
        for wrong in islice(wrong_outputs(output, Results(sources), draw), 4):
            yield output, wrong


def _telling(task: Task, replay: GoldReplay, output: Output, wrong: str) -> Conversation:
    """The gold conversation with another value for the output, and nowhere the right one.

    Only messages that tell outputs are kept beside calls: a listing may hold the right value.
    """
    told = output.model_copy(update={"value": wrong})
    outputs = tuple(told if one is output else one for one in task.outputs)
    spoilt = gold_conversation(task.model_copy(update={"outputs": outputs}), replay)
    events: list[Event] = []
    for event in spoilt.events:
        if isinstance(event, AgentStep) and event.text and not event.text.startswith("The "):
            event = event.model_copy(update={"text": "Let me see."})
        events.append(event)
    return spoilt.model_copy(update={"events": tuple(events)})
