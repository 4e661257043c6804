"""What the customer's model is told: its business, its manner, and how the chat ends."""

from tau_emo_client.emotion import manner
from tau_emo_client.prompt import filled, prompt
from tau_emo_client.users.leave_reasons import LEAVE_REASONS
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

PROMPTS = (
    "user/frame.md",
    "user/emotional.md",
    "user/neutral.md",
    "user/may_leave.md",
    "user/stays.md",
    "user/opening.md",
    "user/reminder.md",
    "user/why_left.md",
    "user/react.md",
    "user/verify.md",
    "user/redo.md",
    "user/reflect.md",
    "user/rewrite.md",
)
"""All prompt files of this customer."""


def instructions(version: str, task: Task, condition: Condition | None, seed: int) -> str:
    """The system prompt of one customer.

    The task's facts, the manner and the rules of ending stand in sections of their own, so
    the same facts are told whatever the condition.

    Args:
        version: the version of the prompts.
        task: what the customer wants and knows.
        condition: how they feel; None for a neutral customer, who cannot walk away.
        seed: the seed of the episode; it decides how a condition other than the task's is played.
    """
    return filled(
        prompt(version, "user/frame.md"),
        facts=task.instruction,
        manner=_manner(version, task, condition, seed),
        endings=prompt(version, "user/may_leave.md" if condition else "user/stays.md"),
    )


def opening(version: str) -> str:
    """What asks the customer to speak first."""
    return prompt(version, "user/opening.md")


def reminder(version: str, condition: Condition) -> str:
    """What reminds the model in a long talk of how its customer feels."""
    return filled(
        prompt(version, "user/reminder.md"),
        emotion=condition.emotion,
        politeness=condition.politeness,
        urgency=condition.urgency,
        trust=condition.trust_in_agent,
    )


def why_left(version: str) -> str:
    """What asks a customer who has left for the reason."""
    reasons = "\n".join(f"- {reason}: {meaning}" for reason, meaning in LEAVE_REASONS.items())
    return filled(prompt(version, "user/why_left.md"), reasons=reasons)


def _manner(version: str, task: Task, condition: Condition | None, seed: int) -> str:
    if condition is None:
        return prompt(version, "user/neutral.md")
    told = "\n\n".join(manner(task, condition, seed))
    return filled(prompt(version, "user/emotional.md"), manner=told)
