"""A long walk of valid writes over the real base: every figure holds after each of them."""

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.school.tables import (
    Course,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk

SCHOOL = served_domain("school")
RATES = {"undergraduate": 500, "graduate": 800, "continuing_ed": 400}

RATE = "CASE r.study_level WHEN 'undergraduate' THEN 500 WHEN 'graduate' THEN 800 ELSE 400 END"
CREDITS = """(SELECT coalesce(sum(credits), 0) FROM registration_course AS c
    WHERE c.registration_id = r.registration_id)"""
WRONG: dict[str, str] = {
    "more are enrolled than there are seats": """
        SELECT course_id FROM course
        WHERE current_enrollment NOT BETWEEN 0 AND capacity""",
    "a course has fewer enrolled than registrations hold it": """
        SELECT course_id FROM course AS k WHERE current_enrollment < (
            SELECT count(*) FROM registration_course AS c WHERE c.course_id = k.course_id)""",
    "credits are not the sum of the courses": f"""
        SELECT registration_id FROM registration AS r WHERE total_credits != {CREDITS}""",
    "overload or status does not follow from the credits": """
        SELECT registration_id FROM registration
        WHERE overload_credits != max(0, total_credits - 18)
            OR (status = 'full-time') != (total_credits >= 12)""",
    "a tuition is not credits times rate": f"""
        SELECT c.course_id FROM registration_course AS c JOIN registration AS r
            USING (registration_id) WHERE tuition != c.credits * {RATE}""",
    "a row says other things than its course": """
        SELECT c.course_id FROM registration_course AS c JOIN course AS k USING (course_id)
        WHERE (c.course_code, c.title, c.credits) != (k.course_code, k.title, k.credits)""",
    "a course is of another term than its registration": """
        SELECT c.course_id FROM registration_course AS c JOIN course AS k USING (course_id)
            JOIN registration AS r USING (registration_id) WHERE k.term != r.term""",
    "a student holds a course twice": """
        SELECT course_id FROM registration_course JOIN registration USING (registration_id)
        GROUP BY student_id, course_id HAVING count(*) > 1""",
    "a payment is by a method of another student": """
        SELECT p.payment_id FROM registration_payment AS p JOIN registration AS r
            USING (registration_id) JOIN payment_method AS m ON m.id = p.payment_id
        WHERE m.student_id != r.student_id""",
    "a payment moves nothing": "SELECT payment_id FROM registration_payment WHERE amount = 0",
}
"""Queries that must find nothing, by what would be wrong."""


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: random.Random) -> None:
        super().__init__(state, chance)
        self.sums = sums(state)
        assert wrong(state) == []

    def check(self, call: ToolCall) -> None:
        assert wrong(self.state) == [], (call.name, call.arguments)
        before, self.sums = self.sums, sums(self.state)
        paid, cost = (new - old for new, old in zip(self.sums, before, strict=True))
        arguments: Any = call.arguments
        if call.name == "update_registration_courses":
            assert paid == cost
        elif call.name == "register_courses":
            assert paid - cost == 300 * (arguments["health_insurance"] == "yes")
        elif call.name == "pay_registration":
            assert (paid, cost) == (arguments["payment"]["amount"], 0)

    def choose(self) -> Call:
        """A write that the tools must carry out."""
        kinds: list[Callable[[Session], Call | None]] = [
            self._register,
            self._change,
            self._change,
            self._grade,
            self._cancel,
            self._pay,
        ]
        with self.state.session() as db:
            while True:
                call = self.chance.choice(kinds)(db)
                if call is not None:
                    return call

    def _any(self, db: Session, table: type[Any], *conditions: Any) -> Any:
        return self.chance.choice(db.exec(select(table).where(*conditions)).all())

    def _method(self, db: Session, student_id: str) -> str:
        return self._any(db, PaymentMethod, col(PaymentMethod.student_id) == student_id).id

    def _held(self, db: Session, registration: Registration) -> list[str]:
        key = registration.registration_id
        rows = db.exec(
            select(RegistrationCourse).where(col(RegistrationCourse.registration_id) == key)
        ).all()
        return [row.course_id for row in rows]

    def _courses(
        self, db: Session, student_id: str, term: str, beside: list[str], most: int
    ) -> list[Course]:
        """Up to so many open courses that fit beside others and that the student has not."""
        own = db.exec(select(Registration).where(col(Registration.student_id) == student_id))
        known = {key for one in own.all() for key in self._held(db, one)}
        taken = [db.get_one(Course, key) for key in beside]
        found: list[Course] = []
        offered = [*db.exec(select(Course).where(col(Course.term) == term)).all()]
        self.chance.shuffle(offered)
        for course in offered:
            free = course.current_enrollment < course.capacity and course.course_id not in known
            if len(found) < most and free and fit([*taken, *found, course]):
                found.append(course)
        return found

    def _register(self, db: Session) -> Call | None:
        student = self._any(db, Student)
        term = self.chance.choice(["2025-SUMMER", "2025-FALL"])
        courses = self._courses(db, student.student_id, term, [], self.chance.randint(1, 5))
        if not courses:
            return None
        level = self.chance.choice([*RATES])
        insurance = self.chance.choice(["yes", "no"])
        due = sum(one.credits for one in courses) * RATES[level] + 300 * (insurance == "yes")
        first = self.chance.choice([due, self.chance.randint(1, due - 1)])
        return (
            "register_courses",
            {
                "student_id": student.student_id,
                "term": term,
                "course_ids": [one.course_id for one in courses],
                "study_level": level,
                "grading_options": {courses[0].course_id: self.chance.choice(["audit", "letter"])},
                "health_insurance": insurance,
                "payment_methods": [
                    {"payment_id": self._method(db, student.student_id), "amount": amount}
                    for amount in (first, due - first)
                    if amount
                ],
            },
        )

    def _change(self, db: Session) -> Call | None:
        registration = self._any(db, Registration)
        held = self._held(db, registration)
        dropped = self.chance.sample(held, self.chance.randint(0, min(2, len(held))))
        kept = [key for key in held if key not in dropped]
        student = registration.student_id
        most = self.chance.randint(0, 2)
        added = self._courses(db, student, registration.term, kept, most)
        if not (added or dropped):
            return None
        lower = sum(one.credits for one in added) < sum(
            db.get_one(Course, key).credits for key in dropped
        )
        history = db.exec(
            select(RegistrationPayment).where(
                col(RegistrationPayment.registration_id) == registration.registration_id
            )
        ).all()
        leave_out = lower and history and self.chance.random() < 0.5
        return (
            "update_registration_courses",
            {
                "registration_id": registration.registration_id,
                "add_course_ids": [one.course_id for one in added],
                "drop_course_ids": dropped,
                "payment_id": "" if leave_out else self._method(db, student),
            },
        )

    def _grade(self, db: Session) -> Call:
        row = self._any(db, RegistrationCourse)
        others = [one for one in ("letter", "pass/fail", "audit") if one != row.grading_option]
        return (
            "update_registration_courses",
            {
                "registration_id": row.registration_id,
                "add_course_ids": [],
                "drop_course_ids": [],
                "grading_options": {row.course_id: self.chance.choice(others)},
            },
        )

    def _cancel(self, db: Session) -> Call | None:
        registration = self._any(db, Registration)
        if not self._held(db, registration):
            return None
        return "cancel_registration", {"registration_id": registration.registration_id}

    def _pay(self, db: Session) -> Call | None:
        """A charge, or a refund of a part or all of what a method has paid in all."""
        registration = self._any(db, Registration)
        key, method = registration.registration_id, self._method(db, registration.student_id)
        entries = db.exec(
            select(RegistrationPayment).where(
                col(RegistrationPayment.registration_id) == key,
                col(RegistrationPayment.payment_id) == method,
            )
        ).all()
        paid = sum(one.amount for one in entries)
        amount = self.chance.randint(1, 2_000)
        if paid > 0 and self.chance.random() < 0.6:
            amount = -self.chance.choice([paid, self.chance.randint(1, paid)])
        payment = {"payment_id": method, "amount": amount}
        return "pay_registration", {"registration_id": key, "payment": payment}


