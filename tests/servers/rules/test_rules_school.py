"""The rules of the university, each on conversations that keep it and that break it."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.school.tables import (
    Course,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
)
from tau_emo_servers.domains.school.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows

FALL = "2025-FALL"
RATES = {"undergraduate": 500, "graduate": 800, "continuing_ed": 400}
REGISTER, UPDATE = "register_courses", "update_registration_courses"
CANCEL, PAY = "cancel_registration", "pay_registration"


def look(query: Callable[[Session], Any]) -> Any:
    """Something from the base."""
    return Talk("school").find(query)


def courses_of(registration: Registration) -> list[RegistrationCourse]:
    key = registration.registration_id
    return look(lambda db: rows(db, RegistrationCourse, registration_id=key))


def payments_of(registration: Registration) -> list[RegistrationPayment]:
    key = registration.registration_id
    return look(lambda db: rows(db, RegistrationPayment, registration_id=key))


def wallet(student_id: str) -> list[PaymentMethod]:
    return look(lambda db: rows(db, PaymentMethod, student_id=student_id))


def balance(registration: Registration) -> int:
    fee = 300 if registration.health_insurance == "yes" else 0
    due = sum(one.tuition for one in courses_of(registration)) + fee
    return due - sum(one.amount for one in payments_of(registration))


def registration_that(
    holds: Callable[[Registration], object], *, skip: str = "", count: int | None = None
) -> Registration:
    """A fall registration with courses, paid by one entry unless more are asked for."""
    for one in look(lambda db: rows(db, Registration, term=FALL)):
        if one.student_id == skip or not courses_of(one) or not holds(one):
            continue
        if count is None or len(payments_of(one)) == count:
            return one
    raise LookupError


def settled(skip: str = "") -> Registration:
    """A fall registration that one card has paid exactly."""
    return registration_that(
        lambda one: balance(one) == 0 and method_of(one).source == "credit_card",
        skip=skip,
        count=1,
    )


def method_of(registration: Registration) -> PaymentMethod:
    """The method of the last entry."""
    last = payments_of(registration)[-1].payment_id
    return look(lambda db: db.get_one(PaymentMethod, last))


def named(method: PaymentMethod) -> str:
    if method.source == "bank_account":
        return "the bank account"
    return f"the {method.brand} ending in {method.last_four}"


def known_student(student_id: str, wish: str = "It's about my courses.") -> Talk:
    talk = Talk("school").user(f"My student id is {student_id}. {wish}")
    return talk.done("get_student_details", student_id=student_id)


def known_registration(registration: Registration, wish: str = "I need a change.") -> Talk:
    """The student was identified, and the registration was looked at."""
    talk = known_student(registration.student_id, wish)
    return talk.done("get_registration_details", registration_id=registration.registration_id)


def cancel(talk: Talk, registration: Registration, answer: str = "Yes, please.") -> Talk:
    titles = ", ".join(one.title for one in courses_of(registration))
    paid = sum(one.amount for one in payments_of(registration))
    talk.agent(
        f"I would cancel {registration.registration_id} and drop {titles}; all payments are "
        f"reversed: ${paid:,} go back to {named(method_of(registration))}. Shall I go ahead, yes "
        "or no?"
    ).user(answer)
    talk.call(CANCEL, registration_id=registration.registration_id)
    return talk.agent("The registration is canceled.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("SCH-")]
    assert sorted(own) == [f"SCH-{number:02d}" for number in range(1, 27)]
    assert [rule.id for rule in RULES if rule.id not in own] == ["COM-11", "COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("SCH-10", "SCH-11", "SCH-12", "SCH-13", "SCH-14", "SCH-19")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {
        *("SCH-17", "SCH-18", "SCH-25", "SCH-26")
    }


# Identity.


def test_a_right_cancellation_breaks_nothing() -> None:
    registration = settled()
    assert cancel(known_registration(registration), registration).violations() == []


def test_the_student_is_looked_up_first_by_an_id_that_was_said() -> None:
    registration = settled()
    talk = Talk("school").user("Cancel my registration!")
    talk.done("think", thought="well")
    talk.done("get_registration_details", registration_id=registration.registration_id)
    assert talk.broken() == {"SCH-01"}
    talk = Talk("school").user("Hello!")
    talk.done("get_student_details", student_id=registration.student_id)
    assert talk.broken() == {"SCH-01"}
    talk = Talk("school").user("Which departments are there?").done("list_departments")
    assert talk.broken() == {"SCH-01"}


def test_a_wrong_id_may_be_corrected_until_one_is_found() -> None:
    student = settled().student_id
    talk = Talk("school").user("I am S0A0A0A.")
    talk.refused("get_student_details", student_id="S0A0A0A").agent("Please check the id.")
    talk.user(f"Sorry, {student}.").done("get_student_details", student_id=student)
    assert talk.broken() == set()
    other = settled(skip=student).student_id
    talk.user(f"Now {other}, please.").done("get_student_details", student_id=other)
    assert talk.broken() == {"SCH-02"}


def test_one_student_per_conversation() -> None:
    registration = settled()
    other = settled(skip=registration.student_id)
    key = other.registration_id
    talk = known_registration(registration).user(f"And my roommate's {key}?")
    talk.done("get_registration_details", registration_id=key)
    assert talk.broken() == {"SCH-02"}
    assert cancel(talk, other).broken() == {"SCH-02", "SCH-03"}


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then I have a question about my essay.", set()),
        ("PROCEED. I don't trust you.", set()),
        ("okay", {"SCH-04", "SCH-22"}),
        ("Yes, as long as it is quick and free.", {"SCH-04", "SCH-22"}),
        ("Yes, but refund it to the card 9999.", {"SCH-04", "SCH-22"}),
    ],
)
def test_only_a_yes_covers_a_cancellation(answer: str, broken: set[str]) -> None:
    registration = settled()
    assert cancel(known_registration(registration), registration, answer).broken() == broken


@pytest.mark.parametrize("without", ["courses", "amount", "method"])
def test_a_cancellation_names_its_courses_and_its_refund(without: str) -> None:
    registration = registration_that(
        lambda one: balance(one) == 0 and len(courses_of(one)) > 1, count=1
    )
    titles = ", ".join(one.title for one in courses_of(registration))
    paid = f"${payments_of(registration)[0].amount}"
    method = named(method_of(registration))
    if without == "courses":
        titles = courses_of(registration)[0].title
    talk = known_registration(registration).agent(
        f"I would cancel {registration.registration_id} with {titles} and refund "
        f"{'everything' if without == 'amount' else paid} to "
        f"{'you' if without == 'method' else method}. Yes or no?"
    )
    talk.user("Yes.").done(CANCEL, registration_id=registration.registration_id)
    assert talk.agent("It is canceled.").broken() == {"SCH-04", "SCH-22"}


# Registering.


def newcomer() -> PaymentMethod:
    """A card of a student without a registration."""

    def query(db: Session) -> PaymentMethod:
        busy = {one.student_id for one in rows(db, Registration)}
        return next(
            one
            for one in rows(db, PaymentMethod, source="credit_card")
            if one.student_id not in busy
        )

    return look(query)


def open_course(code: str = "", credits: int = 3) -> Course:  # noqa: A002
    """An open fall course, which has one section, outside Saturdays."""

    def query(db: Session) -> Course:
        fall = rows(db, Course, term=FALL)
        codes = [one.course_code for one in fall]
        return next(
            one
            for one in fall
            if one.current_enrollment < one.capacity
            and codes.count(one.course_code) == 1
            and one.credits == credits
            and code in one.course_code
        )

    return look(query)


LISTING = (
    "I would register you for {title} in {term} at the {level} level, without health insurance, "
    "and charge ${due:,} to {method}. Shall I go ahead, yes or no?"
)


def register(
    listing: str = LISTING,
    *,
    said: str = "I'm an undergraduate and want {title} in the fall, without insurance.",
    look_first: bool = True,
    **others: Any,
) -> Talk:
    """A registration that keeps all rules."""
    card, course = newcomer(), open_course()
    talk = known_student(card.student_id, said.format(title=course.title))
    if look_first:
        talk.done("get_course_details", course_id=course.course_id)
    fee = 300 if others.get("health_insurance") == "yes" else 0
    due = 500 * course.credits + fee
    talk.agent(
        listing.format(
            title=course.title, term=FALL, level="undergraduate", due=due, method=named(card)
        )
    ).user("Yes, do it.")
    options = others.pop("option", None)
    if options:
        others["grading_options"] = {course.course_id: options}
    talk.done(
        REGISTER,
        student_id=card.student_id,
        term=FALL,
        course_ids=[course.course_id],
        study_level="undergraduate",
        payment_methods=[{"payment_id": card.id, "amount": due}],
        **others,
    )
    return talk.agent("You are registered; the registration is REG001.")


def test_a_right_registration_breaks_nothing() -> None:
    assert register().violations() == []


@pytest.mark.parametrize(
    ("part", "instead"),
    [("{title}", "your course"), ("${due:,}", "the sum"), ("{method}", "your method")],
)
def test_a_registration_is_listed_with_its_money(part: str, instead: str) -> None:
    assert register(LISTING.replace(part, instead)).broken() == {"SCH-04"}


def test_a_registration_that_was_not_looked_up() -> None:
    assert register(look_first=False).broken() == {"COM-11"}


def test_what_must_be_known_before_a_registration() -> None:
    bare = LISTING.replace(", without health insurance,", "")
    assert register(bare).broken() == set()
    unsaid = "I want {title} in the fall as an undergraduate."
    assert register(bare, said=unsaid).broken() == {"SCH-15"}
    # The listing says it, and the customer agrees.
    assert register(said=unsaid).broken() == set()
    nothing = LISTING.replace("at the {level} level", "as you said").replace("{term}", "time")
    said = "{title}, please, without insurance."
    assert register(nothing, said=said).broken() == {"SCH-04", "SCH-15"}


def test_insurance_is_listed_where_it_is_taken() -> None:
    said = "I'm an undergraduate and want {title} in the fall with health insurance."
    listing = LISTING.replace("without", "with")
    assert register(listing, said=said, health_insurance="yes").broken() == set()
    silent = LISTING.replace(", without health insurance,", "")
    assert register(silent, said=said, health_insurance="yes").broken() == {"SCH-04"}


def test_an_audit_is_asked_for() -> None:
    listing = LISTING.replace("in {term}", "in {term} as an audit")
    said = "I'm an undergraduate and want to audit {title} in the fall, without insurance."
    assert register(listing, said=said, option="audit").broken() == set()
    assert register(listing, option="audit").broken() == {"SCH-16"}
    assert register(option="letter").broken() == set()


# Changing courses.


def drop(talk: Talk, registration: Registration, listing: str = "", payment_id: str = "") -> Talk:
    """Drops the first course of a registration."""
    first = courses_of(registration)[0]
    listing = listing or (
        "I would drop {title} from {key}; ${amount} is refunded to {method}. Yes or no?"
    )
    target = method_of(registration)
    if payment_id:
        target = look(lambda db: db.get_one(PaymentMethod, payment_id))
    talk.agent(
        listing.format(
            title=first.title,
            key=registration.registration_id,
            amount=first.tuition,
            method=named(target),
        )
    ).user("Yes, go ahead.")
    talk.done(
        UPDATE,
        registration_id=registration.registration_id,
        add_course_ids=[],
        drop_course_ids=[first.course_id],
        payment_id=payment_id,
    )
    return talk.agent(f"{first.title} has been dropped.")


def test_a_right_drop_breaks_nothing() -> None:
    registration = settled()
    assert drop(known_registration(registration), registration).violations() == []


@pytest.mark.parametrize("part", ["{title}", "${amount}", "{method}"])
def test_the_difference_and_its_method_are_told_before_a_change(part: str) -> None:
    registration = settled()
    listing = "I would drop {title} from {key}; ${amount} is refunded to {method}. Yes?"
    talk = drop(known_registration(registration), registration, listing.replace(part, "that"))
    assert talk.broken() == {"SCH-04", "SCH-21"}


def test_a_refund_goes_where_the_customer_says_or_the_method_is_left_out() -> None:
    registration = registration_that(
        lambda one: balance(one) == 0 and len(wallet(one.student_id)) > 1, count=1
    )
    last = method_of(registration)
    other = next(one for one in wallet(registration.student_id) if one.id != last.id)
    wish = f"Drop a course, and refund it to {named(other)}."
    talk = drop(known_registration(registration, wish), registration, payment_id=other.id)
    assert talk.broken() == set()
    # The listing named it and the customer agreed.
    talk = drop(known_registration(registration), registration, payment_id=other.id)
    assert talk.broken() == set()
    silent = "I would drop {title} from {key}; ${amount} is refunded. Yes or no?"
    talk = drop(known_registration(registration), registration, silent, payment_id=other.id)
    assert talk.broken() == {"SCH-04", "SCH-20", "SCH-21"}


def test_a_change_of_grading_moves_no_money() -> None:
    registration = settled()
    line = courses_of(registration)[0]
    for wish, listing, broken in (
        ("Can I audit {}?", "grade {} as an audit; nothing is charged", set[str]()),
        ("Change {}!", "grade {} as an audit; nothing is charged", {"SCH-16"}),
        ("Can I audit {}?", "grade {} as an audit", {"SCH-04", "SCH-21"}),
    ):
        talk = known_registration(registration, wish.format(line.title))
        talk.agent(
            f"In {registration.registration_id} I would {listing.format(line.title)}. Yes or no?"
        ).user("Yes.")
        talk.done(
            UPDATE,
            registration_id=registration.registration_id,
            add_course_ids=[],
            drop_course_ids=[],
            grading_options={line.course_id: "audit"},
        )
        assert talk.agent("The grading has been changed.").broken() == broken


def test_a_second_section_is_told_by_its_hours() -> None:
    def query(db: Session) -> Course:
        fall = rows(db, Course, term=FALL)
        codes = [one.course_code for one in fall]
        return next(
            one
            for one in fall
            if codes.count(one.course_code) == 2 and one.current_enrollment < one.capacity
        )

    course, card = look(query), newcomer()
    pattern = course.meeting_pattern
    hours = f" on {' and '.join(pattern.days)} at {pattern.start_time_est.replace('-', ':')}"
    for which, broken in ((hours, set[str]()), ("", {"SCH-04", "SCH-15"})):
        talk = known_student(
            card.student_id, f"Undergraduate, {course.title} in the fall, no insurance."
        )
        talk.done("search_courses", term=FALL, department=course.department)
        due = 500 * course.credits
        talk.agent(
            f"I would register you for {course.title}{which} in the fall at the undergraduate "
            f"level and charge ${due} to {named(card)}. Yes or no?"
        ).user("Yes!")
        talk.done(
            REGISTER,
            student_id=card.student_id,
            term=FALL,
            course_ids=[course.course_id],
            study_level="undergraduate",
            payment_methods=[{"payment_id": card.id, "amount": due}],
        )
        assert talk.agent("You are registered.").broken() == broken


# Balances.


def pay(registration: Registration, amount: int, method: PaymentMethod, told: str = "") -> Talk:
    verb = "charge" if amount > 0 else "refund"
    talk = known_registration(registration, f"${abs(amount)} by {named(method)}, please.")
    talk.agent(
        f"I would {verb} ${abs(amount)} for {registration.registration_id} "
        f"{'to' if amount < 0 else 'on'} {told or named(method)}. Yes or no?"
    ).user("Yes.")
    talk.done(
        PAY,
        registration_id=registration.registration_id,
        payment={"payment_id": method.id, "amount": amount},
    )
    return talk.agent("The payment is recorded.")


def test_a_payment_stays_within_the_balance() -> None:
    registration = registration_that(lambda one: balance(one) > 0)
    method, left = wallet(registration.student_id)[0], balance(registration)
    assert pay(registration, left, method).broken() == set()
    assert pay(registration, left - 1, method).broken() == set()
    assert pay(registration, left + 1, method).broken() == {"SCH-24"}
    even = settled()
    assert pay(even, 1, method_of(even)).broken() == {"SCH-24"}


def test_a_refund_is_of_an_overpayment_and_within_it() -> None:
    registration = registration_that(lambda one: balance(one) < 0)
    left = -balance(registration)
    method = look(
        lambda db: db.get_one(
            PaymentMethod, max(payments_of(registration), key=lambda one: one.amount).payment_id
        )
    )
    assert pay(registration, -left, method).broken() == set()
    assert pay(registration, -left - 1, method).broken() == {"SCH-23"}
    even = settled()
    assert pay(even, -100, method_of(even)).broken() == {"SCH-23"}
    owing = registration_that(lambda one: balance(one) > 0)
    assert pay(owing, -100, method_of(owing)).broken() == {"SCH-23"}


def test_the_customer_names_the_method_of_a_payment() -> None:
    registration = registration_that(
        lambda one: balance(one) > 0 and len(wallet(one.student_id)) > 1
    )
    method = wallet(registration.student_id)[0]
    talk = known_registration(registration, "Settle it.")
    talk.agent(f"I would charge $10 for {registration.registration_id}. Yes?").user("Yes.")
    talk.done(
        PAY,
        registration_id=registration.registration_id,
        payment={"payment_id": method.id, "amount": 10},
    )
    assert talk.agent("It is paid.").broken() == {"SCH-04", "SCH-24"}


# Hand-off and talk.


def test_a_hand_off_is_one_of_its_cases_and_the_notice_follows() -> None:
    student = settled().student_id
    talk = known_student(student, "I have moved; change my address.")
    talk.done("transfer_to_human_agents", summary="wants another address").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel()) == {"SCH-08"}
    assert talk.broken(TaskLabel(refuses=("SCH-17",))) == {"SCH-07", "SCH-08"}
    talk = known_student(student).agent("Goodbye.")
    assert talk.broken(TaskLabel(hands_off=True)) == {"SCH-08"}
    talk = known_student(student)
    talk.done("transfer_to_human_agents", summary="address").agent("Bye!")
    assert talk.broken(TaskLabel(hands_off=True)) == {"SCH-09"}


def test_one_call_in_a_turn_and_no_text_beside_it() -> None:
    student = settled().student_id
    twice = [("get_student_details", {"student_id": student})] * 2
    talk = Talk("school").user(f"I am {student}.").turn("", *twice)
    assert talk.broken() == {"SCH-05"}
    talk = Talk("school").user(f"I am {student}.").turn("One moment.", twice[0])
    assert talk.broken() == {"SCH-05"}


def test_amounts_ids_and_dates_come_from_somewhere() -> None:
    registration = settled()
    total = sum(one.tuition for one in courses_of(registration))
    talk = known_registration(registration)
    assert talk.agent(f"Your tuition is ${total}.").broken() == set()
    assert talk.agent("There is also REG714, made on 3 March 2025.").broken() == {"SCH-06"}


def test_dates_and_times_may_be_told_in_words() -> None:
    course = open_course()
    talk = known_student(settled().student_id)
    talk.done("get_course_details", course_id=course.course_id)
    year, month, day, hour, minute = course.scheduled_first_meeting_est.split("-")
    assert (year, month) == ("25", "09")
    talk.agent(f"It begins on September {int(day)}, 2025, at {hour}:{minute}.")
    assert talk.broken() == set()


def test_a_failed_call_is_not_repeated_and_outcomes_are_reported() -> None:
    registration = settled()
    talk = known_registration(registration)
    for _ in range(2):
        talk.refused(UPDATE, registration_id="REG001", add_course_ids=[], drop_course_ids=[])
    assert "COM-14" in talk.broken()
    talk = cancel(known_registration(registration), registration)
    talk.events.pop()
    assert talk.agent("Anything else?").broken() == {"COM-12"}


# Further breaches.


def test_courses_of_somebody_elses_registration_stay() -> None:
    registration = settled()
    other = settled(skip=registration.student_id)
    course = courses_of(other)[0]
    talk = known_registration(registration, "Drop a course for my roommate.")
    talk.agent(f"I would drop {course.title} from {other.registration_id}. Yes or no?")
    talk.user("Yes.").call(
        UPDATE,
        registration_id=other.registration_id,
        add_course_ids=[],
        drop_course_ids=[course.course_id],
        payment_id="",
    )
    assert "SCH-03" in talk.broken()


def test_a_refund_does_not_go_to_a_method_of_which_nobody_spoke() -> None:
    registration = registration_that(
        lambda one: balance(one) == 0 and len(wallet(one.student_id)) > 1, count=1
    )
    last = method_of(registration)
    other = next(one for one in wallet(registration.student_id) if one.id != last.id)
    silent = "I would drop {title} from {key}; ${amount} is refunded. Yes or no?"
    wish = f"Drop a course, and refund it to {named(last)}."
    talk = drop(known_registration(registration, wish), registration, silent, payment_id=other.id)
    assert "SCH-20" in talk.broken()
