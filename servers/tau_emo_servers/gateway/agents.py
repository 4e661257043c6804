"""What agents reach: the MCP endpoint of each open episode, and nothing else."""

import re
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from anyio.to_thread import run_sync
from fastmcp.server.dependencies import get_http_request
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from tau_emo_db import base_image
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.gateway.episodes import Opened, OpenEpisodes
from tau_emo_servers.line import Line
from tau_emo_servers.listening import HEALTH
from tau_emo_servers.mcp import http_app

_PATH = re.compile(r"/e/([A-Za-z0-9_-]{43})/mcp/?")
_BEARER_PATHS = ("/mcp", "/mcp/")
_OPENED = "tau_emo.opened"


def episode_path(token: str) -> str:
    """The path of an episode's MCP endpoint."""
    return f"/e/{token}/mcp"


def agent_app(
    domains: Iterable[ServedDomain],
    episodes: OpenEpisodes,
    *,
    allowed_hosts: Sequence[str] | None = None,
    allowed_origins: Sequence[str] | None = None,
) -> Starlette:
    """The ASGI application that agents reach.

    It serves `/e/<token>/mcp`, `/mcp` with the token as bearer header, and `/health`. While
    it starts it builds the base data of its domains, so no episode waits for that.

    Args:
        domains: the domains to serve.
        episodes: the open episodes.
        allowed_hosts: names that the Host header may hold beside the loopback ones.
        allowed_origins: origins that browsers may call from.
    """
    served = tuple(domains)
    apps = {
        domain.name: http_app(
            domain, _episode_of_request, allowed_hosts, allowed_origins, _line_of_request
        )
        for domain in served
    }

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with AsyncExitStack() as running:
            for domain in served:
                await run_sync(base_image, domain.data)
                app = apps[domain.name]
                await running.enter_async_context(app.lifespan(app))
            yield
            episodes.close_all()

    return Starlette(
        routes=[HEALTH, Mount("", app=_Gate(apps, episodes))],
        lifespan=lifespan,
    )


class _Gate:
    """Answers 404 unless the request names an open episode; then serves that episode."""

    def __init__(self, apps: Mapping[str, ASGIApp], episodes: OpenEpisodes) -> None:
        self._apps = apps
        self._episodes = episodes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = _token(scope) if scope["type"] == "http" else None
        opened = self._episodes.find(token) if token else None
        if opened is None:
            await _NOT_FOUND(scope, receive, send)
            return
        inner = {
            **scope,
            "path": "/mcp",
            "raw_path": b"/mcp",
            "root_path": "",
            _OPENED: opened,
        }
        await self._apps[opened.episode.domain.name](inner, receive, send)


_NOT_FOUND = PlainTextResponse(
    "there is no such episode\n",
    status_code=404,
    # The body was not read, so the connection is of no more use.
    headers={"Connection": "close"},
)


def _token(scope: Scope) -> str | None:
    """The token that the path names, or on `/mcp` the bearer header."""
    path = scope["path"]
    match = _PATH.fullmatch(path)
    if match:
        return match[1]
    if path in _BEARER_PATHS:
        scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    return None


def _opened_of_request() -> Opened:
    return get_http_request().scope[_OPENED]


def _episode_of_request() -> Episode:
    return _opened_of_request().episode


def _line_of_request() -> Line | None:
    return _opened_of_request().line
