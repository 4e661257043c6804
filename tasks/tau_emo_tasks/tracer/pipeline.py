"""The steps of the pipeline, each on the files of a workshop and each going on where it stopped."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_db.files import replace_file
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.emotions.persona import PERSONAS, conditions, persona
from tau_emo_tasks.likeness import alike, course, frame
from tau_emo_tasks.load import hand_written, load_tasks, task_file
from tau_emo_tasks.refresh import refresh_task, task_line
from tau_emo_tasks.task import Split, Task
from tau_emo_tasks.tracer.coverage import Coverage, coverage
from tau_emo_tasks.tracer.feeling import EMOTIONS, feelings, felt
from tau_emo_tasks.tracer.refine import Refined, refine, task_record
from tau_emo_tasks.tracer.rewrite import RewriteError, asked, rewritten
from tau_emo_tasks.tracer.sample import Sampler
from tau_emo_tasks.tracer.trace import Trace
from tau_emo_tasks.tracer.wording import Choice
from tau_emo_tasks.tracer.workshop import TracerError, Workshop
from tau_emo_tasks.verify import verify_task

SIZES: Mapping[Split, int] = {"test": 50, "train": 240}
"""How many tasks a domain has."""
LARGE_DOMAINS = frozenset({"airline", "retail", "telecom", "telehealth"})
LARGE_TEST = 70
"""How many test tasks a large domain has."""
SPARE = 1.5
"""So many traces are made for each task that is wanted: some do not pass verification."""
BATCH = 32
"""So many tasks are put to a model and verified before they are written."""
FIRST_NUMBER = {"test": 101, "train": 1001}
"""The number of the first task of a split; hand-written ones have smaller numbers."""

Progress = Callable[[str, int, int], None]
"""Told the domain, how much is done, and of how much."""
Writer = Callable[[Sequence[str]], Sequence[str]]
"""A model that rewrites texts: JSON as `rewrite.asked` gives it, and its answers in order."""


class Draft(BaseModel):
    """A trace in words, and what verification finds of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    record: dict[str, JsonValue]
    """A task without feeling, condition and persona."""
    frames: tuple[str, ...]
    """The wordings that it is made of."""
    problems: tuple[str, ...]
    """Why it is no task; empty if it is one."""
    rewrite: str = ""
    """What became of the model's texts: `taken`, or why they were thrown away; empty: none."""


def wanting(domain: str, split: Split) -> int:
    """How many tasks a domain needs beside its hand-written ones."""
    large = split == "test" and domain in LARGE_DOMAINS
    return (LARGE_TEST if large else SIZES[split]) - len(hand_written(domain, split))


def sample(workshop: Workshop, progress: Progress) -> None:
    """Walk: write the traces of every domain of the workshop.

    Raises:
        SamplingError: a domain has not enough customers.
    """
    settings = workshop.settings
    for domain, count in settings.counts.items():
        wanted = round(count * SPARE)
        earlier = workshop.read(domain, "traces", Trace)
        sampler = Sampler(
            domain,
            f"{settings.split} {settings.seed}",
            earlier=earlier,
            taken=_taken(domain, settings.split),
        )
        left = islice(iter(sampler), max(0, wanted - len(earlier)))
        progress(domain, len(earlier), wanted)
        for done, _ in enumerate(workshop.append(domain, "traces", left), len(earlier) + 1):
            progress(domain, done, wanted)


def _taken(domain: str, split: Split) -> dict[str, set[int]]:
    """By customer, the intents of the tasks that the new ones stand beside."""
    others = hand_written(domain, split)
    if split == "train":
        others += load_tasks(domain, "test")
    taken: dict[str, set[int]] = {}
    for task in others:
        taken.setdefault(task.principal, set()).update(task.provenance.intents)
    return taken


