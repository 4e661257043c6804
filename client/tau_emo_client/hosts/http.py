"""Tools behind a gateway, reached over streamable HTTP."""

import logging
import ssl
from collections.abc import Generator, Sequence
from contextlib import AsyncExitStack, contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

import anyio
import httpx2
from fastmcp.client.transports import StreamableHttpTransport
from pydantic import JsonValue, TypeAdapter

from tau_emo_client.agents.agent import Heard, InfrastructureError
from tau_emo_client.hosts.connection import ConnectedEpisode, Connection, SharedConnections
from tau_emo_client.hosts.gateway_process import GatewayAddress, GatewayProcess
from tau_emo_client.hosts.host import ForeignAccess, Outcome
from tau_emo_db import Changes
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.line import SEND

TRIES_WHEN_FULL = 20
"""How often a full gateway is asked for an episode."""
LONGEST_WAIT = 5.0
"""Seconds between two of these tries at most."""
TIMEOUT = httpx2.Timeout(30.0, read=300.0)
"""The MCP client ends calls by its own, shorter limit."""
IDLE = 2.0
"""Seconds after which an idle connection is not used again. The gateway closes it after five, and a
request that meets that moment would be lost."""

logger = logging.getLogger("tau_emo")
_calls = TypeAdapter(tuple[ToolCall, ...])


class HttpEpisode(ConnectedEpisode):
    """One episode in a gateway."""

    def __init__(self, connection: Connection, control: "_Control", token: str, url: str) -> None:
        super().__init__(connection)
        self.url = url
        """The MCP endpoint of the episode, as its agent reaches it."""
        self._control = control
        self._token = token

    @property
    def tools(self) -> Sequence[dict[str, Any]]:
        """The tools of the domain."""
        return tuple(tool for tool in super().tools if tool["name"] != SEND)

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """Call a tool over MCP; see `HostedEpisode.call`."""
        with _as_bearer(self._token):
            return await super().call(call_id, name, arguments)

    async def result(self) -> Outcome:
        """What the gateway recorded; see `HostedEpisode.result`."""
        return await self._control.state(self._token)

    async def rest(self) -> Outcome:
        """See `ForeignEpisode.rest`."""
        return await self._control.state(self._token, rest=True)

    async def resume(self) -> None:
        """See `ForeignEpisode.resume`."""
        await self._control.resume(self._token)

    async def calls_made(self) -> int:
        """See `OpenEpisode.calls_made`."""
        return len((await self.result()).calls)

    async def say(self, text: str) -> None:
        """See `OpenEpisode.say`."""
        await self._control.say(self._token, text)

    async def hear(self, seconds: float) -> Heard:
        """See `OpenEpisode.hear`."""
        return await self._control.hear(self._token, seconds)

    async def end(self, text: str) -> None:
        """See `ForeignEpisode.end`."""
        await self._control.end(self._token, text)

    async def close(self) -> None:
        """Close the episode in the gateway."""
        await self._control.close(self._token)


class HttpHost:
    """Opens episodes in a gateway.

    Args:
        address: a gateway that is already running; None starts one for as long as the host
            is entered.
        domains: the domains that will be asked for; empty: all.
        most: how many episodes will be open at once.
        foreign: for agents that call the tools themselves; None: we call them.
    """

    transport = "http"

    def __init__(
        self,
        address: GatewayAddress | None = None,
        *,
        domains: Sequence[str] = (),
        most: int = 1000,
        foreign: ForeignAccess | None = None,
    ) -> None:
        self._address = address
        self._foreign = foreign
        self._domains = tuple(domains)
        self._most = most
        self._stack = AsyncExitStack()
        self._control: _Control | None = None
        self._connections: SharedConnections | None = None
        self._agents = ""
        """The address that the paths of episodes are added to."""

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            address = self._address
            if address is None:
                # A few more than needed: an episode may be opened while another one closes.
                process = await GatewayProcess.start(self._domains, self._most * 2 + 8)
                stack.push_async_callback(process.stop)
                address = process.address
            # One pool and one SSL context for all episodes: making one costs 50 ms. It has no
            # limit of its own; how many connections there are follows from the concurrency.
            pool = _SharedPool(
                httpx2.AsyncHTTPTransport(
                    verify=ssl.create_default_context(),
                    limits=httpx2.Limits(
                        max_connections=None,
                        max_keepalive_connections=None,
                        keepalive_expiry=IDLE,
                    ),
                )
            )
            stack.push_async_callback(pool.really_close)
            self._control = _Control(address, pool.client())
            told = await self._control.check()
            self._agents = (address.mcp or told).rstrip("/")
            self._connections = SharedConnections(
                lambda _: StreamableHttpTransport(
                    f"{self._agents}/mcp", auth=_Bearer(), httpx_client_factory=pool.client
                )
            )
            stack.push_async_callback(self._connections.close)
            leases = await stack.enter_async_context(anyio.create_task_group())
            leases.start_soon(self._control.renew_leases)
            stack.callback(leases.cancel_scope.cancel)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)

    async def open(self, domain: str) -> HttpEpisode:
        """A fresh episode of the domain."""
        control, connections = self._control, self._connections
        if control is None or connections is None:
            raise RuntimeError("enter the host before opening episodes")
        token, path = await control.create(domain, self._foreign)
        try:
            with _as_bearer(token):
                connection = await connections.to(domain)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await control.close(token)
            raise
        return HttpEpisode(connection, control, token, self._agents + path)


_token: ContextVar[str] = ContextVar("token")
"""The token of the episode that the request being sent belongs to. The MCP client sends each
request in the context of its caller, so each finds its own episode however many are open."""


