"""What students only want to know: whether a class took place, and who teaches."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from tau_emo_db import Draw
from tau_emo_db.domains.school.tables import Course, CourseDate, Registration
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.school.base import (
    LIST,
    REGISTRATION,
    Desk,
    date,
    open_registration,
    rate,
    term_facts,
    term_known,
    told,
)
from tau_emo_tasks.tracer.domains.school.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

STATUS = "get_course_meeting_status"
KINDS: tuple[Literal["date", "time"], ...] = ("date", "time")
"""What is asked of a class that was moved."""


@RECIPES.intent(14, "told")
def when_was_the_class(base: Desk, student: str) -> Iterator[Offer]:
    """On what day, or at what time, a class that was moved takes place instead."""
    for registration in base.registrations[student]:
        for row in base.rows[registration.registration_id]:
            course = base.courses[row.course_id]
            for record in base.dates[row.course_id]:
                if record.status == "rescheduled":
                    for kind in KINDS:
                        play = partial(_class, base, registration, course, record, kind)
                        yield Offer(play, frozenset({row.course_id, "class"}))


@RECIPES.intent(14, "told")
def when_is_that_class(base: Desk, student: str) -> Iterator[Offer]:
    """The same of a class that the student visits without being registered for it."""
    if not any(base.standing(student)):
        for course in base.courses.values():
            for record in base.dates[course.course_id]:
                if record.status == "rescheduled" and len(base.sections(course)) == 1:
                    for kind in KINDS:
                        play = partial(_class, base, None, course, record, kind)
                        yield Offer(play, frozenset({course.course_id, "class"}))


def _class(
    base: Desk,
    registration: Registration | None,
    course: Course,
    record: CourseDate,
    kind: Literal["date", "time"],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    if registration is not None:
        open_registration(walk, registration)
    else:
        walk.call(LIST, term=course.term)
    walk.call(STATUS, course_id=course.course_id, date=record.date)
    start = record.actual_start_time_est or ""
    value = start[:8] if kind == "date" else start[9:].replace("-", ":")
    name = {"date": "new date", "time": "new time"}[kind]
    past = record.date <= "25-05-15"
    tense = "past" if past else "coming"
    return TraceGoal(
        intent=14,
        act=f"{kind} of a {tense} class",
        outcome="told",
        facts={**term_facts(course.term, draw), "course": course.title, "when": date(record.date)},
        knows=(
            term_known(course.term),
            Known(name="date", value=date(record.date)),
            Known(name="course", value=course.title),
        ),
        hears=(Heard(name=name, kind=kind),),
        outputs=(Output(name=name, value=value, kind=kind, source=(STATUS,)),),
    )


@RECIPES.intent(7, "told")
def what_would_come_back(base: Desk, student: str) -> Iterator[Offer]:
    """What two courses cost together at the level of the registration."""
    for registration in base.standing(student):
        rows = base.rows[registration.registration_id]
        for place, first in enumerate(rows):
            for second in rows[place + 1 :]:
                if len(rows) > 2 and first.tuition != second.tuition:
                    titles = (first.title, second.title)
                    total = (first.credits + second.credits) * rate(registration.study_level)
                    play = partial(_both, registration, titles, total)
                    yield Offer(play, frozenset({registration.term}))


def _both(
    registration: Registration, titles: tuple[str, str], total: int, walk: Walk, draw: Draw
) -> TraceGoal:
    open_registration(walk, registration)
    first, second = draw.shuffled(titles)
    return TraceGoal(
        intent=7,
        act="ask what would come back",
        outcome="told",
        facts={**term_facts(registration.term, draw), "first": first, "second": second},
        knows=(term_known(registration.term),),
        hears=(Heard(name="refund", kind="amount"),),
        outputs=(told(walk, "refund", total, (REGISTRATION,)),),
    )
