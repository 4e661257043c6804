"""The tools of the centre's desk: those that change something, and the list of all.

Every tool looks up, checks in the documented order, changes, and returns what it shows. A
rejected call changes nothing. What the desk may do but should not (serve somebody else's
child, book two visits of one patient at one time, write into a record unasked) is a matter
of the policy, not of the tools.
"""

from sqlmodel import Session

from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import Appointment, RecordNote
from tau_emo_servers.common_tools import calculate, think
from tau_emo_servers.domains.telehealth.charts import (
    find_patient_by_email,
    find_patient_by_name_dob,
    get_appointment_details,
    get_medical_record,
    get_patient_details,
    get_provider_details,
    list_available_providers,
    list_patient_appointments,
    list_patient_medical_records,
)
from tau_emo_servers.domains.telehealth.desk import (
    LINK,
    MINUTES,
    check_not_empty,
    check_slot,
    check_type,
    copay,
    coverage,
    find_offer,
    find_open_appointment,
    find_patient,
    find_prescription,
    find_provider,
    find_record,
    next_number,
    payment_notice,
    supplier_of,
)
from tau_emo_servers.domains.telehealth.medication import (
    check_drug_interactions,
    get_regimen_options,
    list_medication_suppliers,
)
from tau_emo_servers.domains.telehealth.telemetry import (
    get_telemetry_upload,
    list_telemetry_devices,
    list_telemetry_uploads,
)
from tau_emo_servers.domains.telehealth.views import appointment_view, record_view
from tau_emo_servers.money import to_cents
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write


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
    check_not_empty("medication", medication)
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
    text = check_not_empty("note", note)
    record = find_record(db, record_id)
    earlier = rows_of(db, RecordNote, record_id=record.record_id)
    seq = max((one.seq for one in earlier), default=-1) + 1
    db.add(RecordNote(record_id=record.record_id, seq=seq, note=text))
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