@contextmanager
def _as_bearer(token: str) -> Generator[None]:
    """Within, MCP requests belong to the episode of this token."""
    mark = _token.set(token)
    try:
        yield
    finally:
        _token.reset(mark)


class _Bearer(httpx2.Auth):
    """Sends the token of the episode along, which is how the gateway knows it."""

    def auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response]:
        """Add the header."""
        request.headers["Authorization"] = f"Bearer {_token.get()}"
        yield request


class _SharedPool(httpx2.AsyncBaseTransport):
    """Connections that many HTTP clients share; closing one of them leaves them open."""

    def __init__(self, inner: httpx2.AsyncHTTPTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Nothing: the pool outlives each client."""

    async def really_close(self) -> None:
        """Close the connections."""
        await self._inner.aclose()

    def client(
        self,
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
        **_: Any,
    ) -> httpx2.AsyncClient:
        """A client over the shared connections. It never reads proxies from the environment,
        as the gateway is addressed directly."""
        return httpx2.AsyncClient(
            transport=self,
            headers=headers,
            auth=auth,
            timeout=timeout or TIMEOUT,
            trust_env=False,
            follow_redirects=False,
        )


class _Control:
    """The control API of a gateway."""

    def __init__(self, address: GatewayAddress, client: httpx2.AsyncClient) -> None:
        self._base = address.control.rstrip("/")
        self._headers = {"Authorization": f"Bearer {address.secret}"}
        self._client = client
        self._open: dict[str, None] = {}
        self._ttl = 300.0

    async def check(self) -> str:
        """See whether the gateway is there and knows the secret; where it serves agents."""
        answer = await self._send("GET", "/status")
        try:
            return str(answer.json()["mcp"])
        except (ValueError, KeyError, TypeError):
            raise InfrastructureError(f"{self._base} is not the control API of a gateway") from None

    async def create(self, domain: str, foreign: ForeignAccess | None) -> tuple[str, str]:
        """Open an episode: its token, and the path of its MCP endpoint."""
        asked: dict[str, object] = {"domain": domain}
        if foreign:
            asked |= {"most_calls": foreign.most_calls, "line": foreign.line}
        tries = 0
        while True:
            answer = await self._send("POST", "/episodes", asked, allow=(503,))
            if answer.status_code != 503:
                found = answer.json()
                self._ttl = float(found["ttl"])
                self._open[found["token"]] = None
                return str(found["token"]), str(found["path"])
            # Episodes of ours end all the time, so it is asked sooner than it says.
            tries += 1
            if tries == TRIES_WHEN_FULL:
                raise InfrastructureError(f"the gateway is full and stayed so: {answer.text}")
            await anyio.sleep(min(float(answer.headers.get("Retry-After", 1.0)), LONGEST_WAIT))

    async def state(self, token: str, *, rest: bool = False) -> Outcome:
        """What an episode has changed and recorded; then the customer speaks, if it rests."""
        method, more = ("POST", "/rest") if rest else ("GET", "")
        found = (await self._send(method, f"/episodes/{token}{more}")).json()
        return Outcome(
            changes=Changes.model_validate(found["changes"]),
            calls=_calls.validate_python(found["calls"]),
            handed_off=found["handed_off"],
            refused=found["refused"],
        )

    async def resume(self, token: str) -> None:
        """Let the agent have its turn."""
        await self._send("POST", f"/episodes/{token}/resume")

    async def say(self, token: str, text: str) -> None:
        """Let the customer speak to an agent that has a line to them."""
        await self._send("POST", f"/episodes/{token}/messages", {"text": text})

    async def hear(self, token: str, seconds: float) -> Heard:
        """The next message of such an agent."""
        answer = await self._send("GET", f"/episodes/{token}/messages?wait={seconds:g}")
        return Heard(**answer.json())

    async def end(self, token: str, text: str) -> None:
        """Refuse all that the agent still sends; an episode that is gone is no error."""
        await self._send("POST", f"/episodes/{token}/end", {"text": text}, allow=(404,))

    async def close(self, token: str) -> None:
        """End an episode; one that has ended already, or whose gateway has, is no error."""
        self._open.pop(token, None)
        try:
            await self._send("DELETE", f"/episodes/{token}", allow=(404,))
        except InfrastructureError as error:
            # Nobody renews it any more, so it ends when its lease does.
            logger.debug("an episode could not be closed: %s", error)

    async def renew_leases(self) -> None:
        """Renew all open episodes for ever, three times in each lease."""
        while True:
            await anyio.sleep(min(self._ttl, 300.0) / 3)
            for token in list(self._open):
                if token not in self._open:
                    continue
                try:
                    await self._send("POST", f"/episodes/{token}/renew", allow=(404,))
                except InfrastructureError as error:
                    # An episode that ran out ends at its next tool call, with this reason.
                    logger.warning("an episode could not be renewed: %s", error)

    async def _send(
        self, method: str, path: str, body: object = None, allow: tuple[int, ...] = ()
    ) -> httpx2.Response:
        try:
            answer = await self._client.request(
                method, self._base + path, json=body, headers=self._headers
            )
        except httpx2.HTTPError as error:
            raise InfrastructureError(f"the gateway at {self._base}: {error!r}") from error
        if answer.status_code == 401:
            raise InfrastructureError(
                f"the gateway at {self._base} does not know the secret; set TAU_EMO_CONTROL_SECRET"
            )
        if not answer.is_success and answer.status_code not in allow:
            # The path holds the token of the episode, which is never shown.
            raise InfrastructureError(
                f"the gateway answered {answer.status_code} to {method}: {answer.text[:200]}"
            )
        return answer
