"""The centre's patients, and how people speak of their doctors, visits and times."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.telehealth.clock import TODAY, WEEKDAYS
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    DrugInteraction,
    MedicalRecord,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    ProviderSlot,
    RegimenPlan,
    SupplierOffer,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_db.kit import age
from tau_emo_servers.domain import served_domain
from tau_emo_servers.domains.telehealth.desk import ACTIVE
from tau_emo_servers.domains.telehealth.family import acts_for
from tau_emo_tasks.tracer.kit.particulars import particulars
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk, WalkError

Moment = tuple[str, str]
"""A day and a time of day, as the tools take them."""

HOLIDAYS = ("2025-12-25", "2026-01-01")
_DAYS_AHEAD = 18
_RELATIVES = (
    "sister",
    "brother",
    "cousin",
    "sister-in-law",
    "brother-in-law",
    "half-sister",
    "half-brother",
)
_FRIENDS = (
    "neighbor",
    "colleague",
    "old friend",
    "school friend",
    "best friend",
    "bridge partner",
    "former colleague",
)
_DOCTORS = ("MD", "DO", "PhD")
_VISITS = {
    "follow_up": "follow-up",
    "consultation": "consultation",
    "routine_checkup": "routine check-up",
    "sick_visit": "sick visit",
    "specialist_consultation": "specialist consultation",
    "medication_review": "medication review",
    "therapy_session": "therapy session",
    "family_consultation": "family consultation",
    "care_coordination": "care coordination visit",
    "device_coaching": "device coaching session",
}


class Centre:
    """The base of the centre, by patient and by provider."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("telehealth").data) as state, state.session() as db:
            self.patients = {one.patient_id: one for one in db.exec(select(Patient))}
            self.providers = {one.provider_id: one for one in db.exec(select(Provider))}
            self.slots: dict[str, list[ProviderSlot]] = defaultdict(list)
            for slot in db.exec(select(ProviderSlot)):
                self.slots[slot.provider_id].append(slot)
            self.visits: dict[str, list[Appointment]] = defaultdict(list)
            self.taken: dict[str, set[Moment]] = defaultdict(set)
            for visit in db.exec(select(Appointment)):
                self.visits[visit.patient_id].append(visit)
                if visit.status in ACTIVE:
                    self.taken[visit.provider_id].add((visit.date, visit.time))
            self.records: dict[str, list[MedicalRecord]] = defaultdict(list)
            for record in db.exec(select(MedicalRecord)):
                self.records[record.patient_id].append(record)
            self.prescribed: dict[str, list[Prescription]] = defaultdict(list)
            for prescription in db.exec(select(Prescription)):
                self.prescribed[prescription.record_id].append(prescription)
            self.offers: dict[str, list[SupplierOffer]] = defaultdict(list)
            for offer in db.exec(select(SupplierOffer)):
                self.offers[offer.medication].append(offer)
            for offers in self.offers.values():
                offers.sort(key=lambda one: one.price_usd)
            self.takes: dict[str, list[str]] = defaultdict(list)
            for taken in db.exec(select(PatientMedication)):
                self.takes[taken.patient_id].append(taken.name)
            self.pairs = {
                frozenset((one.drug_a, one.drug_b)): one for one in db.exec(select(DrugInteraction))
            }
            self.devices: dict[str, list[TelemetryDevice]] = defaultdict(list)
            for device in db.exec(select(TelemetryDevice)):
                self.devices[device.assigned_to or ""].append(device)
            self.uploads: dict[str, list[TelemetryUpload]] = defaultdict(list)
            for upload in db.exec(select(TelemetryUpload)):
                self.uploads[upload.device_id].append(upload)
            self.plans = {one.patient_id: one for one in db.exec(select(RegimenPlan))}
        self._principals = tuple(
            one.patient_id
            for one in self.patients.values()
            if one.email and age(one.date_of_birth, TODAY) >= 18
        )

    # Who calls.

    def principals(self) -> Sequence[str]:
        """The keys of all grown patients; children do not write themselves."""
        return self._principals

    def facts(self, principal: str) -> dict[str, str]:
        """The patient's name, e-mail and birthday."""
        patient = self.patients[principal]
        return {
            "name": name_of(patient),
            "email": patient.email or "",
            "date_of_birth": birthday(patient),
        }

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By e-mail, or now and then by name and date of birth."""
        patient = self.patients[principal]
        name = Known(name="full_name", value=name_of(patient))
        born = Known(name="date_of_birth", value=patient.date_of_birth)
        if draw.chance(0.25):
            self.find_by_name(walk, principal)
            return (name, born)
        walk.call("find_patient_by_email", email=patient.email)
        return (Known(name="email", value=patient.email or ""), name, born)

    def find_by_name(self, walk: Walk, patient_id: str) -> None:
        """Look a patient up by name and date of birth."""
        patient = self.patients[patient_id]
        walk.call(
            "find_patient_by_name_dob",
            first_name=patient.first_name,
            last_name=patient.last_name,
            date_of_birth=patient.date_of_birth,
        )

    def dependants(self, principal: str) -> list[Patient]:
        """The children and aged parents for whom the patient may act."""
        own = self.patients[principal]
        return [one for one in self.patients.values() if one is not own and acts_for(own, one)]

    def others(self, principal: str) -> list[Patient]:
        """Relatives and friends for whom the patient may not act, although the files link them."""
        own = name_of(self.patients[principal])
        return [
            one
            for one in self.patients.values()
            if one.emergency_contact.name == own
            and one.emergency_contact.relationship in ("Spouse", "Sibling")
            and not acts_for(self.patients[principal], one)
        ]

    # Visits.

    def active(self, patient: str) -> list[Appointment]:
        """The visits that are still to come, the next one first."""
        found = [one for one in self.visits[patient] if one.status in ACTIVE]
        return sorted(found, key=lambda one: (one.date, one.time))

    def next_visit(self, patient: str) -> Appointment | None:
        """The first visit to come; None if there is none, or if it is not plain which is meant."""
        active = self.active(patient)
        if not active or active[0].status != "scheduled":
            return None
        return None if len(active) > 1 and active[0].date == active[1].date else active[0]

    def drugs(self, patient: str) -> list[str]:
        """What a patient takes by the profile, and what stands in prescriptions beside that."""
        prescribed = [
            one.medication
            for record in self.records[patient]
            for one in self.prescribed[record.record_id]
        ]
        return list(dict.fromkeys([*self.takes[patient], *prescribed]))

    def alone(self, visit: Appointment) -> bool:
        """True if provider and day tell the visit from all others of the patient."""
        return not any(
            one.appointment_id != visit.appointment_id
            and (one.provider_id, one.date) == (visit.provider_id, visit.date)
            for one in self.visits[visit.patient_id]
        )

    def called(self, provider_id: str) -> str:
        """How a patient calls a provider: "Dr. Brennan", "Priya Phiri"."""
        one = self.providers[provider_id]
        if one.title not in _DOCTORS:
            return f"{one.first_name} {one.last_name}"
        same = [other for other in self.providers.values() if other.last_name == one.last_name]
        return f"Dr. {one.last_name}" if len(same) == 1 else f"Dr. {one.first_name} {one.last_name}"

    def last_name(self, provider_id: str) -> str:
        """A provider's last name."""
        return self.providers[provider_id].last_name

    def visit_facts(self, visit: Appointment) -> dict[str, str]:
        """The blanks of a visit: `{doctor}`, `{visit_day}`, `{visit_time}`."""
        return {
            "doctor": self.called(visit.provider_id),
            "visit_day": day(visit.date),
            "visit_time": visit.time,
        }

    def visit_detail(self, visit: Appointment) -> Detail:
        """Which visit a listing must name."""
        own = self.last_name(visit.provider_id)
        others = {self.last_name(one.provider_id) for one in self.active(visit.patient_id)}
        return Detail(name="visit", accept=(own, visit.date), reject=tuple(sorted(others - {own})))

    def free(self, provider_id: str) -> list[Moment]:
        """The slots of the next weeks that nobody has, in order."""
        found: list[Moment] = []
        for ahead in range(1, _DAYS_AHEAD):
            one = date.fromisoformat(TODAY) + timedelta(days=ahead)
            if one.isoformat() in HOLIDAYS:
                continue
            times = self.times(provider_id, one.isoformat())
            found += [(one.isoformat(), time) for time in times]
        return [moment for moment in found if moment not in self.taken[provider_id]]

    def times(self, provider_id: str, iso: str) -> list[str]:
        """The times of the timetable on a day, taken ones included."""
        weekday = WEEKDAYS[date.fromisoformat(iso).weekday()]
        return sorted(one.time for one in self.slots[provider_id] if one.weekday == weekday)

    def suits(self, patient: str, moment: Moment) -> bool:
        """True if the patient has no visit then."""
        return all((one.date, one.time) != moment for one in self.active(patient))

    def slot(self, patient: str, provider_id: str, draw: Draw) -> Moment:
        """A free slot of a provider at which the patient has nothing else.

        Raises:
            WalkError: there is none.
        """
        found = [one for one in self.free(provider_id) if self.suits(patient, one)]
        if not found:
            raise WalkError(f"{provider_id} has no free slot")
        return draw.pick(found)


