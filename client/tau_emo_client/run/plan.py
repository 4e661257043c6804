"""Which tasks a run plays, and in which folder."""

import re
from collections.abc import Sequence
from pathlib import Path

from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.store import RunError
from tau_emo_db import domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import AnySplit, Task

RUNS = Path("runs")
"""Where runs are kept that are given no folder."""


def choose_tasks(
    domains: Sequence[str],
    split: AnySplit,
    task_ids: Sequence[str],
    limit: int | None,
    known: Sequence[str] | None = None,
) -> tuple[Task, ...]:
    """The tasks that are played, domain by domain in file order.

    Args:
        domains: the domains; empty: all.
        split: test or train.
        task_ids: only these; empty: all.
        limit: at most so many of each domain.
        known: the domains there are; None: those of the benchmark.

    Raises:
        RunError: a domain or a task does not exist, or nothing is left to play.
    """
    known = domain_names() if known is None else known
    for domain in domains:
        if domain not in known:
            raise RunError(f"there is no domain {domain!r}; the domains are {', '.join(known)}")
    chosen: list[Task] = []
    for domain in sorted(set(domains)) or known:
        tasks = load_tasks(domain, split)
        if task_ids:
            tasks = tuple(task for task in tasks if task.id in task_ids)
        chosen += tasks if limit is None else tasks[:limit]
    missing = set(task_ids) - {task.id for task in chosen}
    if missing and limit is None:
        where = ", ".join(sorted(set(domains))) or "any domain"
        raise RunError(f"there is no {split} task {', '.join(sorted(missing))} in {where}")
    if not chosen:
        where = ", ".join(sorted(set(domains))) or "any domain"
        raise RunError(f"there is no {split} task in {where}")
    return tuple(chosen)


def default_folder(config: RunConfig) -> Path:
    """The folder of a run that is given none: named by all that affects its results."""
    agent = re.sub(r"[^A-Za-z0-9.-]+", "_", config.agent.name).strip("_")[:40]
    return RUNS / f"{agent}-{config.user.kind}-{config.digest()[:12]}"
