"""The episode loop: every end, every rule about tokens, every limit."""

import asyncio
import re
from typing import Any

import anyio
import pytest
from toys import ToyAgent, ToyTools, ToyUser, calls, says

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    InfrastructureError,
    RequestedCall,
    ToolsAnswered,
    Usage,
)
from tau_emo_client.episode import Play
from tau_emo_client.limits import EndReason, Limits
from tau_emo_servers.conversation import AgentStep, UserMessage

STOP, LEFT = "###STOP###", "###UNSATISFIED###"


async def played(
    agent: ToyAgent, user: ToyUser, tools: ToyTools | None = None, **options: Any
) -> Play:
    play = Play(
        agent=agent,
        user=user,
        tools=tools or ToyTools(),
        limits=options.pop("limits", Limits()),
        **options,
    )
    await play.run(Briefing(domain="toy", policy="Be kind.", tools=(), seed=1))
    return play


def texts(play: Play) -> list[tuple[str, str]]:
    return [(event.role, event.text) for event in play.events]


async def test_customer_is_satisfied() -> None:
    agent = ToyAgent("Hello, how can I help?", "Done.")
    play = await played(agent, ToyUser("Hi.", "Cancel it.", f"Thanks!\n{STOP}"))
    assert play.end_reason is EndReason.USER_STOP
    assert texts(play) == [
        ("user", "Hi."),
        ("agent", "Hello, how can I help?"),
        ("user", "Cancel it."),
        ("agent", "Done."),
        ("user", "Thanks!"),
    ]
    assert agent.seen == [says("Hi."), says("Cancel it.")]
    assert (play.meter.turns, play.meter.steps, play.meter.calls) == (2, 2, 0)


async def test_customer_walks_away() -> None:
    play = await played(ToyAgent("No."), ToyUser("Hi.", f"I have had it.\n  {LEFT}  \n\n"))
    assert play.end_reason is EndReason.USER_LEFT
    assert texts(play)[-1] == ("user", "I have had it.")


async def test_token_alone_leaves_no_message() -> None:
    play = await played(ToyAgent("Bye."), ToyUser("Hi.", STOP))
    assert play.end_reason is EndReason.USER_STOP
    assert texts(play) == [("user", "Hi."), ("agent", "Bye.")]


@pytest.mark.parametrize(
    "line",
    [
        f"Thanks {STOP}",
        f"{STOP}\nThanks",
        f"Fine.\n{STOP}\n{LEFT}",
        f"{STOP} is what I say.\n{STOP}",
        f"Done. {STOP}.",
    ],
)
async def test_misplaced_token_is_asked_for_again_twice_then_stripped(line: str) -> None:
    user = ToyUser("Hi.", line, STOP, again=[line, line])
    agent = ToyAgent("Hello.", "Go on.")
    play = await played(agent, user)
    assert len(user.complaints) == 2
    assert play.user_errors == 1
    assert play.end_reason is EndReason.USER_STOP
    delivered = agent.seen[1]
    assert "###" not in delivered.text  # type: ignore[union-attr]


async def test_misplaced_token_repaired_at_the_second_asking_counts_no_error() -> None:
    user = ToyUser("Hi.", f"Thanks {STOP}", again=[f"Thanks {STOP}", f"Thanks\n{STOP}"])
    play = await played(ToyAgent("Hello."), user)
    assert (play.end_reason, play.user_errors) == (EndReason.USER_STOP, 0)
    assert len(user.complaints) == 2


async def test_stop_beside_a_consent_is_dropped_and_the_consent_delivered() -> None:
    agent = ToyAgent("I would cancel order #W1. Shall I go ahead: yes or no?", "Done.")
    play = await played(agent, ToyUser("Cancel it.", f"Yes, go ahead.\n{STOP}", STOP))
    assert agent.seen[1] == says("Yes, go ahead.")
    assert play.end_reason is EndReason.USER_STOP
    assert play.user_errors == 0


async def test_stop_beside_a_yes_ends_if_no_yes_was_asked_for() -> None:
    agent = ToyAgent("Your order is cancelled.")
    play = await played(agent, ToyUser("Cancel it.", f"Yes, go ahead.\n{STOP}"))
    assert play.end_reason is EndReason.USER_STOP
    assert len(agent.seen) == 1


