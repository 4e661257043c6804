"""Goal 6: the 10,000th result of a run is kept at the price of the first."""

import tempfile
from pathlib import Path

from benchmarks.finished import finished
from benchmarks.plan import Plan
from benchmarks.result import Result
from benchmarks.runs import evaluation
from benchmarks.sampling import Stopwatch, side_by_side
from tau_emo_client.run.config import Environment
from tau_emo_client.run.store import EPISODES_FILE, RunStore
from tau_emo_tasks.load import load_tasks


async def measure(plan: Plan) -> list[Result]:
    """Results appended to a run that has some, beside a run that has next to none."""
    domain = next(domain for domain in plan.domains if load_tasks(domain))
    tasks = plan.tasks(domain)[:1]
    (episode,) = await finished(tasks)
    before, batch = plan.of(9_900, 100), plan.of(10, 2)
    with tempfile.TemporaryDirectory() as name:
        long = Path(name, "long")
        config = evaluation(tasks, long).config()
        environment = Environment(transport="memory", versions={})
        line = episode.record.model_dump_json().encode() + b"\n"
        with RunStore(long, config, environment):
            pass
        with (long / EPISODES_FILE).open("ab") as file:
            for _ in range(before):
                file.write(line)
        with RunStore(long, config, environment) as many:

            async def ours(watch: Stopwatch) -> None:
                with watch.running(batch):
                    for _ in range(batch):
                        many.append(episode.record)

            async def floor(watch: Stopwatch) -> None:
                with (
                    tempfile.TemporaryDirectory(dir=name) as fresh,
                    RunStore(Path(fresh), config, environment) as few,
                    watch.running(batch),
                ):
                    for _ in range(batch):
                        few.append(episode.record)

            pair = await side_by_side(ours, floor, plan.of(20, 2))
    return [pair.result(6, f"append result {before:,} and on", "append to an empty run", 1.2)]
