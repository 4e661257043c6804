"""Filling in the fields of a task that follow from its gold actions and the base."""

import json
import os
from pathlib import Path
from typing import Any

from tau_emo_db import BENCHMARK_VERSION
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.provenance import solve
from tau_emo_tasks.task import Task, canary


def refresh_task(record: dict[str, Any]) -> Task:
    """A complete task from a record whose computed fields may be missing or stale.

    Args:
        record: a task as JSON; `benchmark_version`, `gold_diff`, `canary` and the
            provenance's `base_digest` and `path` are made anew.

    Raises:
        ValueError: a gold action fails; the message names it and the error.
        pydantic.ValidationError: the record is no task.
    """
    provenance = {
        **record.get("provenance", {}),
        "base_digest": served_domain(record["domain"]).data.digest,
        "path": (),
    }
    computed: dict[str, Any] = {
        "benchmark_version": BENCHMARK_VERSION,
        "gold_diff": {},
        "canary": canary(record["split"]),
    }
    task = Task.model_validate({**record, **computed, "provenance": provenance})
    replay = replay_gold(task)
    for step in replay.steps:
        if step.call.is_error:
            raise ValueError(f"{task.id}: {step.action.tool} fails: {step.call.result}")
    path = solve(task, replay).path
    return task.model_copy(
        update={
            "gold_diff": replay.changes.model_dump(mode="json"),
            "provenance": task.provenance.model_copy(update={"path": path}),
        }
    )


def task_line(task: Task) -> str:
    """The task as one line of a task file."""
    return json.dumps(task.model_dump(mode="json"), ensure_ascii=False)


def refresh_file(path: Path) -> int:
    """Refresh every task of a task file in place; either the whole file changes or nothing.

    Returns:
        The number of tasks.
    """
    lines = [line for line in path.read_text("utf-8").split("\n") if line.strip()]
    refreshed = [task_line(refresh_task(json.loads(line))) for line in lines]
    part = path.with_suffix(".part")
    part.write_text("".join(f"{line}\n" for line in refreshed), "utf-8")
    os.replace(part, path)
    return len(refreshed)
