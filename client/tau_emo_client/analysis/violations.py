"""How often policy rules are broken, by family of emotion and domain."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.analysis.estimate import Estimate, by_task, estimate, share
from tau_emo_client.analysis.groups import family_of
from tau_emo_client.record import EpisodeSummary


@dataclass(frozen=True)
class ViolationRate:
    """The share of episodes of one cell in which the agent broke a rule."""

    broken: int
    episodes: int
    rate: Estimate

    def as_json(self) -> dict[str, JsonValue]:
        """The rate as plain values."""
        return {"broken": self.broken, "episodes": self.episodes, **self.rate.as_json()}


@dataclass(frozen=True)
class ViolationRates:
    """The rates of all cells that were played."""

    cells: Mapping[tuple[str, str], ViolationRate]
    """By domain and family."""

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains in order."""
        return tuple(sorted({domain for domain, _ in self.cells}))

    def as_json(self) -> dict[str, JsonValue]:
        """The rates by domain, then family."""
        return {
            domain: {
                family: cell.as_json()
                for (own, family), cell in sorted(self.cells.items())
                if own == domain
            }
            for domain in self.domains
        }


def violation_rates(episodes: Iterable[EpisodeSummary], seed: int = 0) -> ViolationRates:
    """The share of counted episodes with a violated rule, in each family and domain.

    Args:
        episodes: the episodes; those that do not count are left out.
        seed: of the bootstrap, which resamples the tasks of a cell.
    """
    cells: dict[tuple[str, str], list[EpisodeSummary]] = {}
    for episode in episodes:
        if episode.counts:
            cells.setdefault((episode.domain, family_of(episode)), []).append(episode)
    return ViolationRates({key: _rate(cells[key], seed) for key in sorted(cells)})


def _rate(episodes: list[EpisodeSummary], seed: int) -> ViolationRate:
    sums = by_task((e.task_id, (float(e.rules_broken != ()), 1.0)) for e in episodes)
    broken = sum(e.rules_broken != () for e in episodes)
    return ViolationRate(broken, len(episodes), estimate(sums, share, seed))
