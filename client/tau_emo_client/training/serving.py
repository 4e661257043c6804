"""A server of a trained model, started for an evaluation and ended after it."""

import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tau_emo_client.training.recipe import TrainingError

TRANSFORMERS, VLLM = SERVERS = ("transformers", "vllm")
"""What can serve a model: the server of this package, and vLLM's."""
STARTING = 1800.0
"""Seconds a server may take to load a model."""
ENDING = 15.0
LOOPBACK = "127.0.0.1"


def command(server: str, model: Path, name: str, port: int) -> list[str]:
    """The command that serves a model.

    Args:
        server: one of `SERVERS`; vLLM is told to read calls and thoughts as Qwen3 writes them.
        model: its folder.
        name: what it is called.
        port: of the loopback interface.
    """
    if server == VLLM:
        return [
            "vllm", "serve", str(model),
            "--served-model-name", name,
            "--host", LOOPBACK,
            "--port", str(port),
            "--enable-auto-tool-choice",
            "--tool-call-parser", "hermes",
            "--reasoning-parser", "qwen3",
        ]  # fmt: skip
    module = "tau_emo_client.training.server"
    return [sys.executable, "-m", module, str(model), "--name", name, "--port", str(port)]


@contextmanager
def served(server: str, model: Path, name: str, port: int) -> Generator[str]:
    """Serve a model; gives the address of its endpoint.

    Args:
        server: which one.
        model: its folder.
        name: what it is called.
        port: of the loopback interface.

    Raises:
        TrainingError: the port is taken, or the server does not start.
    """
    _see_free(port)
    words = command(server, model, name, port)
    try:
        process = subprocess.Popen(words, stdout=sys.stderr)  # noqa: S603 - made above
    except OSError as error:
        raise TrainingError(f"{words[0]} cannot be started: {error}") from error
    try:
        _wait(process, port)
        yield f"http://{LOOPBACK}:{port}/v1"
    finally:
        process.terminate()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _see_free(port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((LOOPBACK, port))
        except OSError as error:
            raise TrainingError(f"port {port} is taken; choose another --port") from error


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Wait until the server answers."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        if process.poll() is not None:
            raise TrainingError(
                f"the server of the model ended with status {process.returncode}; see above"
            )
        connection = HTTPConnection(LOOPBACK, port, timeout=5)
        try:
            connection.request("GET", "/v1/models")
            if connection.getresponse().status < 500:
                return
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(0.2)
    raise TrainingError(f"the server of the model did not answer within {STARTING:.0f} s")
