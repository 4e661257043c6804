"""The simulated time of the agency, and dates as it writes them: `YY-MM-DD`."""

from tau_emo_db import kit

NOW = "2024-05-15T15:00:00"
"""The moment at which every conversation takes place; a Wednesday."""

TODAY = kit.short_day(NOW)
"""The simulated day: `24-05-15`. Short dates of this century sort like texts."""


def whole(day: str) -> str:
    """A short date of this century in full: `24-09-14` is `2024-09-14`."""
    return f"20{day}"


def days_until(day: str) -> int:
    """The days from today to a short date of this century; negative if it is past."""
    return kit.days_between(NOW[:10], whole(day))


def in_days(days: int) -> str:
    """The short date so many days from today."""
    return kit.short_day(kit.add_days(NOW[:10], days))
