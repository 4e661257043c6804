"""The episodes of a run as one flat table."""

import csv
from collections.abc import Iterable
from typing import IO, Any

from tau_emo_client.record import EpisodeSummary

CONDITION = ("family", "emotion", "politeness", "urgency", "trust_in_agent")
PLAIN = (
    *("id", "task_id", "trial", "seed", "domain", "end_reason", "detail", "reward"),
    *("leave_reason", "turns", "steps", "tool_calls", "follow_ups", "user_errors", "user_repairs"),
)
USAGE = ("prompt_tokens", "completion_tokens", "cached_tokens", "cost")
SECONDS = ("seconds", "agent_seconds", "user_seconds", "tool_seconds")
COLUMNS = (
    *PLAIN,
    *CONDITION,
    "rules_broken",
    *(f"agent_{name}" for name in USAGE),
    *(f"user_{name}" for name in USAGE),
    *SECONDS,
)
"""The columns, in order. Names of rules are separated by blanks; what is unknown is empty."""


def flat(episode: EpisodeSummary) -> dict[str, Any]:
    """One row: the fields of an episode without its transcript."""
    found: dict[str, Any] = {name: getattr(episode, name) for name in PLAIN}
    found["end_reason"] = episode.end_reason.value
    found |= {name: getattr(episode.condition, name, None) for name in CONDITION}
    found["rules_broken"] = " ".join(episode.rules_broken)
    for who, usage in (("agent", episode.agent_usage), ("user", episode.user_usage)):
        found |= {f"{who}_{name}": getattr(usage, name) for name in USAGE}
    return found | {name: getattr(episode.timing, name) for name in SECONDS}


def write_csv(episodes: Iterable[EpisodeSummary], file: IO[str]) -> None:
    """Write a header and a row for each episode."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(flat, episodes))
