"""The leaderboard: entries from valid submissions, ranked apart where they cannot be compared."""

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue

from tau_emo_client.limits import EndReason
from tau_emo_client.metrics import Interval
from tau_emo_client.players import Player
from tau_emo_client.run.config import RunConfig
from tau_emo_client.submission.folder import (
    LONGEST,
    SELF_REPORTED,
    Submission,
    SubmissionError,
    finished_report,
    problems_of,
    read_submission,
)
from tau_emo_client.table import RunReport
from tau_emo_client.texts import plain
from tau_emo_client.users.registry import LLM

Value = TypeVar("Value")

RE_RUN = "re-run"
"""What a submission is whose agent those who keep the page have run again."""
_OWN_SETTINGS = ("endpoint", "model", "quirks")
"""Settings of a customer's model that say where it is asked, or that its name says already."""


@dataclass(frozen=True, order=True)
class Board:
    """What entries have in common that stand in one ranking."""

    benchmark_version: str
    protocol: str
    k: int
    user_kind: str
    user: str
    """The name of the customer's model."""
    settings: str
    """What else can change the customer, as JSON."""

    @classmethod
    def of(cls, config: RunConfig) -> "Board":
        """Where a run stands."""
        return cls(
            config.benchmark_version,
            config.protocol.name,
            config.protocol.trials,
            _shown(config.user.kind),
            _shown(config.user.name),
            _settings(config.user),
        )

    @property
    def title(self) -> str:
        """What the customers of this ranking are."""
        by_model = self.user_kind == LLM
        customer = f"Customers played by {self.user}" if by_model else f"{self.user_kind} customers"
        return (
            f"{customer[:1].upper()}{customer[1:]}, protocol {self.protocol}, "
            f"benchmark {self.benchmark_version}"
        )


@dataclass(frozen=True)
class Entry:
    """One headline run of a submission."""

    name: str
    organisation: str
    link: str
    mark: str
    """`self-reported` or `re-run`."""
    agent: str
    door: str
    """How the agent was reached."""
    board: Board
    digest: str
    """SHA-256 of the episodes."""
    avg: float
    avg_interval: Interval
    pass_hat: float
    pass_hat_interval: Interval
    loss: float
    by_domain: tuple[tuple[str, float], ...]
    """Pass^k of each domain."""
    broken: float
    """The share of episodes with a broken rule."""
    left: float
    """The share of episodes whose customer walked away."""
    episodes: int

    def as_json(self) -> dict[str, JsonValue]:
        """The entry as plain values."""
        return {
            "name": self.name,
            "organisation": self.organisation,
            "link": self.link,
            "mark": self.mark,
            "agent": self.agent,
            "door": self.door,
            "user": self.board.user_kind,
            "user_name": self.board.user,
            "protocol": self.board.protocol,
            "benchmark_version": self.board.benchmark_version,
            "k": self.board.k,
            "avg_at_k": self.avg,
            "avg_interval": [self.avg_interval.low, self.avg_interval.high],
            "pass_hat_k": self.pass_hat,
            "pass_hat_interval": [self.pass_hat_interval.low, self.pass_hat_interval.high],
            "consistency_loss": self.loss,
            "pass_hat_by_domain": dict(self.by_domain),
            "policy_violation_rate": self.broken,
            "abandoned_rate": self.left,
            "episodes": self.episodes,
        }


class RefusedError(Exception):
    """Submissions are not listed; the message names each with its reason."""


