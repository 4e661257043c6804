"""Registering for courses: every check in its order, and what a new registration holds.

Undergraduates pay 500, graduates 800 and continuing students 400 a credit; insurance is 300.
"""

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
    MINA,
    NEW,
    NEW_CARD,
    OTHERS_CARD,
    POETRY,
    SAILING,
    SUMMER,
    VISA,
    changed_tables,
    courses,
    credits_of,
    ledger,
    registration,
    seats,
)

REGISTER = "register_courses"


def wish(*course_ids: str, paid: int | None = None, **others: Any) -> dict[str, Any]:
    """A wish of the new student, who pays by the one card."""
    payment = [] if paid is None else [{"payment_id": NEW_CARD, "amount": paid}]
    return {
        "student_id": NEW,
        "term": FALL,
        "course_ids": [*course_ids],
        "study_level": "undergraduate",
        "payment_methods": payment,
    } | others


def registered(desk: Episode, *course_ids: str, paid: int, **others: Any) -> dict[str, Any]:
    return done(desk, REGISTER, **wish(*course_ids, paid=paid, **others))


def test_a_new_registration_is_shown_whole(desk: Episode) -> None:
    # (4 + 5) credits at 500 are 4,500, and 300 for the insurance.
    shown = registered(
        desk,
        CHEMISTRY,
        ALGEBRA,
        paid=4800,
        grading_options={ALGEBRA: "audit"},
        health_insurance="yes",
    )
    assert shown == {
        "registration_id": "REG001",
        "student_id": NEW,
        "campus": "Main",
        "program": "BS Biology",
        "study_level": "undergraduate",
        "term": FALL,
        "status": "part-time",
        "total_credits": 9,
        "overload_credits": 0,
        "courses": [
            {
                "course_id": CHEMISTRY,
                "course_code": "CHEM-2215",
                "section": "001",
                "title": "Chemistry",
                "credits": 5,
                "grading_option": "letter",
                "tuition": 2500,
            },
            {
                "course_id": ALGEBRA,
                "course_code": "MATH-2255",
                "section": "001",
                "title": "Algebra",
                "credits": 4,
                "grading_option": "audit",
                "tuition": 2000,
            },
        ],
        "advisors": [],
        "financial_aid": {"scholarships": 0, "grants": 0, "loans": 0},
        "payment_history": [{"payment_id": NEW_CARD, "amount": 4800}],
        "health_insurance": "yes",
        "created_at": "25-05-15",
    }
    assert shown == registration(desk, "REG001")
    assert done(desk, "get_student_details", student_id=NEW)["registrations"] == ["REG001"]
    # 7 and 10 before.
    assert seats(desk, CHEMISTRY, ALGEBRA, GENETICS) == [8, 11, 10]
    assert changed_tables(desk) == {
        "course": (2, 2),
        "registration": (0, 1),
        "registration_course": (0, 2),
        "registration_payment": (0, 1),
    }


# Algebra has 4 credits: 4 x 500, 4 x 800 and 4 x 400, and 300 more with insurance.
@pytest.mark.parametrize(
    ("level", "due"), [("undergraduate", 2000), ("graduate", 3200), ("continuing_ed", 1600)]
)
def test_the_level_sets_the_price_whatever_the_degree_and_the_grading(
    desk: Episode, level: str, due: int
) -> None:
    for option in ("letter", "pass/fail", "audit"):
        options = {ALGEBRA: option}
        for wrong in (due - 1, due + 1, due + 300):
            refused(
                desk,
                f"the total is ${due}",
                REGISTER,
                **wish(ALGEBRA, paid=wrong, study_level=level, grading_options=options),
            )
    refused(
        desk,
        f"the total is ${due + 300}",
        REGISTER,
        **wish(ALGEBRA, paid=due, study_level=level, health_insurance="yes"),
    )
    shown = registered(desk, ALGEBRA, paid=due, study_level=level)
    assert courses(shown) == [(ALGEBRA, "001", "letter", due)]
    assert shown["study_level"] == level
    assert shown["health_insurance"] == "no"


