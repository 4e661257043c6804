"""The tables of the school domain. Money is whole US dollars; all times are EST.

Dates are `YY-MM-DD`, moments `YY-MM-DD-HH-MM` and times of day `HH-MM`.
"""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import MetaData, Text
from sqlalchemy.orm import registry
from sqlmodel import Field

from tau_emo_db.marks import Grading, Ledger, Mark, Members, graded
from tau_emo_db.table import Json, Table

MeetingStatus = Literal["held", "canceled", "rescheduled"]
Membership = Literal["honors", "student_union", "athletics"]
PaymentSource = Literal["credit_card", "bank_account"]
StudyLevel = Literal["undergraduate", "graduate", "continuing_ed"]
RegistrationStatus = Literal["full-time", "part-time"]
GradingOption = Literal["letter", "pass/fail", "audit"]
YesNo = Literal["yes", "no"]


class Instructor(BaseModel):
    """Somebody of the faculty: who teaches a course, or advises a student."""

    first_name: str
    last_name: str
    email: str


class Location(BaseModel):
    """Where a course meets."""

    campus: str
    building: str
    room: str


class MeetingPattern(BaseModel):
    """When a course meets in every week of its term."""

    days: list[str]
    """English names of days: `Monday`."""
    start_time_est: str
    end_time_est: str


class StudentAddress(BaseModel):
    """Where a student lives."""

    street: str
    city: str
    country: str
    state: str
    zip: str


class Contact(BaseModel):
    """Somebody the university may call about a student."""

    first_name: str
    last_name: str
    relationship: str
    phone: str
    date_of_birth: str


class Program(BaseModel):
    """What a student studies."""

    school: str
    degree: str
    """`BS`, or `Certificate`."""
    major: str
    minor: str | None = None


class FinancialAid(BaseModel):
    """What a student is given or lent for a term, in dollars; it lowers no tuition."""

    scholarships: int = 0
    grants: int = 0
    loans: int = 0


class SchoolTable(Table, registry=registry()):
    """Base of the university's tables."""

    metadata = MetaData()


class Course(SchoolTable, table=True):
    """A course in one term. Two sections share a code and are courses of their own."""

    course_id: str = Field(primary_key=True)
    department: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    course_code: str
    title: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    credits: int
    term: str = Field(index=True)
    """`2025-FALL`."""
    instructor: Instructor = Field(sa_type=Json(Instructor), sa_column_kwargs=graded(Mark.LABEL))
    location: Location = Field(sa_type=Json(Location), sa_column_kwargs=graded(Mark.LABEL))
    scheduled_first_meeting_est: str
    scheduled_last_meeting_est: str
    meeting_pattern: MeetingPattern = Field(sa_type=Json(MeetingPattern))
    capacity: int
    current_enrollment: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    waitlist_capacity: int
    current_waitlist: int


class CourseDate(SchoolTable, table=True):
    """What is on record about one meeting of a course."""

    course_id: str = Field(primary_key=True, foreign_key="course.course_id")
    date: str = Field(primary_key=True)
    """The day the meeting was scheduled for, also when it was moved."""
    status: MeetingStatus = Field(sa_type=Text)
    topic: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))
    actual_start_time_est: str | None = None
    """Null on `canceled`."""
    actual_end_time_est: str | None = None
    """Null on `canceled`."""
    notes: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class Student(SchoolTable, table=True):
    """A student; several may share a name."""

    student_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    address: StudentAddress = Field(
        sa_type=Json(StudentAddress), sa_column_kwargs=graded(Mark.LABEL)
    )
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dob: str
    saved_contacts: list[Contact] = Field(
        sa_type=Json(list[Contact]), sa_column_kwargs=graded(Mark.SET)
    )
    program: Program = Field(sa_type=Json(Program), sa_column_kwargs=graded(Mark.LABEL))
    membership: Membership | None = Field(default=None, sa_type=Text)


class PaymentMethod(SchoolTable, table=True):
    """A way to pay in a student's record."""

    id: str = Field(primary_key=True)
    student_id: str = Field(foreign_key="student.student_id", index=True)
    source: PaymentSource = Field(sa_type=Text)
    brand: str | None = None
    """`Visa`; credit cards only."""
    last_four: str | None = None
    """Credit cards only."""


class Registration(SchoolTable, table=True):
    """What one student takes in one term; a canceled one has no courses."""

    registration_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    student_id: str = Field(foreign_key="student.student_id", index=True)
    campus: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    """The campus of the course that was named first."""
    program: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    """Degree and major: `BS Biology`."""
    study_level: StudyLevel = Field(sa_type=Text)
    term: str
    status: RegistrationStatus = Field(sa_type=Text, sa_column_kwargs=graded(Mark.COMPUTED))
    total_credits: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    overload_credits: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    advisors: list[Instructor] = Field(
        sa_type=Json(list[Instructor]), sa_column_kwargs=graded(Mark.SET)
    )
    financial_aid: FinancialAid = Field(sa_type=Json(FinancialAid))
    health_insurance: YesNo = Field(sa_type=Text)
    created_at: str = Field(sa_column_kwargs=graded(Mark.GENERATED))


class RegistrationCourse(SchoolTable, table=True):
    """One course of a registration, with its tuition in dollars."""

    grading: ClassVar[Grading] = Members(parent=("registration_id",))

    registration_id: str = Field(primary_key=True, foreign_key="registration.registration_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    course_id: str = Field(foreign_key="course.course_id", index=True)
    course_code: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    section: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    title: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    credits: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    grading_option: GradingOption = Field(sa_type=Text)
    tuition: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))


class RegistrationPayment(SchoolTable, table=True):
    """One money movement of a registration in dollars: a charge, or a refund if negative."""

    grading: ClassVar[Grading] = Ledger(
        parent=("registration_id",), target=("payment_id",), amount="amount"
    )

    registration_id: str = Field(primary_key=True, foreign_key="registration.registration_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    payment_id: str = Field(foreign_key="payment_method.id")
    amount: int


TABLES = (
    Course,
    CourseDate,
    Student,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
)
