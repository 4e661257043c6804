"""Run the gateway: one process, two listeners."""

import asyncio
import secrets
from dataclasses import dataclass

from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names
from tau_emo_servers.gateway.agents import agent_app
from tau_emo_servers.gateway.control import control_app
from tau_emo_servers.gateway.episodes import OpenEpisodes
from tau_emo_servers.listening import (
    Listening,
    listener_on,
    require_allowed_hosts,
    serve_until_stopped,
    url_of,
)

_LOOPBACK = "127.0.0.1"


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
    require_allowed_hosts(options.host, options.allowed_hosts)
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
        listener_on(options.host, options.port) as agents,
        listener_on(_LOOPBACK, options.control_port) as control,
    ):
        ready = {"mcp": url_of(agents), "control": url_of(control)}
        servers = (
            Listening(public, agents),
            Listening(control_app(domains, episodes, secret, ready["mcp"]), control),
        )
        if not options.secret:
            ready["secret"] = secret
        await serve_until_stopped(servers, ready, exit_with_stdin=options.exit_with_stdin)
