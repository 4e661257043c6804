"""A model as the agent: what an episode records, whatever its endpoint does."""

import json
from typing import Any

import pytest
from faulty_endpoint import (
    FaultyEndpoint,
    call,
    dropped,
    error,
    message,
    raw,
    silent,
    slow,
    text,
    tool_calls,
)
from toys import ToyUser

from tau_emo_client.agents.agent import Briefing, Usage
from tau_emo_client.agents.chat import ChatAgent
from tau_emo_client.endpoint.settings import Patience
from tau_emo_client.episode import Play
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.limits import EndReason, Limits
from tau_emo_servers.conversation import AgentStep

STOP = "Thanks.\n###STOP###"
LIMITS = Limits()
PROMPT = "Serve well.\n\n{{policy}}"


async def played(endpoint: Any, *lines: str, limits: Limits = LIMITS) -> Play:
    """One episode in the shop; the customer says hello and is then satisfied."""
    async with MemoryHost() as host:
        hosted = await host.open("retail")
        try:
            play = Play(
                agent=ChatAgent(endpoint, PROMPT),
                user=ToyUser("Hello.", *(lines or (STOP,))),
                tools=hosted,
                limits=limits,
            )
            await play.run(
                Briefing(domain="retail", policy=hosted.policy, tools=hosted.tools, seed=41)
            )
            return play
        finally:
            await hosted.close()


def steps(play: Play) -> list[AgentStep]:
    return [event for event in play.events if isinstance(event, AgentStep)]


def replies(server: FaultyEndpoint, at: int = -1) -> list[dict[str, Any]]:
    """The results of tools in one request."""
    return [m for m in server.requests[at]["messages"] if m["role"] == "tool"]


async def test_what_a_model_is_asked(serve: Any, asking: Any) -> None:
    server = serve(tool_calls(call("calculate", {"expression": "1 + 1"})), text("Two."))
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    first, second = server.requests
    assert [m["role"] for m in first["messages"]] == ["system", "user"]
    system = first["messages"][0]["content"]
    assert system.startswith("Serve well.\n\n# Policy")
    assert first["messages"][1] == {"role": "user", "content": "Hello."}
    named = {tool["function"]["name"]: tool for tool in first["tools"]}
    assert len(named) == len(first["tools"]) == 16
    assert named["calculate"]["type"] == "function"
    assert named["calculate"]["function"]["parameters"]["required"] == ["expression"]
    assert named["calculate"]["function"]["description"]
    assert "tool_choice" not in first
    assert (first["seed"], second["seed"]) == (41, 41)
    # What is cached by prefix stays a prefix: fields before, and all messages so far.
    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert json.dumps(second["tools"]) == json.dumps(first["tools"])
    assert replies(server) == [{"role": "tool", "tool_call_id": "id-1", "content": "2.0"}]


async def test_usage_is_summed(serve: Any, asking: Any) -> None:
    server = serve(
        tool_calls(call("calculate", {"expression": "1 + 1"})),
        text("Two.", usage={"prompt_tokens": 150, "completion_tokens": 5}),
    )
    play = await played(asking(server))
    assert play.meter.usage == Usage(prompt_tokens=250, completion_tokens=15)


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
async def test_outages_are_the_endpoints(fault: Any, serve: Any, asking: Any) -> None:
    healing = serve(fault, text("Hi."))
    assert (await played(asking(healing))).end_reason is EndReason.USER_STOP
    assert len(healing.requests) == 2

    lasting = serve(fault)
    play = await played(asking(lasting, patience=Patience(1, rate_limit_seconds=0)))
    assert play.end_reason is EndReason.INFRASTRUCTURE
    assert lasting.url in play.detail


async def test_outages_cost_the_agent_no_time(serve: Any, asking: Any) -> None:
    server = serve(error(429, retry_after="0.6"), silent, text("Hi."))
    play = await played(asking(server), limits=Limits(seconds=0.5))
    assert play.end_reason is EndReason.USER_STOP
    assert play.agent_seconds < 0.5
    assert play.meter.seconds < 0.5


