"""Policy rules as programs: what a rule sees, how it is declared, and how all are checked.

A rule looks at one moment of a recorded conversation: an agent's step, a message, a call, or
the end. It sees what came before, the database just before a call (all calls are replayed
once on a fresh copy of the base) and, where there is a task, the task's label. It never sees
the gold actions.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast, get_args

from pydantic import JsonValue
from pydantic_core import to_jsonable_python
from sqlmodel import Session

from tau_emo_db import EpisodeState
from tau_emo_servers.arguments import accept
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.toolkit import Rejection
from tau_emo_servers.values import Values, values_in_all

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
    look: Callable[[], Session]
    """Gives `db`; the calls before are replayed only if a rule asks for it."""
    call: ToolCall | None = None
    """The call of stage `call` or `write`."""
    position: int = 0
    """The place of the call within its step."""
    label: TaskLabel | None = None

    @property
    def db(self) -> Session:
        """The state just before the call; at other stages, before the event's calls."""
        return self.look()

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
    def known_values(self) -> Values:
        """The values of `known_text`."""
        shown = [call.result for call in self.succeeded()]
        return values_in_all([*self.user_messages, *shown])

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the call as the tool takes them; empty if they do not fit."""
        return {} if self.call is None else arguments_of(self.domain, self.call) or {}


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
) -> Callable[[Check], Rule]:
    """Declare a rule that the agent keeps and the decorated function checks.

    Args:
        id: the rule's id in the policy.
        text: the rule in one sentence.
        on: the stages at which it is asked.
        tools: the tools whose calls it is asked about; empty: all.
        judge: what is left to a judge.
    """
    stages: Sequence[Stage] = (on,) if isinstance(on, str) else on

    def decorate(check: Check) -> Rule:
        return Rule(id, text, "agent", check, frozenset(stages), frozenset(tools), judge)

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
    asked: dict[Stage, list[Rule]] = {
        stage: [one for one in domain.rules if stage in one.stages] for stage in get_args(Stage)
    }
    with closing(_Replay(domain)) as replay:

        def at(stage: Stage, index: int, call: ToolCall | None = None, position: int = 0) -> None:
            moment = Moment(domain, conversation, stage, index, replay.db, call, position, label)
            for one in asked[stage]:
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
                if writes and arguments_of(domain, call) is not None:
                    at("write", index, call, position)
                if not just_played:
                    replay.add(index, call)
                    replay.carry_out()
                elif writes and not call.is_error:
                    replay.add(index, call)
        at("end", len(conversation.events))
    return violations


class _Replay:
    """The recorded calls, carried out again on a fresh copy when the state is looked at."""

    def __init__(self, domain: ServedDomain) -> None:
        self._state = EpisodeState.open(domain.data)
        self._episode = Episode(domain, self._state)
        self._waiting: list[tuple[int, ToolCall]] = []
        self._session = ExitStack()
        self._db: Session | None = None

    def add(self, index: int, call: ToolCall) -> None:
        """The next call, and the place of its event."""
        self._waiting.append((index, call))

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
    arguments: dict[str, JsonValue] | str = call.arguments
    again = episode.call(call.name, arguments, call.id)
    if again.is_error != call.is_error or not (call.is_error or again.result == call.result):
        raise ReplayMismatchError(
            f"event {index}, call {call.id} of {call.name}: recorded {call.result[:200]!r}, but "
            f"the tools of this version give {again.result[:200]!r}; check the record "
            "with the version that made it"
        )
