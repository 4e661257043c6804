"""Everything that a report is made of: runs, read once, and what was found in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from tau_emo_client.analysis.balance import balances
from tau_emo_client.analysis.effort import effort
from tau_emo_client.analysis.empathy import empathy
from tau_emo_client.analysis.observed import observe_runs
from tau_emo_client.analysis.violations import violation_rates
from tau_emo_client.audit.rates import UserErrors
from tau_emo_client.comparison import AgentEffect, compare_runs, ranking
from tau_emo_client.report.figures.customer_errors import errors
from tau_emo_client.report.panel import Panel, Run, panels
from tau_emo_client.run.store import read_all_summaries, read_config
from tau_emo_client.table import RunReport
from tau_emo_client.trajectory_report import TrajectoryReport, is_trajectories


class Unfit(Exception):  # noqa: N818 - told to the user
    """Runs, groups or domains cannot be reported on as asked; the message says why."""


@dataclass(frozen=True)
class Material:
    """The runs of a report and what was found in them."""

    runs: tuple[Run, ...]
    """In the order in which they were given."""
    panels: tuple[Panel, ...]
    effects: tuple[AgentEffect, ...]
    trajectories: tuple[TrajectoryReport, ...] = ()
    """Runs of plain trajectories, which have no score and stand apart."""

    @property
    def benchmark_version(self) -> str:
        """The version that all runs are of; empty if there are only trajectories."""
        return self.runs[0].report.config.benchmark_version if self.runs else ""

    def as_json(self) -> dict[str, JsonValue]:
        """The object that `--json` prints."""
        rankings: list[JsonValue] = []
        for found, panel in zip(
            ranking([run.report for run in self.runs]), self.panels, strict=True
        ):
            assert isinstance(found, dict)
            rankings.append(found | _compared(panel))
        return {
            "runs": [run.report.as_json() | _analysed(run) for run in self.runs],
            "rankings": rankings,
            "emotion_effects": [effect.as_json() for effect in self.effects],
            "trajectories": [one.as_json() for one in self.trajectories],
        }


def gather(
    folders: Sequence[Path],
    *,
    groups: Mapping[str, Sequence[Path]] | None = None,
    trained: Sequence[str] = (),
    workers: int = 1,
) -> Material:
    """Read runs and put them side by side.

    Args:
        folders: folders of runs.
        groups: the folders of the runs of each group, by its name.
        trained: domains that agents were trained on.
        workers: processes that read at once.

    Raises:
        RunError: a folder is no run, or a line of it cannot be read.
        CannotCompare: the runs are of different benchmark versions.
        Unfit: a run is given twice, a group names another, or a domain was not played.
    """
    places = [folder.resolve() for folder in folders]
    for folder, place in zip(folders, places, strict=True):
        if places.count(place) > 1:
            raise Unfit(f"{folder} is given twice; name each run once")
    configs = {folder: read_config(folder) for folder in folders}
    plain = [folder for folder in folders if is_trajectories(configs[folder])]
    trajectories = [
        TrajectoryReport(configs[folder], read_all_summaries(folder), folder) for folder in plain
    ]
    scored = [folder for folder in folders if folder not in plain]
    members = _members(groups or {}, {folder.resolve(): folder for folder in scored})
    observed = observe_runs(scored, workers)
    reports = [
        RunReport(seen.config, [one.episode for one in seen.observed], seen.folder)
        for seen in observed
    ]
    effects = compare_runs(reports)
    _check_domains(trained, reports)
    made = panels(reports, observed, members, trained)
    by_folder = {run.report.folder: run for panel in made for run in panel.runs}
    return Material(
        tuple(by_folder[folder] for folder in scored),
        tuple(made),
        tuple(effects),
        tuple(trajectories),
    )


def user_errors(run: Run) -> UserErrors | None:
    """The errors of the customers of a run; None if it was played on other tasks."""
    if not run.observed.audited:
        return None
    # In the order of the file, as an audit of the run goes.
    return UserErrors([one.audited for one in run.observed.observed if one.audited])


def _members(
    groups: Mapping[str, Sequence[Path]], known: Mapping[Path, Path]
) -> dict[str, list[Path]]:
    members: dict[str, list[Path]] = {}
    taken: dict[Path, str] = {}
    for name, folders in groups.items():
        for folder in folders:
            place = folder.resolve()
            if place not in known:
                raise Unfit(
                    f"the group {name} names {folder}, which is none of the graded runs given"
                )
            if place in taken:
                raise Unfit(f"{folder} is in the groups {taken[place]} and {name}; choose one")
            taken[place] = name
            members.setdefault(name, []).append(known[place])
    return members


def _check_domains(trained: Sequence[str], reports: Sequence[RunReport]) -> None:
    played = sorted({domain for report in reports for domain in report.by_domain})
    for domain in trained:
        if domain not in played:
            raise Unfit(
                f"--trained names {domain!r}, which no run holds; they hold {', '.join(played)}"
            )


def _analysed(run: Run) -> dict[str, JsonValue]:
    report = run.report
    seed = report.config.seed
    made = user_errors(run)
    return {
        "user_error_rates": made.as_json() if made else None,
        "violations_by_domain_and_family": violation_rates(report.episodes, seed).as_json()
        if run.rules_checked
        else None,
        "balance_by_family": {
            one.family: one.as_json() for one in balances(report.episodes, report.k, seed)
        },
        "empathy": empathy(run.observed.counted, seed).as_json(),
        "per_solved_trial": effort(report.episodes, seed).as_json(),
    }


def _compared(panel: Panel) -> dict[str, JsonValue]:
    return {
        "neighbours": [one.as_json() for one in panel.neighbours],
        "difficulty": panel.difficulty.as_json(),
        "user_errors": errors(panel).as_json(),
    }
