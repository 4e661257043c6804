"""Who plays an episode: the agent that is measured and the customer, and how they are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_client.agents.agent import Agent
from tau_emo_client.users.user import User
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

Access = Literal["ours", "url", "line"]
"""How an agent reaches the tools: we call them for it; it calls them itself at a URL; or it does
that and speaks to the customer by a tool as well."""


class Player(BaseModel):
    """Who plays one side: the agent that is measured, or the customer."""

    model_config = ConfigDict(frozen=True)

    name: str
    """The name under which results are listed."""
    kind: str
    """The door: for agents a built-in name, `chat`, `class` and so on; for customers
    `scripted`, `llm` or `human`."""
    settings: dict[str, JsonValue] = {}
    """Everything else that can change its behaviour. Never a key or another secret."""
    trusted: bool = True
    """True if its code runs on this machine: it is believed, not sandboxed."""


class MakeAgent(Protocol):
    """Makes the agent of one episode. Only agents of the kind `reference` look into the task."""

    def __call__(self, task: Task, seed: int) -> Agent: ...


class MakeUser(Protocol):
    """Makes the customer of one episode; without condition they are neutral and stay."""

    def __call__(self, task: Task, condition: Condition | None, seed: int) -> User: ...


@dataclass(frozen=True)
class AgentSource:
    """An agent under measurement."""

    player: Player
    make: MakeAgent
    remote: bool = False
    """True if an endpoint answers, so that more episodes at once go faster."""
    access: Access = "ours"
    """How it reaches the tools."""
    check: Callable[[], Awaitable[None]] | None = None
    """One try of the endpoint before any episode; raises `PlayerError`."""
    close: Callable[[], Awaitable[None]] | None = None
    """Releases what all episodes shared; called once, after the last of them."""
    recipe: "Callable[[], AgentSource] | None" = None
    """Makes the same agent in another process: it can be pickled. It may hold keys."""


@dataclass(frozen=True)
class UserSource:
    """A customer to measure with."""

    player: Player
    make: MakeUser
    remote: bool = False
    check: Callable[[], Awaitable[None]] | None = None
    close: Callable[[], Awaitable[None]] | None = None
    recipe: "Callable[[], UserSource] | None" = None
    """As that of an agent; None for a person, who sits at one terminal."""


class PlayerError(Exception):
    """An agent or a customer cannot be used as asked; the message says what to change."""
