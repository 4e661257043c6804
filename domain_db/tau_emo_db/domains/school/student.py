"""A student with a record: who it is, what they study and how they can pay."""

from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.school.clock import TODAY
from tau_emo_db.domains.school.enrollment import Enrollment
from tau_emo_db.domains.school.subjects import DEPARTMENTS, Department
from tau_emo_db.domains.school.tables import (
    Contact,
    Membership,
    PaymentMethod,
    Program,
    Student,
    StudentAddress,
    StudyLevel,
)
from tau_emo_db.draw import Draw

RELATIONSHIPS = {
    "mother": (22, 36),
    "father": (24, 40),
    "sister": (-5, 9),
    "brother": (-4, 8),
    "partner": (-3, 4),
}
"""Who may be called, against how much older they are at least and at most."""
OLDEST_WITH_PARENTS = 45
"""Older students name no parents."""
LEVELS: dict[StudyLevel, float] = {"undergraduate": 6, "graduate": 3, "continuing_ed": 1.5}
AGES: dict[StudyLevel, tuple[int, int]] = {
    "undergraduate": (18, 24),
    "graduate": (22, 34),
    "continuing_ed": (27, 61),
}
MEMBERSHIPS: dict[Membership | None, float] = {
    None: 5,
    "honors": 2,
    "student_union": 2,
    "athletics": 1,
}


@dataclass(eq=False)
class Record:
    """One student row and everything that hangs on it."""

    student: Student
    department: Department
    level: StudyLevel
    methods: list[PaymentMethod] = field(default_factory=list[PaymentMethod])
    enrollments: list[Enrollment] = field(default_factory=list[Enrollment])


def draw_student(
    draw: Draw, *, student_id: str, email: str, person: kit.Person, level: StudyLevel
) -> Record:
    """The record of a new student, without payment methods.

    Args:
        draw: where everything else comes from.
        student_id: the id.
        email: the e-mail.
        person: who it is.
        level: at which level the student studies.
    """
    department = draw.pick(DEPARTMENTS)
    home = kit.postal_address(draw)
    born = kit.birth_date(draw, *AGES[level], TODAY)
    student = Student(
        student_id=student_id,
        first_name=person.first_name,
        last_name=person.last_name,
        address=StudentAddress(
            street=kit.in_one_line(home),
            city=home.city,
            country=home.country,
            state=home.state,
            zip=home.zip,
        ),
        email=email,
        dob=kit.short_day(born),
        saved_contacts=_contacts(draw, person, born),
        program=_program(draw, department, level),
        membership=draw.weighted(MEMBERSHIPS),
    )
    return Record(student, department, level)


def _program(draw: Draw, department: Department, level: StudyLevel) -> Program:
    first, higher = department.degrees
    degrees = {"undergraduate": first, "graduate": higher, "continuing_ed": "Certificate"}
    minors = [one.name for one in DEPARTMENTS if one is not department]
    has_minor = level == "undergraduate" and draw.chance(0.4)
    return Program(
        school=department.school,
        degree=degrees[level],
        major=department.name,
        minor=draw.pick(minors) if has_minor else None,
    )


def _contacts(draw: Draw, person: kit.Person, born: str) -> list[Contact]:
    """Nobody, one or two people; relatives share the family name."""
    age = kit.age(born, TODAY)
    known = [*RELATIONSHIPS]
    if age > OLDEST_WITH_PARENTS:
        known = [one for one in known if one not in ("mother", "father")]
    return [
        _contact(draw, person, relationship, age)
        for relationship in draw.sample(known, draw.weighted({0: 1, 1: 4, 2: 2}))
    ]


def _contact(draw: Draw, person: kit.Person, relationship: str, age: int) -> Contact:
    other = kit.person(draw)
    least, most = RELATIONSHIPS[relationship]
    return Contact(
        first_name=other.first_name,
        last_name=other.last_name if relationship == "partner" else person.last_name,
        relationship=relationship,
        phone=kit.phone(draw),
        date_of_birth=kit.short_day(kit.birth_date(draw, age + least, age + most, TODAY)),
    )
