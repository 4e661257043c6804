"""The report over many runs: `python -m benchmarks.report [--agents N] [--trials K] [--tasks N]`.

Runs are synthesised: real ids and conditions of all test tasks, and the records of a few episodes
of the reference agent and of the agent `curt`, whose rewards, violations and counts are varied by a
seed. Then `tau-emo report` reads them and writes its page and figures. Conversations stand under
the ids of other tasks of their domain, so the audit finds more errors of customers than in real
runs. The goal is under 60 s for 13 agents, 580 tasks and 3 trials on two cores.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import anyio

from tau_emo_client.agents.agent import Usage
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.limits import EndReason
from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord, episode_id, episode_seed
from tau_emo_client.run.config import Environment, run_config
from tau_emo_client.run.store import EPISODES_FILE, RunStore
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_servers.conversation import AgentStep
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

GOAL = 60.0
"""Seconds."""
EMPATHY = "I understand how frustrating this must be. "
PLAYED = ("reference", "curt")


async def real_records(tasks: int) -> dict[str, list[EpisodeRecord]]:
    """Episodes of a few tasks of each domain, by domain.

    Args:
        tasks: so many of each domain, each by two agents.
    """
    protocol = Protocol()
    found: dict[str, list[EpisodeRecord]] = {}
    async with MemoryHost() as host:
        for domain in served_domain_names():
            for task in load_tasks(domain)[:tasks]:
                for name in PLAYED:
                    stage = Stage(
                        host=host,
                        agent=agent_source(name),
                        user=scripted_source(protocol),
                        limits=protocol.limits,
                        emotion=parse_emotion("task"),
                        seed=0,
                    )
                    found.setdefault(domain, []).append(await play_trial(stage, task, 0))
    return found


def synthesise(
    folder: Path, agents: int, trials: int, real: dict[str, list[EpisodeRecord]]
) -> list[Path]:
    """Runs of made-up agents over all test tasks.

    Args:
        folder: where their folders are made.
        agents: how many.
        trials: of each task.
        real: episodes that they are made of, by domain.

    Returns:
        The folders of the runs.
    """
    tasks = [task for domain in served_domain_names() for task in load_tasks(domain)]
    ease = {task.id: Random(task.id).gauss(0, 0.25) for task in tasks}
    user = scripted_source(Protocol(trials=trials)).player
    made: list[Path] = []
    for number in range(agents):
        random = Random(number)
        run = folder / f"agent-{number:02}"
        config = run_config(
            tasks,
            protocol=Protocol(trials=trials),
            agent=Player(name=f"agent {number:02}", kind="chat", trusted=False),
            user=user,
            emotion="task",
            split="test",
            seed=0,
        )
        RunStore(run, config, Environment(transport="memory", versions={})).close()
        skill = 0.2 + 0.5 * number / max(1, agents - 1)
        with (run / EPISODES_FILE).open("w", encoding="utf-8") as file:
            for task in tasks:
                for trial in range(trials):
                    chance = skill + ease[task.id]
                    one = _varied(random.choice(real[task.domain]), task, trial, chance, random)
                    file.write(one.model_dump_json() + "\n")
        made.append(run)
    return made


def _varied(
    record: EpisodeRecord, task: Task, trial: int, chance: float, random: Random
) -> EpisodeRecord:
    passed = random.random() < chance
    left = not passed and random.random() < 0.3
    rules = sorted(rule.id for rule in served_domain(task.domain).rules)
    broken = sorted(random.sample(rules, random.choice((0, 0, 1, 2))))
    events = record.conversation.events
    if random.random() < 0.4:
        events = tuple(
            event.model_copy(update={"text": EMPATHY + event.text})
            if isinstance(event, AgentStep) and event.delivered
            else event
            for event in events
        )
    return record.model_copy(
        update={
            "id": episode_id(task.id, trial),
            "task_id": task.id,
            "trial": trial,
            "seed": episode_seed(0, task.id, trial),
            "condition": task.condition,
            "reward": int(passed),
            "end_reason": EndReason.USER_LEFT if left else EndReason.USER_STOP,
            "rules_broken": tuple(broken),
            "tool_calls": max(0, record.tool_calls + random.randint(-3, 5)),
            "follow_ups": max(0, record.follow_ups + random.randint(-2, 3)),
            "agent_usage": Usage(
                prompt_tokens=random.randint(20_000, 90_000),
                completion_tokens=random.randint(300, 3_000),
                cost=random.randint(10, 400) / 10_000,
            ),
            "conversation": record.conversation.model_copy(update={"events": events}),
        }
    )


def main() -> int:
    """Makes the runs, times the report, and prints both."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("--agents", type=int, default=13, help="runs to synthesise")
    parser.add_argument("--trials", type=int, default=3, help="of each task")
    parser.add_argument("--tasks", type=int, default=3, help="played for real in each domain")
    parser.add_argument("--keep", type=Path, help="a folder to make them in, and to keep")
    given = parser.parse_args()
    real = anyio.run(real_records, given.tasks)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        runs = synthesise(folder, given.agents, given.trials, real)
        size = sum((run / EPISODES_FILE).stat().st_size for run in runs)
        command = [sys.executable, "-m", "tau_emo_client", "report", *map(str, runs)]
        began = time.perf_counter()
        subprocess.run(
            [*command, "--out", str(folder / "report")], check=True, stdout=subprocess.DEVNULL
        )
        seconds = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        page = (folder / "report" / "report.html").stat().st_size
    episodes = given.agents * given.trials * sum(len(load_tasks(d)) for d in served_domain_names())
    print(
        f"{given.agents} runs, {episodes:,} episodes, {size / 1e6:,.0f} MB: {seconds:.1f} s "
        f"(CPU {used.ru_utime + used.ru_stime:.1f} s), page of {page / 1e6:.1f} MB; "
        f"goal {GOAL:g} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
