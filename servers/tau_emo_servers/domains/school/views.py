"""How the university's rows are shown to the agent: plain JSON, keys in a fixed order."""

from collections.abc import Sequence

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View


def student_view(db: Session, student: Student) -> View:
    """A student's record with payment methods and registration ids."""
    methods = rows_of(db, PaymentMethod, student_id=student.student_id)
    registrations = rows_of(db, Registration, student_id=student.student_id)
    return {
        "student_id": student.student_id,
        "name": {"first_name": student.first_name, "last_name": student.last_name},
        "address": student.address.model_dump(),
        "email": student.email,
        "dob": student.dob,
        "saved_contacts": [
            {
                "first_name": contact.first_name,
                "last_name": contact.last_name,
                "relationship": contact.relationship,
                "phone": contact.phone,
                "date-of-birth": contact.date_of_birth,
            }
            for contact in student.saved_contacts
        ],
        "program": student.program.model_dump(),
        "membership": student.membership,
        "payment_methods": {
            method.id: {
                "payment_method_id": method.id,
                "source": method.source,
                "extra_info": {"brand": method.brand, "last_four": method.last_four},
            }
            for method in methods
        },
        "registrations": [one.registration_id for one in registrations],
    }


def course_view(course: Course, dates: Sequence[CourseDate]) -> View:
    """A course with what is on record about its meetings.

    Args:
        course: the course.
        dates: its records, in the order in which they are shown.
    """
    return {
        "course_id": course.course_id,
        "department": course.department,
        "course_code": course.course_code,
        "title": course.title,
        "credits": course.credits,
        "term": course.term,
        "instructor": course.instructor.model_dump(),
        "location": course.location.model_dump(),
        "scheduled_first_meeting_est": course.scheduled_first_meeting_est,
        "scheduled_last_meeting_est": course.scheduled_last_meeting_est,
        "meeting_pattern": course.meeting_pattern.model_dump(),
        "capacity": course.capacity,
        "current_enrollment": course.current_enrollment,
        "waitlist_capacity": course.waitlist_capacity,
        "current_waitlist": course.current_waitlist,
        "dates": {record.date: _record(record) for record in dates},
    }


def meeting_view(record: CourseDate) -> View:
    """What is on record about one meeting of a course."""
    return {"course_id": record.course_id, "date": record.date, **_record(record)}


def _record(record: CourseDate) -> View:
    """A record; one of a canceled meeting has no times."""
    times: View = {}
    if record.status != "canceled":
        times = {
            "actual_start_time_est": record.actual_start_time_est,
            "actual_end_time_est": record.actual_end_time_est,
        }
    return {"status": record.status, "topic": record.topic, **times, "notes": record.notes}


def registration_view(db: Session, registration: Registration) -> View:
    """A registration with its courses and payment history."""
    key = registration.registration_id
    advisors: list[JsonValue] = [advisor.model_dump() for advisor in registration.advisors]
    return {
        "registration_id": key,
        "student_id": registration.student_id,
        "campus": registration.campus,
        "program": registration.program,
        "study_level": registration.study_level,
        "term": registration.term,
        "status": registration.status,
        "total_credits": registration.total_credits,
        "overload_credits": registration.overload_credits,
        "courses": [
            {
                "course_id": course.course_id,
                "course_code": course.course_code,
                "section": course.section,
                "title": course.title,
                "credits": course.credits,
                "grading_option": course.grading_option,
                "tuition": course.tuition,
            }
            for course in rows_of(db, RegistrationCourse, registration_id=key)
        ],
        "advisors": advisors,
        "financial_aid": registration.financial_aid.model_dump(),
        "payment_history": [
            {"payment_id": entry.payment_id, "amount": entry.amount}
            for entry in rows_of(db, RegistrationPayment, registration_id=key)
        ],
        "health_insurance": registration.health_insurance,
        "created_at": registration.created_at,
    }
