"""What people made of a task who read it before they saw its gold actions.

A reader gets the instruction, the script's answers, the policy and what the gold reads find, and
writes down the calls, facts, refusal and hand-off they expect. Only then do they see the gold.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_db import EpisodeState, compare
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.values import mentions
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import CANARY, Task

_READ = ("instruction", "user_script", "gold", "outputs", "refuses", "hands_off")
"""The fields that a reader's expectation and verdict are about."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Expected(_Part):
    """One write that a reader expects."""

    tool: str
    arguments: dict[str, JsonValue]


class Reading(_Part):
    """One reading of one task. Everything but the verdict was written before the gold was seen."""

    task: str
    digest: str
    """The task as it was read; see `task_digest`."""
    reader: str
    writes: tuple[Expected, ...]
    outputs: tuple[str, ...]
    """What the customer must be told, each as a short text with the value."""
    refuses: bool
    """True if a wish must be refused."""
    hands_off: bool
    feeling: str
    """The feeling as it was read: a task may have got another one since."""
    candidates: tuple[str, ...]
    """The emotions among which the reader chose."""
    emotion: str
    """The one that the feeling suggests to the reader."""
    clear: bool
    natural: bool
    one_outcome: bool
    """True if the policy and the customer's words leave one right outcome."""
    note: str = ""
    resolved: str = ""
    """Where reader and gold disagree: what was found in the end, and that the gold is right."""
    canary: str = CANARY
    """As in a task: a reading tells what is right."""


def task_digest(task: Task) -> str:
    """The first 16 hex digits of the SHA-256 of what a reader judges, but for the feeling."""
    read = json.dumps(task.model_dump(mode="json", include={*_READ}), sort_keys=True)
    return hashlib.sha256(read.encode()).hexdigest()[:16]


def load_readings(domain: str) -> tuple[Reading, ...]:
    """The readings of the test tasks of one domain; empty if there are none.

    Raises:
        pydantic.ValidationError: the file is broken.
    """
    file = files("tau_emo_tasks").joinpath("data", domain, "readings.jsonl")
    lines = file.read_text("utf-8").split("\n") if file.is_file() else []
    return tuple(Reading.model_validate_json(line) for line in lines if line.strip())


def disagreements(task: Task, reading: Reading) -> list[str]:
    """Where the gold is not what the reader expected: `state`, `outputs`, `refusal`, `hand-off`.

    The expected writes are carried out, and the state that they lead to is compared with the gold
    state as an episode's would be.
    """
    found: list[str] = []
    domain = served_domain(task.domain)
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        calls = [episode.call(one.tool, dict(one.arguments)) for one in reading.writes]
        differ = compare(domain.data, task.gold_changes, episode.changes())
    if differ or any(call.is_error for call in calls):
        found.append("state")
    told = "\n".join(reading.outputs)
    if not all(mentions(told, output.value, output.kind) for output in task.outputs):
        found.append("outputs")
    if reading.refuses != bool(task.refuses):
        found.append("refusal")
    if reading.hands_off != task.hands_off:
        found.append("hand-off")
    return found


@dataclass(frozen=True)
class Agreement:
    """How far readers and tasks of one domain agree, in numbers of tasks."""

    domain: str
    tasks: int
    read: int
    """Read as they are now."""
    expected: int
    """The gold is what the reader expected, in every part."""
    resolved: int
    """It is not, and the reading tells why the gold is right."""
    clear: int
    natural: int
    one_outcome: int
    felt: int
    """The feeling was read as it is now."""
    recognised: int
    """Of these: the reader chose the task's emotion."""


def agreement(domain: str) -> Agreement:
    """What the readings of a domain come to."""
    tasks = {task.id: task for task in load_tasks(domain)}
    return agreement_of(domain, tasks, load_readings(domain))


def agreement_of(domain: str, tasks: dict[str, Task], readings: Sequence[Reading]) -> Agreement:
    """What some readings come to; readings of a task as it was before do not count."""
    current = [
        (tasks[one.task], one)
        for one in readings
        if one.task in tasks and one.digest == task_digest(tasks[one.task])
    ]
    felt = [
        one.emotion == task.condition.emotion
        for task, one in current
        if one.feeling == task.feeling and task.condition.emotion in one.candidates
    ]
    unlike = [one for task, one in current if disagreements(task, one)]
    return Agreement(
        domain=domain,
        tasks=len(tasks),
        read=len({task.id for task, _ in current}),
        expected=len(current) - len(unlike),
        resolved=sum(bool(one.resolved) for one in unlike),
        clear=sum(one.clear for _, one in current),
        natural=sum(one.natural for _, one in current),
        one_outcome=sum(one.one_outcome for _, one in current),
        felt=len(felt),
        recognised=sum(felt),
    )
