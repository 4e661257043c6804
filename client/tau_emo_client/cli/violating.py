"""`tau-emo violations`: the policy rules that the agent of a run broke."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tau_emo_client.cli.judging import (
    JudgeEndpoint,
    JudgeExtra,
    JudgeModel,
    judge_of,
    judge_option,
    with_judge,
)
from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.output import print_json, print_line, shown
from tau_emo_client.cli.problems import FAILURES, UsageProblem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tau_emo_client.endpoint.endpoint import Endpoint
    from tau_emo_client.violations.breach import Breach, Breaches, BrokenRule
    from tau_emo_client.violations.judging import Course

MOST_TOLD = 3
"""So many of the episodes that could not be judged are told of."""


def violations(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    every: Annotated[
        bool, typer.Option("--all", envvar="TAU_EMO_ALL", help="Each violation, in a line.")
    ] = False,
    rule: Annotated[
        str | None, typer.Option("--rule", envvar="TAU_EMO_RULE", help="Of this rule only.")
    ] = None,
    judge_endpoint: JudgeEndpoint = None,
    judge_model: JudgeModel = None,
    judge_extra: JudgeExtra = None,
    judge_votes: Annotated[
        int,
        judge_option("--judge-votes", "How often the judge is asked about each episode; odd."),
    ] = 3,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", envvar="TAU_EMO_LIMIT", min=1, help="Judge at most so many episodes."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", envvar="TAU_EMO_SEED", help="Chooses which.")] = 0,
    json: JsonOption = False,
) -> None:
    """List the policy rules that the agent of a run broke, with where and what shows it.

    A judge, if one is named, is put the rules of which no program can tell. Exit status 1 if
    some episodes could not be judged.
    """
    import anyio

    from tau_emo_client.players import PlayerError
    from tau_emo_client.run.store import RunError
    from tau_emo_client.violations.breach import breaches_of
    from tau_emo_client.violations.judging import judge_run

    judge = judge_of(judge_endpoint, judge_model, judge_extra)
    if judge_votes < 1 or judge_votes % 2 == 0:
        raise UsageProblem(f"--judge-votes is {judge_votes}; it must be odd, so that one side wins")
    if limit is not None and judge is None:
        raise UsageProblem("--limit is for a judge; name one with --judge-endpoint")
    try:
        found = breaches_of(run)
        if rule is not None:
            _must_exist(rule, found)
            found = found.of_rule(rule)

        async def ask(endpoint: "Endpoint") -> "Course":
            return await judge_run(run, endpoint, judge_votes, limit, seed)

        course = anyio.run(with_judge, judge, ask) if judge is not None else None
    except (RunError, PlayerError) as error:
        raise UsageProblem(str(error)) from error
    judgement = None if course is None else course.judgement
    if judgement is not None and rule is not None:
        judgement = judgement.of_rule(rule)
    if json:
        report: dict[str, Any] = {
            "run_dir": str(run),
            "episodes": found.trials.total(),
            **_counted(found.found, found.by_rule()),
        }
        if course is not None and judgement is not None:
            report["judge"] = {
                "model": judge_model,
                "votes": judge_votes,
                "episodes": len(judgement.episodes),
                **_counted(judgement.breaches, judgement.by_rule()),
                "undecided": judgement.undecided,
                "agreement": judgement.agreement().as_json(),
                "not_judged": len(course.failed),
            }
        print_json(report)
    else:
        _print(found.found, found.by_rule(), every)
        print_line(_summary(found.found, found.trials.total(), "programs found"))
        if course is not None and judgement is not None:
            print_line("")
            _print(judgement.breaches, judgement.by_rule(), every)
            print_line(_summary(judgement.breaches, len(judgement.episodes), "the judge found"))
            print_line(_agreed(judgement.undecided, judgement.agreement()))
    if course is not None and course.failed:
        _complain(course)
        raise typer.Exit(FAILURES)


def _must_exist(rule: str, found: "Breaches") -> None:
    from tau_emo_servers.domain import rulebook

    domains = sorted(found.trials)
    known = {one.id for name in domains if (domain := rulebook(name)) for one in domain.rules}
    if rule not in known | {one.rule for one in found.found}:
        raise UsageProblem(
            f"--rule is {rule!r}; no policy of this run has such a rule ({', '.join(domains)})"
        )


def _counted(found: "Sequence[Breach]", rules: "Sequence[BrokenRule]") -> dict[str, Any]:
    return {
        "violations": len(found),
        "episodes_with_violations": len({one.episode for one in found}),
        "by_rule": [one.as_json() for one in rules],
        "findings": [one.as_json() for one in found],
    }


def _print(found: "Sequence[Breach]", rules: "Sequence[BrokenRule]", every: bool) -> None:
    if every:
        for one in found:
            print_line(f"{shown(one.where)}: {shown(one.rule)}: {shown(one.evidence)}")
        return
    for one in rules:
        times = "once" if len(one.breaches) == 1 else f"{len(one.breaches)} times"
        print_line(
            f"{shown(one.rule)} ({shown(one.domain)}): {times}, in {one.episodes} of {one.trials} "
            f"episodes ({one.share:.1%})"
        )
        first = one.breaches[0]
        print_line(f"  {one.text or 'a rule that this version does not have'}")
        print_line(f"  {shown(first.where)}: {shown(first.evidence)}")


def _summary(found: "Sequence[Breach]", episodes: int, who: str) -> str:
    hit = len({one.episode for one in found})
    return f"{who} {len(found)} violations, in {hit} of {episodes} episodes"


def _agreed(undecided: int, agreement: Any) -> str:
    if agreement.unanimous is None:
        return "no rule was judged"
    kappa = "not defined" if agreement.kappa is None else f"{agreement.kappa:.2f}"
    return (
        f"{agreement.questions} decisions, {undecided} of them undecided; all votes agree on "
        f"{agreement.unanimous:.1%}, Fleiss' kappa {kappa}"
    )


def _complain(course: "Course") -> None:
    for problem in course.failed[:MOST_TOLD]:
        typer.echo(f"not judged: {shown(problem)}", err=True)
    typer.echo(
        f"{len(course.failed)} episodes could not be judged; the same command tries them again",
        err=True,
    )
