"""What the listing of each write of the university must name before the customer's yes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tau_emo_db.domains.school.fees import INSURANCE_FEE, tuition
from tau_emo_db.domains.school.tables import (
    Course,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
)
from tau_emo_servers.domains.school.desk import net_payments
from tau_emo_servers.listing import (
    NOTHING_CHARGED,
    Fact,
    Part,
    WriteTool,
    fact,
    money_fact,
    payment_fact,
    refund_facts,
)
from tau_emo_servers.rules import Moment

LEVELS = {
    "undergraduate": re.compile(r"\bunder-?\s?grad"),
    "graduate": re.compile(r"(?<!under)(?<!under-)(?<!under )\bgrad(?:uate)?\b|\bmaster'?s level"),
    "continuing_ed": re.compile(r"\bcontinuing"),
}
"""How people call the study levels."""
OPTIONS = {
    "letter": re.compile(r"\bletter"),
    "pass/fail": re.compile(r"\bpass(?:\s?[/-]\s?|\s+(?:or\s+)?)fail"),
    "audit": re.compile(r"\baudit"),
}
"""How people call the grading options."""
INSURANCE = re.compile(r"\binsur")


def term_fact(term: str) -> Fact:
    """A term by its name, or by its season: `fall`."""
    season = term.rpartition("-")[2].lower()
    ways: list[Part] = [(term, "label")]
    if season:
        autumn = "|autumn" if season == "fall" else ""
        ways.append(re.compile(rf"\b(?:{re.escape(season)}{autumn})\b"))
    return fact(f"the term {term}", *ways)


def course_fact(moment: Moment, course_id: str) -> Fact:
    """A course by its id, code or title; one of two sections also by its hours."""
    ways: list[Part | Sequence[Part]] = [(course_id, "id")]
    course = moment.row(Course, course_id)
    if course is not None:
        code: Part = (course.course_code, "id")
        title: Part = (course.title, "label")
        if _is_only_section(moment, course):
            ways += [code, title]
        else:
            pattern = course.meeting_pattern
            start: Part = (pattern.start_time_est, "time")
            day: Part = (pattern.days[0], "label")
            ways += [[name, telling] for name in (code, title) for telling in (start, day)]
    return fact(f"course {course_id}", *ways)


def _held_fact(row: RegistrationCourse) -> Fact:
    """A course of a registration, which holds one section of it at most."""
    return fact(
        f"course {row.course_id}",
        (row.course_id, "id"),
        (row.course_code, "id"),
        (row.title, "label"),
    )


def _is_only_section(moment: Moment, course: Course) -> bool:
    alike = moment.rows(Course, course_code=course.course_code, term=course.term)
    return len(alike) == 1


def method_fact(moment: Moment, payment_id: str) -> Fact:
    """A payment method by its id or by what singles it out in its owner's record."""
    method = moment.row(PaymentMethod, payment_id)
    held = moment.rows(PaymentMethod, student_id=method.student_id) if method else ()
    return payment_fact(payment_id, held)


def _registration_fact(moment: Moment, registration_id: str) -> Fact:
    """A registration by its id, its term, or one of its courses."""
    ways: list[Part | Sequence[Part]] = [(registration_id, "id")]
    registration = moment.row(Registration, registration_id)
    if registration is not None:
        ways += [part for way in term_fact(registration.term).ways for part in way]
        for line in moment.rows(RegistrationCourse, registration_id=registration_id):
            names: list[Part] = [(line.title, "label"), (line.course_code, "id")]
            ways += names
    return fact(f"registration {registration_id}", *ways)


def _options(options: Mapping[str, str] | None, kept: Iterable[str] = ()) -> Iterator[Fact]:
    """Grading options; `letter` needs no word where it is what a new course has anyway."""
    known = {*kept}
    for course_id, option in (options or {}).items():
        if option != "letter" or course_id in known:
            yield fact(f"the grading {option}", OPTIONS[option])