def entries_of(
    folders: Sequence[Path], re_run: Sequence[Path] = (), workers: int = 1
) -> list[Entry]:
    """The entries of submissions, each of which is validated first.

    Args:
        folders: the folders of submissions.
        re_run: those whose agents the caller has run again; they may stand among the others too.
        workers: processes that validate at once.

    Raises:
        RefusedError: a submission is not valid or holds no headline run, or two hold the same run.
    """
    again = {folder.resolve() for folder in re_run}
    chosen = {folder.resolve(): folder for folder in (*folders, *re_run)}
    with ExitStack() as stack:
        look = map
        if workers > 1 and len(chosen) > 1:
            pool = stack.enter_context(ProcessPoolExecutor(min(workers, len(chosen))))
            look = pool.map
        marks = [RE_RUN if place in again else SELF_REPORTED for place in chosen]
        found = list(look(_looked_at, chosen.values(), marks))
    refused = [one for one in found if isinstance(one, str)]
    entries = [entry for one in found if not isinstance(one, str) for entry in one]
    refused += _twice(entries)
    if refused:
        raise RefusedError("; ".join(refused))
    return entries


def rankings(entries: Iterable[Entry]) -> list[tuple[Board, list[tuple[int, Entry]]]]:
    """The entries of each board by Avg@k, with their ranks; equal figures share a rank."""
    boards: dict[Board, list[Entry]] = {}
    for entry in entries:
        boards.setdefault(entry.board, []).append(entry)
    return [(board, list(_ranked(boards[board]))) for board in sorted(boards)]


def _ranked(entries: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    for entry in sorted(
        entries, key=lambda one: (-one.avg, -one.pass_hat, one.name, one.agent, one.digest)
    ):
        yield 1 + sum(other.avg > entry.avg for other in entries), entry


def _looked_at(folder: Path, mark: str) -> list[Entry] | str:
    """The entries of a submission, or why it is refused."""
    try:
        submission = read_submission(folder)
    except SubmissionError as error:
        return f"{folder} is not valid: {error}"
    problems = list(problems_of(folder))
    if problems:
        more = f" (and {len(problems) - 1} more)" if problems[1:] else ""
        return f"{folder} ({submission.name}) is not valid: {problems[0]}{more}"
    entries: list[Entry] = []
    lacking: list[str] = []
    for run in submission.runs:
        report = finished_report(folder / run.folder)
        if report.is_headline:
            digest = run.files["episodes.jsonl"]
            entries.append(_entry(submission, report, digest, mark))
        else:
            lacking.append(f"{run.folder} lacks {', '.join(report.headline_lacks)}")
    if not entries:
        return f"{folder} ({submission.name}) gives no headline figures: {', '.join(lacking)}"
    return entries


def _entry(submission: Submission, report: RunReport, digest: str, mark: str) -> Entry:
    total, config, count = report.total, report.config, len(report.episodes)
    return Entry(
        name=submission.name,
        organisation=submission.organisation,
        link=submission.link,
        mark=mark,
        agent=_shown(config.agent.name),
        door=_shown(config.agent.kind),
        board=Board.of(config),
        digest=digest,
        avg=_there(total.avg_at_k),
        avg_interval=_there(total.avg_interval),
        pass_hat=_there(total.pass_hat_k),
        pass_hat_interval=_there(total.pass_hat_interval),
        loss=_there(total.consistency_loss),
        by_domain=tuple(
            (name, _there(found.pass_hat_k)) for name, found in report.by_domain.items()
        ),
        broken=sum(bool(one.rules_broken) for one in report.episodes) / count,
        left=sum(one.end_reason is EndReason.USER_LEFT for one in report.episodes) / count,
        episodes=count,
    )


def _twice(entries: Sequence[Entry]) -> Iterator[str]:
    names: dict[str, str] = {}
    for entry in entries:
        if entry.digest in names:
            yield f"{names[entry.digest]} and {entry.name} hold the same episodes"
        names[entry.digest] = entry.name


def _settings(user: Player) -> str:
    kept = {name: value for name, value in user.settings.items() if name not in _OWN_SETTINGS}
    return json.dumps(kept, sort_keys=True) if kept else ""


def _shown(name: str) -> str:
    """A name that stands in a run, where anything may stand."""
    line = plain(name)
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def _there(value: Value | None) -> Value:
    # A headline run is complete, so it has every figure.
    assert value is not None
    return value
