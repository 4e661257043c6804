"""What the read tools find and show."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CANCELLED,
    CARDIA,
    COMPLETED,
    GLUCO,
    LEE,
    MIA,
    NEURO,
    NORA,
    NORAS_EMAIL,
    OMAR,
    OTHER_NORA,
    PENDING,
    PREPARED,
    SCHEDULED,
    SMITH,
    VEGA,
    VISITED,
    record,
    visit,
)

# Who it is.


@pytest.mark.parametrize(
    ("email", "patient"),
    [
        (NORAS_EMAIL, NORA),  # her daughter, who comes first, has the same
        ("nora.quist9001@example.com", OTHER_NORA),
        ("turned@example.com", "lia_new_1"),  # 18 today
    ],
)
def test_a_patient_is_found_by_email(desk: Episode, email: str, patient: str) -> None:
    assert desk.call("find_patient_by_email", {"email": email}).result == patient


@pytest.mark.parametrize(
    ("email", "reason"),
    [
        (NORAS_EMAIL.lower(), "no patient with the email"),
        ("nora.quist9001", "no patient with the email"),
        ("%", "no patient with the email"),
        ("", "email must not be empty"),
        (" ", "email must not be empty"),
        ("guardian@example.com", "several patients have the email"),
        ("pair@example.com", "several patients have the email"),
    ],
)
def test_an_email_must_match_exactly_and_mean_one_adult(
    desk: Episode, email: str, reason: str
) -> None:
    refused(desk, reason, "find_patient_by_email", email=email)


def by_name(first: str, last: str, born: str) -> dict[str, Any]:
    return {"first_name": first, "last_name": last, "date_of_birth": born}


def test_the_date_of_birth_tells_two_people_of_one_name_apart(desk: Episode) -> None:
    tool = "find_patient_by_name_dob"
    assert done(desk, tool, **by_name("nora", "QUIST", "1985-03-15")) == NORA
    assert done(desk, tool, **by_name("Nora", "Quist", "1990-01-02")) == OTHER_NORA
    assert done(desk, tool, **by_name("OMAR", "HÅDDAD", "1950-12-15")) == OMAR


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (by_name("Nora", "Quist", "1985-03-16"), "there is no patient Nora Quist"),
        (by_name("Nora", "Quist", "March 15, 1985"), "send the date as YYYY-MM-DD"),
        (by_name("Nora", "Quist", "1985-3-15"), "send the date as YYYY-MM-DD"),
        (by_name("Quist", "Nora", "1985-03-15"), "there is no patient"),
        (by_name("Sam", "Twin", "1999-09-09"), "several patients are called Sam Twin"),
    ],
)
def test_name_and_date_of_birth_must_both_match(
    desk: Episode, names: dict[str, Any], reason: str
) -> None:
    refused(desk, reason, "find_patient_by_name_dob", **names)


def test_a_profile_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_patient_details", {"patient_id": NORA}).result == (
        '{"patient_id":"nora_quist_4127","name":{"first_name":"Nora","last_name":"Quist"},'
        '"date_of_birth":"1985-03-15","gender":"Female","phone":"(555) 123-4567",'
        '"email":"Nora.Quist8812@Example.com",'
        '"address":{"address1":"14 Harbor Lane","address2":"Unit 3","city":"Tucson",'
        '"country":"USA","state":"AZ","zip":"85719"},'
        '"insurance":{"provider":"Unity Mutual","policy_number":"POL12345678",'
        '"copay_primary":25,"copay_specialist":50},'
        '"conditions":["Hypertension"],"allergies":[],'
        '"medications":[{"name":"Lisinopril","dosage":"20mg","frequency":"once daily"}],'
        '"emergency_contact":{"name":"Nora Quist","relationship":"Mother",'
        '"phone":"(555) 123-4567"}}'
    )
    refused(desk, "no patient nora_quist;", "get_patient_details", patient_id="nora_quist")


# Visits.


def test_a_visit_is_shown_whole(desk: Episode) -> None:
    assert visit(desk, COMPLETED) == {
        "appointment_id": COMPLETED,
        "patient_id": NORA,
        "patient": "Nora Quist",
        "provider_id": SMITH,
        "provider": "Robert Smith, MD",
        "date": "2025-12-01",
        "time": "09:00",
        "duration_minutes": 45,
        "type": "Follow Up",
        "status": "Completed",
        "chief_complaint": "Palpitations",
        "notes": "Interpreter asked for.",
        "insurance_authorization": "AUTH000003",
        "copay_amount": 50,
        "payment_method": "insurance",
        "voucher_id": None,
        "meeting_link": "https://telehealth.healthcenter.com/room/APPT003",
        "prescription_issued": {"medication": "Lisinopril", "dosage": "20mg"},
        "referral_from": {"provider_id": LEE, "specialty": "Primary Care"},
    }


def test_a_visit_may_lack_complaint_link_and_authorization(desk: Episode) -> None:
    shown = visit(desk, PENDING)
    for name in ("chief_complaint", "meeting_link", "insurance_authorization", "notes"):
        assert shown[name] is None
    assert shown["status"] == "Pending Approval"
    assert "cancellation_date" not in shown


def test_a_cancelled_visit_shows_when_and_why(desk: Episode) -> None:
    shown = visit(desk, CANCELLED)
    assert shown["cancellation_reason"] == "provider_cancelled"
    assert shown["cancellation_date"] == "2025-12-10"
    refused(desk, "no appointment 4", "get_appointment_details", appointment_id="4")


def test_the_visits_of_a_patient_by_date_and_time(desk: Episode) -> None:
    shown = done(desk, "list_patient_appointments", patient_id=NORA)
    keys = [one["appointment_id"] for one in shown]
    assert keys == [COMPLETED, SCHEDULED, PENDING, CANCELLED]
    assert shown[1] == {
        "appointment_id": SCHEDULED,
        "date": "2025-12-17",
        "time": "09:00",
        "provider": "Smith, MD",
        "specialty": "Cardiology",
        "status": "Scheduled",
        "type": "Follow Up",
    }


def test_visits_of_one_status(desk: Episode) -> None:
    def keys(status: str | None) -> Any:
        found = done(desk, "list_patient_appointments", patient_id=NORA, status_filter=status)
        return [one["appointment_id"] for one in found] if isinstance(found, list) else found

    assert keys("PENDING_approval") == [PENDING]
    assert keys("Pending Approval") == f"Patient {NORA} has no pending approval visit."
    assert len(keys("")) == len(keys(None)) == 4
    none = desk.call("list_patient_appointments", {"patient_id": MIA})
    assert (none.is_error, none.result) == (False, f"Patient {MIA} has no visit.")
    refused(desk, "no patient x", "list_patient_appointments", patient_id="x")


# Providers.


def test_a_provider_with_the_timetable(desk: Episode) -> None:
    assert done(desk, "get_provider_details", provider_id=LEE) == {
        "provider_id": LEE,
        "name": "Ana Lee, NP",
        "specialty": "Primary Care",
        "license_number": None,
        "credentials": [],
        "languages": ["English", "Spanish"],
        "years_experience": 7,
        "phone": "(555) 111-2222",
        "email": "someone@healthcenter.example.com",
        "consultation_fee": 95.5,
        "timetable": {
            "monday": ["07:30", "08:00", "09:00", "10:00"],
            "tuesday": ["09:00"],
            "wednesday": [],
            "thursday": [],
            "friday": [],
            "saturday": [],
            "sunday": [],
        },
    }
    assert done(desk, "get_provider_details", provider_id=VEGA)["name"] == "Ida Vega"
    refused(desk, "no provider lee", "get_provider_details", provider_id="lee")


def test_providers_of_all_and_of_one_specialty(desk: Episode) -> None:
    def keys(specialty: str | None) -> Any:
        found = done(desk, "list_available_providers", specialty=specialty)
        return [one["provider_id"] for one in found] if isinstance(found, list) else found

    assert keys(None) == keys("") == [SMITH, LEE, VEGA]
    assert keys("primary CARE") == [LEE]
    assert keys("Primary") == "There is no provider of the specialty Primary."
    (shown,) = done(desk, "list_available_providers", specialty="Cardiology")
    assert shown == {
        "provider_id": SMITH,
        "name": "Robert Smith, MD",
        "specialty": "Cardiology",
        "years_experience": 7,
        "languages": ["English", "Spanish"],
        "consultation_fee": 200,
        "phone": "(555) 111-2222",
    }


# Records.


def test_records_come_newest_first(desk: Episode) -> None:
    tool = "list_patient_medical_records"
    newest = {
        "record_id": PREPARED,
        "date": "2025-12-10",
        "appointment_id": SCHEDULED,
        "medications": [],
    }
    shown = done(desk, tool, patient_id=NORA)
    assert [one["record_id"] for one in shown] == [PREPARED, VISITED]
    assert shown[0] == newest
    assert shown[1]["medications"][:3] == ["Lisinopril", "Aspirin EC", "Aspirin"]
    assert done(desk, tool, patient_id=NORA, limit=1) == [newest]
    for limit in (0, -1, 9):
        assert len(done(desk, tool, patient_id=NORA, limit=limit)) == 2
    assert done(desk, tool, patient_id=MIA) == f"Patient {MIA} has no record."
    refused(desk, "no patient mia", tool, patient_id="mia")


def test_a_record_is_shown_with_prescriptions_and_notes(desk: Episode) -> None:
    shown = record(desk, VISITED)
    assert shown["prescriptions"][2] == {
        "medication": "Aspirin",
        "dosage": "20mg",
        "frequency": "once daily",
        "quantity": None,
        "refills": None,
        "duration": None,
        "pharmacy": "Helvex (Aspiwin)",
        "supplier": {
            "company": "Helvex",
            "brand_name": "Aspiwin",
            "price_usd": 5,
            "currency": "USD",
        },
    }
    assert shown["notes"] == ["Prefers a call."]
    assert shown["vital_signs"] == {"heart_rate": "70 bpm"}
    assert (shown["lab_orders"], shown["next_appointment"]) == (["TSH"], "2026-01-12")
    assert record(desk, PREPARED) == {
        "record_id": PREPARED,
        "appointment_id": SCHEDULED,
        "patient_id": NORA,
        "patient": "Nora Quist",
        "provider_id": SMITH,
        "provider": "Robert Smith, MD",
        "date": "2025-12-10",
        "type": "visit_note",
        "subjective": "Feels well.",
        "objective": "No distress.",
        "assessment": "Hypertension, stable.",
        "plan": "Keep the treatment.",
        "recommendations": [],
        "prescriptions": [],
        "notes": [],
    }


def test_a_record_is_found_by_itself_or_by_its_visit(desk: Episode) -> None:
    tool = "get_medical_record"
    assert done(desk, tool, appointment_id=COMPLETED) == record(desk, VISITED)
    both = done(desk, tool, record_id=PREPARED, appointment_id=COMPLETED)
    assert both["record_id"] == PREPARED
    refused(desk, "name a record_id or an appointment_id", tool)
    refused(desk, "name a record_id or an appointment_id", tool, record_id="", appointment_id=None)
    refused(desk, "no record REC999", tool, record_id="REC999", appointment_id=COMPLETED)
    refused(desk, f"no record of appointment {PENDING}", tool, appointment_id=PENDING)


# Medications.


def test_offers_come_cheapest_first(desk: Episode) -> None:
    tool = "list_medication_suppliers"
    shown = done(desk, tool, medication=" lisinopril")
    assert shown[0] == {
        "company": "Helvex",
        "country": "Switzerland",
        "brand_name": "Lisilux",
        "price_usd": "9.95",
    }
    assert [one["price_usd"] for one in shown] == ["9.95", "12.50", "14.00"]
    usa = done(desk, tool, medication="Lisinopril", country_filter="usa")
    assert [one["brand_name"] for one in usa] == ["Lisiwin", "Lisizen"]
    assert len(done(desk, tool, medication="Lisinopril", limit=2)) == 2
    # Aspirin EC is another medication.
    assert [one["brand_name"] for one in done(desk, tool, medication="Aspirin")] == ["Aspiwin"]


@pytest.mark.parametrize("wanted", [("Lisin", None), ("Tramadol", None), ("Lisinopril", "Mars")])
def test_a_search_without_offers_says_so(desk: Episode, wanted: tuple[str, str | None]) -> None:
    medication, country = wanted
    told = done(desk, "list_medication_suppliers", medication=medication, country_filter=country)
    assert told.startswith(f"There is no offer of {medication}")


def check(desk: Episode, primary: str, *current: str) -> Any:
    return done(
        desk,
        "check_drug_interactions",
        primary_medication=primary,
        current_medications=[*current],
    )


def test_interactions_of_a_drug_and_of_those_taken(desk: Episode) -> None:
    # The proposed Aspirin meets Warfarin; among those taken Warfarin meets Ibuprofen, which
    # stands in the table the other way round. Peak overlap: the longer of 24 and 12 hours.
    assert check(desk, "ASPIRIN", "Warfarin", "Ibuprofen", "Xylo") == {
        "interactions": [
            {
                "drugs": ["Warfarin", "Aspirin"],
                "severity": "high",
                "risk_score": 8,
                "time_overlap_hours": 24,
                "action": "Ask about Warfarin",
            },
            {
                "drugs": ["Ibuprofen", "Warfarin"],
                "severity": "high",
                "risk_score": 9,
                "time_overlap_hours": 12,
                "action": "Ask about Ibuprofen",
            },
        ],
        "hold": ["Aspirin", "Ibuprofen"],
        "emergency": True,
        "peak_overlap_hours": 24,
        "most_severe": {"drugs": ["Warfarin", "Aspirin"], "severity": "high"},
        "unknown": ["Xylo"],
    }


def test_the_first_pair_of_the_highest_severity_is_named(desk: Episode) -> None:
    shown = check(desk, "Lisinopril", "Potassium", "Warfarin", "Aspirin")
    assert [one["severity"] for one in shown["interactions"]] == ["moderate", "high"]
    assert shown["most_severe"]["severity"] == "high"
    assert (shown["peak_overlap_hours"], shown["emergency"]) == (30, False)


def test_a_pair_is_told_once(desk: Episode) -> None:
    shown = check(desk, "Warfarin", "Aspirin", "Warfarin", "aspirin")
    assert len(shown["interactions"]) == 1


def test_nothing_documented_is_no_proof(desk: Episode) -> None:
    # Aspirin EC is not Aspirin.
    assert check(desk, "Aspirin EC", "Warfarin") == "No interaction is documented."
    assert check(desk, "Tramadol", "Warfarin", "Gold") == (
        "No interaction is documented. Not in the table: Tramadol, Gold."
    )
    assert check(desk, "Warfarin") == "No interaction is documented."


def test_a_regimen_and_its_options(desk: Episode) -> None:
    component = {
        "medication": "Lisinopril",
        "dosage": "10mg",
        "daily_dose": 2,
        "monthly_units": 60,
        "unit_type": "tablet",
        "preferred_brand": "Lisiwin",
        "supplier": "Harmony Labs",
        "unit_cost_usd": 0.4,
    }
    shown = done(desk, "get_regimen_options", patient_id=NORA)
    assert shown["current_regimen"] == {
        "components": [component],
        "pill_burden": 2,
        "notes": "Taken with meals.",
    }
    (option,) = shown["optimized_regimens"]
    assert (option["name"], option["focus"], option["pill_burden"]) == (
        "Once a day", "Fewer units", 1,
    )  # fmt: skip
    assert option["components"][0]["unit_cost_usd"] == 0.8
    assert option["synergy_notes"] == "In the morning."
    none = f"Patient {OMAR} has no regimen plan."
    assert done(desk, "get_regimen_options", patient_id=OMAR) == none
    refused(desk, "no patient x", "get_regimen_options", patient_id="x")


# Devices.


def test_devices_come_by_id_with_type_and_holder(desk: Episode) -> None:
    tool = "list_telemetry_devices"
    shown = done(desk, tool)
    assert [one["device_id"] for one in shown] == [CARDIA, GLUCO, NEURO]
    assert shown[0] == {
        "device_id": CARDIA,
        "device_type": "Cardiac Event Monitor",
        "status": "deployed",
        "assigned_to": NORA,
        "last_audit": "2025-11-30",
        "notes": "In use",
    }
    deployed = done(desk, tool, status_filter="Deployed")
    assert [one["device_id"] for one in deployed] == [CARDIA, NEURO]
    assert len(done(desk, tool, limit=2)) == 2
    assert len(done(desk, tool, limit=0)) == 3
    assert done(desk, tool, status_filter="shipped") == "There is no shipped device."


def test_uploads_come_oldest_first(desk: Episode) -> None:
    def days(**bounds: Any) -> list[str]:
        found = done(desk, "list_telemetry_uploads", device_id=CARDIA, **bounds)
        return [one["date"][-2:] for one in found]

    assert days() == ["08", "09", "11"]
    assert days(start_date="2025-12-09") == ["09", "11"]
    assert days(start_date="2025-12-09", end_date="2025-12-10") == ["09"]
    assert days(end_date="2025-12-11", limit=2) == ["08", "09"]
    assert days(limit=-1) == ["08", "09", "11"]
    for none in (GLUCO, "CARDIA_000"):
        told = done(desk, "list_telemetry_uploads", device_id=none)
        assert told == f"There is no upload of {none} then."


def test_a_day_that_did_not_arrive_and_one_that_was_not_recorded(desk: Episode) -> None:
    tool = "get_telemetry_upload"
    assert done(desk, tool, device_id=CARDIA, date="2025-12-09") == {
        "device_id": CARDIA,
        "date": "2025-12-09",
        "usage_hours": 0.0,
        "synced_at": None,
        "event": "upload_missing",
        "alerts": [],
    }
    assert done(desk, tool, device_id=CARDIA, date="2025-12-11")["usage_hours"] == 22.5
    assert done(desk, tool, device_id=CARDIA, date="2025-12-10") == (
        f"There is no upload of {CARDIA} on 2025-12-10."
    )


# What all domains have.


def test_arithmetic_thoughts_and_the_hand_off(desk: Episode) -> None:
    assert done(desk, "calculate", expression="60 * 0.40 - 30 * 0.70") == "3.0"
    assert done(desk, "think", thought="well")
    assert done(desk, "transfer_to_human_support", reason="The link does not open.")
    assert desk.handed_off
    refused(desk, "", "think", thought="more")
