"""University data in the layout of τ²-bench: courses, students and registrations."""

from typing import get_args

from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    Membership,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import owned
from tau_emo_db.foreign.source import Source

_PERSON = ("first_name", "last_name", "email")
_OTHER_MEMBERSHIPS = ("graduate_council",)


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("courses"):
        with out.record(node):
            _course(node, out)
    methods: dict[str, list[str]] = {}
    for node in source.records("students"):
        with out.record(node):
            methods[node.key] = _student(node, out)
    students = source.records("students")
    for node in owned(students, "registrations", source.records("registrations"), "student_id"):
        with out.record(node):
            _registration(node, methods.get(node.text("student_id"), []), out)


def _course(node: Node, out: Gathering) -> None:
    key = node.own_key("course_id")
    texts = ("department", "course_code", "title", "term")
    meetings = ("scheduled_first_meeting_est", "scheduled_last_meeting_est")
    counts = ("credits", "capacity", "current_enrollment", "waitlist_capacity", "current_waitlist")
    pattern = node.at("meeting_pattern")
    out.add(
        node,
        Course,
        course_id=key,
        instructor=node.plain("instructor", _PERSON),
        location=node.plain("location", ("campus", "building", "room")),
        meeting_pattern={
            "days": pattern.texts("days"),
            "start_time_est": pattern.text("start_time_est"),
            "end_time_est": pattern.text("end_time_est"),
        },
        **{name: node.text(name) for name in (*texts, *meetings)},
        **{name: node.whole(name) for name in counts},
    )
    for day in node.at("dates").fields():
        out.add(
            day,
            CourseDate,
            course_id=key,
            date=day.key,
            status=day.text("status"),
            topic=day.text("topic"),
            actual_start_time_est=day.text_or_none("actual_start_time_est"),
            actual_end_time_est=day.text_or_none("actual_end_time_est"),
            notes=day.text_or_none("notes"),
        )


def _student(node: Node, out: Gathering) -> list[str]:
    """Gathers a student, and tells the ids of the payment methods."""
    key, name, program = node.own_key("student_id"), node.at("name"), node.at("program")
    membership = node.text_or_none("membership")
    known = (*get_args(Membership), None)
    if membership not in (*known, *_OTHER_MEMBERSHIPS):
        raise node.at("membership").misfit(f"is {membership!r}, which no rule knows")
    out.add(
        node,
        Student,
        () if membership in known else ("membership",),
        student_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        address=node.plain("address", ("street", "city", "country", "state", "zip")),
        email=node.text("email"),
        dob=node.text("dob"),
        saved_contacts=[
            {
                "first_name": one.text("first_name"),
                "last_name": one.text("last_name"),
                "relationship": one.text("relationship"),
                "phone": one.text("phone"),
                "date_of_birth": one.text("date-of-birth"),
            }
            for one in node.at("saved_contacts").items()
        ],
        program={
            "school": program.text("school"),
            "degree": program.text("degree"),
            "major": program.text("major"),
            "minor": program.text_or_none("minor"),
        },
        membership=membership,
    )
    ids: list[str] = []
    for method in node.at("payment_methods").fields():
        extra = method.at("extra_info")
        own = out.single(method, PaymentMethod, "id", method.own_key("payment_method_id"))
        ids.append(own)
        out.add(
            method,
            PaymentMethod,
            id=own,
            student_id=key,
            source=method.text("source"),
            brand=extra.text_or_none("brand"),
            last_four=extra.text_or_none("last_four"),
        )
    node.leave("registrations")
    return ids


def _registration(node: Node, methods: list[str], out: Gathering) -> None:
    key = node.own_key("registration_id")
    texts = ("student_id", "campus", "program", "study_level", "term", "status", "created_at")
    out.add(
        node,
        Registration,
        registration_id=key,
        total_credits=node.whole("total_credits"),
        overload_credits=node.whole("overload_credits"),
        advisors=[
            {name: one.text(name) for name in _PERSON} for one in node.at("advisors").items()
        ],
        financial_aid={
            name: node.at("financial_aid").whole(name)
            for name in ("scholarships", "grants", "loans")
        },
        health_insurance=node.text("health_insurance"),
        **{name: node.text(name) for name in texts},
    )
    for position, course in numbered(node.at("courses").items()):
        names = ("course_id", "course_code", "section", "title", "grading_option")
        out.add(
            course,
            RegistrationCourse,
            registration_id=key,
            position=position,
            credits=course.whole("credits"),
            tuition=course.whole("tuition"),
            **{name: course.text(name) for name in names},
        )
    for position, payment in numbered(node.at("payment_history").items()):
        named = payment.text("payment_id")
        if named not in methods:
            reason = f"the payment_id {named!r} names no payment method of the student"
            if not methods:
                raise payment.misfit(reason)
            out.mended(payment, reason, f"{reason}: it is booked on {methods[0]!r}, their first")
            named = methods[0]
        out.add(
            payment,
            RegistrationPayment,
            registration_id=key,
            position=position,
            payment_id=named,
            amount=payment.whole("amount"),
        )


MAPPING = Mapping(
    parts=("courses", "students", "registrations"),
    read=read,
    people=People(Student, "student_id", "email"),
    differences=(
        Difference(
            "students.registrations",
            "order of registration",
            "must name each registration once, under its own student; gives the order",
        ),
        Difference("students.membership graduate_council", "membership", "kept; no rule heeds it"),
        Difference(
            "students.payment_methods, an id of two students",
            "payment_method.id",
            "refused; --repair numbers the second",
        ),
        Difference(
            "registrations.payment_history.payment_id, an id of the payment",
            "registration_payment.payment_id, a payment method",
            "refused; --repair books it on the student's first method",
        ),
    ),
)