@cache
def centre() -> Centre:
    """The centre, read once."""
    return Centre()


def name_of(person: Patient | Provider) -> str:
    """First and last name."""
    return f"{person.first_name} {person.last_name}"


def birthday(patient: Patient) -> str:
    """A date of birth as people say it: "March 4, 1962"."""
    born = date.fromisoformat(patient.date_of_birth)
    return f"{born:%B} {born.day}, {born.year}"


def day(iso: str) -> str:
    """A day as people say it: "Friday, December 19"; with the year if it is the next one."""
    one = date.fromisoformat(iso)
    year = "" if one.year == int(TODAY[:4]) else f", {one.year}"
    return f"{one:%A}, {one:%B} {one.day}{year}"


def short_day(iso: str) -> str:
    """A day without its weekday: "December 9"."""
    one = date.fromisoformat(iso)
    return f"{one:%B} {one.day}"


def weekday(iso: str) -> str:
    """The weekday of a day: "Friday"."""
    return f"{date.fromisoformat(iso):%A}"


def clock(time: str, draw: Draw) -> str:
    """A time of day as people write it: "14:30", "2:30 pm", "3 pm"."""
    hour, minute = int(time[:2]), time[3:]
    if hour in (0, 12):
        return time
    half = "am" if hour < 12 else "pm"
    minutes = "" if minute == "00" else f":{minute}"
    return draw.pick([time, f"{hour % 12}{minutes} {half}"])


