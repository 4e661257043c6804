"""What the centre's desk looks up, checks and works out again and again."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

from tau_emo_db import Prepared
from tau_emo_db.domains.telehealth.clock import NOW, TODAY, WEEKDAYS
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    AppointmentStatus,
    CoverageMethod,
    MedicalRecord,
    Patient,
    Prescription,
    Provider,
    ProviderSlot,
    Supplier,
    SupplierOffer,
)
from tau_emo_servers.checks import calendar_day
from tau_emo_servers.money import two_decimals
from tau_emo_servers.queries import find, insertion_order, rows_of
from tau_emo_servers.toolkit import Rejection

BOOKABLE_TYPES = (
    "routine_checkup",
    "follow_up",
    "consultation",
    "specialist_consultation",
    "sick_visit",
    "medication_review",
    "device_coaching",
    "care_coordination",
    "family_consultation",
    "therapy_session",
)
"""The types of visit that can be booked; the clinic gives others itself."""
ACTIVE: tuple[AppointmentStatus, ...] = ("scheduled", "pending_approval")
"""The statuses of a visit that takes its slot, and that can be moved or cancelled."""

MINUTES = 30
"""How long a visit booked here lasts."""
PRIMARY_CARE = "Primary Care"
LINK = "https://telehealth.healthcenter.com/room/"

_IDS = Prepared(select(Appointment.appointment_id))
# SQLite lowers the letters of ASCII only; the catalogue holds no others.
_OFFERS = Prepared(
    select(SupplierOffer)
    .where(func.lower(col(SupplierOffer.medication)) == bindparam("medication"))
    .order_by(col(SupplierOffer.price_usd), insertion_order(SupplierOffer))
)

T = TypeVar("T")

# Look-ups.


def find_patient(db: Session, patient_id: str) -> Patient:
    """The patient with this id."""
    hint = "check the id (it looks like nora_quist_4127)"
    return find(db, Patient, patient_id, "patient", hint)


def find_provider(db: Session, provider_id: str) -> Provider:
    """The provider with this id."""
    hint = "list_available_providers shows all provider ids"
    return find(db, Provider, provider_id, "provider", hint)


def find_appointment(db: Session, appointment_id: str) -> Appointment:
    """The visit, whatever its status."""
    hint = "list_patient_appointments shows the ids of a patient's visits"
    return find(db, Appointment, appointment_id, "appointment", hint)


def find_open_appointment(db: Session, appointment_id: str, act: str) -> Appointment:
    """The visit, if it can still be moved or cancelled.

    Args:
        db: the session.
        appointment_id: its id.
        act: what shall be done to it, as in "cannot be moved".
    """
    appointment = find_appointment(db, appointment_id)
    if appointment.status not in ACTIVE:
        raise Rejection(
            f"appointment_{appointment.status}",
            f"appointment {appointment_id} is {appointment.status} and cannot be {act} any more.",
        )
    return appointment


def find_record(db: Session, record_id: str) -> MedicalRecord:
    """The medical record with this id."""
    hint = "list_patient_medical_records shows the ids of a patient's records"
    return find(db, MedicalRecord, record_id, "record", hint)


def find_prescription(db: Session, record: MedicalRecord, medication: str) -> Prescription:
    """The prescription of the record that fits a name.

    An equal name comes first. Otherwise the first fits of which one name begins with the
    other: `lisinopril 10mg` means `Lisinopril`.
    """
    prescriptions = rows_of(db, Prescription, record_id=record.record_id)
    if not prescriptions:
        raise Rejection("no_prescription", f"record {record.record_id} has no prescription.")
    wanted = medication.strip().casefold()
    names = [one.medication.casefold() for one in prescriptions]
    for one, name in zip(prescriptions, names, strict=True):
        if name == wanted:
            return one
    for one, name in zip(prescriptions, names, strict=True):
        if name.startswith(wanted) or wanted.startswith(name):
            return one
    prescribed = ", ".join(one.medication for one in prescriptions)
    raise Rejection(
        "prescription_not_found",
        f"record {record.record_id} has no prescription of {medication.strip()}; it has "
        f"{prescribed}.",
    )


def find_offer(
    db: Session, medication: str, company: str, brand_name: str, cents: int
) -> SupplierOffer:
    """The offer of the catalogue with exactly this company, brand and price.

    Args:
        db: the session.
        medication: the name as it is prescribed.
        company: the supplier, in any case.
        brand_name: the brand, in any case.
        cents: the price.
    """
    wanted = (company.strip().casefold(), brand_name.strip().casefold())
    for offer in offers_of(db, medication):
        if (offer.company.casefold(), offer.brand_name.casefold()) != wanted:
            continue
        if offer.price_usd != cents:
            raise Rejection(
                "price_differs",
                f"{offer.company} does not sell {offer.brand_name} for ${two_decimals(cents)}; "
                "take the price from list_medication_suppliers.",
            )
        return offer
    raise Rejection(
        "offer_not_found",
        f"{company.strip()} has no brand {brand_name.strip()} of {medication}; "
        "list_medication_suppliers shows the offers.",
    )


def offers_of(db: Session, medication: str) -> list[SupplierOffer]:
    """The offers of a medication, by its whole name in any case, the lowest price first."""
    return _OFFERS.all(db, medication=drug_key(medication))


def first_of(found: Sequence[T], limit: int) -> list[T]:
    """The first of what was found, as many as the limit; 0 or less is no limit."""
    return [*(found[:limit] if limit > 0 else found)]


# Drugs.


def drug_key(name: str) -> str:
    """What a drug is looked up by, however it is written."""
    return name.strip().casefold()


def drug_pairs(primary: str, current: Sequence[str]) -> Iterator[frozenset[str]]:
    """Each pair once: the drug with every current one, then the current ones together."""
    others = list(dict.fromkeys(map(drug_key, current)))
    pairs = [(drug_key(primary), other) for other in others] + list(combinations(others, 2))
    yield from dict.fromkeys(frozenset(pair) for pair in pairs)


# Slots.


def check_type(appointment_type: str) -> None:
    """Refuses a type that only the clinic gives, or that there is not."""
    if appointment_type not in BOOKABLE_TYPES:
        raise Rejection(
            "type_not_bookable",
            f"{appointment_type} is no type of visit that can be booked; send one of "
            f"{', '.join(BOOKABLE_TYPES)}.",
        )


def check_slot(
    db: Session, provider: Provider, date: str, time: str, moved: Appointment | None = None
) -> None:
    """Refuses a time that is no slot of the provider, is over or is taken.

    Visits collide only if they begin at the same time; how long they last does not count.

    Args:
        db: the session.
        provider: who shall see the patient.
        date: the day `YYYY-MM-DD`.
        time: the time `HH:MM`.
        moved: the visit that moves there; it does not collide with itself.
    """
    weekday = WEEKDAYS[calendar_day(date).weekday()]
    if (date, time) < (TODAY, NOW[11:16]):
        raise Rejection(
            "in_the_past", f"{date} {time} is over; it is {TODAY} {NOW[11:16]}. Name a later slot."
        )
    times = [
        slot.time
        for slot in rows_of(db, ProviderSlot, provider_id=provider.provider_id)
        if slot.weekday == weekday
    ]
    if not times:
        raise Rejection(
            "day_off",
            f"{provider.provider_id} sees nobody on a {weekday.capitalize()} ({date}); "
            "get_provider_details shows the timetable.",
        )
    if time not in times:
        raise Rejection(
            "no_such_slot",
            f"{provider.provider_id} has no slot at {time} on a {weekday.capitalize()}; the times "
            f"are {', '.join(times)}.",
        )
    for other in rows_of(db, Appointment, provider_id=provider.provider_id, date=date, time=time):
        if other is not moved and other.status in ACTIVE:
            raise Rejection(
                "slot_taken",
                f"{provider.provider_id} already has a visit on {date} at {time}; name another "
                "slot.",
            )


# Money.


def copay(patient: Patient, provider: Provider) -> int:
    """What an insured visit costs the patient, in cents: by plan and specialty."""
    plan = patient.insurance
    return plan.copay_primary if provider.specialty == PRIMARY_CARE else plan.copay_specialist


def coverage(bill_insurance: bool, voucher_id: str | None) -> CoverageMethod:
    """Who pays; a voucher counts only where insurance is not billed."""
    if bill_insurance:
        return "insurance"
    return "telehealth_voucher" if voucher_id else "self_pay"


def payment_notice(appointment: Appointment, provider: Provider, voucher_id: str | None) -> str:
    """What the desk must know about the payment beside the copay; empty if nothing."""
    if appointment.insurance_billed and voucher_id:
        return f"The voucher {voucher_id} was not applied, because insurance is billed."
    if appointment.payment_method == "self_pay":
        return (
            f"The patient pays the visit; the consultation fee is "
            f"${two_decimals(provider.consultation_fee)}."
        )
    return ""


def supplier_of(offer: SupplierOffer) -> Supplier:
    """An offer as a prescription keeps it."""
    return Supplier(
        company=offer.company,
        brand_name=offer.brand_name,
        price_usd=offer.price_usd,
        currency="USD",
    )


# New ids.


_NUMBER = re.compile(r"[0-9]+$")


def next_number(db: Session) -> int:
    """The number of the next visit: one more than the highest."""
    # Only what stands at the end: imported ids may hold more than letters and a number.
    found = (_NUMBER.search(one) for one in _IDS.all(db))
    return 1 + max((int(one[0]) for one in found if one), default=0)
