"""`tau-emo audit`: what a simulated customer said or did that no true one would have."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tau_emo_client.cli.doors import EndpointOptions
from tau_emo_client.cli.judging import JudgeEndpoint, JudgeExtra, JudgeModel, judge_of, with_judge
from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.output import print_json, print_line, shown
from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_client.audit.run import Audited
    from tau_emo_client.endpoint.endpoint import Endpoint

_VERDICT = {True: ", confirmed", False: ", not confirmed", None: ", undecided"}


def audit(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    judge_endpoint: JudgeEndpoint = None,
    judge_model: JudgeModel = None,
    judge_extra: JudgeExtra = None,
    json: JsonOption = False,
) -> None:
    """List the errors of the simulated customers of a run, with the words that show them.

    A judge, if one is named, confirms each or not.
    """
    import anyio

    from tau_emo_client.audit.rates import UserErrors
    from tau_emo_client.audit.run import audit_run
    from tau_emo_client.players import PlayerError
    from tau_emo_client.run.store import RunError

    judge = judge_of(judge_endpoint, judge_model, judge_extra)
    try:
        found = list(audit_run(run))
        episodes = anyio.run(_judged, judge, found) if judge else [one for *_, one in found]
    except (RunError, PlayerError) as error:
        raise UsageProblem(str(error)) from error
    if json:
        print_json(
            {
                "run_dir": str(run),
                "findings": [
                    {"episode": one.episode.id} | finding.model_dump(mode="json")
                    for one in episodes
                    for finding in one.findings
                ],
                "user_errors": UserErrors(episodes).as_json(),
            }
        )
        return
    for one in episodes:
        for finding in one.findings:
            verdict = _VERDICT[finding.confirmed] if judge else ""
            print_line(
                f"{one.episode.id}, message {finding.turn}: {finding.kind.value}{verdict}: "
                + shown(finding.evidence)
            )
    print_line(_summary(episodes))


def failures(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    every: Annotated[
        bool, typer.Option("--all", envvar="TAU_EMO_ALL", help="Each failed episode, in a line.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Why episodes failed: what went wrong, by whom, and where first."""
    from rich.console import Console

    from tau_emo_client.failures.run import counted, failures_of, table
    from tau_emo_client.run.store import RunError

    try:
        found = failures_of(run)
    except RunError as error:
        raise UsageProblem(str(error)) from error
    if json:
        each = [one.model_dump(mode="json") for one in found]
        print_json({"run_dir": str(run), **counted(found), "failures": each})
        return
    if not found:
        print_line("no episode failed")
        return
    if every:
        for one in found:
            print_line(
                f"{one.episode}, event {one.event}: {one.category.value} "
                f"({one.author.value}): {one.evidence}"
            )
        return
    Console().print(table(found))


async def _judged(judge: EndpointOptions, found: list[Any]) -> "list[Audited]":
    from tau_emo_client.audit.judge import judged

    async def ask(endpoint: "Endpoint") -> "list[Audited]":
        await endpoint.check()
        return await judged(endpoint, found)

    return await with_judge(judge, ask)


def _summary(episodes: "list[Audited]") -> str:
    findings = sum(len(one.findings) for one in episodes)
    hit = sum(bool(one.findings) for one in episodes)
    return f"{len(episodes)} episodes audited: {findings} findings, in {hit} of them"
