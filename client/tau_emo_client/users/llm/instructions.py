"""What the customer's model is told: its business, its manner, and how the chat ends."""

import json
from typing import Any

from tau_emo_client.prompt import filled, prompt
from tau_emo_client.users.leave_reasons import LEAVE_REASONS
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

PROMPTS = (
    "user/frame.md",
    "user/emotional.md",
    "user/neutral.md",
    "user/conditions.json",
    "user/may_leave.md",
    "user/stays.md",
    "user/opening.md",
    "user/why_left.md",
)
"""All prompt files of this customer."""


def instructions(version: str, task: Task, condition: Condition | None) -> str:
    """The system prompt of one customer.

    The task's facts, the manner and the rules of ending stand in sections of their own, so
    the same facts are told whatever the condition.

    Args:
        version: the version of the prompts.
        task: what the customer wants and knows.
        condition: how they feel; None for a neutral customer, who cannot walk away.
    """
    return filled(
        prompt(version, "user/frame.md"),
        facts=task.instruction,
        manner=_manner(version, task, condition),
        endings=prompt(version, "user/may_leave.md" if condition else "user/stays.md"),
    )


def opening(version: str) -> str:
    """What asks the customer to speak first."""
    return prompt(version, "user/opening.md")


def why_left(version: str) -> str:
    """What asks a customer who has left for the reason."""
    reasons = "\n".join(f"- {reason}: {meaning}" for reason, meaning in LEAVE_REASONS.items())
    return filled(prompt(version, "user/why_left.md"), reasons=reasons)


def _manner(version: str, task: Task, condition: Condition | None) -> str:
    if condition is None:
        return prompt(version, "user/neutral.md")
    own = condition == task.condition
    return filled(
        prompt(version, "user/emotional.md"),
        persona=task.persona if own else _persona(version, condition),
        # The feeling tells why the customer feels as the task says; it fits no other condition.
        feeling=task.feeling if own else "",
    )


def _persona(version: str, condition: Condition) -> str:
    texts: dict[str, Any] = json.loads(prompt(version, "user/conditions.json"))
    return " ".join(
        (
            texts["emotion"].format(emotion=condition.emotion, family=condition.family),
            texts["politeness"][condition.politeness],
            texts["urgency"][condition.urgency],
            texts["trust_in_agent"][condition.trust_in_agent],
        )
    )
