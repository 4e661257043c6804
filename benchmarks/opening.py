"""Goal 1: a fresh isolated episode, ready for its first query."""

import sqlite3

from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.sampling import Stopwatch, side_by_side
from tau_emo_db import EpisodeState, base_image, domain_data

FIRST_QUERY = "SELECT count(*) FROM _base"


async def measure(plan: Plan) -> list[Result]:
    """One episode after another, and many open at once."""
    results: list[Result] = []
    for domain in plan.domains:
        results.append(await _one_by_one(plan, domain, query=False))
        results.append(await _one_by_one(plan, domain, query=True))
        results.append(await _many(plan, domain))
    return results


async def _one_by_one(plan: Plan, domain: str, *, query: bool) -> Result:
    data, image, batch = domain_data(domain), base_image(domain_data(domain)), plan.of(20, 2)
    pooled = sqlite3.connect(":memory:", isolation_level=None)

    async def ours(watch: Stopwatch) -> None:
        for _ in range(batch):
            with watch.running(1):
                state = EpisodeState.open(data)
                with state.session() as db:
                    if query:
                        db.connection().exec_driver_sql(FIRST_QUERY).fetchall()
            state.close()

    async def floor(watch: Stopwatch) -> None:
        for _ in range(batch):
            with watch.running(1):
                pooled.deserialize(image)
                pooled.execute("BEGIN")
                if query:
                    pooled.execute(FIRST_QUERY).fetchall()
                pooled.rollback()

    pair = await side_by_side(ours, floor, plan.of(40, 2))
    pooled.close()
    if query:
        return pair.result(
            1, f"{domain}: the same, with a first query", "the same query, raw connection", None
        )
    return pair.result(
        1, f"{domain}: open an episode, ready to query", "deserialize(), pooled connection", 1.5
    )


async def _many(plan: Plan, domain: str) -> Result:
    """Nothing can be pooled when all of them stay open; memory is touched for the first time."""
    data, image, batch = domain_data(domain), base_image(domain_data(domain)), plan.of(200, 4)

    async def ours(watch: Stopwatch) -> None:
        states: list[EpisodeState] = []
        with watch.running(batch):
            for _ in range(batch):
                states.append(EpisodeState.open(data))
                with states[-1].session() as db:
                    db.connection().exec_driver_sql(FIRST_QUERY).fetchall()
        for state in states:
            state.close()

    async def floor(watch: Stopwatch) -> None:
        connections: list[sqlite3.Connection] = []
        with watch.running(batch):
            for _ in range(batch):
                connections.append(sqlite3.connect(":memory:", isolation_level=None))
                connections[-1].deserialize(image)
                connections[-1].execute(FIRST_QUERY).fetchall()
        for connection in connections:
            connection.close()

    pair = await side_by_side(ours, floor, plan.of(10, 2))
    return pair.result(
        1, f"{domain}: open {batch} episodes at once", "deserialize(), new connections", None
    )
