"""What must be refused or handed off, with what is told or done instead."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.school.tables import Course, PaymentMethod, Registration
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.school.base import (
    COURSE,
    LEVELS,
    REGISTRATION,
    SEARCH,
    Desk,
    hours,
    is_full,
    open_registration,
    rate,
    season,
    term_facts,
    term_known,
    told,
)
from tau_emo_tasks.tracer.domains.school.changing import change, held_detail, touched
from tau_emo_tasks.tracer.domains.school.intents import RECIPES
from tau_emo_tasks.tracer.domains.school.registering import (
    full_and_free,
    register_one,
)
from tau_emo_tasks.tracer.kit.addresses import moves
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

HAND_OFF = "transfer_to_human_agents"
BRANDS = ("Visa", "Mastercard", "Amex", "Discover")
SEASONS = {"2025-FALL": "2025-SUMMER", "2025-SUMMER": "2025-FALL"}
MAJORS = ("Biology", "History", "Economics", "Psychology", "Mathematics", "Physics", "English")


def _refused(intent: int, act: str, rule: str, facts: dict[str, str], *knows: Known) -> TraceGoal:
    return TraceGoal(
        intent=intent, act=act, outcome="refused", facts=facts, knows=knows, refuses=(rule,)
    )


def _about(registration: Registration, draw: Draw) -> dict[str, str]:
    return term_facts(registration.term, draw)


# -- insurance, level and term of a registration ------------------------------------------------


@RECIPES.intent(15, "refused", tells=True)
def change_insurance(base: Desk, student: str) -> Iterator[Offer]:
    """Add or remove the insurance of a registration; then what the courses cost is wanted."""
    for registration in base.standing(student):
        if len(base.rows[registration.registration_id]) > 1:
            yield Offer(partial(_insurance, base, registration), touched(registration))


def _insurance(base: Desk, registration: Registration, walk: Walk, draw: Draw) -> TraceGoal:
    open_registration(walk, registration)
    act = "remove insurance" if registration.health_insurance == "yes" else "add insurance"
    total = sum(row.tuition for row in base.rows[registration.registration_id])
    goal = _refused(15, act, "SCH-17", _about(registration, draw), term_known(registration.term))
    return goal.model_copy(
        update={
            "hears": (Heard(name="tuition", kind="amount"),),
            "outputs": (told(walk, "tuition", total, (REGISTRATION,)),),
        }
    )


@RECIPES.intent(15, "refused")
def change_level(base: Desk, student: str) -> Iterator[Offer]:
    """Another study level for a registration."""
    for registration in base.standing(student):
        for level, name in LEVELS.items():
            if rate(level) < rate(registration.study_level):
                play = partial(_level, registration, name)
                yield Offer(play, touched(registration))


def _level(registration: Registration, name: str, walk: Walk, draw: Draw) -> TraceGoal:
    open_registration(walk, registration)
    facts = {**_about(registration, draw), "level": name}
    facts["now"] = LEVELS[registration.study_level]
    return _refused(15, "change level", "SCH-18", facts, term_known(registration.term))


@RECIPES.intent(15, "refused")
def change_term(base: Desk, student: str) -> Iterator[Offer]:
    """The same registration in another term."""
    for registration in base.standing(student):
        play = partial(_term, registration)
        yield Offer(play, touched(registration) | {SEASONS[registration.term]})


def _term(registration: Registration, walk: Walk, draw: Draw) -> TraceGoal:
    open_registration(walk, registration)
    facts = {**_about(registration, draw), "other": season(SEASONS[registration.term])}
    return _refused(15, "change term", "SCH-18", facts, term_known(registration.term))


# -- seats ------------------------------------------------------------------------------------


@RECIPES.intent(16, "refused", tells=True)
def force_a_seat(base: Desk, student: str) -> Iterator[Offer]:
    """A seat in a course that is full; then it is wanted who teaches it."""
    for registration in base.standing(student):
        codes = {row.course_code for row in base.rows[registration.registration_id]}
        for course in base.in_term(registration.term):
            if not is_full(course) or course.course_code in codes:
                continue
            if len(base.sections(course)) == 1 and base.fits(course, registration):
                play = partial(_seat, base, registration, course)
                yield Offer(play, touched(registration))


def _seat(
    base: Desk, registration: Registration, course: Course, walk: Walk, draw: Draw
) -> TraceGoal:
    open_registration(walk, registration)
    base.look_up(walk, course, draw)
    facts = {**_about(registration, draw), "course": course.title}
    known = (term_known(registration.term), Known(name="course", value=course.title))
    goal = _refused(16, "force a seat", "SCH-11", facts, *known)
    name = course.instructor.last_name
    return goal.model_copy(
        update={
            "hears": (Heard(name="instructor", kind="name"),),
            "outputs": (
                Output(name="instructor", value=name, kind="name", source=(COURSE, SEARCH)),
            ),
        }
    )


@RECIPES.intent(16, "refused", tells=True)
def force_a_seat_or_take_the_other(base: Desk, student: str) -> Iterator[Offer]:
    """A seat in a section that is full; then the other section is taken."""
    for full, free in full_and_free(base, student):
        for method in base.methods[student]:
            play = partial(_section, base, student, full, free, method)
            yield Offer(play, frozenset({free.term}))


def _section(
    base: Desk,
    student: str,
    full: Course,
    free: Course,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> tuple[TraceGoal, ...]:
    walk.call("list_departments")
    walk.call(SEARCH, term=free.term, department=free.department)
    facts = {**term_facts(free.term, draw), "title": full.title, "hours": f"on {hours(full)}"}
    known = (term_known(free.term), Known(name="course", value=full.title))
    refused = _refused(16, "force a section", "SCH-11", facts, *known)
    walk.goal += 1
    taken = register_one(
        base, student, free, method, 16, "take the other section", full, walk, draw
    )
    return refused, taken.model_copy(update={"follows": True})


@RECIPES.intent(16, "refused", tells=True)
def add_what_clashes(base: Desk, student: str) -> Iterator[Offer]:
    """A course that meets when another one does; then the two are swapped."""
    for registration in base.standing(student):
        rows = base.rows[registration.registration_id]
        for row in rows:
            for course in base.addable(registration, [row.course_id]):
                if base.fits(course, registration) or course.credits == row.credits:
                    continue
                if len(base.sections(course)) == 1:
                    for method in base.methods[student]:
                        play = partial(_clash, base, registration, row.course_id, course, method)
                        yield Offer(play, touched(registration))


def _clash(
    base: Desk,
    registration: Registration,
    old: str,
    course: Course,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> tuple[TraceGoal, ...]:
    row = next(one for one in base.rows[registration.registration_id] if one.course_id == old)
    open_registration(walk, registration)
    walk.call(COURSE, course_id=old)
    base.look_up(walk, course, draw)
    facts = {**_about(registration, draw), "old": row.title, "new": course.title}
    facts["card"] = base.card(method)
    known = (term_known(registration.term), Known(name="course", value=course.title))
    refused = _refused(16, "add what clashes", "SCH-12", facts, *known)
    walk.goal += 1
    change(walk, registration, [course.course_id], [old], method)
    swapped = TraceGoal(
        intent=16,
        act="swap what clashes",
        outcome="done",
        facts=facts,
        knows=(term_known(registration.term),),
        details=(
            held_detail(row, "dropped"),
            *base.course_details(course, "added"),
            base.payment(method),
        ),
        follows=True,
    )
    return refused, swapped


# -- ways to pay ------------------------------------------------------------------------------


@RECIPES.intent(17, "refused", tells=True)
def pay_later(base: Desk, student: str) -> Iterator[Offer]:
    """Half now and half later, or a card that is not on file; then all with one that is."""
    for term in base.free_terms(student):
        for course in base.takeable(student, term):
            if len(base.sections(course)) == 1:
                for method in base.methods[student]:
                    for act, rule in (("pay half", "SCH-14"), ("pay with a new card", "SCH-13")):
                        play = partial(_later, base, student, course, method, act, rule)
                        yield Offer(play, frozenset({term}))


def _later(
    base: Desk,
    student: str,
    course: Course,
    method: PaymentMethod,
    act: str,
    rule: str,
    walk: Walk,
    draw: Draw,
) -> tuple[TraceGoal, ...]:
    base.look_up(walk, course, draw)
    mine = {one.brand for one in base.methods[student]}
    other = draw.pick([one for one in BRANDS if one not in mine])
    facts = {**term_facts(course.term, draw), "course": course.title, **noun("new_card", other)}
    known = (term_known(course.term), Known(name="course", value=course.title))
    refused = _refused(17, act, rule, facts, *known)
    walk.goal += 1
    act = "pay all of it" if act == "pay half" else "pay with what is on file"
    taken = register_one(base, student, course, method, 17, act, None, walk, draw)
    return refused, taken.model_copy(update={"follows": True})


# -- somebody else, and favors ----------------------------------------------------------------


@RECIPES.intent(18, "refused")
def cancel_for_a_friend(base: Desk, student: str) -> Iterator[Offer]:
    """Cancel or change what somebody else is registered for."""
    names = sorted(base.students)
    place = names.index(student)
    for other in (*names[place + 1 : place + 5], *names[max(0, place - 4) : place]):
        for registration in base.standing(other):
            play = partial(_friend, base, registration)
            yield Offer(play, frozenset({"friend"}))


def _friend(base: Desk, registration: Registration, walk: Walk, draw: Draw) -> TraceGoal:
    row = draw.pick(base.rows[registration.registration_id])
    act, title = draw.pick([("cancel for a friend", ""), ("drop for a friend", row.title)])
    facts = {
        **_about(registration, draw),
        "friend_name": base.name(registration.student_id),
        "registration_id": registration.registration_id,
        "course": title,
    }
    known = Known(name="registration_id", value=registration.registration_id)
    return _refused(18, act, "SCH-03", facts, known)


@RECIPES.intent(18, "refused")
def ask_for_a_favor(base: Desk, student: str) -> Iterator[Offer]:
    """Money back because a class was canceled."""
    for registration in base.registrations[student]:
        if registration.term not in SEASONS and base.balance(registration) >= 0:
            for row in base.rows[registration.registration_id]:
                if any(one.status == "canceled" for one in base.dates[row.course_id]):
                    play = partial(_favor, registration, row.title)
                    yield Offer(play, touched(registration))


def _favor(registration: Registration, title: str, walk: Walk, draw: Draw) -> TraceGoal:
    open_registration(walk, registration)
    facts = {**_about(registration, draw), "course": title, "amount": f"${draw.integer(2, 6) * 50}"}
    known = (term_known(registration.term), Known(name="course", value=title))
    return _refused(18, "ask for a favor", "SCH-23", facts, *known)


# -- handed off -------------------------------------------------------------------------------


def _handed(
    intent: int, act: str, summary: str, facts: dict[str, str], walk: Walk, *knows: Known
) -> TraceGoal:
    walk.call(HAND_OFF, summary=summary)
    return TraceGoal(intent=intent, act=act, outcome="handed_off", facts=facts, knows=knows)


@RECIPES.intent(19, "handed_off")
def change_the_record(base: Desk, student: str) -> Iterator[Offer]:
    """Another address, major or email in the record, or another card."""
    for act in ("new address", "new major", "new email", "new payment method"):
        yield Offer(partial(_record, base, student, act), frozenset({"record"}))


def _record(base: Desk, student: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    one = base.students[student]
    address = moves(draw, {one.address.street})
    majors = [name for name in MAJORS if name not in (one.program.major, one.program.minor)]
    mine = {method.brand for method in base.methods[student]}
    mail = f"{one.first_name}.{one.last_name}{draw.integer(11, 99)}@example.org".lower()
    facts = {
        "new address": address.facts(),
        "new major": {"major": draw.pick(majors), "old_major": one.program.major},
        "new email": {"email": mail.replace(" ", "")},
        "new payment method": noun("new_card", draw.pick([x for x in BRANDS if x not in mine])),
    }[act]
    summary = f"The student {student} wants something in the record changed: {act}."
    known = {
        "new address": (Known(name="address", value=address.address1),),
        "new major": (Known(name="major", value=facts.get("major", "")),),
        "new email": (Known(name="new_email", value=facts.get("email", "")),),
        "new payment method": (Known(name="new_card", value=facts.get("new_card", "")),),
    }[act]
    return _handed(19, act, summary, facts, walk, *known)


@RECIPES.intent(20, "handed_off")
def join_a_waitlist(base: Desk, student: str) -> Iterator[Offer]:
    """A place on the waitlist of a course that is full."""
    for term in (*base.free_terms(student), *(one.term for one in base.standing(student))):
        codes = {
            row.course_code
            for one in base.registrations[student]
            for row in base.rows[one.registration_id]
        }
        for course in base.in_term(term):
            if not is_full(course) or course.course_code in codes:
                continue
            if len(base.sections(course)) == 1 and course.waitlist_capacity:
                yield Offer(partial(_waitlist, base, course), frozenset({"waitlist"}))


def _waitlist(base: Desk, course: Course, walk: Walk, draw: Draw) -> TraceGoal:
    facts = {**term_facts(course.term, draw), "course": course.title}
    summary = f"The student wants a place on the waitlist of {course.title} in {course.term}."
    known = (term_known(course.term), Known(name="course", value=course.title))
    return _handed(20, "join a waitlist", summary, facts, walk, *known)


@RECIPES.intent(20, "handed_off")
def other_advisor(base: Desk, student: str) -> Iterator[Offer]:
    """Another advisor, or more financial aid."""
    for registration in base.standing(student):
        for one in registration.advisors[:1]:
            name = f"{one.first_name} {one.last_name}"
            play = partial(_advisor, registration, name, "other advisor")
            yield Offer(play, frozenset({"advisor"}))
        play = partial(_advisor, registration, "", "financial aid")
        yield Offer(play, frozenset({"advisor"}))


def _advisor(registration: Registration, name: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    facts = {**_about(registration, draw), "advisor": name}
    summary = f"The student has a wish for {registration.term}: {act}."
    return _handed(20, act, summary, facts, walk, term_known(registration.term))
