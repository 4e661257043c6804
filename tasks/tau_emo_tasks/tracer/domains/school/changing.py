"""Changing a registration: adding, dropping and swapping courses, their grading; canceling it."""

from collections.abc import Iterator
from functools import partial

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.school.tables import (
    Course,
    PaymentMethod,
    Registration,
    RegistrationCourse,
)
from tau_emo_tasks.tracer.domains.school.base import (
    COURSE,
    REGISTRATION,
    Desk,
    dollars,
    grading_detail,
    is_full,
    open_registration,
    options,
    rate,
    term_facts,
    term_known,
    told,
)
from tau_emo_tasks.tracer.domains.school.intents import RECIPES
from tau_emo_tasks.tracer.domains.school.registering import (
    heard,
    registration_detail,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

UPDATE = "update_registration_courses"


def touched(registration: Registration) -> frozenset[str]:
    """What a change of a registration is about."""
    return frozenset({registration.term})


def change(
    walk: Walk,
    registration: Registration,
    add: list[str],
    drop: list[str],
    method: PaymentMethod | None = None,
    grading: dict[str, str] | None = None,
) -> None:
    """Change the courses of a registration; without a method it is left to the tool."""
    arguments: dict[str, JsonValue] = {
        "registration_id": registration.registration_id,
        "add_course_ids": list[JsonValue](add),
        "drop_course_ids": list[JsonValue](drop),
    }
    if grading:
        arguments["grading_options"] = dict[str, JsonValue](grading)
    if method:
        arguments["payment_id"] = method.id
    walk.call(UPDATE, **arguments)


def held_detail(row: RegistrationCourse, name: str) -> Detail:
    """What a listing must say about a course that is held."""
    return Detail(name=name, accept=(row.title.lower(), row.course_code))


# -- adding -----------------------------------------------------------------------------------


@RECIPES.intent(6, "done")
def add_course(base: Desk, student: str) -> Iterator[Offer]:
    """One course more."""
    for registration in base.standing(student):
        for course in base.addable(registration):
            for method in base.methods[student]:
                play = partial(add, base, registration, course, method, 6, "add", {})
                yield Offer(play, touched(registration))


@RECIPES.intent(6, "done")
def add_within(base: Desk, student: str) -> Iterator[Offer]:
    """One course more unless it costs more than so much; it does not."""
    for registration in base.standing(student):
        for course in base.addable(registration):
            cost = course.credits * rate(registration.study_level)
            for limit in (1000, 1300, 1700, 2200, 2600):
                if cost < limit <= cost + 900:
                    for method in base.methods[student]:
                        facts = {"limit": f"${dollars(limit)}"}
                        play = partial(
                            add, base, registration, course, method, 6, "add within", facts
                        )
                        yield Offer(play, touched(registration))


@RECIPES.intent(6, "told")
def leave_if_dear(base: Desk, student: str) -> Iterator[Offer]:
    """One course more unless it costs more than so much; it does, so only the cost is told."""
    for registration in base.standing(student):
        for course in base.addable(registration):
            cost = course.credits * rate(registration.study_level)
            for limit in (1000, 1300, 1700, 2200, 2600):
                if cost - 900 <= limit < cost:
                    play = partial(_leave, base, registration, course, limit)
                    yield Offer(play, touched(registration))


def _leave(
    base: Desk, registration: Registration, course: Course, limit: int, walk: Walk, draw: Draw
) -> TraceGoal:
    open_registration(walk, registration)
    base.look_up(walk, course, draw)
    cost = course.credits * rate(registration.study_level)
    return TraceGoal(
        intent=6,
        act="leave if dear",
        outcome="told",
        facts={
            **term_facts(registration.term, draw),
            "course": base.said(course),
            "title": course.title,
            "limit": f"${dollars(limit)}",
        },
        knows=(term_known(registration.term),),
        hears=(Heard(name="cost", kind="amount"),),
        outputs=(told(walk, "cost", cost, (REGISTRATION,)),),
    )


@RECIPES.intent(4, "done")
def add_first_or_second(base: Desk, student: str) -> Iterator[Offer]:
    """A course that clashes with what is held or is full, and so another one."""
    for registration in base.standing(student):
        free = base.addable(registration)
        not_free = [
            one
            for one in base.in_term(registration.term)
            if one.course_code not in {row.course_code for row in _rows(base, registration)}
            and len(base.sections(one)) == 1
            and (is_full(one) or not base.fits(one, registration))
        ]
        if free and not_free:
            for course in free:
                for method in base.methods[student]:
                    play = partial(_second, base, registration, course, not_free, method)
                    yield Offer(play, touched(registration))


def _rows(base: Desk, registration: Registration) -> list[RegistrationCourse]:
    return base.rows[registration.registration_id]


def _second(
    base: Desk,
    registration: Registration,
    course: Course,
    not_free: list[Course],
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    first = draw.pick(not_free)
    open_registration(walk, registration)
    for row in _rows(base, registration) if not is_full(first) else ():
        walk.call(COURSE, course_id=row.course_id)  # its hours
    base.look_up(walk, first, draw)
    facts = {"first": first.title}
    return add(base, registration, course, method, 4, "add first or second", facts, walk, draw)


def add(
    base: Desk,
    registration: Registration,
    course: Course,
    method: PaymentMethod,
    intent: int,
    act: str,
    facts: dict[str, str],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Add a course to a registration and say what came of it."""
    open_registration(walk, registration)
    base.look_up(walk, course, draw)
    cost = course.credits * rate(registration.study_level)
    change(walk, registration, [course.course_id], [], method)
    goal = TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            **term_facts(registration.term, draw),
            "course": base.said(course),
            "title": course.title,
            "card": base.card(method),
            **facts,
        },
        knows=(term_known(registration.term),),
        details=(*base.course_details(course, "added"), base.payment(method)),
    )
    return goal.model_copy(update=heard(walk, "difference", cost, (REGISTRATION,), draw, 0.5))


# -- dropping ---------------------------------------------------------------------------------


@RECIPES.intent(7, "done")
def drop_course(base: Desk, student: str) -> Iterator[Offer]:
    """One course less; the money goes where it goes if nobody says anything, or to a method."""
    for registration in base.standing(student):
        for row in _rows(base, registration):
            if len(_rows(base, registration)) > 1:
                yield Offer(
                    partial(_drop, base, registration, row, None, "drop"), touched(registration)
                )
                for method in base.methods[student]:
                    play = partial(_drop, base, registration, row, method, "drop to")
                    yield Offer(play, touched(registration))


@RECIPES.intent(7, "done")
def drop_the_biggest(base: Desk, student: str) -> Iterator[Offer]:
    """The course with the most credits, or the fewest, is dropped."""
    for registration in base.standing(student):
        rows = sorted(_rows(base, registration), key=lambda one: one.credits)
        for row, next_to, text in (
            (rows[-1:], rows[-2:-1], "most"),
            (rows[:1], rows[1:2], "least"),
        ):
            if row and next_to and row[0].credits != next_to[0].credits:
                for method in base.methods[student]:
                    act = f"drop what has {text}"
                    play = partial(_drop, base, registration, row[0], method, act)
                    yield Offer(play, touched(registration))


def _drop(
    base: Desk,
    registration: Registration,
    row: RegistrationCourse,
    method: PaymentMethod | None,
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    open_registration(walk, registration)
    change(walk, registration, [], [row.course_id], method)
    rivals = [one.title.lower() for one in _rows(base, registration) if one is not row]
    detail = held_detail(row, "dropped")
    if "has" in act:
        detail = detail.model_copy(update={"reject": tuple(rivals)})
    last = base.paid[registration.registration_id][-1:]
    target = method or next(
        one for one in base.methods[registration.student_id] if one.id == last[0].payment_id
    )
    goal = TraceGoal(
        intent=7,
        act=act,
        outcome="done",
        facts={
            **term_facts(registration.term, draw),
            "course": row.title,
            "card": base.card(target),
        },
        knows=(term_known(registration.term),),
        details=(detail, *((base.payment(method),) if method else ())),
    )
    return goal.model_copy(update=heard(walk, "refund", row.tuition, (REGISTRATION,), draw, 0.5))


# -- swapping ---------------------------------------------------------------------------------


@RECIPES.intent(8, "done")
def swap_courses(base: Desk, student: str) -> Iterator[Offer]:
    """One course in the place of another, with a difference in tuition."""
    for registration in base.standing(student):
        for row in _rows(base, registration):
            for course in base.addable(registration, [row.course_id]):
                if course.credits != row.credits:
                    for method in base.methods[student]:
                        act = "swap for more" if course.credits > row.credits else "swap for less"
                        play = partial(_swap, base, registration, row, course, method, act)
                        yield Offer(play, touched(registration))


@RECIPES.intent(8, "done")
def swap_evenly(base: Desk, student: str) -> Iterator[Offer]:
    """One course in the place of another if that costs nothing; it does not."""
    for registration in base.standing(student):
        for row in _rows(base, registration):
            for course in base.addable(registration, [row.course_id]):
                if course.credits == row.credits:
                    play = partial(_swap, base, registration, row, course, None, "swap evenly")
                    yield Offer(play, touched(registration))


def _swap(
    base: Desk,
    registration: Registration,
    row: RegistrationCourse,
    course: Course,
    method: PaymentMethod | None,
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    open_registration(walk, registration)
    base.look_up(walk, course, draw)
    change(walk, registration, [course.course_id], [row.course_id], method)
    goal = TraceGoal(
        intent=8,
        act=act,
        outcome="done",
        facts={
            **term_facts(registration.term, draw),
            "old": row.title,
            "new": base.said(course),
            "card": base.card(method) if method else "",
        },
        knows=(term_known(registration.term),),
        details=(
            held_detail(row, "dropped"),
            *base.course_details(course, "added"),
            *((base.payment(method),) if method else ()),
        ),
    )
    if method is None:
        return goal
    gap = abs(course.credits - row.credits) * rate(registration.study_level)
    return goal.model_copy(update=heard(walk, "difference", gap, (REGISTRATION,), draw))


# -- grading ----------------------------------------------------------------------------------


@RECIPES.intent(9, "done")
def change_grading(base: Desk, student: str) -> Iterator[Offer]:
    """A course that is kept is graded in another way."""
    for registration in base.standing(student):
        for row in _rows(base, registration):
            for option in options():
                if option != row.grading_option:
                    play = partial(_grade, base, registration, row, option)
                    yield Offer(play, touched(registration))


def _grade(
    base: Desk,
    registration: Registration,
    row: RegistrationCourse,
    option: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    open_registration(walk, registration)
    change(walk, registration, [], [], None, {row.course_id: option})
    act = "change to letter" if option == "letter" else "change grading"
    return TraceGoal(
        intent=9,
        act=act,
        outcome="done",
        facts={
            **term_facts(registration.term, draw),
            "course": row.title,
            "grading": options()[option][1],
            "old_grading": options()[row.grading_option][1],
        },
        knows=(term_known(registration.term),),
        details=(held_detail(row, "course"), grading_detail(option)),
    )


# -- canceling --------------------------------------------------------------------------------


@RECIPES.intent(10, "done")
def cancel(base: Desk, student: str) -> Iterator[Offer]:
    """A whole registration, and what comes back is told."""
    for registration in base.standing(student):
        if base.reverses(registration):
            yield Offer(partial(_cancel, base, registration, 0), touched(registration))


@RECIPES.intent(10, "done")
def cancel_if_enough(base: Desk, student: str) -> Iterator[Offer]:
    """A whole registration if at least so much comes back; it does."""
    for registration in base.standing(student):
        back = sum(base.net(registration).values())
        if base.reverses(registration):
            limit = max(500, back * 2 // 3 // 500 * 500)
            if limit < back:
                play = partial(_cancel, base, registration, limit)
                yield Offer(play, touched(registration))


@RECIPES.intent(10, "told")
def keep_if_little(base: Desk, student: str) -> Iterator[Offer]:
    """A whole registration if at least so much comes back; it does not, and that is told."""
    for registration in base.standing(student):
        back = sum(base.net(registration).values())
        if base.reverses(registration):
            limit = (back // 500 + 2) * 500
            yield Offer(partial(_keep, base, registration, limit), touched(registration))


def _keep(base: Desk, registration: Registration, limit: int, walk: Walk, draw: Draw) -> TraceGoal:
    open_registration(walk, registration)
    back = sum(base.net(registration).values())
    return TraceGoal(
        intent=10,
        act="cancel if enough comes back",
        outcome="told",
        facts={**term_facts(registration.term, draw), "limit": f"${dollars(limit)}"},
        knows=(term_known(registration.term),),
        hears=(Heard(name="refund", kind="amount"),),
        outputs=(told(walk, "refund", back, (REGISTRATION,)),),
    )


def _cancel(
    base: Desk, registration: Registration, limit: int, walk: Walk, draw: Draw
) -> TraceGoal:
    open_registration(walk, registration)
    back = sum(base.net(registration).values())
    outputs = (told(walk, "refund", back, (REGISTRATION,)),)
    walk.call("cancel_registration", registration_id=registration.registration_id)
    return TraceGoal(
        intent=10,
        act="cancel if enough comes back" if limit else "cancel",
        outcome="done",
        facts={**term_facts(registration.term, draw), "limit": f"${dollars(limit)}"},
        knows=(term_known(registration.term),),
        details=(registration_detail(registration),),
        hears=(Heard(name="refund", kind="amount"),),
        outputs=outputs,
    )
