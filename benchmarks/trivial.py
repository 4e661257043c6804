"""The floor of a tool call: a FastMCP server whose tools do nothing.

`python -m benchmarks.trivial` serves it over HTTP as the gateway serves a domain.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastmcp import FastMCP
from fastmcp.tools import Tool

from tau_emo_servers.listening import Listening, listener_on, serve_until_stopped, url_of

TOOLS = 15
"""How many tools there are to list, as many as a domain has."""

TOOL, ARGUMENTS = "echo_0", {"text": "#W5830214"}
"""The call that is measured."""


async def _echo(text: str) -> str:
    """Give the text back.

    Args:
        text: the text.
    """
    return text


def trivial_server() -> FastMCP[None]:
    """A server with trivial tools, without output schemas, as ours."""
    return FastMCP(
        "trivial",
        tools=[
            Tool.from_function(_echo, name=f"echo_{number}", output_schema=None)
            for number in range(TOOLS)
        ],
    )


@dataclass(frozen=True)
class ServerProcess:
    """A server in a process of its own."""

    url: str
    pid: int


@asynccontextmanager
async def trivial_process() -> AsyncGenerator[ServerProcess]:
    """The trivial server over HTTP, in a process of its own."""
    process = await create_subprocess_exec(
        sys.executable, "-m", "benchmarks.trivial", stdin=PIPE, stdout=PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        ready = json.loads(await process.stdout.readline())
        yield ServerProcess(f"{ready['mcp']}/mcp", process.pid)
    finally:
        process.stdin.close()
        await process.wait()


async def _serve() -> None:
    app = trivial_server().http_app(
        path="/mcp", json_response=True, stateless_http=True, host_origin_protection="auto"
    )
    with listener_on("127.0.0.1", 0) as listener:
        await serve_until_stopped(
            (Listening(app, listener),), {"mcp": url_of(listener)}, exit_with_stdin=True
        )


if __name__ == "__main__":
    asyncio.run(_serve())
