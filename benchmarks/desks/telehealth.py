"""Calls of the telehealth centre's tools."""

from collections import Counter
from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db import kit
from tau_emo_db.domains.telehealth.clock import TODAY, WEEKDAYS
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    DrugInteraction,
    MedicalRecord,
    Patient,
    Prescription,
    Provider,
    ProviderSlot,
    RegimenPlan,
    SupplierOffer,
    TelemetryUpload,
)

EACH = 4
"""How often each tool is called."""
_DAYS = 28
"""How far ahead visits are booked."""


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    patients = [*db.exec(select(Patient))]
    emails = Counter(one.email for one in patients)
    for patient in spaced([one for one in patients if one.email and emails[one.email] == 1], EACH):
        yield "find_patient_by_email", {"email": patient.email}
        yield "get_patient_details", {"patient_id": patient.patient_id}
        yield "list_patient_appointments", {"patient_id": patient.patient_id}
        yield "list_patient_medical_records", {"patient_id": patient.patient_id}
    names = Counter(map(_name, patients))
    for patient in spaced([one for one in patients if names[_name(one)] == 1], EACH):
        yield (
            "find_patient_by_name_dob",
            {
                "first_name": patient.first_name,
                "last_name": patient.last_name,
                "date_of_birth": patient.date_of_birth,
            },
        )
    for visit in spaced([*db.exec(select(Appointment))], EACH):
        yield "get_appointment_details", {"appointment_id": visit.appointment_id}
    for provider in spaced([*db.exec(select(Provider))], EACH):
        yield "get_provider_details", {"provider_id": provider.provider_id}
        yield "list_available_providers", {"specialty": provider.specialty}
    for record in spaced([*db.exec(select(MedicalRecord))], EACH):
        yield "get_medical_record", {"record_id": record.record_id}
    for plan in spaced([*db.exec(select(RegimenPlan))], EACH):
        yield "get_regimen_options", {"patient_id": plan.patient_id}
    for offer in spaced([*db.exec(select(SupplierOffer))], EACH):
        yield "list_medication_suppliers", {"medication": offer.medication}
    for pair in spaced([*db.exec(select(DrugInteraction))], EACH):
        yield (
            "check_drug_interactions",
            {"primary_medication": pair.drug_a, "current_medications": [pair.drug_b]},
        )
    yield "list_telemetry_devices", {"status_filter": "deployed", "limit": 10}
    for upload in spaced([*db.exec(select(TelemetryUpload))], EACH):
        yield "list_telemetry_uploads", {"device_id": upload.device_id}
        yield "get_telemetry_upload", {"device_id": upload.device_id, "date": upload.date}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on a visit, a slot or a record of its own."""
    apart = Apart()
    active = select(Appointment).where(
        col(Appointment.status).in_(["scheduled", "pending_approval"])
    )
    for visit in apart.pick(db.exec(active), lambda visit: visit.provider_id, EACH):
        date, time = _free_slot(db, visit.provider_id)
        yield (
            "reschedule_appointment",
            {"appointment_id": visit.appointment_id, "new_date": date, "new_time": time},
        )
    patients = spaced([*db.exec(select(Patient))], EACH)
    providers = apart.pick(db.exec(select(Provider)), lambda provider: provider.provider_id, EACH)
    for patient, provider in zip(patients, providers, strict=False):
        date, time = _free_slot(db, provider.provider_id)
        yield (
            "schedule_appointment",
            {
                "patient_id": patient.patient_id,
                "provider_id": provider.provider_id,
                "date": date,
                "time": time,
                "appointment_type": "consultation",
            },
        )
    for visit in apart.pick(db.exec(active), lambda visit: visit.provider_id, EACH):
        yield "cancel_appointment", {"appointment_id": visit.appointment_id}
    offers: dict[str, SupplierOffer] = {}
    for offer in db.exec(select(SupplierOffer).order_by(col(SupplierOffer.price_usd))):
        offers.setdefault(offer.medication.casefold(), offer)
    filled = [
        (one, offer)
        for one in db.exec(select(Prescription))
        if (offer := offers.get(one.medication.casefold()))
    ]
    for one, offer in apart.pick(filled, lambda pair: pair[0].record_id, EACH):
        yield (
            "update_prescription_supplier",
            {
                "record_id": one.record_id,
                "medication": one.medication,
                "supplier_company": offer.company,
                "brand_name": offer.brand_name,
                "price_usd": offer.price_usd / 100,
            },
        )
    for record in apart.pick(db.exec(select(MedicalRecord)), lambda one: one.record_id, EACH):
        yield (
            "update_medical_record_note",
            {"record_id": record.record_id, "note": "The patient prefers calls in the morning."},
        )


def _name(patient: Patient) -> tuple[str, str, str]:
    return patient.first_name.casefold(), patient.last_name.casefold(), patient.date_of_birth


def _free_slot(db: Session, provider_id: str) -> tuple[str, str]:
    """Day and time of a slot of the provider that no visit has."""
    slots = db.exec(select(ProviderSlot).where(ProviderSlot.provider_id == provider_id)).all()
    visits = db.exec(select(Appointment).where(Appointment.provider_id == provider_id)).all()
    taken = {(one.date, one.time) for one in visits}
    days = [kit.add_days(TODAY, ahead) for ahead in range(1, _DAYS)]
    return next(
        (day, slot.time)
        for day in days
        for slot in slots
        if slot.weekday == WEEKDAYS[kit.weekday(day)] and (day, slot.time) not in taken
    )
