"""What the tools keep of the policy, and what they leave to the agent: a call for every rule."""

from collections.abc import Callable
from typing import Any

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ALGEBRA,
    BANK,
    CHEMISTRY,
    DRAWING,
    FALL,
    GENETICS,
    HISTORY,
    MASTERCARD,
    MINA,
    NEW,
    NEW_CARD,
    OTHER,
    OTHERS,
    OTHERS_CARD,
    POETRY,
    SAILING,
    TAKEN,
    VISA,
    courses,
    ledger,
    registration,
)


def wish(*course_ids: str, paid: int, method: str = NEW_CARD, **others: Any) -> dict[str, Any]:
    """An undergraduate's wish for the fall."""
    return {
        "student_id": NEW,
        "term": FALL,
        "course_ids": [*course_ids],
        "study_level": "undergraduate",
        "payment_methods": [{"payment_id": method, "amount": paid}],
    } | others


def change(*added: str, drop: tuple[str, ...] = (), **others: Any) -> dict[str, Any]:
    """A change of Mina's fall registration."""
    return {
        "registration_id": TAKEN,
        "add_course_ids": [*added],
        "drop_course_ids": [*drop],
        **others,
    }


REGISTER, UPDATE = "register_courses", "update_registration_courses"
CANCEL, PAY = "cancel_registration", "pay_registration"


# The tools keep these: the call is an error and changes nothing.


def no_course_of_another_term(desk: Episode) -> None:
    refused(desk, "offered in 2025-SUMMER", REGISTER, **wish(SAILING, paid=1500))
    refused(desk, "offered in 2025-SPRING", UPDATE, **change("XB2C4D6", payment_id=VISA))


def no_seat_in_a_full_course(desk: Episode) -> None:
    refused(desk, "is full", REGISTER, **wish(HISTORY, paid=1500))
    refused(desk, "is full", UPDATE, **change(HISTORY, payment_id=VISA))


def no_two_courses_at_once(desk: Episode) -> None:
    refused(desk, "at the same time", REGISTER, **wish(GENETICS, DRAWING, paid=3000))
    refused(desk, "at the same time", UPDATE, **change(GENETICS, DRAWING, payment_id=VISA))


def no_method_of_somebody_else(desk: Episode) -> None:
    reason = "is not in the record"
    refused(desk, reason, REGISTER, **wish(ALGEBRA, paid=2000, method=VISA))
    refused(desk, reason, UPDATE, **change(CHEMISTRY, payment_id=OTHERS_CARD))
    payment = {"payment_id": OTHERS_CARD, "amount": 100}
    refused(desk, reason, PAY, registration_id=TAKEN, payment=payment)


def no_part_of_the_sum(desk: Episode) -> None:
    refused(desk, "the total is $2000", REGISTER, **wish(ALGEBRA, paid=1000))


def no_increase_without_a_method(desk: Episode) -> None:
    refused(desk, "rises by $2500", UPDATE, **change(CHEMISTRY))


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "SCH-10": no_course_of_another_term,
    "SCH-11": no_seat_in_a_full_course,
    "SCH-12": no_two_courses_at_once,
    "SCH-13": no_method_of_somebody_else,
    "SCH-14": no_part_of_the_sum,
    "SCH-19": no_increase_without_a_method,
}


# The tools would let these through: only the agent keeps the rule.


def a_registration_before_the_student(desk: Episode) -> None:
    assert registration(desk, TAKEN)["student_id"] == MINA


def two_students_in_a_row(desk: Episode) -> None:
    for key in (MINA, OTHER):
        assert done(desk, "get_student_details", student_id=key)["student_id"] == key


def a_registration_of_somebody_else(desk: Episode) -> None:
    done(desk, "get_student_details", student_id=MINA)
    assert done(desk, CANCEL, registration_id=OTHERS)["courses"] == []


def a_registration_without_a_yes(desk: Episode) -> None:
    assert done(desk, REGISTER, **wish(ALGEBRA, paid=2000))["registration_id"] == "REG001"


def several_calls_in_a_row(desk: Episode) -> None:
    done(desk, "list_departments")
    done(desk, "list_courses_by_term", term=FALL)


