"""The catalog: which courses are on offer in each term, when, where and by whom.

It is the same at every scale, but for the seats.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

from tau_emo_db import kit
from tau_emo_db.domains.school.offering import Offering, Seats
from tau_emo_db.domains.school.subjects import DEPARTMENTS, SUBJECTS, Subject
from tau_emo_db.domains.school.tables import Course, Instructor, Location, MeetingPattern
from tau_emo_db.domains.school.timetable import (
    FALL,
    SPRING,
    SUMMER,
    later,
    meeting_days,
    moment,
    overlap,
)
from tau_emo_db.draw import Draw

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
DIGITS = "23456789"

MWF = ("Monday", "Wednesday", "Friday")
MW = ("Monday", "Wednesday")
TR = ("Tuesday", "Thursday")

FULL: Seats = "full"
ONE_LEFT: Seats = "one left"
OPEN: Seats = "open"

Slot = tuple[tuple[str, ...], str, int]
"""Days, start and minutes of a meeting."""
SLOTS: dict[int, tuple[Slot, ...]] = {
    2: (
        (("Friday",), "10-00", 100),
        (("Tuesday",), "16-00", 100),
        (("Saturday",), "09-30", 100),
        (("Wednesday",), "16-00", 100),
    ),
    3: (
        (MWF, "08-00", 50),
        (MWF, "09-00", 50),
        (TR, "08-00", 75),
        (TR, "09-30", 75),
        (TR, "10-45", 75),
        (MWF, "11-00", 50),
        (MW, "14-30", 75),
        (TR, "13-00", 75),
        (TR, "14-30", 75),
        (("Thursday",), "18-00", 150),
        (("Monday",), "18-00", 150),
        (MWF, "13-00", 50),
    ),
    4: (
        (MWF, "09-30", 75),
        (TR, "10-45", 100),
        (MWF, "10-45", 75),
        (TR, "14-30", 100),
        (MW, "16-00", 100),
        (TR, "08-00", 100),
    ),
    5: ((MWF, "13-00", 100), (("Monday", "Tuesday", "Thursday"), "09-00", 100)),
}
"""When courses of so many credits may meet."""

HOMES = {"College of Arts and Sciences": "Main", "School of Business": "Main"} | {
    "School of Engineering": "North",
    "School of Health": "Riverside",
}
BUILDINGS = {
    "Main": ("Alder Hall", "Founders Hall", "Library Annex"),
    "North": ("Turing Building", "Workshop Hall"),
    "Riverside": ("Ferry House", "Mill Building"),
}
AWAY_SHARE = 0.15
"""How many courses meet on another campus than their school's."""


@dataclass(frozen=True)
class Plan:
    """What a term offers."""

    courses: int
    sections: int
    """How many of the courses are second sections."""
    full: int
    one_left: int


PLANS = {
    SPRING: Plan(courses=40, sections=2, full=2, one_left=2),
    SUMMER: Plan(courses=15, sections=0, full=2, one_left=2),
    FALL: Plan(courses=65, sections=5, full=10, one_left=10),
}


