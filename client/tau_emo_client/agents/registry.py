"""Agents by name: built-in ones, Python classes of others, and models behind endpoints."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from pydantic import JsonValue

from tau_emo_client.agents.agent import Agent
from tau_emo_client.endpoint.hidden import public_url
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.players import Access, AgentSource, Player, PlayerError
from tau_emo_client.prompt import prompt, prompts_digest
from tau_emo_client.protocol import Protocol
from tau_emo_tasks.null_agents import NULL_AGENTS
from tau_emo_tasks.task import Task

if TYPE_CHECKING:
    from tau_emo_client.endpoint.endpoint import Endpoint

REFERENCE = "reference"
"""Name of the reference agent, and the kind of all that know the gold actions: no run of theirs
gives headline figures."""
TEACHER = "teacher"
CURT, APOLOGISE = "curt", "apologise"
CHAT = "chat"
RESPONSES = "responses"
REACT = "react"
A2A = "a2a"
MCP = "mcp"
COMMAND = "command"
PROTOCOLS = (CHAT, RESPONSES, REACT, A2A, MCP)
"""What agent endpoints are spoken to in."""


def agent_names() -> tuple[str, ...]:
    """The names of the built-in agents."""
    return (REFERENCE, *NULL_AGENTS, CURT, APOLOGISE, TEACHER)


def agent_source(name: str) -> AgentSource:
    """The agent of this name.

    Args:
        name: a built-in name, or `module:Class`; see `class_agent`.

    Raises:
        PlayerError: there is no such agent.
    """
    if name == REFERENCE:
        return AgentSource(Player(name=REFERENCE, kind=REFERENCE), _reference)
    if name == TEACHER:
        return _teacher()
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


def model_source(settings: EndpointSettings, protocol: Protocol, speaks: str = CHAT) -> AgentSource:
    """A model behind an endpoint.

    Args:
        settings: which endpoint and model.
        protocol: its sampling values and the version of its prompt.
        speaks: what the endpoint speaks, and how the model is spoken to: `chat`, `react` or
            `responses`.

    Raises:
        PlayerError: there are no such prompts.
    """
    # Imported here: the openai package takes seconds, and most commands do not need it.
    from tau_emo_client.endpoint.endpoint import Endpoint

    door = _door(speaks)
    text, digest = _prompt(protocol, door.prompt)
    endpoint = Endpoint(replace(settings, temperature=protocol.agent_temperature))

    def make(task: Task, seed: int) -> Agent:
        return door.agent(endpoint, text)

    return AgentSource(
        Player(
            name=settings.model,
            kind=speaks,
            settings={**settings.recorded(), "prompts_digest": digest},
            trusted=False,
        ),
        make,
        remote=True,
        access=door.access,
        check=partial(door.check, endpoint),
        close=endpoint.close,
    )


@dataclass(frozen=True)
class _Door:
    """How a model behind an endpoint is spoken to."""

    prompt: str
    agent: "Callable[[Endpoint, str], Agent]"
    check: "Callable[[Endpoint], Awaitable[None]]"
    access: Access = "ours"


def _door(speaks: str) -> _Door:
    if speaks == RESPONSES:
        from tau_emo_client.agents.responses import ResponsesAgent, try_endpoint

        return _Door("agent.md", ResponsesAgent, try_endpoint, "url")
    if speaks == REACT:
        from tau_emo_client.agents.react import ReactAgent, try_endpoint

        return _Door("agent_react.md", ReactAgent, try_endpoint)
    from tau_emo_client.agents.chat import ChatAgent, try_endpoint

    return _Door("agent.md", ChatAgent, try_endpoint)


def a2a_source(
    url: str, key: str, silence: float | None, name: str | None, protocol: Protocol
) -> AgentSource:
    """An agent that speaks A2A.

    Args:
        url: its base URL.
        key: sent as bearer header; empty: none is.
        silence: seconds without a byte after which it has failed; None: as usual.
        name: the name under which results are listed.
        protocol: the version of its prompt.

    Raises:
        PlayerError: the extra `a2a` is not installed, or there are no such prompts.
    """
    try:
        from tau_emo_client.agents.a2a import A2AAgent, A2AEndpoint
    except ImportError as error:
        raise PlayerError("A2A needs an extra: pip install -e '.[a2a]' in the clone") from error
    text, digest = _prompt(protocol, "remote_agent.md")
    endpoint = A2AEndpoint(url, key) if silence is None else A2AEndpoint(url, key, silence)

    def make(task: Task, seed: int) -> Agent:
        return A2AAgent(endpoint, text)

    return AgentSource(
        Player(
            name=name or A2A,
            kind=A2A,
            settings={"endpoint": public_url(url), "prompts_digest": digest},
            trusted=False,
        ),
        make,
        remote=True,
        access="url",
        check=endpoint.check,
        close=endpoint.close,
    )


def command_source(
    command: str, environment: Mapping[str, str], name: str | None, protocol: Protocol
) -> AgentSource:
    """A program that is an MCP host, started once for each episode.

    Args:
        command: the command; see `command_words`.
        environment: variables that it gets beside ours; their values are not recorded.
        name: the name under which results are listed; None: the script's or program's.
        protocol: the version of its prompt.

    Raises:
        PlayerError: the command cannot be used, or there are no such prompts.
    """
    from tau_emo_client.agents.mcp_host import PROMPT, CommandAgent, command_words

    words = command_words(command)
    text, digest = _prompt(protocol, PROMPT)

    def make(task: Task, seed: int) -> Agent:
        return CommandAgent(words, text, environment)

    return AgentSource(
        Player(
            name=name or _program(words),
            kind=COMMAND,
            settings={
                "command": command,
                "environment": [*sorted(environment)],
                "prompts_digest": digest,
            },
        ),
        make,
        access="line",
    )


def _program(words: Sequence[str]) -> str:
    """The name of what a command runs: of the script, where an interpreter runs one."""
    name = PurePath(words[0]).name
    if not re.fullmatch(r"python[\d.]*|node|deno|bun|ruby|uv|npx", name):
        return name
    scripts = (PurePath(word) for word in words[1:])
    return next((one.stem for one in scripts if one.suffix in _SCRIPTS), name)


_SCRIPTS = (".py", ".mjs", ".js", ".ts", ".rb")


def awaited_source(url: str | None, name: str | None, protocol: Protocol) -> AgentSource:
    """An MCP host that somebody else starts when told of an episode.

    Args:
        url: each episode is announced there by a POST request; None: on standard error.
        name: the name under which results are listed.
        protocol: the version of its prompt.

    Raises:
        PlayerError: there are no such prompts.
    """
    from tau_emo_client.agents.announcing import by_post, on_stderr
    from tau_emo_client.agents.mcp_host import PROMPT, AwaitedAgent

    text, digest = _prompt(protocol, PROMPT)
    announce = on_stderr if url is None else by_post(url)

    def make(task: Task, seed: int) -> Agent:
        return AwaitedAgent(text, announce)

    return AgentSource(
        Player(
            name=name or MCP,
            kind=MCP,
            settings={"endpoint": url and public_url(url), "prompts_digest": digest},
            trusted=False,
        ),
        make,
        remote=url is not None,
        access="line",
    )


def _prompt(protocol: Protocol, file: str) -> tuple[str, str]:
    """A prompt file and its digest."""
    try:
        return prompt(protocol.prompts, file), prompts_digest(protocol.prompts, file)
    except ValueError as error:
        raise PlayerError(str(error)) from error


def _reference(task: Task, seed: int) -> Agent:
    from tau_emo_client.agents.reference import ReferenceAgent

    return ReferenceAgent(task)


def _teacher() -> AgentSource:
    from tau_emo_client.agents.teacher import TeacherAgent, phrases_digest

    settings: dict[str, JsonValue] = {"phrases_digest": phrases_digest()}
    return AgentSource(Player(name=TEACHER, kind=REFERENCE, settings=settings), TeacherAgent)


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
