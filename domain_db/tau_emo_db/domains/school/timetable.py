"""Terms, weeks and hours: when courses meet, and which of them cannot both be attended."""

from collections.abc import Mapping
from dataclasses import dataclass

from tau_emo_db import kit
from tau_emo_db.domains.school.tables import MeetingPattern

SPRING, SUMMER, FALL = "2025-SPRING", "2025-SUMMER", "2025-FALL"


@dataclass(frozen=True)
class Term:
    """The days on which a term's meetings can fall, `YYYY-MM-DD`."""

    first: str
    last: str


TERMS: Mapping[str, Term] = {
    SPRING: Term("2025-01-13", "2025-05-14"),
    SUMMER: Term("2025-06-02", "2025-08-08"),
    FALL: Term("2025-09-02", "2025-12-12"),
}


def moment(day: str, time: str) -> str:
    """The moment `YY-MM-DD-HH-MM` of a time `HH-MM` on a day `YYYY-MM-DD`."""
    return f"{kit.short_day(day)}-{time}"


def meeting_days(term: str, pattern: MeetingPattern) -> list[str]:
    """All days of a term on which a course with this pattern meets, `YYYY-MM-DD`."""
    span = TERMS[term]
    return [
        day
        for day in kit.day_range(span.first, span.last)
        if kit.WEEKDAYS[kit.weekday(day)] in pattern.days
    ]


def later(time: str, minutes: int) -> str:
    """The time `HH-MM` so many minutes after another on the same day; earlier if negative."""
    total = minutes_of(time) + minutes
    return f"{total // 60:02d}-{total % 60:02d}"


def minutes_of(time: str) -> int:
    """Minutes from midnight to a time `HH-MM`."""
    hour, minute = time.split("-")
    return int(hour) * 60 + int(minute)


def overlap(one: MeetingPattern, other: MeetingPattern) -> bool:
    """True if two courses of one term meet at the same time on a day; ends may touch."""
    if not set(one.days) & set(other.days):
        return False
    return minutes_of(one.start_time_est) < minutes_of(other.end_time_est) and minutes_of(
        other.start_time_est
    ) < minutes_of(one.end_time_est)
