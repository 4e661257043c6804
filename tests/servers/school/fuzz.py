"""Every tool of the desk against generated calls on the real base."""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

SCHOOL = served_domain("school")
RATES = {"undergraduate": 500, "graduate": 800, "continuing_ed": 400}
OPTIONS = ("letter", "pass/fail", "audit")


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    students: list[str]
    courses: dict[str, Course]
    dates: list[tuple[str, str]]
    methods: dict[str, list[str]]
    registrations: list[Registration]
    held: dict[str, list[str]]
    """Course ids by registration."""
    paid: dict[str, Counter[str]]
    """Net payments by registration and method."""


@cache
def base() -> Base:
    with EpisodeState.open(SCHOOL.data) as state, state.session() as db:
        students = [*db.exec(select(Student.student_id))]
        courses = {one.course_id: one for one in db.exec(select(Course))}
        dates = [(one.course_id, one.date) for one in db.exec(select(CourseDate))]
        methods: dict[str, list[str]] = {}
        for method in db.exec(select(PaymentMethod)):
            methods.setdefault(method.student_id, []).append(method.id)
        registrations = [*db.exec(select(Registration))]
        held: dict[str, list[str]] = {one.registration_id: [] for one in registrations}
        for line in db.exec(select(RegistrationCourse)):
            held[line.registration_id].append(line.course_id)
        paid = {one.registration_id: Counter[str]() for one in registrations}
        for entry in db.exec(select(RegistrationPayment)):
            paid[entry.registration_id][entry.payment_id] += entry.amount
    payment_ids = [one for some in methods.values() for one in some]
    return Base(
        known={
            "student_id": students,
            "course_id": [*courses],
            "course_ids": [*courses],
            "add_course_ids": [*courses],
            "drop_course_ids": [*courses],
            "registration_id": [one.registration_id for one in registrations],
            "payment_id": payment_ids,
            "term": ["2025-SPRING", "2025-SUMMER", "2025-FALL"],
            "department": sorted({one.department for one in courses.values()}),
            "campus": ["Main", "North", "Riverside"],
            "day": ["Monday", "Saturday"],
            "start_after": ["09-30", "9-3", "9:30", "25-61"],
            "end_before": ["12-00", "1200"],
            "date": sorted({day for _, day in dates}),
            "amount": [-4000, -1, 0, 1, 500, 2000],
        },
        students=students,
        courses=courses,
        dates=dates,
        methods=methods,
        registrations=registrations,
        held=held,
        paid=paid,
    )


def at_once(one: Course, other: Course) -> bool:
    """True if the courses meet at the same time; times are texts of equal length."""
    a, b = one.meeting_pattern, other.meeting_pattern
    return bool({*a.days} & {*b.days}) and (
        a.start_time_est < b.end_time_est and b.start_time_est < a.end_time_est
    )


def open_beside(term: str, taken: list[str], avoid: set[str]) -> list[str]:
    """Open courses of a term that fit beside those taken."""
    return [
        key
        for key, course in base().courses.items()
        if course.term == term
        and key not in avoid
        and course.current_enrollment < course.capacity
        and not any(at_once(course, base().courses[other]) for other in taken)
    ]


def held_by(student: str) -> set[str]:
    """All courses that the student's registrations hold."""
    own = [one.registration_id for one in base().registrations if one.student_id == student]
    return {course for key in own for course in base().held[key]}


@st.composite
def options_for(draw: st.DrawFn, course_ids: list[str]) -> dict[str, str] | None:
    if not course_ids:
        return None
    return draw(
        st.none()
        | st.dictionaries(st.sampled_from(course_ids), st.sampled_from(OPTIONS), max_size=2)
    )


@st.composite
def new_registration(draw: st.DrawFn) -> Arguments:
    """One or two courses of a term that fit, paid whole by one or two methods."""
    student = draw(st.sampled_from(base().students))
    term = draw(st.sampled_from(base().known["term"]))
    level = draw(st.sampled_from([*RATES]))
    insurance = draw(st.sampled_from(["yes", "no"]))
    chosen: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        fitting = open_beside(term, chosen, held_by(student) | {*chosen})
        if fitting:
            chosen.append(draw(st.sampled_from(fitting)))
    due = sum(base().courses[key].credits for key in chosen) * RATES[level]
    due += 300 if insurance == "yes" else 0
    first = draw(st.integers(1, due - 1))
    methods = base().methods[student]
    return {
        "student_id": student,
        "term": term,
        "course_ids": chosen,
        "study_level": level,
        "grading_options": draw(options_for(chosen)),
        "health_insurance": insurance,
        "payment_methods": [
            {"payment_id": draw(st.sampled_from(methods)), "amount": amount}
            for amount in (first, due - first)
        ],
    }


