"""The names by which analyses group episodes."""

from tau_emo_client.emotion import NONE
from tau_emo_client.record import EpisodeSummary
from tau_emo_tasks.condition import FAMILIES

EMOTIONS = tuple(emotion for members in FAMILIES.values() for emotion in members)
"""The emotions, family by family."""


def family_of(episode: EpisodeSummary) -> str:
    """The family of the customer's emotion; `none` without one."""
    return episode.condition.family if episode.condition else NONE


def emotion_of(episode: EpisodeSummary) -> str:
    """The customer's emotion; `none` without one."""
    return episode.condition.emotion if episode.condition else NONE


def in_order(names: set[str]) -> tuple[str, ...]:
    """Families or emotions in the order of the atlas, `none` last."""
    known = (*FAMILIES, *EMOTIONS)
    place = {name: number for number, name in enumerate(known)}
    return tuple(sorted(names, key=lambda name: (place.get(name, len(known)), name)))
