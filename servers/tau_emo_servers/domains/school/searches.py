"""Searching the catalog: by term, department, campus, day, hours and free seats."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.school.tables import Course, CourseDate
from tau_emo_servers.queries import insertion_order, rows_of
from tau_emo_servers.toolkit import Rejection

_DATES_OF_TERM = Prepared(
    select(CourseDate)
    .join(Course)
    .where(col(Course.term) == bindparam("term", type_=Text()))
    .order_by(insertion_order(CourseDate))
)
_TIME = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)

Time = tuple[int, int]
"""Hour and minute."""


@dataclass(frozen=True)
class Search:
    """What is searched for; None leaves a filter out."""

    term: str
    department: str | None
    campus: str | None
    day: str | None
    start_after: Time | None
    end_before: Time | None
    open_only: bool

    def courses(self, db: Session) -> list[Course]:
        """The courses that pass every filter, in catalog order."""
        return [one for one in rows_of(db, Course, term=self.term) if self._passes(one)]

    def _passes(self, course: Course) -> bool:
        pattern = course.meeting_pattern
        start, end = time_of(pattern.start_time_est), time_of(pattern.end_time_est)
        return (
            self.department in (None, course.department)
            and self.campus in (None, course.location.campus)
            and (self.day is None or self.day in pattern.days)
            and (self.start_after is None or start >= self.start_after)
            and (self.end_before is None or end <= self.end_before)
            and (not self.open_only or course.current_enrollment < course.capacity)
        )


def dates_of_term(db: Session, term: str) -> dict[str, Sequence[CourseDate]]:
    """By course, the records of all meetings of a term."""
    found: defaultdict[str, list[CourseDate]] = defaultdict(list)
    for record in _DATES_OF_TERM.all(db, term=term):
        found[record.course_id].append(record)
    return {**found}


def time_of(text: str) -> Time:
    """Hour and minute of a time `HH-MM`.

    Raises:
        Rejection: the text is not two numbers joined by a hyphen.
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise Rejection(
            "invalid_time",
            f"{text[:60]!r} is no time; send hour and minute such as 09-30 or 14-00.",
        )
    return int(match[1]), int(match[2])


def time_filter(text: str | None) -> Time | None:
    """The time of a filter that may be left out."""
    return time_of(text) if text else None
