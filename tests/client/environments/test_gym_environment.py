"""Episodes as a Gymnasium environment."""

import json
import time
from collections.abc import Iterator
from typing import Any

import anyio
import gymnasium
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.wrappers import RecordEpisodeStatistics

import tau_emo.gym
from tau_emo_client.agents.agent import Act, Briefing, CustomerSays, Observation, ToolsAnswered
from tau_emo_client.agents.reference import ReferenceAgent
from tau_emo_client.environments.gym_environment import ServiceEnvironment
from tau_emo_client.limits import Limits
from tau_emo_client.protocol import Protocol
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain_names
from tau_emo_tasks.load import load_tasks

TASK = load_tasks("retail")[0]


@pytest.fixture
def retail() -> Iterator[ServiceEnvironment]:
    environment = ServiceEnvironment("retail", split="test")
    yield environment
    environment.close()


class Reference:
    """The reference agent, for whoever steps it from outside."""

    def __init__(self) -> None:
        self._agent = ReferenceAgent(TASK)
        anyio.run(self._agent.start, Briefing(domain="retail", policy="", tools=(), seed=0))
        self._asked: dict[str, Any] = {}

    def action(self, text: str, info: dict[str, Any]) -> str:
        seen: Observation = CustomerSays(text=text)
        if info["from"] == "tool":
            failed = text.startswith("Error:")
            call = ToolCall(id="x", result=text, is_error=failed, **self._asked)
            seen = ToolsAnswered(calls=(call,))
        act: Act = anyio.run(self._agent.act, seen)
        if not act.calls:
            return act.text
        assert isinstance(act.calls[0].arguments, dict)
        self._asked = {"name": act.calls[0].name, "arguments": act.calls[0].arguments}
        return json.dumps(self._asked)


def played(environment: ServiceEnvironment) -> tuple[list[float], dict[str, Any]]:
    seen, info = environment.reset(options={"task_id": TASK.id, "trial": 0})
    agent, rewards = Reference(), list[float]()
    for _ in range(100):
        seen, reward, terminated, truncated, info = environment.step(agent.action(seen, info))
        rewards.append(reward)
        if terminated or truncated:
            assert terminated
            return rewards, info
    raise AssertionError("it did not end")


def test_the_right_steps_are_rewarded_at_the_end(retail: ServiceEnvironment) -> None:
    rewards, info = played(retail)
    assert rewards[-1] == 1.0
    assert not any(rewards[:-1])
    assert info["record"]["end_reason"] == "user_stop"
    again, other = played(retail)
    assert again == rewards
    del info["record"]["timing"], other["record"]["timing"]
    assert other == info


def test_what_an_agent_is_told_and_what_it_is_not(retail: ServiceEnvironment) -> None:
    seen, info = retail.reset(seed=5)
    assert seen
    assert info["policy"].startswith("# Policy of the online shop")
    assert {tool["name"] for tool in info["tools"]} >= {"get_user_details", "calculate"}
    assert info["condition"]["emotion"]
    text, reward, terminated, truncated, step = retail.step(
        {"name": "calculate", "arguments": {"expression": "6*7"}}
    )
    assert (text, reward, terminated, truncated) == ("42.0", 0.0, False, False)
    assert step == {"from": "tool"}
    text, *_ = retail.step('{"name": "get_user_details", "arguments": [1]}')
    assert text.startswith("Error:")


def test_the_seed_draws_the_tasks(retail: ServiceEnvironment) -> None:
    drawn = [retail.reset(seed=7 if number == 0 else None)[1]["task_id"] for number in range(5)]
    again = [retail.reset(seed=7 if number == 0 else None)[1]["task_id"] for number in range(5)]
    assert drawn == again
    assert len(set(drawn)) > 1


