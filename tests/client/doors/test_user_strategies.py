"""How a model that plays the customer is asked, strategy by strategy, and how it is set right."""

from typing import Any

import pytest
from faulty_endpoint import call, message, text, tool_calls
from small_tasks import small_tasks
from toys import ToyAgent, ToyTools

from tau_emo_client.agents.agent import Briefing
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.episode import Play
from tau_emo_client.limits import EndReason, Limits
from tau_emo_client.prompt import prompt
from tau_emo_client.protocol import Protocol
from tau_emo_client.stop_tokens import COMPLAINT, EMPTY
from tau_emo_client.users.llm import LlmUser
from tau_emo_client.users.llm.form import AS_AGENT, NO_MESSAGE, THOUGHT
from tau_emo_client.users.llm.strategies import STRATEGIES
from tau_emo_client.users.llm.user import EARLY
from tau_emo_client.users.registry import llm_source
from tau_emo_servers.conversation import UserMessage
from tau_emo_tasks.condition import Condition

STOP = "Thanks.\n###STOP###"
DREAD = Condition(
    family="fear", emotion="dread", politeness="cold", urgency="high", trust_in_agent="cautious"
)


async def played(
    endpoint: Any, strategy: str, *agent: str, condition: Condition | None = DREAD
) -> Play:
    user = LlmUser(endpoint, small_tasks(1)[0], condition, 41, STRATEGIES[strategy], "1")
    play = Play(
        agent=ToyAgent(*(agent or ("Hello.", "Done.", "Bye."))),
        user=user,
        tools=ToyTools(),
        limits=Limits(),
        user_may_leave=condition is not None,
    )
    await play.run(Briefing(domain="retail", policy="", tools=(), seed=41))
    return play


def said(play: Play) -> list[str]:
    return [event.text for event in play.events if isinstance(event, UserMessage)]


def asides(server: Any, number: int) -> list[tuple[str, str]]:
    """What one request holds beyond the talk of two messages with which it begins."""
    return [(m["role"], m["content"]) for m in server.requests[number]["messages"][2:]]


async def test_react_says_the_message_alone(serve: Any, asking: Any) -> None:
    server = serve(
        text("Thought: I want it gone.\nMessage: Cancel it.\nToday."),
        text(f"**Thought:** done.\n**Message:** {STOP}"),
    )
    play = await played(asking(server), "react")
    assert said(play) == ["Cancel it.\nToday.", "Thanks."]
    assert play.end_reason is EndReason.USER_STOP
    assert asides(server, 0) == [("user", prompt("1", "user/react.md"))]
    # Neither the thought nor the instruction stays in the talk.
    assert asides(server, 1) == [
        ("assistant", "Cancel it.\nToday."),
        ("user", "Hello."),
        ("user", prompt("1", "user/react.md")),
    ]
    assert (play.user_errors, play.user_repairs) == (0, 0)


async def test_react_without_a_message_is_asked_for_again(serve: Any, asking: Any) -> None:
    server = serve(text("Cancel it."), text("Message: Cancel my order."), text(f"Message: {STOP}"))
    play = await played(asking(server), "react")
    assert said(play) == ["Cancel my order.", "Thanks."]
    assert (play.user_errors, play.user_repairs) == (0, 1)
    assert asides(server, 1)[:2] == [("assistant", "Cancel it."), ("user", f"({NO_MESSAGE})")]

    stubborn = serve(*[text("Cancel it.")] * 3, text(f"Message: {STOP}"))
    play = await played(asking(stubborn), "react")
    assert said(play) == ["Cancel it.", "Thanks."]
    assert (play.user_errors, play.user_repairs) == (1, 0)


async def test_verify_sends_what_passes(serve: Any, asking: Any) -> None:
    server = serve(text("Cancel it."), text("GOOD"), text(STOP), text("Good."))
    play = await played(asking(server), "verify")
    assert said(play) == ["Cancel it.", "Thanks."]
    assert asides(server, 1) == [
        ("assistant", "Cancel it."),
        ("user", prompt("1", "user/verify.md")),
    ]
    # All calls of the model are paid for.
    assert play.user.usage.prompt_tokens == 400


