"""The episodes of a run as one flat table, CSV or Parquet."""

import csv
from collections.abc import Iterable
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import IO, Any

from tau_emo_client.record import EpisodeSummary

_PLAIN: dict[str, type] = {
    "id": str,
    "task_id": str,
    "trial": int,
    "seed": int,
    "domain": str,
    "end_reason": str,
    "detail": str,
    "reward": int,
    "leave_reason": str,
    "turns": int,
    "steps": int,
    "tool_calls": int,
    "follow_ups": int,
    "user_errors": int,
    "user_repairs": int,
}
_CONDITION = ("family", "emotion", "politeness", "urgency", "trust_in_agent")
_USAGE: dict[str, type] = {
    "prompt_tokens": int,
    "completion_tokens": int,
    "cached_tokens": int,
    "cost": float,
}
_SECONDS = ("seconds", "agent_seconds", "user_seconds", "tool_seconds")
COLUMNS: dict[str, type] = {
    **_PLAIN,
    **dict.fromkeys(_CONDITION, str),
    "rules_broken": list,
    **{f"{who}_{name}": kind for who in ("agent", "user") for name, kind in _USAGE.items()},
    **dict.fromkeys(_SECONDS, float),
}
"""The columns in order, with their types. What is unknown is empty, as the reward of an episode
that does not count."""

_AT_ONCE = 10_000


def flat(episode: EpisodeSummary) -> dict[str, Any]:
    """One row: the fields of an episode without its transcript."""
    found: dict[str, Any] = {name: getattr(episode, name) for name in _PLAIN}
    found["end_reason"] = episode.end_reason.value
    found["reward"] = episode.reward if episode.counts else None
    found |= {name: getattr(episode.condition, name, None) for name in _CONDITION}
    found["rules_broken"] = list(episode.rules_broken)
    for who, usage in (("agent", episode.agent_usage), ("user", episode.user_usage)):
        found |= {f"{who}_{name}": getattr(usage, name) for name in _USAGE}
    return found | {name: getattr(episode.timing, name) for name in _SECONDS}


def write_csv(episodes: Iterable[EpisodeSummary], file: IO[str]) -> None:
    """Write a header and a row for each episode; ids of rules are separated by blanks."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in map(flat, episodes):
        writer.writerow(row | {"rules_broken": " ".join(row["rules_broken"])})


def write_parquet(episodes: Iterable[EpisodeSummary], file: Path) -> None:
    """Write the same rows as Parquet, with the types of `COLUMNS`; the rules are lists of texts.

    Raises:
        ImportError: the extra `parquet` is not installed.
    """
    # pyarrow has no types.
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    types = {
        str: arrow.string(),
        int: arrow.int64(),
        float: arrow.float64(),
        list: arrow.list_(arrow.string()),
    }
    schema = arrow.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(file, schema) as writer:
        rows = map(flat, episodes)
        while some := list(islice(rows, _AT_ONCE)):
            writer.write_batch(arrow.RecordBatch.from_pylist(some, schema=schema))