def when_facts(moment: Moment, draw: Draw) -> dict[str, str]:
    """The blanks of a new slot: `{date}`, `{time}`."""
    return {"date": day(moment[0]), "time": clock(moment[1], draw)}


def when_details(moment: Moment) -> tuple[Detail, ...]:
    """What a listing must say of a new slot."""
    return (
        Detail(name="new date", accept=(moment[0],)),
        Detail(name="new time", accept=(moment[1],)),
    )


def kind_facts(kind: str) -> dict[str, str]:
    """The blanks of a type of visit: `{kind}`, `{a_kind}`."""
    name = _VISITS[kind]
    return {"kind": name, "a_kind": f"{'an' if name[0] in 'aeiou' else 'a'} {name}"}


def kind_detail(kind: str) -> Detail:
    """What a listing must say of the type of a visit."""
    name = _VISITS[kind]
    accept = {name, name.replace("-", " "), kind.replace("_", " ")}  # "follow up", "follow-up"
    if kind == "routine_checkup":
        accept |= {"check-up", "checkup"}
    return Detail(name="type", accept=tuple(sorted(accept)))


def life(draw: Draw) -> dict[str, str]:
    """Small particulars, with relatives and friends that people of any age have."""
    people = {"relative": draw.pick(_RELATIVES), "friend": draw.pick(_FRIENDS)}
    today = WEEKDAYS[date.fromisoformat(TODAY).weekday()].capitalize()
    return {**particulars(draw, (today,)), **people}