async def test_verify_writes_anew_what_fails(serve: Any, asking: Any) -> None:
    server = serve(
        text("Cancel W9."), text("BAD: it is W1."), text("Cancel W1."), text("GOOD"), text(STOP)
    )
    play = await played(asking(server), "verify")
    assert said(play) == ["Cancel W1.", "Thanks."]
    redo = asides(server, 2)
    assert redo[0] == ("assistant", "Cancel W9.")
    assert "was not sent: it is W1." in redo[1][1]
    assert "W9" not in str(server.requests[4])


async def test_verify_gives_up_after_two_redos(serve: Any, asking: Any) -> None:
    bad = text("**BAD**")
    server = serve(text("A."), bad, text("B."), bad, text("C."), text(STOP), text("no idea"))
    play = await played(asking(server), "verify")
    assert said(play) == ["C.", "Thanks."]
    assert len(server.requests) == 7


async def test_reflection_writes_twice(serve: Any, asking: Any) -> None:
    server = serve(
        *(text("Cancel W1 for Ann."), text("It tells the name."), text("Cancel W1.")),
        *(text("Bye."), text("It does not end."), text(STOP)),
    )
    play = await played(asking(server), "reflection")
    assert said(play) == ["Cancel W1.", "Thanks."]
    assert asides(server, 2) == [
        ("assistant", "Cancel W1 for Ann."),
        ("user", prompt("1", "user/reflect.md")),
        ("assistant", "It tells the name."),
        ("user", prompt("1", "user/rewrite.md")),
    ]
    assert asides(server, 3) == [("assistant", "Cancel W1."), ("user", "Hello.")]
    assert play.user.usage.prompt_tokens == 600


async def test_reflection_without_a_critique_sends_the_draft(serve: Any, asking: Any) -> None:
    server = serve(text("Cancel it."), text(""), text(STOP), text(""))
    assert said(await played(asking(server), "reflection")) == ["Cancel it.", "Thanks."]


@pytest.mark.parametrize("strategy", ["verify", "reflection"])
async def test_malformed_drafts_are_not_checked(strategy: str, serve: Any, asking: Any) -> None:
    server = serve(text(""), text("Hi."), text("GOOD"), text(STOP))
    await played(asking(server), strategy)
    assert asides(server, 1) == [("user", f"({EMPTY})")]


MALFORMED = {
    "as the agent": ("Agent: How are you?", AS_AGENT, "How are you?"),
    "both sides": ("Cancel it.\n**Agent:** Done.\n###STOP###", AS_AGENT, "Cancel it."),
    "two customers": ("Cancel it.\nCustomer: Now.", AS_AGENT, "Cancel it."),
    "an assistant": (
        "Hello! How can I help you today?",
        AS_AGENT,
        "Hello! How can I help you today?",
    ),
    "a helper": ("I'm here to help!", AS_AGENT, "I'm here to help!"),
    "a thought": ("Cancel it.\nThought: I am upset.", THOUGHT, "Cancel it."),
    "an open thought": ("Well. <think>Hm. Cancel it.", THOUGHT, "Well."),
    "both tokens": ("Bye.\n###STOP###\n###UNSATISFIED###", COMPLAINT, "Bye."),
    "a bold token": ("Bye.\n**###STOP###**", COMPLAINT, "Bye."),
    "a broken token": ("Bye.\n### STOP ###", COMPLAINT, "Bye."),
    "half a token": ("Bye.\n###stop", COMPLAINT, "Bye."),
}


