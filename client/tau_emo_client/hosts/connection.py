"""MCP connections, and what episodes over them have in common on every transport."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import anyio
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


class Connection:
    """An MCP client connected to the server of one domain. Connect, use, close: from any task.

    Args:
        domain: the domain served there.
        transport: how the server is reached.
    """

    def __init__(self, domain: str, transport: ClientTransport) -> None:
        self.domain = domain
        self.tools: Sequence[dict[str, Any]] = ()
        """The tools as MCP lists them; read on connecting."""
        self.policy = ""
        """The policy of the domain; read on connecting."""
        self.broken = False
        """True once a call could not be carried: what follows may fail as well."""
        self._client: Client[Any] = Client(transport, timeout=CALL_TIMEOUT)
        self._stack = AsyncExitStack()

    async def connect(self) -> None:
        """Open the connection and read what the server offers.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        try:
            await self._stack.enter_async_context(self._client)
            listed = await self._client.list_tools()
            policy = await self._client.read_resource(f"policy://{self.domain}")
        except TRANSPORT_ERRORS as error:
            await self.close()
            raise InfrastructureError(f"the {self.domain} server: {error}") from error
        self.tools = tuple(
            tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed
        )
        self.policy = "".join(
            part.text for part in policy if isinstance(part, TextResourceContents)
        )

    async def call(self, name: str, arguments: dict[str, JsonValue]) -> tuple[str, bool]:
        """Call a tool over MCP.

        Returns:
            The text of the result, and whether it is an error.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        try:
            answer = await self._client.call_tool_mcp(name, arguments)
        except TRANSPORT_ERRORS as error:
            self.broken = True
            raise InfrastructureError(f"tool call {name}: {error}") from error
        text = "\n".join(part.text for part in answer.content if isinstance(part, TextContent))
        return text, bool(answer.is_error)

    async def close(self) -> None:
        """Close the connection; a server that is already gone is no error."""
        try:
            await self._stack.aclose()
        except TRANSPORT_ERRORS:
            # Nothing is lost: the state was read before, and the server is gone.
            return


class SharedConnections:
    """One connection for each domain, shared by all episodes of a host.

    Whatever tells the server's side which episode a call belongs to must go by the context of
    the caller: both transports for which this is used carry that along.

    Args:
        transport: makes the transport to the server of a domain.
    """

    def __init__(self, transport: Callable[[str], ClientTransport]) -> None:
        self._transport = transport
        self._made: list[Connection] = []
        self._current: dict[str, Connection] = {}
        self._connecting = anyio.Lock()

    async def to(self, domain: str) -> Connection:
        """The connection to a domain; a new one if there is none yet, or it is broken.

        Raises:
            InfrastructureError: the server cannot be reached.
        """
        async with self._connecting:
            found = self._current.get(domain)
            if found is None or found.broken:
                found = Connection(domain, self._transport(domain))
                await found.connect()
                # A broken one may still serve episodes that got through; it goes at the end.
                self._made.append(found)
                self._current[domain] = found
            return found

    async def close(self) -> None:
        """Close all of them."""
        while self._made:
            await self._made.pop().close()
        self._current.clear()


class ConnectedEpisode:
    """What episodes have in common on every transport: all of it goes through a connection.

    Args:
        connection: connected already.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.sent: list[ToolCall] = []
        """The calls that were sent, with their results, in order."""
        self.handed_off = False
        """True once a hand-off call has succeeded."""

    @property
    def tools(self) -> Sequence[dict[str, Any]]:
        """The tools as MCP lists them."""
        return self._connection.tools

    @property
    def policy(self) -> str:
        """The policy of the domain, read over MCP."""
        return self._connection.policy

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP; see `HostedEpisode.call`.

        Arguments that are no JSON object, and calls that are too long, cannot be sent; they
        give an error result here.
        """
        sent = to_send(call_id, name, arguments)
        if isinstance(sent, ToolCall):
            return sent
        result, is_error = await self._connection.call(name, sent)
        if name in served_domain(self._connection.domain).hand_off_tools and not is_error:
            self.handed_off = True
        call = ToolCall(id=call_id, name=name, arguments=sent, result=result, is_error=is_error)
        self.sent.append(call)
        return call
