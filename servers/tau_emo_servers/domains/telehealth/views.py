"""How the centre's rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in US dollars; in the database they are cents.
"""

from collections.abc import Sequence

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.telehealth.clock import WEEKDAYS
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    Component,
    DrugInteraction,
    MedicalRecord,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    ProviderSlot,
    RecordNote,
    Regimen,
    RegimenOption,
    RegimenPlan,
    SupplierOffer,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_servers.money import shown, two_decimals
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, if_set, plain


def full_name(person: Patient | Provider) -> str:
    """First and last name, and the credential of a provider who has one."""
    name = f"{person.first_name} {person.last_name}"
    title = person.title if isinstance(person, Provider) else None
    return f"{name}, {title}" if title else name


def title_case(value: str) -> str:
    """A type or status as it is shown: `pending_approval` is Pending Approval."""
    return value.replace("_", " ").title()


def patient_view(db: Session, patient: Patient) -> View:
    """A profile, without the group number of the plan."""
    plan = patient.insurance
    return {
        "patient_id": patient.patient_id,
        "name": {"first_name": patient.first_name, "last_name": patient.last_name},
        "date_of_birth": patient.date_of_birth,
        "gender": patient.gender,
        "phone": patient.phone,
        "email": patient.email,
        "address": patient.address.model_dump(),
        "insurance": {
            "provider": plan.provider,
            "policy_number": plan.policy_number,
            "copay_primary": shown(plan.copay_primary),
            "copay_specialist": shown(plan.copay_specialist),
        },
        "conditions": [*patient.conditions],
        "allergies": [*patient.allergies],
        "medications": [
            {"name": one.name, "dosage": one.dosage, "frequency": one.frequency}
            for one in rows_of(db, PatientMedication, patient_id=patient.patient_id)
        ],
        "emergency_contact": patient.emergency_contact.model_dump(),
    }


def provider_view(db: Session, provider: Provider) -> View:
    """A provider with the weekly timetable; a day off has no times."""
    timetable: dict[str, list[JsonValue]] = {weekday: [] for weekday in WEEKDAYS}
    for slot in rows_of(db, ProviderSlot, provider_id=provider.provider_id):
        timetable[slot.weekday].append(slot.time)
    return {
        "provider_id": provider.provider_id,
        "name": full_name(provider),
        "specialty": provider.specialty,
        "license_number": provider.license_number,
        "credentials": [*provider.credentials],
        "languages": [*provider.languages],
        "years_experience": provider.years_experience,
        "phone": provider.phone,
        "email": provider.email,
        "consultation_fee": shown(provider.consultation_fee),
        "timetable": {**timetable},
    }


def provider_line(provider: Provider) -> View:
    """A provider in the list of all."""
    return {
        "provider_id": provider.provider_id,
        "name": full_name(provider),
        "specialty": provider.specialty,
        "years_experience": provider.years_experience,
        "languages": [*provider.languages],
        "consultation_fee": shown(provider.consultation_fee),
        "phone": provider.phone,
    }


def appointment_view(db: Session, appointment: Appointment) -> View:
    """A visit whole. Prescription, referral and cancellation are shown where they are set."""
    extra: View = {
        "prescription_issued": plain(appointment.prescription_issued),
        "referral_from": plain(appointment.referral_from),
        "cancellation_reason": appointment.cancellation_reason,
        "cancellation_date": appointment.cancellation_date,
    }
    return {
        "appointment_id": appointment.appointment_id,
        **_people(db, appointment.patient_id, appointment.provider_id),
        "date": appointment.date,
        "time": appointment.time,
        "duration_minutes": appointment.duration_minutes,
        "type": title_case(appointment.type),
        "status": title_case(appointment.status),
        "chief_complaint": appointment.chief_complaint,
        "notes": appointment.notes or None,
        "insurance_authorization": appointment.insurance_authorization,
        "copay_amount": shown(appointment.copay_amount),
        "payment_method": appointment.payment_method,
        "voucher_id": appointment.voucher_id,
        "meeting_link": appointment.meeting_link,
        **if_set(extra),
    }


def appointment_line(db: Session, appointment: Appointment) -> View:
    """A visit in the list of a patient's visits."""
    provider = db.get_one(Provider, appointment.provider_id)
    name = provider.last_name
    return {
        "appointment_id": appointment.appointment_id,
        "date": appointment.date,
        "time": appointment.time,
        "provider": f"{name}, {provider.title}" if provider.title else name,
        "specialty": provider.specialty,
        "status": title_case(appointment.status),
        "type": title_case(appointment.type),
    }