def _registering(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [course_fact(moment, key) for key in wanted["course_ids"]]
    facts.append(term_fact(wanted["term"]))
    facts.append(fact(f"the level {wanted['study_level']}", LEVELS[wanted["study_level"]]))
    facts += _options(wanted.get("grading_options"))
    if wanted.get("health_insurance") == "yes":
        facts.append(fact("the insurance", INSURANCE))
    for payment in wanted.get("payment_methods") or ():
        facts.append(method_fact(moment, payment["payment_id"]))
        facts.append(money_fact("the payment", str(payment["amount"])))
    return facts


def difference(moment: Moment) -> int | None:
    """What the tuition rises by in a change of courses; None if a course is unknown."""
    wanted = moment.arguments
    registration = moment.row(Registration, wanted["registration_id"])
    added = [moment.row(Course, key) for key in wanted["add_course_ids"]]
    courses = [one for one in added if one is not None]
    if registration is None or len(courses) < len(added):
        return None
    held = moment.rows(RegistrationCourse, registration_id=registration.registration_id)
    dropped = [row for row in held if row.course_id in wanted["drop_course_ids"]]
    rises = sum(tuition(course.credits, registration.study_level) for course in courses)
    return rises - sum(row.tuition for row in dropped)


def _changing(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    key = wanted["registration_id"]
    held = moment.rows(RegistrationCourse, registration_id=key)
    options: dict[str, str] = wanted.get("grading_options") or {}
    facts = [_registration_fact(moment, key)]
    facts += [course_fact(moment, course_id) for course_id in wanted["add_course_ids"]]
    touched = {*wanted["drop_course_ids"], *options}
    facts += [_held_fact(row) for row in held if row.course_id in touched]
    facts += _options(options, kept=[row.course_id for row in held])
    change = difference(moment)
    if change is not None:
        facts.append(money_fact("the difference", str(abs(change))))
    if change:
        target = wanted.get("payment_id") or _last_method(moment, key)
        if target:
            facts.append(method_fact(moment, target))
    return facts


def _last_method(moment: Moment, registration_id: str) -> str | None:
    history = moment.rows(RegistrationPayment, registration_id=registration_id)
    return history[-1].payment_id if history else None


def _canceling(moment: Moment) -> list[Fact]:
    key = moment.arguments["registration_id"]
    rows = moment.rows(RegistrationCourse, registration_id=key)
    facts = [_registration_fact(moment, key), *map(_held_fact, rows)]
    net = net_payments(moment.rows(RegistrationPayment, registration_id=key))
    if not any(net.values()):
        return [*facts, fact("that nothing is refunded", NOTHING_CHARGED)]
    return [*facts, *refund_facts(net, lambda key: method_fact(moment, key), str)]


def _paying(moment: Moment) -> list[Fact]:
    payment = moment.arguments["payment"]
    facts = [_registration_fact(moment, moment.arguments["registration_id"])]
    if payment.get("amount"):
        facts.append(money_fact("the amount", str(abs(payment["amount"]))))
    if payment.get("payment_id"):
        facts.append(method_fact(moment, payment["payment_id"]))
    return facts


def balance(moment: Moment, registration_id: str) -> int | None:
    """What is still to be paid for a registration; negative if it is overpaid.

    Returns:
        0 for a canceled one, None if there is none.
    """
    registration = moment.row(Registration, registration_id)
    if registration is None:
        return None
    courses = moment.rows(RegistrationCourse, registration_id=registration_id)
    net = net_payments(moment.rows(RegistrationPayment, registration_id=registration_id))
    if not courses and not any(net.values()):
        return 0
    fee = INSURANCE_FEE if registration.health_insurance == "yes" else 0
    return sum(row.tuition for row in courses) + fee - net.total()


WRITES = {
    "register_courses": WriteTool("regist|enrol|sign|book", _registering),
    "update_registration_courses": WriteTool(
        "chang|updat|modif|add|drop|swap|replac|switch|remov|withdr|grad|audit|take|put", _changing
    ),
    "cancel_registration": WriteTool("cancel", _canceling),
    "pay_registration": WriteTool("pay|paid|charg|refund|record|credit", _paying),
}
"""The university's write tools, as a listing and a report name them."""
