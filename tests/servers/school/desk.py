"""A small university whose every course, seat and dollar is written down here."""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.domains.school.tables import (
    TABLES,
    Contact,
    Course,
    CourseDate,
    FinancialAid,
    Instructor,
    Location,
    MeetingPattern,
    PaymentMethod,
    Program,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
    StudentAddress,
)
from tau_emo_servers.domains.school.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

MINA, OTHER, NEW = "S2A4B6C", "S3D5E7F", "S4G6H8J"
"""Mina, another student of her name, and one without a registration."""

VISA, MASTERCARD, BANK = "PM1A2B3", "PM4C5D6", "PM7E8F9"
OTHERS_CARD, NEW_CARD = "PM2X3Y4", "PM5X6Y7"

SPRING, SUMMER, FALL = "2025-SPRING", "2025-SUMMER", "2025-FALL"
MWF = ["Monday", "Wednesday", "Friday"]
TR = ["Tuesday", "Thursday"]

ALGEBRA, POETRY, GENETICS, DRAWING = "XA2B3C4", "XD5E6F7", "XG8H9J2", "XK3L4M5"
HISTORY, CHEMISTRY, ETHICS, SAILING, MECHANICS = (
    "XN6P7Q8",
    "XR9S2T3",
    "XU4V5W6",
    "XX7Y8Z9",
    "XB2C4D6",
)
# id: code, title, credits, term, campus, days, start, end, capacity, enrollment, waitlist
COURSES: dict[str, tuple[Any, ...]] = {
    MECHANICS: ("PHYS-1165", "Mechanics", 4, SPRING, "North", MWF, "09-00", "09-50", 30, 22, 5, 0),
    SAILING: ("PE-1100", "Sailing", 3, SUMMER, "Riverside", TR, "09-30", "12-00", 20, 11, 0, 0),
    # The next two touch at 10-45.
    ALGEBRA: ("MATH-2255", "Algebra", 4, FALL, "North", TR, "09-30", "10-45", 20, 10, 5, 0),
    POETRY: ("ENG-1145", "Poetry", 3, FALL, "Main", TR, "10-45", "12-00", 20, 19, 5, 5),
    # The next two overlap on Friday alone.
    GENETICS: ("BIO-2205", "Genetics", 4, FALL, "Main", MWF, "09-30", "10-45", 20, 10, 5, 2),
    DRAWING: ("ART-1130", "Drawing", 2, FALL, "Main", ["Friday"], "10-00", "11-40", 20, 5, 0, 0),
    HISTORY: ("HIST-1135", "History", 3, FALL, "Main", MWF, "12-00", "12-50", 12, 12, 5, 1),
    CHEMISTRY: ("CHEM-2215", "Chemistry", 5, FALL, "Main", MWF, "13-00", "14-40", 20, 7, 5, 0),
    # The same hours as Poetry on other days.
    ETHICS: ("PHIL-1100", "Ethics", 3, FALL, "Riverside", MWF, "10-45", "12-00", 20, 3, 5, 0),
}
DEPARTMENTS = {
    "PHYS": "Physics",
    "PE": "Sports",
    "MATH": "Mathematics",
    "ENG": "English",
    "BIO": "Biology",
    "ART": "Art History",
    "HIST": "History",
    "CHEM": "Chemistry",
    "PHIL": "Philosophy",
}

TAKEN = "RA2B3C4"
"""Mina, fall, undergraduate, insured: Algebra 2,000 and Poetry 1,500, paid 2,000 and 1,800."""
REFUNDED = "RD5E6F7"
"""Mina, summer, undergraduate: Sailing 1,500; Visa paid 2,500, the Mastercard got 1,000 back."""
OTHERS = "RG8H9J2"
"""The other student, fall, graduate: Genetics 3,200, paid by card."""
UNPAID = "RK3L4M5"
"""The other student, fall, graduate: Drawing 1,600, nothing paid."""
EMPTY = "RN6P7Q8"
"""The other student, canceled before."""