def refine_traces(
    workshop: Workshop, progress: Progress, workers: int, writer: Writer | None = None
) -> None:
    """Put the traces of every domain into words and verify each.

    Args:
        workshop: the folder.
        progress: told how far it is.
        workers: processes that verify.
        writer: rewrites the texts; what it gives is taken only if it says the same and passes
            verification, else the texts stay as they were.
    """
    settings = workshop.settings
    with ProcessPoolExecutor(workers) as pool:
        for domain in settings.counts:
            traces = workshop.read(domain, "traces", Trace)
            drafts = workshop.read(domain, "drafts", Draft)
            used = Counter(frame for draft in drafts for frame in draft.frames)
            left = [(trace, refine(trace, used)) for trace in traces[len(drafts) :]]
            progress(domain, len(drafts), len(traces))
            made = _drafts(left, settings.split, pool, writer)
            for done, _ in enumerate(workshop.append(domain, "drafts", made), len(drafts) + 1):
                progress(domain, done, len(traces))


def _drafts(
    left: Sequence[tuple[Trace, Refined]],
    split: Split,
    pool: ProcessPoolExecutor,
    writer: Writer | None,
) -> Iterator[Draft]:
    for start in range(0, len(left), BATCH):
        batch = left[start : start + BATCH]
        offered = writer([asked(refined) for _, refined in batch]) if writer else [""] * len(batch)
        versions = [
            _versions(trace, refined, answer, split)
            for (trace, refined), answer in zip(batch, offered, strict=True)
        ]
        every = [record for records, _ in versions for record in records]
        found = iter(list(pool.map(_problems, every)))
        for (trace, refined), (records, fate) in zip(batch, versions, strict=True):
            problems = [next(found) for _ in records]
            taken = len(records) > 1 and not problems[1]
            if len(records) > 1 and not taken:
                fate = problems[1][0]
            yield Draft(
                number=trace.number,
                record=records[taken],
                frames=refined.frames,
                problems=problems[taken],
                rewrite=fate,
            )


def _versions(
    trace: Trace, refined: Refined, answer: str, split: Split
) -> tuple[list[dict[str, Any]], str]:
    """The task in our words and, if they say the same, in the model's, and what became of those."""
    ours = task_record(trace, refined, split)
    if not answer:
        return [ours], ""
    try:
        return [ours, task_record(trace, rewritten(refined, answer), split)], "taken"
    except RewriteError as error:
        return [ours], str(error)


def _problems(record: dict[str, Any]) -> tuple[str, ...]:
    """What verification finds before there is a feeling."""
    some = conditions()[0]
    try:
        task = refresh_task({**record, **_emotional(some, "", 0)})
    except ValueError as error:
        return (str(error),)
    return tuple(f"{one.check}: {one.text}" for one in verify_task(task))


def _emotional(condition: Condition, feeling: str, number: int) -> dict[str, Any]:
    return {
        "condition": condition.model_dump(),
        "feeling": feeling,
        "persona": persona(condition, number % PERSONAS),
    }


def mix(workshop: Workshop) -> None:
    """Give every task a condition, a feeling and a persona, and write the tasks.

    Raises:
        TracerError: a domain has too few drafts that are tasks.
    """
    # The libraries behind it take long to load, and only this step needs them.
    from tau_emo_tasks.tracer.mix import assign, spread

    settings = workshop.settings
    drafts = {domain: _accepted(workshop, domain) for domain in settings.counts}
    taken = [
        task.condition
        for domain in settings.counts
        for task in hand_written(domain, settings.split)
    ]
    given = spread(settings.counts, taken, settings.seed)
    examples = {
        emotion: [one.text for domain in settings.counts for one in feelings(domain).root[emotion]]
        for emotion in EMOTIONS
    }
    used = {
        task.persona for domain in settings.counts for task in hand_written(domain, settings.split)
    }
    for domain, accepted in drafts.items():
        traces = {one.number: one for one in workshop.read(domain, "traces", Trace)}
        of_task = [traces[draft.number] for draft in accepted]
        choice = Choice(Counter())
        told = [{one: _feeling(trace, one, choice) for one in EMOTIONS} for trace in of_task]
        places = assign(told, given[domain], examples)
        # Now that each task has its emotion, no wording comes up before its turn.
        choice = Choice(Counter())
        told = [
            {(emotion := given[domain][place].emotion): _feeling(trace, emotion, choice)}
            for trace, place in zip(of_task, places, strict=True)
        ]
        places = assign(told, given[domain], examples)
        tasks = [
            _task(draft, given[domain][place], by_emotion, position, used)
            for position, (draft, place, by_emotion) in enumerate(
                zip(accepted, places, told, strict=True)
            )
        ]
        workshop.write(domain, "tasks", tasks)