def fit(courses: list[Course]) -> bool:
    """True if no two of the courses meet at the same time."""
    for one, other in combinations([each.meeting_pattern for each in courses], 2):
        together = {*one.days} & {*other.days}
        if (
            together
            and one.start_time_est < other.end_time_est
            and (other.start_time_est < one.end_time_est)
        ):
            return False
    return True


def wrong(state: EpisodeState) -> list[str]:
    """What does not hold in a state."""
    with state.session() as db:
        connection = db.connection()
        found = [what for what, query in WRONG.items() if connection.execute(text(query)).first()]
        schedules: dict[str, list[Course]] = {}
        for row in db.exec(select(RegistrationCourse)):
            course = db.get_one(Course, row.course_id)
            schedules.setdefault(row.registration_id, []).append(course)
        if not all(fit(courses) for courses in schedules.values()):
            found.append("courses of a registration meet at the same time")
    return found


def sums(state: EpisodeState) -> tuple[int, int]:
    """All that was paid in all registrations, and the tuition of all their courses."""
    with state.session() as db:
        connection = db.connection()
        paid = connection.execute(text("SELECT sum(amount) FROM registration_payment"))
        cost = connection.execute(text("SELECT sum(tuition) FROM registration_course"))
        return paid.scalar_one(), cost.scalar_one()
