"""Records of episodes that were never played."""

from typing import Any

from tau_emo_client.agents.agent import Usage
from tau_emo_client.limits import EndReason
from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord, Timing, episode_id
from tau_emo_client.run.config import Environment, RunConfig
from tau_emo_db import Changes
from tau_emo_servers.conversation import Conversation, UserMessage
from tau_emo_tasks.condition import Condition

ENVIRONMENT = Environment(transport="memory", versions={})


def condition(family: str = "anger", emotion: str = "annoyance", **more: Any) -> Condition:
    return Condition.model_validate(
        {
            "family": family,
            "emotion": emotion,
            "politeness": "warm",
            "urgency": "low",
            "trust_in_agent": "cautious",
        }
        | more
    )


def record(
    task: str,
    trial: int,
    passed: bool = True,
    *,
    domain: str = "retail",
    end: EndReason = EndReason.USER_STOP,
    text: str = "Hi.",
    **more: Any,
) -> EpisodeRecord:
    fields: dict[str, Any] = {
        "id": episode_id(task, trial),
        "task_id": task,
        "trial": trial,
        "seed": 1,
        "domain": domain,
        "condition": condition(),
        "end_reason": end,
        "reward": int(passed),
        "turns": 2,
        "steps": 3,
        "tool_calls": 4,
        "follow_ups": 1,
        "user_errors": 0,
        "agent_usage": Usage(),
        "user_usage": Usage(),
        "timing": Timing(),
        "conversation": Conversation(domain=domain, events=(UserMessage(text=text),)),
        "changes": Changes(),
        "grade": None,
    }
    return EpisodeRecord.model_validate(fields | more)


def config(**changes: Any) -> RunConfig:
    fields: dict[str, Any] = {
        "protocol": Protocol(trials=2),
        "agent": Player(name="noop", kind="null"),
        "user": Player(name="scripted", kind="scripted"),
        "split": "test",
        "seed": 0,
        "tasks": ("t1", "t2"),
        "whole": True,
        "tasks_digest": "0" * 64,
        "bases": {"retail": "b"},
        "policies": {"retail": "p"},
    }
    return RunConfig.model_validate(fields | changes)
