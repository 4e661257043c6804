"""Every tool of the centre against generated calls on the real base."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Patient,
    Prescription,
    ProviderSlot,
    SupplierOffer,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of
from .state import ACTIVE, check_changes

TELEHEALTH = served_domain("telehealth")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TYPES = ("routine_checkup", "follow_up", "consultation", "sick_visit", "therapy_session")


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    patients: list[Patient]
    slots: dict[str, list[ProviderSlot]]
    open_visits: list[Appointment]
    prescriptions: list[Prescription]
    offers: dict[str, list[SupplierOffer]]
    records: list[str]
    uploads: list[TelemetryUpload]


@cache
def base() -> Base:
    with EpisodeState.open(TELEHEALTH.data) as state, state.session() as db:
        patients = [*db.exec(select(Patient))]
        visits = [*db.exec(select(Appointment))]
        records = [*db.exec(select(MedicalRecord.record_id))]
        devices = [*db.exec(select(TelemetryDevice.device_id))]
        uploads = [*db.exec(select(TelemetryUpload))]
        slots: dict[str, list[ProviderSlot]] = {}
        for slot in db.exec(select(ProviderSlot)):
            slots.setdefault(slot.provider_id, []).append(slot)
        offers: dict[str, list[SupplierOffer]] = {}
        for offer in db.exec(select(SupplierOffer)):
            offers.setdefault(offer.medication, []).append(offer)
        prescriptions = [one for one in db.exec(select(Prescription)) if one.medication in offers]
    days = [f"2025-12-{day:02d}" for day in range(13, 32)]
    times = ["08:00", "09:00", "10:30", "14:30", "9:00", "25:00"]
    return Base(
        known={
            "email": [one.email for one in patients if one.email],
            "first_name": [one.first_name for one in patients],
            "last_name": [one.last_name for one in patients],
            "date_of_birth": [one.date_of_birth for one in patients],
            "patient_id": [one.patient_id for one in patients],
            "provider_id": [*slots],
            "appointment_id": [one.appointment_id for one in visits],
            "record_id": records,
            "device_id": devices,
            "medication": [*offers, "Tramadol"],
            "primary_medication": [*offers, "Tramadol"],
            "current_medications": [*offers, "Tramadol"],
            "country_filter": ["USA", "germany", "Mars"],
            "specialty": ["Cardiology", "primary care", "None"],
            "status_filter": ["scheduled", "Deployed", "cancelled"],
            "appointment_type": [*TYPES, "surgery"],
            "supplier_company": [one.company for some in offers.values() for one in some],
            "brand_name": [one.brand_name for some in offers.values() for one in some],
            "currency": ["USD", "EUR"],
            **dict.fromkeys(("date", "new_date", "start_date", "end_date"), days),
            **dict.fromkeys(("time", "new_time"), times),
            "expression": ["60 * 0.4", "2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        patients=patients,
        slots=slots,
        open_visits=[one for one in visits if one.status in ACTIVE],
        prescriptions=prescriptions,
        offers=offers,
        records=records,
        uploads=uploads,
    )


def slot(provider_id: str) -> st.SearchStrategy[tuple[str, str]]:
    """A slot of the provider from 16 December on; it may be taken."""
    return st.sampled_from(
        [
            (f"2025-12-{day:02d}", one.time)
            for day in range(16, 32)
            for one in base().slots[provider_id]
            if one.weekday == DAYS[(day - 15) % 7]
        ]
    )


@st.composite
def name_and_birth(draw: st.DrawFn) -> Arguments:
    patient = draw(st.sampled_from(base().patients))
    return {
        "first_name": patient.first_name,
        "last_name": patient.last_name,
        "date_of_birth": patient.date_of_birth,
    }


@st.composite
def booking(draw: st.DrawFn) -> Arguments:
    provider_id = draw(st.sampled_from([*base().slots]))
    date, time = draw(slot(provider_id))
    others = st.sampled_from([{}, {"bill_insurance": False}, {"voucher_id": "TV-1"}])
    return {
        "patient_id": draw(st.sampled_from(base().patients)).patient_id,
        "provider_id": provider_id,
        "date": date,
        "time": time,
        "appointment_type": draw(st.sampled_from(TYPES)),
        **draw(others),
    }


@st.composite
def move(draw: st.DrawFn) -> Arguments:
    visit = draw(st.sampled_from(base().open_visits))
    date, time = draw(slot(visit.provider_id))
    return {"appointment_id": visit.appointment_id, "new_date": date, "new_time": time}


@st.composite
def cancellation(draw: st.DrawFn) -> Arguments:
    return {"appointment_id": draw(st.sampled_from(base().open_visits)).appointment_id}


@st.composite
def supplier(draw: st.DrawFn) -> Arguments:
    one = draw(st.sampled_from(base().prescriptions))
    offer = draw(st.sampled_from(base().offers[one.medication]))
    return {
        "record_id": one.record_id,
        "medication": one.medication,
        "supplier_company": offer.company,
        "brand_name": offer.brand_name,
        "price_usd": offer.price_usd / 100,
    }


@st.composite
def note(draw: st.DrawFn) -> Arguments:
    text = draw(st.text(min_size=1, max_size=40))
    return {"record_id": draw(st.sampled_from(base().records)), "note": f"Note: {text}"}


@st.composite
def upload(draw: st.DrawFn) -> Arguments:
    one = draw(st.sampled_from(base().uploads))
    return {"device_id": one.device_id, "date": one.date}


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "find_patient_by_name_dob": name_and_birth(),
    "get_telemetry_upload": upload(),
    "schedule_appointment": booking(),
    "reschedule_appointment": move(),
    "cancel_appointment": cancellation(),
    "update_prescription_supplier": supplier(),
    "update_medical_record_note": note(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A visit and a record."""
    return {
        "appointment_id": draw(st.sampled_from(base().open_visits)).appointment_id,
        "record_id": draw(st.sampled_from(base().records)),
    }


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(TELEHEALTH.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """Statuses only move on, slots are taken once, and money follows from who pays."""
    check_changes(before, after)
    rows = after["appointment"].after
    active = [
        (row["provider_id"], row["date"], row["time"]) for row in rows if row["status"] in ACTIVE
    ]
    changed = {row["appointment_id"] for row in rows}
    active += [
        (one.provider_id, one.date, one.time)
        for one in base().open_visits
        if one.appointment_id not in changed
    ]
    assert len(set(active)) == len(active)
    for row in rows:
        assert (row["copay_amount"] == 0) is (row["payment_method"] != "insurance")
