"""Goal 4: a whole run of the reference agent, beside as many trivial opens and calls."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import anyio
from fastmcp.client.transports import ClientTransport

from benchmarks.clients import cpu_clock, http_transport, memory_transport, plain_client
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.sampling import CpuClock, Stopwatch, side_by_side
from benchmarks.tools import http_servers
from benchmarks.trivial import ARGUMENTS, TOOL
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.hosts.gateway_process import GatewayAddress
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.run.evaluate import Evaluation, Transport, evaluate
from tau_emo_client.users.registry import scripted_source
from tau_emo_tasks.task import Task

AT_ONCE = 8
"""Episodes at once, as in an offline run."""
TRIALS = 4
"""Of each task, so that what a run costs once counts as in a run of its usual size."""
GOAL = 1.5


async def measure(plan: Plan) -> list[Result]:
    """In memory and over HTTP."""
    results: list[Result] = []
    tasks = {domain: found for domain in plan.domains if (found := plan.tasks(domain))}
    for domain, chosen in tasks.items():
        results.append(
            await _measure(plan, domain, chosen, "memory", None, memory_transport, cpu_clock())
        )
    if tasks:
        async with http_servers(tuple(tasks)) as servers:
            for domain, chosen in tasks.items():
                results.append(
                    await _measure(
                        plan,
                        domain,
                        chosen,
                        "http",
                        servers.gateway,
                        lambda: http_transport(servers.trivial),
                        servers.clock,
                    )
                )
    return results


def evaluation(tasks: Sequence[Task], out: Path, trials: int = 1) -> Evaluation:
    """A run of the reference agent with the scripted customer, in memory."""
    protocol = Protocol(trials=trials)
    return Evaluation(
        tasks=tasks,
        protocol=protocol,
        agent=agent_source("reference"),
        user=scripted_source(protocol),
        emotion=parse_emotion("task"),
        emotion_name="task",
        split="test",
        seed=0,
        concurrency=AT_ONCE,
        out=out,
    )


async def _measure(
    plan: Plan,
    domain: str,
    tasks: Sequence[Task],
    transport: Transport,
    gateway: GatewayAddress | None,
    connect: Callable[[], ClientTransport],
    clock: CpuClock,
) -> Result:
    calls: dict[str, int] = {}

    async def ours(watch: Stopwatch) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = replace(
                evaluation(tasks, Path(folder), TRIALS), transport=transport, gateway=gateway
            )
            with watch.running(len(tasks) * TRIALS):
                _, course = await evaluate(run, lambda _: _Silent())
            for summary in course.finished.values():
                calls[summary.task_id] = summary.tool_calls

    async def floor(watch: Stopwatch) -> None:
        limiter = anyio.CapacityLimiter(AT_ONCE)

        async def episode(count: int) -> None:
            async with limiter, plain_client(connect()) as client:
                await client.list_tools()
                for _ in range(count):
                    await client.call_tool_mcp(TOOL, ARGUMENTS)

        if not calls:
            await ours(Stopwatch())
        with watch.running(len(tasks) * TRIALS):
            async with anyio.create_task_group() as group:
                for task in (*tasks,) * TRIALS:
                    group.start_soon(episode, calls[task.id])

    pair = await side_by_side(ours, floor, plan.of(8, 1), clock)
    return pair.result(
        4,
        f"{domain}: an episode of a reference run, {transport}",
        f"as many trivial opens and calls, {transport}",
        GOAL,
    )


class _Silent:
    """Progress that is shown to nobody."""

    def episode(self, summary: EpisodeSummary) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return
