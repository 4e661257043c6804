"""What is kept of a finished episode: one line of `episodes.jsonl`."""

import hashlib

from pydantic import BaseModel, ConfigDict

from tau_emo_client.agents.agent import Usage
from tau_emo_client.limits import EndReason
from tau_emo_db import Changes
from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.grading import Grade


def episode_id(task_id: str, trial: int) -> str:
    """The id of one trial of a task within a run; trials count from 0."""
    return f"{task_id}.{trial}"


def episode_seed(run_seed: int, task_id: str, trial: int) -> int:
    """The seed of one episode, 31 bits: a hash of run seed, task and trial.

    It depends on nothing else, so any subset of a run agrees with the whole.
    """
    text = f"tau-emo episode\n{run_seed}\n{task_id}\n{trial}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 1


class RuleViolation(BaseModel):
    """One policy rule that the agent broke."""

    model_config = ConfigDict(frozen=True)

    rule: str
    """The id of the rule in the policy of the domain."""
    event: int
    """The place of the event in the conversation; the number of events if something is
    missing at the end."""
    call_id: str = ""
    """The call that breaks it; empty if it is no call."""
    evidence: str = ""


class Timing(BaseModel):
    """When and how long; the one part of a record that no seed determines."""

    model_config = ConfigDict(frozen=True)

    started: str = ""
    """ISO 8601, UTC."""
    seconds: float = 0.0
    """Wall time of the whole episode, in seconds, opening and grading included."""
    agent_seconds: float = 0.0
    user_seconds: float = 0.0
    tool_seconds: float = 0.0


class EpisodeSummary(BaseModel):
    """An episode without its transcript: what metrics and reports need."""

    model_config = ConfigDict(frozen=True)

    id: str
    task_id: str
    trial: int
    seed: int
    domain: str
    condition: Condition | None
    """The condition the customer was in; None in runs without emotion."""
    end_reason: EndReason
    detail: str = ""
    """What failed, for agent and infrastructure errors."""
    reward: int
    """1 if the episode passed, else 0; without meaning if the end reason does not count."""
    leave_reason: str = ""
    """Why the customer walked away."""
    turns: int
    """Messages of the agent to the customer."""
    steps: int
    """Steps of the agent."""
    tool_calls: int
    follow_ups: int
    """Messages of the agent that ask the customer for something."""
    user_errors: int
    """Malformed messages of the customer's simulator that it did not repair."""
    user_repairs: int = 0
    """Malformed messages of the customer's simulator that it repaired when asked again."""
    rules_broken: tuple[str, ...] = ()
    """The ids of the policy rules broken, each once, sorted."""
    agent_usage: Usage
    user_usage: Usage
    timing: Timing

    @property
    def counts(self) -> bool:
        """True if the episode says something about the agent."""
        return self.end_reason.counts

    @property
    def passed(self) -> bool:
        """True if the episode counts and scored 1."""
        return self.counts and self.reward == 1


class EpisodeRecord(EpisodeSummary):
    """A finished episode with everything that was said, called and changed."""

    conversation: Conversation
    changes: Changes
    grade: Grade | None
    """The verdict on state and messages; None if the episode does not count. The reward
    above also heeds how the episode ended."""
    violations: tuple[RuleViolation, ...] = ()
    infrastructure_errors: tuple[str, ...] = ()
    """What failed in earlier attempts at this episode."""

    def summary(self) -> EpisodeSummary:
        """The record without its transcript, which may then be freed."""
        return EpisodeSummary.model_construct(
            **{name: getattr(self, name) for name in EpisodeSummary.model_fields}
        )

    def without_timing(self) -> dict[str, object]:
        """Everything that seed, agent and user determine, as plain values."""
        return self.model_dump(mode="json", exclude={"timing"})
