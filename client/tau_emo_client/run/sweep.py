"""Playing a sweep: one run after the other, each kept and resumed like any other run."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tau_emo_client.emotion import parse_emotion
from tau_emo_client.progress import RunProgress, Tally
from tau_emo_client.run.evaluate import Evaluation, evaluate, in_a_row
from tau_emo_client.run.store import RUN_FILE, RunError
from tau_emo_client.sweep import Level, Sweep
from tau_emo_client.sweep_report import SweepReport
from tau_emo_client.table import RunReport


async def evaluate_sweep(
    sweep: Sweep, evaluation: Evaluation, progress: Callable[[Tally], RunProgress]
) -> SweepReport:
    """Play what is missing of a sweep and report on all of it.

    A run that is paused ends the sweep; the report tells which levels have not been played.

    Args:
        sweep: what is compared.
        evaluation: what is the same in all runs. Its emotion is replaced by that of each level.
            Its folder holds one folder for each run; without one, each has its usual folder.
        progress: makes what the course of each run is told to.

    Raises:
        RunError: a run folder cannot be used.
        PlayerError: an endpoint does not answer as it must.
        InfrastructureError: the gateway cannot be started.
    """
    began = time.monotonic()
    if evaluation.out and (evaluation.out / RUN_FILE).exists():
        raise RunError(
            f"{evaluation.out} holds a single run and cannot hold a sweep; choose another --out"
        )
    reports: dict[Level, RunReport] = {}
    async with in_a_row(evaluation) as plan:
        for number, level in enumerate(sweep.runs, start=1):
            name = f"{level.name}: run {number} of {len(sweep.runs)}"
            reports[level], course = await evaluate(
                _under(level, plan), partial(_named, progress, name)
            )
            if course.paused:
                break
    return SweepReport(sweep, reports, time.monotonic() - began)


def _under(level: Level, evaluation: Evaluation) -> Evaluation:
    return replace(
        evaluation,
        emotion=parse_emotion(level.emotion),
        emotion_name=level.emotion,
        out=evaluation.out and evaluation.out / level.folder,
    )


def _named(progress: Callable[[Tally], RunProgress], name: str, tally: Tally) -> RunProgress:
    shown = progress(tally)
    shown.note(name)
    return shown
