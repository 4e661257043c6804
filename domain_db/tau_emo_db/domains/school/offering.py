"""A course on offer in a term: its hours and place, its seats, and the record of its meetings."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tau_emo_db import kit
from tau_emo_db.domains.school.subjects import DEPARTMENT_BY_NAME
from tau_emo_db.domains.school.tables import Course, CourseDate, MeetingStatus
from tau_emo_db.domains.school.timetable import (
    SPRING,
    later,
    meeting_days,
    minutes_of,
    moment,
)
from tau_emo_db.draw import Draw

Seats = Literal["full", "one left", "open"]

RECORDED_MEETINGS = 7
"""Of a running term the catalog keeps the record of so many latest meetings."""
STATUSES: dict[MeetingStatus, float] = {"held": 8, "canceled": 1, "rescheduled": 1.2}
ANNOUNCED: dict[MeetingStatus, float] = {"canceled": 1, "rescheduled": 1.2}
ANNOUNCEMENTS = {"2025-SUMMER": {1: 3, 2: 4, 3: 3}, "2025-FALL": {0: 5, 1: 4, 2: 2}}
"""How many meetings of a coming term are announced to change, against how often."""
WHY_CANCELED = (
    "The instructor is ill.",
    "The building is closed for repairs.",
    "The instructor is at a conference.",
    "The room is needed for an examination.",
)
SUNDAY = 6
REMARKS = ("Slides are in the reading room.", "Short quiz at the beginning.", "Guest lecture.")


@dataclass(eq=False)
class Offering:
    """One course row and what the row does not show."""

    course: Course
    section: str
    """The section as registrations show it: `001`."""
    seats: Seats
    holders: int = 0
    """How many registrations of the base hold it."""

    def settle(self, draw: Draw) -> None:
        """Sets capacity and enrollment, once it is known how many registrations hold it."""
        course = self.course
        course.capacity = max(draw.integer(9, 20) * 2, self.holders + 2)
        course.waitlist_capacity = draw.pick([0, 5, 10, 10])
        course.current_waitlist = 0
        if self.seats == "full":
            course.current_enrollment = course.capacity
            waiting = draw.pick([course.waitlist_capacity, draw.integer(0, 4)])
            course.current_waitlist = min(course.waitlist_capacity, waiting)
        elif self.seats == "one left":
            course.current_enrollment = course.capacity - 1
        else:
            most = course.capacity - 2
            course.current_enrollment = draw.integer(max(self.holders, most // 3), most)
            # A few still wait although a seat has come free; that blocks nobody.
            if draw.chance(0.1):
                course.current_waitlist = min(course.waitlist_capacity, 1)

    def dates(self, draw: Draw) -> Iterator[CourseDate]:
        """What is on record about its meetings: the latest, or those that will change."""
        course = self.course
        days = meeting_days(course.term, course.meeting_pattern)
        if course.term == SPRING:
            for day in days[-RECORDED_MEETINGS:]:
                # A last meeting has no later day of the term to be moved to.
                last = day == days[-1]
                status = "held" if last else draw.weighted(STATUSES)
                yield self._record(draw, day, status)
            return
        count = draw.weighted(ANNOUNCEMENTS[course.term])
        for day in sorted(draw.sample(days[1:-1], count)):
            yield self._record(draw, day, draw.weighted(ANNOUNCED))

    def _record(self, draw: Draw, day: str, status: MeetingStatus) -> CourseDate:
        pattern = self.course.meeting_pattern
        topic = draw.pick(DEPARTMENT_BY_NAME[self.course.department].topics)
        record = CourseDate(
            course_id=self.course.course_id, date=kit.short_day(day), status=status, topic=topic
        )
        length = minutes_of(pattern.end_time_est) - minutes_of(pattern.start_time_est)
        if status == "held":
            start = later(pattern.start_time_est, draw.pick([0, 0, 0, 5]))
            record.notes = draw.pick(REMARKS) if draw.chance(0.3) else None
        elif status == "rescheduled":
            day = kit.add_days(day, draw.integer(1, 3))
            if kit.weekday(day) == SUNDAY:
                day = kit.add_days(day, 1)
            start = draw.pick(["08-30", "12-15", "15-30", "17-00"])
            record.notes = "Moved at the instructor's request; the room stays the same."
        else:
            record.notes = draw.pick(WHY_CANCELED)
            return record
        record.actual_start_time_est = moment(day, start)
        record.actual_end_time_est = moment(day, later(start, length))
        return record
