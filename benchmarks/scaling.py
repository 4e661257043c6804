"""Goal 7: what an episode costs beyond its copy does not grow with the base."""

from benchmarks.desks import Desk, desk
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.sampling import Stopwatch, side_by_side

GOAL = 1.25
"""The rows of a larger base lie in deeper trees and colder memory."""


async def measure(plan: Plan) -> list[Result]:
    """All tools and the changes, on bases of 10 and 50 times the rows."""
    results: list[Result] = []
    for domain in plan.domains:
        small = desk(domain)
        for scale in plan.of((10, 50), (2,)):
            large = desk(domain, scale)

            async def ours(watch: Stopwatch, large: Desk = large) -> None:
                _work(large, watch)

            async def floor(watch: Stopwatch, small: Desk = small) -> None:
                _work(small, watch)

            pair = await side_by_side(ours, floor, plan.of(15, 2))
            results.append(
                pair.result(7, f"{domain}: a tool call, base x{scale}", "the same, base x1", GOAL)
            )
    return results


def _work(chosen: Desk, watch: Stopwatch) -> None:
    episode = chosen.episode()
    episode.call(*chosen.reads[0])  # The copy of the base is made here.
    calls = (*chosen.reads, *chosen.writes)
    with watch.running(len(calls)):
        for tool, arguments in calls:
            episode.call(tool, arguments)
        episode.changes()
    episode.close()