def test_a_limit_truncates() -> None:
    protocol = Protocol(limits=Limits(turns=1))
    environment = ServiceEnvironment("retail", protocol=protocol, emotion="none")
    try:
        _, info = environment.reset(seed=1)
        assert info["condition"] is None
        text, reward, terminated, truncated, info = environment.step("Hello, who are you?")
        assert not terminated or not truncated
        while not (terminated or truncated):
            text, reward, terminated, truncated, info = environment.step("And your name?")
        assert (terminated, truncated, reward) == (False, True, 0.0)
        assert info["record"]["end_reason"] == "limit_turns"
        assert isinstance(text, str)
    finally:
        environment.close()


def test_an_end_between_two_steps_is_reported_by_the_next_one() -> None:
    environment = ServiceEnvironment("retail", protocol=Protocol(limits=Limits(seconds=0.4)))
    try:
        environment.reset(seed=1)
        time.sleep(0.8)
        _, reward, terminated, truncated, info = environment.step("Hello")
        assert (reward, terminated, truncated) == (0.0, False, True)
        assert info["record"]["end_reason"] == "limit_seconds"
        with pytest.raises(ResetNeeded):
            environment.step("Hello")
    finally:
        environment.close()


@pytest.mark.parametrize(
    ("arguments", "failed"),
    [('{"expression": "6*7"}', False), ([1], True), ("{half", True), ({"expression": 42}, False)],
)
def test_arguments_in_the_forms_that_models_give(
    retail: ServiceEnvironment, arguments: Any, failed: bool
) -> None:
    retail.reset(seed=1)
    text, *_ = retail.step({"name": "calculate", "arguments": arguments})
    assert text.startswith("Error:") == failed


def test_what_the_wrappers_of_gymnasium_need() -> None:
    environment = RecordEpisodeStatistics(ServiceEnvironment("retail"))
    environment.reset(seed=1)
    ended = False
    while not ended:
        *_, terminated, truncated, info = environment.step("I am sorry.")
        ended = terminated or truncated
    assert info["episode"]["r"] == info["record"]["reward"] == 0
    environment.close()
    several = gymnasium.make_vec(
        "tau_emo.gym:tau_emo/retail", num_envs=2, vectorization_mode="sync"
    )
    seen, _ = several.reset(seed=1)
    assert len(seen) == 2
    several.close()


def test_steps_at_the_wrong_time_and_of_the_wrong_kind(retail: ServiceEnvironment) -> None:
    with pytest.raises(ResetNeeded):
        retail.step("Hello")
    retail.reset(seed=1)
    for wrong in (7, None, {"tool": "x"}):
        with pytest.raises(InvalidAction, match="an action is a text"):
            retail.step(wrong)
    with pytest.raises(InvalidAction, match="plain values"):
        retail.step({"name": "think", "arguments": {"thought": {1, 2}}})
    _, _, terminated, _, info = retail.step("")
    assert terminated
    assert info["record"]["end_reason"] == "agent_error"
    with pytest.raises(ResetNeeded):
        retail.step("Hello")
    with pytest.raises(KeyError):
        retail.reset(options={"task_id": "retail-none"})
    for trial in ("x", -1):
        with pytest.raises(ValueError, match="the trial is"):
            retail.reset(options={"trial": trial})
    with pytest.raises(ValueError, match="no split"):
        ServiceEnvironment("retail", split="dev")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no emotion"):
        ServiceEnvironment("retail", emotion="glee")


def test_gymnasium_makes_one_of_each_domain() -> None:
    assert tau_emo.gym.__doc__
    for domain in served_domain_names():
        assert f"tau_emo/{domain}" in gymnasium.registry
    environment = gymnasium.make("tau_emo.gym:tau_emo/bank", split="test")
    seen, _ = environment.reset(seed=3)
    assert environment.observation_space.contains(seen)
    assert environment.action_space.contains(environment.action_space.sample())
    environment.close()


def test_an_episode_that_goes_on_is_given_up(retail: ServiceEnvironment) -> None:
    for seed in range(3):
        retail.reset(seed=seed)
    assert played(retail)[0][-1] == 1.0
