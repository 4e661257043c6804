"""Goal 8: CPU per episode beside its MCP calls: customer, loop, grading and the record.

Each episode is replayed: the agent's steps and the tools' results are those of a recorded
one, so what is left is the harness alone.
"""

import tempfile
from pathlib import Path

from benchmarks.finished import Finished, Replay, finished, stage
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.runs import evaluation
from benchmarks.sampling import Stopwatch, side_by_side, spread
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.players import AgentSource
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import Environment
from tau_emo_client.run.store import RunStore, read_records
from tau_emo_client.trial import play_trial
from tau_emo_servers.domain import served_domain
from tau_emo_servers.rules import TaskLabel, check_rules

LIMIT = 5.0
"""Milliseconds of CPU that the harness may take for one episode, rule checks apart."""


async def measure(plan: Plan) -> list[Result]:
    """The harness without the rule checks, and the rule checks alone."""
    results: list[Result] = []
    for domain in plan.domains:
        tasks = plan.tasks(domain)
        if tasks:
            results += await _measure(plan, domain, await finished(tasks))
    return results


async def _measure(plan: Plan, domain: str, episodes: list[Finished]) -> list[Result]:
    with tempfile.TemporaryDirectory() as folder:
        config = evaluation([one.task for one in episodes], Path(folder)).config()
        with RunStore(Path(folder), config, Environment(transport="memory", versions={})) as store:

            async def whole(watch: Stopwatch) -> None:
                for one in episodes:
                    with watch.running(1):
                        store.append(await _replayed(one))

            async def rules(watch: Stopwatch) -> None:
                for one in episodes:
                    with watch.running(1):
                        _check(one)

            pair = await side_by_side(whole, rules, plan.of(12, 1))
        for kept in read_records(Path(folder)):
            one = next(one for one in episodes if one.task.id == kept.task_id)
            if kept.without_timing() != one.record.without_timing():
                raise RuntimeError(f"the replay of {kept.id} differs from the episode")
    beside = sorted(a - b for a, b in zip(pair.ours.cpu, pair.floor.cpu, strict=True))
    checks = sorted(pair.floor.cpu)

    def line(what: str, seconds: list[float], goal: float | None) -> Result:
        return Result(
            goal_number=8,
            what=f"{domain}: {what}, CPU per episode",
            floor="5 ms",
            unit="ms",
            floor_value=LIMIT,
            ours=seconds[len(seconds) // 2] * 1000,
            goal=goal,
            spread=spread(seconds),
            floor_measured=False,
        )

    return [
        line("customer, loop, grading, record", beside, 1.0),
        line("policy rules checked (analysis)", checks, None),
    ]


async def _replayed(one: Finished) -> EpisodeRecord:
    replay = Replay(one)
    source = AgentSource(agent_source("reference").player, lambda task, seed: replay)
    return await play_trial(stage(replay, source), one.task, 0)


def _check(one: Finished) -> None:
    label = TaskLabel(refuses=one.task.refuses, hands_off=one.task.hands_off)
    check_rules(served_domain(one.task.domain), one.record.conversation, label, just_played=True)
