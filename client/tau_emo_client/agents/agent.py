"""The interface through which every agent enters an episode."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_servers.conversation import ToolCall


@dataclass(frozen=True)
class Heard:
    """What an agent that is an MCP host of its own wrote to the customer, if anything."""

    text: str | None
    """None: nothing so far."""
    calls: int
    """How many tool calls the episode had taken when it was written."""
    handed_off: bool
    """True if the customer has been passed on to a person."""


class OpenEpisode(Protocol):
    """An episode as it is handed to an agent that calls the tools itself, wherever it runs."""

    @property
    def url(self) -> str:
        """The MCP endpoint of the episode. Whoever knows it may call the tools."""
        ...

    async def calls_made(self) -> int:
        """How many tool calls the server has recorded."""
        ...

    async def say(self, text: str) -> None:
        """Let the customer answer an agent that speaks to them by a tool."""
        ...

    async def hear(self, seconds: float) -> Heard:
        """The next message of such an agent; waits so many seconds for it."""
        ...


@dataclass(frozen=True)
class Briefing:
    """What an agent is given before the customer speaks. It never holds task, emotion or gold."""

    domain: str
    policy: str
    """The policy of the domain, Markdown."""
    tools: Sequence[dict[str, Any]]
    """The tools as MCP lists them: `name`, `description`, `inputSchema`."""
    seed: int
    """The seed of the episode, for agents and endpoints that take one."""
    episode: OpenEpisode | None = None
    """Where the tools are, for agents that call them by themselves; None: for all others."""


class CustomerSays(BaseModel):
    """The customer has written a message."""

    model_config = ConfigDict(frozen=True)

    text: str


class ToolsAnswered(BaseModel):
    """The calls of the agent's last step were carried out, in order."""

    model_config = ConfigDict(frozen=True)

    calls: tuple[ToolCall, ...]


Observation = CustomerSays | ToolsAnswered


class RequestedCall(BaseModel):
    """A tool call that the agent asks for."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    arguments: dict[str, JsonValue] | str
    """A text when the model sent something that is no JSON object."""


class Usage(BaseModel):
    """What one step used; sums of several steps add field by field."""

    model_config = ConfigDict(frozen=True)

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    """US dollars; None when no price is known."""


@dataclass(frozen=True)
class Act:
    """One step of the agent: calls, or a message to the customer.

    With calls, text is recorded but not delivered. Neither text nor calls is an agent
    error that ends the episode.
    """

    text: str = ""
    calls: tuple[RequestedCall, ...] = ()
    reasoning: str = ""
    usage: Usage = field(default_factory=Usage)
    after_calls: int | None = None
    """For agents that call the tools themselves: how many calls came before the text; None: all
    that the server has recorded."""


class Agent(Protocol):
    """An agent in one episode. A new one is made for each episode."""

    async def start(self, briefing: Briefing) -> None:
        """Receive the briefing; called once, first."""
        ...

    async def act(self, observation: Observation) -> Act:
        """Take one step after an observation.

        Raises:
            AgentError: the agent itself failed; the episode ends and scores 0.
            InfrastructureError: its endpoint failed; the episode is not counted.
        """
        ...

    async def close(self) -> None:
        """Release what the agent holds; called once, last, whatever happened."""
        ...


class AgentError(Exception):
    """The agent did something no episode can go on from; it scores 0."""


class InfrastructureError(Exception):
    """An endpoint or server failed after all retries; the episode says nothing about the agent."""


class ContextOverflowError(AgentError):
    """The conversation no longer fits the model; never retried as an outage."""