async def test_a_slow_model_runs_out_of_time(serve: Any, asking: Any) -> None:
    server = serve(slow(0.4, text("Hi.")))
    play = await played(asking(server, silence=5.0), limits=Limits(seconds=0.3))
    assert play.end_reason is EndReason.LIMIT_SECONDS
    assert play.agent_seconds >= 0.3


@pytest.mark.parametrize(
    ("step", "detail"),
    [
        pytest.param(
            error(400, {"error": {"code": "context_length_exceeded", "message": "too long"}}),
            "ContextOverflowError: the conversation no longer fits",
            id="overflow",
        ),
        pytest.param(message(finish="content_filter", content="I"), "ContentFiltered", id="filter"),
        pytest.param(text(""), "neither wrote nor called", id="empty"),
        pytest.param(text(None), "neither wrote nor called", id="null"),
        pytest.param(text(" \n"), "neither wrote nor called", id="blank"),
        pytest.param(
            message(content=None, reasoning_content="Hm."), "neither wrote nor", id="reasoning only"
        ),
        pytest.param(text("<think>Hm.</think>"), "neither wrote nor", id="thoughts only"),
        pytest.param(message(content="", tool_calls=[]), "neither wrote nor", id="no calls"),
    ],
)
async def test_what_the_model_does_is_its_own_fault(
    step: Any, detail: str, serve: Any, asking: Any
) -> None:
    server = serve(step)
    play = await played(asking(server))
    assert play.end_reason is EndReason.AGENT_ERROR
    assert detail in play.detail
    assert len(server.requests) == 1


async def test_reasoning_without_an_answer_is_recorded(serve: Any, asking: Any) -> None:
    server = serve(message(content=None, reasoning="Let me think."))
    play = await played(asking(server))
    assert [step.reasoning for step in steps(play)] == ["Let me think."]


async def test_a_refused_key_is_not_the_agents_fault(serve: Any, asking: Any) -> None:
    server = serve(text("Hi."), error(401, {"error": {"message": "key expired"}}))
    play = await played(asking(server), "And now?", STOP)
    assert play.end_reason is EndReason.INFRASTRUCTURE
    assert "key expired" in play.detail
    assert len(server.requests) == 2


async def test_broken_arguments_go_back_to_the_model(serve: Any, asking: Any) -> None:
    server = serve(
        tool_calls(
            call("calculate", '{"expression": "1 +', "a"),
            call("calculate", "[1]", "b"),
            call("calculate", "", "c"),
            call("calculate", '{"expression": NaN}', "d"),
        ),
        text("Sorry."),
    )
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    done = steps(play)[0].calls
    assert [c.is_error for c in done] == [True] * 4
    assert [c.arguments for c in done] == [
        '{"expression": "1 +',
        "[1]",
        {},
        '{"expression": NaN}',
    ]
    told = replies(server)
    assert [m["tool_call_id"] for m in told] == ["a", "b", "c", "d"]
    assert all(m["content"].startswith("Error:") for m in told)
    # Servers parse what they are sent: the broken texts go back inside valid JSON.
    sent_back = server.requests[1]["messages"][2]["tool_calls"]
    assert [json.loads(c["function"]["arguments"]) for c in sent_back] == [
        {"invalid_arguments": '{"expression": "1 +'},
        {"invalid_arguments": "[1]"},
        {},
        {"invalid_arguments": '{"expression": NaN}'},
    ]


async def test_unknown_tools_go_back_to_the_model(serve: Any, asking: Any) -> None:
    server = serve(
        tool_calls(call("refund_all", "{}", "a"), call("func tions.x!", "{}", "b"), call("", "{}")),
        text("Sorry."),
    )
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    assert [(c.name, c.is_error) for c in steps(play)[0].calls] == [
        ("refund_all", True),
        ("func tions.x!", True),
        ("", True),
    ]
    assert all(m["content"].startswith("Error:") for m in replies(server))
    sent_back = server.requests[1]["messages"][2]["tool_calls"]
    assert [c["function"]["name"] for c in sent_back] == ["refund_all", "func_tions_x_", "unnamed"]


