"""Domains as servers of their own: over HTTP, over stdio, or for `fastmcp run`."""

import logging
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from fastmcp import FastMCP
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp

from tau_emo_db import EpisodeState
from tau_emo_servers.bearer import BearerGate
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import MOST_CALLS, Episode
from tau_emo_servers.listening import (
    HEALTH,
    Listening,
    is_loopback,
    listener_on,
    require_allowed_hosts,
    serve_until_stopped,
    url_of,
)
from tau_emo_servers.mcp import domain_server, http_app

VARIABLE = "TAU_EMO_SERVE_SECRET"
"""The variable that the secret of servers without a gateway is read from."""

logger = logging.getLogger("tau_emo")


def standalone_server(domain: ServedDomain, path: Path | None = None) -> FastMCP[Any]:
    """One domain as an MCP server with a single episode, as `fastmcp run` expects it.

    After a hand-off the episode stays closed.

    Args:
        domain: the domain to serve.
        path: a file that keeps the state; None: a scratch copy.

    Raises:
        StateFileError: the file holds no state of this domain.
    """
    episode = Episode(domain, EpisodeState.open(domain.data, path=path))
    return domain_server(domain, lambda: episode)


async def serve_stdio(domain: ServedDomain, path: Path | None = None) -> None:
    """Serve one episode of the domain over standard input and output until the input closes.

    Args:
        domain: the domain to serve.
        path: a file that keeps the state; None: a scratch copy.

    Raises:
        StateFileError: the file holds no state of this domain.
    """
    episode = Episode(domain, EpisodeState.open(domain.data, path=path))
    try:
        await domain_server(domain, lambda: episode).run_stdio_async(
            show_banner=False, log_level="WARNING"
        )
    finally:
        episode.close()


def standalone_app(
    domains: Iterable[ServedDomain],
    path: Path | None = None,
    *,
    allowed_hosts: Sequence[str] | None = None,
    allowed_origins: Sequence[str] | None = None,
    secret: str = "",
) -> Starlette:
    """Domains over HTTP: each at `/<domain>/mcp`, a single one also at `/mcp`.

    All clients of a domain work on one state. A hand-off ends a conversation; the next call
    begins another one on the same state.

    Args:
        domains: the domains to serve.
        path: a file that keeps the state of a single domain; None: scratch copies.
        allowed_hosts: names that the Host header may hold beside the loopback ones.
        allowed_origins: origins that browsers may call from.
        secret: what clients must send as bearer header; empty: whoever reaches them is served.

    Raises:
        ValueError: no domain, one file for several domains, or a secret that no header can carry.
    """
    served = tuple(domains)
    if not served:
        raise ValueError("name at least one domain to serve")
    if path and len(served) > 1:
        raise ValueError("one file keeps the state of one domain; serve one, or leave the file out")
    desks = [_Desk(domain, path) for domain in served]
    apps = {
        desk.domain.name: http_app(desk.domain, desk.episode, allowed_hosts, allowed_origins)
        for desk in desks
    }

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with AsyncExitStack() as running:
            for app in apps.values():
                await running.enter_async_context(app.lifespan(app))
            yield
        for desk in desks:
            desk.close()

    gates: dict[str, ASGIApp] = {
        name: BearerGate(app, secret, VARIABLE) if secret else app for name, app in apps.items()
    }
    routes: list[BaseRoute] = [HEALTH]
    routes += [Mount(f"/{name}", app=gate) for name, gate in gates.items()]
    if len(served) == 1:
        routes.append(Mount("", app=gates[served[0].name]))
    return Starlette(routes=routes, lifespan=lifespan)


async def serve_http(
    domains: Iterable[ServedDomain],
    path: Path | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    allowed_hosts: Sequence[str] | None = None,
    allowed_origins: Sequence[str] | None = None,
    secret: str = "",
) -> None:
    """Serve `standalone_app` until SIGTERM, SIGINT or cancellation.

    When ready, one JSON line on stdout tells the URL of each domain.

    Args:
        domains: the domains to serve.
        path: a file that keeps the state of a single domain; None: scratch copies.
        host: the address to listen on; anything but loopback needs `allowed_hosts`.
        port: the port; 0 takes any free one.
        allowed_hosts: names that the Host header may hold beside the loopback ones.
        allowed_origins: origins that browsers may call from.
        secret: what clients must send as bearer header; empty: whoever reaches them is served,
            with a warning unless they listen on loopback.

    Raises:
        ValueError: an argument is wrong.
        OSError: the port or the file cannot be had.
    """
    served = tuple(domains)
    require_allowed_hosts(host, allowed_hosts)
    app = standalone_app(
        served,
        path,
        allowed_hosts=allowed_hosts,
        allowed_origins=allowed_origins,
        secret=secret,
    )
    if not secret and not is_loopback(host):
        logger.warning(
            "whoever reaches %s may call every tool; set %s to ask for a bearer token",
            host,
            VARIABLE,
        )
    with listener_on(host, port) as listener:
        ready = {domain.name: f"{url_of(listener)}/{domain.name}/mcp" for domain in served}
        await serve_until_stopped([Listening(app, listener)], ready)


class _Desk:
    """One state and the conversation going on over it."""

    def __init__(self, domain: ServedDomain, path: Path | None) -> None:
        self.domain = domain
        self._state = EpisodeState.open(domain.data, path=path)
        self._episode = Episode(domain, self._state)

    def episode(self) -> Episode:
        """The conversation going on, or a new one after a hand-off or very many calls."""
        if self._episode.handed_off or len(self._episode.calls) >= MOST_CALLS:
            self._episode = Episode(self.domain, self._state)
        return self._episode

    def close(self) -> None:
        """Give the state back."""
        self._state.close()
