"""One MCP connection to one episode, the same on every transport."""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx2
from fastmcp import Client
from fastmcp.client.transports import ClientTransport
from mcp import MCPError
from mcp.types import TextContent, TextResourceContents
from pydantic import JsonValue

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.hosts.arguments import to_send
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

CALL_TIMEOUT = 120.0
"""Seconds after which a tool call that was not answered is an infrastructure error."""

TRANSPORT_ERRORS = (MCPError, httpx2.HTTPError, RuntimeError, OSError, TimeoutError)
"""What the MCP client raises when the server cannot be reached."""


@dataclass(frozen=True)
class Listing:
    """What a domain server offers, as read over MCP."""

    tools: Sequence[dict[str, Any]]
    policy: str


class Connection:
    """An MCP client connected to one episode. Connect, use, close: from any task.

    Args:
        domain: the domain served there.
        transport: how the server is reached.
        listings: the listings already read from this host, by domain; a new one is added.
            One host serves one build of a domain, so what it offers is read once.
    """

    def __init__(
        self, domain: str, transport: ClientTransport, listings: dict[str, Listing]
    ) -> None:
        self.domain = domain
        self.handed_off = False
        self.sent: list[ToolCall] = []
        """The calls that were sent, with their results, in order."""
        self._client: Client[Any] = Client(transport, timeout=CALL_TIMEOUT)
        self._listings = listings
        self._stack = AsyncExitStack()

    async def connect(self) -> None:
        """Open the connection and read what the server offers.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        try:
            await self._stack.enter_async_context(self._client)
            # The client checks results against the listed tools, so it lists them anyway.
            listed = await self._client.list_tools()
            if self.domain not in self._listings:
                policy = await self._client.read_resource(f"policy://{self.domain}")
                self._listings[self.domain] = Listing(
                    tools=tuple(
                        tool.model_dump(mode="json", by_alias=True, exclude_none=True)
                        for tool in listed
                    ),
                    policy="".join(
                        part.text for part in policy if isinstance(part, TextResourceContents)
                    ),
                )
        except TRANSPORT_ERRORS as error:
            await self.close()
            raise InfrastructureError(f"the {self.domain} server: {error}") from error

    @property
    def listing(self) -> Listing:
        """What the server offers; read on connecting."""
        return self._listings[self.domain]

    async def call(
        self, call_id: str, name: str, arguments: Mapping[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP.

        Arguments that are no JSON object, and calls that are too long, cannot be sent; they
        give an error result here.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        sent = to_send(call_id, name, arguments)
        if isinstance(sent, ToolCall):
            return sent
        try:
            answer = await self._client.call_tool_mcp(name, sent)
        except TRANSPORT_ERRORS as error:
            # Nothing more can come of it, and a client that is not closed complains later.
            await self.close()
            raise InfrastructureError(f"tool call {name}: {error}") from error
        text = "\n".join(part.text for part in answer.content if isinstance(part, TextContent))
        if name in served_domain(self.domain).hand_off_tools and not answer.is_error:
            self.handed_off = True
        call = ToolCall(
            id=call_id, name=name, arguments=sent, result=text, is_error=bool(answer.is_error)
        )
        self.sent.append(call)
        return call

    async def close(self) -> None:
        """Close the connection; a server that is already gone is no error."""
        try:
            await self._stack.aclose()
        except TRANSPORT_ERRORS:
            # Nothing is lost: the state was read before, and the server is gone.
            return


class ConnectedEpisode:
    """What episodes have in common on every transport: all of it goes through a connection.

    Args:
        connection: connected already.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def tools(self) -> Sequence[dict[str, Any]]:
        """The tools as MCP lists them."""
        return self._connection.listing.tools

    @property
    def policy(self) -> str:
        """The policy of the domain, read over MCP."""
        return self._connection.listing.policy

    @property
    def handed_off(self) -> bool:
        """True once a hand-off call has succeeded."""
        return self._connection.handed_off

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP; see `HostedEpisode.call`."""
        return await self._connection.call(call_id, name, arguments)
