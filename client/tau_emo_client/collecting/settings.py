"""What a collection holds: everything that decides which trajectories are in it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tau_emo_client.run.config import RunConfig, differing
from tau_emo_db import domain_names

Fault = Literal["violations", "user-errors", "unfelt"]
"""What keeps a passed episode out, unless it is allowed: a broken policy rule, an error of the
customer, or a customer who never showed the emotion."""
FAULTS: tuple[Fault, ...] = ("violations", "user-errors", "unfelt")
OWN = "own"
"""The contrast that an agent's own failed attempts are."""

HIGH, LOW = "high", "low"
PRESETS: Mapping[str, Sequence[str]] = {
    HIGH: (),
    LOW: ("airline", "retail", "telecom", "telehealth"),
}
"""The shipped sets with their domains; empty: all. `low` is the part of `high` in its domains."""
PRESET_COUNT = 1958
"""Trajectories of the preset `high`."""
MORE_CALLS = 0.775
"""The share of trajectories with more tool calls than follow-ups that is aimed at."""


class Settings(BaseModel):
    """Which trajectories are collected."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: RunConfig
    """What is played; its trials are the attempts at each task."""
    quotas: dict[str, int]
    """How many trajectories of each domain."""
    per_task: int = Field(default=1, ge=1)
    """At most so many of one task."""
    allowed: tuple[Fault, ...] = ()
    most_steps: int | None = Field(default=None, ge=1)
    """At most so many steps of the agent; None: any number."""
    more_calls: float = Field(default=MORE_CALLS, ge=0, le=1)
    contrast: tuple[str, ...] = ()
    """Whose failed attempts at the same tasks are kept beside: `own`, or agents by name."""

    def as_file(self) -> bytes:
        """The settings as they stand in the folder of a collection."""
        text = json.dumps(self.model_dump(mode="json"), ensure_ascii=False, indent=2)
        return f"{text}\n".encode()

    def digest(self) -> str:
        """SHA-256 of that file as hex digits."""
        return hashlib.sha256(self.as_file()).hexdigest()

    def differences(self, other: "Settings") -> list[str]:
        """What differs from other settings, one line per field: name, this value, the other."""
        return list(differing(self.model_dump(mode="json"), other.model_dump(mode="json")))


def even_quotas(count: int, domains: Sequence[str]) -> dict[str, int]:
    """A count shared out among domains; the first ones get what is left over.

    Args:
        count: how many in all.
        domains: their names.
    """
    each, rest = divmod(count, len(domains))
    return {name: each + (number < rest) for number, name in enumerate(sorted(domains))}


def preset_quotas(name: str) -> dict[str, int]:
    """The quotas of a preset.

    Raises:
        KeyError: there is no such preset.
    """
    whole = even_quotas(PRESET_COUNT, domain_names())
    wanted = PRESETS[name] or domain_names()
    return {domain: whole[domain] for domain in sorted(wanted)}
