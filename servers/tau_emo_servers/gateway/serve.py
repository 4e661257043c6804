"""Run the gateway: one process, two listeners."""

import asyncio
import json
import os
import secrets
import signal
import socket
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address

import uvicorn
from starlette.types import ASGIApp

from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names
from tau_emo_servers.gateway.agents import agent_app
from tau_emo_servers.gateway.control import control_app
from tau_emo_servers.gateway.episodes import OpenEpisodes

_LOOPBACK = "127.0.0.1"
_GRACE = 5


@dataclass(frozen=True)
class GatewayOptions:
    """How the gateway is run."""

    host: str = _LOOPBACK
    """The address agents reach; anything but loopback needs `allowed_hosts`."""
    port: int = 0
    """The port agents reach; 0 takes any free one."""
    control_port: int = 0
    """The port of the control API, always on loopback; 0 takes any free one."""
    domains: tuple[str, ...] = ()
    """The domains served; empty: all."""
    allowed_hosts: tuple[str, ...] = ()
    """Names that the Host header may hold beside the loopback ones."""
    allowed_origins: tuple[str, ...] = ()
    """Origins that browsers may call from."""
    episode_ttl: float = 300.0
    """Seconds until an episode whose lease is not renewed ends."""
    max_episodes: int = 1000
    """How many episodes may be open at once."""
    secret: str = ""
    """The secret of the control API; empty: one is made and printed."""
    exit_with_stdin: bool = False
    """Stop when standard input closes, so that a gateway never outlives its starter."""


def run_gateway(options: GatewayOptions) -> None:
    """Serve until SIGTERM or SIGINT. When ready, one JSON line on stdout tells the addresses.

    The line holds `mcp` (the URL agents' paths are added to), `control` and, if it was made
    here, `secret`.

    Raises:
        ValueError: an option is wrong.
        KeyError: there is no such domain.
        OSError: a port cannot be had.
    """
    asyncio.run(serve_gateway(options))


async def serve_gateway(options: GatewayOptions) -> None:
    """Serve until SIGTERM, SIGINT or cancellation; see `run_gateway`."""
    if not _is_loopback(options.host) and not options.allowed_hosts:
        raise ValueError(
            f"serving on {options.host} needs the names agents use, as allowed hosts "
            '("*": any name)'
        )
    names = options.domains or served_domain_names()
    domains: dict[str, ServedDomain] = {name: served_domain(name) for name in names}
    episodes = OpenEpisodes(options.episode_ttl, options.max_episodes)
    secret = options.secret or secrets.token_urlsafe(32)
    public = agent_app(
        domains.values(),
        episodes,
        allowed_hosts=options.allowed_hosts or None,
        allowed_origins=options.allowed_origins or None,
    )
    with (
        _listener(options.host, options.port) as agents,
        _listener(_LOOPBACK, options.control_port) as control,
    ):
        servers = (
            _Listening(public, agents),
            _Listening(control_app(domains, episodes, secret), control),
        )
        ready = {"mcp": _url(agents), "control": _url(control)}
        if not options.secret:
            ready["secret"] = secret
        await _serve(servers, ready, options.exit_with_stdin)


async def _serve(
    servers: Sequence["_Listening"], ready: dict[str, str], exit_with_stdin: bool
) -> None:
    def stop() -> None:
        for server in servers:
            server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    watching = loop.create_task(_stdin_closed()) if exit_with_stdin else None
    if watching:
        watching.add_done_callback(lambda _: stop())
    try:
        async with asyncio.TaskGroup() as tasks:
            for server in servers:
                tasks.create_task(server.serve([server.listener]))
            for server in servers:
                await server.listening.wait()
            sys.stdout.write(json.dumps(ready) + "\n")
            sys.stdout.flush()
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        if watching:
            watching.cancel()
    if watching and watching.done() and not watching.cancelled():
        watching.result()  # standard input could not be watched


class _Listening(uvicorn.Server):
    """A server beside another one: it leaves signals to the process and tells when it listens."""

    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,  # the paths hold tokens
                log_level="warning",
                log_config=None,
                server_header=False,
                ws="none",
                timeout_graceful_shutdown=_GRACE,
            )
        )
        self.listener = listener
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends small packets at once (TCP_NODELAY) only on
    # sockets that name it; otherwise each answer waits 40 ms for the client's delayed ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
    return listener


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


async def _stdin_closed() -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while await reader.read(4096):
        pass
