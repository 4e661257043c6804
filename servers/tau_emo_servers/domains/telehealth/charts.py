"""The tools that find patients and show profiles, visits, providers and records."""

from pydantic import JsonValue
from sqlmodel import Session, select

from tau_emo_db import Prepared
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import Appointment, MedicalRecord, Patient, Provider
from tau_emo_db.kit import age
from tau_emo_servers.domains.telehealth.desk import (
    find_appointment,
    find_patient,
    find_provider,
    find_record,
)
from tau_emo_servers.domains.telehealth.views import (
    appointment_line,
    appointment_view,
    patient_view,
    provider_line,
    provider_view,
    record_line,
    record_view,
)
from tau_emo_servers.queries import insertion_order, rows_of
from tau_emo_servers.toolkit import Rejection, View, read

_PROVIDERS = Prepared(select(Provider).order_by(insertion_order(Provider)))


@read(title="Find a patient by email")
def find_patient_by_email(db: Session, email: str) -> str:
    """Find the id of the patient with this email; upper and lower case must match. Where a
    parent and children have one email, it is the parent's.

    Args:
        email: email of the patient, such as nora.quist8812@example.com.
    """
    if not email.strip():
        raise Rejection("empty_email", "the email is empty; ask the patient for it.")
    found = rows_of(db, Patient, email=email)
    if len(found) > 1:
        found = [one for one in found if age(one.date_of_birth, TODAY) >= 18]
        if len(found) != 1:
            raise Rejection(
                "not_unique",
                f"several patients have the email {email}; find the patient by name and date of "
                "birth.",
            )
    if not found:
        raise Rejection(
            "patient_not_found",
            f"there is no patient with the email {email}; check it, capitals included, or find "
            "the patient by name and date of birth.",
        )
    return found[0].patient_id


@read(title="Find a patient by name and date of birth")
def find_patient_by_name_dob(
    db: Session, first_name: str, last_name: str, date_of_birth: str
) -> str:
    """Find the id of the patient with this name and date of birth; upper and lower case of
    the name make no difference.

    Args:
        first_name: first name of the patient.
        last_name: last name of the patient.
        date_of_birth: date of birth in the format YYYY-MM-DD, such as 1985-03-15.
    """
    name = (first_name.strip().casefold(), last_name.strip().casefold())
    found = [
        one.patient_id
        for one in rows_of(db, Patient, date_of_birth=date_of_birth)
        if (one.first_name.casefold(), one.last_name.casefold()) == name
    ]
    if not found:
        raise Rejection(
            "patient_not_found",
            f"there is no patient {first_name} {last_name} born on {date_of_birth}; check the "
            "name, and send the date as YYYY-MM-DD.",
        )
    if len(found) > 1:
        raise Rejection(
            "not_unique",
            f"several patients are called {first_name} {last_name} and were born on "
            f"{date_of_birth}; find the patient by email.",
        )
    return found[0]


@read(title="Show a patient's profile")
def get_patient_details(db: Session, patient_id: str) -> View:
    """Show a patient's profile: personal data, address, insurance with copays in US dollars,
    conditions, allergies, medications and emergency contact.

    Args:
        patient_id: patient id, such as nora_quist_4127.
    """
    return patient_view(db, find_patient(db, patient_id))


@read(title="Show a visit")
def get_appointment_details(db: Session, appointment_id: str) -> View:
    """Show a visit: patient, provider, date and time, type, status, complaint, notes,
    insurance authorization, copay in US dollars, payment, link, and where present
    prescription, referral and cancellation.

    Args:
        appointment_id: appointment id, such as APPT017.
    """
    return appointment_view(db, find_appointment(db, appointment_id))


@read(title="Show a provider")
def get_provider_details(db: Session, provider_id: str) -> View:
    """Show a provider: specialty, license, credentials, languages, experience, contact,
    consultation fee in US dollars and the weekly timetable. The timetable does not show
    which slots are taken.

    Args:
        provider_id: provider id, such as dr_smith_cardiology.
    """
    return provider_view(db, find_provider(db, provider_id))


@read(title="List providers")
def list_available_providers(db: Session, specialty: str | None = None) -> list[JsonValue] | str:
    """List all providers or those of one specialty, with experience, languages, fee in US
    dollars and phone. It shows neither timetables nor free slots.

    Args:
        specialty: specialty, such as Cardiology; leave it out for all providers.
    """
    wanted = (specialty or "").strip().casefold()
    found: list[JsonValue] = [
        provider_line(one)
        for one in _PROVIDERS.all(db)
        if not wanted or one.specialty.casefold() == wanted
    ]
    return found or f"There is no provider of the specialty {specialty}."


@read(title="List a patient's visits")
def list_patient_appointments(
    db: Session, patient_id: str, status_filter: str | None = None
) -> list[JsonValue] | str:
    """List the visits of a patient by date and time, those that are over or cancelled too.

    Args:
        patient_id: patient id, such as nora_quist_4127.
        status_filter: scheduled, pending_approval, completed or cancelled; leave it out for
            all visits.
    """
    patient = find_patient(db, patient_id)
    wanted = (status_filter or "").strip().casefold()
    found = [
        one
        for one in rows_of(db, Appointment, patient_id=patient.patient_id)
        if not wanted or one.status == wanted
    ]
    found.sort(key=lambda one: (one.date, one.time, one.appointment_id))
    if found:
        return [appointment_line(db, one) for one in found]
    kind = f"{wanted} " if wanted else ""
    return f"Patient {patient_id} has no {kind}visit."


@read(title="List a patient's medical records")
def list_patient_medical_records(
    db: Session, patient_id: str, limit: int = 0
) -> list[JsonValue] | str:
    """List the medical records of a patient, the newest first, with the medications
    prescribed in each.

    Args:
        patient_id: patient id, such as nora_quist_4127.
        limit: the most records to list; 0 for all.
    """
    patient = find_patient(db, patient_id)
    records = rows_of(db, MedicalRecord, patient_id=patient.patient_id)
    found = sorted(records, key=lambda one: one.date, reverse=True)
    shown = found[:limit] if limit > 0 else found
    return [record_line(db, one) for one in shown] or f"Patient {patient_id} has no record."


@read(title="Show a medical record")
def get_medical_record(
    db: Session, record_id: str | None = None, appointment_id: str | None = None
) -> View:
    """Show a medical record whole, with prescriptions, their suppliers and the notes added to
    it. Name the record or its visit; if both are named, the record counts.

    Args:
        record_id: record id, such as REC012.
        appointment_id: id of the visit that the record is about, such as APPT017.
    """
    if record_id:
        return record_view(db, find_record(db, record_id))
    if not appointment_id:
        raise Rejection("nothing_named", "name a record_id or an appointment_id.")
    found = rows_of(db, MedicalRecord, appointment_id=appointment_id)
    if not found:
        raise Rejection(
            "record_not_found",
            f"there is no record of appointment {appointment_id}; list_patient_medical_records "
            "shows those there are.",
        )
    return record_view(db, found[0])
