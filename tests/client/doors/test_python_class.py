"""Agents that are other people's classes."""

import threading
from pathlib import Path

import pytest

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    CustomerSays,
    RequestedCall,
)
from tau_emo_client.agents.python_class import ClassAgent
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.players import PlayerError

BRIEFING = Briefing(domain="toy", policy="Be kind.", tools=(), seed=3)

MODULE = '''
import threading
from tau_emo_client.agents.agent import Act

class Plain:
    """As little as an agent can be."""
    def act(self, observation):
        return f"You said: {observation.text}"

class Seeded:
    def __init__(self, seed):
        self.seed = seed
    async def start(self, briefing):
        self.policy = briefing.policy
    async def act(self, observation):
        return Act(text=f"{self.seed} {self.policy}")
    async def close(self):
        self.closed = True

class Wrong:
    def act(self, observation):
        return 5

class Unmade:
    def __init__(self):
        raise OSError("no such model")

    def act(self, observation):
        return "Hello."

class Mute:
    def speak(self):
        return ""

class Outer:
    class Inner(Plain):
        pass
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"their_agent_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", __import__("sys").path[:])
    return name


async def said(name: str) -> str:
    source = agent_source(name)
    assert source.player.kind == "class"
    agent = source.make(None, 7)  # type: ignore[arg-type]
    await agent.start(BRIEFING)
    act = await agent.act(CustomerSays(text="Hi."))
    await agent.close()
    return act.text


async def test_plain_and_async_classes_of_the_current_folder(module: str) -> None:
    assert await said(f"{module}:Plain") == "You said: Hi."
    assert await said(f"{module}:Outer.Inner") == "You said: Hi."
    assert await said(f"{module}:Seeded") == "7 Be kind."


async def test_what_is_no_step_is_an_agent_error(module: str) -> None:
    with pytest.raises(AgentError, match=r"Wrong\.act returned int"):
        await said(f"{module}:Wrong")


async def test_a_class_that_cannot_be_made_fails_in_its_episode(module: str) -> None:
    source = agent_source(f"{module}:Unmade")
    agent = source.make(None, 7)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="no such model"):
        await agent.start(BRIEFING)
    await agent.close()


def test_what_is_no_agent(module: str) -> None:
    with pytest.raises(PlayerError, match="needs a method act"):
        agent_source(f"{module}:Mute")
    with pytest.raises(PlayerError, match="needs a method act"):
        agent_source(f"{module}:None")
    with pytest.raises(PlayerError, match="cannot be imported"):
        agent_source("no_such_module:Agent")
    with pytest.raises(PlayerError, match="there is no agent 'nobody'"):
        agent_source("nobody")


async def test_plain_methods_do_not_hold_up_the_loop() -> None:
    class Agent:
        def act(self, observation: object) -> Act:
            thread.append(threading.current_thread())
            return Act(calls=(RequestedCall(id="1", name="f", arguments={}),))

    thread: list[threading.Thread] = []
    act = await ClassAgent(Agent(), "Agent").act(CustomerSays(text="Hi."))
    assert act.calls[0].name == "f"
    assert thread[0] is not threading.main_thread()
