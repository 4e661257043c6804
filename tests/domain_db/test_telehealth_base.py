"""The base data of telehealth: counts, references, histories, and every situation."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    Component,
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
from tau_emo_db.draw import Draw

DATA = domain_data("telehealth")
NOW = "2025-12-15T08:00"
SEVERAL = 3
ACTIVE = ("scheduled", "pending_approval")
BOOKABLE = {
    "routine_checkup", "follow_up", "consultation", "specialist_consultation", "sick_visit",
    "medication_review", "device_coaching", "care_coordination", "family_consultation",
    "therapy_session",
}  # fmt: skip


def age(patient: Patient) -> int:
    born = date.fromisoformat(patient.date_of_birth)
    return 2025 - born.year - ((born.month, born.day) > (12, 15))


def weekday(day: str) -> str:
    return f"{date.fromisoformat(day):%A}".lower()


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.patients: dict[str, Patient] = {p.patient_id: p for p in self.of(Patient)}
        self.providers: dict[str, Provider] = {p.provider_id: p for p in self.of(Provider)}
        self.slots: dict[str, list[ProviderSlot]] = self.by("provider_id", ProviderSlot)
        self.visits: dict[str, Appointment] = {a.appointment_id: a for a in self.of(Appointment)}
        self.visits_of: dict[str, list[Appointment]] = self.by("patient_id", Appointment)
        self.records: dict[str, MedicalRecord] = {r.record_id: r for r in self.of(MedicalRecord)}
        self.prescriptions: dict[str, list[Prescription]] = self.by("record_id", Prescription)
        self.notes: dict[str, list[RecordNote]] = self.by("record_id", RecordNote)
        self.takes: dict[str, list[PatientMedication]] = self.by("patient_id", PatientMedication)
        self.offers: dict[str, list[SupplierOffer]] = self.by("medication", SupplierOffer)
        self.uploads: dict[str, list[TelemetryUpload]] = self.by("device_id", TelemetryUpload)
        self.devices: list[TelemetryDevice] = self.of(TelemetryDevice)
        self.pairs: list[DrugInteraction] = self.of(DrugInteraction)
        self.plans: list[RegimenPlan] = self.of(RegimenPlan)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by(self, column: str, table: type[Any]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[getattr(row, column)].append(row)
        return found

    def name(self, patient: Patient) -> str:
        return f"{patient.first_name} {patient.last_name}"

    def times(self, provider_id: str, day: str) -> set[str]:
        return {s.time for s in self.slots[provider_id] if s.weekday == weekday(day)}

    def with_visits(self, holds: Callable[[list[Appointment]], object]) -> list[str]:
        return [key for key in self.patients if holds(self.visits_of[key])]

    def hits(self, patient_id: str, proposed: str = "") -> list[DrugInteraction]:
        taken = {one.name for one in self.takes[patient_id]} | ({proposed} - {""})
        return [p for p in self.pairs if {p.drug_a, p.drug_b} <= taken]


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/telehealth"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


# Counts and references


def test_counts(base: Base) -> None:
    assert len(base.patients) == 239
    assert sum(age(patient) < 18 for patient in base.patients.values()) == 110
    assert len(base.providers) == 114
    assert len({one.specialty for one in base.providers.values()}) == 20
    assert 2_150 <= len(base.of(ProviderSlot)) <= 2_350
    assert len(base.visits) == len(base.of(Appointment)) == 214
    assert len(base.records) == len(base.of(MedicalRecord)) == 149
    assert 130 <= len(base.of(Prescription)) <= 150
    assert len(base.offers) == 24
    assert sum(map(len, base.offers.values())) == 142
    assert {len(offers) for offers in base.offers.values()} <= set(range(3, 13))
    assert len(base.pairs) == 14
    assert len(base.devices) == 130
    assert len(base.of(TelemetryUpload)) == 189
    assert len(base.uploads) == 26
    assert len(base.plans) == 18
    assert all(len(plan.optimized_regimens) == 2 for plan in base.plans)
    assert 180 <= len(base.of(PatientMedication)) <= 220


def test_the_scale_multiplies_patients_and_visits_but_not_the_staff(base: Base) -> None:
    double = Base(rows(scale=2))
    assert len(double.patients) == 478
    assert len(double.visits) == 428
    assert len(double.records) == 298
    assert [p.model_dump() for p in double.of(Provider)] == [
        p.model_dump() for p in base.of(Provider)
    ]
    assert [o.model_dump() for o in double.of(SupplierOffer)] != []
    no_two_in_one_slot(double)


def test_ids_are_a_series_without_a_gap(base: Base) -> None:
    assert list(base.visits) == [f"APPT{number:03d}" for number in range(1, 215)]
    assert list(base.records) == [f"REC{number:03d}" for number in range(1, 150)]
    assert all(re.fullmatch(r"[a-z]+_[a-z]+_\d{4}", key) for key in base.patients)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+){2,}", key) for key in base.providers)
    kinds = {
        "CARDIA": "Cardiac Event Monitor",
        "GLUCO": "Continuous Glucose Monitor",
        "NEURO": "Wearable EEG",
        "TRILOGY": "Philips Trilogy Ventilator",
    }
    for device in base.devices:
        prefix, number = device.device_id.split("_")
        assert kinds[prefix] == device.device_type
        assert re.fullmatch(r"\d{3}", number)
    assert len({device.device_id for device in base.devices}) == 130


def test_the_order_of_ids_betrays_no_situation(base: Base) -> None:
    first_half = list(base.visits.values())[:107]
    scheduled = sum(visit.status == "scheduled" for visit in first_half)
    assert 40 <= scheduled <= 72


# Patients


def test_nobody_shares_name_and_birth_date_and_no_two_adults_an_email(base: Base) -> None:
    people = base.patients.values()
    born = Counter((base.name(p).lower(), p.date_of_birth) for p in people)
    assert max(born.values()) == 1
    emails = Counter((p.email or "").lower() for p in people if age(p) >= 18)
    assert "" not in emails
    assert max(emails.values()) == 1
    shared = defaultdict(list)
    for patient in people:
        if patient.email:
            shared[patient.email].append(patient)
    for group in shared.values():
        assert len(group) == 1 or sum(age(p) >= 18 for p in group) == 1


def test_names_come_from_many_cultures(base: Base) -> None:
    last = {p.last_name for p in base.patients.values()}
    assert len(last) > 100
    assert len({p.first_name for p in base.patients.values()}) > 150


def test_emails_of_mixed_case(base: Base) -> None:
    mixed = [p for p in base.patients.values() if p.email and p.email != p.email.lower()]
    assert len(mixed) >= 10


def test_phones_and_copays_have_their_form(base: Base) -> None:
    for patient in base.patients.values():
        assert re.fullmatch(r"\(555\) \d{3}-\d{4}", patient.phone)
        assert 20_00 <= patient.insurance.copay_primary <= 35_00
        assert 45_00 <= patient.insurance.copay_specialist <= 65_00
        assert patient.date_of_birth <= "2025-12-15"


def test_adults_with_equal_names(base: Base) -> None:
    names = Counter(base.name(p) for p in base.patients.values() if age(p) >= 18)
    assert sum(count > 1 for count in names.values()) >= SEVERAL


def children_of(base: Base, parent: Patient) -> list[Patient]:
    return [
        p
        for p in base.patients.values()
        if age(p) < 18
        and p.emergency_contact.name == base.name(parent)
        and p.emergency_contact.relationship in ("Parent", "Mother", "Father")
    ]


def test_emergency_contacts_suit_the_age(base: Base) -> None:
    for patient in base.patients.values():
        relationship = patient.emergency_contact.relationship
        if age(patient) < 18:
            assert relationship in ("Mother", "Father", "Parent")
        if relationship in ("Son", "Daughter"):
            assert age(patient) >= 45


def test_families(base: Base) -> None:
    sizes: Counter[int] = Counter()
    for parent in base.patients.values():
        children = children_of(base, parent) if age(parent) >= 18 else []
        if not children:
            continue
        sizes[len(children)] += 1
        assert sum(child.email is None for child in children) == 1
        assert sum(child.email == parent.email for child in children) >= 1
        assert any(base.visits_of[child.patient_id] for child in children)
    assert sizes[2] >= SEVERAL
    assert sizes[3] >= SEVERAL


def test_a_parent_who_is_no_patient_and_whose_email_is_on_the_childs_file(base: Base) -> None:
    names = {base.name(p) for p in base.patients.values()}
    alone = [
        p
        for p in base.patients.values()
        if age(p) < 18
        and p.email
        and p.emergency_contact.relationship in ("Mother", "Father")
        and p.emergency_contact.name not in names
        and p.email.lower().startswith(p.emergency_contact.name.replace(" ", ".").lower())
    ]
    assert len(alone) >= SEVERAL


def test_aged_parents(base: Base) -> None:
    adults = {base.name(p): p for p in base.patients.values() if age(p) >= 18}
    old = [p for p in adults.values() if age(p) >= 65]
    named_by_parent = [
        p
        for p in old
        if p.emergency_contact.relationship in ("Son", "Daughter")
        and p.emergency_contact.name in adults
    ]
    old_names = {base.name(p) for p in old}
    named_by_child = [
        p
        for p in adults.values()
        if p.emergency_contact.relationship in ("Mother", "Father")
        and p.emergency_contact.name in old_names
    ]
    assert len(named_by_parent) >= SEVERAL
    assert len(named_by_child) >= SEVERAL


@pytest.mark.parametrize("relationship", ["Spouse", "Sibling"])
def test_relatives_who_cannot_act_for_each_other(base: Base, relationship: str) -> None:
    names = {base.name(p) for p in base.patients.values()}
    found = [
        p
        for p in base.patients.values()
        if p.emergency_contact.relationship == relationship and p.emergency_contact.name in names
    ]
    assert len(found) >= 2 * SEVERAL


# Staff


def test_timetables(base: Base) -> None:
    days: dict[str, dict[str, list[str]]] = {}
    for key, slots in base.slots.items():
        days[key] = defaultdict(list)
        for slot in slots:
            days[key][slot.weekday].append(slot.time)
    assert set(days) == set(base.providers)
    week = {"monday", "tuesday", "wednesday", "thursday", "friday"}
    for times in days.values():
        assert all(one == sorted(set(one)) for one in times.values())
    assert sum(not week <= set(times) for times in days.values()) >= 20
    for day in ("saturday", "sunday"):
        assert sum(day in times for times in days.values()) >= SEVERAL
    halves = [t for t in days.values() if any(x.endswith(":30") for one in t.values() for x in one)]
    assert len(halves) >= 10
    assert sum(any(len(one) == 1 for one in times.values()) for times in days.values()) >= 10


def test_providers(base: Base) -> None:
    everybody = base.providers.values()
    fields: dict[str, set[str]] = defaultdict(set)
    for one in everybody:
        fields[one.last_name].add(one.specialty)
    assert sum(len(one) > 1 for one in fields.values()) >= SEVERAL
    assert sum(one.title is None for one in everybody) >= SEVERAL
    assert sum(one.license_number is None for one in everybody) >= SEVERAL
    assert all(90_00 <= one.consultation_fee <= 350_00 for one in everybody)
    count = Counter(one.specialty for one in everybody)
    assert [name for name, number in count.items() if number == 1] == ["Genetic Counseling"]
    for specialty, number in count.items():
        if number > 1:
            ours = [one for one in everybody if one.specialty == specialty]
            assert len({one.consultation_fee for one in ours}) > 1
            assert len({tuple(one.languages) for one in ours}) > 1


# Visits


def no_two_in_one_slot(base: Base) -> None:
    taken = Counter(
        (v.provider_id, v.date, v.time) for v in base.visits.values() if v.status != "cancelled"
    )
    busy = Counter(
        (v.patient_id, v.date, v.time) for v in base.visits.values() if v.status != "cancelled"
    )
    assert max(taken.values()) == 1
    assert max(busy.values()) == 1


def test_statuses_and_times_agree(base: Base) -> None:
    count = Counter(visit.status for visit in base.visits.values())
    assert min(count.values()) >= 10
    assert count["scheduled"] > 214 / 2
    assert set(count) == {"scheduled", "pending_approval", "completed", "cancelled"}
    for visit in base.visits.values():
        moment = f"{visit.date}T{visit.time}"
        if visit.status == "scheduled":
            assert "2025-12-16" <= visit.date <= "2025-12-24"
        elif visit.status == "pending_approval":
            assert moment > NOW
        elif visit.status == "completed":
            assert moment < NOW
        assert visit.time in base.times(visit.provider_id, visit.date)
        assert visit.duration_minutes in (30, 45, 60)
    no_two_in_one_slot(base)


def test_a_cancelled_visit_says_when_and_why(base: Base) -> None:
    for visit in base.visits.values():
        cancelled = visit.status == "cancelled"
        assert (visit.cancellation_reason is not None) is cancelled
        assert (visit.cancellation_date is not None) is cancelled
        if visit.cancellation_date:
            assert visit.cancellation_date <= min(visit.date, "2025-12-14")


def test_links_and_authorizations_follow_from_the_id(base: Base) -> None:
    for key, visit in base.visits.items():
        assert visit.meeting_link == f"https://telehealth.healthcenter.com/room/{key}"
        if visit.insurance_authorization is not None:
            assert visit.insurance_authorization == f"AUTH{int(key[4:]):06d}"
            assert visit.insurance_billed


def test_copays_follow_from_plan_and_specialty(base: Base) -> None:
    for visit in base.visits.values():
        plan = base.patients[visit.patient_id].insurance
        primary = base.providers[visit.provider_id].specialty == "Primary Care"
        due = plan.copay_primary if primary else plan.copay_specialist
        insured = visit.payment_method == "insurance"
        assert visit.copay_amount == (due if insured else 0)
        assert visit.insurance_billed is insured
        assert (visit.voucher_id is not None) is (visit.payment_method == "telehealth_voucher")


def test_vouchers_self_payers_and_types_of_the_clinic(base: Base) -> None:
    methods = Counter(visit.payment_method for visit in base.visits.values())
    assert methods["telehealth_voucher"] >= SEVERAL
    assert methods["self_pay"] >= SEVERAL
    clinic_only = [v for v in base.visits.values() if v.type not in BOOKABLE]
    assert len(clinic_only) >= SEVERAL
    assert {v.type for v in base.visits.values()} >= BOOKABLE
    assert sum(v.chief_complaint is None for v in base.visits.values()) >= 10


def test_children_see_those_who_see_children(base: Base) -> None:
    of_children = [v for v in base.visits.values() if age(base.patients[v.patient_id]) < 18]
    assert len(of_children) >= 40
    fields = Counter(base.providers[v.provider_id].specialty for v in of_children)
    assert not set(fields) & {"Cardiology", "Oncology", "Device Coaching"}
    of_adults = {
        base.providers[v.provider_id].specialty
        for v in base.visits.values()
        if age(base.patients[v.patient_id]) >= 18
    }
    assert "Pediatrics" not in of_adults


def test_patients_with_none_one_and_many_visits(base: Base) -> None:
    assert len(base.with_visits(lambda visits: not visits)) >= SEVERAL
    assert len(base.with_visits(lambda visits: len(visits) == 1)) >= SEVERAL
    many = base.with_visits(lambda visits: 5 <= len(visits) <= 10)
    assert len(many) >= SEVERAL
    for key in many:
        statuses = {visit.status for visit in base.visits_of[key]}
        assert statuses >= {"scheduled", "completed", "cancelled"}


def test_two_visits_with_one_provider_on_one_day(base: Base) -> None:
    def twice(visits: list[Appointment]) -> bool:
        ahead = Counter((v.provider_id, v.date) for v in visits if v.status == "scheduled")
        return bool(ahead) and max(ahead.values()) == 2

    assert len(base.with_visits(twice)) >= SEVERAL


def test_a_visit_and_a_later_slot_that_another_patient_holds(base: Base) -> None:
    ahead = [v for v in base.visits.values() if v.status == "scheduled"]
    blocked = {
        one.patient_id
        for one, other in combinations(sorted(ahead, key=lambda v: v.date), 2)
        if one.provider_id == other.provider_id and one.patient_id != other.patient_id
    }
    assert len(blocked) >= SEVERAL


def test_a_slot_ahead_that_a_cancelled_visit_has_freed(base: Base) -> None:
    held = {(v.provider_id, v.date, v.time) for v in base.visits.values() if v.status in ACTIVE}
    freed = [
        v
        for v in base.visits.values()
        if v.status == "cancelled"
        and v.date > "2025-12-15"
        and (v.provider_id, v.date, v.time) not in held
    ]
    assert len(freed) >= SEVERAL


def test_patients_with_two_copays(base: Base) -> None:
    def both(visits: list[Appointment]) -> bool:
        fields = {
            base.providers[v.provider_id].specialty == "Primary Care"
            for v in visits
            if v.status == "scheduled" and v.insurance_billed
        }
        return fields == {True, False}

    assert len(base.with_visits(both)) >= SEVERAL


# Records


def test_a_record_agrees_with_its_visit(base: Base) -> None:
    assert len({record.appointment_id for record in base.records.values()}) == 149
    for record in base.records.values():
        visit = base.visits[record.appointment_id]
        assert (record.patient_id, record.provider_id) == (visit.patient_id, visit.provider_id)
        assert record.date <= "2025-12-14"
        if visit.status == "completed":
            assert record.date == visit.date
        else:
            assert visit.status == "scheduled"
            assert record.type == "pre_visit_note"
            assert record.date < visit.date
        if record.next_appointment:
            assert record.next_appointment > record.date
        assert all((record.subjective, record.objective, record.assessment, record.plan))
    without = [
        v
        for v in base.visits.values()
        if v.status == "completed"
        and v.appointment_id not in {r.appointment_id for r in base.records.values()}
    ]
    assert len(without) >= SEVERAL


def test_records_with_none_to_three_prescriptions(base: Base) -> None:
    count = Counter(len(base.prescriptions[key]) for key in base.records)
    assert set(count) == {0, 1, 2, 3}
    assert min(count.values()) >= SEVERAL


def test_a_prescription_is_for_something_the_patient_takes(base: Base) -> None:
    for key, prescribed in base.prescriptions.items():
        record = base.records[key]
        taken = {one.name: one for one in base.takes[record.patient_id]}
        assert len({one.medication for one in prescribed}) == len(prescribed)
        for one in prescribed:
            assert (one.dosage, one.frequency) == (
                taken[one.medication].dosage,
                taken[one.medication].frequency,
            )
        if prescribed:
            assert base.providers[record.provider_id].title in ("MD", "DO", "NP")
        issued = base.visits[record.appointment_id].prescription_issued
        if issued:
            assert issued.medication in {one.medication for one in prescribed}


def test_suppliers_are_offers_of_the_catalogue(base: Base) -> None:
    supplied = [one for one in base.of(Prescription) if one.supplier]
    assert len(supplied) >= 20
    assert len(base.of(Prescription)) - len(supplied) >= 20
    for one in supplied:
        offers = {(o.company, o.brand_name, o.price_usd) for o in base.offers[one.medication]}
        supplier = one.supplier
        assert (supplier.company, supplier.brand_name, supplier.price_usd) in offers
        assert supplier.currency == "USD"
        assert one.pharmacy == f"{supplier.company} ({supplier.brand_name})"


def test_one_medication_in_two_records_of_a_patient(base: Base) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for key, prescribed in base.prescriptions.items():
        for one in prescribed:
            seen[base.records[key].patient_id, one.medication] += 1
    assert sum(count > 1 for count in seen.values()) >= SEVERAL


def test_records_with_and_without_notes(base: Base) -> None:
    noted = [key for key in base.records if base.notes[key]]
    assert 5 <= len(noted) <= 50
    for key in noted:
        assert [note.seq for note in base.notes[key]] == list(range(len(base.notes[key])))


# Catalogue and interactions


def test_offers(base: Base) -> None:
    for offers in base.offers.values():
        assert len({offer.price_usd for offer in offers}) == len(offers)
        assert len({offer.brand_name for offer in offers}) == len(offers)
    countries: dict[str, set[str]] = defaultdict(set)
    for offer in base.of(SupplierOffer):
        countries[offer.company].add(offer.country)
    assert all(len(found) == 1 for found in countries.values())
    twice = [
        name
        for name, offers in base.offers.items()
        if len({offer.company for offer in offers}) < len(offers)
    ]
    assert len(twice) >= SEVERAL


def test_similar_names_and_prescriptions_outside_the_catalogue(base: Base) -> None:
    assert {"Aspirin", "Aspirin EC", "Metoprolol Succinate", "Metoprolol Tartrate"} <= set(
        base.offers
    )
    prescribed = Counter(one.medication for one in base.of(Prescription))
    assert prescribed["Aspirin EC"] >= SEVERAL
    assert sum(n for name, n in prescribed.items() if name not in base.offers) >= SEVERAL


def test_a_pair_stands_once(base: Base) -> None:
    pairs = [frozenset((one.drug_a, one.drug_b)) for one in base.pairs]
    assert len(set(pairs)) == 14
    assert all(len(pair) == 2 for pair in pairs)
    for one in base.pairs:
        assert set(one.skip) <= {one.drug_a, one.drug_b}
        assert 1 <= one.risk_score <= 10
    assert {one.severity for one in base.pairs} == {"low", "moderate", "high"}


def test_patients_whose_drugs_interact(base: Base) -> None:
    found: Counter[str] = Counter()
    for key in base.patients:
        hits = base.hits(key)
        if len(base.takes[key]) >= 2 and not hits:
            found["none"] += 1
        for hit in hits:
            found["high with emergency"] += hit.severity == "high" and hit.emergency
            found["moderate with a hold"] += hit.severity == "moderate" and bool(hit.skip)
            found["low"] += hit.severity == "low"
    assert min(found[one] for one in (
        "none", "high with emergency", "moderate with a hold", "low"
    )) >= SEVERAL  # fmt: skip


def test_a_drug_that_collides_with_one_of_several(base: Base) -> None:
    found = [
        key
        for key in base.patients
        if len(base.takes[key]) >= 2
        and not base.hits(key)
        and len(base.hits(key, "Ibuprofen")) == 1
    ]
    assert len(found) >= SEVERAL


# Devices and regimens


def test_devices(base: Base) -> None:
    count = Counter(device.status for device in base.devices)
    assert set(count) == {
        "available", "inspection", "deployed", "shipped", "missing_overdue", "maintenance",
    }  # fmt: skip
    for device in base.devices:
        held = device.status in ("deployed", "shipped", "missing_overdue")
        assert (device.assigned_to is not None) is held
        assert device.last_audit <= "2025-12-14"
    held_by = Counter(device.assigned_to for device in base.devices if device.assigned_to)
    assert max(held_by.values()) == 2
    kinds = Counter((d.assigned_to, d.device_type) for d in base.devices if d.assigned_to)
    assert max(kinds.values()) == 1


def test_uploads(base: Base) -> None:
    by_id = {device.device_id: device for device in base.devices}
    gaps = full = 0
    for key, uploads in base.uploads.items():
        assert by_id[key].status == "deployed"
        days = [upload.date for upload in uploads]
        assert days == sorted(set(days))
        assert len(days) in (7, 8)
        span = (date.fromisoformat(days[-1]) - date.fromisoformat(days[0])) / timedelta(days=1)
        gaps += span == len(days)
        full += span == len(days) - 1
        for upload in uploads:
            assert upload.date <= "2025-12-14"
            missing = upload.event == "upload_missing"
            assert (upload.synced_at is None) is missing
            assert (upload.usage_hours == 0) is missing
            assert missing or re.fullmatch(rf"{upload.date}T\d\d:\d\d:00Z", upload.synced_at or "")
    assert gaps >= SEVERAL
    assert gaps + full == 26
    events = Counter(upload.event for upload in base.of(TelemetryUpload))
    assert events["upload_missing"] >= SEVERAL
    deployed = [device for device in base.devices if device.status == "deployed"]
    assert len(deployed) - len(base.uploads) >= SEVERAL


def cost(components: list[Component]) -> int:
    return sum(one.monthly_units * one.unit_cost_usd for one in components)


def burden(components: list[Component]) -> int:
    return sum(one.daily_dose for one in components)


def test_regimens_add_up_and_options_save_money_or_units(base: Base) -> None:
    cheaper = same = 0
    for plan in base.plans:
        now = plan.current_regimen
        taken = {one.name for one in base.takes[plan.patient_id]}
        assert now.pill_burden == burden(now.components)
        for option in plan.optimized_regimens:
            assert option.pill_burden == burden(option.components)
            assert {one.medication for one in option.components} <= taken
            fewer = option.pill_burden < now.pill_burden
            cheaper += cost(option.components) < cost(now.components)
            same += fewer and cost(option.components) == cost(now.components)
            for one in option.components + now.components:
                assert one.monthly_units == 30 * one.daily_dose
                brands = {(o.company, o.brand_name) for o in base.offers[one.medication]}
                assert (one.supplier, one.preferred_brand) in brands
    assert cheaper >= SEVERAL
    assert same >= SEVERAL
