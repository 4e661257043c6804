"""Agents by name: built-in ones, Python classes of others, and models behind endpoints."""

from dataclasses import replace
from functools import partial

from tau_emo_client.agents.agent import Agent
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.players import AgentSource, Player, PlayerError
from tau_emo_client.prompt import prompt, prompts_digest
from tau_emo_client.protocol import Protocol
from tau_emo_tasks.null_agents import NULL_AGENTS
from tau_emo_tasks.task import Task

REFERENCE = "reference"
"""Name of the reference agent, and the kind of all that know the gold actions: no run of theirs
gives headline figures."""
CURT, APOLOGISE = "curt", "apologise"
CHAT = "chat"


def agent_names() -> tuple[str, ...]:
    """The names of the built-in agents."""
    return (REFERENCE, *NULL_AGENTS, CURT, APOLOGISE)


def agent_source(name: str) -> AgentSource:
    """The agent of this name.

    Args:
        name: a built-in name, or `module:Class`; see `class_agent`.

    Raises:
        PlayerError: there is no such agent.
    """
    if name == REFERENCE:
        return AgentSource(Player(name=REFERENCE, kind=REFERENCE), _reference)
    if name == CURT:
        return AgentSource(Player(name=CURT, kind=REFERENCE), _curt)
    if name == APOLOGISE:
        return AgentSource(Player(name=APOLOGISE, kind="stress"), _apologise)
    if name in NULL_AGENTS:
        return _null(name)
    if ":" in name:
        return _of_class(name)
    raise PlayerError(
        f"there is no agent {name!r}; use {', '.join(agent_names())}, or module:Class"
    )


def chat_source(settings: EndpointSettings, protocol: Protocol) -> AgentSource:
    """A model behind a chat-completions endpoint.

    Args:
        settings: which endpoint and model.
        protocol: its sampling values and the version of its prompt.

    Raises:
        PlayerError: there are no such prompts.
    """
    # Imported here: the openai package takes seconds, and most commands do not need it.
    from tau_emo_client.agents.chat import PROBE, PROMPT, ChatAgent
    from tau_emo_client.endpoint.endpoint import Endpoint

    try:
        text, digest = prompt(protocol.prompts, PROMPT), prompts_digest(protocol.prompts, PROMPT)
    except ValueError as error:
        raise PlayerError(str(error)) from error
    endpoint = Endpoint(replace(settings, temperature=protocol.agent_temperature))

    def make(task: Task, seed: int) -> Agent:
        return ChatAgent(endpoint, text)

    return AgentSource(
        Player(
            name=settings.model,
            kind=CHAT,
            settings={**settings.recorded(), "prompts_digest": digest},
            trusted=False,
        ),
        make,
        remote=True,
        check=partial(endpoint.check, (PROBE,)),
        close=endpoint.close,
    )


def _reference(task: Task, seed: int) -> Agent:
    from tau_emo_client.agents.reference import ReferenceAgent

    return ReferenceAgent(task)


def _curt(task: Task, seed: int) -> Agent:
    from tau_emo_client.agents.curt import CurtAgent

    return CurtAgent(task)


def _apologise(task: Task, seed: int) -> Agent:
    from tau_emo_client.agents.apologise import ApologisingAgent

    return ApologisingAgent()


def _null(name: str) -> AgentSource:
    from tau_emo_client.agents.null import NullAgent

    def make(task: Task, seed: int) -> Agent:
        return NullAgent(name)

    return AgentSource(Player(name=name, kind="null"), make)


def _of_class(name: str) -> AgentSource:
    from tau_emo_client.agents.python_class import class_agent

    make_for = class_agent(name)

    def make(task: Task, seed: int) -> Agent:
        return make_for(seed)

    return AgentSource(Player(name=name, kind="class"), make)
