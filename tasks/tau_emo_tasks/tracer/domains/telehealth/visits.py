"""Booking, moving and cancelling one's own visits, and asking about the next one."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telehealth.tables import Appointment, Provider
from tau_emo_servers.domains.telehealth.desk import BOOKABLE_TYPES, PRIMARY_CARE
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telehealth.base import (
    Centre,
    Moment,
    clock,
    day,
    kind_detail,
    kind_facts,
    life,
    name_of,
    when_details,
    when_facts,
)
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES
from tau_emo_tasks.tracer.kit.amounts import dollars
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

SLOT = frozenset({"slot"})
"""Whatever books or moves a visit touches it, so that no two wishes are for one moment."""
_PRIMARY_KINDS = ("routine_checkup", "sick_visit", "medication_review")
_SPECIALIST_KINDS = {
    "Psychiatry": "therapy_session",
    "Device Coaching": "device_coaching",
    "Care Coordination": "care_coordination",
    "Genetic Counseling": "family_consultation",
}
_TEAMS = {"Device Coaching": "the device team", "Care Coordination": "the coordination team"}
_NO_SPECIALISTS = (PRIMARY_CARE, "Pediatrics")
VISIT = ("get_appointment_details",)


def open_visit(walk: Walk, visit: Appointment) -> None:
    """Find the visit among those of the patient and look at it."""
    walk.call("list_patient_appointments", patient_id=visit.patient_id)
    walk.call("get_appointment_details", appointment_id=visit.appointment_id)


def look_before_booking(
    walk: Walk, patient: str, provider: Provider, *, field: bool = True
) -> None:
    """See the plan and the visits of a patient, and the timetable of a provider.

    Args:
        walk: the walk.
        patient: whom the visit is for.
        provider: whom it is with.
        field: True if the specialty is known, so that not all providers need be listed.
    """
    walk.call("get_patient_details", patient_id=patient)
    walk.call("list_patient_appointments", patient_id=patient)
    if field:
        walk.call("list_available_providers", specialty=provider.specialty)
    else:
        walk.call("list_available_providers")
    walk.call("get_provider_details", provider_id=provider.provider_id)


def book(walk: Walk, patient: str, provider: Provider, moment: Moment, kind: str) -> str:
    """Book a visit that insurance pays, and give its id."""
    result = walk.call(
        "schedule_appointment",
        patient_id=patient,
        provider_id=provider.provider_id,
        date=moment[0],
        time=moment[1],
        appointment_type=kind,
    )
    return result["appointment_id"]


def doctor_detail(base: Centre, provider: Provider) -> Detail:
    """Whom a listing must name."""
    return Detail(name="doctor", accept=(base.last_name(provider.provider_id),))


def field_of(provider: Provider) -> str:
    """A specialty as it stands in a sentence: "sleep medicine"."""
    return _TEAMS.get(provider.specialty) or provider.specialty.lower()


# Booking.


@RECIPES.intent(1, "done")
def book_primary_care(base: Centre, user: str) -> Iterator[Offer]:
    """Book a visit with a primary care doctor known by name."""
    for provider in base.providers.values():
        if provider.specialty == PRIMARY_CARE:
            for kind in _PRIMARY_KINDS:
                yield Offer(partial(_book, base, user, provider, kind), SLOT)


def _book(
    base: Centre, user: str, provider: Provider, kind: str, walk: Walk, draw: Draw
) -> TraceGoal:
    moment = base.slot(user, provider.provider_id, draw)
    look_before_booking(walk, user, provider, field=False)
    visit = book(walk, user, provider, moment, kind)
    hears: tuple[Heard, ...] = ()
    outputs: tuple[Output, ...] = ()
    if draw.chance(0.4):
        link = walk.call("get_appointment_details", appointment_id=visit)["meeting_link"]
        hears = (Heard(name="meeting link", kind="name"),)
        outputs = (
            Output(
                name="meeting link", value=link, kind="name",
                source=("get_appointment_details", "schedule_appointment"),
            ),
        )  # fmt: skip
    return TraceGoal(
        intent=1,
        act=f"book {kind}",
        outcome="done",
        facts={
            **life(draw),
            **when_facts(moment, draw),
            "doctor": base.called(provider.provider_id),
        },
        details=(doctor_detail(base, provider), kind_detail(kind), *when_details(moment)),
        hears=hears,
        outputs=outputs,
    )


@RECIPES.intent(1, "done")
def book_by_comparison(base: Centre, user: str) -> Iterator[Offer]:
    """Book with the doctor of a specialty who speaks a language and takes the lowest fee."""
    for specialty in sorted({one.specialty for one in base.providers.values()} - {"Pediatrics"}):
        group = [one for one in base.providers.values() if one.specialty == specialty]
        languages = sorted({name for one in group for name in one.languages} - {"English"})
        for language in languages:
            speakers = sorted(
                (one for one in group if language in one.languages),
                key=lambda one: one.consultation_fee,
            )
            if len(speakers) > 1 and speakers[0].consultation_fee < speakers[1].consultation_fee:
                yield Offer(partial(_book_cheapest, base, user, speakers[0], language), SLOT)
        oldest = sorted(group, key=lambda one: -one.years_experience)
        if len(oldest) > 1 and oldest[0].years_experience > oldest[1].years_experience:
            yield Offer(partial(_book_cheapest, base, user, oldest[0], ""), SLOT)


def _book_cheapest(
    base: Centre, user: str, provider: Provider, language: str, walk: Walk, draw: Draw
) -> TraceGoal:
    kind = draw.pick(("consultation", "routine_checkup"))
    if provider.specialty != PRIMARY_CARE:
        kind = _SPECIALIST_KINDS.get(provider.specialty, "specialist_consultation")
    moment = base.slot(user, provider.provider_id, draw)
    look_before_booking(walk, user, provider)
    book(walk, user, provider, moment, kind)
    choice = "lowest consultation fee" if language else "most years of experience"
    return TraceGoal(
        intent=1,
        act="book the cheapest" if language else "book the most experienced",
        outcome="done",
        facts={
            **life(draw),
            **when_facts(moment, draw),
            **kind_facts(kind),
            "field": field_of(provider),
            "language": language,
        },
        knows=(Known(name="doctor", value=choice),),
        details=(kind_detail(kind), *when_details(moment)),
    )


@RECIPES.intent(2, "done")
def book_without_insurance(base: Centre, user: str) -> Iterator[Offer]:
    """Book a specialist on a voucher, or at one's own cost."""
    for provider in base.providers.values():
        if provider.specialty not in _NO_SPECIALISTS:
            yield Offer(partial(_book_otherwise, base, user, provider), SLOT)


