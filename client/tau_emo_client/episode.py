"""The episode loop: a customer and an agent take turns until one of them is done."""

import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio

from tau_emo_client.agent_time import AgentClock
from tau_emo_client.agents.agent import (
    Act,
    Agent,
    AgentError,
    Briefing,
    CustomerSays,
    InfrastructureError,
    Observation,
    RequestedCall,
    ToolsAnswered,
    Usage,
)
from tau_emo_client.errors import ESCAPING, is_ours, raised_in, said
from tau_emo_client.hosts.host import ForeignEpisode, HostedEpisode, Outcome
from tau_emo_client.limits import EndReason, Limits, Meter, add_usage
from tau_emo_client.stop_tokens import COMPLAINT, EMPTY, NO_LEAVING, Said, read
from tau_emo_client.texts import clean
from tau_emo_client.users.user import STOP, UNSATISFIED, MalformedError, User
from tau_emo_servers.consent import asks_for_yes, is_consent
from tau_emo_servers.conversation import AgentStep, Event, ToolCall, UserMessage

ASK_AGAIN = 2
"""How often a customer is asked again for a message with misplaced tokens."""


class Ended(Exception):  # noqa: N818 - leaves the loop, and is no error
    """The episode is over."""

    def __init__(self, reason: EndReason, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


@dataclass
class Play:
    """One episode as it is played; complete once `run` has returned."""

    agent: Agent
    user: User
    tools: HostedEpisode
    limits: Limits
    foreign: ForeignEpisode | None = None
    """The same episode, if the agent calls the tools itself; the server knows what it called."""
    user_may_leave: bool = True
    """False in runs without emotion: a customer who walks away is asked again."""

    events: list[Event] = field(default_factory=list[Event])
    end_reason: EndReason = EndReason.INFRASTRUCTURE
    detail: str = ""
    """What failed, for agent errors and infrastructure errors."""
    user_errors: int = 0
    """Messages of the customer that were still malformed when asked for again."""
    user_repairs: int = 0
    """Messages of the customer that were malformed at first and in order when asked for again."""
    user_seconds: float = 0.0
    agent_seconds: float = 0.0
    meter: Meter = field(init=False)
    _last_to_customer: str = field(default="", init=False)
    _call_ids: set[str] = field(default_factory=set[str], init=False)
    _last_of_customer: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.meter = Meter(self.limits)

    async def run(self, briefing: Briefing) -> None:
        """Play the episode to its end; the fields then say what happened.

        Agent errors, limits and infrastructure errors end the episode and raise nothing.
        """
        try:
            async with self._agent_time():
                await self.agent.start(briefing)
            observation: Observation = CustomerSays(text=await self._customer_speaks(None))
            while True:
                if self.foreign:
                    observation = await self._foreign_turn(self.foreign, observation)
                else:
                    observation = await self._agent_steps(observation)
        except Ended as end:
            self.end_reason, self.detail = end.reason, end.detail
        except InfrastructureError as error:
            self.end_reason, self.detail = EndReason.INFRASTRUCTURE, said(error)

    async def end(self) -> None:
        """Let nothing that the agent still does count; for agents that call the tools themselves.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        if self.foreign:
            await self.foreign.end(self._last_of_customer)

    def take_calls(self, outcome: Outcome, most: int | None = None) -> None:
        """Put the calls that the server recorded and the events lack behind them, each a step.

        Args:
            outcome: what the server recorded.
            most: only so many of its first calls.
        """
        for call in outcome.calls[self.meter.calls : most]:
            self.events.append(AgentStep(calls=(call,)))
            self.meter.calls += 1
            self.meter.steps += 1

    async def _foreign_turn(self, foreign: ForeignEpisode, observation: Observation) -> Observation:
        """One turn of an agent that calls the tools itself: any calls, then one message."""
        over = self.meter.before_step()
        if over is not None:
            raise Ended(over)
        self.meter.steps += 1
        await foreign.resume()
        failed: Ended | None = None
        act = Act()
        try:
            act = await self._act(observation)
        except Ended as end:
            failed = end
        # From here on the customer speaks: what the agent has not done by now, it has not done.
        outcome = await foreign.rest()
        self.take_calls(outcome, act.after_calls)
        if outcome.handed_off:
            if act.text.strip():
                self._record(act, ())
                self.meter.turns += 1
            # Reward depends on the hand-off and the state at that moment alone.
            raise Ended(EndReason.HANDED_OFF, failed.detail if failed else "")
        if failed:
            raise failed
        if outcome.refused or self.meter.calls > self.limits.calls:
            raise Ended(EndReason.LIMIT_CALLS)
        return await self._message(act)

    async def _agent_steps(self, observation: Observation) -> Observation:
        over = self.meter.before_step()
        if over is not None:
            raise Ended(over)
        self.meter.steps += 1
        act = await self._act(observation)
        over = self.meter.spent()
        if act.calls:
            if over is not None:
                self._record(act, ())
                raise Ended(over)
            calls = await self._carry_out(act)
            if self.tools.handed_off:
                await self._last_words(ToolsAnswered(calls=calls))
            return ToolsAnswered(calls=calls)
        return await self._message(act)

    async def _message(self, act: Act) -> Observation:
        """Deliver a message of the agent: what the customer answers."""
        self._record(act, ())
        if not act.text.strip():
            raise Ended(EndReason.AGENT_ERROR, "the agent neither wrote nor called a tool")
        over = self.meter.spent()
        if over is not None:
            raise Ended(over)
        self.meter.turns += 1
        self._last_to_customer = clean(act.text)
        return CustomerSays(text=await self._customer_speaks(self._last_to_customer))

    async def _last_words(self, observation: Observation) -> None:
        """After the hand-off the agent may send one last message; nothing it does counts."""
        if self.meter.before_step() is not None:
            raise Ended(EndReason.HANDED_OFF)
        self.meter.steps += 1
        try:
            act = await self._act(observation)
            if act.calls:
                await self._carry_out(act)
            elif act.text.strip():
                self._record(act, ())
                self.meter.turns += 1
        except Ended as end:
            # Reward depends on the hand-off and the state at that moment alone.
            raise Ended(EndReason.HANDED_OFF, end.detail) from None
        raise Ended(EndReason.HANDED_OFF)

    async def _act(self, observation: Observation) -> Act:
        async with self._agent_time():
            act = _checked(await self.agent.act(observation))
        self.meter.usage = add_usage(self.meter.usage, act.usage)
        return act

    @asynccontextmanager
    async def _agent_time(self) -> AsyncGenerator[None]:
        """Charge the time to the agent, and end the episode when it has none left."""
        began, clock = time.perf_counter(), AgentClock()
        try:
            left = self.meter.seconds_left
            with anyio.move_on_after(left) as scope, clock.limits(scope):
                yield
            if scope.cancelled_caught:
                raise Ended(EndReason.LIMIT_SECONDS)
        except (InfrastructureError, Ended):
            raise
        except AgentError as error:
            raise Ended(EndReason.AGENT_ERROR, said(error)) from error
        except Exception as error:
            # Agents are other people's code: whatever it raises is the agent's failure.
            raise Ended(EndReason.AGENT_ERROR, f"{said(error)} ({raised_in(error)})") from error
        except ESCAPING as error:
            if is_ours(error):
                raise
            raise Ended(EndReason.AGENT_ERROR, f"{said(error)} ({raised_in(error)})") from error
        finally:
            spent = time.perf_counter() - began - clock.excused
            self.meter.seconds += spent
            self.agent_seconds += spent

    async def _carry_out(self, act: Act) -> tuple[ToolCall, ...]:
        done: list[ToolCall] = []
        answers: list[ToolCall] = []
        began = time.perf_counter()
        try:
            for request in act.calls:
                if self.meter.calls >= self.limits.calls:
                    raise Ended(EndReason.LIMIT_CALLS)
                self.meter.calls += 1
                call = await self.tools.call(
                    self._unique(clean(request.id)), clean(request.name), request.arguments
                )
                done.append(call)
                answers.append(_as_asked(call, request))
        finally:
            self.meter.seconds += time.perf_counter() - began
            self._record(act, tuple(done))
        return tuple(answers)

    def _unique(self, call_id: str) -> str:
        """The call's id in the record: as given, or with a number if it was given before."""
        unique, number = call_id, 1
        while unique in self._call_ids or not unique:
            number += 1
            unique = f"{call_id or 'call'}~{number}"
        self._call_ids.add(unique)
        return unique

    def _record(self, act: Act, calls: tuple[ToolCall, ...]) -> None:
        self.events.append(
            AgentStep(text=clean(act.text), calls=calls, reasoning=clean(act.reasoning))
        )

    async def _customer_speaks(self, message: str | None) -> str:
        """The customer's next message without tokens; ends the episode if they leave."""
        began = time.perf_counter()
        try:
            heard = await self._well_formed(
                self.user.open() if message is None else self.user.reply(message)
            )
        finally:
            self.user_seconds += time.perf_counter() - began
        self._last_of_customer = heard.text
        if heard.text:
            self.events.append(UserMessage(text=heard.text))
        if heard.token == UNSATISFIED:
            raise Ended(EndReason.USER_LEFT)
        if heard.token == STOP and not self._consents(heard.text):
            raise Ended(EndReason.USER_STOP)
        return heard.text

    async def _well_formed(self, speaking: Awaitable[str]) -> Said:
        heard, complaint = await self._heard(speaking)
        asked = 0
        while complaint and asked < ASK_AGAIN:
            asked += 1
            heard, complaint = await self._heard(self.user.again(complaint))
        if complaint:
            self.user_errors += 1
            heard = Said(text=heard.text, token=None, misplaced=False)
            if not heard.text:
                raise InfrastructureError(
                    f"the customer's simulator gave no message when asked {asked + 1} times"
                )
        elif asked:
            self.user_repairs += 1
        return heard

    async def _heard(self, speaking: Awaitable[str]) -> tuple[Said, str]:
        """What the customer says, and what is to be said against its form, if anything."""
        try:
            heard = read(clean(await speaking))
        except MalformedError as error:
            return read(clean(error.rest)), error.complaint
        return heard, self._complaint(heard)

    def _complaint(self, heard: Said) -> str:
        if heard.misplaced:
            return COMPLAINT
        if heard.token == UNSATISFIED and not self.user_may_leave:
            return NO_LEAVING
        if not heard.text and heard.token is None:
            return EMPTY
        return ""

    def _consents(self, text: str) -> bool:
        """True if a STOP stands beside the yes that the agent has just asked for."""
        return bool(text) and asks_for_yes(self._last_to_customer) and is_consent(text)


def _checked(act: object) -> Act:
    """The step as it must be; agents are other people's code.

    Raises:
        AgentError: it is no `Act`, or holds something of another type than it says.
    """
    if not isinstance(act, Act):
        raise AgentError(f"a step is a {type(act).__name__}, not an Act")
    _must_be(act.text, str, "the text of a step")
    _must_be(act.reasoning, str, "the reasoning of a step")
    _must_be(act.usage, Usage, "the usage of a step")
    requested: object = act.calls
    if not isinstance(requested, list):
        _must_be(requested, tuple, "the calls of a step")
    for call in act.calls:
        _must_be(call, RequestedCall, "a call")
        _must_be(call.id, str, "the id of a call")
        _must_be(call.name, str, "the name of a call")
        if not isinstance(call.arguments, str):
            _must_be(call.arguments, dict, "the arguments of a call")
    return act


def _must_be(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise AgentError(f"{what} is a {type(value).__name__}, not a {kind.__name__}")


def _as_asked(call: ToolCall, request: RequestedCall) -> ToolCall:
    """The call under the id by which the agent knows it."""
    return call if call.id == request.id else call.model_copy(update={"id": request.id})
