"""How often customers made errors: shares of trials with intervals, by group."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from pydantic import JsonValue
from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tau_emo_client.audit.finding import Kind
from tau_emo_client.audit.run import Audited
from tau_emo_client.metrics import GROUPS, Interval

_Z = 1.959964
_SHOWN = ("family", "emotion", "domain")
"""The groups that rates are given by."""


@dataclass(frozen=True)
class Rate:
    """So many of so many trials."""

    count: int
    trials: int

    @property
    def share(self) -> float | None:
        """The share; None of no trials."""
        return self.count / self.trials if self.trials else None

    def interval(self) -> Interval | None:
        """The Wilson score interval of the share at 95%; None of no trials.

        It holds where errors are rare, as a bootstrap does not: none of 50 is up to 7%. Trials of
        one task count as independent. Source: Wilson 1927.
        """
        if not self.trials:
            return None
        share, n = self.count / self.trials, self.trials
        middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z * sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
        return Interval(max(0.0, middle - half), min(1.0, middle + half))

    def as_json(self) -> dict[str, JsonValue]:
        """The rate as plain values."""
        interval = self.interval()
        return {
            "count": self.count,
            "trials": self.trials,
            "share": self.share,
            "interval": [interval.low, interval.high] if interval else None,
        }


@dataclass(frozen=True)
class ErrorRates:
    """The errors of the customers in one group of episodes."""

    failed: Rate
    """Of the trials that failed, those with an error of the customer."""
    trials: Rate
    """The same of all trials."""
    no_emotion: Rate
    """Of the trials with a condition, those in which nothing shows it."""

    def as_json(self) -> dict[str, JsonValue]:
        """The rates as plain values."""
        return {
            "failed_trials": self.failed.as_json(),
            "all_trials": self.trials.as_json(),
            "no_emotion": self.no_emotion.as_json(),
        }


def error_rates(episodes: Sequence[Audited]) -> ErrorRates:
    """The rates over these episodes; they all count."""
    failed = [one for one in episodes if not one.episode.passed]
    felt = [one for one in episodes if one.episode.condition is not None]
    return ErrorRates(
        failed=Rate(sum(one.has_error for one in failed), len(failed)),
        trials=Rate(sum(one.has_error for one in episodes), len(episodes)),
        no_emotion=Rate(
            sum(any(f.kind is Kind.NO_EMOTION for f in one.findings) for one in felt), len(felt)
        ),
    )


class UserErrors:
    """The errors of the customers of one run.

    Args:
        episodes: the audited episodes of the run.
    """

    def __init__(self, episodes: Sequence[Audited]) -> None:
        self.total = error_rates(episodes)
        self.by = {group: _by(group, episodes) for group in _SHOWN}
        self.kinds = Counter(f.kind.value for one in episodes for f in one.findings)
        self.malformed = sum(one.episode.user_errors for one in episodes)

    def as_json(self) -> dict[str, JsonValue]:
        """The object that `--json` prints."""
        return {
            **self.total.as_json(),
            "by_kind": {
                **{kind.value: self.kinds[kind.value] for kind in Kind},
                "malformed": self.malformed,
            },
            **{
                f"by_emotion_{group}" if group == "family" else f"by_{group}": {
                    name: rates.as_json() for name, rates in self.by[group].items()
                }
                for group in _SHOWN
            },
        }

    def shown(self) -> RenderableType:
        """What a terminal shows: one line, and a table if there is any error."""
        failed, all_ = self.total.failed, self.total.trials
        line = (
            f"errors of the customer: in {failed.count} of {failed.trials} failed trials"
            f"{_told(failed)}, in {all_.count} of {all_.trials} trials{_told(all_)}"
        )
        if not (self.kinds or self.malformed):
            return Text(line)
        table = Table(box=SIMPLE)
        table.add_column("customers", no_wrap=True)
        for column in ("of failed", "% (95%)", "of all", "% (95%)", "unfelt"):
            table.add_column(column, justify="right", no_wrap=True)
        for groups in self.by.values():
            for name, rates in groups.items():
                table.add_row(
                    name,
                    *_cells(rates.failed),
                    *_cells(rates.trials),
                    str(rates.no_emotion.count),
                )
            table.add_section()
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.kinds.items()))
        notes = [f"found: {kinds}"] if kinds else []
        if self.malformed:
            notes.append(f"malformed messages: {self.malformed}")
        notes.append("unfelt: trials in which nothing shows the emotion, no errors in the shares")
        return Group(Text(line), table, Text("\n".join(notes)))


def _by(group: str, episodes: Sequence[Audited]) -> dict[str, ErrorRates]:
    members: dict[str, list[Audited]] = {}
    for one in episodes:
        name = GROUPS[group](one.episode)
        if name is not None:
            members.setdefault(name, []).append(one)
    return {name: error_rates(members[name]) for name in sorted(members)}


def _told(rate: Rate) -> str:
    interval = rate.interval()
    if interval is None or rate.share is None:
        return ""
    return f" ({100 * rate.share:.1f}%; {_span(interval)})"


def _cells(rate: Rate) -> tuple[str, str]:
    interval = rate.interval()
    if interval is None or rate.share is None:
        return ("", "")
    return (f"{rate.count} of {rate.trials}", f"{100 * rate.share:.1f} ({_span(interval)})")


def _span(interval: Interval) -> str:
    return f"{100 * interval.low:.1f}-{100 * interval.high:.1f}"
