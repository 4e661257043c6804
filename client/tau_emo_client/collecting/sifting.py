"""Which episodes are fit to be learnt from."""

from collections.abc import Sequence
from typing import Literal

from tau_emo_client.audit.episode import audit
from tau_emo_client.audit.finding import Finding
from tau_emo_client.collecting.leakage import leaks
from tau_emo_client.collecting.settings import Settings
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord
from tau_emo_tasks.task import Task

Reason = Literal[
    "leaks", "walked away", "failed", "violations", "user-errors", "unfelt", "too long"
]
"""Why an episode is left out, the first that holds."""


def why_not(task: Task, record: EpisodeRecord, settings: Settings) -> Reason | None:
    """Why an episode is not kept; None if it is.

    Args:
        task: the task that was played.
        record: the episode; it counts.
        settings: what is allowed.
    """
    if any(leaks(record)):
        return "leaks"
    if not record.passed:
        return "walked away" if record.end_reason is EndReason.USER_LEFT else "failed"
    if record.violations and "violations" not in settings.allowed:
        return "violations"
    if settings.most_steps is not None and record.steps > settings.most_steps:
        return "too long"
    findings = audit(task, record)
    if "user-errors" not in settings.allowed and errs(record, findings):
        return "user-errors"
    if "unfelt" not in settings.allowed and any(not one.kind.misleads for one in findings):
        return "unfelt"
    return None


def is_contrast(task: Task, record: EpisodeRecord) -> bool:
    """True if an episode is a failed attempt, and the agent's own fault."""
    failed = record.counts and not record.passed
    return failed and not any(leaks(record)) and not errs(record, audit(task, record))


def errs(record: EpisodeRecord, findings: Sequence[Finding]) -> bool:
    """True if the customer made an error that can change how an episode ends."""
    return record.user_errors > 0 or any(one.kind.misleads for one in findings)
