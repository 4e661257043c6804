"""Registering: by title, by hours, in the section that is open, or instead of others."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.school.fees import INSURANCE_FEE
from tau_emo_db.domains.school.tables import Course, PaymentMethod, Registration
from tau_emo_db.domains.school.timetable import overlap
from tau_emo_tasks.tracer.domains.school.base import (
    COURSE,
    LIST,
    SEARCH,
    STUDENT,
    Desk,
    clock,
    dollars,
    grading_detail,
    hours,
    is_full,
    level_detail,
    level_facts,
    open_registration,
    options,
    rate,
    term_facts,
    term_known,
    told,
)
from tau_emo_tasks.tracer.domains.school.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

LEVEL_OF = {"MA": "graduate", "MS": "graduate", "MBA": "graduate", "Certificate": "continuing_ed"}
"""By degree, the level at which people mostly register; all others are undergraduates."""
INSURED = ("with health insurance", "health insurance: yes", "health insurance")
UNINSURED = ("without health insurance", "no health insurance", "health insurance: no")


def choose_level(base: Desk, student: str, draw: Draw) -> str:
    """The level at which a student registers, which need not be that of the degree."""
    usual = LEVEL_OF.get(base.students[student].program.degree, "undergraduate")
    other = "undergraduate" if usual == "continuing_ed" else "continuing_ed"
    return other if draw.chance(0.25) else usual


class Wanted:
    """A registration that is to be made, and how it is told.

    Args:
        base: the university.
        student: who registers.
        courses: the courses.
        draw: decides on level and insurance.
        grading: grading options by course id.
    """

    def __init__(
        self,
        base: Desk,
        student: str,
        courses: Sequence[Course],
        draw: Draw,
        grading: dict[str, str] | None = None,
    ) -> None:
        self._base = base
        self._student = student
        self._courses = courses
        self._grading = grading or {}
        self.term = courses[0].term
        self.level = choose_level(base, student, draw)
        self.insured = draw.chance(0.35)
        fee = INSURANCE_FEE if self.insured else 0
        self.total = sum(one.credits for one in courses) * rate(self.level) + fee
        self._term_facts = term_facts(self.term, draw)

    def register(self, walk: Walk, *payments: tuple[PaymentMethod, int]) -> None:
        """Make the registration; without payments nothing is called."""
        arguments: dict[str, JsonValue] = {
            "student_id": self._student,
            "term": self.term,
            "course_ids": [one.course_id for one in self._courses],
            "study_level": self.level,
        }
        if self._grading:
            arguments["grading_options"] = dict[str, JsonValue](self._grading)
        if self.insured:
            arguments["health_insurance"] = "yes"
        arguments["payment_methods"] = [
            {"payment_id": method.id, "amount": amount} for method, amount in payments
        ]
        walk.call("register_courses", **arguments)

    def facts(self) -> dict[str, str]:
        """What the words say of it."""
        return {
            **self._term_facts,
            **level_facts(self.level),
            "insurance": "with health insurance" if self.insured else "without health insurance",
        }

    def knows(self) -> tuple[Known, ...]:
        """What is told when asked for."""
        insurance = "with" if self.insured else "without"
        return (
            term_known(self.term),
            Known(name="insurance", value=f"{insurance} health insurance"),
        )

    def details(self) -> tuple[Detail, ...]:
        """What a listing must say about level and insurance."""
        insurance = Detail(name="insurance", accept=INSURED, reject=UNINSURED)
        return (level_detail(self.level), *((insurance,) if self.insured else ()))


def pair(
    base: Desk, student: str, term: str, draw: Draw, *, clashing: bool = False
) -> list[Course]:
    """Two courses of a term, with hours of their own or at the same time."""
    free = [one for one in base.takeable(student, term) if len(base.sections(one)) == 1]
    pairs = [
        [one, other]
        for one, other in combinations(draw.sample(free, min(14, len(free))), 2)
        if overlap(one.meeting_pattern, other.meeting_pattern) == clashing
    ]
    if not pairs:
        raise WalkError("no two courses are like that")
    return draw.shuffled(draw.pick(pairs))


def heard(
    walk: Walk, name: str, amount: int, source: tuple[str, ...], draw: Draw, chance: float = 0.6
) -> dict[str, tuple[object, ...]]:
    """A sum that the customer mostly wants to be told.

    Courses can be looked up in several ways, so its source is the read that nobody can do without.
    """
    if not draw.chance(chance):
        return {"hears": (), "outputs": ()}
    return {
        "hears": (Heard(name=name, kind="amount"),),
        "outputs": (told(walk, name, amount, source),),
    }


@RECIPES.intent(1, "done")
def register_for_two(base: Desk, student: str) -> Iterator[Offer]:
    """Two courses on one method."""
    for term in base.free_terms(student):
        for method in base.methods[student]:
            yield Offer(partial(_two, base, student, term, method), frozenset({term}))


def _two(
    base: Desk, student: str, term: str, method: PaymentMethod, walk: Walk, draw: Draw
) -> TraceGoal:
    first, second = pair(base, student, term, draw)
    wanted = Wanted(base, student, [first, second], draw)
    for one in (first, second):
        base.look_up(walk, one, draw)
    wanted.register(walk, (method, wanted.total))
    goal = TraceGoal(
        intent=1,
        act="register for two",
        outcome="done",
        facts={
            **wanted.facts(),
            "first": first.title,
            "second": second.title,
            "card": base.card(method),
        },
        knows=wanted.knows(),
        details=(
            *base.course_details(first, "first course"),
            *base.course_details(second, "second course"),
            *wanted.details(),
            base.payment(method),
        ),
    )
    return goal.model_copy(update=heard(walk, "total", wanted.total, (STUDENT,), draw))


@RECIPES.intent(2, "done")
def register_on_two_methods(base: Desk, student: str) -> Iterator[Offer]:
    """Two courses, one of them not by letter, paid by two methods."""
    mine = base.methods[student]
    for term in base.free_terms(student):
        for first in mine:
            for second in mine:
                if first is not second:
                    play = partial(_split, base, student, term, first, second)
                    yield Offer(play, frozenset({term}))


def _split(
    base: Desk,
    student: str,
    term: str,
    one: PaymentMethod,
    other: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    first, second = pair(base, student, term, draw)
    option = draw.pick(["audit", "pass/fail"])
    wanted = Wanted(base, student, [first, second], draw, {second.course_id: option})
    share = draw.integer(4, wanted.total // 100 - 4) * 100
    if share * 2 == wanted.total:
        share += 100
    walk.call("think", thought="The sum of both courses, less what the first method pays.")
    for course in (first, second):
        base.look_up(walk, course, draw)
    wanted.register(walk, (one, share), (other, wanted.total - share))
    said = {"audit": "audit", "pass/fail": "take pass/fail"}[option]
    goal = TraceGoal(
        intent=2,
        act="register on two methods",
        outcome="done",
        facts={
            **wanted.facts(),
            "first": first.title,
            "second": second.title,
            "take": said,
            "share": f"${dollars(share)}",
            "card": base.card(one),
            "card_too": base.card(other),
        },
        knows=wanted.knows(),
        details=(
            *base.course_details(first, "first course"),
            *base.course_details(second, "second course"),
            grading_detail(option),
            *wanted.details(),
            Detail(name="share", accept=(dollars(share), str(share))),
            base.payment(one, "first payment", [other]),
            base.payment(other, "second payment", [one]),
        ),
    )
    return goal.model_copy(update=heard(walk, "rest", wanted.total - share, (STUDENT,), draw, 0.8))


@RECIPES.intent(3, "done")
def register_in_a_section(base: Desk, student: str) -> Iterator[Offer]:
    """A section that is full, or else the other one."""
    for full, free in full_and_free(base, student):
        for method in base.methods[student]:
            for act in ("section or the other", "whichever section"):
                play = partial(register_one, base, student, free, method, 3, act, full)
                yield Offer(play, frozenset({free.term}))


def full_and_free(base: Desk, student: str) -> Iterator[tuple[Course, Course]]:
    """Courses of which one section is full and the other not."""
    for term in base.free_terms(student):
        for free in base.takeable(student, term):
            for full in base.sections(free):
                if is_full(full):
                    yield full, free


def register_one(
    base: Desk,
    student: str,
    course: Course,
    method: PaymentMethod,
    intent: int,
    act: str,
    full: Course | None,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Register for one course; `full` is the section that was wanted first, if any."""
    option = draw.weighted({"letter": 0.7, "pass/fail": 0.2, "audit": 0.1})
    grading = {} if option == "letter" or intent != 1 else {course.course_id: option}
    wanted = Wanted(base, student, [course], draw, grading)
    base.look_up(walk, course, draw)
    wanted.register(walk, (method, wanted.total))
    goal = TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            **wanted.facts(),
            "title": course.title,
            "course": base.said(course),
            "hours": f"on {hours(course)}",
            "full_hours": f"on {hours(full)}" if full else "",
            "graded": f" {options()[option][0]}" if grading else "",
            "card": base.card(method),
        },
        knows=wanted.knows(),
        details=(
            *base.course_details(course),
            *((grading_detail(option),) if grading else ()),
            *wanted.details(),
            base.payment(method),
        ),
    )
    return goal.model_copy(update=heard(walk, "total", wanted.total, (STUDENT,), draw, 0.4))


