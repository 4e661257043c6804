"""Which rules of the policy the tools keep, and which they leave to the agent.

For each rule a call shows it: one that breaks a rule of the tools is refused, one that breaks
a rule of the agent is carried out. Rules about talk alone are listed by name.
"""

from collections.abc import Callable
from typing import Any

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CANCELLED,
    COMPLETED,
    LEE,
    NEURO,
    NORA,
    NORAS_EMAIL,
    OMAR,
    OMARS,
    OMARS_RECORD,
    SCHEDULED,
    SMITH,
    VISITED,
)

Check = Callable[[Episode], Any]

BOOK: dict[str, Any] = {
    "patient_id": NORA,
    "provider_id": SMITH,
    "date": "2025-12-22",
    "time": "14:30",
    "appointment_type": "follow_up",
}
OFFER: dict[str, Any] = {
    "record_id": VISITED,
    "medication": "Lisinopril",
    "supplier_company": "Helvex",
    "brand_name": "Lisilux",
    "price_usd": 9.95,
}


def book(desk: Episode, **changed: Any) -> Any:
    return done(desk, "schedule_appointment", **{**BOOK, **changed})


# Kept by the tools.


def inexact_email(desk: Episode) -> None:
    refused(desk, "no patient", "find_patient_by_email", email=NORAS_EMAIL.lower())


def call_after_the_hand_off(desk: Episode) -> None:
    done(desk, "transfer_to_human_support", reason="no link")
    refused(desk, "", "cancel_appointment", appointment_id=SCHEDULED)


def slot_that_is_taken_or_none(desk: Episode) -> None:
    taken = {**BOOK, "provider_id": LEE, "date": "2025-12-29", "time": "10:00"}
    refused(desk, "already has a visit", "schedule_appointment", **taken)
    refused(desk, "no slot at 11:00", "schedule_appointment", **{**BOOK, "time": "11:00"})
    move = {"appointment_id": SCHEDULED, "new_date": "2025-12-23", "new_time": "09:00"}
    refused(desk, "sees nobody", "reschedule_appointment", **move)


def move_of_a_visit_that_is_over(desk: Episode) -> None:
    for key in (COMPLETED, CANCELLED):
        move = {"appointment_id": key, "new_date": "2025-12-22", "new_time": "14:30"}
        refused(desk, "cannot be moved", "reschedule_appointment", **move)


def cancellation_of_a_visit_that_is_over(desk: Episode) -> None:
    for key in (COMPLETED, CANCELLED):
        refused(desk, "cannot be cancelled", "cancel_appointment", appointment_id=key)


def type_of_the_clinic(desk: Episode) -> None:
    refused(desk, "no type", "schedule_appointment", **{**BOOK, "appointment_type": "surgery"})


def copay_of_ones_own_choice(desk: Episode) -> None:
    refused(desk, "no parameter", "schedule_appointment", **{**BOOK, "copay_amount": 1})
    assert book(desk)["copay_amount"] == 50


def offer_that_does_not_exist(desk: Episode) -> None:
    wrong = {**OFFER, "price_usd": 9.94}
    refused(desk, "does not sell", "update_prescription_supplier", **wrong)


# Left to the agent.


def profile_of_nobody_in_particular(desk: Episode) -> None:
    assert done(desk, "get_patient_details", patient_id=NORA)["patient_id"] == NORA


def visit_of_somebody_else(desk: Episode) -> None:
    done(desk, "find_patient_by_email", email=NORAS_EMAIL)
    shown = done(desk, "cancel_appointment", appointment_id=OMARS)
    assert (shown["patient_id"], shown["status"]) == (OMAR, "Cancelled")


def write_without_a_yes(desk: Episode) -> None:
    assert done(desk, "update_prescription_supplier", **OFFER)["record_id"] == VISITED


def hand_off_without_a_reason(desk: Episode) -> None:
    done(desk, "transfer_to_human_support", reason="is upset")
    assert desk.handed_off


def two_visits_at_one_time(desk: Episode) -> None:
    # Nora sees Lee on 22 December at 09:00.
    assert book(desk, time="09:00")["status"] == "Scheduled"


def booking_that_nobody_described(desk: Episode) -> None:
    assert book(desk, appointment_type="sick_visit")["type"] == "Sick Visit"


def payment_that_nobody_asked_for(desk: Episode) -> None:
    shown = book(desk, bill_insurance=False, voucher_id="TV-1", payment_notes="none")
    assert (shown["payment_method"], shown["notes"]) == ("telehealth_voucher", "none")


def note_that_nobody_asked_for(desk: Episode) -> None:
    shown = done(desk, "update_medical_record_note", record_id=OMARS_RECORD, note="Hello")
    assert shown["notes"] == ["Hello"]


def devices_of_others(desk: Episode) -> None:
    assert NEURO in [one["device_id"] for one in done(desk, "list_telemetry_devices")]


def record_of_a_patient_who_was_not_found(desk: Episode) -> None:
    assert done(desk, "get_medical_record", record_id=OMARS_RECORD)["patient_id"] == OMAR


def write_to_something_unread(desk: Episode) -> None:
    assert done(desk, "cancel_appointment", appointment_id=SCHEDULED)["status"] == "Cancelled"


def same_failure_twice(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "cannot be cancelled", "cancel_appointment", appointment_id=COMPLETED)


KEPT_BY_TOOLS: dict[str, Check] = {
    "TELH-02": inexact_email,
    "TELH-10": call_after_the_hand_off,
    "TELH-11": slot_that_is_taken_or_none,
    "TELH-13": move_of_a_visit_that_is_over,
    "TELH-14": cancellation_of_a_visit_that_is_over,
    "TELH-15": type_of_the_clinic,
    "TELH-16": copay_of_ones_own_choice,
    "TELH-18": offer_that_does_not_exist,
}
LEFT_TO_THE_AGENT: dict[str, Check] = {
    "TELH-01": profile_of_nobody_in_particular,
    "TELH-03": visit_of_somebody_else,
    "TELH-04": write_without_a_yes,
    "TELH-09": hand_off_without_a_reason,
    "TELH-12": two_visits_at_one_time,
    "TELH-15": booking_that_nobody_described,
    "TELH-17": payment_that_nobody_asked_for,
    "TELH-19": note_that_nobody_asked_for,
    "TELH-20": devices_of_others,
    "TELH-22": record_of_a_patient_who_was_not_found,
    "COM-11": write_to_something_unread,
    "COM-14": same_failure_twice,
}
ONLY_TALK = {
    "TELH-05": "calls and text in one turn",
    "TELH-06": "facts and opinions in messages",
    "TELH-07": "medical advice in messages",
    "TELH-08": "what is refused and with which reason",
    "TELH-21": "how an interaction is passed on",
    "COM-12": "how an outcome is reported",
}
"""What no call can show."""
