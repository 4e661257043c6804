"""Collecting: play, sift, choose, write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import JsonValue

from tau_emo_client.collecting.candidate import Candidate
from tau_emo_client.collecting.choosing import chosen, without_duplicates
from tau_emo_client.collecting.folder import (
    CONTRAST_FOLDER,
    RUN_FOLDER,
    open_folder,
    write_trajectories,
)
from tau_emo_client.collecting.playing import Shown, Sifted, in_turn, play_enough
from tau_emo_client.collecting.settings import OWN, Settings
from tau_emo_client.collecting.sifting import is_contrast
from tau_emo_client.collecting.trajectory import Trajectory, trajectory_of
from tau_emo_client.players import AgentSource
from tau_emo_client.run.evaluate import Evaluation, evaluate, in_a_row
from tau_emo_client.run.store import read_records
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Collected:
    """A finished collection."""

    card: dict[str, JsonValue]
    missing: dict[str, int] = field(default_factory=dict[str, int])
    """How many each domain falls short of its quota."""


async def collect(
    evaluation: Evaluation,
    settings: Settings,
    folder: Path,
    shown: Shown,
    contrast: Mapping[str, AgentSource] = {},
) -> Collected:
    """Collect trajectories. The same call goes on with a collection that was interrupted.

    Args:
        evaluation: who plays which tasks.
        settings: what is wanted of them.
        folder: the folder of the collection.
        shown: makes what the course of each round is told to.
        contrast: the agents whose failures are kept beside, by name.

    Raises:
        CollectionError: the folder holds another collection, or something else.
        RunError: a run folder cannot be used.
        PlayerError: an endpoint does not answer as it must.
        InfrastructureError: the gateway cannot be started.
    """
    open_folder(folder, settings)
    tasks = {task.id: task for task in evaluation.tasks}
    async with in_a_row(replace(evaluation, out=folder / RUN_FOLDER)) as plan:
        sifted = await play_enough(plan, settings, shown)
        taken = _choose(plan.tasks, settings, sifted)
        runs = {settings.run.agent.name: plan}
        for number, (name, source) in enumerate(contrast.items(), 1):
            runs[name] = replace(
                plan,
                agent=source,
                out=folder / f"{CONTRAST_FOLDER}-{number}",
                only=tuple((tasks[one.episode.task_id], one.episode.trial) for one in taken),
            )
            await evaluate(runs[name], shown)
    found = _in_order(_trajectories(runs, taken, tasks, settings), settings)
    played: dict[str, JsonValue] = {
        "episodes": len(sifted.kept) + len(sifted.left_out),
        "fit": len(sifted.kept),
        "left_out": {**sifted.reasons()},
    }
    card = write_trajectories(folder, found, settings, played)
    missing = {
        domain: quota - have
        for domain, quota in settings.quotas.items()
        if (have := sum(one.episode.domain == domain for one in taken)) < quota
    }
    return Collected(card, missing)


def _choose(tasks: Sequence[Task], settings: Settings, sifted: Sifted) -> list[Candidate]:
    """What is taken of each domain. The order of play decides nothing, as it depends on how many
    episodes run at once."""
    taken: list[Candidate] = []
    for domain, quota in settings.quotas.items():
        own = in_turn([task for task in tasks if task.domain == domain], settings.run.seed)
        turn = {task.id: number for number, task in enumerate(own)}
        fit = sorted(
            (one for one in sifted.kept.values() if one.episode.domain == domain),
            key=lambda one: (one.episode.trial, turn[one.episode.task_id]),
        )
        taken += chosen(without_duplicates(fit), quota, settings.per_task, settings.more_calls)
    return taken


def _trajectories(
    runs: Mapping[str, Evaluation],
    taken: Sequence[Candidate],
    tasks: Mapping[str, Task],
    settings: Settings,
) -> dict[str, Trajectory]:
    """The trajectories by id: those that are taken, and the failures that stand beside them."""
    wanted = {one.episode.id for one in taken}
    of_tasks = {one.episode.task_id for one in taken}
    first = settings.run.agent.name
    found: dict[str, Trajectory] = {}
    for name, plan in runs.items():
        assert plan.out is not None
        for record in read_records(plan.out):
            if name == first and record.id in wanted:
                made = trajectory_of(record, name, "kept")
            elif (
                (record.id in wanted if name != first else OWN in settings.contrast)
                and record.task_id in of_tasks
                and is_contrast(tasks[record.task_id], record)
            ):
                made = trajectory_of(record, name, "contrast")
            else:
                continue
            found[made.id] = made
    return found


def _in_order(found: Mapping[str, Trajectory], settings: Settings) -> list[Trajectory]:
    """By task in the order of the run, then trial, the kept one first, then by agent."""
    place = {task: number for number, task in enumerate(settings.run.tasks)}
    return sorted(
        found.values(),
        key=lambda one: (
            place[one.episode.task_id],
            one.kind != "kept",
            one.episode.trial,
            one.agent,
        ),
    )
