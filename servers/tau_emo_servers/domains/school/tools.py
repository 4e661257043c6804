"""The tools of the registrar's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (serve another student,
refund more than was overpaid, charge more than is open) is a matter of the policy, not of
the tools.
"""

from pydantic import JsonValue
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.school import DATA
from tau_emo_db.domains.school.fees import INSURANCE_FEE, tuition
from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    FinancialAid,
    GradingOption,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    StudyLevel,
    YesNo,
)
from tau_emo_servers.checks import check_listed, check_once
from tau_emo_servers.common_tools import think, transfer_to_human_agents
from tau_emo_servers.domains.school.desk import (
    Entry,
    Payment,
    append_payments,
    check_not_held,
    check_options_named,
    check_schedule,
    check_seats,
    check_term,
    count_credits,
    enroll,
    find_course,
    find_payment_method,
    find_registration,
    find_student,
    net_payments,
    new_registration_id,
    withdraw,
)
from tau_emo_servers.domains.school.searches import Search, dates_of_term, time_filter
from tau_emo_servers.domains.school.views import (
    course_view,
    meeting_view,
    registration_view,
    student_view,
)
from tau_emo_servers.money import check_sum, dollars, whole
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write

TODAY = DATA.now[2:10]
"""The day on which new registrations are made, as `YY-MM-DD`; it never moves."""

_DEPARTMENTS = Prepared(select(Course.department).distinct().order_by(col(Course.department)))


@read(title="Show a student's record")
def get_student_details(db: Session, student_id: str) -> View:
    """Show a student's record: name, address, email, birth date, contacts, program, membership,
    payment methods and registration ids. Dates are YY-MM-DD.

    Args:
        student_id: student id, such as S3T8V2B.
    """
    return student_view(db, find_student(db, student_id))


@read(title="Show a course")
def get_course_details(db: Session, course_id: str) -> View:
    """Show a course: its term, credits, instructor, place, weekly meeting pattern, seats, and
    what is on record about single meetings. Times are EST, HH-MM in 24 hours.

    Args:
        course_id: course id, such as XK4M29Q; a course code is no course id.
    """
    course = find_course(db, course_id)
    return course_view(course, rows_of(db, CourseDate, course_id=course_id))


@read(title="Show a registration")
def get_registration_details(db: Session, registration_id: str) -> View:
    """Show a registration: its courses with tuition and grading option, credits, insurance and
    payment history. Amounts are whole US dollars; a negative one is a refund.

    Args:
        registration_id: registration id, such as REG001; the student's record lists them.
    """
    return registration_view(db, find_registration(db, registration_id))


@read(title="List departments")
def list_departments(db: Session) -> list[JsonValue]:
    """List the names of all departments that offer courses, sorted."""
    return [*_DEPARTMENTS.all(db)]


@read(title="List the courses of a term")
def list_courses_by_term(db: Session, term: str) -> list[JsonValue]:
    """List course id, code and title of all courses of a term. Two sections of a course share a
    code and have ids of their own.

    Args:
        term: term, such as 2025-FALL.
    """
    return [
        {
            "course_id": course.course_id,
            "course_code": course.course_code,
            "title": course.title,
        }
        for course in rows_of(db, Course, term=term)
    ]


@read(title="Search courses")
def search_courses(
    db: Session,
    term: str,
    department: str | None = None,
    campus: str | None = None,
    day: str | None = None,
    start_after: str | None = None,
    end_before: str | None = None,
    open_only: bool = False,
) -> list[JsonValue]:
    """Search the courses of a term and show each in full. A course is shown if it passes every
    filter that is given.

    Args:
        term: term, such as 2025-FALL.
        department: name of the department, exactly as list_departments shows it.
        campus: name of the campus: Main, North or Riverside.
        day: a day on which the course meets, such as Monday.
        start_after: the earliest time at which meetings may start, HH-MM, such as 09-30.
        end_before: the latest time at which meetings may end, HH-MM, such as 14-00.
        open_only: true shows only courses with a free seat.
    """
    search = Search(
        term=term,
        department=department or None,
        campus=campus or None,
        day=day or None,
        start_after=time_filter(start_after),
        end_before=time_filter(end_before),
        open_only=open_only,
    )
    dates = dates_of_term(db, term)
    return [course_view(one, dates.get(one.course_id, ())) for one in search.courses(db)]


