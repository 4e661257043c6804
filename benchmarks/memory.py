"""Goal 5: many episodes open at once in one gateway, and many opened and dropped."""

from collections.abc import Awaitable, Callable
from typing import Self

import anyio
import httpx2
import psutil

from benchmarks.clients import raw_call
from benchmarks.desks import Call, desk
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.tools import Servers, http_servers
from tau_emo_db import base_image, domain_data

BESIDE = 150.0
"""Megabytes that the gateway may hold beside the episodes."""
PER_IMAGE = 1.2
MEGABYTE = 1e6
CLIENTS = 8


async def measure(plan: Plan) -> list[Result]:
    """Resident memory of the gateway process."""
    results: list[Result] = []
    for domain in plan.domains:
        async with http_servers((domain,)) as servers:
            results.append(await _open_at_once(plan, domain, servers))
        async with http_servers((domain,)) as servers:
            results.append(await _opened_and_dropped(plan, domain, servers))
    return results


async def _open_at_once(plan: Plan, domain: str, servers: Servers) -> Result:
    count = plan.of(1000, 10)
    call = desk(domain).reads[0]
    async with _Client(servers) as client:
        await client.for_each(count, lambda _: client.opened(domain, call))
    image = len(base_image(domain_data(domain))) / MEGABYTE
    return Result(
        5,
        f"{domain}: {count:,} episodes open at once",
        f"{PER_IMAGE} x their images + {BESIDE:.0f} MB",
        "MB",
        PER_IMAGE * count * image + BESIDE,
        _resident(servers),
        1.0,
        floor_measured=False,
    )


async def _opened_and_dropped(plan: Plan, domain: str, servers: Servers) -> Result:
    """Every tenth episode makes a call, so that its copy of the base is made."""
    count = plan.of(50_000, 100)
    call = desk(domain).reads[0]
    async with _Client(servers) as client:

        async def one(number: int) -> None:
            await client.dropped(await client.opened(domain, None if number % 10 else call))

        await client.for_each(count // 10, one)
        early = _resident(servers)
        await client.for_each(count - count // 10, one)
    return Result(
        5,
        f"{domain}: after {count:,} episodes opened and dropped",
        f"after the first {count // 10:,}",
        "MB",
        early,
        _resident(servers),
        1.05,
    )


def _resident(servers: Servers) -> float:
    return psutil.Process(servers.gateway_pid).memory_info().rss / MEGABYTE


class _Client:
    """Speaks to the gateway without an MCP client, which would be the slower part."""

    def __init__(self, servers: Servers) -> None:
        self._address = servers.gateway
        self._http = httpx2.AsyncClient(timeout=60, trust_env=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def for_each(self, count: int, work: Callable[[int], Awaitable[object]]) -> None:
        """Does the work for each number, a few at once."""
        numbers = iter(range(count))

        async def worker() -> None:
            for number in numbers:
                await work(number)

        async with anyio.create_task_group() as group:
            for _ in range(CLIENTS):
                group.start_soon(worker)

    async def opened(self, domain: str, call: Call | None) -> str:
        """Opens an episode, makes a call if there is one, and returns the token."""
        answer = await self._http.post(
            f"{self._address.control}/episodes", json={"domain": domain}, headers=self._secret
        )
        found = answer.raise_for_status().json()
        if call is not None:
            await raw_call(self._http, self._address.mcp.rstrip("/") + found["path"], *call)
        return found["token"]

    async def dropped(self, token: str) -> None:
        """Ends an episode."""
        answer = await self._http.delete(
            f"{self._address.control}/episodes/{token}", headers=self._secret
        )
        answer.raise_for_status()

    @property
    def _secret(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._address.secret}"}
