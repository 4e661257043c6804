"""Errors of simulated customers, by emotion and domain."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.analysis.groups import emotion_of
from tau_emo_client.audit.rates import ErrorRates, error_rates
from tau_emo_client.audit.run import Audited


@dataclass(frozen=True)
class CustomerErrors:
    """The error rates of all cells that were played."""

    cells: Mapping[tuple[str, str], ErrorRates]
    """By emotion and domain. Their intervals take trials as independent."""
    total: ErrorRates

    def as_json(self) -> dict[str, JsonValue]:
        """The rates by emotion, then domain."""
        found: dict[str, dict[str, JsonValue]] = {}
        for (emotion, domain), rates in self.cells.items():
            found.setdefault(emotion, {})[domain] = rates.as_json()
        return {"total": self.total.as_json(), "by_emotion_and_domain": {**found}}


def customer_errors(episodes: Iterable[Audited]) -> CustomerErrors:
    """How often customers erred with each emotion, in each domain.

    Args:
        episodes: audited episodes, which all count.
    """
    cells: dict[tuple[str, str], list[Audited]] = {}
    every: list[Audited] = []
    for one in episodes:
        cells.setdefault((emotion_of(one.episode), one.episode.domain), []).append(one)
        every.append(one)
    return CustomerErrors(
        {key: error_rates(cells[key]) for key in sorted(cells)}, error_rates(every)
    )