class Catalog:
    """All offerings.

    Args:
        draw: where ids, hours, rooms and instructors come from.
        ids: the ids in use.
    """

    def __init__(self, draw: Draw, ids: kit.Unique) -> None:
        self._ids = ids
        self._faculty = {one.name: _faculty(draw.fork(one.name)) for one in DEPARTMENTS}
        self.offerings: list[Offering] = []
        for term, plan in PLANS.items():
            self.offerings += self._term(draw.fork(term), term, plan)

    def of(self, term: str) -> list[Offering]:
        """The offerings of one term, in catalog order."""
        return [one for one in self.offerings if one.course.term == term]

    def advisor(self, draw: Draw, department: str) -> Instructor:
        """Somebody of the department's faculty."""
        return draw.pick(self._faculty[department])

    def _term(self, draw: Draw, term: str, plan: Plan) -> list[Offering]:
        subjects = draw.sample(SUBJECTS, plan.courses - plan.sections)
        seats = _seats(draw.fork("seats"), plan)
        slots = {points: _endless(draw.fork(f"slots {points}"), SLOTS[points]) for points in SLOTS}
        found: list[Offering] = []
        for number, subject in enumerate([*subjects, *subjects[: plan.sections]]):
            second = number >= len(subjects)
            own = draw.fork(f"{subject.code} {second}")
            section = "002" if second else own.weighted({"001": 8, "003": 1})
            slot = next(slots[subject.credits])
            while second and _starts(slot) == _starts_of(found, subject):
                slot = next(slots[subject.credits])
            found.append(self._offering(own, found, subject, term, slot, section))
            found[-1].seats = next(seats)
        return sorted(found, key=lambda one: (one.course.course_code, one.section))

    def _offering(
        self,
        draw: Draw,
        others: Sequence[Offering],
        subject: Subject,
        term: str,
        slot: Slot,
        section: str,
    ) -> Offering:
        days, start, minutes = slot
        pattern = MeetingPattern(
            days=[*days], start_time_est=start, end_time_est=later(start, minutes)
        )
        meetings = meeting_days(term, pattern)
        busy = [one.course for one in others if overlap(one.course.meeting_pattern, pattern)]
        course = Course(
            course_id=self._ids.fresh(lambda: opaque(draw, "")),
            department=subject.department,
            course_code=subject.code,
            title=subject.title,
            credits=subject.credits,
            term=term,
            instructor=self._instructor(draw, subject.department, busy),
            location=_place(draw, subject.department, busy),
            scheduled_first_meeting_est=moment(meetings[0], start),
            scheduled_last_meeting_est=moment(meetings[-1], start),
            meeting_pattern=pattern,
            capacity=0,
            current_enrollment=0,
            waitlist_capacity=0,
            current_waitlist=0,
        )
        return Offering(course, section, OPEN)

    def _instructor(self, draw: Draw, department: str, busy: Sequence[Course]) -> Instructor:
        """Somebody of the department who teaches nothing else at that time."""
        free = [
            one
            for one in self._faculty[department]
            if all(one.email != course.instructor.email for course in busy)
        ]
        return draw.pick(free)


def _starts(slot: Slot) -> tuple[str, str]:
    """The first day and the start of a slot, which tell it from others."""
    return slot[0][0], slot[1]


def _starts_of(found: Sequence[Offering], subject: Subject) -> tuple[str, str]:
    """The same of the section of the subject that is on offer already."""
    pattern = next(one for one in found if one.course.course_code == subject.code)
    return pattern.course.meeting_pattern.days[0], pattern.course.meeting_pattern.start_time_est


def _faculty(draw: Draw) -> list[Instructor]:
    """The six people of a department."""
    people = [kit.person(draw) for _ in range(6)]
    return [
        Instructor(first_name=one.first_name, last_name=one.last_name, email=kit.email(draw, one))
        for one in people
    ]


def _place(draw: Draw, department: str, busy: Sequence[Course]) -> Location:
    """A room that is free at that time, most often on the campus of the school."""
    school = next(one.school for one in DEPARTMENTS if one.name == department)
    campus = draw.pick([*BUILDINGS]) if draw.chance(AWAY_SHARE) else HOMES[school]
    taken = [course.location for course in busy]
    while True:
        place = Location(
            campus=campus,
            building=draw.pick(BUILDINGS[campus]),
            room=str(100 * draw.integer(1, 4) + draw.integer(1, 12)),
        )
        if place not in taken:
            return place


def _seats(draw: Draw, plan: Plan) -> Iterator[Seats]:
    """The seats of the courses of a term, in the order in which they are drawn.

    The first of two sections is full as a rule, and the second is open.
    """
    two = min(plan.sections, 1)
    usual = plan.sections - two
    firsts: list[Seats] = [*repeat(FULL, usual), *repeat(OPEN, two)]
    seconds: list[Seats] = [*repeat(OPEN, usual), *repeat(FULL, two)]
    rest: list[Seats] = [*repeat(FULL, plan.full - plan.sections), *repeat(ONE_LEFT, plan.one_left)]
    rest.extend(repeat(OPEN, plan.courses - 2 * plan.sections - len(rest)))
    yield from firsts
    yield from draw.shuffled(rest)
    yield from seconds


def _endless(draw: Draw, slots: Sequence[Slot]) -> Iterator[Slot]:
    """The slots in random order, again and again."""
    while True:
        yield from draw.shuffled(slots)


def opaque(draw: Draw, start: str) -> str:
    """An id of seven capitals and digits that tells nothing.

    Args:
        draw: where it comes from.
        start: its first characters; empty for a letter that no other kind of id begins with.
    """
    text = start or draw.pick([letter for letter in LETTERS if letter not in "PRS"])
    tail = "".join(
        draw.pick(DIGITS if place % 2 else LETTERS + DIGITS) for place in range(7 - len(text))
    )
    return text + tail
