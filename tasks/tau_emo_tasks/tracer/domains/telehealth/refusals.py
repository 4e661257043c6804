"""What the desk cannot do: medical advice, visits that are over, slots and offers there are not."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    DrugInteraction,
    Provider,
    SupplierOffer,
    TelemetryDevice,
)
from tau_emo_servers.domains.telehealth.desk import PRIMARY_CARE
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telehealth.base import (
    HOLIDAYS,
    Centre,
    Moment,
    clock,
    day,
    kind_detail,
    life,
    short_day,
    weekday,
    when_details,
    when_facts,
)
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES
from tau_emo_tasks.tracer.domains.telehealth.medicines import (
    Filled,
    check_interactions,
    filled,
    heard,
    hits_of,
    interaction_outputs,
    plain,
    plainly_told,
)
from tau_emo_tasks.tracer.domains.telehealth.visits import (
    book,
    doctor_detail,
    look_before_booking,
    movable,
    open_visit,
)
from tau_emo_tasks.tracer.kit.amounts import dollars
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

_NO_OUTSIDE = ("Pediatrics", "Device Coaching", "Care Coordination")
_TIMES = ("07:00", "07:30", "08:15", "12:15", "18:00", "18:30", "19:00", "20:00")


def _refused(
    intent: int, act: str, rule: str, facts: dict[str, str], outputs: tuple[Output, ...] = ()
) -> TraceGoal:
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts=facts,
        hears=heard(outputs),
        outputs=outputs,
        refuses=(rule,),
    )


# Medical questions.


@RECIPES.intent(16, "refused")
def ask_for_advice(base: Centre, user: str) -> Iterator[Offer]:
    """Whether to skip a dose, or what a result means."""
    touched = frozenset({"drugs"})
    for drug in base.takes[user]:
        for act in ("skip a dose", "double a dose"):
            yield Offer(partial(_advice, plain(drug), act), touched)
    if base.records[user]:
        yield Offer(partial(_advice, "", "what a result means"), touched)


def _advice(drug: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    return _refused(16, act, "TELH-07", {**life(draw), "drug": drug})


@RECIPES.intent(16, "refused", tells=True)
def ask_about_a_pair(base: Centre, user: str) -> Iterator[Offer]:
    """What is documented of a drug beside the others, and whether to leave it out tonight."""
    taken = base.takes[user]
    for drug in taken:
        hits = hits_of(base, taken)
        if hits_of(base, base.drugs(user)) != hits:
            continue
        if plainly_told(hits, drug):
            yield Offer(partial(_pair, user, drug, hits[0]), frozenset({"drugs"}))


def _pair(user: str, drug: str, hit: DrugInteraction, walk: Walk, draw: Draw) -> TraceGoal:
    check_interactions(walk, user, drug)
    facts = {**life(draw), "drug": plain(drug)}
    return _refused(16, "interaction, then skip", "TELH-07", facts, interaction_outputs(hit))


# Visits that are over.


@RECIPES.intent(17, "refused")
def move_an_old_visit(base: Centre, user: str) -> Iterator[Offer]:
    """Move a visit that has taken place or was cancelled."""
    for visit in base.visits[user]:
        if visit.status in ("completed", "cancelled") and base.alone(visit):
            act = "move an old visit" if visit.status == "completed" else "move a cancelled visit"
            yield Offer(partial(_old, base, visit, act), frozenset({visit.appointment_id}))


def _old(base: Centre, visit: Appointment, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    open_visit(walk, visit)
    later = draw.pick([one for one in base.free(visit.provider_id) if one[0] > TODAY])
    facts = {
        **life(draw),
        **base.visit_facts(visit),
        "date": day(later[0]),
        "time": clock(later[1], draw),
    }
    return _refused(17, act, "TELH-13", facts)


@RECIPES.intent(17, "refused", tells=True)
def cancel_an_old_visit(base: Centre, user: str) -> Iterator[Offer]:
    """Cancel a visit that has taken place; then its copay is wanted."""
    for visit in base.visits[user]:
        if visit.status == "completed" and base.alone(visit) and visit.copay_amount:
            play = partial(_cancel_old, base, visit)
            yield Offer(play, frozenset({visit.appointment_id}))


def _cancel_old(base: Centre, visit: Appointment, walk: Walk, draw: Draw) -> TraceGoal:
    open_visit(walk, visit)
    outputs = (
        Output(
            name="authorization", value=visit.insurance_authorization, kind="name",
            source=("get_appointment_details",),
        ),
    ) if visit.insurance_authorization else ()  # fmt: skip
    copay = Output(
        name="copay", value=money(visit.copay_amount), kind="amount",
        source=("get_appointment_details",),
    )  # fmt: skip
    facts = {**life(draw), **base.visit_facts(visit)}
    return _refused(17, "cancel an old visit", "TELH-14", facts, (*outputs, copay))


@RECIPES.intent(17, "done")
def book_instead_of_an_old_visit(base: Centre, user: str) -> Iterator[Offer]:
    """Move a visit that has taken place; since it cannot be moved, a new one is booked."""
    for visit in base.visits[user]:
        if visit.status == "completed" and base.alone(visit):
            touched = frozenset({"slot", visit.appointment_id})
            yield Offer(partial(_book_instead, base, visit), touched)


def _book_instead(
    base: Centre, visit: Appointment, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    user, provider = visit.patient_id, base.providers[visit.provider_id]
    moment = base.slot(user, visit.provider_id, draw)
    facts = {**life(draw), **base.visit_facts(visit), **when_facts(moment, draw)}
    open_visit(walk, visit)
    refused = _refused(17, "move an old visit", "TELH-13", facts)
    walk.goal += 1
    return refused, _booked(base, walk, user, provider, moment, "book instead", facts)


def _booked(
    base: Centre,
    walk: Walk,
    user: str,
    provider: Provider,
    moment: Moment,
    act: str,
    facts: dict[str, str],
) -> TraceGoal:
    """Book something else in place of what was refused."""
    first = act == "book the first instead"
    kind = "consultation" if first else "follow_up"
    look_before_booking(walk, user, provider)
    book(walk, user, provider, moment, kind)
    new_date, new_time = when_details(moment)
    return TraceGoal(
        intent=18 if first else 17,
        act=act,
        outcome="done",
        facts=facts,
        knows=(Known(name="time", value="first"),) * first,
        details=(
            doctor_detail(base, provider),
            kind_detail(kind),
            new_date,
            *(() if first else (new_time,)),
        ),
        follows=True,
    )


# Bookings that there are not.


@RECIPES.intent(18, "refused", tells=True)
def book_outside_the_timetable(base: Centre, user: str) -> Iterator[Offer]:
    """Book at a time that is no slot; then the first one of such a day is wanted."""
    for provider in base.providers.values():
        for iso in _days():
            times = base.times(provider.provider_id, iso)
            if provider.specialty not in _NO_OUTSIDE and times:
                play = partial(_outside, base, provider, iso, times)
                yield Offer(play, frozenset({"outside"}))


def _days() -> list[str]:
    first = date.fromisoformat(TODAY)
    found = [(first + timedelta(days=ahead)).isoformat() for ahead in range(1, 12)]
    return [one for one in found if one not in HOLIDAYS]


def _outside(
    base: Centre, provider: Provider, iso: str, times: list[str], walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("list_available_providers", specialty=provider.specialty)
    walk.call("get_provider_details", provider_id=provider.provider_id)
    output = Output(
        name="first slot of the day", value=times[0], kind="time",
        source=("get_provider_details",),
    )  # fmt: skip
    facts = _outside_facts(base, provider, iso, times, draw)
    return _refused(18, "book outside the timetable", "TELH-11", facts, (output,))


def _outside_facts(
    base: Centre, provider: Provider, iso: str, times: list[str], draw: Draw
) -> dict[str, str]:
    wanted = draw.pick([one for one in _TIMES if one not in times])
    return {
        **life(draw),
        "doctor": base.called(provider.provider_id),
        "date": day(iso),
        "weekday": weekday(iso),
        "time": clock(wanted, draw),
        "field": provider.specialty.lower(),
    }


@RECIPES.intent(18, "done")
def book_the_first_instead(base: Centre, user: str) -> Iterator[Offer]:
    """Book at a time that is no slot; since it is none, the first one of that day is booked."""
    for provider in base.providers.values():
        if provider.specialty in _NO_OUTSIDE:
            continue
        free = base.free(provider.provider_id)
        for iso in _days():
            times = base.times(provider.provider_id, iso)
            if times and (iso, times[0]) in free and base.suits(user, (iso, times[0])):
                play = partial(_first_instead, base, user, provider, iso, times)
                yield Offer(play, frozenset({"slot", "outside"}))


def _first_instead(
    base: Centre,
    user: str,
    provider: Provider,
    iso: str,
    times: list[str],
    walk: Walk,
    draw: Draw,
) -> tuple[TraceGoal, TraceGoal]:
    walk.call("list_available_providers", specialty=provider.specialty)
    walk.call("get_provider_details", provider_id=provider.provider_id)
    facts = _outside_facts(base, provider, iso, times, draw)
    refused = _refused(18, "book outside, or the first", "TELH-11", facts)
    walk.goal += 1
    moment = (iso, times[0])
    return refused, _booked(base, walk, user, provider, moment, "book the first instead", facts)


@RECIPES.intent(18, "refused")
def move_to_a_day_off(base: Centre, user: str) -> Iterator[Offer]:
    """Move a visit to a day on which the doctor sees nobody."""
    for visit in movable(base, user):
        for iso in _days():
            if iso > visit.date and not base.times(visit.provider_id, iso):
                touched = frozenset({"slot", visit.appointment_id})
                yield Offer(partial(_day_off, base, visit, iso), touched)


def _day_off(base: Centre, visit: Appointment, iso: str, walk: Walk, draw: Draw) -> TraceGoal:
    open_visit(walk, visit)
    walk.call("get_provider_details", provider_id=visit.provider_id)
    facts = {**life(draw), **base.visit_facts(visit), "date": day(iso)}
    return _refused(18, "move to a day off", "TELH-11", facts)


@RECIPES.intent(18, "refused")
def book_a_clinic_type(base: Centre, user: str) -> Iterator[Offer]:
    """Book a surgery, which only the clinic gives."""
    for provider in base.providers.values():
        if provider.specialty in ("Orthopedics", "Dermatology", "Gastroenterology", "Oncology"):
            yield Offer(partial(_clinic_type, base, provider), frozenset({"outside"}))


def _clinic_type(base: Centre, provider: Provider, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("list_available_providers", specialty=provider.specialty)
    facts = {
        **life(draw),
        "doctor": base.called(provider.provider_id),
        "field": provider.specialty.lower(),
    }
    return _refused(18, "book a surgery", "TELH-15", facts)


@RECIPES.intent(18, "refused")
def ask_for_a_lower_copay(base: Centre, user: str) -> Iterator[Offer]:
    """Pay the copay of primary care for a visit with a specialist."""
    for visit in movable(base, user):
        specialty = base.providers[visit.provider_id].specialty
        if specialty != PRIMARY_CARE and visit.insurance_billed:
            touched = frozenset({"slot", visit.appointment_id})
            yield Offer(partial(_lower_copay, base, visit), touched)


def _lower_copay(base: Centre, visit: Appointment, walk: Walk, draw: Draw) -> TraceGoal:
    open_visit(walk, visit)
    lower = base.patients[visit.patient_id].insurance.copay_primary
    facts = {**life(draw), **base.visit_facts(visit), "limit": dollars(lower)}
    return _refused(18, "lower copay", "TELH-16", facts)


@RECIPES.intent(18, "refused", tells=True)
def ask_for_an_offer_there_is_not(base: Centre, user: str) -> Iterator[Offer]:
    """Fill a prescription by a company that does not sell it; then the lowest price is wanted."""
    for one in filled(base, user):
        offers = base.offers[one.prescription.medication]
        companies = {offer.company for some in base.offers.values() for offer in some}
        for company in sorted(companies - {offer.company for offer in offers}):
            if offers[0].price_usd % 100:
                yield Offer(partial(_no_offer, one, offers[0], company), one.touches)


def _no_offer(
    one: Filled, cheapest: SupplierOffer, company: str, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("list_patient_medical_records", patient_id=one.record.patient_id)
    walk.call("list_medication_suppliers", medication=one.prescription.medication)
    output = Output(
        name="lowest price", value=money(cheapest.price_usd), kind="amount",
        source=("list_medication_suppliers",),
    )  # fmt: skip
    facts = {**life(draw), "rx": one.words, "company": company}
    return _refused(18, "no such offer", "TELH-18", facts, (output,))


@RECIPES.intent(15, "refused")
def ask_about_a_strange_device(base: Centre, user: str) -> Iterator[Offer]:
    """What somebody else's device has sent."""
    for key in base.principals():
        for device in base.devices[key]:
            if key != user and base.uploads[device.device_id]:
                touched = frozenset({"strange device"})
                yield Offer(partial(_strange_device, base, device), touched)


def _strange_device(base: Centre, device: TelemetryDevice, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("list_telemetry_devices")
    one = draw.pick(base.uploads[device.device_id])
    facts = {**life(draw), "device_id": device.device_id, "day_shown": short_day(one.date)}
    return _refused(15, "somebody's device", "TELH-20", facts)
