"""The tools of the centre's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (serve somebody else's
child, book two visits of one patient at one time, write into a record unasked) is a matter
of the policy, not of the tools.
"""

from pydantic import JsonValue
from sqlmodel import Session, select

from tau_emo_db import Prepared
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    DrugInteraction,
    MedicalRecord,
    Patient,
    Provider,
    RecordNote,
    RegimenPlan,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_db.kit import age
from tau_emo_servers.checks import check_filled
from tau_emo_servers.common_tools import calculate, think
from tau_emo_servers.domains.telehealth.desk import (
    LINK,
    MINUTES,
    check_slot,
    check_type,
    copay,
    coverage,
    drug_key,
    drug_pairs,
    find_appointment,
    find_offer,
    find_open_appointment,
    find_patient,
    find_prescription,
    find_provider,
    find_record,
    first_of,
    next_number,
    offers_of,
    payment_notice,
    supplier_of,
)
from tau_emo_servers.domains.telehealth.views import (
    appointment_line,
    appointment_view,
    device_view,
    interaction_view,
    offer_view,
    patient_view,
    provider_line,
    provider_view,
    record_line,
    record_view,
    regimen_view,
    upload_view,
)
from tau_emo_servers.money import to_cents
from tau_emo_servers.queries import first_found, insertion_order, only_found, rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write

_PROVIDERS = Prepared(select(Provider).order_by(insertion_order(Provider)))
_SEVERITIES = ("low", "moderate", "high")


@read(title="Find a patient by email")
def find_patient_by_email(db: Session, email: str) -> str:
    """Find the id of the patient with this email; upper and lower case must match. Where a
    parent and children have one email, it is the parent's.

    Args:
        email: email of the patient, such as nora.quist8812@example.com.
    """
    check_filled({"email": email}, "no_email", "ask the patient for it")
    found = rows_of(db, Patient, email=email)
    if len(found) > 1:
        found = [one for one in found if age(one.date_of_birth, TODAY) >= 18]
        if len(found) != 1:
            raise Rejection(
                "not_unique",
                f"several patients have the email {email}; find the patient by name and date of "
                "birth.",
            )
    hint = "check it, capitals included, or find the patient by name and date of birth"
    return first_found(found, "patient", f"with the email {email}; {hint}").patient_id


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
    return only_found(
        found,
        "patient",
        f"{first_name} {last_name} born on {date_of_birth}; check the name, and send the date as "
        "YYYY-MM-DD",
        several=f"are called {first_name} {last_name} and were born on {date_of_birth}",
    )


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
    shown = first_of(found, limit)
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


@read(title="Show a patient's regimen and its options")
def get_regimen_options(db: Session, patient_id: str) -> View | str:
    """Show what a patient takes every day, with units and costs in US dollars, and what could
    take its place. Nothing here can switch a regimen.

    Args:
        patient_id: patient id, such as nora_quist_4127.
    """
    patient = find_patient(db, patient_id)
    plan = db.get(RegimenPlan, patient.patient_id)
    return regimen_view(plan) if plan else f"Patient {patient_id} has no regimen plan."


@read(title="List the suppliers of a medication")
def list_medication_suppliers(
    db: Session, medication: str, country_filter: str | None = None, limit: int = 0
) -> list[JsonValue] | str:
    """List the offers of a medication, the lowest price first: company, country, brand and
    price in US dollars.

    Args:
        medication: whole name of the medication without dosage, such as Aspirin EC.
        country_filter: country of the supplier, such as Germany; leave it out for all.
        limit: the most offers to list; 0 for all.
    """
    country = (country_filter or "").strip().casefold()
    found: list[JsonValue] = [
        offer_view(one)
        for one in offers_of(db, medication)
        if not country or one.country.casefold() == country
    ]
    shown = first_of(found, limit)
    where = f" from {country_filter}" if country else ""
    return shown or f"There is no offer of {medication}{where} in the catalogue."