def _specialist_visit(
    base: Centre, user: str, provider: Provider, walk: Walk, draw: Draw
) -> tuple[Moment, str, dict[str, str], tuple[Detail, ...]]:
    """When and what, and the facts and details that go with it."""
    kind = _SPECIALIST_KINDS.get(provider.specialty, "specialist_consultation")
    moment = base.slot(user, provider.provider_id, draw)
    look_before_booking(walk, user, provider)
    facts = {
        **life(draw),
        **when_facts(moment, draw),
        **kind_facts(kind),
        "doctor": base.called(provider.provider_id),
        "field": field_of(provider),
    }
    details = (doctor_detail(base, provider), kind_detail(kind), *when_details(moment))
    return moment, kind, facts, details


def _voucher(draw: Draw) -> str:
    return f"TV-{draw.digits(6)}"


def _book_otherwise(
    base: Centre, user: str, provider: Provider, walk: Walk, draw: Draw
) -> TraceGoal:
    moment, kind, facts, details = _specialist_visit(base, user, provider, walk, draw)
    voucher = _voucher(draw) if draw.chance(0.6) else ""
    paid = {"voucher_id": voucher} if voucher else {}
    walk.call(
        "schedule_appointment",
        patient_id=user,
        provider_id=provider.provider_id,
        date=moment[0],
        time=moment[1],
        appointment_type=kind,
        bill_insurance=False,
        **paid,
    )
    fee = money(provider.consultation_fee)
    accept = (voucher,) if voucher else ("self-pay", "consultation fee", "fee", "pay yourself")
    return TraceGoal(
        intent=2,
        act="book on a voucher" if voucher else "book and pay",
        outcome="done",
        facts={**facts, "voucher": voucher},
        details=(*details, Detail(name="payment", accept=accept, reject=("copay",))),
        hears=() if voucher else (Heard(name="consultation fee", kind="amount"),),
        outputs=()
        if voucher
        else (
            Output(
                name="consultation fee", value=fee, kind="amount",
                source=("get_provider_details", "list_available_providers"),
            ),
        ),
    )  # fmt: skip


