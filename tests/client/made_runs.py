"""Runs in folders, made of records that were never played."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from records import ENVIRONMENT, condition, config, record

from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import EPISODES_FILE, RunStore
from tau_emo_servers.conversation import AgentStep, Conversation, UserMessage

ANGER, FEAR = condition("anger", "annoyance"), condition("fear", "dread")


def talk(*said: str, domain: str = "retail") -> Conversation:
    """A conversation in which the agent says these messages."""
    events = [event for text in said for event in (UserMessage(text="Hi."), AgentStep(text=text))]
    return Conversation(domain=domain, events=tuple(events))


def made_run(
    folder: Path,
    records: Sequence[EpisodeRecord],
    agent: str | Player = "noop",
    k: int = 2,
    **more: Any,
) -> Path:
    """A run with these episodes, over their tasks."""
    tasks = tuple(dict.fromkeys(one.task_id for one in records))
    domains = {one.domain: "b" for one in records}
    fields: dict[str, Any] = {
        "agent": Player(name=agent, kind="chat") if isinstance(agent, str) else agent,
        "protocol": Protocol(trials=k),
        "tasks": tasks,
        "bases": domains,
        "policies": domains,
    }
    RunStore(folder, config(**(fields | more)), ENVIRONMENT).close()
    lines = "".join(f"{one.model_dump_json()}\n" for one in records)
    (folder / EPISODES_FILE).write_text(lines, "utf-8")
    return folder


def outcomes(task: str, letters: str, **more: Any) -> list[EpisodeRecord]:
    """One episode per letter: + passed, - failed."""
    domain = task.rpartition("-")[0]
    return [
        record(task, trial, letter == "+", domain=domain, **more)
        for trial, letter in enumerate(letters)
    ]


def small_run(folder: Path, agent: str = "noop", passed: str = "+-", **more: Any) -> Path:
    """Four tasks in two domains, with two trials each, two families and some empathy."""
    warm = talk("I understand how upset you are. What is your name?", "Done.")
    cold = talk("What is your name?", "Done.")
    records = [
        *outcomes("retail-1", passed, condition=ANGER, conversation=warm, rules_broken=("RET-1",)),
        *outcomes("retail-2", "++", condition=FEAR, conversation=cold),
        *outcomes("airline-1", passed, condition=ANGER, conversation=cold, tool_calls=7),
        *outcomes("airline-2", "--", condition=FEAR, conversation=warm, follow_ups=2),
    ]
    return made_run(folder, records, agent, **more)
