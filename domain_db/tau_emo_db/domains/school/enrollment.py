"""A registration while its history is being drawn: what is taken, what is paid."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tau_emo_db.domains.school.fees import INSURANCE_FEE, overload_of, status_of, tuition
from tau_emo_db.domains.school.offering import Offering
from tau_emo_db.domains.school.tables import (
    GradingOption,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
)


@dataclass(eq=False)
class Enrollment:
    """One registration row with its courses and payments."""

    registration: Registration
    courses: list[RegistrationCourse] = field(default_factory=list[RegistrationCourse])
    offerings: list[Offering] = field(default_factory=list[Offering])
    payments: list[RegistrationPayment] = field(default_factory=list[RegistrationPayment])

    @property
    def due(self) -> int:
        """Tuition and fee in dollars."""
        fee = INSURANCE_FEE if self.registration.health_insurance == "yes" else 0
        return sum(course.tuition for course in self.courses) + fee

    def take(self, offering: Offering, grading: GradingOption = "letter") -> RegistrationCourse:
        """Adds a course."""
        course = offering.course
        row = RegistrationCourse(
            registration_id=self.registration.registration_id,
            position=len(self.courses),
            course_id=course.course_id,
            course_code=course.course_code,
            section=offering.section,
            title=course.title,
            credits=course.credits,
            grading_option=grading,
            tuition=tuition(course.credits, self.registration.study_level),
        )
        self.courses.append(row)
        self.offerings.append(offering)
        offering.holders += 1
        self._count()
        return row

    def pay(self, payment_id: str, amount: int) -> None:
        """Appends a charge, or a refund if the amount is negative."""
        self.payments.append(
            RegistrationPayment(
                registration_id=self.registration.registration_id,
                position=len(self.payments),
                payment_id=payment_id,
                amount=amount,
            )
        )

    def pay_in_parts(self, parts: Sequence[tuple[str, int]]) -> None:
        """Appends several entries."""
        for payment_id, amount in parts:
            self.pay(payment_id, amount)

    def cancel(self) -> None:
        """Takes all courses out and reverses every payment."""
        for entry in [*self.payments]:
            self.pay(entry.payment_id, -entry.amount)
        for offering in self.offerings:
            offering.holders -= 1
        self.courses.clear()
        self.offerings.clear()
        self._count()

    def _count(self) -> None:
        total = sum(course.credits for course in self.courses)
        self.registration.total_credits = total
        self.registration.overload_credits = overload_of(total)
        self.registration.status = status_of(total)
