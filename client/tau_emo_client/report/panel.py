"""What one part of a report is about: runs that share a ranking, and how they are grouped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tau_emo_client.analysis.difficulty import Difficulty, difficulty
from tau_emo_client.analysis.observed import Observed, ObservedRun
from tau_emo_client.analysis.rivals import Rivals, rivals
from tau_emo_client.comparison import Comparable, comparable
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.report.names import run_names, short_names
from tau_emo_client.run.config import IMPORTED
from tau_emo_client.table import RunReport
from tau_emo_client.texts import plain

TRAINED, UNSEEN = "trained", "unseen"


@dataclass(frozen=True)
class Run:
    """One run in a report."""

    name: str
    short: str
    """The name as figures have room for."""
    report: RunReport
    observed: ObservedRun

    @property
    def rules_checked(self) -> bool:
        """False if no policy rule was checked, as in runs from elsewhere."""
        return self.report.config.agent.kind != IMPORTED


@dataclass(frozen=True)
class Series:
    """What stands under one name in a figure: a run, or a group of runs."""

    name: str
    short: str
    runs: tuple[Run, ...]

    @property
    def episodes(self) -> list[EpisodeSummary]:
        """The counted episodes of all its runs."""
        return [one for run in self.runs for one in run.report.episodes]

    @property
    def observed(self) -> list[Observed]:
        """The same with what their transcripts show."""
        return [one for run in self.runs for one in run.observed.counted]

    @property
    def rules_checked(self) -> bool:
        """True if policy rules were checked in all its runs."""
        return all(run.rules_checked for run in self.runs)


@dataclass(frozen=True)
class Part:
    """Some of the domains."""

    name: str
    """Empty for all of them, else `trained` or `unseen`."""
    domains: frozenset[str]


@dataclass(frozen=True)
class Panel:
    """Runs that may share a ranking."""

    group: Comparable
    runs: tuple[Run, ...]
    """The best first."""
    series: tuple[Series, ...]
    """The runs in their groups, in the order of the best of each."""
    trained: frozenset[str]
    """The domains that agents were trained on, if that was said."""

    @property
    def k(self) -> int:
        """Trials."""
        return self.group.k

    @property
    def seed(self) -> int:
        """Of all resampling: the smallest of the runs', so that their order does not matter."""
        return min(run.report.config.seed for run in self.runs)

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains of all runs, in order."""
        return tuple(sorted({name for run in self.runs for name in run.report.by_domain}))

    @property
    def grouped(self) -> bool:
        """True if a name stands for several runs, or was given to one."""
        return [one.name for one in self.series] != [run.name for run in self.runs]

    @cached_property
    def neighbours(self) -> tuple[Rivals, ...]:
        """Each run against the next."""
        return rivals([run.report for run in self.runs])

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard the tasks are, over the runs."""
        return difficulty([run.report.episodes for run in self.runs])

    def parts(self) -> list[Part]:
        """All domains, and if some are trained, these and the others apart."""
        every = frozenset(self.domains)
        found = [Part("", every)]
        for name, domains in ((TRAINED, every & self.trained), (UNSEEN, every - self.trained)):
            if self.trained and domains:
                found.append(Part(name, domains))
        return found

    def series_of(self, run: Run) -> int:
        """The place of the series that a run belongs to."""
        return next(place for place, one in enumerate(self.series) if run in one.runs)


def panels(
    reports: Sequence[RunReport],
    observed: Sequence[ObservedRun],
    groups: Mapping[str, Sequence[Path]],
    trained: Sequence[str] = (),
) -> list[Panel]:
    """The parts of a report, each of runs that may share a ranking.

    Args:
        reports: the runs, of one benchmark version.
        observed: the same runs with what their transcripts show.
        groups: the folders of the runs of each group, by its name.
        trained: domains that agents were trained on.
    """
    names = run_names(reports)
    runs = {
        report.folder: Run(name, short, report, seen)
        for report, seen, name, short in zip(
            reports, observed, names, short_names(names), strict=True
        )
    }
    made: list[Panel] = []
    for group in comparable(reports):
        own = tuple(runs[report.folder] for report in group.reports)
        made.append(Panel(group, own, _series(own, groups), frozenset(trained)))
    return made


def _series(runs: Sequence[Run], groups: Mapping[str, Sequence[Path]]) -> tuple[Series, ...]:
    group_of = {folder: name for name, folders in groups.items() for folder in folders}
    members: dict[tuple[bool, str], list[Run]] = {}
    for run in runs:
        group = group_of.get(run.report.folder)
        members.setdefault((group is not None, group or run.name), []).append(run)
    names = [
        plain(name) if grouped else members[grouped, name][0].name for grouped, name in members
    ]
    return tuple(
        Series(name, short, tuple(own))
        for name, short, own in zip(names, short_names(names), members.values(), strict=True)
    )
