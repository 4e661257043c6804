"""The control API: whoever runs episodes opens, renews, reads and closes them here.

It has a listener and a secret of its own; nothing of it can be reached with an episode token.
"""

from collections.abc import Awaitable, Callable, Mapping

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tau_emo_servers.bearer import BearerGate
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import MOST_CALLS, Episode
from tau_emo_servers.gateway.agents import episode_path
from tau_emo_servers.gateway.episodes import Full, Opened, OpenEpisodes

VARIABLE = "TAU_EMO_CONTROL_SECRET"
"""The variable that the secret is read from."""
LONGEST_POLL = 30.0
"""Seconds that a request for the agent's next message is kept waiting at most."""
_Answer = Callable[[Request, Opened], Awaitable[Response]]


def control_app(
    domains: Mapping[str, ServedDomain], episodes: OpenEpisodes, secret: str, mcp: str
) -> BearerGate:
    """The ASGI application of the control API.

    Every request carries the secret as bearer header; otherwise it is answered with 401.

    - `POST /episodes` with `{"domain": name}`: 201 `{"token", "path", "ttl"}`; 400 if no such
      domain is served, 503 with Retry-After if all places are taken. `"most_calls": number` bounds
      its calls; `"line": true` gives the agent a tool to speak to the customer.
    - `POST /episodes/{token}/renew`: 200 `{"ttl"}`.
    - `GET /episodes/{token}`: 200 `{"changes", "calls", "refused", "handed_off",
      "internal_errors"}`.
    - `POST /episodes/{token}/rest`: the same as the last, and the agent's calls are refused until
      `POST /episodes/{token}/resume`: 204.
    - `POST /episodes/{token}/end` with `{"text": last words}`: 204; all that the agent still sends
      is refused.
    - `GET /episodes/{token}/messages?wait=seconds`: 200 `{"text", "calls", "handed_off"}`, the
      agent's next message and how many calls came before it; the text is null if there is none yet.
    - `POST /episodes/{token}/messages` with `{"text": what, "leaves": false}`: 204; the customer
      says so. These two answer 404 if the agent has no line to the customer.
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

    async def create(request: Request) -> Response:
        asked = _Asked.read(await request.body())
        domain = domains.get(asked.domain) if asked else None
        if asked is None or domain is None:
            return _problem(400, f'send {{"domain": name}}; the domains are {", ".join(domains)}')
        try:
            token = episodes.open(domain, most_calls=asked.most_calls, with_line=asked.line)
        except Full as full:
            return _problem(503, str(full), {"Retry-After": str(full.retry_after)})
        found = {"token": token, "path": episode_path(token), "ttl": episodes.ttl}
        return JSONResponse(found, status_code=201)

    async def renew(request: Request) -> Response:
        if not episodes.renew(request.path_params["token"]):
            return _GONE
        return JSONResponse({"ttl": episodes.ttl})

    def of_open(answer: _Answer) -> Callable[[Request], Awaitable[Response]]:
        """The answer for an episode that is open; 404 for any other token."""

        async def found(request: Request) -> Response:
            opened = episodes.find(request.path_params["token"])
            return _GONE if opened is None else await answer(request, opened)

        return found

    async def state(_: Request, opened: Opened) -> Response:
        return JSONResponse(_state(opened.episode))

    async def rest(_: Request, opened: Opened) -> Response:
        opened.episode.resting = True
        return JSONResponse(_state(opened.episode))

    async def resume(_: Request, opened: Opened) -> Response:
        opened.episode.resting = False
        return Response(status_code=204)

    async def end(request: Request, opened: Opened) -> Response:
        try:
            said = _Said.model_validate_json(await request.body() or b'{"text": ""}')
        except ValidationError:
            return _problem(400, 'send {"text": the last words of the customer}')
        opened.end(said.text)
        return Response(status_code=204)

    async def hear(request: Request, opened: Opened) -> Response:
        if opened.line is None:
            return _GONE
        try:
            seconds = float(request.query_params.get("wait", 0))
        except ValueError:
            return _problem(400, "wait is a number of seconds")
        written = await opened.line.hear(min(max(seconds, 0.0), LONGEST_POLL))
        return JSONResponse(
            {
                "text": written.text if written else None,
                "calls": written.calls if written else len(opened.episode.calls),
                "handed_off": opened.episode.handed_off,
            }
        )

    async def say(request: Request, opened: Opened) -> Response:
        if opened.line is None:
            return _GONE
        try:
            said = _Said.model_validate_json(await request.body())
        except ValidationError:
            return _problem(400, 'send {"text": what, "leaves": false}')
        opened.line.say(said.text, leaves=said.leaves)
        return Response(status_code=204)

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

    app = Starlette(
        routes=[
            Route("/episodes", create, methods=["POST"]),
            Route("/episodes/{token}/renew", renew, methods=["POST"]),
            Route("/episodes/{token}/rest", of_open(rest), methods=["POST"]),
            Route("/episodes/{token}/resume", of_open(resume), methods=["POST"]),
            Route("/episodes/{token}/end", of_open(end), methods=["POST"]),
            Route("/episodes/{token}/messages", of_open(hear), methods=["GET"]),
            Route("/episodes/{token}/messages", of_open(say), methods=["POST"]),
            Route("/episodes/{token}", of_open(state), methods=["GET"]),
            Route("/episodes/{token}", close, methods=["DELETE"]),
            Route("/status", status, methods=["GET"]),
        ],
    )
    return BearerGate(app, secret, VARIABLE)


def _problem(status: int, why: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": why}, status_code=status, headers=headers)


def _state(episode: Episode) -> dict[str, object]:
    """What is told of an episode."""
    return {
        "changes": episode.changes().model_dump(mode="json"),
        "calls": [call.model_dump(mode="json") for call in episode.calls],
        "refused": episode.refused,
        "handed_off": episode.handed_off,
        "internal_errors": len(episode.internal_errors),
    }


_GONE = _problem(404, "no such episode is open")


class _Asked(BaseModel):
    """What kind of episode is asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    domain: str
    most_calls: int = Field(default=MOST_CALLS, ge=1, le=MOST_CALLS)
    line: bool = False

    @classmethod
    def read(cls, body: bytes) -> "_Asked | None":
        """From the body of a request; None if it is none of these."""
        try:
            return cls.model_validate_json(body)
        except ValidationError:
            return None


class _Said(BaseModel):
    """What the customer says."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: str
    leaves: bool = False
