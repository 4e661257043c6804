"""Calls of the agency's tools."""

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db.domains.travel.clock import TODAY
from tau_emo_db.domains.travel.pricing import total_price
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentSlot,
    Booking,
    BookingTraveler,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageDestination,
    PaymentMethod,
    Traveler,
)

EACH = 4
"""How often each tool is called."""
SOUGHT = 50 * EACH
"""How many bookings are looked at to find some that fit."""

_ADA = {"first_name": "Ada", "last_name": "Moreau", "dob": "90-04-12"}


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    for traveler in spaced([*db.exec(select(Traveler))], EACH):
        yield "get_traveler_details", {"traveler_id": traveler.traveler_id}
    for agent in spaced([*db.exec(select(Agent))], EACH):
        yield "get_agent_details", {"agent_id": agent.agent_id}
    for package in spaced([*db.exec(select(Package))], EACH):
        yield "get_package_details", {"package_id": package.package_id}
    for booking in spaced([*db.exec(select(Booking))], EACH):
        yield "get_booking_details", {"booking_id": booking.booking_id}
    for place in spaced([*db.exec(select(PackageDestination))], EACH):
        yield "search_packages", {"destination_city": place.city}
    yield "list_all_destinations", {}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on a booking or a slot of its own."""
    apart = Apart()
    methods: dict[str, str] = {}
    for method in db.exec(select(PaymentMethod)):
        methods.setdefault(method.traveler_id, method.id)
    active = [
        booking
        for booking in db.exec(select(Booking).where(Booking.status == "confirmed"))
        if booking.traveler_id in methods
    ]
    moves = ((one, date) for one in spaced(active, SOUGHT) if (date := _other_date(db, one)))
    for one, date in apart.pick(moves, lambda pair: pair[0].booking_id, EACH):
        yield (
            "update_booking_departure_date",
            {
                "booking_id": one.booking_id,
                "new_departure_date": date,
                "payment_method_id": methods[one.traveler_id],
            },
        )
    extras = ((one, add_on) for one in spaced(active, SOUGHT) if (add_on := _add_on(db, one)))
    for one, add_on in apart.pick(extras, lambda pair: pair[0].booking_id, EACH):
        yield (
            "update_booking_add_ons",
            {
                "booking_id": one.booking_id,
                "add_ons": [add_on],
                "payment_method_id": methods[one.traveler_id],
            },
        )
    for one in apart.pick(active, lambda one: one.booking_id, EACH):
        people = [{**_ADA, "last_name": f"Moreau{n}"} for n in range(_persons(db, one))]
        yield (
            "update_booking_travelers",
            {"booking_id": one.booking_id, "travelers": people},
        )
    for one in apart.pick(active, lambda one: one.booking_id, EACH):
        room = {"room_type": "suite", "occupancy": one.occupancy}
        yield "update_booking_rooming", {"booking_id": one.booking_id, "rooming": room}
    for one in apart.pick(active, lambda one: one.booking_id, EACH):
        yield "cancel_booking", {"booking_id": one.booking_id}
    travelers = spaced([*methods], EACH)
    slots = db.exec(select(AgentSlot).where(col(AgentSlot.date) > TODAY))
    for slot, traveler in zip(spaced([*slots], EACH), travelers, strict=False):
        yield (
            "schedule_agent_meeting",
            {
                "agent_id": slot.agent_id,
                "date": slot.date,
                "time_range": slot.time_range,
                "traveler_id": traveler,
            },
        )
    roomy = _roomy().where(col(PackageDeparture.package_id).in_(select(PackageAgent.package_id)))
    for departure, traveler in zip(spaced([*db.exec(roomy)], EACH), travelers, strict=False):
        yield "book_package", _booking(departure, traveler, methods[traveler])


def _booking(departure: PackageDeparture, traveler: str, method: str) -> dict[str, Any]:
    price = total_price(departure.base_price, 1, [], None)
    return {
        "traveler_id": traveler,
        "package_id": departure.package_id,
        "departure_date": departure.date,
        "travelers": [_ADA],
        "rooming": {"room_type": "single", "occupancy": 1},
        "add_ons": [],
        "insurance": None,
        "payment_methods": [{"payment_id": method, "amount": price / 100}],
    }


def _roomy() -> SelectOfScalar[PackageDeparture]:
    """Departures to come that take a few bookings more."""
    return select(PackageDeparture).where(
        col(PackageDeparture.date) > TODAY,
        PackageDeparture.status == "available",
        col(PackageDeparture.available_slots) >= 2 * EACH,
    )


def _other_date(db: Session, booking: Booking) -> str | None:
    """Another departure of the package."""
    departures = _roomy().where(
        PackageDeparture.package_id == booking.package_id,
        PackageDeparture.date != booking.departure_date,
    )
    found = db.exec(departures).first()
    return found and found.date


def _add_on(db: Session, booking: Booking) -> dict[str, Any] | None:
    """An add-on that the package offers, if its departure is still listed."""
    offered = db.get_one(Package, booking.package_id).optional_add_ons
    listed = db.get(PackageDeparture, (booking.package_id, booking.departure_date))
    if not offered or listed is None:
        return None
    one = offered[0]
    return {"type": one.type, "description": one.description, "price": one.price / 100}


def _persons(db: Session, booking: Booking) -> int:
    people = select(BookingTraveler).where(BookingTraveler.booking_id == booking.booking_id)
    return len(db.exec(people).all())
