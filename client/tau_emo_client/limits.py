"""How much an episode may use, and the count of what it has used."""

from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from tau_emo_client.agents.agent import Usage
from tau_emo_servers.episode import MOST_CALLS


class EndReason(StrEnum):
    """Why an episode ended. Exactly one holds for every episode."""

    USER_STOP = "user_stop"
    """The customer said that they are satisfied."""
    USER_LEFT = "user_left"
    """The customer walked away; scores 0."""
    HANDED_OFF = "handed_off"
    """The agent handed the customer over to a person."""
    LIMIT_TURNS = "limit_turns"
    """The agent used up its messages; scores 0, like every other limit."""
    LIMIT_STEPS = "limit_steps"
    LIMIT_CALLS = "limit_calls"
    LIMIT_SECONDS = "limit_seconds"
    LIMIT_TOKENS = "limit_tokens"
    LIMIT_COST = "limit_cost"
    AGENT_ERROR = "agent_error"
    """The agent failed, or wrote nothing at all; scores 0."""
    INFRASTRUCTURE = "infrastructure"
    """An endpoint, a server or the customer's simulator failed: the episode says nothing."""
    UNGRADED = "ungraded"
    """A conversation from elsewhere without task and reward: no figure of success rests on it."""

    @property
    def counts(self) -> bool:
        """True if the episode says something about how well the agent does."""
        return self not in (EndReason.INFRASTRUCTURE, EndReason.UNGRADED)

    @property
    def is_limit(self) -> bool:
        """True if the agent used up what it may use."""
        return self.value.startswith("limit_")

    @property
    def may_pass(self) -> bool:
        """True if an episode that ended so can score 1."""
        return self in (EndReason.USER_STOP, EndReason.HANDED_OFF)


class Limits(BaseModel):
    """What an episode may use at most. None: no limit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int = Field(default=40, ge=1)
    """Messages of the agent to the customer."""
    steps: int = Field(default=120, ge=1)
    """Steps of the agent: one answer of its model each, with calls or with a message."""
    calls: int = Field(default=200, ge=1, le=MOST_CALLS)
    """Tool calls; at most as many as a server records."""
    seconds: float | None = Field(default=1800, gt=0)
    """Time the agent takes, its tool calls included; the customer's time never counts."""
    tokens: int | None = Field(default=4_000_000, ge=1)
    """Prompt and completion tokens of the agent, over all steps."""
    cost: float | None = Field(default=None, gt=0)
    """US dollars spent by the agent."""


@dataclass
class Meter:
    """Counts what one episode uses."""

    limits: Limits
    turns: int = 0
    steps: int = 0
    calls: int = 0
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)

    @property
    def seconds_left(self) -> float | None:
        """Seconds of agent time that are left; None without a limit."""
        return None if self.limits.seconds is None else self.limits.seconds - self.seconds

    def before_step(self) -> EndReason | None:
        """The limit that forbids another step of the agent, or None."""
        limits = self.limits
        if self.turns >= limits.turns:
            return EndReason.LIMIT_TURNS
        if self.steps >= limits.steps:
            return EndReason.LIMIT_STEPS
        return self.spent()

    def spent(self) -> EndReason | None:
        """The limit on time, tokens or cost that is exceeded, or None."""
        limits, usage = self.limits, self.usage
        if limits.seconds is not None and self.seconds >= limits.seconds:
            return EndReason.LIMIT_SECONDS
        if (
            limits.tokens is not None
            and usage.prompt_tokens + usage.completion_tokens > limits.tokens
        ):
            return EndReason.LIMIT_TOKENS
        if limits.cost is not None and usage.cost is not None and usage.cost > limits.cost:
            return EndReason.LIMIT_COST
        return None


def add_usage(first: Usage, second: Usage) -> Usage:
    """The sum of two usages; the cost is unknown (None) if that of either is."""
    if second == _NOTHING:
        return first
    if first == _NOTHING:
        return second
    unknown = first.cost is None or second.cost is None
    cost = None if unknown else (first.cost or 0.0) + (second.cost or 0.0)
    return Usage(
        prompt_tokens=first.prompt_tokens + second.prompt_tokens,
        completion_tokens=first.completion_tokens + second.completion_tokens,
        cached_tokens=first.cached_tokens + second.cached_tokens,
        cost=cost,
    )


_NOTHING = Usage()
