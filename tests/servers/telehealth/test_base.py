"""The tools on the real base: every patient, visit, prescription and device."""

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Patient,
    Prescription,
    Provider,
    SupplierOffer,
    TelemetryUpload,
)
from tau_emo_db.kit import age
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused

TELEHEALTH = served_domain("telehealth")


def test_every_patient_is_found_and_shown(state: EpisodeState) -> None:
    with state.session() as db:
        patients = db.exec(select(Patient)).all()
    centre = Episode(TELEHEALTH, state)
    for patient in patients:
        found = done(
            centre,
            "find_patient_by_name_dob",
            first_name=patient.first_name.upper(),
            last_name=patient.last_name.lower(),
            date_of_birth=patient.date_of_birth,
        )
        assert found == patient.patient_id
        if age(patient.date_of_birth, "2025-12-15") >= 18:
            assert done(centre, "find_patient_by_email", email=patient.email) == found
        shown = done(centre, "get_patient_details", patient_id=found)
        assert shown["email"] == patient.email
    assert len(patients) == 239


def test_every_visit_provider_and_record_is_shown(state: EpisodeState) -> None:
    with state.session() as db:
        visits = db.exec(select(Appointment.appointment_id)).all()
        records = db.exec(select(MedicalRecord.record_id)).all()
        providers = db.exec(select(Provider.provider_id)).all()
    centre = Episode(TELEHEALTH, state)
    for key in visits:
        assert done(centre, "get_appointment_details", appointment_id=key)["appointment_id"] == key
    for key in records:
        shown = done(centre, "get_medical_record", record_id=key)
        assert done(centre, "get_medical_record", appointment_id=shown["appointment_id"]) == shown
    for key in providers:
        shown = done(centre, "get_provider_details", provider_id=key)
        assert any(shown["timetable"].values())
    assert len(done(centre, "list_available_providers")) == 114


def test_every_open_visit_can_be_cancelled_and_no_other(state: EpisodeState) -> None:
    with state.session() as db:
        visits = db.exec(select(Appointment)).all()
    centre = Episode(TELEHEALTH, state)
    cancelled = 0
    for visit in visits:
        key = visit.appointment_id
        if visit.status in ("scheduled", "pending_approval"):
            shown = done(centre, "cancel_appointment", appointment_id=key)
            assert shown["cancellation_date"] == "2025-12-15"
            cancelled += 1
        else:
            refused(centre, f"{key} is {visit.status}", "cancel_appointment", appointment_id=key)
    assert cancelled == 112 + 12


def test_every_prescription_takes_its_cheapest_offer_or_has_none(state: EpisodeState) -> None:
    with state.session() as db:
        prescriptions = db.exec(select(Prescription)).all()
        offered = set(db.exec(select(SupplierOffer.medication)).all())
    centre = Episode(TELEHEALTH, state)
    for one in prescriptions:
        found = done(centre, "list_medication_suppliers", medication=one.medication)
        if one.medication not in offered:
            assert found.startswith("There is no offer")
            continue
        best = min(found, key=lambda offer: float(offer["price_usd"]))
        assert best == found[0]
        done(
            centre,
            "update_prescription_supplier",
            record_id=one.record_id,
            medication=one.medication,
            supplier_company=best["company"],
            brand_name=best["brand_name"],
            price_usd=best["price_usd"],
        )
    with state.session() as db:
        for one in db.exec(select(Prescription)):
            assert (one.supplier is not None) is (one.medication in offered)


def test_every_upload_is_shown_alone_and_in_the_list(state: EpisodeState) -> None:
    with state.session() as db:
        uploads = db.exec(select(TelemetryUpload)).all()
    centre = Episode(TELEHEALTH, state)
    for upload in uploads:
        shown = done(centre, "get_telemetry_upload", device_id=upload.device_id, date=upload.date)
        assert shown in done(centre, "list_telemetry_uploads", device_id=upload.device_id)
    assert len(uploads) == 189
