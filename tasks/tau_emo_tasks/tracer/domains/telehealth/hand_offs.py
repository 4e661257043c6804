"""What is a matter for a member of staff."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telehealth.tables import Appointment
from tau_emo_tasks.tracer.domains.telehealth.base import Centre, day, life
from tau_emo_tasks.tracer.domains.telehealth.devices import DEVICE_WORDS
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES
from tau_emo_tasks.tracer.domains.telehealth.medicines import filled
from tau_emo_tasks.tracer.domains.telehealth.visits import movable, open_visit
from tau_emo_tasks.tracer.kit.addresses import moves
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import TraceGoal
from tau_emo_tasks.tracer.walk import Walk

_INSURERS = (
    "Silver Lake Health", "Northway Mutual", "Prairie Shield", "Harbor Care", "Redwood Benefit",
    "Lakeside Insurance", "Summit Health Plan", "Old Colony Care",
)  # fmt: skip
NOTHING: frozenset[str] = frozenset()


def _hand_off(
    intent: int, act: str, facts: dict[str, str], reason: str, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("transfer_to_human_support", reason=f"The patient wants {reason}.")
    facts = {**life(draw), **facts}
    return TraceGoal(intent=intent, act=act, outcome="handed_off", facts=facts)


@RECIPES.intent(19, "handed_off")
def link_fails(base: Centre, user: str) -> Iterator[Offer]:
    """The link of a visit does not open."""
    for visit in movable(base, user):
        play = partial(_visit_matter, base, visit, 19, "link fails", "help with a dead link")
        yield Offer(play, frozenset({"slot", visit.appointment_id}))


@RECIPES.intent(19, "handed_off")
def login_fails(base: Centre, user: str) -> Iterator[Offer]:
    """The login of the video platform fails; who has a visit to come speaks of its link."""
    if not base.active(user):
        yield Offer(partial(_login, user), NOTHING)


def _login(user: str, walk: Walk, draw: Draw) -> TraceGoal:
    return _hand_off(19, "login fails", {}, "help with the login, which fails", walk, draw)


def _visit_matter(
    base: Centre, visit: Appointment, intent: int, act: str, reason: str, walk: Walk, draw: Draw
) -> TraceGoal:
    open_visit(walk, visit)
    facts = base.visit_facts(visit)
    return _hand_off(intent, act, facts, f"{reason} ({visit.appointment_id})", walk, draw)


@RECIPES.intent(20, "handed_off")
def change_the_file(base: Centre, user: str) -> Iterator[Offer]:
    """Another address, phone, plan or emergency contact on the file."""
    for act in ("new address", "new phone", "new insurance", "new contact"):
        yield Offer(partial(_file, base, user, act), NOTHING)


def _file(base: Centre, user: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("get_patient_details", patient_id=user)
    patient = base.patients[user]
    facts = {
        **moves(draw, {patient.address.address1}).facts(),
        "phone": f"({draw.digits(3)}) {draw.digits(3)}-{draw.digits(4)}",
        "insurer": draw.pick(_INSURERS),
        "policy": f"{draw.pick(['SLH', 'NWM', 'PSH', 'HBC'])}-{draw.digits(6)}",
    }
    return _hand_off(20, act, facts, f"a {act} on the file", walk, draw)


@RECIPES.intent(20, "handed_off")
def money_back(base: Centre, user: str) -> Iterator[Offer]:
    """The copay of a visit back, or a bill looked into."""
    for visit in base.visits[user]:
        if visit.status == "completed" and base.alone(visit) and visit.copay_amount:
            for act, reason in (("refund", "a refund"), ("bill", "a bill looked into")):
                play = partial(_visit_matter, base, visit, 20, act, reason)
                yield Offer(play, frozenset({visit.appointment_id}))


@RECIPES.intent(20, "handed_off")
def approval(base: Centre, user: str) -> Iterator[Offer]:
    """A visit that waits for approval is to be approved."""
    for visit in movable(base, user):
        if visit.status == "pending_approval":
            play = partial(_visit_matter, base, visit, 20, "approval", "a visit approved")
            yield Offer(play, frozenset({"slot", visit.appointment_id}))


@RECIPES.intent(20, "handed_off")
def correction(base: Centre, user: str) -> Iterator[Offer]:
    """Something in a record is wrong."""
    days = [one.date for one in base.records[user]]
    for record in base.records[user]:
        if days.count(record.date) == 1 and record.type != "pre_visit_note":
            play = partial(_record_matter, base, user, record.record_id)
            yield Offer(play, frozenset({f"{record.record_id} note"}))


def _record_matter(base: Centre, user: str, key: str, walk: Walk, draw: Draw) -> TraceGoal:
    record = next(one for one in base.records[user] if one.record_id == key)
    walk.call("list_patient_medical_records", patient_id=user)
    walk.call("get_medical_record", record_id=key)
    facts = {"doctor": base.called(record.provider_id), "visit_day": day(record.date)}
    return _hand_off(20, "correction", facts, f"the record {key} corrected", walk, draw)


@RECIPES.intent(20, "handed_off")
def refill(base: Centre, user: str) -> Iterator[Offer]:
    """A prescription is to be refilled."""
    for one in filled(base, user):
        yield Offer(partial(_refill, user, one.words), one.touches)


def _refill(user: str, words: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("list_patient_medical_records", patient_id=user)
    return _hand_off(20, "refill", {"rx": words}, f"a refill of {words}", walk, draw)


@RECIPES.intent(20, "handed_off")
def other_device(base: Centre, user: str) -> Iterator[Offer]:
    """A broken device is to be replaced."""
    devices = base.devices[user]
    if len(devices) == 1:
        kind = DEVICE_WORDS[devices[0].device_type]
        yield Offer(partial(_other_device, kind), frozenset({devices[0].device_id}))


def _other_device(kind: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("list_telemetry_devices")
    return _hand_off(20, "other device", {"device": kind}, f"another {kind}", walk, draw)


@RECIPES.intent(20, "handed_off")
def switch_the_regimen(base: Centre, user: str) -> Iterator[Offer]:
    """Another regimen is to be taken."""
    if user in base.plans:
        yield Offer(partial(_switch, user), frozenset({"regimen switch"}))


def _switch(user: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("get_regimen_options", patient_id=user)
    return _hand_off(20, "switch the regimen", {}, "the regimen switched", walk, draw)
