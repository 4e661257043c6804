"""Runs of the reference agent with the scripted customer over the small tasks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
from small_tasks import small_tasks

from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.players import AgentSource
from tau_emo_client.progress import Tally
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.run.evaluate import Evaluation, evaluate
from tau_emo_client.run.runner import Course, Retries
from tau_emo_client.run.store import read_records
from tau_emo_client.run.sweep import evaluate_sweep
from tau_emo_client.sweep import Sweep, sweep_of
from tau_emo_client.sweep_report import SweepReport
from tau_emo_client.table import RunReport
from tau_emo_client.users.registry import scripted_source


class Quiet:
    """Progress that only remembers."""

    def __init__(self, on_episode: Callable[[EpisodeSummary], None] = lambda _: None) -> None:
        self.notes: list[str] = []
        self._on_episode = on_episode

    def episode(self, summary: EpisodeSummary) -> None:
        self._on_episode(summary)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def __enter__(self) -> "Quiet":
        return self

    def __exit__(self, *_: object) -> None:
        return


def evaluation(
    out: Path | None,
    *,
    count: int = 6,
    trials: int = 2,
    agent: str | AgentSource = "reference",
    **more: Any,
) -> Evaluation:
    protocol = Protocol(trials=trials, patience=more.pop("patience", 1.0))
    emotion = more.pop("emotion", "task")
    fields: dict[str, Any] = {
        "tasks": small_tasks(count),
        "protocol": protocol,
        "agent": agent_source(agent) if isinstance(agent, str) else agent,
        "user": scripted_source(protocol),
        "emotion": parse_emotion(emotion),
        "emotion_name": emotion,
        "split": "test",
        "seed": 1,
        "out": out,
        "retries": Retries(first_wait=0.001, longest_wait=0.01),
    }
    return Evaluation(**(fields | more))


def played(plan: Evaluation, progress: Quiet | None = None) -> tuple[RunReport, Course]:
    shown = progress or Quiet()

    def show(tally: Tally) -> Quiet:
        return shown

    return anyio.run(evaluate, plan, show)


def swept(sweep: Sweep, plan: Evaluation, progress: Quiet | None = None) -> SweepReport:
    shown = progress or Quiet()

    def show(tally: Tally) -> Quiet:
        return shown

    return anyio.run(evaluate_sweep, sweep, plan, show)


def episodes(folder: Path) -> list[dict[str, object]]:
    """The episodes of a run by id, without what differs from run to run."""
    return sorted((r.without_timing() for r in read_records(folder)), key=lambda r: str(r["id"]))


def run_for_killing(out: Path) -> None:
    """Play a small run; a process of its own may be killed while it does."""
    played(evaluation(out))


def run_sweep_for_killing(out: Path) -> None:
    """Play a small sweep; a process of its own may be killed while it does."""
    swept(sweep_of("urgency"), evaluation(out, count=3))
