"""A small centre whose every slot, copay and price is written down here.

Amounts are cents here, as in the database; results show dollars. Today is Monday, 15 December
2025, and it is 08:00.
"""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.address import Address
from tau_emo_db.domains.telehealth.tables import (
    TABLES,
    Appointment,
    Component,
    DrugInteraction,
    EmergencyContact,
    Insurance,
    IssuedPrescription,
    MedicalRecord,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    ProviderSlot,
    RecordNote,
    Referral,
    Regimen,
    RegimenOption,
    RegimenPlan,
    Supplier,
    SupplierOffer,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_servers.domains.telehealth.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

NORA, OMAR = "nora_quist_4127", "omar_haddad_2210"
OTHER_NORA = "nora_quist_9001"
"""Another adult with Nora's name; the date of birth differs."""
MIA, BEN = "mia_quist_1001", "ben_quist_1002"
"""Nora's children: Mia has Nora's email, Ben has none."""
NORAS_EMAIL = "Nora.Quist8812@Example.com"

SMITH, LEE, VEGA = "dr_smith_cardiology", "np_lee_primary_care", "coach_vega_device_coaching"
# provider: first and last name, title, specialty, license, fee
PROVIDERS: dict[str, tuple[str, str, str | None, str, str | None, int]] = {
    SMITH: ("Robert", "Smith", "MD", "Cardiology", "MD12345", 200_00),
    LEE: ("Ana", "Lee", "NP", "Primary Care", None, 95_50),
    VEGA: ("Ida", "Vega", None, "Device Coaching", None, 90_00),
}
SLOTS = {
    SMITH: {"monday": ["09:00", "14:30"], "wednesday": ["09:00"], "saturday": ["10:00"]},
    LEE: {"monday": ["07:30", "08:00", "09:00", "10:00"], "tuesday": ["09:00"]},
    VEGA: {"monday": ["09:00"]},
}

SCHEDULED, PENDING, COMPLETED, CANCELLED = "APPT001", "APPT002", "APPT003", "APPT004"
"""Nora's visits: with Smith, Lee, Smith and Lee."""
OMARS = "APPT999"
"""The highest id; with Lee on Monday, 29 December at 10:00."""

VISITED, PREPARED, OMARS_RECORD = "REC001", "REC002", "REC003"
"""Nora's record with prescriptions and one note, her record without either, and Omar's."""

CARDIA, GLUCO, NEURO = "CARDIA_461", "GLUCO_100", "NEURO_222"

OFFERS = [
    ("Lisinopril", "Harmony Labs", "Lisiwin", "USA", 12_50),
    ("Lisinopril", "Helvex", "Lisilux", "Switzerland", 9_95),
    ("Lisinopril", "Harmony Labs", "Lisizen", "USA", 14_00),
    ("Aspirin", "Helvex", "Aspiwin", "Switzerland", 5_00),
    ("Aspirin EC", "Helvex", "Aspicowin", "Switzerland", 6_00),
    ("Metoprolol Tartrate", "Helvex", "Metotawin", "Switzerland", 7_00),
    ("Metoprolol Succinate", "Helvex", "Metosuwin", "Switzerland", 8_00),
]
PRESCRIBED = [
    "Lisinopril",
    "Aspirin EC",
    "Aspirin",
    "Metoprolol Tartrate",
    "Metoprolol Succinate",
    "Tramadol",
]
"""In Nora's record, in this order; nobody offers Tramadol, and Aspirin has a supplier."""

HOME = Address(
    address1="14 Harbor Lane", address2="Unit 3", city="Tucson", country="USA", state="AZ",
    zip="85719",
)  # fmt: skip
PLAN = Insurance(
    provider="Unity Mutual",
    policy_number="POL12345678",
    group_number="GRP54321",
    copay_primary=25_00,
    copay_specialist=50_00,
)


def _patient(key: str, first: str, last: str, born: str, email: str | None) -> Patient:
    return Patient(
        patient_id=key,
        first_name=first,
        last_name=last,
        date_of_birth=born,
        gender="Female",
        phone="(555) 123-4567",
        email=email,
        address=HOME,
        insurance=PLAN,
        conditions=["Hypertension"],
        allergies=[],
        emergency_contact=EmergencyContact(
            name="Nora Quist", relationship="Mother", phone="(555) 123-4567"
        ),
    )


def _visit(
    key: str, patient: str, provider: str, date: str, time: str, status: str, **fields: Any
) -> Appointment:
    number = int(key.removeprefix("APPT"))
    plain: dict[str, Any] = {
        "appointment_id": key,
        "patient_id": patient,
        "provider_id": provider,
        "date": date,
        "time": time,
        "status": status,
        "duration_minutes": 45,
        "type": "follow_up",
        "insurance_authorization": f"AUTH{number:06d}",
        "copay_amount": 25_00 if provider == LEE else 50_00,
        "meeting_link": f"https://telehealth.healthcenter.com/room/{key}",
        "payment_method": "insurance",
        "insurance_billed": True,
    }
    return Appointment(**{**plain, **fields})


def _record(key: str, visit: str, patient: str, provider: str, date: str, **fields: Any) -> Table:
    return MedicalRecord(
        record_id=key,
        appointment_id=visit,
        patient_id=patient,
        provider_id=provider,
        date=date,
        type="visit_note",
        subjective="Feels well.",
        objective="No distress.",
        assessment="Hypertension, stable.",
        plan="Keep the treatment.",
        **fields,
    )


def _component(brand: str, cents: int, dose: int = 1, dosage: str = "20mg") -> Component:
    return Component(
        medication="Lisinopril",
        dosage=dosage,
        daily_dose=dose,
        monthly_units=30 * dose,
        unit_type="tablet",
        preferred_brand=brand,
        supplier="Harmony Labs",
        unit_cost_usd=cents,
    )


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    yield from (
        _patient(MIA, "Mia", "Quist", "2017-06-01", NORAS_EMAIL),
        _patient(NORA, "Nora", "Quist", "1985-03-15", NORAS_EMAIL),
        _patient(OTHER_NORA, "Nora", "Quist", "1990-01-02", "nora.quist9001@example.com"),
        _patient(BEN, "Ben", "Quist", "2019-02-03", None),
        _patient(OMAR, "Omar", "Håddad", "1950-12-15", "omar@example.com"),
        # Two children with one address and no adult; two adults with one address.
        _patient("kai_one_1", "Kai", "One", "2015-01-01", "guardian@example.com"),
        _patient("kit_one_2", "Kit", "One", "2016-01-01", "guardian@example.com"),
        _patient("ada_two_1", "Ada", "Two", "1980-01-01", "pair@example.com"),
        _patient("ado_two_2", "Ado", "Two", "1981-01-01", "pair@example.com"),
        # One turned 18 today, the other does so tomorrow.
        _patient("lia_new_1", "Lia", "New", "2007-12-15", "turned@example.com"),
        _patient("leo_new_2", "Leo", "New", "2007-12-16", "turned@example.com"),
        _patient("sam_twin_1", "Sam", "Twin", "1999-09-09", "sam1@example.com"),
        _patient("sam_twin_2", "Sam", "Twin", "1999-09-09", "sam2@example.com"),
    )
    yield PatientMedication(
        patient_id=NORA, position=0, name="Lisinopril", dosage="20mg", frequency="once daily"
    )
    for key, (first, last, title, specialty, license_number, fee) in PROVIDERS.items():
        yield Provider(
            provider_id=key,
            first_name=first,
            last_name=last,
            title=title,
            specialty=specialty,
            license_number=license_number,
            credentials=[],
            languages=["English", "Spanish"],
            years_experience=7,
            phone="(555) 111-2222",
            email="someone@healthcenter.example.com",
            consultation_fee=fee,
        )
    for key, days in SLOTS.items():
        for weekday, times in days.items():
            for time in times:
                yield ProviderSlot(provider_id=key, weekday=weekday, time=time)
    yield _visit(SCHEDULED, NORA, SMITH, "2025-12-17", "09:00", "scheduled")
    yield _visit(
        PENDING,
        NORA,
        LEE,
        "2025-12-22",
        "09:00",
        "pending_approval",
        insurance_authorization=None,
        meeting_link=None,
    )
    yield _visit(
        COMPLETED,
        NORA,
        SMITH,
        "2025-12-01",
        "09:00",
        "completed",
        chief_complaint="Palpitations",
        notes="Interpreter asked for.",
        prescription_issued=IssuedPrescription(medication="Lisinopril", dosage="20mg"),
        referral_from=Referral(provider_id=LEE, specialty="Primary Care"),
    )
    yield _visit(
        CANCELLED,
        NORA,
        LEE,
        "2025-12-22",
        "10:00",
        "cancelled",
        cancellation_reason="provider_cancelled",
        cancellation_date="2025-12-10",
    )
    yield _visit(OMARS, OMAR, LEE, "2025-12-29", "10:00", "scheduled")
    yield _record(
        VISITED, COMPLETED, NORA, SMITH, "2025-12-01", recommendations=["Less salt"],
        vital_signs={"heart_rate": "70 bpm"}, lab_orders=["TSH"], next_appointment="2026-01-12",
    )  # fmt: skip
    yield _record(PREPARED, SCHEDULED, NORA, SMITH, "2025-12-10")
    yield _record(OMARS_RECORD, OMARS, OMAR, LEE, "2025-12-11")
    for name in PRESCRIBED:
        yield Prescription(
            record_id=VISITED,
            medication=name,
            dosage="20mg",
            frequency="once daily",
            pharmacy="Helvex (Aspiwin)" if name == "Aspirin" else None,
            supplier=Supplier(
                company="Helvex", brand_name="Aspiwin", price_usd=5_00, currency="USD"
            )
            if name == "Aspirin"
            else None,
        )
    yield RecordNote(record_id=VISITED, seq=0, note="Prefers a call.")
    for medication, company, brand, country, price in OFFERS:
        yield SupplierOffer(
            medication=medication,
            company=company,
            brand_name=brand,
            country=country,
            price_usd=price,
        )
    for drugs, severity, risk, hours, skip, emergency in (
        (("Lisinopril", "Potassium"), "moderate", 6, 30, ["Potassium"], False),
        (("Warfarin", "Aspirin"), "high", 8, 24, ["Aspirin"], False),
        (("Ibuprofen", "Warfarin"), "high", 9, 12, ["Ibuprofen", "Aspirin"], True),
        (("Aspirin EC", "Ibuprofen"), "low", 3, 8, [], False),
    ):
        yield DrugInteraction(
            drug_a=drugs[0],
            drug_b=drugs[1],
            severity=severity,  # pyright: ignore[reportArgumentType]
            risk_score=risk,
            time_overlap_hours=hours,
            action=f"Ask about {drugs[0]}",
            skip=skip,
            emergency=emergency,
        )
    for key, kind, status, holder in (
        (NEURO, "Wearable EEG", "deployed", MIA),
        (CARDIA, "Cardiac Event Monitor", "deployed", NORA),
        (GLUCO, "Continuous Glucose Monitor", "available", None),
    ):
        yield TelemetryDevice(
            device_id=key,
            device_type=kind,
            status=status,  # pyright: ignore[reportArgumentType]
            last_audit="2025-11-30",
            assigned_to=holder,
            notes="In use",
        )
    for day, hours, event in (
        ("2025-12-11", 22.5, "normal"),
        ("2025-12-08", 20.0, "normal"),
        ("2025-12-09", 0.0, "upload_missing"),
    ):
        yield TelemetryUpload(
            device_id=CARDIA,
            date=day,
            usage_hours=hours,
            synced_at=f"{day}T23:10:00Z" if event == "normal" else None,
            event=event,  # pyright: ignore[reportArgumentType]
            alerts=["low battery"] if event == "normal" else [],
        )
    yield RegimenPlan(
        patient_id=NORA,
        current_regimen=Regimen(
            components=[_component("Lisiwin", 40, dose=2, dosage="10mg")],
            pill_burden=2,
            notes="Taken with meals.",
        ),
        optimized_regimens=[
            RegimenOption(
                name="Once a day",
                focus="Fewer units",
                components=[_component("Lisizen", 80)],
                pill_burden=1,
                synergy_notes="In the morning.",
            )
        ],
    )


DESK = small_domain("telehealth", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small centre."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def visit(desk: Episode, key: str) -> dict[str, Any]:
    """The visit as it is shown."""
    return done(desk, "get_appointment_details", appointment_id=key)


def record(desk: Episode, key: str) -> dict[str, Any]:
    """The record as it is shown."""
    return done(desk, "get_medical_record", record_id=key)


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
