"""The university while its history is being drawn: records, registrations and ids in use."""

from collections.abc import Sequence

from tau_emo_db import kit
from tau_emo_db.domains.school.catalog import Catalog, opaque
from tau_emo_db.domains.school.enrollment import Enrollment
from tau_emo_db.domains.school.offering import Offering
from tau_emo_db.domains.school.student import LEVELS, Record, draw_student
from tau_emo_db.domains.school.tables import (
    FinancialAid,
    PaymentMethod,
    PaymentSource,
    Registration,
    StudyLevel,
    YesNo,
)
from tau_emo_db.domains.school.timetable import FALL, SPRING, SUMMER, overlap
from tau_emo_db.draw import Draw

BRANDS = ("Visa", "Mastercard", "Amex", "Discover")
BOOKED = {
    SPRING: ("2024-11-04", "2025-01-10"),
    SUMMER: ("2025-03-17", "2025-05-12"),
    FALL: ("2025-04-07", "2025-05-14"),
}
"""The first and last day on which registrations of a term were made."""
INSURED_SHARE = 0.4
TRIES = 2_000


class University:
    """Opens records and registers students; sees to unique ids.

    Args:
        draw: where the catalog comes from.
    """

    def __init__(self, draw: Draw) -> None:
        self._ids = kit.Unique()
        self.catalog = Catalog(draw, self._ids)
        self.records: list[Record] = []

    # Records

    def admit(
        self,
        draw: Draw,
        *sources: PaymentSource,
        person: kit.Person | None = None,
        level: StudyLevel | None = None,
    ) -> Record:
        """A new student with payment methods of these sources.

        Args:
            draw: where everything else comes from.
            sources: one payment method is made of each.
            person: who it is; anybody if left out.
            level: at which level they study; drawn if left out.
        """
        someone = person or kit.person(draw)
        record = draw_student(
            draw,
            student_id=self._ids.fresh(lambda: opaque(draw, "S")),
            email=self._ids.fresh(lambda: kit.email(draw, someone)),
            person=someone,
            level=level or draw.weighted(LEVELS),
        )
        for source in sources:
            if source == "credit_card":
                self.add_card(draw, record)
            else:
                self._add(draw, record, "bank_account")
        self.records.append(record)
        return record

    def add_card(self, draw: Draw, record: Record, brand: str | None = None) -> PaymentMethod:
        """Another card, told apart from the others by its last digits."""
        method = self._add(draw, record, "credit_card")
        method.brand = brand or draw.pick(BRANDS)
        taken = {one.last_four for one in record.methods}
        while method.last_four in taken:
            method.last_four = kit.last_four(draw)
        return method

    def _add(self, draw: Draw, record: Record, source: PaymentSource) -> PaymentMethod:
        method = PaymentMethod(
            id=self._ids.fresh(lambda: opaque(draw, "PM")),
            student_id=record.student.student_id,
            source=source,
        )
        record.methods.append(method)
        return method

    # Registrations

    def enroll(
        self,
        draw: Draw,
        record: Record,
        term: str,
        offerings: Sequence[Offering],
        *,
        insured: bool | None = None,
    ) -> Enrollment:
        """A registration with these courses, not paid yet.

        Args:
            draw: where everything left open comes from.
            record: who registers.
            term: the term of all courses.
            offerings: the courses, in the order in which they are taken.
            insured: whether with health insurance; drawn if left out.
        """
        student = record.student
        covered = draw.chance(INSURED_SHARE) if insured is None else insured
        insurance: YesNo = "yes" if covered else "no"
        department = record.department.name
        advisors = [self.catalog.advisor(draw, department) for _ in range(draw.integer(1, 2))]
        enrollment = Enrollment(
            Registration(
                registration_id=self._ids.fresh(lambda: opaque(draw, "R")),
                student_id=student.student_id,
                campus=offerings[0].course.location.campus,
                program=f"{student.program.degree} {student.program.major}",
                study_level=record.level,
                term=term,
                status="part-time",
                total_credits=0,
                overload_credits=0,
                advisors=advisors[:1] if advisors[0] == advisors[-1] else advisors,
                financial_aid=_financial_aid(draw, record.level),
                health_insurance=insurance,
                created_at=kit.short_day(kit.random_day(draw, *BOOKED[term])),
            )
        )
        for offering in offerings:
            enrollment.take(offering)
        record.enrollments.append(enrollment)
        return enrollment

    def courses(
        self,
        draw: Draw,
        term: str,
        *,
        credits: int | None = None,  # noqa: A002
        count: int | None = None,
        among: Sequence[Offering] = (),
    ) -> list[Offering]:
        """Courses of a term that can be attended together, no code twice.

        Args:
            draw: where they come from.
            term: the term.
            credits: how many credits they have in all, if that matters.
            count: how many they are, if that matters.
            among: courses that must be among them.
        """
        offered = self.catalog.of(term)
        for _ in range(TRIES):
            found = [*among]
            for one in draw.shuffled(offered):
                total = sum(each.course.credits for each in found)
                if (credits is not None and total >= credits) or len(found) == count:
                    break
                if all(_together(one, other) for other in found):
                    found.append(one)
            total = sum(each.course.credits for each in found)
            if credits in (None, total) and count in (None, len(found)):
                return found
        raise LookupError(f"{term} has no {count} courses with {credits} credits")


def _together(one: Offering, other: Offering) -> bool:
    """True if both can be attended and are not two sections of one course."""
    if one.course.course_code == other.course.course_code:
        return False
    return not overlap(one.course.meeting_pattern, other.course.meeting_pattern)


def _financial_aid(draw: Draw, level: StudyLevel) -> FinancialAid:
    """Nothing for half of the students and for all who take a single certificate."""
    if level == "continuing_ed" or draw.chance(0.5):
        return FinancialAid()
    return FinancialAid(
        scholarships=250 * draw.integer(0, 12),
        grants=100 * draw.integer(0, 15),
        loans=500 * draw.integer(0, 10),
    )