def _accepted(workshop: Workshop, domain: str) -> list[Draft]:
    """As many drafts as are wanted, none of them like one before it."""
    wanted = workshop.settings.counts[domain]
    accepted: list[Draft] = []
    seen: set[str] = set()
    for draft in workshop.read(domain, "drafts", Draft):
        record: dict[str, Any] = dict(draft.record)
        calls = [(one["tool"], one["arguments"]) for one in record["gold"]]
        own = {frame(record["instruction"]), course(record["principal"], calls)}
        if not draft.problems and not own & seen:
            accepted.append(draft)
            seen |= own
    if len(accepted) < wanted:
        raise TracerError(
            f"{domain} has {len(accepted)} drafts that passed, {wanted} are wanted; "
            "run `tau-emo tracer refine`, or ask for fewer"
        )
    return accepted[:wanted]


def _feeling(trace: Trace, emotion: str, choice: Choice) -> str:
    facts = {**trace.facts}
    for goal in reversed(trace.goals):
        facts |= goal.facts
    acts = [goal.act for goal in trace.goals]
    return felt(trace.domain, emotion, acts, facts, choice, trace.seed)


def _task(
    draft: Draft, condition: Condition, told: dict[str, str], position: int, used: set[str]
) -> Task:
    """A task with its condition, told by a persona that none has that was used before."""
    record: dict[str, Any] = dict(draft.record)
    number = FIRST_NUMBER[str(record["split"])] + position
    turns = range(position, position + PERSONAS)
    free = (turn for turn in turns if persona(condition, turn % PERSONAS) not in used)
    emotional = _emotional(condition, told[condition.emotion], next(free, position))
    used.add(emotional["persona"])
    return refresh_task(
        {
            **record,
            **emotional,
            "id": f"{record['domain']}-{number}",
        }
    )


def verify(workshop: Workshop, progress: Progress, workers: int) -> Iterator[str]:
    """Verify the finished tasks, one by one and against each other, and write the review sheets.

    Yields:
        What is wrong, one line each.
    """
    from tau_emo_tasks.tracer.review import review_sheet

    for domain in workshop.settings.counts:
        tasks = workshop.read(domain, "tasks", Task)
        if not tasks:
            yield f"{domain}: there are no tasks; run `tau-emo tracer mix`"
            continue
        with ProcessPoolExecutor(workers) as pool:
            for done, problems in enumerate(pool.map(verify_task, tasks, chunksize=4), start=1):
                progress(domain, done, len(tasks))
                yield from (str(one) for one in problems)
        other: Split = "train" if workshop.settings.split == "test" else "test"
        yield from (str(one) for one in alike(tasks, load_tasks(domain, other)))
        sheet = workshop.folder / domain / "review.html"
        sheet.write_text(review_sheet(tasks), "utf-8")


def publish(workshop: Workshop) -> Iterator[tuple[Path, int]]:
    """Write the task files of the benchmark: the hand-written tasks and behind them the new ones.

    Yields:
        Each file that was written, and how many tasks it holds.

    Raises:
        TracerError: a domain has no finished tasks; nothing is written.
    """
    split = workshop.settings.split
    whole: list[tuple[Path, list[Task]]] = []
    for domain in workshop.settings.counts:
        made = workshop.read(domain, "tasks", Task)
        if not made:
            raise TracerError(f"{domain}: there are no tasks; run `tau-emo tracer mix`")
        whole.append((Path(str(task_file(domain, split))), [*hand_written(domain, split), *made]))
    for file, tasks in whole:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, "".join(f"{task_line(task)}\n" for task in tasks).encode())
        yield file, len(tasks)


def covered(workshop: Workshop) -> list[Coverage]:
    """What the finished tasks cover, by domain."""
    every = (workshop.read(domain, "tasks", Task) for domain in workshop.settings.counts)
    return [coverage(tasks) for tasks in every if tasks]
