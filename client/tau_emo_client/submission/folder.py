"""A folder with runs and their digests, to hand to others."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tau_emo_client.protocol import CUSTOM, load_protocol, protocol_names
from tau_emo_client.run.config import (
    IMPORTED,
    TRAJECTORIES,
    RunConfig,
    all_tasks,
    policy_digest,
)
from tau_emo_client.run.store import (
    EPISODES_FILE,
    RUN_FILE,
    RunError,
    read_all_summaries,
    read_config,
    read_summaries,
)
from tau_emo_client.submission.regrading import regraded
from tau_emo_client.table import RunReport
from tau_emo_db import BENCHMARK_VERSION, domain_data, domain_names

SUBMISSION_FILE = "submission.json"
RUNS = "runs"
SELF_REPORTED = "self-reported"
"""What every submission is until somebody else has run it again."""
FIGURES = ("avg_at_k", "pass_hat_k", "k", "episodes", "passed", "abandoned", "headline")
"""The figures of a report that a submission repeats."""


class SubmittedRun(BaseModel):
    """One run of a submission."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: str
    agent: str
    files: dict[str, str]
    """SHA-256 of each file."""
    figures: dict[str, JsonValue]


class Submission(BaseModel):
    """What `submission.json` holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    """The name under which it is listed."""
    benchmark_version: str
    kind: str = SELF_REPORTED
    runs: tuple[SubmittedRun, ...] = Field(min_length=1)


class SubmissionError(Exception):
    """A submission cannot be made; the message says why."""


def prepare(name: str, runs: Sequence[Path], out: Path) -> Submission:
    """Copy finished runs into a new folder, with their digests and figures.

    Args:
        name: the name under which it is listed.
        runs: folders of runs.
        out: the folder to make; it must not exist.

    Raises:
        SubmissionError: the folder exists, a run is not finished, or it would be refused.
        RunError: a folder is no run.
    """
    if out.exists():
        raise SubmissionError(f"{out} exists already; choose another --out")
    reports = [_finished(run) for run in runs]
    # Made beside and renamed when it is whole and valid.
    with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=f".{out.name}-") as made_in:
        beside = Path(made_in) / "submission"
        submitted: list[SubmittedRun] = []
        for number, (run, report) in enumerate(zip(runs, reports, strict=True), 1):
            folder = f"{RUNS}/{number}"
            (beside / folder).mkdir(parents=True)
            for file in (RUN_FILE, EPISODES_FILE):
                shutil.copyfile(run / file, beside / folder / file)
            submitted.append(
                SubmittedRun(
                    folder=folder,
                    agent=report.config.agent.name,
                    files=_digests(beside / folder),
                    figures=_figures(report),
                )
            )
        made = Submission(name=name, benchmark_version=BENCHMARK_VERSION, runs=tuple(submitted))
        text = json.dumps(made.model_dump(mode="json"), ensure_ascii=False, indent=2)
        (beside / SUBMISSION_FILE).write_text(f"{text}\n", "utf-8")
        for problem in problems_of(beside):
            raise SubmissionError(f"such a submission would be refused: {problem}")
        beside.replace(out)
    return made


def problems_of(folder: Path) -> Iterator[str]:
    """What is wrong with a submission: files, digests, figures, and each episode graded again.

    Args:
        folder: the folder of the submission.
    """
    try:
        text = (folder / SUBMISSION_FILE).read_text("utf-8")
        submission = Submission.model_validate_json(text)
    except (OSError, UnicodeDecodeError) as error:
        yield f"{SUBMISSION_FILE} cannot be read: {error}"
        return
    except ValidationError as error:
        yield f"{SUBMISSION_FILE} is broken: {error.errors(include_url=False)[0]['msg']}"
        return
    if submission.benchmark_version != BENCHMARK_VERSION:
        yield (
            f"it is of benchmark version {submission.benchmark_version}; "
            f"validate it with that version (this one is {BENCHMARK_VERSION})"
        )
        return
    if submission.kind != SELF_REPORTED:
        yield f"its kind is {submission.kind!r}; only who runs it again may say so"
    for number, run in enumerate(submission.runs, 1):
        if run.folder != f"{RUNS}/{number}":
            yield f"run {number} is in {run.folder!r}, not in {RUNS}/{number}"
            continue
        for what in _problems(folder / run.folder, run):
            yield f"{run.folder}: {what}"


def _problems(folder: Path, run: SubmittedRun) -> Iterator[str]:
    try:
        if _digests(folder) != run.files:
            yield "its files are not those whose digests are given"
        report = _finished(folder)
        yield from _stale(folder, report.config)
        if report.config.agent.name != run.agent:
            yield f"its agent is {report.config.agent.name}, not {run.agent}"
        if _figures(report) != run.figures:
            yield f"its figures are {_figures(report)}, not {run.figures}"
        yield from _twice(folder)
        for _, mismatches in regraded(folder):
            yield from map(str, mismatches)
    except (RunError, SubmissionError, OSError, ValueError) as error:
        yield " ".join(str(error).split())


def _twice(folder: Path) -> Iterator[str]:
    """Episodes that count and were played more than once: a run plays them once."""
    seen: set[str] = set()
    for episode in read_all_summaries(folder):
        if episode.id in seen:
            yield f"{episode.id} was played again after it had counted"
        if episode.counts:
            seen.add(episode.id)


def _stale(folder: Path, config: RunConfig) -> Iterator[str]:
    """Where a run rests on other data than this version's, or its config was edited."""
    stored = json.loads((folder / RUN_FILE).read_text("utf-8")).get("digest")
    if stored != config.digest():
        yield "its config is not the one whose digest it holds"
    if config.benchmark_version != BENCHMARK_VERSION:
        yield f"it was played with benchmark version {config.benchmark_version}"
    if config.protocol.name in protocol_names():
        if config.protocol != load_protocol(config.protocol.name):
            yield f"its protocol is not {config.protocol.name}, as it says"
    elif config.protocol.name != CUSTOM:
        yield f"there is no protocol {config.protocol.name!r}"
    if config.whole != ({*config.tasks} == all_tasks(config.split)):
        yield "it does not say rightly whether it is of all tasks"
    for domain in sorted({*config.bases, *config.policies}):
        if domain not in domain_names():
            yield f"there is no domain {domain!r}"
        elif config.bases.get(domain) != domain_data(domain).digest:
            yield f"it was played on another base of {domain}"
        elif config.policies.get(domain) != policy_digest(domain):
            yield f"it was played with another policy or other tools of {domain}"


def _finished(run: Path) -> RunReport:
    config = read_config(run)
    if config.agent.kind in (IMPORTED, TRAJECTORIES):
        raise SubmissionError(f"{run} was played elsewhere, so nobody can grade it again")
    report = RunReport(config, read_summaries(run), run)
    if not report.total.complete or report.failed:
        raise SubmissionError(f"{run} is not finished; the same command as before goes on")
    return report


def _figures(report: RunReport) -> dict[str, JsonValue]:
    found = report.as_json()
    return {name: found[name] for name in FIGURES}


def _digests(folder: Path) -> dict[str, str]:
    files = (RUN_FILE, EPISODES_FILE)
    return {file: hashlib.sha256((folder / file).read_bytes()).hexdigest() for file in files}
