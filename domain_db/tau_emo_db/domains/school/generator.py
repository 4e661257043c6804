"""The university's base data: a catalog, students at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.school.situations import SITUATIONS, newcomer, ordinary
from tau_emo_db.domains.school.university import University
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

NEWCOMERS = 20
"""Students without a registration at scale 1."""
STUDENTS = 120
"""All students at scale 1."""


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 120 students and 120 registrations. The courses are the same at
            every scale, but have the seats that are needed.
    """
    university = University(draw.fork("university"))
    kit.play(SITUATIONS, university, draw, scale)
    new = sum(not record.enrollments for record in university.records)
    for turn in range(NEWCOMERS * scale - new):
        newcomer(university, draw.fork(f"newcomer/{turn}"))
    for turn in range(STUDENTS * scale - len(university.records)):
        ordinary(university, draw.fork(f"ordinary/{turn}"))
    yield from _rows(university, draw)


def _rows(university: University, draw: Draw) -> Iterator[Table]:
    """All rows; students in an order that betrays no situation, registrations as they came."""
    offerings = university.catalog.offerings
    for offering in offerings:
        offering.settle(draw.fork(f"seats/{offering.course.course_id}"))
        yield offering.course
    for offering in offerings:
        yield from offering.dates(draw.fork(f"dates/{offering.course.course_id}"))
    records = draw.fork("insertion").shuffled(university.records)
    for record in records:
        yield record.student
    for record in records:
        yield from record.methods
    enrollments = [one for record in records for one in record.enrollments]
    for enrollment in sorted(enrollments, key=lambda one: one.registration.created_at):
        yield enrollment.registration
        yield from enrollment.courses
        yield from enrollment.payments