@st.composite
def changed_courses(draw: st.DrawFn) -> Arguments:
    """Some courses dropped and perhaps one added, settled by a method of the student."""
    registration = draw(st.sampled_from(base().registrations))
    held = base().held[registration.registration_id]
    dropped = draw(st.lists(st.sampled_from(held), unique=True, max_size=2)) if held else []
    kept = [key for key in held if key not in dropped]
    fitting = open_beside(registration.term, kept, held_by(registration.student_id))
    added = draw(st.lists(st.sampled_from(fitting), min_size=not dropped, max_size=1))
    return {
        "registration_id": registration.registration_id,
        "add_course_ids": added,
        "drop_course_ids": dropped,
        "grading_options": draw(options_for([*kept, *added])),
        "payment_id": draw(st.sampled_from(base().methods[registration.student_id])),
    }


@st.composite
def cancellation(draw: st.DrawFn) -> Arguments:
    with_courses = [key for key, held in base().held.items() if held]
    return {"registration_id": draw(st.sampled_from(with_courses))}


@st.composite
def entry(draw: st.DrawFn) -> Arguments:
    """A charge, or a refund of what the method has paid."""
    registration = draw(st.sampled_from(base().registrations))
    method = draw(st.sampled_from(base().methods[registration.student_id]))
    paid = base().paid[registration.registration_id][method]
    amount = draw(st.integers(1, 9_000) | st.integers(-max(paid, 1), -1))
    return {
        "registration_id": registration.registration_id,
        "payment": {"payment_id": method, "amount": amount if paid > 0 else abs(amount)},
    }


@st.composite
def meeting(draw: st.DrawFn) -> Arguments:
    course_id, day = draw(st.sampled_from(base().dates))
    return {"course_id": course_id, "date": day}


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "get_course_meeting_status": meeting(),
    "register_courses": new_registration(),
    "update_registration_courses": changed_courses(),
    "cancel_registration": cancellation(),
    "pay_registration": entry(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A registration and its student."""
    registration = draw(st.sampled_from(base().registrations))
    return {
        "registration_id": registration.registration_id,
        "student_id": registration.student_id,
        "payment_id": base().methods[registration.student_id][0],
        "drop_course_ids": base().held[registration.registration_id][:1],
    }


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(SCHOOL.tools[tool], base().known, VALID.get(tool))


WRITES = [name for name, tool in SCHOOL.tools.items() if tool.kind == "write"]


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """A registration that was written adds up, and seats move with its courses."""
    shown = json.loads(call.result)
    rate = RATES[shown["study_level"]]
    total = sum(course["credits"] for course in shown["courses"])
    assert all(course["tuition"] == course["credits"] * rate for course in shown["courses"])
    assert shown["total_credits"] == total
    assert shown["overload_credits"] == max(0, total - 18)
    assert shown["status"] == ("full-time" if total >= 12 else "part-time")
    courses = [base().courses[course["course_id"]] for course in shown["courses"]]
    assert {one.term for one in courses} <= {shown["term"]}
    assert not any(at_once(one, other) for one, other in combinations(courses, 2))
    assert len({one.course_id for one in courses}) == len(courses)
    assert all(entry["amount"] for entry in shown["payment_history"])
    assert seats_taken(after) - seats_taken(before) == lines(after) - lines(before)
    if call.name == "pay_registration":
        assert lines(after) == lines(before)
        return
    moved = money(after) - money(before)
    fee = 300 if shown["health_insurance"] == "yes" else 0
    if call.name == "register_courses":
        assert moved == total * rate + fee
    elif call.name == "update_registration_courses":
        assert moved == (lines_cost(after) - lines_cost(before))
    else:
        assert sum(entry["amount"] for entry in shown["payment_history"]) == 0


def seats_taken(changes: Changes) -> int:
    """How many seats are taken more than in the base; no course is beyond its capacity."""
    rows = changes["course"]
    assert all(0 <= row["current_enrollment"] <= row["capacity"] for row in rows.after)
    return grown(changes, "course", "current_enrollment")


def lines(changes: Changes) -> int:
    """How many course rows there are more than in the base."""
    rows = changes["registration_course"]
    return len(rows.after) - len(rows.before)


def lines_cost(changes: Changes) -> int:
    return grown(changes, "registration_course", "tuition")


def money(changes: Changes) -> int:
    """How many dollars were paid more than in the base."""
    return grown(changes, "registration_payment", "amount")


def grown(changes: Changes, table: str, column: str) -> int:
    rows = changes[table]
    return sum(int(row[column]) for row in rows.after) - sum(
        int(row[column]) for row in rows.before
    )