async def test_ten_calls_at_once_are_carried_out_in_order(serve: Any, asking: Any) -> None:
    server = serve(
        tool_calls(*(call("calculate", {"expression": f"{n} + 0"}, f"id-{n}") for n in range(10))),
        text("Done."),
    )
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    assert [c.result for c in steps(play)[0].calls] == [f"{n}.0" for n in range(10)]
    assert [(m["tool_call_id"], m["content"]) for m in replies(server)] == [
        (f"id-{n}", f"{n}.0") for n in range(10)
    ]


async def test_calls_without_ids_and_with_ids_used_before(serve: Any, asking: Any) -> None:
    one = call("calculate", {"expression": "1 + 0"}, None)
    again = call("calculate", {"expression": "2 + 0"}, "x")
    server = serve(tool_calls(one, again), tool_calls(again, one), text("Done."))
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    messages = server.requests[2]["messages"]
    asked = [c["id"] for m in messages for c in m.get("tool_calls", ())]
    assert asked == [m["tool_call_id"] for m in replies(server)]
    assert len(set(asked)) == 4
    assert [c.id for step in steps(play) for c in step.calls] == asked


async def test_reasoning_is_kept_as_it_came(serve: Any, asking: Any) -> None:
    details = [{"type": "reasoning.encrypted", "data": "abc="}]
    first = call("calculate", {"expression": "1 + 1"}, "a") | {
        "extra_content": {"google": {"thought_signature": "sig"}}
    }
    server = serve(
        tool_calls(first, reasoning_content="I should add.", reasoning_details=details),
        message(content="Two.", reasoning="Easy."),
        text("Bye."),
    )
    play = await played(asking(server), "And?", STOP)
    assert [step.reasoning for step in steps(play)] == ["I should add.", "Easy.", ""]
    messages = server.requests[2]["messages"]
    assert messages[2] == {
        "role": "assistant",
        "content": None,
        "reasoning_content": "I should add.",
        "reasoning_details": details,
        "tool_calls": [
            {
                "id": "a",
                "type": "function",
                "function": {"name": "calculate", "arguments": '{"expression": "1 + 1"}'},
                "extra_content": {"google": {"thought_signature": "sig"}},
            }
        ],
    }
    assert messages[4] == {"role": "assistant", "content": "Two.", "reasoning": "Easy."}


async def test_text_beside_calls_is_kept_and_not_delivered(serve: Any, asking: Any) -> None:
    server = serve(
        tool_calls(call("calculate", {"expression": "1 + 1"}), content="One moment."),
        text("Two."),
    )
    play = await played(asking(server))
    assert [(step.text, step.delivered) for step in steps(play)] == [
        ("One moment.", False),
        ("Two.", True),
    ]
    assert server.requests[1]["messages"][2]["content"] == "One moment."
    assert isinstance(play.user, ToyUser)
    assert play.user.heard == ["Two."]


async def test_a_message_of_a_megabyte_is_delivered(serve: Any, asking: Any) -> None:
    long = "word " * 200_000 + "end"
    server = serve(text(long), text("Short."))
    play = await played(asking(server, silence=10.0), "That was long.", STOP)
    assert play.end_reason is EndReason.USER_STOP
    assert steps(play)[0].text == long
    assert server.requests[1]["messages"][2]["content"] == long


async def test_a_token_in_the_agents_text_means_nothing(serve: Any, asking: Any) -> None:
    server = serve(text("We are done. ###STOP###"), text("###UNSATISFIED###"))
    play = await played(asking(server), "Are we?", STOP)
    assert play.end_reason is EndReason.USER_STOP
    assert len(steps(play)) == 2


async def test_an_answer_cut_off_by_its_length_is_delivered(serve: Any, asking: Any) -> None:
    server = serve(text("Your order is", finish="length"))
    play = await played(asking(server))
    assert play.end_reason is EndReason.USER_STOP
    assert steps(play)[0].text == "Your order is"
