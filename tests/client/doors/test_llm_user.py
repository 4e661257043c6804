"""A model as the customer: what an episode records, whatever its endpoint does."""

from typing import Any

import pytest
from faulty_endpoint import call, dropped, error, message, raw, silent, text, tool_calls
from small_tasks import small_tasks
from toys import ToyAgent, ToyTools

from tau_emo_client.agents.agent import Briefing, Usage
from tau_emo_client.endpoint.settings import Patience
from tau_emo_client.episode import Play
from tau_emo_client.limits import EndReason, Limits
from tau_emo_client.stop_tokens import COMPLAINT, EMPTY, NO_LEAVING
from tau_emo_client.users.llm import LlmUser
from tau_emo_client.users.llm.strategies import STRATEGIES
from tau_emo_servers.conversation import UserMessage
from tau_emo_tasks.condition import Condition

STOP = text("Thanks.\n###STOP###")
LEFT = text("Enough.\n###UNSATISFIED###")
SAD = Condition(
    family="sadness", emotion="sorrow", politeness="warm", urgency="low", trust_in_agent="trusting"
)


async def played(endpoint: Any, *agent: Any, condition: Condition | None = SAD) -> Play:
    user = LlmUser(endpoint, small_tasks(1)[0], condition, 41, STRATEGIES["llm"], "1")
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


async def test_one_conversation(serve: Any, asking: Any) -> None:
    server = serve(text("I want it cancelled."), text("Yes."), STOP)
    play = await played(asking(server), "What can I do?", "It is done.")
    assert play.end_reason is EndReason.USER_STOP
    assert said(play) == ["I want it cancelled.", "Yes.", "Thanks."]
    assert play.user.usage == Usage(prompt_tokens=300, completion_tokens=30)
    assert [body["seed"] for body in server.requests] == [41] * 3
    assert "tools" not in server.requests[0]
    first, _, last = (body["messages"] for body in server.requests)
    assert [m["role"] for m in first] == ["system", "user"]
    assert last[:2] == first
    assert last[2:] == [
        {"role": "assistant", "content": "I want it cancelled."},
        {"role": "user", "content": "What can I do?"},
        {"role": "assistant", "content": "Yes."},
        {"role": "user", "content": "It is done."},
    ]


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(error(429, retry_after="0.1"), id="429"),
        pytest.param(error(500), id="500"),
        pytest.param(dropped, id="dropped"),
        pytest.param(silent, id="silent"),
        pytest.param(raw(b"oops", media_type="text/plain"), id="no JSON"),
    ],
)
async def test_outages(fault: Any, serve: Any, asking: Any) -> None:
    healing = serve(fault, text("Hi."), fault, STOP)
    assert (await played(asking(healing))).end_reason is EndReason.USER_STOP
    assert len(healing.requests) == 4

    lasting = serve(text("Hi."), fault)
    play = await played(asking(lasting, patience=Patience(1, rate_limit_seconds=0)))
    assert play.end_reason is EndReason.INFRASTRUCTURE
    assert lasting.url in play.detail


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(
            error(400, {"error": {"code": "context_length_exceeded", "message": "long"}}),
            id="overflow",
        ),
        pytest.param(message(finish="content_filter", content="I"), id="filter"),
        pytest.param(error(401), id="key"),
    ],
)
async def test_a_customer_who_cannot_speak_is_not_the_agents_fault(
    step: Any, serve: Any, asking: Any
) -> None:
    server = serve(text("Hi."), step)
    play = await played(asking(server))
    assert play.end_reason is EndReason.INFRASTRUCTURE
    assert len(server.requests) == 2


NOTHING = {
    "empty": text(""),
    "null": text(None),
    "reasoning only": message(content=None, reasoning_content="Hm."),
    "a tool": tool_calls(call("cancel_order")),
    "broken arguments": tool_calls(call("cancel_order", "{")),
    "ten calls": tool_calls(*(call("cancel_order", "{}", str(n)) for n in range(10))),
}


@pytest.mark.parametrize("kind", NOTHING)
async def test_nothing_said_is_asked_for_again(kind: str, serve: Any, asking: Any) -> None:
    server = serve(text("Hi."), NOTHING[kind], NOTHING[kind], text("Cancel it."), STOP)
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    assert said(play) == ["Hi.", "Cancel it.", "Thanks."]
    assert play.user_errors == 0
    assert server.requests[2]["messages"][-1] == {"role": "user", "content": f"({EMPTY})"}
    assert [m["role"] for m in server.requests[2]["messages"]][-2:] == ["user", "user"]
    # What was repaired leaves no trace in the talk, and calls of a customer go nowhere.
    kept = server.requests[4]["messages"][2:]
    assert [m["content"] for m in kept] == ["Hi.", "Hello.", "Cancel it.", "Done."]
    assert not any("tool_calls" in m for body in server.requests for m in body["messages"])

    mute = serve(text("Hi."), NOTHING[kind])
    play = await played(asking(mute))
    assert play.end_reason is EndReason.INFRASTRUCTURE
    assert "no message when asked 3 times" in play.detail
    assert len(mute.requests) == 4