@read(title="Check drugs for interactions")
def check_drug_interactions(
    db: Session, primary_medication: str, current_medications: list[str]
) -> View | str:
    """Look up what is documented of a drug together with each of the current drugs, and of the
    current drugs together. A name that is not in the table is listed as unknown: nothing
    documented does not mean that it is safe.

    Args:
        primary_medication: name of the drug asked about, without dosage.
        current_medications: names of the drugs that the patient takes.
    """
    table = rows_of(db, DrugInteraction)
    by_pair = {frozenset((drug_key(one.drug_a), drug_key(one.drug_b))): one for one in table}
    known = {drug_key(name) for one in table for name in (one.drug_a, one.drug_b)}
    hits = [
        by_pair[pair]
        for pair in drug_pairs(primary_medication, current_medications)
        if pair in by_pair
    ]
    names = dict.fromkeys([primary_medication.strip(), *(n.strip() for n in current_medications)])
    unknown = [name for name in names if drug_key(name) not in known]
    if not hits:
        told = f" Not in the table: {', '.join(unknown)}." if unknown else ""
        return f"No interaction is documented.{told}"
    worst = max(hits, key=lambda one: _SEVERITIES.index(one.severity))
    return {
        "interactions": [interaction_view(one) for one in hits],
        "hold": [*sorted({name for one in hits for name in one.skip})],
        "emergency": any(one.emergency for one in hits),
        "peak_overlap_hours": max(one.time_overlap_hours for one in hits),
        "most_severe": {"drugs": [worst.drug_a, worst.drug_b], "severity": worst.severity},
        "unknown": [*unknown],
    }


@read(title="List the devices")
def list_telemetry_devices(
    db: Session, status_filter: str | None = None, limit: int = 0
) -> list[JsonValue] | str:
    """List the devices of all patients by id: type, status, who has it, last audit and notes.

    Args:
        status_filter: available, inspection, deployed, shipped, missing_overdue or
            maintenance; leave it out for all.
        limit: the most devices to list; 0 for all.
    """
    wanted = (status_filter or "").strip().casefold()
    found = [one for one in rows_of(db, TelemetryDevice) if not wanted or one.status == wanted]
    found.sort(key=lambda one: one.device_id)
    shown = first_of(found, limit)
    return [device_view(one) for one in shown] or f"There is no {wanted} device."


@read(title="List the uploads of a device")
def list_telemetry_uploads(
    db: Session,
    device_id: str,
    start_date: str | None = None,
    end_date: str | None = None,
    limit: int = 0,
) -> list[JsonValue] | str:
    """List what a device sent day by day, the oldest first. A day with the event
    upload_missing was recorded but did not arrive; a day that is not listed was not recorded.

    Args:
        device_id: device id, such as CARDIA_461.
        start_date: first day in the format YYYY-MM-DD; leave it out for no beginning.
        end_date: last day in the format YYYY-MM-DD; leave it out for no end.
        limit: the most days to list, counted from the oldest; 0 for all.
    """
    found = [
        one
        for one in rows_of(db, TelemetryUpload, device_id=device_id)
        if (not start_date or one.date >= start_date) and (not end_date or one.date <= end_date)
    ]
    found.sort(key=lambda one: one.date)
    shown = first_of(found, limit)
    return [upload_view(one) for one in shown] or f"There is no upload of {device_id} then."


@read(title="Show one day's upload of a device")
def get_telemetry_upload(db: Session, device_id: str, date: str) -> View | str:
    """Show what a device sent on one day.

    Args:
        device_id: device id, such as CARDIA_461.
        date: the day in the format YYYY-MM-DD.
    """
    upload = db.get(TelemetryUpload, (device_id, date))
    return upload_view(upload) if upload else f"There is no upload of {device_id} on {date}."


@write(title="Book a visit", destructive=False)
def schedule_appointment(
    db: Session,
    patient_id: str,
    provider_id: str,
    date: str,
    time: str,
    appointment_type: str,
    bill_insurance: bool = True,
    voucher_id: str | None = None,
    payment_notes: str | None = None,
) -> View:
    """Book a video visit in a free slot of a provider's timetable. Insurance pays all but the
    copay, unless it is not to be billed: then a voucher pays, or the patient.

    Args:
        patient_id: patient id, such as nora_quist_4127.
        provider_id: provider id, such as dr_smith_cardiology.
        date: day of the visit in the format YYYY-MM-DD.
        time: start of the visit in the format HH:MM, 24 hours, such as 14:30.
        appointment_type: routine_checkup, follow_up, consultation, specialist_consultation,
            sick_visit, medication_review, device_coaching, care_coordination,
            family_consultation or therapy_session.
        bill_insurance: whether insurance pays; false only if the patient asks for it.
        voucher_id: telehealth voucher that pays; it counts only if insurance is not billed.
        payment_notes: remark on the payment; only if the patient asks for one.
    """
    patient = find_patient(db, patient_id)
    provider = find_provider(db, provider_id)
    check_type(appointment_type)
    check_slot(db, provider, date, time)
    number = next_number(db)
    appointment_id = f"APPT{number:03d}"
    method = coverage(bill_insurance, voucher_id)
    appointment = Appointment(
        appointment_id=appointment_id,
        patient_id=patient.patient_id,
        provider_id=provider.provider_id,
        date=date,
        time=time,
        duration_minutes=MINUTES,
        type=appointment_type,
        status="scheduled",
        notes=payment_notes or "",
        insurance_authorization=f"AUTH{number:06d}" if bill_insurance else None,
        copay_amount=copay(patient, provider) if bill_insurance else 0,
        meeting_link=f"{LINK}{appointment_id}",
        payment_method=method,
        voucher_id=voucher_id if method == "telehealth_voucher" else None,
        insurance_billed=bill_insurance,
    )
    db.add(appointment)
    notice = payment_notice(appointment, provider, voucher_id)
    view = appointment_view(db, appointment)
    return {**view, "payment_notice": notice} if notice else view


