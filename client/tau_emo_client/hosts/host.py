"""The interface through which an episode's tools are reached, whatever the transport."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

from pydantic import JsonValue

from tau_emo_client.agents.agent import OpenEpisode
from tau_emo_db import Changes
from tau_emo_servers.conversation import ToolCall


@dataclass(frozen=True)
class Outcome:
    """What the server says about an episode."""

    changes: Changes
    """What the episode changed in its copy of the base."""
    calls: tuple[ToolCall, ...]
    """The tool calls as the server saw them, in order."""
    handed_off: bool
    refused: int = 0
    """How many calls came after the most that the episode takes."""


@dataclass(frozen=True)
class ForeignAccess:
    """How episodes are opened for agents that call the tools themselves."""

    most_calls: int
    """Tool calls that an episode takes."""
    line: bool
    """True if the agent speaks to the customer by a tool."""


class HostedEpisode(Protocol):
    """One episode on a server: an isolated copy of the base, reached over MCP."""

    @property
    def tools(self) -> Sequence[dict[str, Any]]:
        """The tools as MCP lists them."""
        ...

    @property
    def policy(self) -> str:
        """The policy of the domain, read over MCP."""
        ...

    @property
    def handed_off(self) -> bool:
        """True once a hand-off call has succeeded."""
        ...

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP.

        A call that fails, of a tool that does not exist or with broken arguments, gives a
        result with `is_error` set.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        ...

    async def result(self) -> Outcome:
        """What the server recorded so far.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        ...

    async def close(self) -> None:
        """Drop the episode; called once, last."""
        ...


class ForeignEpisode(HostedEpisode, OpenEpisode, Protocol):
    """An episode whose agent calls the tools itself, at an address of its own."""

    async def rest(self) -> Outcome:
        """Let the customer speak: what the server recorded so far; further calls are refused."""
        ...

    async def resume(self) -> None:
        """Let the agent have its turn again."""
        ...

    async def end(self, text: str) -> None:
        """Refuse all that the agent still sends.

        Args:
            text: the customer's last words, for an agent that is still listening.
        """
        ...


class ToolHost(Protocol):
    """Opens episodes on one transport; entered once per run."""

    transport: str
    """`memory`, `http` or `stdio`."""

    async def open(self, domain: str) -> HostedEpisode:
        """A fresh episode of the domain.

        Raises:
            InfrastructureError: no episode could be opened.
        """
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
