"""The simulated time of the theaters and the days that their schedule covers.

Days are `YY-MM-DD` and moments `YY-MM-DD-HH-MM`. The times of a show are local to its
theater; nothing compares them with the present.
"""

from tau_emo_db import kit

ISO_NOW = "2024-05-15T15:00:00"
"""The moment at which every conversation takes place, EST; a Wednesday."""

FIRST_DAY = "2024-05-10"
TODAY = "2024-05-15"
LAST_DAY = "2024-06-30"
"""The first and the last day of the schedule, and the one of `NOW`."""


def short_moment(moment: str) -> str:
    """The ISO moment as one of the theaters, `YY-MM-DD-HH-MM`."""
    return f"{kit.short_day(moment)}-{moment[11:13]}-{moment[14:16]}"


NOW = short_moment(ISO_NOW)
"""The same moment as the tools write it."""
