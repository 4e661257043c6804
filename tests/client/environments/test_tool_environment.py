"""Episodes as objects whose methods are tools."""

import inspect
from collections.abc import Iterator
from typing import Any

import anyio
import pytest

from tau_emo_client.agents.agent import Act, Briefing, CustomerSays, Observation, ToolsAnswered
from tau_emo_client.agents.reference import ReferenceAgent
from tau_emo_client.environments.tool_environment import ToolEnvironments
from tau_emo_client.limits import Limits
from tau_emo_client.protocol import Protocol
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_servers.line import LEFT
from tau_emo_tasks.load import load_tasks

TASK = load_tasks("retail", "train")[0]


@pytest.fixture
def environment() -> Iterator[Any]:
    with ToolEnvironments() as environments:
        yield environments.factory("retail")()


def play_rightly(environment: Any) -> list[str]:
    """Plays as the reference agent does; what was told to it."""
    agent = ReferenceAgent(TASK)
    anyio.run(agent.start, Briefing(domain="retail", policy="", tools=(), seed=0))
    told = [environment.reset(task_id=TASK.id, prompt=[])]
    seen: Observation = CustomerSays(text=told[0])
    while LEFT not in told[-1]:
        assert environment.get_reward() == 0
        act: Act = anyio.run(agent.act, seen)
        if act.calls:
            name, arguments = act.calls[0].name, act.calls[0].arguments
            assert isinstance(arguments, dict)
            told.append(getattr(environment, name)(**arguments))
            failed = told[-1].startswith("Error:")
            call = ToolCall(
                id="x", name=name, arguments=arguments, result=told[-1], is_error=failed
            )
            seen = ToolsAnswered(calls=(call,))
        else:
            told.append(environment.send_message_to_user(text=act.text))
            seen = CustomerSays(text=told[-1])
    return told


def test_the_right_steps_are_rewarded_in_every_episode(environment: Any) -> None:
    first = play_rightly(environment)
    assert environment.get_reward() == 1
    assert play_rightly(environment) == first
    assert environment.get_reward() == 1


def test_its_public_methods_are_the_tools_and_what_the_trainer_needs(environment: Any) -> None:
    # As TRL finds them.
    found = {
        name
        for name, _ in inspect.getmembers(type(environment), predicate=inspect.isfunction)
        if not name.startswith("_")
    }
    assert found == {*served_domain("retail").tools, "send_message_to_user", "reset", "get_reward"}
    assert all(getattr(type(environment), name).__name__ == name for name in found)


def test_wrong_arguments_are_told_by_the_server_and_end_nothing(environment: Any) -> None:
    environment.reset(task_id=TASK.id)
    assert environment.calculate(nonsense=1).startswith("Error:")
    assert environment.calculate(expression="6 * 7") == "42.0"


def test_an_episode_that_is_given_up_or_runs_out_scores_nothing() -> None:
    protocol = Protocol(limits=Limits(turns=2))
    with ToolEnvironments(protocol=protocol) as environments:
        environment = environments.factory("retail")()
        assert environment.get_reward() == 0
        environment.reset(task_id=TASK.id)
        assert LEFT not in environment.send_message_to_user(text="Hello, how can I help you?")
        assert environment.get_reward() == 0
        opening = environment.reset(task_id=TASK.id)
        assert opening == environment.reset(task_id=TASK.id)
        while LEFT not in environment.send_message_to_user(text="I see."):
            pass
        assert environment.get_reward() == 0
        assert environment.send_message_to_user(text="Are you there?").endswith(LEFT)


def test_time_that_a_trainer_takes_ends_no_episode() -> None:
    assert ToolEnvironments().protocol.limits.seconds is None
    assert ToolEnvironments().protocol.limits.turns == Limits().turns


def test_an_unknown_task_or_domain_is_refused(environment: Any) -> None:
    with pytest.raises(KeyError):
        environment.reset(task_id="retail-none")
    with ToolEnvironments() as environments, pytest.raises(KeyError):
        environments.factory("zoo")
    with pytest.raises(RuntimeError, match="call reset"):
        environment.send_message_to_user(text="Hello")