@write(title="Move a visit", idempotent=True)
def reschedule_appointment(db: Session, appointment_id: str, new_date: str, new_time: str) -> View:
    """Move a visit that is scheduled or waits for approval to another free slot of the same
    provider. Type, status, copay, authorization and link stay. The old slot becomes free.

    Args:
        appointment_id: appointment id, such as APPT017.
        new_date: new day in the format YYYY-MM-DD.
        new_time: new start in the format HH:MM, 24 hours, such as 14:30.
    """
    appointment = find_open_appointment(db, appointment_id, "moved")
    provider = find_provider(db, appointment.provider_id)
    check_slot(db, provider, new_date, new_time, moved=appointment)
    appointment.date, appointment.time = new_date, new_time
    return appointment_view(db, appointment)


@write(title="Cancel a visit", idempotent=True)
def cancel_appointment(db: Session, appointment_id: str) -> View:
    """Cancel a visit that is scheduled or waits for approval. No fee is charged, and the slot
    becomes free. This cannot be undone.

    Args:
        appointment_id: appointment id, such as APPT017.
    """
    appointment = find_open_appointment(db, appointment_id, "cancelled")
    appointment.status = "cancelled"
    appointment.cancellation_reason = "patient_cancelled"
    appointment.cancellation_date = TODAY
    return appointment_view(db, appointment)


@write(title="Change the supplier of a prescription", idempotent=True)
def update_prescription_supplier(
    db: Session,
    record_id: str,
    medication: str,
    supplier_company: str,
    brand_name: str,
    price_usd: float,
    currency: str = "USD",
) -> View:
    """Let another supplier fill a prescription of a record. Company, brand and price must be
    one offer of the catalogue. Other prescriptions stay.

    Args:
        record_id: record id, such as REC012.
        medication: the prescribed medication, such as Lisinopril.
        supplier_company: company that makes the offer.
        brand_name: brand of the offer.
        price_usd: price of the offer in US dollars.
        currency: currency of the price; always USD.
    """
    check_filled({"medication": medication}, "no_medication", "name the prescribed medication")
    record = find_record(db, record_id)
    prescription = find_prescription(db, record, medication)
    cents = to_cents(price_usd)
    offer = find_offer(db, prescription.medication, supplier_company, brand_name, cents)
    if currency != "USD":
        raise Rejection("currency", f"the price is in USD, not in {currency}; send USD.")
    prescription.pharmacy = f"{offer.company} ({offer.brand_name})"
    prescription.supplier = supplier_of(offer)
    return record_view(db, record)


@write(title="Add a note to a medical record", destructive=False)
def update_medical_record_note(db: Session, record_id: str, note: str) -> View:
    """Add a note at the end of a medical record's notes. Earlier notes cannot be changed or
    taken back.

    Args:
        record_id: record id, such as REC012.
        note: text of the note.
    """
    check_filled({"note": note}, "no_note", "send the text of the note")
    record = find_record(db, record_id)
    earlier = rows_of(db, RecordNote, record_id=record.record_id)
    seq = max((one.seq for one in earlier), default=-1) + 1
    db.add(RecordNote(record_id=record.record_id, seq=seq, note=note.strip()))
    return record_view(db, record)


@read(title="Hand off to a person", hand_off=True, idempotent=False)
def transfer_to_human_support(reason: str) -> str:
    """Pass the patient on to a member of staff; afterwards no tool can be used.

    Args:
        reason: what the patient wants and what has been done, in a few words.
    """
    return "Transfer successful."


TOOLS = (
    find_patient_by_email,
    find_patient_by_name_dob,
    get_patient_details,
    get_appointment_details,
    get_provider_details,
    get_medical_record,
    get_regimen_options,
    list_patient_medical_records,
    list_available_providers,
    list_patient_appointments,
    list_medication_suppliers,
    list_telemetry_uploads,
    check_drug_interactions,
    schedule_appointment,
    cancel_appointment,
    reschedule_appointment,
    calculate,
    think,
    transfer_to_human_support,
    update_prescription_supplier,
    list_telemetry_devices,
    get_telemetry_upload,
    update_medical_record_note,
)
