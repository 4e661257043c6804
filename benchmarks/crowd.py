"""Many foreign agents at once: `python -m benchmarks.crowd [--agents N] [--episodes N]`.

Agents with MCP clients of their own play the gold actions of different tasks at the same moment,
in both eras of the protocol and over three transports. Every state must be the one of its own
task, and over HTTP every message must reach its own customer. Then many episodes of such agents
pass through one gateway, and its memory is taken. This looks for faults; its times are no goal.
"""

import argparse
import itertools
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal

import anyio
import httpx2
import psutil
from anyio.to_thread import run_sync
from fastmcp import Client
from fastmcp.client.transports import ClientTransport, FastMCPTransport, StdioTransport

from benchmarks.clients import http_transport, raw_call
from benchmarks.desks import Call, desk
from benchmarks.memory import MEGABYTE
from benchmarks.tools import http_servers
from tau_emo_client.hosts.gateway_process import GatewayAddress
from tau_emo_client.hosts.host import ForeignAccess
from tau_emo_client.hosts.http import HttpEpisode, HttpHost
from tau_emo_db import Changes, EpisodeState, base_image, compare, domain_data
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_servers.episode import MOST_CALLS, Episode
from tau_emo_servers.line import SEND
from tau_emo_servers.mcp import domain_server
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

Era = Literal["auto", "legacy"]
ERAS: tuple[Era, ...] = ("auto", "legacy")
PATIENCE = 600.0
"""Seconds that a call may take: a hundred processes start at once."""
CLIENTS = 8
DOMAIN = "retail"

End = Callable[[], Awaitable[Changes]]
"""Ends an episode, and gives what it changed."""


def crowd(agents: int) -> list[Task]:
    """A task for each agent, of all domains in turn; more agents than tasks share them."""
    by_domain = [load_tasks(name) for name in served_domain_names()]
    one_of_each = [task for row in zip(*by_domain, strict=False) for task in row]
    return list(itertools.islice(itertools.cycle(one_of_each), agents))


async def in_memory(task: Task) -> tuple[ClientTransport, End, None]:
    """A server for the agent alone, in this process."""
    served = served_domain(task.domain)
    episode = Episode(served, EpisodeState.open(served.data))

    async def end() -> Changes:
        changes = episode.changes()
        episode.close()
        return changes

    return FastMCPTransport(domain_server(served, lambda: episode)), end, None


async def over_stdio(task: Task) -> tuple[ClientTransport, End, None]:
    """A process for the agent alone."""
    folder = Path(await run_sync(tempfile.mkdtemp))
    state = folder / "state.sqlite"
    words = ["-m", "tau_emo_client", "serve", task.domain, "--stdio", "--state", str(state)]

    async def end() -> Changes:
        with EpisodeState.open(domain_data(task.domain), path=state) as kept:
            return kept.changes()

    return StdioTransport(sys.executable, words, keep_alive=False), end, None


async def one(number: int, task: Task, era: Era, place: Any, ready: anyio.Event) -> bool:
    """Play a task as an agent with a client of its own; true if all of it was its own."""
    transport, end, episode = await place(task)
    fine = True
    async with Client(transport, mode=era, timeout=PATIENCE, init_timeout=PATIENCE) as client:
        await ready.wait()
        if episode is not None:
            fine = await _spoken(client, episode, number)
        for action in task.gold:
            await client.call_tool_mcp(action.tool, action.arguments)
        if episode is not None:
            fine = fine and await episode.calls_made() == len(task.gold)
    changes = await end()
    return fine and not compare(domain_data(task.domain), task.gold_changes, changes)


async def _spoken(client: Client[Any], episode: HttpEpisode, number: int) -> bool:
    """Exchange a message with the customer of this episode, and no other."""
    opening, message, answer = (f"{what} {number}" for what in ("opening", "message", "answer"))
    heard: list[str | None] = []

    async def customer() -> None:
        heard.append((await episode.hear(30.0)).text)
        await episode.say(answer)

    await episode.say(opening)
    first = await client.call_tool_mcp(SEND, {"text": ""})
    async with anyio.create_task_group() as group:
        group.start_soon(customer)
        second = await client.call_tool_mcp(SEND, {"text": message})
    told = [first.content[0].text, *heard, second.content[0].text]
    return told == [opening, message, answer]


