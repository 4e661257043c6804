"""The university's students, and how people speak of their courses, terms and cards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.school.fees import INSURANCE_FEE, RATES
from tau_emo_db.domains.school.tables import (
    Course,
    CourseDate,
    PaymentMethod,
    Registration,
    RegistrationCourse,
    RegistrationPayment,
    Student,
)
from tau_emo_db.domains.school.timetable import FALL, SUMMER, overlap
from tau_emo_servers.domain import served_domain
from tau_emo_servers.values import mentions
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.kit.payments import payment_detail
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

OPEN_TERMS = (SUMMER, FALL)
"""The terms to come, whose registrations people still make and change."""
STUDENT = "get_student_details"
REGISTRATION = "get_registration_details"
COURSE = "get_course_details"
SEARCH = "search_courses"
LIST = "list_courses_by_term"
LEVELS = {
    "undergraduate": "undergraduate",
    "graduate": "graduate",
    "continuing_ed": "continuing ed",
}
"""How people call the study levels."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


class Desk:
    """The base of the university, by student."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("school").data) as state, state.session() as db:
            self.students = {one.student_id: one for one in db.exec(select(Student))}
            self.courses = {one.course_id: one for one in db.exec(select(Course))}
            self.dates: dict[str, list[CourseDate]] = defaultdict(list)
            for record in db.exec(select(CourseDate)):
                self.dates[record.course_id].append(record)
            self.methods: dict[str, list[PaymentMethod]] = defaultdict(list)
            for method in db.exec(select(PaymentMethod)):
                self.methods[method.student_id].append(method)
            self.registrations: dict[str, list[Registration]] = defaultdict(list)
            for one in db.exec(select(Registration)):
                self.registrations[one.student_id].append(one)
            self.rows: dict[str, list[RegistrationCourse]] = defaultdict(list)
            for row in db.exec(select(RegistrationCourse)):
                self.rows[row.registration_id].append(row)
            self.paid: dict[str, list[RegistrationPayment]] = defaultdict(list)
            for entry in db.exec(select(RegistrationPayment)):
                self.paid[entry.registration_id].append(entry)

    # -- who it is ------------------------------------------------------------------------

    def principals(self) -> Sequence[str]:
        """The keys of all students."""
        return tuple(self.students)

    def name(self, student: str) -> str:
        """A student's whole name."""
        one = self.students[student]
        return f"{one.first_name} {one.last_name}"

    def facts(self, principal: str) -> dict[str, str]:
        """The student's name and id."""
        return {"name": self.name(principal), "student_id": principal}

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By the student id, the only way there is."""
        walk.call(STUDENT, student_id=principal)
        return (
            Known(name="student_id", value=principal),
            Known(name="full_name", value=self.name(principal)),
        )

    # -- registrations --------------------------------------------------------------------

    def standing(self, student: str) -> Iterator[Registration]:
        """The registrations for a term to come that hold courses."""
        for one in self.registrations[student]:
            if one.term in OPEN_TERMS and self.rows[one.registration_id]:
                yield one

    def free_terms(self, student: str) -> list[str]:
        """The terms to come for which a student has no registration."""
        taken = {one.term for one in self.registrations[student]}
        return [term for term in OPEN_TERMS if term not in taken]

    def net(self, registration: Registration) -> Counter[str]:
        """What each method has paid for a registration."""
        net: Counter[str] = Counter()
        for entry in self.paid[registration.registration_id]:
            net[entry.payment_id] += entry.amount
        return net

    def reverses(self, registration: Registration) -> bool:
        """True if each method that comes up in the payment history gets money back."""
        net = self.net(registration)
        return bool(net) and all(amount > 0 for amount in net.values())

    def due(self, registration: Registration) -> int:
        """The tuition of all courses, and the fee of the insurance."""
        fee = INSURANCE_FEE if registration.health_insurance == "yes" else 0
        return sum(row.tuition for row in self.rows[registration.registration_id]) + fee

    def balance(self, registration: Registration) -> int:
        """What is still to be paid; below 0 if too much was."""
        return self.due(registration) - sum(self.net(registration).values())

    # -- courses --------------------------------------------------------------------------

    def in_term(self, term: str) -> list[Course]:
        """The courses of a term."""
        return [one for one in self.courses.values() if one.term == term]

    def sections(self, course: Course) -> list[Course]:
        """The sections of a course in its term, itself among them."""
        return [one for one in self.in_term(course.term) if one.course_code == course.course_code]

    def takeable(self, student: str, term: str) -> list[Course]:
        """The courses of a term with a free seat whose like the student does not take."""
        codes = {
            row.course_code
            for one in self.registrations[student]
            for row in self.rows[one.registration_id]
        }
        return [
            one for one in self.in_term(term) if not is_full(one) and one.course_code not in codes
        ]

    def fits(self, course: Course, registration: Registration, without: Iterable[str] = ()) -> bool:
        """True if a course does not meet when one of the registration's courses does."""
        return not any(
            overlap(course.meeting_pattern, self.courses[row.course_id].meeting_pattern)
            for row in self.rows[registration.registration_id]
            if row.course_id not in without
        )

    def addable(self, registration: Registration, without: Iterable[str] = ()) -> list[Course]:
        """The courses that can be added to a registration once some others are dropped."""
        return [
            one
            for one in self.takeable(registration.student_id, registration.term)
            if self.fits(one, registration, without)
        ]

    def said(self, course: Course) -> str:
        """What people call a course: its title, and its hours if it has two sections."""
        if len(self.sections(course)) == 1:
            return course.title
        return f"{course.title} ({hours(course)})"

    def course_details(self, course: Course, name: str = "course") -> tuple[Detail, ...]:
        """What a listing must say about a course that is newly taken."""
        longer = [
            one.title.lower()
            for one in self.courses.values()
            if one.title != course.title and course.title.lower() in one.title.lower()
        ]
        titles = Detail(
            name=name,
            accept=(course.title.lower(), course.course_code),
            reject=tuple(dict.fromkeys(longer)),
        )
        others = [one for one in self.sections(course) if one is not course]
        if not others:
            return (titles,)
        start = clock(course.meeting_pattern.start_time_est)
        rivals = {clock(one.meeting_pattern.start_time_est) for one in others} - {start}
        accept = (start, start.replace(":", "-"), *day_words(course, others))
        return (
            titles,
            Detail(name="hours", accept=accept, reject=tuple(sorted(rivals))),
        )

    def look_up(self, walk: Walk, course: Course, draw: Draw) -> None:
        """Find a course by its title and open it: through the list of the term, or by search."""
        if len(self.sections(course)) > 1 or draw.chance(0.3):
            walk.call("list_departments")
            walk.call(SEARCH, term=course.term, department=course.department)
        else:
            walk.call(LIST, term=course.term)
            walk.call(COURSE, course_id=course.course_id)

    # -- ways to pay ----------------------------------------------------------------------

    def card(self, method: PaymentMethod) -> str:
        """What people call a method: "Visa", "Visa ending in 4417", "bank account"."""
        if method.source == "bank_account":
            return "bank account"
        alike = [one for one in self.methods[method.student_id] if one.brand == method.brand]
        return f"{method.brand}{'' if len(alike) == 1 else f' ending in {method.last_four}'}"

    def _words_of(self, method: PaymentMethod) -> tuple[str, ...]:
        if method.source == "bank_account":
            return ("bank account",)
        alike = [one for one in self.methods[method.student_id] if one.brand == method.brand]
        brand = (str(method.brand).lower(),) if len(alike) == 1 else ()
        return (str(method.last_four), *brand)

    def payment(
        self, method: PaymentMethod, name: str = "payment", beside: Iterable[PaymentMethod] = ()
    ) -> Detail:
        """What a listing must say about how to pay.

        Args:
            method: what pays.
            name: the detail.
            beside: other methods that pay as well.
        """
        meant = {method.id, *(one.id for one in beside)}
        others = [one for one in self.methods[method.student_id] if one.id not in meant]
        return payment_detail(name, self._words_of(method), map(self._words_of, others))