@pytest.mark.parametrize("kind", MALFORMED)
async def test_what_is_malformed_is_asked_for_again(kind: str, serve: Any, asking: Any) -> None:
    wrong, complaint, rest = MALFORMED[kind]
    server = serve(text("Hi."), text(wrong), text("Good."), text(STOP))
    play = await played(asking(server), "llm")
    assert said(play) == ["Hi.", "Good.", "Thanks."]
    assert (play.user_errors, play.user_repairs) == (0, 1)
    assert asides(server, 2)[2:] == [("assistant", wrong), ("user", f"({complaint})")]

    stubborn = serve(text("Hi."), *[text(wrong)] * 3, text(STOP))
    play = await played(asking(stubborn), "llm")
    assert said(play) == ["Hi.", rest, "Thanks."]
    assert (play.user_errors, play.user_repairs) == (1, 0)
    # The talk goes on with what the agent got.
    assert asides(stubborn, 4)[2] == ("assistant", rest)


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("I am upset.</think>\nCancel it.", "Cancel it."),
        ("<thinking>Hm.</thinking>Customer: Cancel it.", "Cancel it."),
        ("My agent: I want her.", "My agent: I want her."),
        ('Do not "how can I help you" me.', 'Do not "how can I help you" me.'),
        ("Please stop. Order #1 is unsatisfied.", "Please stop. Order #1 is unsatisfied."),
    ],
)
async def test_what_is_in_form(written: str, heard: str, serve: Any, asking: Any) -> None:
    play = await played(asking(serve(text(written), text(STOP))), "llm")
    assert said(play) == [heard, "Thanks."]
    assert play.user_repairs == 0


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_a_tool_of_a_customer_goes_nowhere(strategy: str, serve: Any, asking: Any) -> None:
    wrong = tool_calls(call("cancel_order"))
    server = serve(wrong, text("Message: Hi."), text("GOOD"), text(f"Message: {STOP}"))
    await played(asking(server), strategy)
    assert not any("tool_calls" in m for body in server.requests for m in body["messages"])


@pytest.mark.parametrize("token", ["###STOP###", "###UNSATISFIED###"])
async def test_no_chat_ends_before_the_agent_has_spoken(
    token: str, serve: Any, asking: Any
) -> None:
    server = serve(text(f"Hi.\n{token}"), text("Hello."), text(STOP))
    play = await played(asking(server), "llm")
    assert said(play) == ["Hello.", "Thanks."]
    assert asides(server, 1)[1] == ("user", f"({EARLY})")
    assert play.user.leave_reason == ""


async def test_a_long_talk_is_reminded_of_the_feeling(serve: Any, asking: Any) -> None:
    agent = [f"Step {n}." for n in range(9)]
    server = serve(*[text(f"Reply {n}.") for n in range(9)], text(STOP))
    await played(asking(server), "llm", *agent)
    reminded = {
        number: body["messages"][-1]["content"]
        for number, body in enumerate(server.requests)
        if "Step" not in body["messages"][-1]["content"] and number
    }
    assert list(reminded) == [4, 8]
    assert "dread, politeness cold, urgency high, trust in the agent cautious" in reminded[4]
    # It is said for one answer, and is no part of the talk.
    assert "A note to you" not in str(server.requests[5])

    neutral = serve(*[text(f"Reply {n}.") for n in range(9)], text(STOP))
    await played(asking(neutral), "llm", *agent, condition=None)
    assert "A note to you" not in str(neutral.requests)


async def test_reasoning_of_the_endpoint_is_kept(serve: Any, asking: Any) -> None:
    server = serve(message(content="Message: Hi.", reasoning_content="Hm."), text("Message: Bye."))
    await played(asking(server), "react", "Hello.", "Bye.")
    assert server.requests[1]["messages"][2] == {
        "role": "assistant",
        "content": "Hi.",
        "reasoning_content": "Hm.",
    }


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_run_records_the_strategy(strategy: str) -> None:
    settings = EndpointSettings(url="http://localhost/v1", model="m")
    source = llm_source(settings, Protocol(user_strategy=strategy))
    assert source.player.settings["strategy"] == strategy
    assert source.player.settings["prompts_digest"]
