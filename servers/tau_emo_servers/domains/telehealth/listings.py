"""What the listing of each write of the centre must name before the customer's yes."""

import re
from collections.abc import Sequence

from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Patient,
    Prescription,
    Provider,
)
from tau_emo_servers.domains.telehealth.desk import (
    ACTIVE,
    copay,
    coverage,
    find_prescription,
)
from tau_emo_servers.domains.telehealth.family import customer
from tau_emo_servers.listing import Fact, Part, WriteTool, fact, money_fact, when_fact
from tau_emo_servers.money import shown, to_cents
from tau_emo_servers.rules import Moment
from tau_emo_servers.toolkit import Rejection

TYPE_WORDS: dict[str, re.Pattern[str]] = {
    "routine_checkup": re.compile(r"\bcheck[ -]?up|\broutine"),
    "follow_up": re.compile(r"\bfollow[ _-]?up"),
    "consultation": re.compile(r"\bconsult"),
    "specialist_consultation": re.compile(r"\bspecialist"),
    "sick_visit": re.compile(r"\bsick|\bill\b"),
    "medication_review": re.compile(r"\bmedication[ _-]review|\breview\b[^.]*\bmedic"),
    "device_coaching": re.compile(r"coaching|\bcoach\b"),
    "care_coordination": re.compile(r"coordinat"),
    "family_consultation": re.compile(r"\bfamily"),
    "therapy_session": re.compile(r"\btherapy"),
}
"""How people name the types of visit that can be booked."""

_WITHOUT_INSURANCE = re.compile(
    r"\b(?:no|not|without)\b[^.;]*\binsurance\b|\bself[ -]?pay|\bout of pocket\b"
    r"|\binsurance\b[^.;]*\b(?:not|no|isn't|won't)\b|\bvoucher\b"
)


def provider_ways(moment: Moment, provider: Provider) -> list[Part | Sequence[Part]]:
    """A provider's id, or the last name, with more where several have it."""
    last: Part = (provider.last_name, "label")
    ways: list[Part | Sequence[Part]] = [(provider.provider_id, "id")]
    if len(moment.rows(Provider, last_name=provider.last_name)) == 1:
        return [*ways, last]
    return [*ways, [last, (provider.first_name, "label")], [last, (provider.specialty, "label")]]


def _provider(moment: Moment, provider_id: str) -> Fact:
    provider = moment.row(Provider, provider_id)
    name = f"the provider {provider_id}"
    return (
        fact(name, *provider_ways(moment, provider))
        if provider
        else fact(name, (provider_id, "id"))
    )


def _whose(moment: Moment, patient_id: str | None, *ids: str) -> list[Fact]:
    """The patient's name, where it is not the customer; an id of the object tells it too."""
    own = customer(moment)
    patient = moment.row(Patient, patient_id) if patient_id else None
    if patient is None or own in (None, patient_id):
        return []
    known_by: list[Part] = [(one, "id") for one in (patient.patient_id, *ids)]
    return [fact(f"the patient {patient_id}", (patient.first_name, "label"), *known_by)]


def _visit(moment: Moment) -> list[Fact]:
    """The visit by its id, by date and time, or by its provider; and whose it is."""
    key = moment.arguments["appointment_id"]
    visit = moment.row(Appointment, key)
    ways: list[Part | Sequence[Part]] = [(key, "id")]
    if visit is None:
        return [fact(f"the visit {key}", *ways)]
    ways.append([(visit.date, "date"), (visit.time, "time")])
    provider = moment.row(Provider, visit.provider_id)
    if provider is not None:
        last: Part = (provider.last_name, "label")
        ways.append([last, (visit.date, "date")])
        others = moment.rows(Appointment, patient_id=visit.patient_id)
        if [one.provider_id for one in others if one.status in ACTIVE] == [visit.provider_id]:
            ways.append(last)
    return [fact(f"the visit {key}", *ways), *_whose(moment, visit.patient_id, key)]


def _booking(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    kind = wanted["appointment_type"]
    words = TYPE_WORDS.get(kind)
    facts = [
        _provider(moment, wanted["provider_id"]),
        when_fact("the date", wanted["date"]),
        when_fact("the time", wanted["time"], "time"),
        fact(f"the type {kind}", words or (kind, "label")),
        *_whose(moment, wanted["patient_id"]),
    ]
    patient = moment.row(Patient, wanted["patient_id"])
    provider = moment.row(Provider, wanted["provider_id"])
    if patient is None or provider is None:
        return facts
    voucher = wanted.get("voucher_id")
    method = coverage(wanted.get("bill_insurance", True), voucher)
    if method == "insurance":
        return [*facts, money_fact("the copay", str(shown(copay(patient, provider))))]
    facts.append(fact("that insurance is not billed", _WITHOUT_INSURANCE))
    if voucher:
        return [*facts, fact(f"the voucher {voucher}", (voucher, "id"))]
    return [*facts, money_fact("the fee", str(shown(provider.consultation_fee)))]


def _move(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    return [
        *_visit(moment),
        when_fact("the new date", wanted["new_date"]),
        when_fact("the new time", wanted["new_time"], "time"),
    ]


def record_ways(moment: Moment, record: MedicalRecord) -> list[Part | Sequence[Part]]:
    """A record by its id or by its date."""
    return [(record.record_id, "id"), (record.date, "date")]


def _record(moment: Moment, medication: str = "") -> list[Fact]:
    """The record by its id or date, or by a medication that no other one prescribes."""
    key = moment.arguments["record_id"]
    record = moment.row(MedicalRecord, key)
    if record is None:
        return [fact(f"the record {key}", (key, "id"))]
    ways = record_ways(moment, record)
    if medication and len(records_with(moment, record.patient_id, medication)) == 1:
        ways.append((medication, "label"))
    return [fact(f"the record {key}", *ways), *_whose(moment, record.patient_id, key)]


def records_with(moment: Moment, patient_id: str, medication: str) -> list[str]:
    """The ids of a patient's records in which a medication is prescribed."""
    return [
        record.record_id
        for record in moment.rows(MedicalRecord, patient_id=patient_id)
        if any(
            one.medication == medication
            for one in moment.rows(Prescription, record_id=record.record_id)
        )
    ]


def meant_medication(moment: Moment) -> str:
    """The prescription that the call changes, by its name; the name sent if there is none."""
    wanted = moment.arguments
    record = moment.row(MedicalRecord, wanted["record_id"])
    if record is not None and wanted["medication"].strip():
        try:
            return find_prescription(moment.db, record, wanted["medication"]).medication
        except Rejection:
            pass
    return wanted["medication"]


def _supplier(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    medication = meant_medication(moment)
    return [
        *_record(moment, medication),
        fact(f"the medication {medication}", (medication, "label")),
        fact(f"the company {wanted['supplier_company']}", (wanted["supplier_company"], "label")),
        fact(f"the brand {wanted['brand_name']}", (wanted["brand_name"], "label")),
        money_fact("the price", str(shown(to_cents(wanted["price_usd"])))),
    ]


WRITES = {
    "schedule_appointment": WriteTool("book|schedul|reserv|mak|set", _booking),
    "reschedule_appointment": WriteTool("mov|reschedul|chang|shift|switch|postpon", _move),
    "cancel_appointment": WriteTool("cancel", _visit),
    "update_prescription_supplier": WriteTool(
        "chang|switch|updat|set|fill|mov|tak", _supplier, also="put|suppl|com(?:e|es|ing) from"
    ),
    "update_medical_record_note": WriteTool("not(?:e|ing)|add|writ", _record),
}
"""The centre's write tools, as a listing and a report name them."""
