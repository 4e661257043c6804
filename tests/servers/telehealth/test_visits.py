"""Booking, moving and cancelling visits.

Slots and copays stand in desk.py: 25.00 in primary care, 50.00 elsewhere. It is Monday,
15 December 2025, 08:00.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BEN,
    CANCELLED,
    COMPLETED,
    LEE,
    NORA,
    OMAR,
    OMARS,
    PENDING,
    SCHEDULED,
    SMITH,
    VEGA,
    changed_tables,
    visit,
)

BOOK: dict[str, Any] = {
    "patient_id": NORA,
    "provider_id": SMITH,
    "date": "2025-12-22",
    "time": "14:30",
    "appointment_type": "follow_up",
}
MOVE: dict[str, Any] = {"appointment_id": SCHEDULED, "new_date": "2025-12-22", "new_time": "14:30"}
TYPES = (
    "routine_checkup", "follow_up", "consultation", "specialist_consultation", "sick_visit",
    "medication_review", "device_coaching", "care_coordination", "family_consultation",
    "therapy_session",
)  # fmt: skip


def book(desk: Episode, **changed: Any) -> Any:
    return done(desk, "schedule_appointment", **{**BOOK, **changed})


def move(desk: Episode, key: str, date: str, time: str) -> Any:
    return done(desk, "reschedule_appointment", appointment_id=key, new_date=date, new_time=time)


# What a booking stores.


def test_an_insured_visit_with_a_specialist(desk: Episode) -> None:
    # The highest id is APPT999, so this is APPT1000 with AUTH001000; a specialist costs 50.00.
    shown = book(desk)
    assert shown == {
        "appointment_id": "APPT1000",
        "patient_id": NORA,
        "patient": "Nora Quist",
        "provider_id": SMITH,
        "provider": "Robert Smith, MD",
        "date": "2025-12-22",
        "time": "14:30",
        "duration_minutes": 30,
        "type": "Follow Up",
        "status": "Scheduled",
        "chief_complaint": None,
        "notes": None,
        "insurance_authorization": "AUTH001000",
        "copay_amount": 50,
        "payment_method": "insurance",
        "voucher_id": None,
        "meeting_link": "https://telehealth.healthcenter.com/room/APPT1000",
    }
    assert visit(desk, "APPT1000") == shown
    assert changed_tables(desk) == {"appointment": (0, 1)}
    (row,) = desk.changes()["appointment"].after
    assert (row["copay_amount"], row["insurance_billed"], row["notes"]) == (50_00, 1, "")
    assert (row["chief_complaint"], row["cancellation_reason"]) == (None, None)


# Her plan says 25.00 for primary care and 50.00 for every specialist, coaches too.
@pytest.mark.parametrize(("provider", "copay"), [(LEE, 25), (SMITH, 50), (VEGA, 50)])
def test_only_primary_care_takes_the_lower_copay(
    desk: Episode, provider: str, copay: float
) -> None:
    shown = book(desk, provider_id=provider, time="09:00", date="2026-01-05")
    assert shown["copay_amount"] == copay


def test_ids_are_counted_by_number_and_not_by_text(desk: Episode) -> None:
    book(desk)  # APPT999 is the highest, so this is APPT1000.
    assert book(desk, date="2025-12-29")["appointment_id"] == "APPT1001"
    done(desk, "cancel_appointment", appointment_id="APPT1001")
    assert book(desk, date="2025-12-29")["appointment_id"] == "APPT1002"


@pytest.mark.parametrize("kind", TYPES)
def test_ten_types_can_be_booked(desk: Episode, kind: str) -> None:
    assert book(desk, appointment_type=kind)["type"] == kind.replace("_", " ").title()


def test_a_voucher_pays_where_insurance_is_not_billed(desk: Episode) -> None:
    shown = book(desk, bill_insurance=False, voucher_id="TV-7", payment_notes="Gift of my aunt")
    assert shown["payment_method"] == "telehealth_voucher"
    assert (shown["voucher_id"], shown["copay_amount"]) == ("TV-7", 0)
    assert (shown["insurance_authorization"], shown["notes"]) == (None, "Gift of my aunt")
    assert "payment_notice" not in shown


def test_a_voucher_beside_insurance_is_not_applied_and_the_result_says_so(desk: Episode) -> None:
    shown = book(desk, voucher_id="TV-7")
    assert shown["payment_notice"] == (
        "The voucher TV-7 was not applied, because insurance is billed."
    )
    assert (shown["payment_method"], shown["voucher_id"]) == ("insurance", None)
    assert (shown["copay_amount"], shown["insurance_authorization"]) == (50, "AUTH001000")


def test_a_visit_that_the_patient_pays_shows_the_fee(desk: Episode) -> None:
    # Lee's consultation fee is 95.50; no copay is due, which does not make the visit free.
    shown = book(desk, provider_id=LEE, time="10:00", bill_insurance=False)
    assert shown["payment_method"] == "self_pay"
    assert shown["copay_amount"] == 0
    assert shown["payment_notice"] == "The patient pays the visit; the consultation fee is $95.50."
    assert shown["insurance_authorization"] is None


def test_a_patient_may_have_two_visits_at_one_time(desk: Episode) -> None:
    # Nora sees Lee on 22 December at 09:00; whether she wants both is for the agent to ask.
    assert book(desk, time="09:00")["time"] == "09:00"


def test_a_cancelled_visit_leaves_its_slot(desk: Episode) -> None:
    assert book(desk, provider_id=LEE, time="10:00")["time"] == "10:00"


def test_now_itself_is_not_over(desk: Episode) -> None:
    assert book(desk, provider_id=LEE, date="2025-12-15", time="08:00")["date"] == "2025-12-15"


# What a booking refuses, in the order of the checks: each call breaks what is told and
# everything after it.


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("no patient nobody", {"patient_id": "nobody", "provider_id": "nobody"}),
        ("no provider nobody", {"provider_id": "nobody", "appointment_type": "surgery"}),
        ("surgery is no type", {"appointment_type": "surgery", "date": "tomorrow"}),
        ("Follow Up is no type", {"appointment_type": "Follow Up"}),
        ("'tomorrow' is no date", {"date": "tomorrow", "time": "25:00"}),
        ("'2025-12-9' is no date", {"date": "2025-12-9"}),
        ("'2025-02-30' is no date", {"date": "2025-02-30"}),
        ("'20251222' is no date", {"date": "20251222"}),
        ("2025-12-14 14:30 is over", {"date": "2025-12-14"}),
        ("2025-12-12 14:30 is over", {"date": "2025-12-12", "time": "14:30"}),
        ("2025-12-15 07:30 is over", {"provider_id": LEE, "date": "2025-12-15", "time": "07:30"}),
        ("sees nobody on a Tuesday", {"date": "2025-12-23", "time": "25:00"}),
        ("the times are 09:00, 14:30.", {"time": "10:00"}),
        ("no slot at 9:00 on a Monday", {"time": "9:00"}),
        ("no slot at 2:30 PM on a Monday", {"time": "2:30 PM"}),
        ("already has a visit on 2025-12-22", {"provider_id": LEE, "time": "09:00"}),
        ("already has a visit on 2025-12-29", {
            "provider_id": LEE, "time": "10:00", "date": "2025-12-29",
        }),
    ],
)  # fmt: skip
def test_a_booking_is_refused(desk: Episode, reason: str, wrong: dict[str, Any]) -> None:
    refused(desk, reason, "schedule_appointment", **{**BOOK, **wrong})


def test_a_slot_can_be_taken_by_a_booking(desk: Episode) -> None:
    book(desk)
    again = {**BOOK, "patient_id": OMAR}
    refused(desk, "already has a visit on 2025-12-22 at 14:30", "schedule_appointment", **again)


# Moving.


def test_only_date_and_time_of_a_moved_visit_change(desk: Episode) -> None:
    before = visit(desk, SCHEDULED)
    shown = move(desk, SCHEDULED, "2025-12-22", "14:30")
    assert shown == {**before, "date": "2025-12-22", "time": "14:30"}
    assert shown == visit(desk, SCHEDULED)
    assert changed_tables(desk) == {"appointment": (1, 1)}
    # Its old slot is free for somebody else.
    assert book(desk, patient_id=OMAR, date="2025-12-17", time="09:00")["patient"] == "Omar Håddad"


def test_a_visit_that_waits_for_approval_goes_on_waiting(desk: Episode) -> None:
    shown = move(desk, PENDING, "2025-12-23", "09:00")
    assert (shown["status"], shown["insurance_authorization"]) == ("Pending Approval", None)


def test_a_visit_does_not_collide_with_itself(desk: Episode) -> None:
    move(desk, SCHEDULED, "2025-12-17", "09:00")
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("no appointment APPT998", {"appointment_id": "APPT998", "new_date": "never"}),
        ("no appointment appt001", {"appointment_id": "appt001"}),
        ("APPT004 is cancelled", {"appointment_id": CANCELLED, "new_date": "never"}),
        ("APPT003 is completed", {"appointment_id": COMPLETED, "new_date": "never"}),
        ("'never' is no date", {"new_date": "never", "new_time": "late"}),
        ("2025-12-14 late is over", {"new_date": "2025-12-14", "new_time": "late"}),
        ("sees nobody on a Tuesday", {"new_date": "2025-12-16", "new_time": "late"}),
        ("the times are 09:00, 14:30.", {"new_time": "late"}),
        ("already has a visit on 2025-12-29", {
            "appointment_id": PENDING, "new_date": "2025-12-29", "new_time": "10:00",
        }),
    ],
)  # fmt: skip
def test_a_move_is_refused(desk: Episode, reason: str, wrong: dict[str, Any]) -> None:
    refused(desk, reason, "reschedule_appointment", **{**MOVE, **wrong})


# Cancelling.


@pytest.mark.parametrize("key", [SCHEDULED, PENDING, OMARS])
def test_a_cancelled_visit_keeps_all_but_its_status(desk: Episode, key: str) -> None:
    before = visit(desk, key)
    shown = done(desk, "cancel_appointment", appointment_id=key)
    assert shown == {
        **before,
        "status": "Cancelled",
        "cancellation_reason": "patient_cancelled",
        "cancellation_date": "2025-12-15",
    }
    assert changed_tables(desk) == {"appointment": (1, 1)}
    refused(desk, f"{key} is cancelled", "cancel_appointment", appointment_id=key)


def test_a_freed_slot_can_be_booked_by_somebody_else(desk: Episode) -> None:
    done(desk, "cancel_appointment", appointment_id=OMARS)
    shown = book(desk, patient_id=BEN, provider_id=LEE, date="2025-12-29", time="10:00")
    assert shown["patient_id"] == BEN


@pytest.mark.parametrize(
    ("reason", "key"),
    [
        ("no appointment APPT998", "APPT998"),
        ("APPT004 is cancelled and cannot be cancelled", CANCELLED),
        ("APPT003 is completed and cannot be cancelled", COMPLETED),
    ],
)
def test_a_cancellation_is_refused(desk: Episode, reason: str, key: str) -> None:
    refused(desk, reason, "cancel_appointment", appointment_id=key)
