"""Goal 2: what changed in the state, compared with gold, outputs and hand-off.

That the result equals a full comparison of the databases is shown by `tests/domain_db`.
"""

import time
from dataclasses import dataclass
from statistics import median

from benchmarks.finished import Finished, finished
from benchmarks.peers import GRADING
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.sampling import spread
from tau_emo_db import EpisodeState
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.grading import grade

LIMIT = 0.5
"""Milliseconds."""


@dataclass(frozen=True)
class _Ended:
    """A finished episode whose state is still open, and the task it is graded for."""

    graded: Finished
    played: Finished
    episode: Episode


async def measure(plan: Plan) -> list[Result]:
    """Episodes that pass, and episodes graded for another task, which differ in every row."""
    results: list[Result] = []
    for domain in plan.domains:
        played = await finished(plan.tasks(domain))
        if not played:
            continue
        states = [(one, _state(one)) for one in played]
        right = [_Ended(one, one, episode) for one, episode in states]
        wrong = [
            _Ended(graded, one, episode)
            for (one, episode), graded in zip(states, [*played[1:], played[0]], strict=True)
        ]
        for what, ended in (("passed", right), ("went wrong", wrong)):
            wall, noise = _grade_all(ended, plan.of(40, 2))
            results.append(
                Result(
                    2,
                    f"{domain}: grade an episode that {what}",
                    "0.5 ms",
                    "ms",
                    LIMIT,
                    wall,
                    1.0,
                    spread=noise,
                    floor_measured=False,
                )
            )
            if ended is wrong:
                results += [
                    Result(
                        2,
                        f"{domain}: the same, beside a peer",
                        peer,
                        "ms",
                        theirs,
                        wall,
                        0.01,
                        floor_measured=False,
                    )
                    for peer, theirs in GRADING.get(domain, ())
                ]
        for _, episode in states:
            episode.close()
    return results


def _state(one: Finished) -> Episode:
    domain = served_domain(one.task.domain)
    episode = Episode(domain, EpisodeState.open(domain.data))
    for call in one.outcome.calls:
        episode.call(call.name, call.arguments, call.id)
    return episode


def _grade_all(ended: list[_Ended], rounds: int) -> tuple[float, float | None]:
    """Median milliseconds of CPU for one episode over the rounds, and their spread."""
    samples: list[float] = []
    for _ in range(rounds + 1):
        began = time.process_time()
        for one in ended:
            grade(one.graded.task, one.episode.changes(), one.played.record.conversation)
        samples.append((time.process_time() - began) / len(ended) * 1000)
    return median(samples[1:]), spread(samples[1:])
