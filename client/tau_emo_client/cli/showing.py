"""`tau-emo tools` and `tau-emo report`: what there is, and what came out."""

from pathlib import Path
from typing import Annotated

import typer

from tau_emo_client.cli.database import chosen
from tau_emo_client.cli.options import DomainsOption, JsonOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import UsageProblem


def tools(domain: DomainsOption = None, json: JsonOption = False) -> None:
    """List every tool: domain, name, kind, and with --json its input schema."""
    from tau_emo_servers.domain import served_domain

    found = [
        {
            "domain": name,
            "name": tool.name,
            "kind": tool.kind,
            "title": tool.title,
            "description": tool.description,
            "input_schema": tool.parameters,
        }
        for name in chosen(domain, None)
        for tool in served_domain(name).tools.values()
    ]
    if json:
        print_json(found)
        return
    for tool in found:
        print_line(f"{tool['domain']}\t{tool['name']}\t{tool['kind']}\t{tool['title']}")


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.")],
    json: JsonOption = False,
) -> None:
    """Figures of runs. Two runs of one agent with and without emotion give its effect.

    Plain trajectories have no score; they stand apart.
    """
    from rich.console import Console

    from tau_emo_client.cli.auditing import user_errors
    from tau_emo_client.comparison import CannotCompare, compare_runs, ranking
    from tau_emo_client.run.store import (
        RunError,
        read_all_summaries,
        read_config,
        read_summaries,
    )
    from tau_emo_client.table import RunReport
    from tau_emo_client.trajectory_report import TrajectoryReport, is_trajectories

    try:
        configs = {run: read_config(run) for run in runs}
        plain = [
            TrajectoryReport(configs[run], read_all_summaries(run), run)
            for run in runs
            if is_trajectories(configs[run])
        ]
        scored = [run for run in runs if not is_trajectories(configs[run])]
        reports = [RunReport(configs[run], read_summaries(run), run) for run in scored]
        effects = compare_runs(reports)
        errors = [user_errors(run) for run in scored]
    except (RunError, CannotCompare) as error:
        raise UsageProblem(str(error)) from error
    if json:
        print_json(
            {
                "runs": [
                    one.as_json() | {"user_error_rates": made.as_json() if made else None}
                    for one, made in zip(reports, errors, strict=True)
                ],
                "rankings": ranking(reports),
                "emotion_effects": [effect.as_json() for effect in effects],
                "trajectories": [one.as_json() for one in plain],
            }
        )
        return
    console = Console()
    for one, made in zip(reports, errors, strict=True):
        console.print(one.shown())
        console.print(made.shown() if made else "errors of the customer: not known, as the run "
                      "was played on other tasks than those of this version")  # fmt: skip
    for effect in effects:
        print_line(effect.line())
    for one in plain:
        console.print(one.shown())
