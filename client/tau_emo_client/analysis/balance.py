"""How an agent divides itself between tools and questions, beside its success."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from tau_emo_client.analysis.estimate import Estimate, by_task, estimate, share
from tau_emo_client.analysis.groups import family_of, in_order
from tau_emo_client.metrics import figures_by
from tau_emo_client.record import EpisodeSummary


@dataclass(frozen=True)
class Balance:
    """Tool calls for each follow-up, and success, with customers of one family."""

    family: str
    tool_calls: int
    follow_ups: int
    ratio: Estimate
    """Tool calls for each follow-up, sums over sums; unknown without follow-ups."""
    avg_at_k: Estimate

    def as_json(self) -> dict[str, JsonValue]:
        """The figures as plain values."""
        return {
            "tool_calls": self.tool_calls,
            "follow_ups": self.follow_ups,
            "ratio": self.ratio.as_json(),
            "avg_at_k": self.avg_at_k.as_json(),
        }


def balances(episodes: Iterable[EpisodeSummary], k: int, seed: int = 0) -> tuple[Balance, ...]:
    """The balance with customers of each family, in the order of the families.

    Args:
        episodes: the episodes; those that do not count are left out.
        k: trials, for Avg@k.
        seed: of the bootstrap, which resamples tasks.
    """
    counted = [episode for episode in episodes if episode.counts]
    success = figures_by(counted, family_of, k, seed=seed)
    found: list[Balance] = []
    for family in in_order(set(success)):
        own = [episode for episode in counted if family_of(episode) == family]
        sums = by_task((e.task_id, (float(e.tool_calls), float(e.follow_ups))) for e in own)
        figures = success[family]
        found.append(
            Balance(
                family=family,
                tool_calls=sum(episode.tool_calls for episode in own),
                follow_ups=sum(episode.follow_ups for episode in own),
                ratio=estimate(sums, share, seed),
                avg_at_k=Estimate(figures.avg_at_k, figures.avg_interval),
            )
        )
    return tuple(found)
