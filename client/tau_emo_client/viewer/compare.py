"""Two episodes of one task, side by side."""

from dataclasses import dataclass
from itertools import zip_longest

from tau_emo_client.agents.agent import Usage
from tau_emo_client.viewer.conversation import Shown, Turn
from tau_emo_client.viewer.plain import number


@dataclass(frozen=True)
class Compared:
    """Two episodes, turn by turn."""

    sides: tuple[Shown, Shown]
    facts: tuple[tuple[str, str, str], ...]
    """Label and what it is in each."""
    turns: tuple[tuple[Turn | None, Turn | None], ...]
    """The turns of the same number; None where one has ended."""


def compared(left: Shown, right: Shown) -> Compared:
    """Two episodes of one task with what is the same and what is not.

    Args:
        left: one of them.
        right: the other.
    """
    names = zip(facts_of(left), facts_of(right), strict=True)
    return Compared(
        sides=(left, right),
        facts=tuple((label, one, other) for (label, one), (_, other) in names),
        turns=tuple(zip_longest(left.turns, right.turns)),
    )


def facts_of(shown: Shown) -> list[tuple[str, str]]:
    """What came out of an episode and what it took, as label and text."""
    record, config = shown.record, shown.run.config
    condition, failure = record.condition, shown.failure
    felt = "none"
    if condition:
        felt = (
            f"{condition.emotion} ({condition.family}); {condition.politeness}, "
            f"{condition.urgency}, {condition.trust_in_agent}"
        )
    return [
        ("Agent", config.agent.name),
        ("Customer", config.user.name),
        ("Trial", str(record.trial)),
        ("Emotion", felt),
        ("Result", result_of(shown)),
        ("End", record.end_reason.value.replace("_", " ")),
        ("Why the customer left", record.leave_reason or "-"),
        ("What went wrong", failure.category.value.replace("_", " ") if failure else "-"),
        ("Rules broken", ", ".join(record.rules_broken) or "-"),
        ("Messages of the agent", number(record.turns)),
        ("Steps", number(record.steps)),
        ("Tool calls", number(record.tool_calls)),
        ("Follow-ups", number(record.follow_ups)),
        ("Tokens of the agent", _tokens(record.agent_usage)),
        ("Cost of the agent", _cost(record.agent_usage)),
        ("Tokens of the customer", _tokens(record.user_usage)),
        ("Cost of the customer", _cost(record.user_usage)),
        ("Seconds", number(record.timing.seconds)),
    ]


def result_of(shown: Shown) -> str:
    """What came out, in a word or two."""
    if not shown.record.counts:
        return "does not count"
    return "passed" if shown.record.passed else "failed"


def _tokens(usage: Usage) -> str:
    return (
        f"{usage.prompt_tokens:,} in ({usage.cached_tokens:,} cached), "
        f"{usage.completion_tokens:,} out"
    )


def _cost(usage: Usage) -> str:
    return "not known" if usage.cost is None else f"${usage.cost:,.4f}"