@cache
def desk() -> Desk:
    """The university, read once."""
    return Desk()


def is_full(course: Course) -> bool:
    """True if no seat is free."""
    return course.current_enrollment >= course.capacity


def clock(short: str) -> str:
    """A time of day as people write it: `09-30` is "9:30"."""
    hour, minute = short.split("-")
    return f"{int(hour)}:{minute}"


def hours(course: Course) -> str:
    """When a course meets: "Tuesdays and Thursdays from 10:45 to 12:25"."""
    pattern = course.meeting_pattern
    days = [f"{one}s" for one in pattern.days]
    said = days[0] if len(days) == 1 else f"{', '.join(days[:-1])} and {days[-1]}"
    return f"{said} from {clock(pattern.start_time_est)} to {clock(pattern.end_time_est)}"


def day_words(course: Course, others: Iterable[Course]) -> tuple[str, ...]:
    """The days on which no other section meets."""
    taken = {day for one in others for day in one.meeting_pattern.days}
    return tuple(day for day in course.meeting_pattern.days if day not in taken)


def date(short: str) -> str:
    """A date as people say it: `25-04-29` is "29 April 2025"."""
    year, month, day = short.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} 20{year}"


def dollars(amount: int) -> str:
    """An amount as people write it: 1200 is "1,200"."""
    return f"{amount:,}"


