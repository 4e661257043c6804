"""What a judge said of the episodes of a run, and where it is kept."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Literal, Self

from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from tau_emo_client.run.store import RunError, repair
from tau_emo_client.violations.agreement import Agreement, agreement
from tau_emo_client.violations.breach import Breach, BrokenRule, by_rule

Vote = Literal["broken", "kept", "unclear", "none"]
"""What one vote says of one rule; `none` if it gave no answer in form."""


class Shown(BaseModel):
    """Where the first vote that calls a rule broken sees it."""

    model_config = ConfigDict(frozen=True)

    event: int
    evidence: str


class JudgedEpisode(BaseModel):
    """The votes on one episode: a line of the file."""

    model_config = ConfigDict(frozen=True)

    episode: str
    domain: str
    conversation: str
    """The digest of the conversation that was judged."""
    votes: dict[str, tuple[Vote, ...]]
    """By rule, in the order of the policy."""
    shown: dict[str, Shown]
    """By rule that at least one vote calls broken."""

    def verdict(self, rule: str) -> Vote:
        """What more than half of the votes on a rule say; `unclear` if there is no such."""
        votes = self.votes[rule]
        vote, count = Counter(votes).most_common(1)[0]
        return vote if 2 * count > len(votes) and vote != "none" else "unclear"


class Judgement:
    """What a judge said of some episodes of a run.

    Args:
        episodes: the judged episodes, in the order of the run.
    """

    def __init__(self, episodes: Sequence[JudgedEpisode]) -> None:
        self.episodes = tuple(episodes)
        self.trials = Counter(one.domain for one in episodes)

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """The rules that most votes call broken, in the order of the run."""
        return tuple(
            Breach(one.episode, one.domain, rule, shown.event, "", shown.evidence)
            for one in self.episodes
            for rule, shown in one.shown.items()
            if one.verdict(rule) == "broken"
        )

    @property
    def undecided(self) -> int:
        """On how many rules of all episodes no verdict has a majority."""
        return sum(one.verdict(rule) == "unclear" for one in self.episodes for rule in one.votes)

    def of_rule(self, rule: str) -> "Judgement":
        """The same of one rule; episodes of other domains are left out."""
        return Judgement(
            [
                one.model_copy(
                    update={
                        "votes": {rule: one.votes[rule]},
                        "shown": {r: shown for r, shown in one.shown.items() if r == rule},
                    }
                )
                for one in self.episodes
                if rule in one.votes
            ]
        )

    def by_rule(self) -> list[BrokenRule]:
        """The rules that most votes call broken; see `by_rule`."""
        return by_rule(self.breaches, self.trials)

    def agreement(self) -> Agreement:
        """How far the votes agree, over all rules of all episodes."""
        return agreement([votes for one in self.episodes for votes in one.votes.values()])


class JudgedFile:
    """The file beside a run that keeps what one judge said; one writer at a time.

    Args:
        folder: the folder of the run.
        identity: all that can change what the judge finds; the file is named by its digest.

    Raises:
        RunError: another process writes to it, or it cannot be written or read.
    """

    def __init__(self, folder: Path, identity: dict[str, JsonValue]) -> None:
        text = json.dumps(identity, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        self.path = folder / f"judged-{digest}.jsonl"
        self._lock = FileLock(self.path.with_suffix(".lock"), timeout=0)
        try:
            self._lock.acquire()
        except Timeout:
            raise RunError(f"another process writes to {self.path}; wait for it") from None
        except OSError as error:
            raise RunError(f"{self.path} cannot be written ({error})") from error
        try:
            repair(self.path)
            self._file: IO[bytes] = self.path.open("ab", buffering=0)
            if self._file.tell() == 0:
                self._write(json.dumps({"judge": identity}, ensure_ascii=False))
        except OSError as error:
            self._lock.release()
            raise RunError(f"{self.path} cannot be written ({error})") from error

    def known(self) -> dict[str, JudgedEpisode]:
        """The episodes that were judged, by id; of one judged anew, the last.

        Raises:
            RunError: a line is broken.
        """
        _, *lines = self.path.read_bytes().splitlines()
        return {one.episode: one for one in self._parsed(lines)}

    def append(self, one: JudgedEpisode) -> None:
        """Keep an episode; when this returns it is on the disk."""
        self._write(one.model_dump_json())

    def close(self) -> None:
        """Release the file."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _parsed(self, lines: Iterable[bytes]) -> Iterable[JudgedEpisode]:
        for number, line in enumerate(lines, 2):
            try:
                yield JudgedEpisode.model_validate_json(line)
            except ValidationError as error:
                raise RunError(
                    f"{self.path}, line {number} is broken; delete the file to judge anew"
                ) from error

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        os.fsync(self._file.fileno())
