"""Goal 3: one tool call, beside a tool that does nothing, on the same transport and client.

In every domain the figure of a read is the mean over all its read tools that ask the database, each
called equally often, and that of a write is the mean over its write tools; see `benchmarks.desks`.
"""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psutil
from fastmcp.client.transports import ClientTransport

from benchmarks.clients import cpu_clock, http_transport, memory_transport, plain_client
from benchmarks.desks import Call, desk
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.sampling import CpuClock, Round, Stopwatch, side_by_side
from benchmarks.trivial import ARGUMENTS, TOOL, trivial_process
from tau_emo_client.hosts.gateway_process import GatewayAddress, GatewayProcess
from tau_emo_client.hosts.host import ToolHost
from tau_emo_client.hosts.http import HttpHost
from tau_emo_client.hosts.memory import MemoryHost

GOALS = {
    ("memory", "read"): 2.0,
    ("memory", "write"): 3.0,
    ("http", "read"): 1.5,
    ("http", "write"): 2.0,
}
"""How many times the trivial call a call may take."""


async def measure(plan: Plan) -> list[Result]:
    """Read and write tools in memory and over HTTP."""
    results: list[Result] = []
    async with MemoryHost() as host:
        results += await _measure(plan, host, memory_transport, cpu_clock())
    async with http_servers(plan.domains) as servers, HttpHost(servers.gateway) as host:
        results += await _measure(
            plan, host, lambda: http_transport(servers.trivial), servers.clock
        )
    return results


@dataclass(frozen=True)
class Servers:
    """A gateway and the trivial server, each in a process of its own."""

    gateway: GatewayAddress
    gateway_pid: int
    trivial: str
    """The address of the trivial server's endpoint."""
    clock: CpuClock
    """CPU time of both and of this process."""


@asynccontextmanager
async def http_servers(domains: Sequence[str]) -> AsyncGenerator[Servers]:
    """Starts both servers.

    Args:
        domains: the domains that the gateway serves.
    """
    async with trivial_process() as trivial:
        before = {child.pid for child in psutil.Process().children()}
        gateway = await GatewayProcess.start(domains, most=2000)
        try:
            (pid,) = {child.pid for child in psutil.Process().children()} - before
            yield Servers(gateway.address, pid, trivial.url, cpu_clock(trivial.pid, pid))
        finally:
            await gateway.stop()


async def _measure(
    plan: Plan, host: ToolHost, transport: Callable[[], ClientTransport], clock: CpuClock
) -> list[Result]:
    results: list[Result] = []
    for domain in plan.domains:
        found = desk(domain)
        for kind, calls in (("read", found.reads), ("write", found.writes)):
            pair = await side_by_side(
                _ours(host, domain, found.reads[0], calls),
                _floor(transport, len(calls)),
                plan.of(16, 2),
                clock,
            )
            results.append(
                pair.result(
                    3,
                    f"{domain}: a {kind} tool, {host.transport}",
                    f"trivial tool, {host.transport}",
                    GOALS[host.transport, kind],
                )
            )
    return results


def _ours(host: ToolHost, domain: str, first: Call, calls: Sequence[Call]) -> Round:
    async def ours(watch: Stopwatch) -> None:
        episode = await host.open(domain)
        # The copy of the base is made at the first call; it is measured on its own.
        await episode.call("first", *first)
        with watch.running(len(calls)):
            for number, (tool, arguments) in enumerate(calls):
                await episode.call(f"c{number}", tool, arguments)
        await episode.close()

    return ours


def _floor(transport: Callable[[], ClientTransport], count: int) -> Round:
    async def floor(watch: Stopwatch) -> None:
        async with plain_client(transport()) as client:
            await client.list_tools()
            await client.call_tool_mcp(TOOL, ARGUMENTS)
            with watch.running(count):
                for _ in range(count):
                    await client.call_tool_mcp(TOOL, ARGUMENTS)

    return floor
