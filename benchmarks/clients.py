"""MCP clients for the floors: the plain FastMCP client, and what HTTP needs around it."""

import ssl
import time
from typing import Any

import httpx2
import psutil
from fastmcp import Client
from fastmcp.client.transports import ClientTransport, FastMCPTransport, StreamableHttpTransport

from benchmarks.sampling import CpuClock
from benchmarks.trivial import trivial_server

_server = trivial_server()
_context = ssl.create_default_context()


def memory_transport() -> ClientTransport:
    """The trivial server in this process."""
    return FastMCPTransport(_server)


def http_transport(url: str) -> ClientTransport:
    """A server over HTTP, with one TLS context for all clients: making one takes 50 ms."""

    def client(
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
        **_: Any,
    ) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            headers=headers, timeout=timeout, auth=auth, verify=_context, trust_env=False
        )

    return StreamableHttpTransport(url, httpx_client_factory=client)


async def raw_call(
    http: httpx2.AsyncClient, url: str, tool: str, arguments: dict[str, Any]
) -> None:
    """A tool call as one request, without an MCP client, which would be the slower part.

    Raises:
        RuntimeError: the tool failed.
    """
    answer = await http.post(
        url,
        json={
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        },
        headers={
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
        },
    )
    result = answer.raise_for_status().json()["result"]
    if result.get("isError"):
        raise RuntimeError(f"{tool} failed: {result}")


def plain_client(transport: ClientTransport) -> Client[Any]:
    """A FastMCP client as it comes."""
    return Client(transport)


def cpu_clock(*pids: int) -> CpuClock:
    """CPU seconds of this process and the others, which are counted in hundredths only."""
    if not pids:
        return time.process_time
    processes = [psutil.Process(), *map(psutil.Process, pids)]

    def seconds() -> float:
        times = [process.cpu_times() for process in processes]
        return sum(time.user + time.system for time in times)

    return seconds