async def test_walking_away_beside_a_consent_is_walking_away() -> None:
    agent = ToyAgent("Shall I go ahead: yes or no?")
    play = await played(agent, ToyUser("Cancel it.", f"Yes, go ahead.\n{LEFT}"))
    assert play.end_reason is EndReason.USER_LEFT


async def test_tokens_of_the_agent_mean_nothing() -> None:
    user = ToyUser("Hi.", "What?", STOP)
    play = await played(ToyAgent(f"Bye.\n{STOP}", LEFT), user)
    assert play.end_reason is EndReason.USER_STOP
    assert user.heard == [f"Bye.\n{STOP}", LEFT]


async def test_without_emotion_nobody_walks_away() -> None:
    user = ToyUser("Hi.", f"No.\n{LEFT}", STOP, again=[f"No.\n{LEFT}", "Well, then."])
    agent = ToyAgent("Hello.", "Go on.")
    play = await played(agent, user, user_may_leave=False)
    assert agent.seen[1] == says("Well, then.")
    assert (play.end_reason, play.user_errors) == (EndReason.USER_STOP, 0)


async def test_a_customer_without_words_is_an_infrastructure_error() -> None:
    play = await played(ToyAgent("Hello."), ToyUser("Hi.", "  ", again=["", ""]))
    assert play.end_reason is EndReason.INFRASTRUCTURE
    assert "gave no message" in play.detail


async def test_parallel_calls_are_carried_out_in_order_and_the_text_is_not_delivered() -> None:
    tools, user = ToyTools(), ToyUser("Hi.", STOP)
    agent = ToyAgent(calls("a", "b", text="One moment."), "Done.")
    play = await played(agent, user, tools)
    assert [call.name for call in tools.calls] == ["a", "b"]
    assert agent.seen[1] == ToolsAnswered(calls=tuple(tools.calls))
    assert user.heard == ["Done."]
    step = play.events[1]
    assert isinstance(step, AgentStep)
    assert (step.text, step.delivered) == ("One moment.", False)
    assert (play.meter.turns, play.meter.steps, play.meter.calls) == (1, 2, 2)


async def test_ids_given_twice_are_recorded_apart_and_answered_as_given() -> None:
    agent = ToyAgent(calls("a", "b", ids=["x", "x"]), calls("c", ids=[""]), "Done.")
    tools = ToyTools()
    await played(agent, ToyUser("Hi.", STOP), tools)
    assert [call.id for call in tools.calls] == ["x", "x~2", "call~2"]
    answered = agent.seen[1]
    assert isinstance(answered, ToolsAnswered)
    assert [call.id for call in answered.calls] == ["x", "x"]


async def test_hand_off_allows_one_last_message() -> None:
    user = ToyUser("I want a person.")
    agent = ToyAgent(calls("transfer_to_human_agents"), "They will take it from here.")
    play = await played(agent, user)
    assert play.end_reason is EndReason.HANDED_OFF
    assert texts(play)[-1] == ("agent", "They will take it from here.")
    assert user.heard == []
    assert (play.meter.turns, play.meter.steps) == (1, 2)


@pytest.mark.parametrize(
    "last", [Act(), AgentError("broken"), calls("a"), calls("transfer_to_human_agents")]
)
async def test_nothing_after_a_hand_off_changes_the_end(last: Any) -> None:
    tools = ToyTools()
    agent = ToyAgent(calls("transfer_to_human_agents", "b"), last)
    play = await played(agent, ToyUser("Hi."), tools)
    assert play.end_reason is EndReason.HANDED_OFF
    assert tools.calls[1].is_error


async def test_hand_off_at_the_step_limit_ends_without_a_last_message() -> None:
    agent = ToyAgent(calls("transfer_to_human_agents"))
    play = await played(agent, ToyUser("Hi."), limits=Limits(steps=1))
    assert play.end_reason is EndReason.HANDED_OFF
    assert len(agent.seen) == 1


async def test_turn_limit() -> None:
    agent = ToyAgent("One.", "Two.")
    play = await played(agent, ToyUser("Hi.", "Go on.", "Go on."), limits=Limits(turns=2))
    assert play.end_reason is EndReason.LIMIT_TURNS
    assert texts(play)[-1] == ("user", "Go on.")


