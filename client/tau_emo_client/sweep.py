"""A sweep: the same tasks with the same seeds under several emotions, against one baseline."""

import re
from dataclasses import dataclass

from tau_emo_client.emotion import DIMENSIONS, NONE, TASK, parse_emotion
from tau_emo_tasks.condition import FAMILIES

SWEEPS: tuple[str, ...] = ("family", "emotion", *DIMENSIONS)
"""What may be swept over."""


@dataclass(frozen=True)
class Level:
    """One of the emotions that a sweep plays; each is a run of its own."""

    name: str
    """What sets it apart from the others: `anger`, `high`."""
    emotion: str
    """The emotion option of its run: `anger`, `task:,high`."""

    @property
    def folder(self) -> str:
        """The name of its run's folder among those of the sweep."""
        return "-".join(re.findall(r"\w+", self.emotion))


@dataclass(frozen=True)
class Sweep:
    """What is compared."""

    over: str
    """A name in `SWEEPS`; `emotion` for one emotion option against another."""
    levels: tuple[Level, ...]
    """Without the baseline."""
    baseline: Level

    @property
    def runs(self) -> tuple[Level, ...]:
        """All that is played, the baseline first."""
        return (self.baseline, *self.levels)


def sweep_of(over: str | None, emotion: str = TASK, versus: str = NONE) -> Sweep:
    """The sweep that the options ask for.

    Args:
        over: a name in `SWEEPS`, or None to play the emotion option alone.
        emotion: the emotion option. It says what else holds for every level of a dimension.
        versus: the baseline: an emotion option, or the name of a level.

    Raises:
        ValueError: an option is wrong or contradicts another; the message says which.
    """
    parse_emotion(emotion)
    levels = _levels(over, emotion)
    baseline = next((level for level in levels if level.name == versus), Level(versus, versus))
    try:
        against = parse_emotion(baseline.emotion)
    except ValueError as error:
        raise ValueError(f"--versus: {error}") from error
    others = tuple(level for level in levels if parse_emotion(level.emotion) != against)
    if not others:
        raise ValueError(
            f"--emotion and --versus are both {versus!r}; nothing is left to compare, "
            "so give another --versus"
        )
    return Sweep(over or "emotion", others, baseline)


def _levels(over: str | None, emotion: str) -> tuple[Level, ...]:
    if over is None:
        return (Level(emotion, emotion),)
    if over not in SWEEPS:
        raise ValueError(f"--sweep is {over!r}; it is one of {', '.join(SWEEPS)}")
    if over in DIMENSIONS:
        return tuple(Level(value, _with(emotion, over, value)) for value in DIMENSIONS[over])
    if emotion != TASK:
        raise ValueError(
            f"--sweep {over} sets the emotion itself, and --emotion {emotion} sets another; "
            "leave one of them out"
        )
    families = FAMILIES if over == "family" else [e for names in FAMILIES.values() for e in names]
    return tuple(Level(name, name) for name in families)


def _with(emotion: str, dimension: str, value: str) -> str:
    """The emotion option with this value of a dimension."""
    if emotion == NONE:
        raise ValueError(
            f"--emotion none has no {dimension}, so --sweep {dimension} cannot vary it"
        )
    if getattr(parse_emotion(emotion), dimension):
        raise ValueError(
            f"--emotion {emotion} sets the {dimension}, which --sweep {dimension} varies; "
            "leave it out"
        )
    name, _, rest = emotion.partition(":")
    values = dict(zip(DIMENSIONS, rest.split(","), strict=False)) | {dimension: value}
    listed = ",".join(values.get(each, "").strip() for each in DIMENSIONS)
    return f"{name}:{listed.rstrip(',')}"