@RECIPES.intent(4, "done")
def register_for_the_preferred(base: Desk, student: str) -> Iterator[Offer]:
    """Two courses, but only the first if they meet at the same time."""
    for term in base.free_terms(student):
        for method in base.methods[student]:
            for clashing in (True, True, False):
                play = partial(_preferred, base, student, term, method, clashing)
                yield Offer(play, frozenset({term}))


def _preferred(
    base: Desk,
    student: str,
    term: str,
    method: PaymentMethod,
    clashing: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    first, second = pair(base, student, term, draw, clashing=clashing)
    courses = [first] if clashing else [first, second]
    wanted = Wanted(base, student, courses, draw)
    for one in (first, second):
        base.look_up(walk, one, draw)
    wanted.register(walk, (method, wanted.total))
    both = () if clashing else base.course_details(second, "second course")
    return TraceGoal(
        intent=4,
        act="register for the preferred",
        outcome="done",
        facts={
            **wanted.facts(),
            "first": first.title,
            "second": second.title,
            "card": base.card(method),
        },
        knows=wanted.knows(),
        details=(
            *base.course_details(first, "first course"),
            *both,
            *wanted.details(),
            base.payment(method),
        ),
    )


@RECIPES.intent(5, "done")
def register_by_hours(base: Desk, student: str) -> Iterator[Offer]:
    """The one course of a department that fits the days and hours on which one is free."""
    for term in base.free_terms(student):
        for course, search, text in _by_hours(base, student, term):
            for method in base.methods[student]:
                play = partial(_found, base, student, course, search, text, method)
                yield Offer(play, frozenset({term}))


def _by_hours(
    base: Desk, student: str, term: str
) -> Iterator[tuple[Course, dict[str, JsonValue], str]]:
    """Courses that a department, a day and an hour single out among those with a free seat."""
    takeable = {one.course_id for one in base.takeable(student, term)}
    for department in sorted({one.department for one in base.in_term(term)}):
        own = [one for one in base.in_term(term) if one.department == department]
        for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"):
            for bound, hour in (("start_after", 12), ("start_after", 13), ("end_before", 11)):
                fitting = [
                    one
                    for one in own
                    if day in one.meeting_pattern.days
                    and not is_full(one)
                    and (
                        int(one.meeting_pattern.start_time_est[:2]) >= hour
                        if bound == "start_after"
                        else one.meeting_pattern.end_time_est <= f"{hour}-00"
                    )
                ]
                if len(fitting) == 1 and fitting[0].course_id in takeable:
                    when = (
                        f"starts at {clock(f'{hour}-00')} or later"
                        if bound == "start_after"
                        else f"is over by {clock(f'{hour}-00')}"
                    )
                    search: dict[str, JsonValue] = {
                        "term": term,
                        "department": department,
                        "day": day,
                        bound: f"{hour}-00",
                        "open_only": True,
                    }
                    yield fitting[0], search, f"meets on {day} and {when}"


def _found(
    base: Desk,
    student: str,
    course: Course,
    search: dict[str, JsonValue],
    text: str,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    wanted = Wanted(base, student, [course], draw)
    walk.call("list_departments")
    walk.call(SEARCH, **search)
    wanted.register(walk, (method, wanted.total))
    rivals = dict.fromkeys(
        one.title.lower()
        for one in base.in_term(course.term)
        if one.department == course.department and one.title != course.title
    )
    accept = (course.title.lower(), course.course_code)
    goal = TraceGoal(
        intent=5,
        act="register by hours",
        outcome="done",
        facts={
            **wanted.facts(),
            "department": course.department,
            "which": text,
            "card": base.card(method),
        },
        knows=wanted.knows(),
        details=(
            Detail(name="course", accept=accept, reject=tuple(rivals)),
            *wanted.details(),
            base.payment(method),
        ),
    )
    return goal.model_copy(update=heard(walk, "total", wanted.total, (STUDENT,), draw, 0.5))


@RECIPES.intent(1, "done")
def register_for_one(base: Desk, student: str) -> Iterator[Offer]:
    """One course, by letter or otherwise."""
    for term in base.free_terms(student):
        for course in base.takeable(student, term):
            for method in base.methods[student]:
                play = partial(
                    register_one, base, student, course, method, 1, "register for one", None
                )
                yield Offer(play, frozenset({term}))


@RECIPES.intent(13, "done")
def cancel_and_register(base: Desk, student: str) -> Iterator[Offer]:
    """Cancel the summer and take one of its courses in the fall instead."""
    fall = "2025-FALL"
    for registration in base.standing(student):
        if registration.term == fall or fall not in base.free_terms(student):
            continue
        entries = base.paid[registration.registration_id]
        if not entries or any(one.amount < 0 for one in entries):
            continue
        codes = {row.course_code for row in base.rows[registration.registration_id]}
        for course in base.in_term(fall):
            if course.course_code not in codes or is_full(course):
                continue
            if len(base.sections(course)) == 1:
                for method in base.methods[student]:
                    play = partial(_instead, base, registration, course, method)
                    yield Offer(play, frozenset({registration.term, fall}))


def _instead(
    base: Desk,
    registration: Registration,
    course: Course,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> tuple[TraceGoal, ...]:
    student = registration.student_id
    open_registration(walk, registration)
    walk.call("cancel_registration", registration_id=registration.registration_id)
    canceled = TraceGoal(
        intent=13,
        act="cancel to take it later",
        outcome="done",
        facts={**term_facts(registration.term, draw), "title": course.title},
        knows=(term_known(registration.term),),
        details=(registration_detail(registration),),
    )
    walk.goal += 1
    wanted = Wanted(base, student, [course], draw)
    walk.call(LIST, term=wanted.term)
    walk.call(COURSE, course_id=course.course_id)
    wanted.register(walk, (method, wanted.total))
    taken = TraceGoal(
        intent=13,
        act="take it later",
        outcome="done",
        facts={**wanted.facts(), "title": course.title, "card": base.card(method)},
        knows=wanted.knows(),
        details=(*base.course_details(course), *wanted.details(), base.payment(method)),
        follows=True,
    )
    return (
        canceled,
        taken.model_copy(update=heard(walk, "total", wanted.total, (STUDENT,), draw, 0.5)),
    )


def registration_detail(registration: Registration) -> Detail:
    """What a listing must say about which registration it is."""
    name = registration.term.rpartition("-")[2].lower()
    accept = (registration.term, name, registration.registration_id)
    return Detail(name="registration", accept=accept)
