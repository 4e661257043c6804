"""Calls of the registrar's tools."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db.domains.school.fees import tuition
from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    Student,
)
from tau_emo_db.domains.school.timetable import overlap

EACH = 4
"""How often each tool is called."""
SOUGHT = 50 * EACH
"""How many registrations are looked at to find some that fit."""


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    for student in spaced([*db.exec(select(Student))], EACH):
        yield "get_student_details", {"student_id": student.student_id}
    for course in spaced([*db.exec(select(Course))], EACH):
        yield "get_course_details", {"course_id": course.course_id}
        yield "list_courses_by_term", {"term": course.term}
        yield "search_courses", {"term": course.term, "department": course.department}
    for one in spaced([*db.exec(select(Registration))], EACH):
        yield "get_registration_details", {"registration_id": one.registration_id}
    yield "list_departments", {}
    for day in spaced([*db.exec(select(CourseDate))], EACH):
        yield "get_course_meeting_status", {"course_id": day.course_id, "date": day.date}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each for a student of its own."""
    apart = Apart()
    methods: dict[str, str] = {}
    for method in db.exec(select(PaymentMethod)):
        methods.setdefault(method.student_id, method.id)
    taking = [
        one
        for one in db.exec(select(Registration).where(col(Registration.total_credits) > 0))
        if one.student_id in methods
    ]
    swaps = ((one, swap) for one in spaced(taking, SOUGHT) if (swap := _swap(db, one)))
    for one, (drop, add) in apart.pick(swaps, lambda pair: pair[0].student_id, EACH):
        yield (
            "update_registration_courses",
            {
                "registration_id": one.registration_id,
                "add_course_ids": [add],
                "drop_course_ids": [drop],
                "payment_id": methods[one.student_id],
            },
        )
    for one in apart.pick(taking, lambda one: one.student_id, EACH):
        yield "cancel_registration", {"registration_id": one.registration_id}
    for one in apart.pick(taking, lambda one: one.student_id, EACH):
        payment = {"payment_id": methods[one.student_id], "amount": 120}
        yield "pay_registration", {"registration_id": one.registration_id, "payment": payment}
    new = ((one, course) for one in spaced(taking, SOUGHT) for course in _courses(db, one)[:1])
    for one, course in apart.pick(new, lambda pair: pair[0].student_id, EACH):
        yield (
            "register_courses",
            {
                "student_id": one.student_id,
                "term": course.term,
                "course_ids": [course.course_id],
                "study_level": "graduate",
                "payment_methods": [
                    {
                        "payment_id": methods[one.student_id],
                        "amount": tuition(course.credits, "graduate"),
                    }
                ],
            },
        )


def _courses(db: Session, one: Registration) -> list[Course]:
    """Courses of its term that none of the student's registrations holds, with many seats free."""
    held = (
        select(RegistrationCourse.course_id)
        .join(Registration)
        .where(Registration.student_id == one.student_id)
    )
    roomy = (
        select(Course)
        .where(Course.term == one.term, col(Course.course_id).not_in(held))
        .where(col(Course.capacity) - col(Course.current_enrollment) > 2 * EACH)
    )
    return [*db.exec(roomy)]


def _swap(db: Session, one: Registration) -> tuple[str, str] | None:
    """A course to drop, and one that fits the others."""
    held = db.exec(
        select(Course)
        .join(RegistrationCourse)
        .where(RegistrationCourse.registration_id == one.registration_id)
    ).all()
    drop, *stay = held
    for course in _courses(db, one):
        if not any(overlap(course.meeting_pattern, other.meeting_pattern) for other in stay):
            return drop.course_id, course.course_id
    return None