@RECIPES.intent(2, "done")
def book_on_a_voucher_if_dear(base: Centre, user: str) -> Iterator[Offer]:
    """Use the voucher only if the copay is higher than a sum."""
    for provider in base.providers.values():
        if provider.specialty not in _NO_SPECIALISTS:
            yield Offer(partial(_book_if_dear, base, user, provider), SLOT)


def _book_if_dear(base: Centre, user: str, provider: Provider, walk: Walk, draw: Draw) -> TraceGoal:
    moment, kind, facts, details = _specialist_visit(base, user, provider, walk, draw)
    copay = base.patients[user].insurance.copay_specialist
    limit = draw.pick([one for one in (4000, 4200, 4800, 5200, 5800, 6200) if one != copay])
    voucher = _voucher(draw)
    if copay > limit:
        walk.call(
            "schedule_appointment",
            patient_id=user,
            provider_id=provider.provider_id,
            date=moment[0],
            time=moment[1],
            appointment_type=kind,
            bill_insurance=False,
            voucher_id=voucher,
        )
        accept: tuple[str, ...] = (voucher,)
    else:
        book(walk, user, provider, moment, kind)
        accept = ("insurance is billed", "bill your insurance", "billed to your insurance", "copay")
    return TraceGoal(
        intent=2,
        act="book on a voucher if dear",
        outcome="done",
        facts={**facts, "voucher": voucher, "limit": dollars(limit)},
        details=(*details, Detail(name="payment", accept=accept)),
    )


# Moving.


def movable(base: Centre, user: str) -> list[Appointment]:
    """The visits to come that provider and day tell from all others."""
    return [one for one in base.active(user) if base.alone(one)]


@RECIPES.intent(3, "done")
def move_to_a_slot(base: Centre, user: str) -> Iterator[Offer]:
    """Move a visit to a day and time."""
    for visit in movable(base, user):
        yield Offer(partial(_move, base, visit), SLOT | {visit.appointment_id})


def move(walk: Walk, visit: Appointment, moment: Moment) -> None:
    """Look at the timetable and move the visit."""
    walk.call("get_provider_details", provider_id=visit.provider_id)
    walk.call(
        "reschedule_appointment",
        appointment_id=visit.appointment_id,
        new_date=moment[0],
        new_time=moment[1],
    )


def other_slot(base: Centre, visit: Appointment, draw: Draw) -> Moment:
    """A free slot of the provider on another day."""
    found = [
        one
        for one in base.free(visit.provider_id)
        if one[0] != visit.date and base.suits(visit.patient_id, one)
    ]
    if not found:
        raise WalkError("there is no other slot")
    return draw.pick(found)


def _move(base: Centre, visit: Appointment, walk: Walk, draw: Draw) -> TraceGoal:
    moment = other_slot(base, visit, draw)
    open_visit(walk, visit)
    move(walk, visit, moment)
    wants = draw.chance(0.4)
    copay = Output(
        name="copay", value=money(visit.copay_amount), kind="amount",
        source=("get_appointment_details", "reschedule_appointment"),
    )  # fmt: skip
    return TraceGoal(
        intent=3,
        act="move",
        outcome="done",
        facts={**life(draw), **base.visit_facts(visit), **when_facts(moment, draw)},
        details=(base.visit_detail(visit), *when_details(moment)),
        hears=(Heard(name="copay", kind="amount"),) if wants else (),
        outputs=(copay,) if wants else (),
    )


@RECIPES.intent(3, "done")
def move_by_days(base: Centre, user: str) -> Iterator[Offer]:
    """Move a visit to another day, at the same time of day or as early as the doctor begins."""
    for visit in movable(base, user):
        free = base.free(visit.provider_id)
        touched = SLOT | {visit.appointment_id}
        for ahead in range(1, 9):
            iso = (date.fromisoformat(visit.date) + timedelta(days=ahead)).isoformat()
            same = (iso, visit.time)
            if same in free and base.suits(user, same):
                yield Offer(partial(_move_on, base, visit, same, "move, same time"), touched)
            times = base.times(visit.provider_id, iso)
            for place, act in ((0, "move, first slot"), (-1, "move, last slot")):
                if len(times) > 1 and (iso, times[place]) in free:
                    found = (iso, times[place])
                    if base.suits(user, found):
                        yield Offer(partial(_move_on, base, visit, found, act), touched)


