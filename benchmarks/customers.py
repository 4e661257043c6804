"""How customers bear with three agents: `python -m benchmarks.customers [--quick] [--agent A]`.

Plays every published test task with the reference agent, with `curt` and with `apologise`, under
conditions spread evenly over families and levels, and prints who walked away. It measures the
model of patience (see `docs/customers.md`), not time.
"""

import argparse
import itertools
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import anyio

from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import EmotionChoice
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.limits import EndReason
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_db import domain_names
from tau_emo_tasks.condition import FAMILIES, Condition
from tau_emo_tasks.load import hand_written, load_tasks
from tau_emo_tasks.task import Task

POLITENESS = ("warm", "neutral", "cold")
URGENCY = ("low", "moderate", "high")
TRUST = ("trusting", "cautious", "skeptical")
AGENTS = ("reference", "curt", "apologise")

Played = tuple[Condition, EpisodeRecord]


def all_tasks() -> tuple[Task, ...]:
    """Every published test task."""
    return tuple(task for domain in domain_names() for task in load_tasks(domain))


def written_tasks() -> tuple[Task, ...]:
    """The hand-written ones among them: of every kind, and few enough for many conditions."""
    return tuple(task for domain in domain_names() for task in hand_written(domain))


def spread(number: int, count: int) -> list[Condition]:
    """Conditions for one task: every combination of family, urgency and trust in turn.

    Args:
        number: the number of the task; another task gets other emotions and politeness.
        count: how many, at most 45.
    """
    cells = list(itertools.product(FAMILIES, URGENCY, TRUST))
    # 7 and 45 have no common factor, so that a few cells are spread over all levels.
    chosen = [((number * count + one) * 7) % len(cells) for one in range(count)]
    return [
        Condition.model_validate(
            {
                "family": family,
                "emotion": FAMILIES[family][(number + cell) % len(FAMILIES[family])],
                "politeness": POLITENESS[(number + cell // 3) % 3],
                "urgency": urgency,
                "trust_in_agent": trust,
            }
        )
        for cell, (family, urgency, trust) in ((cell, cells[cell]) for cell in chosen)
    ]


@dataclass(frozen=True)
class _Fixed(EmotionChoice):
    """One condition for the next episode."""

    given: Condition | None = None

    def condition(self, task: Task, seed: int) -> Condition | None:
        """The condition given."""
        return self.given


async def play(
    agent: str, tasks: Sequence[Task], count: int, seeds: Iterable[int] = (0,)
) -> list[Played]:
    """Play tasks with an agent, each under so many conditions and seeds.

    Args:
        agent: the name of a built-in agent.
        tasks: the tasks.
        count: how many conditions for each task.
        seeds: the seeds of the runs.
    """
    protocol = Protocol()
    played: list[Played] = []
    async with MemoryHost() as host:
        for seed, (number, task) in itertools.product(seeds, enumerate(tasks)):
            for condition in spread(number, count):
                stage = Stage(
                    host=host,
                    agent=agent_source(agent),
                    user=scripted_source(protocol),
                    limits=protocol.limits,
                    emotion=_Fixed(mode="fixed", given=condition),
                    seed=seed,
                )
                played.append((condition, await play_trial(stage, task, 0)))
    return played


def left(record: EpisodeRecord) -> bool:
    """True if the customer walked away."""
    return record.end_reason is EndReason.USER_LEFT


def rates(played: Sequence[Played], by: Callable[[Condition], str]) -> dict[tuple[str, str], float]:
    """The share of customers who walked away, by family and something else of the condition."""
    ends: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for condition, record in played:
        ends[condition.family, by(condition)].append(left(record))
    return {cell: sum(all_) / len(all_) for cell, all_ in ends.items()}


def table(played: Sequence[Played]) -> str:
    """Who walked away by family, urgency and trust, in Markdown."""
    by_urgency = rates(played, lambda condition: condition.urgency)
    by_trust = rates(played, lambda condition: condition.trust_in_agent)
    lines = [
        f"| Family | {' | '.join((*URGENCY, *TRUST))} |",
        f"|---|{'---|' * 6}",
    ]
    for family in FAMILIES:
        shares = [by_urgency[family, one] for one in URGENCY]
        shares += [by_trust[family, one] for one in TRUST]
        lines.append(f"| {family} | {' | '.join(f'{100 * share:.0f} %' for share in shares)} |")
    return "\n".join(lines)


def ends(played: Sequence[Played]) -> str:
    """How the episodes ended, how many passed, and why customers left."""
    counts: defaultdict[str, int] = defaultdict(int)
    for _, record in played:
        counts[str(record.end_reason)] += 1
        counts["passed"] += bool(record.reward)
        counts["rules broken"] += len(record.violations)
        if left(record):
            counts[record.leave_reason] += 1
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


async def _show(agents: Sequence[str], quick: bool) -> None:
    tasks = all_tasks()[:: 10 if quick else 1]
    for agent in agents:
        played = await play(agent, tasks, 45 if agent == "curt" else 20)
        sys.stdout.write(f"{agent}: {len(played)} episodes, {ends(played)}\n")
        if agent == "curt":
            sys.stdout.write(f"\n{table(played)}\n\n")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", action="append", choices=AGENTS, help="default: all three")
    parser.add_argument("--quick", action="store_true", help="every tenth task")
    given = parser.parse_args()
    anyio.run(_show, given.agent or AGENTS, given.quick)


if __name__ == "__main__":
    main()
