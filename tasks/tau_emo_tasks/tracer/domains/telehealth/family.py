"""Acting for a child or an aged parent, and for those for whom nobody may act."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import Appointment, Patient, Provider
from tau_emo_db.kit import age
from tau_emo_servers.domains.telehealth.desk import PRIMARY_CARE
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telehealth.base import (
    Centre,
    birthday,
    kind_detail,
    kind_facts,
    life,
    name_of,
    when_details,
    when_facts,
)
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES
from tau_emo_tasks.tracer.domains.telehealth.medicines import heard
from tau_emo_tasks.tracer.domains.telehealth.visits import (
    book,
    doctor_detail,
    look_before_booking,
    movable,
    move,
    open_visit,
    other_slot,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

_PARENTS = ("Parent", "Mother", "Father")
_FEMALE = {"who": "daughter", "he": "she", "him": "her", "his": "her", "himself": "herself"}
_MALE = {"who": "son", "he": "he", "him": "him", "his": "his", "himself": "himself"}


def _person(other: Patient) -> dict[str, str]:
    """The blanks of somebody else: `{person}`, `{first_name}`, `{born}`, `{he}`, `{his}`."""
    forms = _FEMALE if other.gender == "Female" else _MALE
    return {
        **forms,
        "person": name_of(other),
        "first_name": other.first_name,
        "born": birthday(other),
    }


def _relative(other: Patient) -> dict[str, str]:
    """The same of a child or an aged parent: `{who}` is a daughter, a father."""
    facts = _person(other)
    if age(other.date_of_birth, TODAY) >= 65:
        facts["who"] = "mother" if other.gender == "Female" else "father"
    return facts


def _born(other: Patient) -> tuple[Known, ...]:
    return (Known(name="their_birth", value=other.date_of_birth),)


def _two_birthdays(walk: Walk) -> None:
    """Give up if the customer was found by birthday: two in one talk are easily mixed up.

    Raises:
        WalkError: the customer has not given an e-mail.
    """
    if any(step.tool == "find_patient_by_name_dob" for step in walk.steps):
        raise WalkError("the customer was found by name and date of birth")


def _find(base: Centre, walk: Walk, user: str, other: Patient) -> None:
    """Find the other patient and see in the files that the customer may act."""
    _two_birthdays(walk)
    base.find_by_name(walk, other.patient_id)
    walk.call("get_patient_details", patient_id=other.patient_id)
    contact = base.patients[user].emergency_contact
    if contact.name == name_of(other) and contact.relationship in _PARENTS:
        walk.call("get_patient_details", patient_id=user)


def _patient_detail(other: Patient) -> Detail:
    return Detail(name="patient", accept=(other.first_name,))


@RECIPES.intent(14, "done")
def move_for_a_relative(base: Centre, user: str) -> Iterator[Offer]:
    """Move or cancel the visit of a child or an aged parent."""
    for other in base.dependants(user):
        for visit in movable(base, other.patient_id):
            touched = frozenset({"slot", other.patient_id})
            yield Offer(partial(_move_for, base, user, other, visit), touched)
            yield Offer(partial(_cancel_for, base, user, other, visit), touched)


def _move_for(
    base: Centre, user: str, other: Patient, visit: Appointment, walk: Walk, draw: Draw
) -> TraceGoal:
    moment = other_slot(base, visit, draw)
    _find(base, walk, user, other)
    open_visit(walk, visit)
    move(walk, visit, moment)
    return TraceGoal(
        intent=14,
        act="move for a relative",
        outcome="done",
        facts={
            **life(draw),
            **_relative(other),
            **base.visit_facts(visit),
            **when_facts(moment, draw),
        },
        knows=_born(other),
        details=(base.visit_detail(visit), *when_details(moment)),
    )


def _cancel_for(
    base: Centre, user: str, other: Patient, visit: Appointment, walk: Walk, draw: Draw
) -> TraceGoal:
    _find(base, walk, user, other)
    open_visit(walk, visit)
    walk.call("cancel_appointment", appointment_id=visit.appointment_id)
    return TraceGoal(
        intent=14,
        act="cancel for a relative",
        outcome="done",
        facts={**life(draw), **_relative(other), **base.visit_facts(visit)},
        knows=_born(other),
        details=(base.visit_detail(visit),),
    )


@RECIPES.intent(14, "done")
def book_for_a_relative(base: Centre, user: str) -> Iterator[Offer]:
    """Book a check-up or a sick visit for a child or an aged parent."""
    for other in base.dependants(user):
        field = "Pediatrics" if age(other.date_of_birth, TODAY) < 18 else PRIMARY_CARE
        for provider in base.providers.values():
            if provider.specialty == field:
                touched = frozenset({"slot", other.patient_id})
                yield Offer(partial(_book_for, base, user, other, provider), touched)


def _book_for(
    base: Centre, user: str, other: Patient, provider: Provider, walk: Walk, draw: Draw
) -> TraceGoal:
    moment = base.slot(other.patient_id, provider.provider_id, draw)
    kind = draw.pick(("routine_checkup", "sick_visit", "consultation"))
    _find(base, walk, user, other)
    look_before_booking(walk, other.patient_id, provider, field=False)
    book(walk, other.patient_id, provider, moment, kind)
    return TraceGoal(
        intent=14,
        act="book for a relative",
        outcome="done",
        facts={
            **life(draw),
            **_relative(other),
            **kind_facts(kind),
            **when_facts(moment, draw),
            "doctor": base.called(provider.provider_id),
        },
        knows=_born(other),
        details=(
            _patient_detail(other),
            doctor_detail(base, provider),
            kind_detail(kind),
            *when_details(moment),
        ),
    )


@RECIPES.intent(14, "told")
def ask_for_a_relative(base: Centre, user: str) -> Iterator[Offer]:
    """When a child or an aged parent has the next visit, and with whom."""
    for other in base.dependants(user):
        visit = base.next_visit(other.patient_id)
        if visit:
            touched = frozenset({"slot", other.patient_id})
            yield Offer(partial(_ask_for, base, user, other, visit), touched)


def _ask_for(
    base: Centre, user: str, other: Patient, visit: Appointment, walk: Walk, draw: Draw
) -> TraceGoal:
    _find(base, walk, user, other)
    open_visit(walk, visit)
    listed = ("list_patient_appointments", "get_appointment_details")
    provider = name_of(base.providers[visit.provider_id])
    outputs = (
        Output(name="day of the visit", value=visit.date, kind="date", source=listed),
        Output(name="provider", value=provider, kind="name", source=listed[1:]),
    )
    return TraceGoal(
        intent=14,
        act="next visit of a relative",
        outcome="told",
        facts={**life(draw), **_relative(other)},
        knows=_born(other),
        hears=heard(outputs),
        outputs=outputs,
    )


# Those for whom nobody else may act.


@RECIPES.intent(15, "refused")
def cancel_for_a_spouse(base: Centre, user: str) -> Iterator[Offer]:
    """Cancel the visit of a spouse, a brother or a sister."""
    for other in base.others(user):
        for visit in movable(base, other.patient_id):
            touched = frozenset({other.patient_id})
            yield Offer(partial(_for_a_spouse, base, other, visit), touched)


def _for_a_spouse(
    base: Centre, other: Patient, visit: Appointment, walk: Walk, draw: Draw
) -> TraceGoal:
    _two_birthdays(walk)
    base.find_by_name(walk, other.patient_id)
    walk.call("get_patient_details", patient_id=other.patient_id)
    female = other.gender == "Female"
    spouse = other.emergency_contact.relationship == "Spouse"
    who = ("wife" if female else "husband") if spouse else ("sister" if female else "brother")
    return TraceGoal(
        intent=15,
        act="visit of a spouse",
        outcome="refused",
        facts={
            **life(draw),
            **_person(other),
            **base.visit_facts(visit),
            "who": who,
        },
        knows=_born(other),
        refuses=("TELH-03",),
    )


@RECIPES.intent(15, "refused", tells=True)
def move_for_a_friend(base: Centre, user: str) -> Iterator[Offer]:
    """Move the visit of a friend; then the day of one's own next visit is wanted."""
    own = base.next_visit(user)
    if not own:
        return
    for key in base.principals():
        for visit in movable(base, key):
            strange = key != user and base.patients[key] not in base.dependants(user)
            if strange and visit.date != own.date:
                touched = frozenset({"slot", key})
                yield Offer(partial(_for_a_friend, base, visit, own), touched)


def _for_a_friend(
    base: Centre, visit: Appointment, own: Appointment, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("list_patient_appointments", patient_id=own.patient_id)
    output = Output(
        name="day of the next visit", value=own.date, kind="date",
        source=("list_patient_appointments",),
    )  # fmt: skip
    return TraceGoal(
        intent=15,
        act="visit of a friend",
        outcome="refused",
        facts={
            **life(draw),
            **_person(base.patients[visit.patient_id]),
            **base.visit_facts(visit),
        },
        hears=heard([output]),
        outputs=(output,),
        refuses=("TELH-03",),
    )
