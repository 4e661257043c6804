"""The simulated time of the telehealth centre. All dates and times are local to it."""

from tau_emo_db import kit

NOW = "2025-12-15T08:00:00"
"""The moment at which every conversation takes place; a Monday."""

TODAY = NOW[:10]

WEEKDAYS = tuple(day.lower() for day in kit.WEEKDAYS)
"""The days of the week as timetables name them, from Monday."""
