"""What must always hold in the centre, whatever was done there."""

from collections import Counter
from datetime import date
from itertools import groupby
from typing import Any

from sqlmodel import Session, select

from tau_emo_db import Changes
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    Patient,
    Prescription,
    Provider,
    ProviderSlot,
    RecordNote,
    SupplierOffer,
)

WRITTEN = {"appointment", "prescription", "record_note"}
"""The tables that tools write to."""
ACTIVE = ("scheduled", "pending_approval")
NEXT = {
    "scheduled": {"scheduled", "cancelled"},
    "pending_approval": {"pending_approval", "cancelled"},
    "completed": {"completed"},
    "cancelled": {"cancelled"},
}
"""What a status can become."""


def check_state(db: Session) -> None:
    """Slots, copays, links, ids, suppliers, notes and references."""
    visits = db.exec(select(Appointment)).all()
    patients = {one.patient_id: one for one in db.exec(select(Patient))}
    specialty = {one.provider_id: one.specialty for one in db.exec(select(Provider))}
    slots = {(s.provider_id, s.weekday, s.time) for s in db.exec(select(ProviderSlot))}
    taken = Counter((v.provider_id, v.date, v.time) for v in visits if v.status in ACTIVE)
    assert max(taken.values()) == 1
    assert sorted(int(v.appointment_id[4:]) for v in visits) == list(range(1, len(visits) + 1))
    for visit in visits:
        weekday = f"{date.fromisoformat(visit.date):%A}".lower()
        assert (visit.provider_id, weekday, visit.time) in slots
        if visit.status in ACTIVE:
            assert f"{visit.date} {visit.time}" >= "2025-12-15 08:00"
        plan = patients[visit.patient_id].insurance
        primary = specialty[visit.provider_id] == "Primary Care"
        due = plan.copay_primary if primary else plan.copay_specialist
        assert visit.copay_amount == (due if visit.insurance_billed else 0)
        assert visit.insurance_billed is (visit.payment_method == "insurance")
        assert bool(visit.voucher_id) is (visit.payment_method == "telehealth_voucher")
        assert (visit.meeting_link or "").endswith(f"/{visit.appointment_id}")
        if visit.insurance_authorization:
            assert visit.insurance_billed
            assert visit.insurance_authorization == f"AUTH{int(visit.appointment_id[4:]):06d}"
        assert (visit.cancellation_date is not None) is (visit.status == "cancelled")
    offers = {
        (o.medication, o.company, o.brand_name, o.price_usd) for o in db.exec(select(SupplierOffer))
    }
    for one in db.exec(select(Prescription)):
        if one.supplier:
            made = one.supplier
            key = (one.medication, made.company, made.brand_name, made.price_usd)
            assert key in offers
            assert one.pharmacy == f"{made.company} ({made.brand_name})"
    notes = sorted((one.record_id, one.seq) for one in db.exec(select(RecordNote)))
    for _, group in groupby(notes, key=lambda one: one[0]):
        numbers = [seq for _, seq in group]
        assert numbers == list(range(len(numbers)))
    assert db.connection().exec_driver_sql("PRAGMA foreign_key_check").fetchall() == []


def check_changes(before: Changes, after: Changes) -> None:
    """Only some tables change; a status only moves on; a note stays as it was written."""
    assert set(after.root) <= WRITTEN
    was, now = _statuses(before), _statuses(after)
    base = {str(row["appointment_id"]): str(row["status"]) for row in after["appointment"].before}
    for key, status in now.items():
        earlier = was.get(key) or base.get(key)
        assert earlier is None or status in NEXT[earlier]
    assert not after["record_note"].before
    written = [_plain(row) for row in before["record_note"].after]
    assert all(row in [_plain(one) for one in after["record_note"].after] for row in written)


def _statuses(changes: Changes) -> dict[str, str]:
    return {str(row["appointment_id"]): str(row["status"]) for row in changes["appointment"].after}


def _plain(row: Any) -> tuple[Any, ...]:
    return tuple(row.values())
