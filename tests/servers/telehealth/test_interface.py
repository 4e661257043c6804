"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

TELEHEALTH = served_domain("telehealth")

READ = {
    "find_patient_by_email": "email: string",
    "find_patient_by_name_dob": "first_name: string, last_name: string, date_of_birth: string",
    "get_patient_details": "patient_id: string",
    "get_appointment_details": "appointment_id: string",
    "get_provider_details": "provider_id: string",
    "get_medical_record": "record_id?: string, appointment_id?: string",
    "get_regimen_options": "patient_id: string",
    "list_patient_medical_records": "patient_id: string, limit?: integer = 0",
    "list_available_providers": "specialty?: string",
    "list_patient_appointments": "patient_id: string, status_filter?: string",
    "list_medication_suppliers": (
        "medication: string, country_filter?: string, limit?: integer = 0"
    ),
    "list_telemetry_uploads": (
        "device_id: string, start_date?: string, end_date?: string, limit?: integer = 0"
    ),
    "check_drug_interactions": "primary_medication: string, current_medications: [string]",
    "calculate": "expression: string",
    "think": "thought: string",
    "transfer_to_human_support": "reason: string",
    "list_telemetry_devices": "status_filter?: string, limit?: integer = 0",
    "get_telemetry_upload": "device_id: string, date: string",
}
WRITE = {
    "schedule_appointment": (
        "patient_id: string, provider_id: string, date: string, time: string, "
        "appointment_type: string, bill_insurance?: boolean = true, voucher_id?: string, "
        "payment_notes?: string"
    ),
    "cancel_appointment": "appointment_id: string",
    "reschedule_appointment": "appointment_id: string, new_date: string, new_time: string",
    "update_prescription_supplier": (
        "record_id: string, medication: string, supplier_company: string, brand_name: string, "
        'price_usd: number, currency?: string = "USD"'
    ),
    "update_medical_record_note": "record_id: string, note: string",
}


def test_eighteen_tools_read_and_five_write() -> None:
    kinds = {name: tool.kind for name, tool in TELEHEALTH.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}
    assert (len(READ), len(WRITE)) == (18, 5)


def test_names_types_and_options_are_the_published_ones() -> None:
    shown = {name: brief(tool.parameters) for name, tool in TELEHEALTH.tools.items()}
    assert shown == READ | WRITE


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(TELH-\d\d)\]", TELEHEALTH.policy))
    assert stated == {f"TELH-{number:02d}" for number in range(1, 23)}


def test_shared_rules_that_the_centre_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", TELEHEALTH.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = TELEHEALTH.policy.split("\n\n")[1]
    assert first.startswith("It is Monday, 15 December 2025, 08:00:00")


def test_the_policy_names_the_statuses_and_types_that_the_tools_use() -> None:
    for value in (
        "scheduled", "pending_approval", "completed", "cancelled", "routine_checkup", "follow_up",
        "consultation", "specialist_consultation", "sick_visit", "medication_review",
        "device_coaching", "care_coordination", "family_consultation", "therapy_session",
    ):  # fmt: skip
        assert f"`{value}`" in TELEHEALTH.policy


def test_hints_tell_what_repeating_a_call_does() -> None:
    # A second booking takes another slot, a second note stands beside the first.
    adding = {"schedule_appointment", "update_medical_record_note"}
    for name in WRITE:
        tool = TELEHEALTH.tools[name]
        assert tool.destructive is (name not in adding)
        assert tool.idempotent is (name not in adding)
    assert TELEHEALTH.hand_off_tools == {"transfer_to_human_support"}
