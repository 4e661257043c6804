"""Every rule by which a chat ends, over random transcripts of a model that plays the customer.

A server on loopback answers what was drawn. What must come of it is worked out here, by the rules
and by how each message was built, and compared with what the episode records.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from faulty_endpoint import FaultyEndpoint, Step, model, text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_tasks import small_tasks
from toys import ToyAgent, ToyTools

from tau_emo_client.agents.agent import Briefing, CustomerSays
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.episode import Play
from tau_emo_client.limits import EndReason, Limits
from tau_emo_client.prompt import prompt
from tau_emo_client.users.leave_reasons import LEAVE_REASONS
from tau_emo_client.users.llm import LlmUser
from tau_emo_client.users.llm.instructions import why_left
from tau_emo_client.users.llm.strategies import STRATEGIES
from tau_emo_servers.conversation import UserMessage

STOP, LEAVE = "###STOP###", "###UNSATISFIED###"
TASK = small_tasks(1)[0]
TURNS = 5
"""Messages of the agent."""
ASKS = "I cancel the order. Do you confirm (yes or no)?"
AGENT = (ASKS, "It is done.", f"Goodbye. {STOP}", f"Goodbye.\n{LEAVE}", f"Customer: Bye.\n{STOP}")
DRAFT = "A draft that nobody reads."


@dataclass(frozen=True)
class Written:
    """A message of the model, with what it means by the way it was built."""

    text: str
    heard: str
    """What the agent may get of it."""
    token: str = ""
    """The token that stands where it may."""
    formed: bool = True
    """False if the model must be asked again, whatever the state of the chat."""
    yes: bool = False


# Without vowels no word comes about that means anything.
sentences = st.text("bcdfghklmnpqrstvwxz 0123456789.,!\n", min_size=1, max_size=30).filter(
    str.strip
)
ends = st.sampled_from(["", " ", "\n", " \n\n\t"])
tokens = st.sampled_from([STOP, LEAVE])


@st.composite
def messages(draw: st.DrawFn) -> Written:
    """One message, in or out of form."""
    s, other = draw(sentences).strip(), draw(sentences).strip()
    token, end = draw(tokens), draw(ends)
    before, after = draw(st.sampled_from([("### ", " ###"), ("#", "#"), ("###", "")]))
    broken = before + token.strip("#") + after
    agent = draw(st.sampled_from(["Agent", "**Agent**", "assistant", "Customer Service"]))
    return draw(
        st.sampled_from(
            [
                *[Written(s, s)] * 6,
                Written(f"Customer: {s}", s),
                Written(f"{other}</think>{s}", s),
                Written("Yes, go ahead.", "Yes, go ahead.", yes=True),
                Written(f"{s}\n{token}{end}", s, token),
                Written(f"{s}\n  {token}{end}", s, token),
                Written(f"{token}{end}", "", token),
                Written(f"Yes, go ahead.\n{token}{end}", "Yes, go ahead.", token, yes=True),
                Written(f"{s} {token} {other}", f"{s}  {other}", formed=False),
                Written(f"{s} {token}{end}", s, formed=False),
                Written(f"{token}\n{s}", s, formed=False),
                Written(f"{s}\n{STOP}\n{LEAVE}", s, formed=False),
                Written(f"{s}\n{token}\n{token}", s, formed=False),
                Written(f"{s}\n**{token}**{end}", s, formed=False),
                Written(f"{s}\n{broken}{end}", s, formed=False),
                Written(f"{agent}: {s}", s, formed=False),
                Written(f"{s}\n{agent}: {other}\n{token}", s, formed=False),
                Written(f"<think>{s}\n{token}", "", formed=False),
                Written(end, "", formed=False),
            ]
        )
    )


@dataclass
class Script:
    """What the model answers, in order, and how it judges."""

    strategy: str
    written: list[Written]
    good: list[bool]
    """Its verdicts on its drafts, where it gives any."""
    reason: str
    asked: int = field(default=0, init=False)

    def next(self) -> Written:
        """The next message; at the end of the list the customer is satisfied."""
        return self.written.pop(0) if self.written else Written(f"Bye.\n{STOP}", "Bye.", STOP)

    def verdict(self) -> bool:
        """True if the draft is good."""
        return self.good.pop(0) if self.good else True

    def answer(self, body: dict[str, Any]) -> Step:
        """The answer to one request, by what was asked last."""
        self.asked += 1
        last: str = body["messages"][-1]["content"]
        if last == why_left("1"):
            return text(self.reason)
        if last == prompt("1", "user/verify.md"):
            return text("GOOD" if self.verdict() else "BAD: it is.")
        if last == prompt("1", "user/reflect.md"):
            return text("It is weak.")
        if self.strategy == "reflection" and last != prompt("1", "user/rewrite.md"):
            return text(DRAFT)
        message = self.next().text
        return text(f"Thought: hm.\nMessage: {message}" if self.strategy == "react" else message)


@dataclass
class Outcome:
    """What an episode must record."""

    end: EndReason = EndReason.LIMIT_TURNS
    said: list[str] = field(default_factory=list[str])
    errors: int = 0
    repairs: int = 0
    reason: str = ""


def expected(script: Script, agent: list[str], feels: bool) -> Outcome:
    """What the rules make of a transcript."""
    outcome = Outcome()
    for turn in range(TURNS + 1):
        for attempt in range(3):
            message = sent(script)
            barred = message.token and (turn == 0 or (message.token == LEAVE and not feels))
            fine = message.formed and not barred
            if fine:
                outcome.repairs += attempt > 0
                break
        else:
            outcome.errors += 1
            if not message.heard:
                outcome.end = EndReason.INFRASTRUCTURE
                return outcome
        if message.heard:
            outcome.said.append(message.heard)
        if not fine:
            continue
        agreed = message.yes and turn > 0 and agent[turn - 1] == ASKS
        if message.token == LEAVE:
            outcome.end, outcome.reason = EndReason.USER_LEFT, script.reason
            return outcome
        if message.token == STOP and not agreed:
            outcome.end = EndReason.USER_STOP
            return outcome
    return outcome


def sent(script: Script) -> Written:
    """The message that comes out of the strategy."""
    message = script.next()
    for _ in range(2 if script.strategy == "verify" else 0):
        if not message.formed or script.verdict():
            break
        message = script.next()
    return message


class Stage:
    """The server and the access to it, shared by all examples."""

    def __init__(self, portal: BlockingPortal) -> None:
        self.portal = portal
        self.script: Script | None = None
        self.server = FaultyEndpoint(model(self._answer))
        self.endpoint: Any = None

    def _answer(self, body: dict[str, Any]) -> Step:
        assert self.script is not None
        return self.script.answer(body)

    def play(self, script: Script, agent: list[str], feels: bool) -> Play:
        """One episode."""
        self.script = script
        condition = TASK.condition if feels else None
        user = LlmUser(self.endpoint, TASK, condition, 1, STRATEGIES[script.strategy], "1")
        play = Play(
            agent=ToyAgent(*agent),
            user=user,
            tools=ToyTools(),
            limits=Limits(turns=TURNS),
            user_may_leave=feels,
        )
        self.portal.call(play.run, Briefing(domain="retail", policy="", tools=(), seed=1))
        return play


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with start_blocking_portal() as portal:
        made = Stage(portal)

        async def access() -> Endpoint:
            return Endpoint(EndpointSettings(url=made.server.url, model="m", temperature=0.0))

        with made.server:
            made.endpoint = portal.call(access)
            yield made
            portal.call(made.endpoint.close)


transcripts = st.tuples(
    st.lists(messages(), max_size=14),
    st.lists(st.booleans(), max_size=10),
    st.sampled_from(sorted(LEAVE_REASONS)),
    st.lists(st.sampled_from(AGENT), min_size=TURNS, max_size=TURNS),
    st.booleans(),
)


def hold(stage: Stage, strategy: str, transcript: Any) -> None:
    """Play one transcript and compare everything that the rules determine."""
    written, good, reason, agent, feels = transcript
    script = Script(strategy, list(written), list(good), reason)
    play = stage.play(script, agent, feels)
    wanted = expected(Script(strategy, list(written), list(good), reason), agent, feels)
    said = [event.text for event in play.events if isinstance(event, UserMessage)]
    assert (
        Outcome(play.end_reason, said, play.user_errors, play.user_repairs, play.user.leave_reason)
        == wanted
    )
    assert isinstance(play.agent, ToyAgent)
    heard = [seen.text for seen in play.agent.seen if isinstance(seen, CustomerSays)]
    assert not any(word in one for one in heard for word in ("#", "STOP", "UNSAT", "draft"))
    assert play.user.usage.prompt_tokens == 100 * script.asked


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(transcript=transcripts)
def test_every_rule_of_ending_holds(stage: Stage, strategy: str, transcript: Any) -> None:
    hold(stage, strategy, transcript)


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(transcript=transcripts)
def test_every_rule_of_ending_holds_at_length(stage: Stage, strategy: str, transcript: Any) -> None:
    hold(stage, strategy, transcript)
