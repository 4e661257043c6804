"""Tools in our own process, reached over MCP's in-memory transport."""

from contextvars import ContextVar
from types import TracebackType
from typing import Self

from fastmcp.client.transports import FastMCPTransport
from pydantic import JsonValue

from tau_emo_client.hosts.connection import ConnectedEpisode, Connection, SharedConnections
from tau_emo_client.hosts.host import Outcome
from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.mcp import domain_server

_episode: ContextVar[Episode] = ContextVar("episode")
"""The episode that the request being sent belongs to. The in-memory transport carries the
sender's context to the server's side, so each request finds its own episode however many
are open."""


class MemoryEpisode(ConnectedEpisode):
    """One episode in our process."""

    def __init__(self, connection: Connection, episode: Episode) -> None:
        super().__init__(connection)
        self._episode = episode

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP; see `HostedEpisode.call`."""
        mark = _episode.set(self._episode)
        try:
            return await super().call(call_id, name, arguments)
        finally:
            _episode.reset(mark)

    async def result(self) -> Outcome:
        """What the episode changed and which calls it saw."""
        return Outcome(
            changes=self._episode.changes(),
            calls=tuple(self._episode.calls),
            handed_off=self._episode.handed_off,
        )

    async def close(self) -> None:
        """Give the copy of the base back."""
        self._episode.close()


class MemoryHost:
    """Serves episodes in our process; one MCP server per domain, built at first use."""

    transport = "memory"

    def __init__(self) -> None:
        self._connections = SharedConnections(
            lambda domain: FastMCPTransport(domain_server(served_domain(domain), _episode.get))
        )

    async def open(self, domain: str) -> MemoryEpisode:
        """A fresh episode of the domain."""
        connection = await self._connections.to(domain)
        served = served_domain(domain)
        return MemoryEpisode(connection, Episode(served, EpisodeState.open(served.data)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._connections.close()
