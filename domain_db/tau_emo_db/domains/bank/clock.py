"""The simulated time of the bank. All instants are UTC."""

from tau_emo_db import kit

NOW = "2025-10-15T12:00:00"
"""The moment at which every conversation takes place; a Wednesday."""

TODAY = NOW[:10]
"""The UTC day of `NOW`, on which the daily limits are counted."""


def instant(moment: str) -> str:
    """How a moment `YYYY-MM-DDTHH:MM:SS` is stored: marked as UTC."""
    return f"{moment}Z"


def days_ago(days: int, time: str) -> str:
    """The instant so many days before today at a time of day `HH:MM:SS`."""
    return instant(f"{kit.add_days(TODAY, -days)}T{time}")
