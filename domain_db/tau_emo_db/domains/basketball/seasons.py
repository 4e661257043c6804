"""The two seasons that games belong to."""

from dataclasses import dataclass

from tau_emo_db import kit
from tau_emo_db.domains.basketball.clock import TODAY


@dataclass(frozen=True)
class Season:
    """A season of all leagues."""

    name: str
    first: str
    """The first day with games, `YYYY-MM-DD`."""
    last: str
    """The last day with games."""
    played_until: str
    """The last day of which all games are over."""


LAST_SEASON = Season("2023-24", "2023-10-20", "2024-04-14", "2024-04-14")
THIS_SEASON = Season("2024-25", "2024-10-18", "2025-04-13", kit.add_days(TODAY, -1))