def record_view(db: Session, record: MedicalRecord) -> View:
    """A record whole, with its prescriptions and the notes added to it."""
    extra: View = {
        "vital_signs": {**record.vital_signs} if record.vital_signs else None,
        "lab_orders": [*record.lab_orders] if record.lab_orders else None,
        "next_appointment": record.next_appointment,
    }
    return {
        "record_id": record.record_id,
        "appointment_id": record.appointment_id,
        **_people(db, record.patient_id, record.provider_id),
        "date": record.date,
        "type": record.type,
        "subjective": record.subjective,
        "objective": record.objective,
        "assessment": record.assessment,
        "plan": record.plan,
        "recommendations": [*(record.recommendations or ())],
        **if_set(extra),
        "prescriptions": [
            _prescription(one) for one in rows_of(db, Prescription, record_id=record.record_id)
        ],
        "notes": [one.note for one in rows_of(db, RecordNote, record_id=record.record_id)],
    }


def record_line(db: Session, record: MedicalRecord) -> View:
    """A record in the list of a patient's records."""
    prescriptions = rows_of(db, Prescription, record_id=record.record_id)
    return {
        "record_id": record.record_id,
        "date": record.date,
        "appointment_id": record.appointment_id,
        "medications": [one.medication for one in prescriptions],
    }


def regimen_view(plan: RegimenPlan) -> View:
    """The current regimen and the options."""
    return {
        "patient_id": plan.patient_id,
        "current_regimen": _regimen(plan.current_regimen),
        "optimized_regimens": [_option(option) for option in plan.optimized_regimens],
    }


def offer_view(offer: SupplierOffer) -> View:
    """An offer of a supplier; the price has two decimals."""
    return {
        "company": offer.company,
        "country": offer.country,
        "brand_name": offer.brand_name,
        "price_usd": two_decimals(offer.price_usd),
    }


def interaction_view(pair: DrugInteraction) -> View:
    """What is known of two drugs."""
    return {
        "drugs": [pair.drug_a, pair.drug_b],
        "severity": pair.severity,
        "risk_score": pair.risk_score,
        "time_overlap_hours": pair.time_overlap_hours,
        "action": pair.action,
    }


def device_view(device: TelemetryDevice) -> View:
    """A device and who has it."""
    return {
        "device_id": device.device_id,
        "device_type": device.device_type,
        "status": device.status,
        "assigned_to": device.assigned_to,
        "last_audit": device.last_audit,
        "notes": device.notes,
    }


def upload_view(upload: TelemetryUpload) -> View:
    """What a device sent on one day."""
    return {
        "device_id": upload.device_id,
        "date": upload.date,
        "usage_hours": upload.usage_hours,
        "synced_at": upload.synced_at,
        "event": upload.event,
        "alerts": [*upload.alerts],
    }


def _people(db: Session, patient_id: str, provider_id: str) -> View:
    patient, provider = db.get_one(Patient, patient_id), db.get_one(Provider, provider_id)
    return {
        "patient_id": patient_id,
        "patient": full_name(patient),
        "provider_id": provider_id,
        "provider": full_name(provider),
    }


def _prescription(one: Prescription) -> View:
    supplier = one.supplier
    return {
        "medication": one.medication,
        "dosage": one.dosage,
        "frequency": one.frequency,
        "quantity": one.quantity,
        "refills": one.refills,
        "duration": one.duration,
        "pharmacy": one.pharmacy,
        "supplier": None
        if supplier is None
        else {
            "company": supplier.company,
            "brand_name": supplier.brand_name,
            "price_usd": shown(supplier.price_usd),
            "currency": supplier.currency,
        },
    }


def _regimen(regimen: Regimen) -> View:
    return {
        "components": _components(regimen.components),
        "pill_burden": regimen.pill_burden,
        "notes": regimen.notes,
    }


def _option(option: RegimenOption) -> View:
    return {
        "name": option.name,
        "focus": option.focus,
        "components": _components(option.components),
        "pill_burden": option.pill_burden,
        "synergy_notes": option.synergy_notes,
    }


def _components(components: Sequence[Component]) -> list[JsonValue]:
    return [{**one.model_dump(), "unit_cost_usd": shown(one.unit_cost_usd)} for one in components]
