"""The control API: whoever runs episodes opens, renews, reads and closes them here.

It has a listener and a secret of its own; nothing of it can be reached with an episode token.
"""

import hmac
import json
from collections.abc import Mapping
from typing import Any, cast

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.gateway.agents import episode_path
from tau_emo_servers.gateway.episodes import Full, OpenEpisodes


def control_app(
    domains: Mapping[str, ServedDomain], episodes: OpenEpisodes, secret: str, mcp: str
) -> Starlette:
    """The ASGI application of the control API.

    Every request carries the secret as bearer header; otherwise it is answered with 401.

    - `POST /episodes` with `{"domain": name}`: 201 `{"token", "path", "ttl"}`; 400 if no such
      domain is served, 503 with Retry-After if all places are taken.
    - `POST /episodes/{token}/renew`: 200 `{"ttl"}`.
    - `GET /episodes/{token}`: 200 `{"changes", "calls", "handed_off", "internal_errors"}`.
    - `DELETE /episodes/{token}`: 204.
    - `GET /status`: 200 `{"domains", "episodes", "max_episodes", "mcp"}`.

    A token without an open episode is answered with 404.

    Args:
        domains: the served domains by name.
        episodes: the open episodes, shared with the application agents reach.
        secret: what callers must know; ASCII without blanks or line breaks at its ends, not empty.
        mcp: the URL that the paths of episodes are added to.

    Raises:
        ValueError: the secret is empty, or no header can carry it.
    """
    if not secret:
        raise ValueError("the control API needs a secret that is not empty")
    if not secret.isascii() or not secret.isprintable() or secret != secret.strip():
        raise ValueError(
            "the secret of the control API holds line breaks, blanks at its ends or characters "
            "beyond ASCII, which no header carries; choose another TAU_EMO_CONTROL_SECRET"
        )

    async def create(request: Request) -> Response:
        name = _domain_named(await request.body())
        domain = domains.get(name) if name is not None else None
        if domain is None:
            return _problem(400, f'send {{"domain": name}}; the domains are {", ".join(domains)}')
        try:
            token = episodes.open(domain)
        except Full as full:
            return _problem(503, str(full), {"Retry-After": str(full.retry_after)})
        found = {"token": token, "path": episode_path(token), "ttl": episodes.ttl}
        return JSONResponse(found, status_code=201)

    async def renew(request: Request) -> Response:
        if not episodes.renew(request.path_params["token"]):
            return _GONE
        return JSONResponse({"ttl": episodes.ttl})

    async def state(request: Request) -> Response:
        episode = episodes.find(request.path_params["token"])
        if episode is None:
            return _GONE
        return JSONResponse(
            {
                "changes": episode.changes().model_dump(mode="json"),
                "calls": [call.model_dump(mode="json") for call in episode.calls],
                "handed_off": episode.handed_off,
                "internal_errors": len(episode.internal_errors),
            }
        )

    async def close(request: Request) -> Response:
        if not episodes.close(request.path_params["token"]):
            return _GONE
        return Response(status_code=204)

    async def status(_: Request) -> Response:
        return JSONResponse(
            {
                "domains": list(domains),
                "episodes": len(episodes),
                "max_episodes": episodes.most,
                "mcp": mcp,
            }
        )

    return Starlette(
        routes=[
            Route("/episodes", create, methods=["POST"]),
            Route("/episodes/{token}/renew", renew, methods=["POST"]),
            Route("/episodes/{token}", state, methods=["GET"]),
            Route("/episodes/{token}", close, methods=["DELETE"]),
            Route("/status", status, methods=["GET"]),
        ],
        middleware=[Middleware(_Secret, secret=secret)],
    )


class _Secret:
    """Lets only those pass who know the secret."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self._app = app
        self._expected = f"Bearer {secret}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = Headers(scope=scope).get("authorization", "")
            if not hmac.compare_digest(given.encode("latin-1"), self._expected):
                await _problem(401, "send the control secret as bearer header")(
                    scope, receive, send
                )
                return
        await self._app(scope, receive, send)


def _problem(status: int, why: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": why}, status_code=status, headers=headers)


_GONE = _problem(404, "no such episode is open")


def _domain_named(body: bytes) -> str | None:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict):
        return None
    name = cast("dict[str, Any]", sent).get("domain")
    return name if isinstance(name, str) else None
