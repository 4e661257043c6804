"""A long walk of valid writes over the whole base: what must hold does so after every step."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Patient,
    Prescription,
    Provider,
    ProviderSlot,
    SupplierOffer,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk
from .state import ACTIVE, check_changes, check_state

TELEHEALTH = served_domain("telehealth")
TYPES = ("routine_checkup", "follow_up", "sick_visit", "therapy_session")
FIRST = date(2025, 12, 16)

Arguments = dict[str, Any]
Chooser = Callable[[random.Random, Session], Arguments]


def free_slot(chance: random.Random, db: Session, provider_id: str) -> tuple[str, str]:
    """A slot of the provider in the next three weeks in which nobody comes."""
    taken = {
        (one.date, one.time)
        for one in db.exec(select(Appointment).where(Appointment.provider_id == provider_id))
        if one.status in ACTIVE
    }
    slots = db.exec(select(ProviderSlot).where(ProviderSlot.provider_id == provider_id)).all()
    days = [FIRST + timedelta(days=ahead) for ahead in range(21)]
    return chance.choice(
        [
            (day.isoformat(), slot.time)
            for day in days
            for slot in slots
            if slot.weekday == f"{day:%A}".lower() and (day.isoformat(), slot.time) not in taken
        ]
    )


def a_booking(chance: random.Random, db: Session) -> Arguments:
    provider_id = chance.choice(db.exec(select(Provider.provider_id)).all())
    day, time = free_slot(chance, db, provider_id)
    wanted: Arguments = {
        "patient_id": chance.choice(db.exec(select(Patient.patient_id)).all()),
        "provider_id": provider_id,
        "date": day,
        "time": time,
        "appointment_type": chance.choice(TYPES),
    }
    others: list[Arguments] = [
        {},
        {"bill_insurance": False},
        {"bill_insurance": False, "voucher_id": f"TV-{chance.randrange(10**6)}"},
        {"voucher_id": "TV-1", "payment_notes": "Asked for a receipt"},
    ]
    return wanted | chance.choice(others)


def an_open_visit(chance: random.Random, db: Session) -> Appointment:
    return chance.choice([one for one in db.exec(select(Appointment)) if one.status in ACTIVE])


def a_move(chance: random.Random, db: Session) -> Arguments:
    visit = an_open_visit(chance, db)
    day, time = free_slot(chance, db, visit.provider_id)
    return {"appointment_id": visit.appointment_id, "new_date": day, "new_time": time}


def a_cancellation(chance: random.Random, db: Session) -> Arguments:
    return {"appointment_id": an_open_visit(chance, db).appointment_id}


def another_supplier(chance: random.Random, db: Session) -> Arguments:
    offers = db.exec(select(SupplierOffer)).all()
    offered = {one.medication for one in offers}
    one = chance.choice([p for p in db.exec(select(Prescription)) if p.medication in offered])
    offer = chance.choice([o for o in offers if o.medication == one.medication])
    return {
        "record_id": one.record_id,
        "medication": chance.choice([one.medication, one.medication.lower()]),
        "supplier_company": offer.company,
        "brand_name": offer.brand_name,
        "price_usd": offer.price_usd / 100,
    }


def a_note(chance: random.Random, db: Session) -> Arguments:
    record_id = chance.choice(db.exec(select(MedicalRecord.record_id)).all())
    return {"record_id": record_id, "note": f"Note {chance.randrange(100)}"}


CHOICES: dict[str, Chooser] = {
    "schedule_appointment": a_booking,
    "reschedule_appointment": a_move,
    "cancel_appointment": a_cancellation,
    "update_prescription_supplier": another_supplier,
    "update_medical_record_note": a_note,
}


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: random.Random) -> None:
        super().__init__(state, chance)
        self.changes = state.changes()

    def choose(self) -> Call:
        tool = self.chance.choice([*CHOICES])
        with self.state.session() as db:
            return tool, CHOICES[tool](self.chance, db)

    def check(self, call: ToolCall) -> None:
        before, self.changes = self.changes, self.state.changes()
        check_changes(before, self.changes)
        with self.state.session() as db:
            check_state(db)