def _move_on(
    base: Centre, visit: Appointment, moment: Moment, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    open_visit(walk, visit)
    move(walk, visit, moment)
    new_date, new_time = when_details(moment)
    known = {"move, first slot": "earliest", "move, last slot": "latest"}.get(act)
    return TraceGoal(
        intent=3,
        act=act,
        outcome="done",
        facts={
            **life(draw),
            **base.visit_facts(visit),
            "visit_time": clock(visit.time, draw),
            "date": day(moment[0]),
        },
        knows=(Known(name="time", value=known),) if known else (),
        details=(base.visit_detail(visit), new_date, *(() if known else (new_time,))),
    )


# Cancelling.


@RECIPES.intent(4, "done")
def cancel_a_visit(base: Centre, user: str) -> Iterator[Offer]:
    """Cancel a visit; who has others wants to know when the next one is."""
    for visit in movable(base, user):
        left = [one for one in base.active(user) if one is not visit]
        days = {one.date for one in left}
        touched = SLOT | {one.appointment_id for one in base.active(user)}
        yield Offer(partial(_cancel, base, visit, None), SLOT | {visit.appointment_id})
        plain = len(days) == len(left) and visit.date not in days
        if left and plain and left[0].status == "scheduled":
            yield Offer(partial(_cancel, base, visit, left[0]), touched)


def _cancel(
    base: Centre, visit: Appointment, left: Appointment | None, walk: Walk, draw: Draw
) -> TraceGoal:
    alone = len(base.active(visit.patient_id)) == 1
    open_visit(walk, visit)
    walk.call("cancel_appointment", appointment_id=visit.appointment_id)
    if left:
        walk.call("list_patient_appointments", patient_id=visit.patient_id)
        output = Output(
            name="day of the next visit",
            value=left.date,
            kind="date",
            source=("list_patient_appointments",),
        )
    else:
        output = Output(
            name="copay",
            value=money(visit.copay_amount),
            kind="amount",
            source=("get_appointment_details", "cancel_appointment"),
        )
    # Of a single visit the copay is wanted too: to cancel it is easily hit upon by chance.
    wants = left or alone or draw.chance(0.2)
    return TraceGoal(
        intent=4,
        act="cancel, then the next" if left else "cancel",
        outcome="done",
        facts={**life(draw), **base.visit_facts(visit)},
        details=(base.visit_detail(visit).model_copy(update={"reject": ()}),),
        hears=(Heard.of(output),) if wants else (),
        outputs=(output,) if wants else (),
    )


@RECIPES.intent(4, "done")
def cancel_by_order(base: Centre, user: str) -> Iterator[Offer]:
    """Cancel the first or the last of the visits to come."""
    active = base.active(user)
    touched = SLOT | {one.appointment_id for one in active}
    if len(active) > 1 and active[0].date < active[1].date:
        yield Offer(partial(_cancel_by_order, base, active, 0), touched)
    if len(active) > 1 and active[-1].date > active[-2].date:
        yield Offer(partial(_cancel_by_order, base, active, -1), touched)


def _cancel_by_order(
    base: Centre, active: Sequence[Appointment], place: int, walk: Walk, draw: Draw
) -> TraceGoal:
    visit = active[place]
    open_visit(walk, visit)
    walk.call("cancel_appointment", appointment_id=visit.appointment_id)
    doctor, own = base.called(visit.provider_id), base.last_name(visit.provider_id)
    return TraceGoal(
        intent=4,
        act="cancel the first" if place == 0 else "cancel the last",
        outcome="done",
        facts=life(draw),
        details=(
            Detail(
                name="visit",
                accept=(own, doctor, visit.date),
                reject=tuple(sorted({base.last_name(one.provider_id) for one in active} - {own})),
            ),
        ),
    )


# Another doctor.


@RECIPES.intent(5, "done")
def change_doctor(base: Centre, user: str) -> Iterator[Offer]:
    """Book a visit of the same kind with another doctor and cancel the present one."""
    for visit in movable(base, user):
        old = base.providers[visit.provider_id]
        for provider in base.providers.values():
            other = provider.specialty == old.specialty and provider is not old
            if other and visit.type in BOOKABLE_TYPES and provider.last_name != old.last_name:
                play = partial(_change_doctor, base, visit, provider)
                yield Offer(play, SLOT | {visit.appointment_id})


def _change_doctor(
    base: Centre, visit: Appointment, provider: Provider, walk: Walk, draw: Draw
) -> TraceGoal:
    user = visit.patient_id
    moment = base.slot(user, provider.provider_id, draw)
    look_before_booking(walk, user, provider)
    walk.call("get_appointment_details", appointment_id=visit.appointment_id)
    walk.call("think", thought="The new visit is booked first, so that one visit is left anyway.")
    book(walk, user, provider, moment, visit.type)
    walk.call("cancel_appointment", appointment_id=visit.appointment_id)
    return TraceGoal(
        intent=5,
        act="change doctor",
        outcome="done",
        facts={
            **life(draw),
            **base.visit_facts(visit),
            **when_facts(moment, draw),
            **kind_facts(visit.type),
            "new_doctor": base.called(provider.provider_id),
        },
        details=(
            Detail(name="new doctor", accept=(provider.last_name,)),
            kind_detail(visit.type),
            *when_details(moment),
            base.visit_detail(visit).model_copy(update={"reject": ()}),
        ),
    )


@RECIPES.intent(5, "done")
def make_room(base: Centre, user: str) -> Iterator[Offer]:
    """Book a visit for a moment at which there is another, which gives way."""
    for visit in movable(base, user):
        for provider in base.providers.values():
            moment = (visit.date, visit.time)
            if provider.specialty in _NO_SPECIALISTS or provider.provider_id == visit.provider_id:
                continue
            if moment in base.free(provider.provider_id):
                play = partial(_make_room, base, visit, provider)
                yield Offer(play, SLOT | {visit.appointment_id})


def _make_room(
    base: Centre, visit: Appointment, provider: Provider, walk: Walk, draw: Draw
) -> TraceGoal:
    user, moment = visit.patient_id, (visit.date, visit.time)
    kind = _SPECIALIST_KINDS.get(provider.specialty, "specialist_consultation")
    look_before_booking(walk, user, provider)
    walk.call("get_appointment_details", appointment_id=visit.appointment_id)
    walk.call("cancel_appointment", appointment_id=visit.appointment_id)
    book(walk, user, provider, moment, kind)
    return TraceGoal(
        intent=5,
        act="make room",
        outcome="done",
        facts={
            **life(draw),
            **kind_facts(kind),
            **when_facts(moment, draw),
            "new_doctor": base.called(provider.provider_id),
            "field": field_of(provider),
        },
        details=(
            Detail(name="new doctor", accept=(provider.last_name,)),
            kind_detail(kind),
            *when_details(moment),
        ),
    )


# The next visit.


@RECIPES.intent(12, "told")
def ask_for_the_next_visit(base: Centre, user: str) -> Iterator[Offer]:
    """With whom, when, at what price and under which link the next visit is."""
    visit = base.next_visit(user)
    touched = SLOT | {one.appointment_id for one in base.active(user)}
    for what in ("link", "doctor", "copay"):
        if visit:
            yield Offer(partial(_next_visit, base, visit, what), touched)


def _next_visit(base: Centre, visit: Appointment, what: str, walk: Walk, draw: Draw) -> TraceGoal:
    open_visit(walk, visit)
    provider = base.providers[visit.provider_id]
    listed = ("list_patient_appointments", "get_appointment_details")
    outputs = [Output(name="day of the visit", value=visit.date, kind="date", source=listed)]
    if what == "link":
        link = visit.meeting_link or ""
        outputs = [
            Output(name="meeting link", value=link, kind="name", source=VISIT),
            Output(name="starting time", value=visit.time, kind="time", source=listed),
        ]
    elif what == "doctor":
        walk.call("get_provider_details", provider_id=visit.provider_id)
        fee = money(provider.consultation_fee)
        outputs += [
            Output(name="provider", value=name_of(provider), kind="name", source=VISIT),
            Output(
                name="consultation fee", value=fee, kind="amount",
                source=("get_provider_details", "list_available_providers"),
            ),
        ]  # fmt: skip
    else:
        copay = money(visit.copay_amount)
        outputs.append(Output(name="copay", value=copay, kind="amount", source=VISIT))
    return TraceGoal(
        intent=12,
        act=f"next visit, {what}",
        outcome="told",
        facts=life(draw),
        hears=tuple(Heard.of(one) for one in outputs),
        outputs=tuple(outputs),
    )
