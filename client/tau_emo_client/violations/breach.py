"""The violations that a run holds, one by one and rule by rule."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from tau_emo_client.run.config import IMPORTED
from tau_emo_client.run.store import RunError, read_config, read_records
from tau_emo_servers.domain import rulebook


@dataclass(frozen=True)
class Breach:
    """One breach of one rule in one episode."""

    episode: str
    domain: str
    rule: str
    event: int
    """The place of the event; the number of events if something is missing at the end."""
    call_id: str
    """The call that breaks the rule; empty if it is no call."""
    evidence: str

    @property
    def where(self) -> str:
        """The place in words."""
        call = f", {self.call_id}" if self.call_id else ""
        return f"{self.episode}, event {self.event}{call}"

    def as_json(self) -> dict[str, JsonValue]:
        """The breach as plain values."""
        return {**vars(self)}


@dataclass(frozen=True)
class BrokenRule:
    """All breaches of one rule in a run."""

    domain: str
    rule: str
    breaches: tuple[Breach, ...]
    """In the order of the run; at least one."""
    trials: int
    """The episodes of the domain in which it could be broken."""

    @property
    def text(self) -> str:
        """The rule in one sentence; empty if this version has no such rule."""
        domain = rulebook(self.domain)
        rules = domain.rules if domain else ()
        return next((one.text for one in rules if one.id == self.rule), "")

    @property
    def episodes(self) -> int:
        """In how many episodes it was broken."""
        return len({one.episode for one in self.breaches})

    @property
    def share(self) -> float:
        """The share of the episodes of the domain in which it was broken."""
        return self.episodes / self.trials

    def as_json(self) -> dict[str, JsonValue]:
        """The rule with its counts and its first breach, as plain values."""
        return {
            "domain": self.domain,
            "rule": self.rule,
            "text": self.text,
            "violations": len(self.breaches),
            "episodes": self.episodes,
            "of": self.trials,
            "share": self.share,
            "first": self.breaches[0].as_json(),
        }


@dataclass(frozen=True)
class Breaches:
    """What programs found in a run when its episodes were graded."""

    found: tuple[Breach, ...]
    """In the order of the run."""
    trials: Counter[str]
    """The episodes that count, by domain."""

    def of_rule(self, rule: str) -> "Breaches":
        """The same of one rule."""
        return Breaches(tuple(one for one in self.found if one.rule == rule), self.trials)

    def by_rule(self) -> list[BrokenRule]:
        """The rules that were broken; those broken in most episodes of their domain first."""
        return by_rule(self.found, self.trials)


def by_rule(found: Iterable[Breach], trials: Counter[str]) -> list[BrokenRule]:
    """The rules that were broken; those broken in the largest share of episodes first.

    Args:
        found: breaches, in the order of the run.
        trials: by domain, the episodes in which they could be.
    """
    groups: dict[tuple[str, str], list[Breach]] = {}
    for one in found:
        groups.setdefault((one.domain, one.rule), []).append(one)
    made = [BrokenRule(*key, tuple(group), trials[key[0]]) for key, group in groups.items()]
    return sorted(made, key=lambda one: (-one.share, -len(one.breaches), one.domain, one.rule))


def breaches_of(folder: Path) -> Breaches:
    """The violations in the records of a run, sorted by episode; they are not worked out again.

    Args:
        folder: the folder of the run.

    Raises:
        RunError: it is no run, or one that was recorded elsewhere and so never checked.
    """
    if read_config(folder).benchmark_version == IMPORTED:
        raise RunError(
            f"{folder} was recorded elsewhere, so what its calls changed is not known and no rule "
            "was checked; give a run of tau-emo"
        )
    found: list[tuple[str, int, Sequence[Breach]]] = []
    trials: Counter[str] = Counter()
    for record in read_records(folder):
        if record.counts:
            trials[record.domain] += 1
            breaches = [
                Breach(record.id, record.domain, one.rule, one.event, one.call_id, one.evidence)
                for one in record.violations
            ]
            found.append((record.task_id, record.trial, breaches))
    found.sort(key=lambda one: one[:2])
    return Breaches(tuple(one for *_, breaches in found for one in breaches), trials)
