"""A real HTTP server on the loopback interface, in a thread, for as long as a test needs it."""

import socket
import threading
from types import TracebackType
from typing import Self

import uvicorn
from starlette.applications import Starlette


class Loopback:
    """Serves an application on a free port while entered.

    Args:
        app: the application.
    """

    def __init__(self, app: Starlette) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self._server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_level=60,  # faults are meant, or told to whoever asks
                lifespan="off",
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )

    @property
    def url(self) -> str:
        """The base URL of an API of models."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=10)
        self._socket.close()