async def test_the_customer_may_be_satisfied_by_the_last_turn() -> None:
    play = await played(ToyAgent("One."), ToyUser("Hi.", STOP), limits=Limits(turns=1))
    assert play.end_reason is EndReason.USER_STOP


async def test_step_limit() -> None:
    agent = ToyAgent(calls("a"), calls("b"))
    play = await played(agent, ToyUser("Hi."), limits=Limits(steps=2))
    assert play.end_reason is EndReason.LIMIT_STEPS


async def test_call_limit_keeps_the_calls_that_were_made() -> None:
    tools = ToyTools()
    play = await played(
        ToyAgent(calls("a", "b", "c")), ToyUser("Hi."), tools, limits=Limits(calls=2)
    )
    assert play.end_reason is EndReason.LIMIT_CALLS
    step = play.events[-1]
    assert isinstance(step, AgentStep)
    assert [call.name for call in step.calls] == ["a", "b"]


async def test_token_limit_withholds_the_message() -> None:
    costly = Act(text="Hello.", usage=Usage(prompt_tokens=90, completion_tokens=11))
    user = ToyUser("Hi.")
    play = await played(ToyAgent(costly), user, limits=Limits(tokens=100))
    assert play.end_reason is EndReason.LIMIT_TOKENS
    assert user.heard == []
    assert play.meter.usage == Usage(prompt_tokens=90, completion_tokens=11)


async def test_cost_limit_adds_steps_up() -> None:
    costly = Act(calls=calls("a").calls, usage=Usage(cost=0.6))
    tools = ToyTools()
    play = await played(ToyAgent(costly, costly), ToyUser("Hi."), tools, limits=Limits(cost=1.0))
    assert play.end_reason is EndReason.LIMIT_COST
    assert play.meter.usage.cost == pytest.approx(1.2)
    assert len(tools.calls) == 1


async def test_time_limit_interrupts_the_agent_and_spares_the_customer() -> None:
    class Slow(ToyAgent):
        async def act(self, observation: Any) -> Act:
            await anyio.sleep_forever()
            raise AssertionError

    class SlowUser(ToyUser):
        async def open(self) -> str:
            await anyio.sleep(0.1)
            return "Hi."

    play = await played(Slow(), SlowUser(), limits=Limits(seconds=0.05))
    assert play.end_reason is EndReason.LIMIT_SECONDS
    assert texts(play) == [("user", "Hi.")]
    assert play.user_seconds >= 0.1
    assert 0.05 <= play.agent_seconds < 1


@pytest.mark.parametrize("act", [Act(), Act(text=" \n"), Act(reasoning="hm")])
async def test_an_agent_that_does_nothing_is_an_agent_error(act: Act) -> None:
    play = await played(ToyAgent(act), ToyUser("Hi."))
    assert play.end_reason is EndReason.AGENT_ERROR


@pytest.mark.parametrize(
    ("error", "reason", "detail"),
    [
        (AgentError("too long"), EndReason.AGENT_ERROR, r"AgentError: too long"),
        (KeyError("x"), EndReason.AGENT_ERROR, r"KeyError: 'x' \(toys\.py:\d+\)"),
        (InfrastructureError("down"), EndReason.INFRASTRUCTURE, r"InfrastructureError: down"),
    ],
)
async def test_errors_of_the_agent(error: Exception, reason: EndReason, detail: str) -> None:
    play = await played(ToyAgent(error), ToyUser("Hi."))
    assert play.end_reason is reason
    assert re.fullmatch(detail, play.detail)


@pytest.mark.parametrize(
    "error",
    [
        asyncio.CancelledError(),
        SystemExit(3),
        GeneratorExit(),
        BaseExceptionGroup("two tasks", [SystemExit(3), ValueError("x")]),
    ],
    ids=repr,
)
@pytest.mark.parametrize("where", ["start", "act"])
async def test_an_agent_that_exits_or_cancels_itself_ends_its_own_episode_only(
    error: BaseException, where: str
) -> None:
    class Leaves(ToyAgent):
        async def start(self, briefing: Briefing) -> None:
            if where == "start":
                raise error

    play = await played(Leaves(error), ToyUser("Hi."))
    assert play.end_reason is EndReason.AGENT_ERROR
    assert play.detail.startswith(type(error).__name__)


