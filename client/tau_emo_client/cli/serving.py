"""`tau-emo serve` and `tau-emo gateway`: domains over MCP."""

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tau_emo_client.cli.problems import UsageProblem
from tau_emo_client.cli.suites import SuiteOption, editions, opened

MOST_PORT = 65_535
ALL = "all"

HostOption = Annotated[
    str, typer.Option("--host", envvar="TAU_EMO_HOST", help="The address to listen on.")
]
AllowedHostOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-host",
        envvar="TAU_EMO_ALLOWED_HOST",
        help="A name that clients may call this host by; may be repeated.",
    ),
]
AllowedOriginOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-origin",
        envvar="TAU_EMO_ALLOWED_ORIGIN",
        help="An origin that browsers may call from; may be repeated.",
    ),
]
TtlOption = Annotated[
    float,
    typer.Option(
        "--episode-ttl", envvar="TAU_EMO_EPISODE_TTL", help="Seconds a lease on an episode lasts."
    ),
]
MostOption = Annotated[
    int,
    typer.Option(
        "--max-episodes", envvar="TAU_EMO_MAX_EPISODES", help="Episodes open at once at most."
    ),
]
ControlPortOption = Annotated[
    int,
    typer.Option(
        "--control-port",
        envvar="TAU_EMO_CONTROL_PORT",
        min=0,
        max=MOST_PORT,
        help="The port of the control API, on loopback; 0: any.",
    ),
]


def serve(
    domains: Annotated[
        list[str] | None, typer.Argument(help=f"Domains to serve; `{ALL}`: every one.")
    ] = None,
    suite: SuiteOption = None,
    stdio: Annotated[
        bool, typer.Option("--stdio", envvar="TAU_EMO_STDIO", help="Over stdin and stdout.")
    ] = False,
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            "--db",
            envvar="TAU_EMO_STATE",
            help="A file that keeps the state of one domain; without it: a scratch copy.",
        ),
    ] = None,
    host: HostOption = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            "-p",
            envvar="TAU_EMO_PORT",
            min=0,
            max=MOST_PORT,
            help="The port to listen on; 0: any.",
        ),
    ] = 8000,
    allowed_host: AllowedHostOption = None,
    allowed_origin: AllowedOriginOption = None,
    as_gateway: Annotated[
        bool,
        typer.Option("--gateway", envvar="TAU_EMO_SERVE_GATEWAY", help="As `tau-emo gateway`."),
    ] = False,
    control_port: ControlPortOption = 0,
    episode_ttl: TtlOption = 300.0,
    max_episodes: MostOption = 1000,
) -> None:
    """Serve domains over MCP: over HTTP at /DOMAIN/mcp (one alone also at /mcp), or stdio.

    Over HTTP, one JSON line on stdout tells the address of each domain when all are ready. If
    TAU_EMO_SERVE_SECRET is set, clients must send it as bearer token.
    """
    if as_gateway:
        gateway(
            domains,
            host,
            port,
            control_port,
            allowed_host,
            allowed_origin,
            episode_ttl,
            max_episodes,
            suite,
        )
        return
    if not domains:
        raise UsageProblem(f"name the domains to serve, or {ALL}, or use --gateway")
    one = len(domains) == 1 and domains != [ALL]
    if state and not one:
        raise UsageProblem("--state keeps the state of one domain; serve one")
    if stdio and not one:
        raise UsageProblem("--stdio serves one domain")
    import anyio

    from tau_emo_db import StateFileError
    from tau_emo_servers.domain import served_domain, served_domain_names
    from tau_emo_servers.standalone import VARIABLE, serve_http, serve_stdio

    if suite:
        domains = [*editions(opened(suite), () if domains == [ALL] else domains)]
    elif domains == [ALL]:
        domains = list(served_domain_names())
    try:
        served = [served_domain(name) for name in domains]
    except KeyError as error:
        raise UsageProblem(error.args[0]) from error
    try:
        if stdio:
            run = partial(serve_stdio, served[0], state)
        else:
            run = partial(
                serve_http,
                served,
                state,
                host=host,
                port=port,
                allowed_hosts=allowed_host or None,
                allowed_origins=allowed_origin or None,
                secret=_serve_secret(VARIABLE),
            )
        anyio.run(run)
    except (StateFileError, OSError, ValueError) as error:
        raise UsageProblem(str(error)) from error


def _serve_secret(variable: str) -> str:
    """The secret of the servers; empty if the variable is not set.

    Raises:
        ValueError: it is set and blank: whoever sets it wants no open door.
    """
    from tau_emo_client.endpoint.given import secret_from

    secret = secret_from(variable)
    if not secret and variable in os.environ:
        raise ValueError(f"{variable} is set and blank; set it to a secret, or unset it")
    return secret


def gateway(
    domains: Annotated[list[str] | None, typer.Argument(help="Domains; default: all.")] = None,
    host: HostOption = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            "-p",
            envvar="TAU_EMO_PORT",
            min=0,
            max=MOST_PORT,
            help="The port; 0: any.",
        ),
    ] = 0,
    control_port: ControlPortOption = 0,
    allowed_host: AllowedHostOption = None,
    allowed_origin: AllowedOriginOption = None,
    episode_ttl: TtlOption = 300.0,
    max_episodes: MostOption = 1000,
    suite: SuiteOption = None,
) -> None:
    """Serve episodes. When ready, one JSON line on stdout tells the addresses.

    The secret of the control API is read from TAU_EMO_CONTROL_SECRET; without it one is
    made and printed.
    """
    from tau_emo_servers.gateway import GatewayOptions, run_gateway

    if suite:
        domains = [*editions(opened(suite), domains or ())]
    try:
        run_gateway(
            GatewayOptions(
                host=host,
                port=port,
                control_port=control_port,
                domains=tuple(domains or ()),
                allowed_hosts=tuple(allowed_host or ()),
                allowed_origins=tuple(allowed_origin or ()),
                episode_ttl=episode_ttl,
                max_episodes=max_episodes,
                secret=os.environ.get("TAU_EMO_CONTROL_SECRET", ""),
            )
        )
    except KeyError as error:
        raise UsageProblem(error.args[0]) from error
    except (ValueError, OSError) as error:
        raise UsageProblem(str(error)) from error