@read(title="Show the record of a meeting")
def get_course_meeting_status(db: Session, course_id: str, date: str) -> View:
    """Show what is on record about a meeting of a course on one date: held, canceled or
    rescheduled, the topic, and when it took or takes place.

    Args:
        course_id: course id, such as XK4M29Q.
        date: the day for which the meeting was scheduled, YY-MM-DD, such as 25-04-07.
    """
    find_course(db, course_id)
    record = db.get(CourseDate, (course_id, date))
    if record is None:
        raise Rejection(
            "date_not_found",
            f"nothing is on record for course {course_id} on {date}; check the date (YY-MM-DD), "
            "get_course_details shows all dates on record.",
        )
    return meeting_view(record)


@write(title="Register for courses", destructive=False)
def register_courses(
    db: Session,
    student_id: str,
    term: str,
    course_ids: list[str],
    study_level: StudyLevel,
    grading_options: dict[str, GradingOption] | None = None,
    health_insurance: YesNo = "no",
    payment_methods: list[Payment] = [],  # noqa: B006
) -> View:
    """Register a student for courses of one term and charge the payment methods. Tuition per
    credit is $500 (undergraduate), $800 (graduate) or $400 (continuing_ed); health insurance
    costs $300. The amounts must add up to the total exactly. Term, study level and insurance
    cannot be changed afterwards.

    Args:
        student_id: student id, such as S3T8V2B.
        term: term of all courses, such as 2025-FALL.
        course_ids: ids of the courses, each once.
        study_level: the level at which the student registers; it sets the price.
        grading_options: course id to letter, pass/fail or audit; courses left out are graded
            by letter.
        health_insurance: whether health insurance is taken.
        payment_methods: ids of payment methods in the student's record, each with the whole
            dollars it pays.
    """
    options = grading_options or {}
    check_listed(course_ids, "course")
    check_once(course_ids, "course")
    check_options_named(options, course_ids)
    for payment in payment_methods:
        whole(payment.amount, f"amount for {payment.payment_id}")
    student = find_student(db, student_id)
    courses = [find_course(db, key) for key in course_ids]
    check_not_held(db, student_id, course_ids)
    check_term(courses, term)
    check_seats(courses)
    check_schedule(courses)
    for payment in payment_methods:
        find_payment_method(db, student_id, payment.payment_id)
    fee = INSURANCE_FEE if health_insurance == "yes" else 0
    due = sum(tuition(course.credits, study_level) for course in courses) + fee
    check_sum((payment.amount for payment in payment_methods), due, dollars)

    registration = Registration(
        registration_id=new_registration_id(db),
        student_id=student_id,
        campus=courses[0].location.campus,
        program=f"{student.program.degree} {student.program.major}",
        study_level=study_level,
        term=term,
        status="part-time",
        total_credits=0,
        overload_credits=0,
        advisors=[],
        financial_aid=FinancialAid(),
        health_insurance=health_insurance,
        created_at=TODAY,
    )
    count_credits(registration, sum(course.credits for course in courses))
    db.add(registration)
    db.flush()
    enroll(db, registration, courses, options, first=0)
    append_payments(
        db,
        registration.registration_id,
        [(payment.payment_id, payment.amount) for payment in payment_methods],
    )
    return registration_view(db, registration)


@write(title="Change the courses of a registration")
def update_registration_courses(
    db: Session,
    registration_id: str,
    add_course_ids: list[str],
    drop_course_ids: list[str],
    grading_options: dict[str, GradingOption] | None = None,
    payment_id: str = "",
) -> View:
    """Add courses to a registration, drop courses from it, or change how they are graded, all in
    one call. The difference in tuition is charged or refunded to one payment method; the
    insurance fee stays.

    Args:
        registration_id: registration id, such as REG001.
        add_course_ids: ids of the courses to add; empty for none.
        drop_course_ids: ids of the courses to drop; empty for none.
        grading_options: course id to letter, pass/fail or audit, for courses that are kept or
            added; kept courses left out stay as they are, added ones are graded by letter.
        payment_id: id of the payment method that pays a higher tuition (then needed) or gets
            the refund of a lower one; left out, a refund goes to the method of the last entry
            in the payment history.
    """
    options = grading_options or {}
    check_once(add_course_ids, "course")
    check_once(drop_course_ids, "course")
    both = [key for key in add_course_ids if key in drop_course_ids]
    if both:
        raise Rejection(
            "added_and_dropped",
            f"course {both[0]} would be added and dropped; name it in one list at most.",
        )
    if not (add_course_ids or drop_course_ids or options):
        raise Rejection(
            "nothing_to_change",
            "nothing would change; name courses to add or drop, or grading options.",
        )
    registration = find_registration(db, registration_id)
    student = find_student(db, registration.student_id)
    held = rows_of(db, RegistrationCourse, registration_id=registration_id)
    kept = [row for row in held if row.course_id not in drop_course_ids]
    dropped = [row for row in held if row.course_id in drop_course_ids]
    stay = [find_course(db, row.course_id) for row in kept]
    added = [find_course(db, key) for key in add_course_ids]
    absent = [key for key in drop_course_ids if key not in {row.course_id for row in held}]
    if absent:
        raise Rejection(
            "course_not_held",
            f"registration {registration_id} does not hold course {absent[0]}; "
            "get_registration_details shows those that it holds.",
        )
    check_options_named(options, [course.course_id for course in (*stay, *added)])
    check_not_held(db, student.student_id, add_course_ids)
    regraded = [
        row for row in kept if options.get(row.course_id, row.grading_option) != row.grading_option
    ]
    if not (added or dropped or regraded):
        raise Rejection(
            "nothing_to_change",
            f"the courses of registration {registration_id} are graded like that already; "
            "nothing would change.",
        )
    check_term((*stay, *added), registration.term)
    check_seats(added)
    check_schedule((*stay, *added))
    level = registration.study_level
    difference = sum(tuition(course.credits, level) for course in added) - sum(
        row.tuition for row in dropped
    )
    target = _settlement(db, registration, difference, payment_id)

    for row in regraded:
        row.grading_option = options[row.course_id]
    withdraw(db, dropped)
    first = max((row.position for row in held), default=-1) + 1
    enroll(db, registration, added, options, first)
    credits_kept = sum(row.credits for row in kept)
    count_credits(registration, credits_kept + sum(course.credits for course in added))
    if target is not None:
        append_payments(db, registration_id, [(target, difference)])
    return registration_view(db, registration)


