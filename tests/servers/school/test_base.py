"""The tools on the real base: every student, every course, and every registration."""

from collections import Counter, defaultdict

from sqlalchemy import text
from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.school.tables import Course, Registration, RegistrationPayment, Student
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .walk import wrong

SCHOOL = served_domain("school")


def test_every_student_is_shown_with_registrations_in_the_order_of_their_making(
    state: EpisodeState,
) -> None:
    with state.session() as db:
        students = db.exec(select(Student.student_id)).all()
    school = Episode(SCHOOL, state)
    seen: list[str] = []
    for key in students:
        record = done(school, "get_student_details", student_id=key)
        made = [
            done(school, "get_registration_details", registration_id=one)["created_at"]
            for one in record["registrations"]
        ]
        assert made == sorted(made)
        seen += record["registrations"]
    assert len(students) == len(set(seen)) == 120


def test_every_course_is_listed_in_its_term_and_searched_as_it_is_shown(
    state: EpisodeState,
) -> None:
    with state.session() as db:
        terms = Counter(one.term for one in db.exec(select(Course)))
    school = Episode(SCHOOL, state)
    for term, count in terms.items():
        listed = done(school, "list_courses_by_term", term=term)
        found = done(school, "search_courses", term=term)
        assert [one["course_id"] for one in listed] == [one["course_id"] for one in found]
        assert len(found) == count
        for course in found[::7]:
            assert course == done(school, "get_course_details", course_id=course["course_id"])
            for day, record in course["dates"].items():
                status = done(
                    school, "get_course_meeting_status", course_id=course["course_id"], date=day
                )
                assert status == {"course_id": course["course_id"], "date": day, **record}


def test_every_registration_with_courses_can_be_canceled_and_gives_all_back(
    state: EpisodeState,
) -> None:
    with state.session() as db:
        keys = db.exec(select(Registration.registration_id)).all()
        net: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for entry in db.exec(select(RegistrationPayment)):
            net[entry.registration_id][entry.payment_id] += entry.amount
    school = Episode(SCHOOL, state)
    canceled = 0
    for key in keys:
        before = done(school, "get_registration_details", registration_id=key)
        if not before["courses"]:
            refused(school, "cannot be canceled again", "cancel_registration", registration_id=key)
            continue
        shown = done(school, "cancel_registration", registration_id=key)
        left: Counter[str] = Counter()
        for entry in shown["payment_history"]:
            left[entry["payment_id"]] += entry["amount"]
        assert set(left) == set(net[key])
        assert not any(left.values())
        canceled += 1
    assert canceled == 116


def test_the_queries_find_what_is_wrong(state: EpisodeState) -> None:
    with state.session(write=True) as db:
        connection = db.connection()
        connection.execute(text("UPDATE course SET current_enrollment = 0"))
        connection.execute(text("UPDATE registration SET total_credits = 25"))
        connection.execute(text("UPDATE registration_course SET tuition = 1"))
    assert set(wrong(state)) == {
        "a course has fewer enrolled than registrations hold it",
        "credits are not the sum of the courses",
        "overload or status does not follow from the credits",
        "a tuition is not credits times rate",
    }
