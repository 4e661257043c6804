"""Playing train tasks until enough of each domain is fit to be kept."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

from tau_emo_client.collecting.candidate import Candidate, candidate_of
from tau_emo_client.collecting.settings import Settings
from tau_emo_client.collecting.sifting import Reason, why_not
from tau_emo_client.progress import RunProgress, Tally
from tau_emo_client.record import EpisodeRecord, episode_id
from tau_emo_client.run.evaluate import Evaluation, Pair, evaluate
from tau_emo_client.run.store import read_records
from tau_emo_db.draw import Draw
from tau_emo_tasks.task import Task

TO_SPARE = 1.2
"""So many times the quota are kept, if tasks last, for the choice to have something to choose."""

Shown = Callable[[Tally], RunProgress]


@dataclass
class Sifted:
    """What has become of the episodes that were played."""

    kept: dict[str, Candidate] = field(default_factory=dict[str, Candidate])
    """Those that are fit, by episode id."""
    left_out: dict[str, Reason] = field(default_factory=dict[str, Reason])

    def __contains__(self, episode: str) -> bool:
        return episode in self.kept or episode in self.left_out

    def reasons(self) -> dict[str, int]:
        """How many were left out, by reason."""
        return dict(sorted(Counter(self.left_out.values()).items()))


async def play_enough(evaluation: Evaluation, settings: Settings, shown: Shown) -> Sifted:
    """Play until each quota is met with some to spare, or nothing is left to play.

    Args:
        evaluation: the whole run; only what is needed of it is played.
        settings: what is wanted.
        shown: makes what the course of each round is told to.

    Raises:
        RunError: the run folder cannot be used.
        PlayerError: an endpoint does not answer as it must.
        InfrastructureError: the gateway cannot be started.
    """
    assert evaluation.out is not None
    tasks = {task.id: task for task in evaluation.tasks}
    sifted = Sifted()
    tried: set[str] = set()
    while True:
        for record in read_records(evaluation.out):
            # What failed for infrastructure is tried again by the next command.
            if record.counts and record.id not in sifted:
                _sift(tasks[record.task_id], record, settings, sifted)
        pairs = _next_pairs(evaluation.tasks, settings, sifted, tried)
        if not pairs:
            return sifted
        tried |= {episode_id(task.id, trial) for task, trial in pairs}
        _, course = await evaluate(replace(evaluation, only=tuple(pairs)), shown)
        if course.paused:
            return sifted


def _sift(task: Task, record: EpisodeRecord, settings: Settings, sifted: Sifted) -> None:
    reason = why_not(task, record, settings)
    if reason is None:
        sifted.kept[record.id] = candidate_of(record)
    else:
        sifted.left_out[record.id] = reason


def _next_pairs(
    tasks: Sequence[Task], settings: Settings, sifted: Sifted, tried: set[str]
) -> list[Pair]:
    """What is played next: of each domain what it lacks, first attempts before second ones."""
    fit = Counter(one.episode.task_id for one in sifted.kept.values())
    pairs: list[Pair] = []
    for domain, quota in settings.quotas.items():
        own = in_turn([task for task in tasks if task.domain == domain], settings.run.seed)
        have = sum(min(fit[task.id], settings.per_task) for task in own)
        lacking = round(quota * TO_SPARE) - have
        open_pairs = (
            (task, trial)
            for trial in range(settings.run.protocol.trials)
            for task in own
            if fit[task.id] < settings.per_task
            and episode_id(task.id, trial) not in sifted
            and episode_id(task.id, trial) not in tried
        )
        pairs += islice(open_pairs, max(lacking, 0))
    return pairs


def in_turn(tasks: Iterable[Task], seed: int) -> list[Task]:
    """Tasks in the order of a seed, one of each emotion family in turn."""
    by_family: dict[str, list[Task]] = {}
    for task in Draw(f"collection {seed}").shuffled(list(tasks)):
        by_family.setdefault(task.condition.family, []).append(task)
    rows: Iterator[tuple[Task | None, ...]] = zip_longest(
        *(by_family[name] for name in sorted(by_family))
    )
    return [task for row in rows for task in row if task is not None]