def test_several_methods_pay_together_and_their_order_stays(desk: Episode) -> None:
    # Chemistry and drawing: 7 credits, 3,500.
    parts = [(BANK, 500), (VISA, 2000), (BANK, 1000)]
    payments = [{"payment_id": key, "amount": amount} for key, amount in parts]
    wanted = wish(CHEMISTRY, DRAWING, student_id=MINA) | {"payment_methods": payments}
    shown = done(desk, REGISTER, **wanted)
    assert ledger(shown) == parts


def test_eleven_credits_are_part_time(desk: Episode) -> None:
    # 5 + 4 + 2 = 11 credits at 500.
    shown = registered(desk, CHEMISTRY, ALGEBRA, DRAWING, paid=5500)
    assert credits_of(shown) == (11, 0, "part-time")


def test_twelve_credits_are_full_time(desk: Episode) -> None:
    # 4 + 3 + 5 = 12 credits at 500.
    shown = registered(desk, ALGEBRA, POETRY, CHEMISTRY, paid=6000)
    assert credits_of(shown) == (12, 0, "full-time")


def test_credits_beyond_eighteen_are_overload(desk: Episode) -> None:
    # 4 + 3 + 5 + 4 + 3 = 19 credits at 500.
    shown = registered(desk, ALGEBRA, POETRY, CHEMISTRY, GENETICS, ETHICS, paid=9500)
    assert credits_of(shown) == (19, 1, "full-time")


def test_new_ids_are_counted_on_without_end(desk: Episode) -> None:
    assert registered(desk, ALGEBRA, paid=2000)["registration_id"] == "REG001"
    done(desk, "cancel_registration", registration_id="REG001")
    assert registered(desk, ALGEBRA, paid=2000)["registration_id"] == "REG002"
    assert registered(desk, CHEMISTRY, paid=2500)["registration_id"] == "REG003"
    assert registered(desk, POETRY, paid=1500)["registration_id"] == "REG004"
    summer = wish(SAILING, paid=1500, term=SUMMER)
    assert done(desk, REGISTER, **summer)["registration_id"] == "REG005"


def test_hours_that_touch_or_fall_on_other_days_are_no_conflict(desk: Episode) -> None:
    # Algebra ends at 10-45, when poetry begins; ethics has the hours of poetry on other days.
    assert registered(desk, ALGEBRA, POETRY, ETHICS, paid=5000)["total_credits"] == 10


def test_a_conflict_with_another_registration_is_none(desk: Episode) -> None:
    registered(desk, GENETICS, paid=2000)
    assert registered(desk, DRAWING, paid=1000)["registration_id"] == "REG002"


def test_a_waitlist_blocks_no_free_seat_and_the_last_one_can_be_taken(desk: Episode) -> None:
    # Poetry: 19 of 20 seats, 5 of 5 places on the waitlist.
    registered(desk, POETRY, paid=1500)
    assert seats(desk, POETRY) == [20]
    done(desk, "cancel_registration", registration_id="REG001")
    assert seats(desk, POETRY) == [19]


NOBODY = {"student_id": "S9Z9Z9Z"}


def test_the_shape_is_checked_before_the_student(desk: Episode) -> None:
    def not_taken(reason: str, *course_ids: str, **others: Any) -> None:
        refused(desk, reason, REGISTER, **wish(*course_ids, **(others | NOBODY)))

    not_taken("the list of courses is empty")
    not_taken(f"course {ALGEBRA} is listed twice", ALGEBRA, POETRY, ALGEBRA)
    not_taken(f"names {POETRY}, which is not among", ALGEBRA, grading_options={POETRY: "audit"})
    for amount in (0, -2000):
        not_taken("above 0", ALGEBRA, paid=amount)
    not_taken("no student S9Z9Z9Z", "XZ9Z9Z9", paid=2000)


