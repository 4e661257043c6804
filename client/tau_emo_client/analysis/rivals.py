"""Agents beside each other, over the same tasks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydantic import JsonValue

from tau_emo_client.paired import PairedDifference, paired_difference
from tau_emo_client.sweep_report import holm
from tau_emo_client.table import RunReport


@dataclass(frozen=True)
class Rivals:
    """Two runs that follow each other in a ranking."""

    better: RunReport
    worse: RunReport
    found: PairedDifference
    p_holm: float
    """The p-value, corrected for the number of pairs in the ranking after Holm."""

    def as_json(self) -> dict[str, JsonValue]:
        """The comparison as plain values."""
        interval = self.found.interval
        return {
            "better": str(self.better.folder),
            "worse": str(self.worse.folder),
            "tasks": self.found.tasks,
            "difference": self.found.difference,
            "interval": [interval.low, interval.high] if interval else None,
            "p_value": self.found.p_value,
            "p_holm": self.p_holm,
        }


def rivals(ranked: Sequence[RunReport]) -> tuple[Rivals, ...]:
    """Each run of a ranking against the next, where they share tasks.

    Args:
        ranked: runs that may stand side by side, the best first.
    """
    pairs = [
        (better, worse, found)
        for better, worse in pairwise(ranked)
        if (found := paired_difference(better.episodes, worse.episodes, better.config.seed))
    ]
    corrected = holm([found.p_value for *_, found in pairs])
    return tuple(
        Rivals(better, worse, found, p)
        for (better, worse, found), p in zip(pairs, corrected, strict=True)
    )
