"""One trial of one task: set the stage, play, grade, and make the record."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import cast

import anyio

from tau_emo_client.agents.agent import Briefing, InfrastructureError, Usage
from tau_emo_client.emotion import EmotionChoice
from tau_emo_client.episode import Play
from tau_emo_client.errors import ESCAPING, is_ours
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.hosts.host import ForeignEpisode, HostedEpisode, ToolHost
from tau_emo_client.judging import Verdict, judge
from tau_emo_client.limits import EndReason, Limits, Meter
from tau_emo_client.players import AgentSource, UserSource
from tau_emo_client.record import EpisodeRecord, Timing, episode_id, episode_seed
from tau_emo_db import Changes
from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

CLOSING = 10.0
"""Seconds an agent, a customer or a server may take to close."""

logger = logging.getLogger("tau_emo")


@dataclass(frozen=True)
class Stage:
    """What all episodes of a run share."""

    host: ToolHost
    agent: AgentSource
    user: UserSource
    limits: Limits
    emotion: EmotionChoice
    seed: int
    """The seed of the run."""

    async def play(
        self, task: Task, trial: int, earlier_errors: tuple[str, ...] = ()
    ) -> EpisodeRecord:
        """See `play_trial`."""
        return await play_trial(self, task, trial, earlier_errors)


@dataclass
class _Course:
    """How far one trial got."""

    task: Task
    trial: int
    seed: int
    condition: Condition | None
    detail: str = ""
    play: Play | None = None
    verdict: Verdict | None = None
    leave_reason: str = ""
    user_usage: Usage = field(default_factory=Usage)


async def play_trial(
    stage: Stage, task: Task, trial: int, earlier_errors: tuple[str, ...] = ()
) -> EpisodeRecord:
    """Play one trial of a task on a fresh copy of the base, and grade it.

    Args:
        stage: what all episodes of the run share.
        task: the task.
        trial: its number, from 0.
        earlier_errors: why earlier attempts at this trial failed.

    Returns:
        The record; its end reason is `infrastructure` if the trial could not be played.

    Raises:
        TranscriptError: a defect of the transport was found; no result can be believed.
    """
    started, began = datetime.now(UTC), time.perf_counter()
    seed = episode_seed(stage.seed, task.id, trial)
    course = _Course(task, trial, seed, stage.emotion.condition(task, seed))
    try:
        hosted = await stage.host.open(task.domain)
        try:
            await _play(stage, course, hosted)
            if course.play and course.play.end_reason.counts:
                outcome = await hosted.result()
                if course.play.foreign:
                    # What it called after the end: refused, and on record.
                    course.play.take_calls(outcome)
                course.verdict = judge(task, course.play, outcome)
        finally:
            await _close("the tools", hosted.close)
    except InfrastructureError as error:
        course.detail = str(error)
    play = course.play
    return _record(
        course,
        earlier_errors,
        Timing(
            started=started.isoformat(timespec="milliseconds"),
            seconds=round(time.perf_counter() - began, 6),
            agent_seconds=round(play.agent_seconds, 6) if play else 0.0,
            user_seconds=round(play.user_seconds, 6) if play else 0.0,
            tool_seconds=round(play.meter.seconds - play.agent_seconds, 6) if play else 0.0,
        ),
    )


def unplayed(
    task: Task,
    trial: int,
    emotion: EmotionChoice,
    run_seed: int,
    detail: str,
    earlier_errors: tuple[str, ...] = (),
) -> EpisodeRecord:
    """The record of a trial that could not even be started.

    Args:
        task: the task.
        trial: its number, from 0.
        emotion: the emotion of the run.
        run_seed: the seed of the run.
        detail: why.
        earlier_errors: why earlier attempts at this trial failed.
    """
    seed = episode_seed(run_seed, task.id, trial)
    course = _Course(task, trial, seed, emotion.condition(task, seed), detail)
    return _record(course, earlier_errors, Timing())


async def _play(stage: Stage, course: _Course, hosted: HostedEpisode) -> None:
    agent = stage.agent.make(course.task, course.seed)
    foreign = None if stage.agent.access == "ours" else cast("ForeignEpisode", hosted)
    try:
        user = stage.user.make(course.task, course.condition, course.seed)
        try:
            course.play = Play(
                agent=agent,
                user=user,
                tools=hosted,
                foreign=foreign,
                limits=stage.limits,
                user_may_leave=stage.emotion.may_leave,
            )
            await course.play.run(
                Briefing(
                    domain=course.task.domain,
                    policy=hosted.policy,
                    tools=hosted.tools,
                    seed=course.seed,
                    episode=foreign,
                )
            )
            await course.play.end()
            course.detail = course.play.detail
            course.user_usage = user.usage
            if course.play.end_reason is EndReason.USER_LEFT:
                course.leave_reason = user.leave_reason
        finally:
            await _close("the customer", user.close)
    finally:
        await _close("the agent", agent.close)


async def _close(what: str, close: Callable[[], Awaitable[None]]) -> None:
    """Close a part of a finished episode; what fails now changes no result."""
    with anyio.move_on_after(CLOSING, shield=True) as scope:
        try:
            await close()
        except (Exception, *ESCAPING) as error:
            if is_ours(error):
                raise
            logger.exception("closing %s failed", what)
    if scope.cancelled_caught:
        logger.warning("closing %s took more than %g s and was given up", what, CLOSING)


def _record(course: _Course, earlier_errors: tuple[str, ...], timing: Timing) -> EpisodeRecord:
    play, verdict, task = course.play, course.verdict, course.task
    end = play.end_reason if play and verdict else EndReason.INFRASTRUCTURE
    events = tuple(play.events) if play else ()
    meter = play.meter if play else Meter(Limits())
    return EpisodeRecord(
        id=episode_id(task.id, course.trial),
        task_id=task.id,
        trial=course.trial,
        seed=course.seed,
        domain=task.domain,
        condition=course.condition,
        end_reason=end,
        detail=course.detail,
        reward=verdict.grade.reward if verdict and end.may_pass else 0,
        leave_reason=course.leave_reason,
        turns=meter.turns,
        steps=meter.steps,
        tool_calls=meter.calls,
        follow_ups=follow_ups(events),
        user_errors=play.user_errors if play else 0,
        user_repairs=play.user_repairs if play else 0,
        rules_broken=tuple(sorted({v.rule for v in verdict.violations})) if verdict else (),
        agent_usage=meter.usage,
        user_usage=course.user_usage,
        timing=timing,
        conversation=verdict.conversation
        if verdict
        else Conversation(domain=task.domain, events=events),
        changes=verdict.changes if verdict else Changes(),
        grade=verdict.grade if verdict else None,
        violations=verdict.violations if verdict else (),
        infrastructure_errors=earlier_errors,
    )