def a_hand_off_for_no_reason(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="wants a seat in a full course")


def a_level_that_nobody_chose(desk: Episode) -> None:
    # A student of a bachelor's program at the rate of continuing education: 4 times 400.
    shown = done(desk, REGISTER, **wish(ALGEBRA, paid=1600, study_level="continuing_ed"))
    assert (shown["program"], shown["study_level"]) == ("BS Biology", "continuing_ed")


def an_audit_that_nobody_asked_for(desk: Episode) -> None:
    shown = done(desk, REGISTER, **wish(ALGEBRA, paid=2000, grading_options={ALGEBRA: "audit"}))
    assert courses(shown)[0][2] == "audit"


def another_insurance_by_canceling(desk: Episode) -> None:
    # No tool changes it; a way round is open: algebra and poetry anew, without the 300.
    done(desk, CANCEL, registration_id=TAKEN)
    wanted = wish(ALGEBRA, POETRY, paid=3500, method=VISA, student_id=MINA)
    assert done(desk, REGISTER, **wanted)["health_insurance"] == "no"


def another_level_by_canceling(desk: Episode) -> None:
    done(desk, CANCEL, registration_id=TAKEN)
    wanted = wish(ALGEBRA, paid=3200, method=VISA, student_id=MINA, study_level="graduate")
    assert done(desk, REGISTER, **wanted)["study_level"] == "graduate"


def a_refund_to_a_method_that_nobody_named(desk: Episode) -> None:
    shown = done(desk, UPDATE, **change(drop=(ALGEBRA,), payment_id=MASTERCARD))
    assert ledger(shown)[-1] == (MASTERCARD, -2000)


def a_difference_that_was_not_told(desk: Episode) -> None:
    assert ledger(done(desk, UPDATE, **change(CHEMISTRY, payment_id=BANK)))[-1] == (BANK, 2500)


def a_cancellation_that_was_not_told(desk: Episode) -> None:
    assert ledger(done(desk, CANCEL, registration_id=TAKEN))[2:] == [(VISA, -2000), (BANK, -1800)]


def a_refund_although_nothing_is_overpaid(desk: Episode) -> None:
    payment = {"payment_id": VISA, "amount": -500}
    assert ledger(done(desk, PAY, registration_id=TAKEN, payment=payment))[-1] == (VISA, -500)


def a_charge_although_nothing_is_open(desk: Episode) -> None:
    payment = {"payment_id": VISA, "amount": 500}
    assert ledger(done(desk, PAY, registration_id=TAKEN, payment=payment))[-1] == (VISA, 500)


def a_write_without_a_look(desk: Episode) -> None:
    assert courses(done(desk, UPDATE, **change(drop=(ALGEBRA,))))[0][0] == POETRY


def the_same_failure_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "no registration REG001", CANCEL, registration_id="REG001")


LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "SCH-01": a_registration_before_the_student,
    "SCH-02": two_students_in_a_row,
    "SCH-03": a_registration_of_somebody_else,
    "SCH-04": a_registration_without_a_yes,
    "SCH-05": several_calls_in_a_row,
    "SCH-07": a_hand_off_for_no_reason,
    "SCH-08": a_hand_off_for_no_reason,
    "SCH-15": a_level_that_nobody_chose,
    "SCH-16": an_audit_that_nobody_asked_for,
    "SCH-17": another_insurance_by_canceling,
    "SCH-18": another_level_by_canceling,
    "SCH-20": a_refund_to_a_method_that_nobody_named,
    "SCH-21": a_difference_that_was_not_told,
    "SCH-22": a_cancellation_that_was_not_told,
    "SCH-23": a_refund_although_nothing_is_overpaid,
    "SCH-24": a_charge_although_nothing_is_open,
    "COM-11": a_write_without_a_look,
    "COM-14": the_same_failure_again,
}

ONLY_TALK = {
    "SCH-06": "what is told",
    "SCH-09": "the notice",
    "SCH-25": "what is asked for",
    "SCH-26": "wishes that no tool serves",
    "COM-12": "the report",
}
"""Rules about what the agent says; no tool takes part in them."""
