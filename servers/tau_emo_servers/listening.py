"""Listening sockets and the servers on them, until the process is told to stop."""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address

import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send


async def _health(_: Request) -> JSONResponse:
    return JSONResponse({"status": "ok"})


HEALTH = Route("/health", _health)
"""Answers `{"status": "ok"}` to whoever asks."""

SENT_WITHIN = 60.0
"""Seconds in which the body of a request must have arrived."""
_GRACE = 5
"""Seconds that requests in flight are given when the process stops."""


async def serve_until_stopped(
    servers: Sequence["Listening"], ready: Mapping[str, str] | str, *, exit_with_stdin: bool = False
) -> None:
    """Run the servers in this process until SIGTERM, SIGINT or cancellation.

    Args:
        servers: what to run.
        ready: printed on stdout as soon as all of them listen: an object as one JSON line, a
            text as it is.
        exit_with_stdin: stop when standard input closes.

    Raises:
        OSError: standard input cannot be watched.
    """

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
            sys.stdout.write((ready if isinstance(ready, str) else json.dumps(ready)) + "\n")
            sys.stdout.flush()
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        if watching:
            watching.cancel()
    if watching and watching.done() and not watching.cancelled():
        watching.result()  # standard input could not be watched


class Listening(uvicorn.Server):
    """A server beside another one: it leaves signals to the process and tells when it listens."""

    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                _within_time(_without_disconnects(app)),
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


def listener_on(host: str, port: int) -> socket.socket:
    """A socket bound to the address.

    Args:
        host: an address or a name of this machine.
        port: the port; 0 takes any free one.

    Raises:
        OSError: the address cannot be had.
    """
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


def url_of(listener: socket.socket) -> str:
    """The URL at which this machine reaches what listens there."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "::1" if ":" in host else "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """True if only this machine reaches the address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def require_allowed_hosts(host: str, allowed_hosts: Sequence[str] | None) -> None:
    """Refuse to serve other machines without a word on the names they use.

    Raises:
        ValueError: the address is not loopback and no host is allowed.
    """
    if not is_loopback(host) and not allowed_hosts:
        raise ValueError(
            f"serving on {host} needs the names that clients use, as allowed hosts "
            '(--allowed-host NAME; "*": any name)'
        )


def _within_time(app: ASGIApp) -> ASGIApp:
    """The application, with 408 for requests whose body does not arrive in time.

    For the application such a client has gone away.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        until = asyncio.get_running_loop().time() + SENT_WITHIN
        arrived = given_up = False

        async def hear() -> Message:
            nonlocal arrived, given_up
            if arrived:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                await _TOO_SLOW(scope, receive, send)
                arrived = given_up = True
                return {"type": "http.disconnect"}
            arrived = not message.get("more_body", False)
            return message

        async def tell(message: Message) -> None:
            if not given_up:
                await send(message)

        await app(scope, hear, tell)

    return serve


_TOO_SLOW = PlainTextResponse(
    "the request did not arrive in time\n", status_code=408, headers={"Connection": "close"}
)


def _without_disconnects(app: ASGIApp) -> ASGIApp:
    """The application, silent about clients that go away in the middle of a request.

    Nobody is left to answer, and nothing has been done: a request is read as a whole first.
    """
    logging.getLogger("mcp.server.streamable_http").addFilter(_is_no_disconnect)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(ClientDisconnect):
            await app(scope, receive, send)

    return serve


def _is_no_disconnect(record: logging.LogRecord) -> bool:
    return record.exc_info is None or not isinstance(record.exc_info[1], ClientDisconnect)


async def _stdin_closed() -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while await reader.read(4096):
        pass
