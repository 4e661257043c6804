"""Telehealth data in the layout of τ-Trait: patients, providers, visits, records and devices."""

from typing import Any

from tau_emo_db.domains.telehealth.clock import WEEKDAYS
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    DrugInteraction,
    MedicalRecord,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    ProviderSlot,
    RecordNote,
    RegimenPlan,
    SupplierOffer,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import ADDRESS
from tau_emo_db.foreign.source import Source


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    specialties: dict[str, str] = {}
    for node in source.records("patients"):
        with out.record(node):
            _patient(node, out)
    for node in source.records("providers"):
        with out.record(node):
            specialties[node.key] = node.text("specialty")
            _provider(node, out)
    for node in source.records("appointments"):
        with out.record(node):
            _appointment(node, specialties, out)
    for node in source.records("medical_records"):
        with out.record(node):
            _record(node, out)
    for node in source.records("medication_suppliers"):
        with out.record(node):
            for offer in node.items():
                out.add(
                    offer,
                    SupplierOffer,
                    medication=node.key,
                    company=offer.text("company"),
                    brand_name=offer.text("brand_name"),
                    country=offer.text("country"),
                    price_usd=offer.cents("price_usd"),
                )
    for node in source.records("drug_interactions"):
        with out.record(node):
            _interactions(node, out)
    for node in source.records("telemetry_inventory"):
        with out.record(node):
            texts = ("device_id", "device_type", "status", "last_audit", "notes")
            out.add(
                node,
                TelemetryDevice,
                assigned_to=node.text_or_none("assigned_to"),
                **{name: node.text(name) for name in texts},
            )
    for node in source.records("telemetry_uploads"):
        with out.record(node):
            _upload(node, out)
    for node in source.records("regimen_plans"):
        with out.record(node):
            _plan(node, out)


def _patient(node: Node, out: Gathering) -> None:
    key = node.own_key("patient_id")
    name, person = node.at("name"), node.at("demographics")
    insurance, history = node.at("insurance").at("primary"), node.at("medical_history")
    out.add(
        node,
        Patient,
        patient_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        date_of_birth=person.text("date_of_birth"),
        gender=person.text("gender"),
        phone=person.text("phone"),
        email=person.text("email") or None,
        address=node.plain("address", ADDRESS),
        insurance={
            "provider": insurance.text("provider"),
            "policy_number": insurance.text("policy_number"),
            "group_number": insurance.text("group_number"),
            "copay_primary": insurance.cents("copay_primary"),
            "copay_specialist": insurance.cents("copay_specialist"),
        },
        conditions=history.texts("conditions"),
        allergies=history.texts("allergies"),
        emergency_contact=node.plain("emergency_contact", ("name", "relationship", "phone")),
    )
    for position, medication in numbered(history.at("medications").items()):
        out.add(
            medication,
            PatientMedication,
            patient_id=key,
            position=position,
            name=medication.text("name"),
            dosage=medication.text("dosage"),
            frequency=medication.text("frequency"),
        )
    history.leave("surgeries")


def _provider(node: Node, out: Gathering) -> None:
    key = node.own_key("provider_id")
    name, contact = node.at("name"), node.at("contact")
    out.add(
        node,
        Provider,
        provider_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        title=name.text_or_none("title"),
        specialty=node.text("specialty"),
        license_number=node.text_or_none("license_number"),
        credentials=node.texts("credentials"),
        languages=node.texts("languages"),
        years_experience=node.whole("years_experience"),
        phone=contact.text("phone"),
        email=contact.text("email"),
        consultation_fee=node.cents("consultation_fee"),
    )
    for day in node.at("schedule").fields():
        if day.key not in WEEKDAYS:
            raise day.misfit("is no day of the week")
        for time in day.items():
            out.add(time, ProviderSlot, provider_id=key, weekday=day.key, time=time.as_text())


