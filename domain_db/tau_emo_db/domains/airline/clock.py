"""The simulated time of the airline and the days that its schedule covers. All times are EST."""

from datetime import date, datetime, timedelta

NOW = "2024-05-15T15:00:00"
"""The moment at which every conversation takes place; a Wednesday."""

FIRST_DAY = 1
TODAY = 15
LAST_DAY = 30
"""Days of May 2024: the first and last of the schedule, and the one of `NOW`."""


def iso_day(day: int) -> str:
    """The day of May 2024 as `YYYY-MM-DD`; 0 and below fall in April and before."""
    return (date(2024, 5, 1) + timedelta(days=day - 1)).isoformat()


def stamp(day: int, minutes: int) -> str:
    """The moment so many minutes after midnight of the day, as `YYYY-MM-DDTHH:MM:SS`."""
    return (datetime(2024, 5, 1) + timedelta(days=day - 1, minutes=minutes)).isoformat()  # noqa: DTZ001


def clock(minutes: int) -> str:
    """Minutes after midnight as `HH:MM:SS`, with `+1` when they run into the next day."""
    hours, rest = divmod(minutes, 60)
    return f"{hours % 24:02d}:{rest:02d}:00" + ("+1" if hours >= 24 else "")