async def test_a_token_inside_a_sentence_is_asked_for_again(serve: Any, asking: Any) -> None:
    wrong = text("I say ###STOP### now.")
    server = serve(text("Hi."), wrong, text("Good."), STOP)
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    assert said(play) == ["Hi.", "Good.", "Thanks."]
    assert play.user_errors == 0
    assert server.requests[2]["messages"][-2:] == [
        {"role": "assistant", "content": "I say ###STOP### now."},
        {"role": "user", "content": f"({COMPLAINT})"},
    ]
    assert "###STOP###" not in str(server.requests[3]["messages"][1:])

    stubborn = serve(text("Hi."), wrong, wrong, wrong, STOP)
    play = await played(asking(stubborn))
    assert play.end_reason is EndReason.USER_STOP
    assert said(play) == ["Hi.", "I say  now.", "Thanks."]
    assert play.user_errors == 1
    assert "###STOP###" not in str(stubborn.requests[4]["messages"][1:])


async def test_a_stop_beside_the_yes_does_not_count(serve: Any, asking: Any) -> None:
    server = serve(text("Cancel it."), text("Yes, go ahead.\n###STOP###"), STOP)
    play = await played(asking(server), "I cancel it. Do you confirm?", "It is cancelled.")
    assert said(play) == ["Cancel it.", "Yes, go ahead.", "Thanks."]
    # The model shall not read that it has left already.
    assert server.requests[2]["messages"][4] == {"role": "assistant", "content": "Yes, go ahead."}


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (["delay"], "delay"),
        (["- **Loss of trust**: it lied."], "loss of trust"),
        (["The weather.", "I mean the delay."], "delay"),
        (["The weather.", "The weather.", "delay"], "other"),
        (["", ""], "other"),
    ],
)
async def test_why_a_customer_walked_away(
    answers: list[str], reason: str, serve: Any, asking: Any
) -> None:
    server = serve(text("Hi."), LEFT, *map(text, answers))
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_LEFT
    assert said(play) == ["Hi.", "Enough."]
    assert play.user.leave_reason == reason
    assert "- procedural friction: " in server.requests[2]["messages"][-1]["content"]
    assert play.user.usage.prompt_tokens == 100 * (2 + min(len(answers), 2))


async def test_walking_away_counts_without_its_reason(serve: Any, asking: Any) -> None:
    server = serve(text("Hi."), LEFT, error(500))
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_LEFT
    assert play.user.leave_reason == "not given"


async def test_neutral_customers_stay(serve: Any, asking: Any) -> None:
    server = serve(text("Hi."), LEFT, text("Go on."), STOP)
    play = await played(asking(server), condition=None)
    assert play.end_reason is EndReason.USER_STOP
    assert said(play) == ["Hi.", "Go on.", "Thanks."]
    assert play.user.leave_reason == ""
    assert "UNSATISFIED" not in server.requests[0]["messages"][0]["content"]
    assert server.requests[2]["messages"][-1]["content"] == f"({NO_LEAVING})"


async def test_the_name_of_the_speaker_is_left_out(serve: Any, asking: Any) -> None:
    server = serve(text("Customer: Hi."), text("**User:** Mine: a hat."), STOP)
    assert said(await played(asking(server))) == ["Hi.", "Mine: a hat.", "Thanks."]


async def test_megabytes(serve: Any, asking: Any) -> None:
    long = "word " * 200_000 + "end"
    server = serve(text(long), STOP)
    play = await played(asking(server, silence=10.0), "x" * 1_000_000)
    assert play.end_reason is EndReason.USER_STOP
    assert said(play) == [long, "Thanks."]
    heard = server.requests[1]["messages"][-1]["content"]
    # An agent cannot overflow the customer's model by writing very much.
    assert heard.startswith("x" * 8000 + "\n")
    assert "992000 more characters" in heard
    assert len(heard) < 8100


async def test_reasoning_is_kept_and_not_said(serve: Any, asking: Any) -> None:
    server = serve(message(content="Hi.", reasoning_content="I am sad."), STOP)
    play = await played(asking(server))
    assert said(play) == ["Hi.", "Thanks."]
    assert server.requests[1]["messages"][2] == {
        "role": "assistant",
        "content": "Hi.",
        "reasoning_content": "I am sad.",
    }
