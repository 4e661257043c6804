"""The pages of the viewer over HTTP: they can be read, and nothing else."""

import gc
import re
from collections.abc import Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tau_emo_client.run.store import RunError
from tau_emo_client.viewer.compare import compared
from tau_emo_client.viewer.conversation import Shown, shown_episode
from tau_emo_client.viewer.index import PAGE, Row
from tau_emo_client.viewer.library import Library
from tau_emo_client.viewer.pages import compare_address, render
from tau_emo_client.viewer.selection import Selection
from tau_emo_servers.listening import HEALTH

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""What goes with every answer: no page of others may frame, load or read it, and nothing in it runs
but our own script."""

_NAME = re.compile(r"\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)*|\[[0-9a-fA-F:.]+\]")


def viewer_app(library: Library, allowed_hosts: Sequence[str] = ()) -> Starlette:
    """The viewer.

    A page of another site cannot read it: it must be asked for by a name in `allowed_hosts` or a
    loopback one, which no such page has, whatever its name resolves to.

    Args:
        library: the runs that are shown.
        allowed_hosts: names that the Host header may hold beside the loopback ones; "*": any.

    Raises:
        ValueError: one of them is no name.
    """
    for name in allowed_hosts:
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"{name!r} is no allowed host: it is a name or address without port, "
                '"*.name" for all names below it, or "*" for any'
            )
    pages = _Pages(library)
    return Starlette(
        routes=[
            HEALTH,
            Route("/", pages.episodes, methods=["GET"]),
            Route("/episode/{run}/{id:path}", pages.episode, methods=["GET"]),
            Route("/compare", pages.compare, methods=["GET"]),
            Mount("/static", StaticFiles(packages=[("tau_emo_client.viewer", "static")])),
        ],
        middleware=[
            Middleware(_Guard),
            Middleware(
                TrustedHostMiddleware,
                allowed_hosts=[*LOOPBACK, *allowed_hosts],
                www_redirect=False,
            ),
        ],
        exception_handlers={HTTPException: _refused, RunError: _unreadable},
    )


def warm_up(library: Library) -> None:
    """Write one page of each domain, so that nobody waits for base data, tasks and templates.

    What is held by then stays to the end. The garbage collector would look through all of it again
    and again, half a second each time, so it is taken out of its sight.

    Args:
        library: the runs that are shown.
    """
    pages = _Pages(library)
    for domain, _ in library.index.options()["domain"]:
        selection = Selection().only("domain", domain)
        first, *_ = library.index.page(selection)
        pages.conversation(first, selection)
        pages.list(selection)
    gc.collect()
    gc.freeze()


class _Pages:
    def __init__(self, library: Library) -> None:
        self._library = library
        self._index = library.index

    def episodes(self, request: Request) -> Response:
        """The list."""
        self._library.refresh()
        return self.list(Selection.read(request.query_params))

    def list(self, selection: Selection) -> Response:
        """The page of a selection, or its last one."""
        counts = self._index.counts(selection)
        last = max(1, -(-counts.episodes // PAGE))
        if selection.page > last:
            selection = selection.at(last)
        return render(
            "episodes.html",
            selection=selection,
            rows=self._index.page(selection),
            counts=counts,
            last=last,
            options=self._index.options(),
            runs=self._library.runs,
            by_run=self._index.by_run(),
        )

    def episode(self, request: Request) -> Response:
        """One conversation."""
        self._library.refresh()
        row = self._row(request.path_params["run"], request.path_params["id"])
        return self.conversation(row, Selection.read(request.query_params))

    def conversation(self, row: Row, selection: Selection) -> Response:
        """An episode within a selection."""
        same = [one for one in self._index.of_task(row.task) if one.number != row.number]
        return render(
            "episode.html",
            shown=self._shown(row),
            selection=selection,
            where=self._index.neighbours(row, selection),
            same=same,
        )

    def compare(self, request: Request) -> Response:
        """Two conversations side by side."""
        self._library.refresh()
        asked = [request.query_params.get(side, "") for side in ("left", "right")]
        left, right = (self._row(*one.partition("/")[::2]) for one in asked)
        if left.task != right.task:
            raise HTTPException(
                400, f"{left.id} and {right.id} are of two tasks; only one task can be compared"
            )
        return render(
            "compare.html",
            both=compared(self._shown(left), self._shown(right)),
            turned=compare_address(right, left),
            same=self._index.of_task(left.task),
            left=left,
            right=right,
        )

    def _row(self, run: str, episode: str) -> Row:
        row = self._index.find(run, episode)
        if row is not None:
            return row
        if self._library.run(run) is None:
            raise HTTPException(404, f"no run {run!r} is shown here")
        raise HTTPException(404, f"the run {run!r} has no episode {episode!r}")

    def _shown(self, row: Row) -> Shown:
        run = self._library.run(row.run)
        assert run is not None
        return shown_episode(run, self._library.record(row))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, error.detail, error.headers)


async def _unreadable(request: Request, error: Exception) -> Response:
    return _problem(503, str(error))


def _problem(status: int, text: str, headers: Any = None) -> HTMLResponse:
    response = render("problem.html", status=status, text=text)
    response.status_code = status
    response.headers.update(headers or {})
    return response


class _Guard:
    """Lets GET and HEAD through, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app if scope["method"] in ("GET", "HEAD") else _ONLY_READ
        await app(scope, receive, guarded)


_ONLY_READ = PlainTextResponse(
    "the viewer can only be read\n", status_code=405, headers={"Allow": "GET, HEAD"}
)