def _appointment(node: Node, specialties: dict[str, str], out: Gathering) -> None:
    issued, referral = None, None
    if node.has("prescription_issued"):
        prescription = node.at("prescription_issued")
        issued = {name: prescription.text(name) for name in ("medication", "dosage")}
        prescription.leave("frequency", "quantity", "refills")
    if node.has("referral_from"):
        provider = node.text("referral_from")
        if provider not in specialties:
            raise node.at("referral_from").misfit(f"names no provider that is there: {provider!r}")
        referral = {"provider_id": provider, "specialty": specialties[provider]}
    key = node.own_key("appointment_id")
    out.add(
        node,
        Appointment,
        appointment_id=key,
        patient_id=node.text("patient_id"),
        provider_id=node.text("provider_id"),
        date=node.text("date"),
        time=node.text("time"),
        duration_minutes=node.whole("duration_minutes"),
        type=node.text("type"),
        status=node.text("status"),
        chief_complaint=node.text_or_none("chief_complaint"),
        notes=node.text("notes"),
        insurance_authorization=node.text_or_none("insurance_authorization"),
        copay_amount=node.cents("copay_amount"),
        meeting_link=node.text_or_none("meeting_link"),
        payment_method="insurance",
        voucher_id=None,
        insurance_billed=True,
        cancellation_reason=node.text_or_none("cancellation_reason"),
        cancellation_date=node.text_or_none("cancellation_date"),
        prescription_issued=issued,
        referral_from=referral,
    )


def _record(node: Node, out: Gathering) -> None:
    key = node.own_key("record_id")
    texts = ("patient_id", "provider_id", "date", "type")
    parts = ("subjective", "objective", "assessment", "plan")
    optional: dict[str, Any] = {
        name: node.texts(name) if node.has(name) else None
        for name in ("recommendations", "lab_orders")
    }
    if node.has("vital_signs"):
        signs = node.at("vital_signs").fields()
        optional["vital_signs"] = {sign.key: sign.as_text() for sign in signs}
    out.add(
        node,
        MedicalRecord,
        () if node.has("appointment_id") else ("appointment_id",),
        record_id=key,
        appointment_id=node.text_or_none("appointment_id"),
        next_appointment=node.text_or_none("next_appointment"),
        **{name: node.text(name) for name in (*texts, *parts)},
        **optional,
    )
    for one in node.at("prescriptions").items() if node.has("prescriptions") else ():
        out.add(
            one,
            Prescription,
            record_id=key,
            medication=one.text("medication"),
            dosage=one.text("dosage"),
            frequency=one.text("frequency"),
            quantity=_quantity(one),
            refills=one.whole_or_none("refills"),
            duration=one.text_or_none("duration"),
            pharmacy=one.text_or_none("pharmacy"),
            supplier=_supplier(one),
        )
    for seq, note in numbered(node.at("notes").items() if node.has("notes") else []):
        out.add(note, RecordNote, record_id=key, seq=seq, note=note.as_text())


def _quantity(node: Node) -> int | None:
    """The number in front of the unit: 30 for `30 tablets`."""
    if not node.has("quantity"):
        return None
    quantity = node.at("quantity")
    number = quantity.as_text().partition(" ")[0]
    if not number.isdecimal():
        raise quantity.misfit(f"is {quantity.value!r}, which begins with no whole number")
    return int(number)


def _supplier(node: Node) -> dict[str, Any] | None:
    if not node.has("supplier"):
        node.leave("supplier")
        return None
    supplier = node.at("supplier")
    if isinstance(supplier.value, str):
        return {
            "company": supplier.as_text(),
            "brand_name": node.text("brand"),
            "price_usd": node.cents("unit_cost_usd"),
            "currency": "USD",
        }
    supplier.leave("country")
    return {
        "company": supplier.text("company"),
        "brand_name": supplier.text("brand_name"),
        "price_usd": supplier.cents("price_usd"),
        "currency": supplier.text_or_none("currency") or "USD",
    }


