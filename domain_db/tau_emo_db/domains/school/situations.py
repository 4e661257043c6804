"""Students whose record meets a rule of the university at its edge.

Each function adds the students of one situation; `SITUATIONS` says how often each is played
at scale 1.
"""

from functools import partial

from tau_emo_db import kit
from tau_emo_db.domains.school.enrollment import Enrollment
from tau_emo_db.domains.school.offering import Offering
from tau_emo_db.domains.school.student import Record
from tau_emo_db.domains.school.tables import GradingOption, PaymentMethod, PaymentSource
from tau_emo_db.domains.school.timetable import FALL, SPRING, SUMMER
from tau_emo_db.domains.school.university import BRANDS, University
from tau_emo_db.draw import Draw

COMING = {FALL: 3, SUMMER: 1}
"""Terms whose registrations still change, against how often."""
ANY_TERM = {SPRING: 3, SUMMER: 1, FALL: 4}
COURSES = {SPRING: {2: 2, 3: 4, 4: 3}, SUMMER: {1: 2, 2: 4}, FALL: {2: 2, 3: 4, 4: 3}}
"""How many courses an ordinary registration has, against how often."""
WALLETS: dict[tuple[PaymentSource, ...], float] = {
    ("credit_card",): 3,
    ("bank_account",): 1,
    ("credit_card", "bank_account"): 3,
    ("credit_card", "credit_card"): 3,
    ("credit_card", "credit_card", "bank_account"): 1.5,
}


# Ordinary students


def newcomer(university: University, draw: Draw, person: kit.Person | None = None) -> Record:
    """A student who has not registered for anything."""
    return university.admit(draw, *draw.weighted(WALLETS), person=person)


def ordinary(university: University, draw: Draw, person: kit.Person | None = None) -> Record:
    """A student with one paid registration."""
    record = newcomer(university, draw, person)
    _registered(university, draw, record, draw.weighted(ANY_TERM))
    return record


def in_two_terms(terms: tuple[str, str], university: University, draw: Draw) -> None:
    """A student with a paid registration in each of two terms."""
    record = newcomer(university, draw)
    known: set[str] = set()
    for term in terms:
        while True:
            offerings = university.courses(draw, term, count=draw.weighted(COURSES[term]))
            if not known & {one.course.course_code for one in offerings}:
                break
        known |= {one.course.course_code for one in offerings}
        _paid(draw, record, university.enroll(draw, record, term, offerings))


def namesakes(university: University, draw: Draw) -> None:
    """Two students of one name; one of them has not registered for anything."""
    someone = kit.person(draw)
    ordinary(university, draw, someone)
    newcomer(university, draw, someone)


# Money


def two_cards_of_one_brand(university: University, draw: Draw) -> None:
    """Two cards that only the last digits tell apart; the first has paid."""
    record = university.admit(draw)
    brand = draw.pick(BRANDS)
    first = university.add_card(draw, record, brand)
    university.add_card(draw, record, brand)
    enrollment = _unpaid(university, draw, record, draw.weighted(COMING))
    enrollment.pay(first.id, enrollment.due)


def three_methods(university: University, draw: Draw) -> None:
    """Two cards and a bank account; the bank account has paid."""
    record = university.admit(draw, "credit_card", "credit_card", "bank_account")
    enrollment = _unpaid(university, draw, record, draw.weighted(COMING))
    enrollment.pay(record.methods[2].id, enrollment.due)


def underpaid(university: University, draw: Draw) -> None:
    """A coming registration of which a part is still to be paid."""
    record = university.admit(draw, "credit_card", draw.pick(_SOURCES))
    enrollment = _unpaid(university, draw, record, draw.weighted(COMING))
    enrollment.pay(record.methods[0].id, enrollment.due - 50 * draw.integer(3, 14))


def overpaid(methods: int, university: University, draw: Draw) -> None:
    """A coming registration for which one or two methods have paid too much."""
    record = university.admit(draw, "credit_card", draw.pick(_SOURCES))
    enrollment = _unpaid(university, draw, record, draw.weighted(COMING))
    paid = enrollment.due + 50 * draw.integer(2, 12)
    if methods == 1:
        enrollment.pay(record.methods[0].id, paid)
    else:
        _split(draw, record, enrollment, paid)


def split_payment(university: University, draw: Draw) -> None:
    """A registration that two methods have paid together."""
    record = university.admit(draw, "credit_card", draw.pick(_SOURCES))
    enrollment = _unpaid(university, draw, record, draw.weighted(ANY_TERM))
    _split(draw, record, enrollment, enrollment.due)


def course_dropped_before(to_other: bool, university: University, draw: Draw) -> None:
    """A registration with an earlier refund, to the method that paid or to another one."""
    record = university.admit(draw, "credit_card", draw.pick(_SOURCES))
    term = draw.weighted(COMING)
    enrollment = _unpaid(university, draw, record, term, count=3 if term == FALL else 2)
    first, second = record.methods
    dropped = enrollment.courses[0].tuition
    enrollment.pay(first.id, enrollment.due + dropped)
    enrollment.pay(second.id if to_other else first.id, -dropped)


