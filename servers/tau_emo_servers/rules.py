"""Policy rules as programs: what a rule sees, how it is declared, and how all are checked.

A rule looks at one moment of a recorded conversation: an agent's step, a message, a call, or
the end. It sees what came before, the database just before a call (all calls are replayed
once on a fresh copy of the base) and, where there is a task, the task's label. It never sees
the gold actions.
"""

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeVar, cast

from pydantic import JsonValue
from pydantic_core import to_jsonable_python
from sqlmodel import Session

from tau_emo_db import EpisodeState, Table
from tau_emo_servers.arguments import accept
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import UNTIMELY, Episode
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import Rejection
from tau_emo_servers.values import Values, values_in, values_in_all

T = TypeVar("T")
Row = TypeVar("Row", bound=Table)

_MOST_FOUND = 20_000
"""What was found in one state is forgotten when it is more than this."""

Stage = Literal["step", "message", "call", "write", "end"]
"""What a rule is asked about: an agent's step as a whole, a message delivered to the customer,
any tool call, a call of a write tool whose arguments fit its schema, or the end."""


@dataclass(frozen=True)
class TaskLabel:
    """What a task says about right conduct, beside its gold actions."""

    refuses: tuple[str, ...] = ()
    """Ids of the rules by which a wish of the task must be refused."""
    hands_off: bool = False
    """True if a right agent hands off at the end."""


@dataclass(frozen=True)
class PastCall:
    """A tool call with the place of the step that made it."""

    index: int
    call: ToolCall


class ReplayMismatchError(ValueError):
    """A recorded result is not what the tools give: another version, or an edited record."""