def test_arguments_must_fit_the_schema(desk: Episode) -> None:
    for spoilt in (
        {"study_level": "Graduate"},
        {"study_level": ""},
        {"health_insurance": "maybe"},
        {"grading_options": {ALGEBRA: "pass-fail"}},
        {"grading_options": [ALGEBRA]},
        {"course_ids": ALGEBRA},
        {"payment_methods": [{"payment_id": NEW_CARD}]},
        {"payment_methods": [{"payment_id": NEW_CARD, "amount": 2000.5}]},
        {"payment_methods": [{"payment_id": NEW_CARD, "amount": 2000, "currency": "USD"}]},
    ):
        [name] = spoilt
        refused(desk, name, REGISTER, **(wish(ALGEBRA, paid=2000) | spoilt))


def test_what_can_be_left_out_can_be_null_or_empty(desk: Episode) -> None:
    for key, due, empty in ((ALGEBRA, 2000, None), (CHEMISTRY, 2500, "")):
        shown = registered(desk, key, paid=due, grading_options=empty, health_insurance=empty)
        assert shown["health_insurance"] == "no"
        assert shown["courses"][0]["grading_option"] == "letter"
    for nothing in (None, "", []):
        refused(desk, "add up to $0", REGISTER, **(wish(POETRY) | {"payment_methods": nothing}))


def test_a_course_must_exist(desk: Episode) -> None:
    # Poetry is held by Mina: that is told only once all courses exist.
    for key in ("XZ9Z9Z9", "MATH-2255", ALGEBRA.lower()):
        refused(desk, f"no course {key}", REGISTER, **wish(POETRY, key, paid=1, student_id=MINA))


def test_a_course_that_is_held_already_is_refused_before_its_term(desk: Episode) -> None:
    for key in (POETRY, SAILING):
        refused(
            desk,
            "holds course",
            REGISTER,
            **wish(key, paid=1500, student_id=MINA, term="2026-FALL"),
        )


def test_all_courses_are_of_the_term(desk: Episode) -> None:
    # History is full: that is told only of courses of the term.
    refused(desk, "offered in 2025-SUMMER, not in", REGISTER, **wish(HISTORY, SAILING, paid=3000))
    refused(desk, "not in fall", REGISTER, **wish(ALGEBRA, paid=2000, term="fall"))


def test_a_full_course_is_refused_before_a_conflict(desk: Episode) -> None:
    refused(
        desk,
        "is full: 12 of 12 seats",
        REGISTER,
        **wish(GENETICS, DRAWING, HISTORY, paid=4500),
    )


def test_courses_that_meet_at_once_are_refused_before_the_payment(desk: Episode) -> None:
    # Genetics and drawing overlap on Friday alone; the card is somebody else's.
    payment = {"payment_methods": [{"payment_id": OTHERS_CARD, "amount": 3000}]}
    refused(desk, "meet at the same time", REGISTER, **(wish(GENETICS, DRAWING) | payment))


@pytest.mark.parametrize("key", [OTHERS_CARD, MASTERCARD, "PM0Z0Z0", "Visa", NEW_CARD.lower(), ""])
def test_a_method_must_be_in_the_record_before_the_sum_counts(desk: Episode, key: str) -> None:
    parts = [{"payment_id": NEW_CARD, "amount": 1000}, {"payment_id": key, "amount": 1}]
    refused(
        desk,
        f"payment method {key} is not in the record",
        REGISTER,
        **(wish(ALGEBRA) | {"payment_methods": parts}),
    )


def test_nothing_but_the_whole_sum_will_do(desk: Episode) -> None:
    # Algebra and chemistry: 9 credits at 500.
    for paid in (1, 2250, 4499, 4501, 4800):
        refused(
            desk,
            f"add up to ${paid}, but the total is $4500",
            REGISTER,
            **wish(ALGEBRA, CHEMISTRY, paid=paid),
        )