def _interactions(node: Node, out: Gathering) -> None:
    for pair in node.fields():
        known = [
            row
            for row in out.rows[DrugInteraction]
            if {row["drug_a"], row["drug_b"]} == {node.key, pair.key}
        ]
        if known:
            raise pair.misfit("the pair stands already the other way round")
        out.add(
            pair,
            DrugInteraction,
            drug_a=node.key,
            drug_b=pair.key,
            severity=pair.text("severity"),
            risk_score=pair.whole("risk_score"),
            time_overlap_hours=pair.whole("time_overlap_hours"),
            action=pair.text("action"),
            skip=pair.texts("skip"),
            emergency=pair.flag("emergency"),
        )


def _upload(node: Node, out: Gathering) -> None:
    values: dict[str, Any] = {
        "device_id": node.text("device_id"),
        "date": node.text("date"),
        "usage_hours": node.number("usage_hours"),
        "synced_at": node.text_or_none("synced_at"),
        "event": node.text("event"),
        "alerts": node.texts("alerts"),
    }
    if values not in out.rows[TelemetryUpload]:
        out.add(node, TelemetryUpload, **values)


def _plan(node: Node, out: Gathering) -> None:
    current = node.at("current_regimen")
    out.add(
        node,
        RegimenPlan,
        patient_id=node.own_key("patient_id"),
        current_regimen={
            "components": [_component(one) for one in current.at("components").items()],
            "pill_burden": _burden(current),
            "notes": " ".join(current.texts("notes")),
        },
        optimized_regimens=[
            {
                "name": option.text("name"),
                "focus": option.text("focus"),
                "components": [_component(one) for one in option.at("components").items()],
                "pill_burden": _burden(option),
                "synergy_notes": " ".join(option.texts("synergy_notes")),
            }
            for option in node.at("optimized_regimens").items()
        ],
    )


def _component(node: Node) -> dict[str, Any]:
    texts = ("medication", "dosage", "unit_type", "preferred_brand", "supplier")
    return {
        **{name: node.text(name) for name in texts},
        "daily_dose": node.whole("daily_dose"),
        "monthly_units": node.whole("monthly_units"),
        "unit_cost_usd": node.cents("unit_cost_usd"),
    }


def _burden(node: Node) -> int:
    burden = node.at("pill_burden")
    devices = burden.at("devices_per_month")
    if devices.as_whole() != 0:
        raise devices.misfit(f"is {devices.value!r}; with us a regimen has no devices")
    return burden.whole("tablets_per_day")


MAPPING = Mapping(
    parts=(
        "patients",
        "providers",
        "appointments",
        "medical_records",
        "medication_suppliers",
        "drug_interactions",
        "telemetry_inventory",
        "telemetry_uploads",
        "regimen_plans",
    ),
    read=read,
    people=People(Patient, "patient_id", "email"),
    differences=(
        Difference(
            "appointments",
            "payment_method, voucher_id, insurance_billed",
            "insurance, null and true: what a visit is booked with unless told otherwise",
        ),
        Difference("patients.demographics.email empty", "email", "null"),
        Difference("patients.medical_history.surgeries", "nothing", "left out"),
        Difference(
            "appointments.prescription_issued",
            "medication and dosage",
            "frequency, quantity and refills are left out",
        ),
        Difference(
            "appointments.referral_from", "provider and specialty", "the provider's specialty"
        ),
        Difference("medical_records.appointment_id null", "appointment_id", "null"),
        Difference(
            "medical_records.prescriptions.quantity, a text",
            "quantity, a number",
            "the number in front; the unit is left out",
        ),
        Difference(
            "medical_records.prescriptions.supplier, a text",
            "supplier, an object",
            "with brand and unit_cost_usd of the prescription, in USD",
        ),
        Difference(
            "medical_records.prescriptions.supplier.country",
            "nothing",
            "left out; USD if no currency",
        ),
        Difference(
            "telemetry_uploads, the same row again", "one row for a device and day", "taken once"
        ),
        Difference(
            "regimen_plans.pill_burden",
            "units a day",
            "tablets_per_day; devices_per_month must be 0",
        ),
        Difference("regimen_plans notes and synergy_notes, lists", "texts", "joined by blanks"),
    ),
)