def rate(level: str) -> int:
    """What a credit costs at a level."""
    return {str(name): price for name, price in RATES.items()}[level]


def season(term: str) -> str:
    """`2025-FALL` is "fall"."""
    return term.rpartition("-")[2].lower()


def term_facts(term: str, draw: Draw) -> dict[str, str]:
    """How people speak of a term: `{term}` is "2025 fall term"."""
    name, year = season(term), term.partition("-")[0]
    said = (f"{year} {name} term", f"{year} {name} term", f"{name} term ({term})")
    return {"term": draw.pick(said), "season": name}


def level_facts(level: str) -> dict[str, str]:
    """How people speak of a study level."""
    name = LEVELS[level]
    return {"level": name, "a_level": f"{'an' if name[0] == 'u' else 'a'} {name} student"}


def level_detail(level: str) -> Detail:
    """What a listing must say about the level."""
    accept, reject = {
        "undergraduate": (("undergraduate",), ("continuing",)),
        "graduate": (("graduate",), ("undergraduate", "continuing")),
        "continuing_ed": (("continuing",), ("undergraduate", "graduate")),
    }[level]
    return Detail(name="level", accept=accept, reject=reject)


def options() -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """By grading option: how a course is taken, what it is called, what a listing may say."""
    return {
        "pass/fail": (
            "on a pass/fail basis",
            "pass/fail grading",
            ("pass/fail", "pass fail", "pass or fail"),
        ),
        "audit": ("as an audit", "an audit", ("audit",)),
        "letter": ("for a letter grade", "a letter grade", ("letter",)),
    }


def grading_detail(option: str) -> Detail:
    """What a listing must say about the grading."""
    reject = {"pass/fail": ("audit",), "audit": ("pass/fail",), "letter": ()}[option]
    return Detail(name="grading", accept=options()[option][2], reject=reject)


def term_known(term: str) -> Known:
    """The term as a fact that is given when asked for."""
    return Known(name="term", value=term)


def told(walk: Walk, name: str, amount: int, source: Sequence[str]) -> Output:
    """An amount that the customer is to be told, read or worked out.

    Args:
        walk: the calls so far.
        name: what it is.
        amount: the amount in dollars.
        source: the tools whose results it comes from.
    """
    results = [step.result for step in walk.steps if step.tool in source]
    stands = any(mentions(result, str(amount), "amount") for result in results)
    return Output(
        name=name, value=str(amount), kind="amount", source=tuple(source), computed=not stands
    )


def open_registration(walk: Walk, registration: Registration) -> dict[str, Any]:
    """Open a registration."""
    return walk.call(REGISTRATION, registration_id=registration.registration_id)