def _settlement(
    db: Session, registration: Registration, difference: int, payment_id: str
) -> str | None:
    """The payment method that a difference in tuition goes to; None if there is none."""
    if difference == 0:
        return None
    target = payment_id
    if not target and difference > 0:
        raise Rejection(
            "payment_needed",
            f"the tuition rises by ${difference}; name the payment method that pays it.",
        )
    if not target:
        history = rows_of(db, RegistrationPayment, registration_id=registration.registration_id)
        if not history:
            raise Rejection(
                "payment_needed",
                f"the tuition falls by ${-difference} and nothing was paid before; name the "
                "payment method that gets it.",
            )
        target = history[-1].payment_id
    return find_payment_method(db, registration.student_id, target).id


@write(title="Cancel a registration", idempotent=True)
def cancel_registration(db: Session, registration_id: str) -> View:
    """Cancel a whole registration: all courses are dropped and every entry of the payment history
    is reversed, the insurance fee too. This cannot be undone.

    Args:
        registration_id: registration id, such as REG001.
    """
    registration = find_registration(db, registration_id)
    courses = rows_of(db, RegistrationCourse, registration_id=registration_id)
    history = rows_of(db, RegistrationPayment, registration_id=registration_id)
    if not courses and not any(net_payments(history).values()):
        raise Rejection(
            "already_canceled",
            f"registration {registration_id} has no courses and no money left; it cannot be "
            "canceled again.",
        )

    append_payments(db, registration_id, [(one.payment_id, -one.amount) for one in history])
    withdraw(db, courses)
    count_credits(registration, 0)
    return registration_view(db, registration)


@write(title="Pay or refund a registration", destructive=False)
def pay_registration(db: Session, registration_id: str, payment: Entry) -> View:
    """Add one entry to the payment history of a registration: a charge, or a refund if the amount
    is negative. Nothing else changes.

    Args:
        registration_id: registration id, such as REG001.
        payment: id of a payment method in the student's record and the amount in whole dollars;
            both are needed. A refund cannot exceed what that method has paid in all.
    """
    if not payment.payment_id or payment.amount is None:
        raise Rejection(
            "invalid_payment", "the payment is incomplete; send both payment_id and amount."
        )
    if payment.amount == 0:
        raise Rejection("invalid_amount", "the amount is 0; send a charge or a negative refund.")
    registration = find_registration(db, registration_id)
    student = find_student(db, registration.student_id)
    method = find_payment_method(db, student.student_id, payment.payment_id)
    history = rows_of(db, RegistrationPayment, registration_id=registration_id)
    paid = net_payments(history)[method.id]
    if payment.amount < 0 and -payment.amount > paid:
        raise Rejection(
            "refund_too_large",
            f"{method.id} has paid ${paid} for registration {registration_id} in all; a refund "
            "to it cannot exceed that.",
        )

    append_payments(db, registration_id, [(method.id, payment.amount)])
    return registration_view(db, registration)


TOOLS = (
    get_student_details,
    get_course_details,
    get_registration_details,
    list_departments,
    list_courses_by_term,
    search_courses,
    get_course_meeting_status,
    register_courses,
    update_registration_courses,
    cancel_registration,
    pay_registration,
    think,
    transfer_to_human_agents,
)