async def test_of_a_group_of_errors_the_first_is_told() -> None:
    group = BaseExceptionGroup("tasks", [SystemExit(3), ValueError("x")])
    play = await played(ToyAgent(group), ToyUser("Hi."))
    told = r"BaseExceptionGroup: tasks \(2 sub-exceptions\): SystemExit: 3 \(toys\.py:\d+\)"
    assert re.fullmatch(told, play.detail)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), BaseExceptionGroup("x", [KeyboardInterrupt()])], ids=repr
)
def test_ctrl_c_ends_the_run(error: BaseException) -> None:
    with pytest.raises(type(error)):
        anyio.run(played, ToyAgent(error), ToyUser("Hi."))


async def test_a_cancelled_episode_is_no_error_of_the_agent() -> None:
    class Waits(ToyAgent):
        async def act(self, observation: Any) -> Act:
            await anyio.sleep_forever()
            raise AssertionError

    with anyio.move_on_after(0.05) as scope:
        await played(Waits(), ToyUser("Hi."))
    assert scope.cancelled_caught


@pytest.mark.parametrize(
    "step",
    [
        None,
        5,
        Act(text=None),  # type: ignore[arg-type]
        Act(text=b"Hello."),  # type: ignore[arg-type]
        Act(text="Hello.", reasoning=1),  # type: ignore[arg-type]
        Act(text="Hello.", usage=None),  # type: ignore[arg-type]
        Act(calls=5),  # type: ignore[arg-type]
        Act(calls=(("think", {}),)),  # type: ignore[arg-type]
        Act(calls=(RequestedCall.model_construct(id=1, name="think", arguments={}),)),
        Act(calls=(RequestedCall.model_construct(id="1", name=None, arguments={}),)),
        Act(calls=(RequestedCall.model_construct(id="1", name="think", arguments=[1]),)),
    ],
)
async def test_a_step_of_the_wrong_type_is_an_agent_error(step: Any) -> None:
    class Odd(ToyAgent):
        async def act(self, observation: Any) -> Any:
            return step

    tools = ToyTools()
    play = await played(Odd(), ToyUser("Hi."), tools)
    assert play.end_reason is EndReason.AGENT_ERROR
    assert tools.calls == []


async def test_calls_in_a_list_are_carried_out() -> None:
    tools = ToyTools()
    step = Act(calls=list(calls("a", "b").calls))  # type: ignore[arg-type]
    await played(ToyAgent(step, "Done."), ToyUser("Hi.", STOP), tools)
    assert [call.name for call in tools.calls] == ["a", "b"]


async def test_an_endpoint_of_the_customer_that_is_down() -> None:
    play = await played(ToyAgent("Hello."), ToyUser("Hi.", InfrastructureError("down")))
    assert play.end_reason is EndReason.INFRASTRUCTURE


async def test_a_server_that_is_down_keeps_the_calls_before() -> None:
    tools = ToyTools(fail_at=1, error=InfrastructureError("gone"))
    play = await played(ToyAgent(calls("a", "b")), ToyUser("Hi."), tools)
    assert play.end_reason is EndReason.INFRASTRUCTURE
    step = play.events[-1]
    assert isinstance(step, AgentStep)
    assert [call.name for call in step.calls] == ["a"]


async def test_a_defect_of_the_customer_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        await played(ToyAgent("Hello."), ToyUser("Hi.", ZeroDivisionError()))


async def test_a_message_of_a_megabyte_and_broken_characters_are_delivered() -> None:
    huge = "please tell me your # " * 50_000
    user = ToyUser("Hi. \ud83d", f"{huge}", STOP)
    agent = ToyAgent(huge + "\ud83d", "Yes.")
    play = await played(agent, user)
    assert play.end_reason is EndReason.USER_STOP
    assert user.heard[0] == huge + "?"
    assert play.events[0] == UserMessage(text="Hi. ?")
    assert all(event.model_dump_json() for event in play.events)