def canceled(university: University, draw: Draw) -> None:
    """A registration that was canceled; its payments went back."""
    record = university.admit(draw, "credit_card", draw.pick(_SOURCES))
    enrollment = _registered(university, draw, record, draw.weighted(COMING))
    enrollment.cancel()


# Courses


def single_course(university: University, draw: Draw) -> None:
    """A registration with one course."""
    record = newcomer(university, draw)
    offerings = university.courses(draw, draw.weighted(ANY_TERM), count=1)
    _paid(draw, record, university.enroll(draw, record, offerings[0].course.term, offerings))


def with_credits(total: int, university: University, draw: Draw) -> None:
    """A fall registration of so many credits."""
    record = newcomer(university, draw)
    offerings = university.courses(draw, FALL, credits=total)
    _paid(draw, record, university.enroll(draw, record, FALL, offerings))


def in_full_course(university: University, draw: Draw) -> None:
    """A fall registration with a course that is full."""
    full = [one for one in university.catalog.of(FALL) if one.seats == "full"]
    _with_course(university, draw, draw.pick(full))


def in_second_section(university: University, draw: Draw) -> None:
    """A fall registration with the second section of a course."""
    second = [one for one in university.catalog.of(FALL) if one.section == "002"]
    _with_course(university, draw, draw.pick(second))


def graded_otherwise(
    options: tuple[GradingOption, ...], university: University, draw: Draw
) -> None:
    """A registration with these grading options beside a letter grade."""
    record = newcomer(university, draw)
    term = draw.weighted({SPRING: 2, FALL: 3})
    enrollment = _registered(university, draw, record, term, count=len(options) + 1)
    for course, option in zip(enrollment.courses, options, strict=False):
        course.grading_option = option


# Shared steps

_SOURCES: tuple[PaymentSource, ...] = ("credit_card", "bank_account")


def _with_course(university: University, draw: Draw, offering: Offering) -> None:
    record = newcomer(university, draw)
    offerings = university.courses(draw, FALL, count=draw.integer(2, 3), among=[offering])
    _paid(draw, record, university.enroll(draw, record, FALL, offerings))


def _unpaid(
    university: University, draw: Draw, record: Record, term: str, count: int | None = None
) -> Enrollment:
    """A registration of a term with some courses, of which nothing is paid yet."""
    number = count or draw.weighted(COURSES[term])
    return university.enroll(draw, record, term, university.courses(draw, term, count=number))


def _registered(
    university: University, draw: Draw, record: Record, term: str, count: int | None = None
) -> Enrollment:
    """The same, paid by one method."""
    enrollment = _unpaid(university, draw, record, term, count)
    _paid(draw, record, enrollment)
    return enrollment


def _paid(draw: Draw, record: Record, enrollment: Enrollment) -> None:
    method: PaymentMethod = draw.pick(record.methods)
    enrollment.pay(method.id, enrollment.due)


def _split(draw: Draw, record: Record, enrollment: Enrollment, amount: int) -> None:
    """Two methods pay so many dollars together."""
    first = 100 * draw.integer(2, max(2, amount // 200))
    one, other = record.methods
    enrollment.pay(one.id, first)
    enrollment.pay(other.id, amount - first)


SITUATIONS: kit.Situations[University] = {
    "two cards of one brand": (two_cards_of_one_brand, 4),
    "three methods": (three_methods, 4),
    "underpaid": (underpaid, 8),
    "overpaid by one method": (partial(overpaid, 1), 3),
    "overpaid by two methods": (partial(overpaid, 2), 2),
    "two methods": (split_payment, 6),
    "refund to the method that paid": (partial(course_dropped_before, False), 4),
    "refund to another method": (partial(course_dropped_before, True), 3),
    "canceled": (canceled, 4),
    "single course": (single_course, 5),
    "just under full time": (partial(with_credits, 11), 4),
    "just full time": (partial(with_credits, 12), 4),
    "regular credits": (partial(with_credits, 18), 3),
    "one credit of overload": (partial(with_credits, 19), 2),
    "two credits of overload": (partial(with_credits, 20), 1),
    "in a full course": (in_full_course, 3),
    "in a second section": (in_second_section, 3),
    "pass or fail": (partial(graded_otherwise, ("pass/fail",)), 3),
    "audit": (partial(graded_otherwise, ("audit",)), 3),
    "pass or fail, and audit": (partial(graded_otherwise, ("pass/fail", "audit")), 2),
    "namesakes": (namesakes, 8),
    "spring and fall": (partial(in_two_terms, (SPRING, FALL)), 8),
    "summer and fall": (partial(in_two_terms, (SUMMER, FALL)), 6),
    "spring and summer": (partial(in_two_terms, (SPRING, SUMMER)), 6),
}
"""What is played, under a label that names its stream of draws, and how often."""
