"""The audit of a whole run."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tau_emo_client.audit.episode import audit
from tau_emo_client.audit.finding import Finding
from tau_emo_client.record import EpisodeRecord, EpisodeSummary
from tau_emo_client.run.config import RunConfig, digest_of
from tau_emo_client.run.store import RunError, read_config, read_records
from tau_emo_db.foreign import SuiteError
from tau_emo_tasks.load import TaskFileError, load_tasks
from tau_emo_tasks.task import Task


class OtherTasksError(RunError):
    """A run was played on tasks that are not those of this version."""


@dataclass(frozen=True)
class Audited:
    """An episode with the errors of its customer."""

    episode: EpisodeSummary
    findings: tuple[Finding, ...]

    @property
    def has_error(self) -> bool:
        """True if the customer made an error that can change how the episode ends."""
        return self.episode.user_errors > 0 or any(f.kind.misleads for f in self.findings)

    def with_findings(self, findings: tuple[Finding, ...]) -> "Audited":
        """The same episode with other findings."""
        return replace(self, findings=findings)


def audit_run(folder: Path) -> Iterator[tuple[Task, EpisodeRecord, Audited]]:
    """The episodes of a run that count, each with its task and what the audit found.

    Args:
        folder: the folder of the run.

    Raises:
        RunError: it is no run.
        OtherTasksError: it was played on tasks that are not those of this version.
    """
    tasks = tasks_of_run(folder, read_config(folder))
    if not all(task.has_script for task in tasks.values()):
        raise OtherTasksError(
            f"{folder} was played on imported tasks, which have no script; so what its customers "
            "were told is not known as facts, and they cannot be audited"
        )
    for record in read_records(folder):
        if record.counts:
            task = tasks[record.task_id]
            yield task, record, Audited(record.summary(), tuple(audit(task, record)))


def tasks_of_run(folder: Path, config: RunConfig) -> dict[str, Task]:
    """The tasks of a run by id.

    Raises:
        OtherTasksError: it was played on tasks that are not those of this version.
    """
    domains = {task_id.rpartition("-")[0] for task_id in config.tasks} & {*config.bases}
    try:
        known = {t.id: t for domain in domains for t in load_tasks(domain, config.split)}
    except (KeyError, SuiteError, TaskFileError) as error:
        if not config.suite:
            raise
        raise OtherTasksError(
            f"{folder} was played on the suite {config.suite}, which is not at hand: "
            f"{error.args[0]}"
        ) from error
    tasks = [known[task_id] for task_id in config.tasks if task_id in known]
    if len(tasks) < len(config.tasks) or digest_of(tasks) != config.tasks_digest:
        raise OtherTasksError(
            f"{folder} was played on other tasks than those of this version of tau-emo, so what "
            "its customers were told is not known; audit it with the version that played it"
        )
    return {task.id: task for task in tasks}