TEACHER = Instructor(first_name="Ada", last_name="Obi", email="ada.obi@example.com")


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    for key, (code, title, points, term, campus, days, start, end, *seats) in COURSES.items():
        capacity, enrolled, waitlist, waiting = seats
        yield Course(
            course_id=key,
            department=DEPARTMENTS[code.split("-")[0]],
            course_code=code,
            title=title,
            credits=points,
            term=term,
            instructor=TEACHER,
            location=Location(campus=campus, building="Alder Hall", room="101"),
            scheduled_first_meeting_est=f"25-09-02-{start}",
            scheduled_last_meeting_est=f"25-12-11-{start}",
            meeting_pattern=MeetingPattern(days=days, start_time_est=start, end_time_est=end),
            capacity=capacity,
            current_enrollment=enrolled,
            waitlist_capacity=waitlist,
            current_waitlist=waiting,
        )
    yield _meeting("25-04-07", "held", "25-04-07-09-05", "25-04-07-09-50", None)
    yield _meeting("25-04-09", "canceled", None, None, "Ill.")
    yield _meeting("25-04-11", "rescheduled", "25-04-12-14-00", "25-04-12-14-50", "Moved.")
    for key, first, last in ((MINA, "Mina", "Sato"), (OTHER, "Mina", "Sato"), (NEW, "Teo", "Rao")):
        yield _student(key, first, last)
    for key, owner, brand in (
        (VISA, MINA, "Visa"),
        (MASTERCARD, MINA, "Mastercard"),
        (BANK, MINA, None),
        (OTHERS_CARD, OTHER, "Visa"),
        (NEW_CARD, NEW, "Visa"),
    ):
        source = "credit_card" if brand else "bank_account"
        digits = "4417" if brand else None
        yield PaymentMethod(id=key, student_id=owner, source=source, brand=brand, last_four=digits)
    yield from _registration(
        TAKEN,
        MINA,
        FALL,
        "undergraduate",
        [(ALGEBRA, "002", "letter", 2000), (POETRY, "001", "pass/fail", 1500)],
        [(VISA, 2000), (BANK, 1800)],
        insurance="yes",
        aid=FinancialAid(scholarships=1000),
        advisors=[TEACHER],
    )
    yield from _registration(
        REFUNDED,
        MINA,
        SUMMER,
        "undergraduate",
        [(SAILING, "001", "letter", 1500)],
        [(VISA, 2500), (MASTERCARD, -1000)],
    )
    yield from _registration(
        OTHERS,
        OTHER,
        FALL,
        "graduate",
        [(GENETICS, "001", "letter", 3200)],
        [(OTHERS_CARD, 3200)],
    )
    yield from _registration(
        UNPAID, OTHER, FALL, "graduate", [(DRAWING, "001", "letter", 1600)], []
    )
    yield from _registration(
        EMPTY, OTHER, SUMMER, "graduate", [], [(OTHERS_CARD, 2400), (OTHERS_CARD, -2400)]
    )


def _meeting(
    day: str, status: Any, start: str | None, end: str | None, notes: str | None
) -> CourseDate:
    return CourseDate(
        course_id=MECHANICS,
        date=day,
        status=status,
        topic="waves",
        actual_start_time_est=start,
        actual_end_time_est=end,
        notes=notes,
    )


def _student(key: str, first: str, last: str) -> Student:
    return Student(
        student_id=key,
        first_name=first,
        last_name=last,
        address=StudentAddress(
            street="14 Harbor Lane", city="Tucson", country="USA", state="AZ", zip="85719"
        ),
        email=f"{key.lower()}@example.com",
        dob="06-04-18",
        saved_contacts=[
            Contact(
                first_name="Yui",
                last_name=last,
                relationship="mother",
                phone="(555) 201-3344",
                date_of_birth="77-01-30",
            )
        ],
        program=Program(school="College of Arts", degree="BS", major="Biology"),
        membership="honors",
    )


def _registration(
    key: str,
    student: str,
    term: str,
    level: Any,
    courses: list[tuple[str, str, Any, int]],
    payments: list[tuple[str, int]],
    *,
    insurance: Any = "no",
    aid: FinancialAid | None = None,
    advisors: list[Instructor] | None = None,
) -> Iterator[Table]:
    """A registration of fewer than 12 credits."""
    yield Registration(
        registration_id=key,
        student_id=student,
        campus="Main",
        program="BS Biology",
        study_level=level,
        term=term,
        status="part-time",
        total_credits=sum(COURSES[course][2] for course, *_ in courses),
        overload_credits=0,
        advisors=advisors or [],
        financial_aid=aid or FinancialAid(),
        health_insurance=insurance,
        created_at="25-05-02",
    )
    for position, (course, section, option, tuition) in enumerate(courses):
        code, title, points, *_ = COURSES[course]
        yield RegistrationCourse(
            registration_id=key,
            position=position,
            course_id=course,
            course_code=code,
            section=section,
            title=title,
            credits=points,
            grading_option=option,
            tuition=tuition,
        )
    for position, (payment_id, amount) in enumerate(payments):
        yield RegistrationPayment(
            registration_id=key, position=position, payment_id=payment_id, amount=amount
        )


DESK = small_domain("school", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small university."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def registration(desk: Episode, key: str) -> dict[str, Any]:
    """The registration as it is shown."""
    return done(desk, "get_registration_details", registration_id=key)


def courses(view: dict[str, Any]) -> list[tuple[str, str, str, int]]:
    """Course id, section, grading option and tuition of a shown registration's courses."""
    names = ("course_id", "section", "grading_option", "tuition")
    return [tuple(course[name] for name in names) for course in view["courses"]]  # pyright: ignore[reportReturnType]


def ledger(view: dict[str, Any]) -> list[tuple[str, int]]:
    """The payment history of a shown registration."""
    return [tuple(entry.values()) for entry in view["payment_history"]]


def credits_of(view: dict[str, Any]) -> tuple[int, int, str]:
    """Credits, overload and status of a shown registration."""
    return view["total_credits"], view["overload_credits"], view["status"]


def seats(desk: Episode, *keys: str) -> list[int]:
    """How many are enrolled in each course."""
    shown = [done(desk, "get_course_details", course_id=key) for key in keys]
    return [course["current_enrollment"] for course in shown]


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
