"""What a solved task costs."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.agents.agent import Usage
from tau_emo_client.analysis.estimate import Estimate, by_task, estimate, share
from tau_emo_client.record import EpisodeSummary

_NOTHING = Estimate(None)


@dataclass(frozen=True)
class Effort:
    """What all counted trials used, for each of them that passed: failures are paid for too."""

    solved: int
    """Trials that passed."""
    turns: Estimate
    """Messages of the agent."""
    tool_calls: Estimate
    tokens: Estimate
    """Prompt and completion tokens of the agent; unknown if none were counted."""
    cost: Estimate
    """US dollars of the agent; unknown if the price of one episode is."""

    def as_json(self) -> dict[str, JsonValue]:
        """The figures as plain values."""
        return {
            "solved_trials": self.solved,
            "turns": self.turns.as_json(),
            "tool_calls": self.tool_calls.as_json(),
            "tokens": self.tokens.as_json(),
            "cost": self.cost.as_json(),
        }


def effort(episodes: Iterable[EpisodeSummary], seed: int = 0) -> Effort:
    """What a solved trial takes; unknown if none was solved.

    Args:
        episodes: the episodes; those that do not count are left out.
        seed: of the bootstrap, which resamples tasks.
    """
    counted = [episode for episode in episodes if episode.counts]
    used = [episode.agent_usage for episode in counted]
    costs = [_cost(usage) for usage in used]
    known = [cost for cost in costs if cost is not None]

    def of(values: Iterable[float]) -> Estimate:
        rows = zip(counted, values, strict=True)
        sums = by_task((e.task_id, (value, float(e.passed))) for e, value in rows)
        return estimate(sums, share, seed)

    priced = len(known) == len(costs) and any(usage.cost is not None for usage in used)
    return Effort(
        solved=sum(episode.passed for episode in counted),
        turns=of(float(episode.turns) for episode in counted),
        tool_calls=of(float(episode.tool_calls) for episode in counted),
        tokens=of(map(_tokens, used)) if any(map(_tokens, used)) else _NOTHING,
        cost=of(known) if priced else _NOTHING,
    )


def _tokens(usage: Usage) -> float:
    return float(usage.prompt_tokens + usage.completion_tokens)


def _cost(usage: Usage) -> float | None:
    """The price of an episode; one in which the agent used nothing is free."""
    return 0.0 if usage == Usage() else usage.cost