async def together(tasks: list[Task], era: Era, place: Any) -> tuple[int, float]:
    """How many agents ended as they should, and the seconds that all of them took."""
    right: list[bool] = []
    ready = anyio.Event()

    async def agent(number: int, task: Task) -> None:
        right.append(await one(number, task, era, place, ready))

    began = time.monotonic()
    async with anyio.create_task_group() as group:
        for number, task in enumerate(tasks):
            group.start_soon(agent, number, task)
        ready.set()
    return sum(right), time.monotonic() - began


async def measure_crowd(agents: int, transports: list[str]) -> bool:
    """Print a line for each transport and era; true if all agents ended as they should."""
    tasks, fine = crowd(agents), True
    for domain in served_domain_names():
        base_image(domain_data(domain))
    print("| Transport | Protocol | Agents at once | Right | Seconds |\n|---|---|--:|--:|--:|")
    access = ForeignAccess(MOST_CALLS, line=True)
    async with HttpHost(most=agents, foreign=access) as gateway:

        async def over_http(task: Task) -> tuple[ClientTransport, End, HttpEpisode]:
            episode = await gateway.open(task.domain)

            async def end() -> Changes:
                outcome = await episode.result()
                await episode.close()
                return outcome.changes

            return http_transport(episode.url), end, episode

        places = {"memory": in_memory, "http": over_http, "stdio": over_stdio}
        for name, era in itertools.product(transports, ERAS):
            right, seconds = await together(tasks, era, places[name])
            fine = fine and right == agents
            print(f"| {name} | {era} | {agents} | {right} | {seconds:.1f} |", flush=True)
    return fine


async def measure_memory(episodes: int) -> None:
    """Print the memory of a gateway after a tenth of the episodes and after all of them."""
    calls = [desk(DOMAIN).reads[0], desk(DOMAIN).writes[0]]
    numbers = iter(range(episodes))
    began = time.monotonic()
    async with http_servers((DOMAIN,)) as servers, httpx2.AsyncClient(timeout=60) as http:
        process = psutil.Process(servers.gateway_pid)

        async def worker() -> None:
            for number in numbers:
                await _whole_episode(http, servers.gateway, calls)
                if number in (episodes // 10, episodes - 1):
                    memory = process.memory_info().rss / MEGABYTE
                    seconds = time.monotonic() - began
                    print(f"after {number + 1:,} episodes: {memory:.1f} MB, {seconds:.0f} s")

        async with anyio.create_task_group() as group:
            for _ in range(CLIENTS):
                group.start_soon(worker)


async def _whole_episode(
    http: httpx2.AsyncClient, address: GatewayAddress, calls: list[Call]
) -> None:
    """Opening, calls, message, answer, end: as an agent with a line to the customer does it."""
    secret = {"Authorization": f"Bearer {address.secret}"}

    async def control(method: str, path: str, body: object = None) -> Any:
        answer = await http.request(method, address.control + path, json=body, headers=secret)
        return answer.raise_for_status().content

    async def tool(name: str, arguments: dict[str, Any]) -> None:
        await raw_call(http, address.mcp.rstrip("/") + path, name, arguments)

    opened = await http.post(
        f"{address.control}/episodes", json={"domain": DOMAIN, "line": True}, headers=secret
    )
    found = opened.raise_for_status().json()
    path, episode = found["path"], f"/episodes/{found['token']}"
    await control("POST", f"{episode}/messages", {"text": "I need help."})
    await tool(SEND, {"text": ""})
    for name, arguments in calls:
        await tool(name, arguments)
    async with anyio.create_task_group() as group:
        group.start_soon(tool, SEND, {"text": "It is done."})
        await control("GET", f"{episode}/messages?wait=30")
        await control("POST", f"{episode}/messages", {"text": "Thank you.", "leaves": True})
    await control("POST", f"{episode}/end", {"text": ""})
    await control("DELETE", episode)


def main() -> int:
    """Measure what is asked for; the exit status is 1 if an agent did not end as it should."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", type=int, default=100)
    parser.add_argument("--episodes", type=int, default=20_000, help="0: none")
    parser.add_argument("--transport", action="append", default=[], help="default: all three")
    given = parser.parse_args()
    transports = given.transport or ["memory", "http", "stdio"]
    fine = anyio.run(measure_crowd, given.agents, transports)
    if given.episodes:
        anyio.run(measure_memory, given.episodes)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
