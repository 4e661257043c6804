"""What the read tools find and show."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ALGEBRA,
    BANK,
    CHEMISTRY,
    DRAWING,
    ETHICS,
    FALL,
    GENETICS,
    HISTORY,
    MASTERCARD,
    MECHANICS,
    MINA,
    NEW,
    POETRY,
    REFUNDED,
    SAILING,
    SPRING,
    SUMMER,
    TAKEN,
    VISA,
)


def test_a_student_is_shown_with_methods_contacts_and_registrations(desk: Episode) -> None:
    shown = done(desk, "get_student_details", student_id=MINA)
    assert list(shown) == [
        *("student_id", "name", "address", "email", "dob", "saved_contacts", "program"),
        *("membership", "payment_methods", "registrations"),
    ]
    assert shown["name"] == {"first_name": "Mina", "last_name": "Sato"}
    assert list(shown["address"]) == ["street", "city", "country", "state", "zip"]
    assert shown["saved_contacts"] == [
        {
            "first_name": "Yui",
            "last_name": "Sato",
            "relationship": "mother",
            "phone": "(555) 201-3344",
            "date-of-birth": "77-01-30",
        }
    ]
    assert shown["program"] == {
        "school": "College of Arts",
        "degree": "BS",
        "major": "Biology",
        "minor": None,
    }
    assert list(shown["payment_methods"]) == [VISA, MASTERCARD, BANK]
    assert shown["payment_methods"][VISA] == {
        "payment_method_id": VISA,
        "source": "credit_card",
        "extra_info": {"brand": "Visa", "last_four": "4417"},
    }
    assert shown["payment_methods"][BANK]["extra_info"] == {"brand": None, "last_four": None}
    assert shown["registrations"] == [TAKEN, REFUNDED]
    assert done(desk, "get_student_details", student_id=NEW)["registrations"] == []


@pytest.mark.parametrize(
    ("tool", "parameter", "keys"),
    [
        ("get_student_details", "student_id", ["S9Z9Z9Z", MINA.lower(), "Mina Sato", ""]),
        ("get_course_details", "course_id", ["XZ9Z9Z9", "MATH-2255", ALGEBRA.lower(), ""]),
        ("get_registration_details", "registration_id", ["REG001", TAKEN.lower(), ""]),
    ],
)
def test_an_id_must_match_exactly(
    desk: Episode, tool: str, parameter: str, keys: list[str]
) -> None:
    noun = parameter.removesuffix("_id")
    for key in keys:
        refused(desk, f"there is no {noun} {key}; check", tool, **{parameter: key})


def test_a_course_is_shown_with_the_record_of_its_meetings(desk: Episode) -> None:
    shown = done(desk, "get_course_details", course_id=MECHANICS)
    assert list(shown) == [
        *("course_id", "department", "course_code", "title", "credits", "term", "instructor"),
        *("location", "scheduled_first_meeting_est", "scheduled_last_meeting_est"),
        *("meeting_pattern", "capacity", "current_enrollment", "waitlist_capacity"),
        *("current_waitlist", "dates"),
    ]
    assert shown["instructor"]["email"] == "ada.obi@example.com"
    assert shown["location"] == {"campus": "North", "building": "Alder Hall", "room": "101"}
    assert shown["meeting_pattern"] == {
        "days": ["Monday", "Wednesday", "Friday"],
        "start_time_est": "09-00",
        "end_time_est": "09-50",
    }
    assert shown["dates"] == {
        "25-04-07": {
            "status": "held",
            "topic": "waves",
            "actual_start_time_est": "25-04-07-09-05",
            "actual_end_time_est": "25-04-07-09-50",
            "notes": None,
        },
        "25-04-09": {"status": "canceled", "topic": "waves", "notes": "Ill."},
        "25-04-11": {
            "status": "rescheduled",
            "topic": "waves",
            "actual_start_time_est": "25-04-12-14-00",
            "actual_end_time_est": "25-04-12-14-50",
            "notes": "Moved.",
        },
    }
    assert done(desk, "get_course_details", course_id=ALGEBRA)["dates"] == {}


def test_a_registration_is_shown_with_courses_and_payments(desk: Episode) -> None:
    assert done(desk, "get_registration_details", registration_id=TAKEN) == {
        "registration_id": TAKEN,
        "student_id": MINA,
        "campus": "Main",
        "program": "BS Biology",
        "study_level": "undergraduate",
        "term": FALL,
        "status": "part-time",
        "total_credits": 7,
        "overload_credits": 0,
        "courses": [
            {
                "course_id": ALGEBRA,
                "course_code": "MATH-2255",
                "section": "002",
                "title": "Algebra",
                "credits": 4,
                "grading_option": "letter",
                "tuition": 2000,
            },
            {
                "course_id": POETRY,
                "course_code": "ENG-1145",
                "section": "001",
                "title": "Poetry",
                "credits": 3,
                "grading_option": "pass/fail",
                "tuition": 1500,
            },
        ],
        "advisors": [{"first_name": "Ada", "last_name": "Obi", "email": "ada.obi@example.com"}],
        "financial_aid": {"scholarships": 1000, "grants": 0, "loans": 0},
        "payment_history": [
            {"payment_id": VISA, "amount": 2000},
            {"payment_id": BANK, "amount": 1800},
        ],
        "health_insurance": "yes",
        "created_at": "25-05-02",
    }


def test_departments_are_listed_once_and_sorted(desk: Episode) -> None:
    assert done(desk, "list_departments") == [
        *("Art History", "Biology", "Chemistry", "English", "History", "Mathematics"),
        *("Philosophy", "Physics", "Sports"),
    ]


def test_the_courses_of_a_term_are_listed_in_catalog_order(desk: Episode) -> None:
    listed = done(desk, "list_courses_by_term", term=FALL)
    assert [one["course_id"] for one in listed] == [
        *(ALGEBRA, POETRY, GENETICS, DRAWING, HISTORY, CHEMISTRY, ETHICS)
    ]
    assert listed[0] == {"course_id": ALGEBRA, "course_code": "MATH-2255", "title": "Algebra"}
    assert [one["course_id"] for one in done(desk, "list_courses_by_term", term=SUMMER)] == [
        SAILING
    ]
    for term in ("2026-FALL", "2025-fall", "FALL", ""):
        assert done(desk, "list_courses_by_term", term=term) == []


def found(desk: Episode, **filters: Any) -> list[str]:
    return [one["course_id"] for one in done(desk, "search_courses", **filters)]


def test_a_search_passes_courses_that_meet_every_filter(desk: Episode) -> None:
    everything = [ALGEBRA, POETRY, GENETICS, DRAWING, HISTORY, CHEMISTRY, ETHICS]
    assert found(desk, term=FALL) == everything
    assert found(desk, term=SPRING) == [MECHANICS]
    assert found(desk, term=FALL, department="Biology") == [GENETICS]
    assert found(desk, term=FALL, department="biology") == []
    assert found(desk, term=FALL, campus="North") == [ALGEBRA]
    assert found(desk, term=FALL, campus="north") == []
    assert found(desk, term=FALL, day="Thursday") == [ALGEBRA, POETRY]
    assert found(desk, term=FALL, day="Thu") == []
    assert found(desk, term=FALL, day="Friday", campus="Main", end_before="12-00") == [
        *(GENETICS, DRAWING)
    ]
    assert found(desk, term="2026-FALL") == []


def test_bounds_of_hours_are_inclusive(desk: Episode) -> None:
    assert found(desk, term=FALL, start_after="12-00") == [HISTORY, CHEMISTRY]
    assert found(desk, term=FALL, start_after="12-01") == [CHEMISTRY]
    assert found(desk, term=FALL, end_before="10-45") == [ALGEBRA, GENETICS]
    assert found(desk, term=FALL, end_before="10-44") == []
    # Hours are compared as numbers: 9-30 is before 10-00.
    assert found(desk, term=FALL, start_after="9-30", end_before="11-40") == [
        *(ALGEBRA, GENETICS, DRAWING)
    ]


def test_a_full_course_is_left_out_when_only_open_ones_are_wanted(desk: Episode) -> None:
    assert HISTORY in found(desk, term=FALL, open_only=False)
    # Poetry has one seat left.
    assert found(desk, term=FALL, open_only=True) == [
        *(ALGEBRA, POETRY, GENETICS, DRAWING, CHEMISTRY, ETHICS)
    ]


def test_an_empty_filter_is_none(desk: Episode) -> None:
    empty = ["department", "campus", "day", "start_after", "end_before", "open_only"]
    everything = found(desk, term=FALL)
    assert found(desk, term=FALL, **dict.fromkeys(empty, "")) == everything
    assert found(desk, term=FALL, **dict.fromkeys(empty)) == everything


@pytest.mark.parametrize("name", ["start_after", "end_before"])
@pytest.mark.parametrize("time", ["9:30", "nine", "09-30-00", "-930", "0930", "9-", "9-3o", "٩-٣"])
def test_a_time_that_cannot_be_read_is_refused_also_where_no_course_is_reached(
    desk: Episode, name: str, time: str
) -> None:
    for term in (FALL, "2026-FALL"):
        refused(desk, "is no time; send", "search_courses", term=term, **{name: time})


def test_found_courses_are_shown_in_full(desk: Episode) -> None:
    [shown] = done(desk, "search_courses", term=SPRING)
    assert shown == done(desk, "get_course_details", course_id=MECHANICS)


def test_the_record_of_one_meeting(desk: Episode) -> None:
    def status(day: str) -> Any:
        return done(desk, "get_course_meeting_status", course_id=MECHANICS, date=day)

    assert status("25-04-11") == {
        "course_id": MECHANICS,
        "date": "25-04-11",
        "status": "rescheduled",
        "topic": "waves",
        "actual_start_time_est": "25-04-12-14-00",
        "actual_end_time_est": "25-04-12-14-50",
        "notes": "Moved.",
    }
    assert "actual_start_time_est" not in status("25-04-09")


def test_the_course_of_a_meeting_is_looked_for_before_its_date(desk: Episode) -> None:
    tool = "get_course_meeting_status"
    refused(desk, "no course XZ9Z9Z9", tool, course_id="XZ9Z9Z9", date="nonsense")
    for day in ("25-04-08", "2025-04-07", "25-04-12", ""):
        refused(desk, "nothing is on record", tool, course_id=MECHANICS, date=day)
    refused(desk, "nothing is on record", tool, course_id=ALGEBRA, date="25-04-07")


def test_helpers_change_nothing(desk: Episode) -> None:
    done(desk, "think", thought="4 credits cost 2,000")
    done(desk, "transfer_to_human_agents", summary="wants another advisor")
    assert desk.changes().is_empty
    refused(desk, "no tool can be used", "get_student_details", student_id=MINA)
