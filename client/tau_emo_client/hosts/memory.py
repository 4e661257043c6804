"""Tools in our own process, reached over MCP's in-memory transport."""

from collections.abc import Callable
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

from fastmcp import FastMCP
from fastmcp.client.transports import FastMCPTransport
from pydantic import JsonValue

from tau_emo_client.hosts.connection import ConnectedEpisode, Connection, Listing
from tau_emo_client.hosts.host import Outcome
from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.mcp import domain_server

_episode: ContextVar[Episode] = ContextVar("episode")
"""The episode that the request being sent belongs to. The in-memory transport carries the
sender's context to the server's side, so each request finds its own episode however many
are open."""


class MemoryEpisode(ConnectedEpisode):
    """One episode in our process."""

    def __init__(self, connection: Connection, episode: Episode, drop: Callable[[], None]) -> None:
        super().__init__(connection)
        self._episode = episode
        self._drop = drop

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP; see `HostedEpisode.call`."""
        mark = _episode.set(self._episode)
        try:
            return await self._connection.call(call_id, name, arguments)
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
        """Close the connection and give the copy of the base back."""
        await self._connection.close()
        self._drop()


class MemoryHost:
    """Serves episodes in our process; one MCP server per domain, built at first use."""

    transport = "memory"

    def __init__(self) -> None:
        self._servers: dict[str, tuple[ServedDomain, FastMCP[Any]]] = {}
        self._listings: dict[str, Listing] = {}

    async def open(self, domain: str) -> MemoryEpisode:
        """A fresh episode of the domain."""
        if domain not in self._servers:
            served = served_domain(domain)
            self._servers[domain] = (served, domain_server(served, _episode.get))
        served, server = self._servers[domain]
        state = EpisodeState.open(served.data)
        try:
            episode = Episode(served, state)
            connection = Connection(domain, FastMCPTransport(server), self._listings)
            await connection.connect()
        except BaseException:
            state.close()
            raise
        return MemoryEpisode(connection, episode, state.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._servers.clear()
