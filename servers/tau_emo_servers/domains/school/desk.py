"""What the registrar's desk looks up, checks and works out again and again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pydantic import BaseModel, ConfigDict
from sqlmodel import Session

from tau_emo_db.domains.school.fees import overload_of, status_of, tuition
from tau_emo_db.domains.school.tables import (
    Course,
    GradingOption,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_db.domains.school.timetable import overlap
from tau_emo_servers.queries import find, find_owned, free_keys, numbered, rows_of
from tau_emo_servers.toolkit import Rejection

GradingOptions = Mapping[str, GradingOption]
"""Grading options by course id."""


class Payment(BaseModel):
    """A part of what is paid for a new registration."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    payment_id: str
    """id of the payment method"""
    amount: int
    """whole dollars, above 0"""


class Entry(BaseModel):
    """A later entry of a payment history; both fields are needed."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    payment_id: str | None = None
    """id of the payment method"""
    amount: int | None = None
    """whole dollars; negative for a refund"""


# Shape of the input.


def check_options_named(options: GradingOptions, course_ids: Iterable[str]) -> None:
    """Refuses grading options for courses that are not among these."""
    strange = [key for key in options if key not in {*course_ids}]
    if strange:
        raise Rejection(
            "grading_option_without_course",
            f"grading_options names {strange[0]}, which is not among the courses of the "
            "registration; use course ids that are.",
        )


# Look-ups.


def find_student(db: Session, student_id: str) -> Student:
    """The student with this id."""
    return find(db, Student, student_id, "student", "check the id (it looks like S3T8V2B)")


def find_course(db: Session, course_id: str) -> Course:
    """The course with this id."""
    hint = "check the id (it looks like XK4M29Q; a course code is no course id)"
    return find(db, Course, course_id, "course", hint)


def find_registration(db: Session, registration_id: str) -> Registration:
    """The registration with this id."""
    hint = "check the id (get_student_details shows the registrations of a student)"
    return find(db, Registration, registration_id, "registration", hint)


def find_payment_method(db: Session, student_id: str, payment_id: str) -> PaymentMethod:
    """A payment method of this student."""
    return find_owned(
        db,
        PaymentMethod,
        payment_id,
        what=f"payment method {payment_id}",
        place=f"in the record of student {student_id}",
        shown_by="get_student_details",
        student_id=student_id,
    )


# Courses.


def check_not_held(db: Session, student_id: str, course_ids: Iterable[str]) -> None:
    """Refuses courses that one of the student's registrations holds."""
    wanted = [*course_ids]
    for registration in rows_of(db, Registration, student_id=student_id):
        key = registration.registration_id
        held = {one.course_id for one in rows_of(db, RegistrationCourse, registration_id=key)}
        for course_id in wanted:
            if course_id in held:
                raise Rejection(
                    "already_held",
                    f"registration {key} of the student holds course {course_id} already; leave "
                    "it out.",
                )


def check_term(courses: Iterable[Course], term: str) -> None:
    """Refuses courses of another term."""
    for course in courses:
        if course.term != term:
            raise Rejection(
                "wrong_term",
                f"course {course.course_id} ({course.course_code}) is offered in {course.term}, "
                f"not in {term}; a registration holds courses of one term.",
            )


def check_seats(courses: Iterable[Course]) -> None:
    """Refuses courses without a free seat."""
    for course in courses:
        if course.current_enrollment >= course.capacity:
            raise Rejection(
                "course_full",
                f"course {course.course_id} ({course.course_code}) is full: "
                f"{course.current_enrollment} of {course.capacity} seats are taken; choose "
                "another course or section.",
            )


def check_schedule(courses: Sequence[Course]) -> None:
    """Refuses courses of which two meet at the same time; ends may touch."""
    for one, other in combinations(courses, 2):
        if overlap(one.meeting_pattern, other.meeting_pattern):
            raise Rejection(
                "schedule_conflict",
                f"courses {one.course_id} ({one.course_code}) and {other.course_id} "
                f"({other.course_code}) meet at the same time; keep one of them.",
            )


def enroll(
    db: Session,
    registration: Registration,
    courses: Sequence[Course],
    options: GradingOptions,
    first: int,
) -> None:
    """Takes a seat in each course and adds it to a registration.

    Args:
        db: the session.
        registration: the registration.
        courses: the new courses.
        options: their grading options; `letter` for those that are not named.
        first: the position of the first of them.
    """
    for position, course in enumerate(courses, start=first):
        course.current_enrollment += 1
        db.add(
            RegistrationCourse(
                registration_id=registration.registration_id,
                position=position,
                course_id=course.course_id,
                course_code=course.course_code,
                section="001",
                title=course.title,
                credits=course.credits,
                grading_option=options.get(course.course_id, "letter"),
                tuition=tuition(course.credits, registration.study_level),
            )
        )


def withdraw(db: Session, rows: Iterable[RegistrationCourse]) -> None:
    """Takes courses out of their registration and frees their seats."""
    for row in rows:
        course = db.get_one(Course, row.course_id)
        course.current_enrollment = max(0, course.current_enrollment - 1)
        db.delete(row)


def count_credits(registration: Registration, total: int) -> None:
    """Sets the credits of a registration and what follows from them."""
    registration.total_credits = total
    registration.overload_credits = overload_of(total)
    registration.status = status_of(total)


# Money.


def append_payments(db: Session, registration_id: str, entries: Iterable[tuple[str, int]]) -> None:
    """Appends payment method ids and dollars to a payment history; refunds are negative."""
    first = len(rows_of(db, RegistrationPayment, registration_id=registration_id))
    db.add_all(
        RegistrationPayment(
            registration_id=registration_id, position=position, payment_id=payment_id, amount=amount
        )
        for position, (payment_id, amount) in enumerate(entries, start=first)
    )


def net_payments(history: Iterable[RegistrationPayment]) -> Counter[str]:
    """What each payment method has paid in all, refunds taken off, in the order of payment."""
    net: Counter[str] = Counter()
    for entry in history:
        net[entry.payment_id] += entry.amount
    return net


# New ids.


def new_registration_id(db: Session) -> str:
    """The first id of the series REG001, REG002, ... that is not in use."""
    return next(free_keys(db, Registration, numbered("REG{:03d}")))