@dataclass(frozen=True)
class Moment:
    """What a rule may look at."""

    domain: ServedDomain
    conversation: Conversation
    stage: Stage
    index: int
    """The place of the event; at the end, the number of events."""
    state: "_Replay"
    """The state just before; the calls before are replayed only if a rule asks for it."""
    call: ToolCall | None = None
    """The call of stage `call` or `write`."""
    position: int = 0
    """The place of the call within its step."""
    label: TaskLabel | None = None

    @property
    def db(self) -> Session:
        """The state just before the call; at other stages, before the event's calls."""
        return self.state.db()

    def once(self, key: Hashable, look: Callable[[], T]) -> T:
        """What `look` finds, which is looked up once per state.

        A state is what its writes made of the base, so what was found is known again in
        every conversation with the same writes. It must depend on nothing but `key` and `db`.
        """
        found = self.state.found
        try:
            return found[key]
        except KeyError:
            if len(found) >= _MOST_FOUND:
                found.clear()
            return found.setdefault(key, look())

    def row(self, table: type[Row], key: str | tuple[str, ...]) -> Row | None:
        """The row with this primary key, or None."""
        return self.once((table, key), lambda: self.db.get(table, key))

    def named(self, table: type[Row], parameter: str) -> Row | None:
        """The row that the call names, as it is just before the call.

        Args:
            table: the table.
            parameter: the parameter that takes its key.

        Returns:
            None if the call does not name one, or there is none.
        """
        key = self.arguments.get(parameter)
        return self.row(table, key) if key else None

    def rows(self, table: type[Row], **values: str) -> Sequence[Row]:
        """The rows in whose columns these values stand, in order; see `queries.rows_of`."""
        key = (rows_of, table, *values.items())
        return self.once(key, lambda: rows_of(self.db, table, **values))

    @property
    def event(self) -> Event | None:
        """The event itself; None at the end."""
        events = self.conversation.events
        return events[self.index] if self.index < len(events) else None

    @property
    def step(self) -> AgentStep:
        """The agent's step; only where there is one."""
        return cast("AgentStep", self.event)

    @property
    def history(self) -> tuple[Event, ...]:
        """The events before this one."""
        return self.conversation.events[: self.index]

    @cached_property
    def past(self) -> tuple[PastCall, ...]:
        """Every call before this moment, failed ones too, in order."""
        earlier = [
            PastCall(index, call)
            for index, event in enumerate(self.history)
            if isinstance(event, AgentStep)
            for call in event.calls
        ]
        if isinstance(self.event, AgentStep):
            earlier += [PastCall(self.index, call) for call in self.event.calls[: self.position]]
        return tuple(earlier)

    def succeeded(self, *names: str) -> Iterator[ToolCall]:
        """The successful calls before this moment, of these tools or of all."""
        for past in self.past:
            if not past.call.is_error and (not names or past.call.name in names):
                yield past.call

    @property
    def user_messages(self) -> list[str]:
        """What the customer has written before, message by message."""
        return [event.text for event in self.history if isinstance(event, UserMessage)]

    @cached_property
    def user_text(self) -> str:
        """All that the customer has written before."""
        return "\n".join(self.user_messages)

    @property
    def agent_messages(self) -> list[str]:
        """What the agent has told the customer before, message by message."""
        return [
            event.text
            for event in self.history
            if isinstance(event, AgentStep) and event.delivered and event.text
        ]

    @cached_property
    def results_text(self) -> str:
        """The results of all successful calls before."""
        return "\n".join(call.result for call in self.succeeded())

    @cached_property
    def known_text(self) -> str:
        """What the customer has written and tools have shown before."""
        return f"{self.user_text}\n{self.results_text}"

    @cached_property
    def known_texts(self) -> list[str]:
        """What the customer has written and tools have shown before, text by text."""
        return [*self.user_messages, *(call.result for call in self.succeeded())]

    @cached_property
    def known_values(self) -> Values:
        """The values of `known_text`."""
        return values_in_all(self.known_texts)

    def unknown(self, wanted: Iterable[T], gives: Callable[[Values, T], bool]) -> list[T]:
        """Those of some values that none of `known_texts` gives; the latest is read first."""
        left = list(wanted)
        for text in reversed(self.known_texts):
            if not left:
                break
            values = values_in(text)
            left = [one for one in left if not gives(values, one)]
        return left

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the call as the tool takes them; empty if they do not fit."""
        return {} if self.call is None else self.arguments_of(self.call)

    def arguments_of(self, call: ToolCall) -> dict[str, Any]:
        """The arguments of a call of the conversation as the tool takes them, or empty."""
        return self.state.arguments_of(call) or {}


def arguments_of(domain: ServedDomain, call: ToolCall) -> dict[str, Any] | None:
    """The arguments of a call as plain JSON values of the types the tool takes.

    Returns:
        None if there is no such tool or the arguments do not fit its schema.
    """
    tool = domain.tools.get(call.name)
    if tool is None:
        return None
    try:
        accepted = accept(tool, call.arguments)
    except Rejection:
        return None
    return cast("dict[str, Any]", to_jsonable_python(accepted))


Check = Callable[[Moment], str | None]
"""Looks at a moment and returns the evidence if the rule is violated."""


@dataclass(frozen=True)
class Rule:
    """One rule of a policy.

    A rule may be checked by program in part and leave the rest to a judge.
    """

    id: str
    text: str
    """The rule in one sentence."""
    enforced: Literal["agent", "tool"]
    """Who keeps it: the agent, or the tools, which then refuse whatever breaks it."""
    check: Check | None = None
    """The program; none if the tools keep the rule or only a judge can tell."""
    stages: frozenset[Stage] = frozenset()
    tools: frozenset[str] = frozenset()
    """The tools whose calls it is asked about; empty: all."""
    judge: str = ""
    """What a program cannot tell and a judge must; empty if nothing."""
    says: bool = False
    """It asks the agent to say something before a write, so that calls alone cannot keep it."""

    @property
    def kind(self) -> Literal["program", "tool", "judge"]:
        """How the rule is checked in the first place."""
        if self.check is not None:
            return "program"
        return "tool" if self.enforced == "tool" else "judge"

    def __call__(self, moment: Moment) -> str | None:
        """The evidence that the moment violates the rule, or None."""
        if self.check is None or moment.stage not in self.stages:
            return None
        if self.tools and (moment.call is None or moment.call.name not in self.tools):
            return None
        return self.check(moment)


def rule(
    id: str,  # noqa: A002 - the word policies use
    text: str,
    *,
    on: Stage | Sequence[Stage] = "call",
    tools: Collection[str] = (),
    judge: str = "",
    says: bool = False,
) -> Callable[[Check], Rule]:
    """Declare a rule that the agent keeps and the decorated function checks.

    Args:
        id: the rule's id in the policy.
        text: the rule in one sentence.
        on: the stages at which it is asked.
        tools: the tools whose calls it is asked about; empty: all.
        judge: what is left to a judge.
        says: it asks the agent to say something before a write.
    """
    stages: Sequence[Stage] = (on,) if isinstance(on, str) else on

    def decorate(check: Check) -> Rule:
        return Rule(id, text, "agent", check, frozenset(stages), frozenset(tools), judge, says)

    return decorate


def kept_by_tools(id: str, text: str, *, judge: str = "") -> Rule:  # noqa: A002
    """A rule that the tools keep: a call against it is an error and changes nothing."""
    return Rule(id, text, "tool", judge=judge)


def left_to_judge(id: str, text: str, judge: str) -> Rule:  # noqa: A002
    """A rule of which no program can tell whether it was kept."""
    return Rule(id, text, "agent", judge=judge)


@dataclass(frozen=True)
class Violation:
    """One breach of one rule."""

    rule: str
    event: int
    """The place of the event; the number of events if something is missing at the end."""
    call_id: str
    """The call that breaks the rule; empty if it is no call."""
    evidence: str


def check_rules(
    domain: ServedDomain,
    conversation: Conversation,
    label: TaskLabel | None = None,
    *,
    just_played: bool = False,
) -> list[Violation]:
    """Check a recorded conversation against the rules of its domain.

    Args:
        domain: the served domain.
        conversation: what was said and called; it is replayed on a fresh copy of the base.
        label: what the task says about refusal and hand-off; without one, the rules that
            need it say nothing.
        just_played: this version of the tools has just made the results, so only what
            changed the state is replayed. Otherwise everything is, to see whether this
            version gives the recorded results.

    Returns:
        The violations in the order of the conversation.

    Raises:
        ReplayMismatchError: a recorded result differs from the replayed one (the wording
            of an error may differ, for errors can also come from the way to the server).
    """
    violations: list[Violation] = []
    with closing(_Replay(domain)) as replay:

        def at(stage: Stage, index: int, call: ToolCall | None = None, position: int = 0) -> None:
            moment = Moment(domain, conversation, stage, index, replay, call, position, label)
            for one in _asked(domain, stage, call.name if call else ""):
                evidence = one(moment)
                if evidence:
                    call_id = moment.call.id if moment.call else ""
                    violations.append(Violation(one.id, moment.index, call_id, evidence))

        for index, event in enumerate(conversation.events):
            if isinstance(event, UserMessage):
                continue
            at("step", index)
            if event.delivered and event.text:
                at("message", index)
            for position, call in enumerate(event.calls):
                at("call", index, call, position)
                tool = domain.tools.get(call.name)
                writes = tool is not None and tool.kind == "write"
                if writes and replay.arguments_of(call) is not None:
                    at("write", index, call, position)
                if not just_played:
                    replay.add(index, call)
                    replay.carry_out()
                elif writes and not call.is_error:
                    replay.add(index, call)
        at("end", len(conversation.events))
    return violations


@lru_cache(maxsize=1024)
def _asked(domain: ServedDomain, stage: Stage, tool: str) -> list[Rule]:
    """The rules that are asked at a stage, about a call of this tool if there is one."""
    return [
        one for one in domain.rules if stage in one.stages and (not one.tools or tool in one.tools)
    ]


@lru_cache(maxsize=1024)
def _found(domain: ServedDomain, writes: tuple[tuple[str, ...], ...]) -> dict[Hashable, Any]:
    """What was looked up in the state that these writes make of the base; to be filled."""
    return {}


class _Replay:
    """The recorded calls, carried out again on a fresh copy when the state is looked at."""

    found: dict[Hashable, Any]
    """What is known of the present state without looking."""

    def __init__(self, domain: ServedDomain) -> None:
        self.found = _found(domain, ())
        self._domain = domain
        self._writes: tuple[tuple[str, ...], ...] = ()
        self._accepted: dict[int, dict[str, Any] | None] = {}
        self._state = EpisodeState.open(domain.data)
        self._episode = Episode(domain, self._state)
        self._waiting: list[tuple[int, ToolCall]] = []
        self._session = ExitStack()
        self._db: Session | None = None

    def add(self, index: int, call: ToolCall) -> None:
        """The next call, and the place of its event."""
        self._waiting.append((index, call))
        tool = self._domain.tools.get(call.name)
        if tool is not None and tool.kind == "write" and not call.is_error:
            self._writes += ((call.name, json.dumps(call.arguments), call.result),)
            self.found = _found(self._domain, self._writes)

    def arguments_of(self, call: ToolCall) -> dict[str, Any] | None:
        """See `arguments_of`; worked out once for each call of the conversation."""
        key = id(call)
        if key not in self._accepted:
            self._accepted[key] = arguments_of(self._domain, call)
        return self._accepted[key]

    def db(self) -> Session:
        """The state after all calls so far; the session ends when another is carried out."""
        self.carry_out()
        if self._db is None:
            self._db = self._session.enter_context(self._state.session())
        return self._db

    def carry_out(self) -> None:
        """Carries out the calls that wait."""
        if self._waiting:
            self._end_session()
            for index, call in self._waiting:
                _carry_out(self._episode, call, index)
            self._waiting.clear()

    def close(self) -> None:
        """Gives the copy back."""
        self._end_session()
        self._episode.close()

    def _end_session(self) -> None:
        self._db = None
        self._session.close()


def _carry_out(episode: Episode, call: ToolCall, index: int) -> None:
    if call.is_error and call.result in UNTIMELY:
        return
    arguments: dict[str, JsonValue] | str = call.arguments
    again = episode.call(call.name, arguments, call.id)
    if again.is_error != call.is_error or not (call.is_error or again.result == call.result):
        raise ReplayMismatchError(
            f"event {index}, call {call.id} of {call.name}: recorded {call.result[:200]!r}, but "
            f"the tools of this version give {again.result[:200]!r}; check the record "
            "with the version that made it"
        )
