"""Where episodes are played: in this process, or by the workers of a Ray cluster."""

from dataclasses import dataclass
from typing import Protocol

from tau_emo_client.record import EpisodeRecord
from tau_emo_tasks.task import Task

LOCAL, RAY = "local", "ray"
EXECUTORS = (LOCAL, RAY)


class Executor(Protocol):
    """Plays one trial after the other, or many at once. A stage is one."""

    async def play(
        self, task: Task, trial: int, earlier_errors: tuple[str, ...] = ()
    ) -> EpisodeRecord:
        """Play one trial of a task; see `play_trial`."""
        ...


@dataclass(frozen=True)
class RayCluster:
    """The Ray cluster that plays, and by how many workers."""

    address: str | None = None
    """`HOST:PORT` of its head; None: what Ray finds in `RAY_ADDRESS`, or a Ray of our own."""
    workers: int | None = None
    """None: one for each CPU of the cluster."""
