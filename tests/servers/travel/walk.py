"""A long random walk of valid writes over the whole base: what must hold holds after each."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from sqlmodel import Session, col, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.travel.tables import (
    AgentBooking,
    AgentMeeting,
    AgentSlot,
    AgentTraveler,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    Package,
    PackageAgent,
    PackageDeparture,
    PaymentMethod,
    Traveler,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk

TRAVEL = served_domain("travel")
TODAY = "24-05-15"
FEES = {"standard": 5000, "premium": 10000}

Choice = Callable[[Random, Session], Call]


def _methods(db: Session, traveler_id: str) -> list[str]:
    query = select(PaymentMethod.id).where(PaymentMethod.traveler_id == traveler_id)
    return [*db.exec(query)]


def _open_bookings(db: Session) -> list[Booking]:
    return [*db.exec(select(Booking).where(Booking.status != "cancelled"))]


def _persons(db: Session, booking: Booking) -> int:
    query = select(BookingTraveler).where(BookingTraveler.booking_id == booking.booking_id)
    return len(db.exec(query).all())


def _offers(rng: Random, db: Session, package_id: str) -> tuple[list[dict[str, Any]], int]:
    """Some add-ons of the package as a call sends them, and what they cost in cents."""
    offered = db.get_one(Package, package_id).optional_add_ons
    some = rng.sample(offered, rng.randint(0, len(offered)))
    sent = [
        {"type": one.type, "description": one.description, "price": one.price / 100} for one in some
    ]
    return sent, sum(one.price for one in some)


def _someone(rng: Random, db: Session) -> dict[str, str]:
    person = rng.choice([*db.exec(select(Companion))])
    return {"first_name": person.first_name, "last_name": person.last_name, "dob": person.dob}


def _book(rng: Random, db: Session) -> Call:
    payers = sorted({*db.exec(select(PaymentMethod.traveler_id))})
    traveler_id = rng.choice(payers)
    departures = db.exec(
        select(PackageDeparture).where(
            PackageDeparture.status == "available",
            PackageDeparture.available_slots > 0,
            PackageDeparture.date > TODAY,
        )
    ).all()
    departure = rng.choice(departures)
    count = rng.randint(1, min(4, departure.available_slots))
    add_ons, extra = _offers(rng, db, departure.package_id)
    insurance = rng.choice([None, "standard", "Premium", "own policy"])
    fee = FEES.get((insurance or "").lower(), 0)
    total = departure.base_price * count + extra + fee * count
    methods = rng.sample(_methods(db, traveler_id), 1)
    first = rng.randint(1, total - 1) if rng.random() < 0.4 else total
    payments = [(rng.choice(methods), first), (rng.choice(methods), total - first)]
    agents = db.exec(
        select(PackageAgent.agent_id).where(PackageAgent.package_id == departure.package_id)
    ).all()
    return "book_package", {
        "traveler_id": traveler_id,
        "package_id": departure.package_id,
        "departure_date": departure.date,
        "travelers": [_someone(rng, db) for _ in range(count)],
        "rooming": {"room_type": "suite", "occupancy": count},
        "add_ons": add_ons,
        "insurance": insurance,
        "payment_methods": [
            {"payment_id": key, "amount": cents / 100} for key, cents in payments if cents
        ],
        "agent_id": rng.choice([None, rng.choice(agents)]),
    }


def _cancel(rng: Random, db: Session) -> Call:
    return "cancel_booking", {"booking_id": rng.choice(_open_bookings(db)).booking_id}


def _add_ons(rng: Random, db: Session) -> Call:
    booking = rng.choice(_open_bookings(db))
    return "update_booking_add_ons", {
        "booking_id": booking.booking_id,
        "add_ons": _offers(rng, db, booking.package_id)[0],
        "payment_method_id": rng.choice(_methods(db, booking.traveler_id)),
    }


def _move(rng: Random, db: Session) -> Call:
    """A booking of whose package another date is open with room for all."""
    bookings = _open_bookings(db)
    rng.shuffle(bookings)
    for booking in bookings:
        dates = db.exec(
            select(PackageDeparture.date).where(
                PackageDeparture.package_id == booking.package_id,
                PackageDeparture.status == "available",
                PackageDeparture.available_slots >= _persons(db, booking),
                PackageDeparture.date > TODAY,
                PackageDeparture.date != booking.departure_date,
            )
        ).all()
        if dates:
            return "update_booking_departure_date", {
                "booking_id": booking.booking_id,
                "new_departure_date": rng.choice(dates),
                "payment_method_id": rng.choice(_methods(db, booking.traveler_id)),
            }
    raise LookupError("no booking can be moved")


def _travelers(rng: Random, db: Session) -> Call:
    booking = rng.choice(_open_bookings(db))
    return "update_booking_travelers", {
        "booking_id": booking.booking_id,
        "travelers": [_someone(rng, db) for _ in range(_persons(db, booking))],
    }


def _room(rng: Random, db: Session) -> Call:
    booking = rng.choice(_open_bookings(db))
    room = {"room_type": rng.choice(["double", "twin", "suite"]), "occupancy": booking.occupancy}
    return "update_booking_rooming", {"booking_id": booking.booking_id, "rooming": room}


def _meet(rng: Random, db: Session) -> Call:
    slot = rng.choice([*db.exec(select(AgentSlot))])
    return "schedule_agent_meeting", {
        "agent_id": slot.agent_id,
        "date": slot.date,
        "time_range": slot.time_range,
        "traveler_id": rng.choice([*db.exec(select(Traveler.traveler_id))]),
    }


CHOICES: tuple[Choice, ...] = (
    *(_book, _book, _book, _cancel, _add_ons, _add_ons),
    *(_move, _move, _travelers, _room, _meet),
)

Sums = Counter[tuple[str, str]]


def _party_sizes(db: Session) -> Counter[str]:
    """The number of persons by booking."""
    return Counter(db.exec(select(BookingTraveler.booking_id)))


def seats(db: Session) -> Sums:
    """Free slots and persons on bookings that stand, by package and date."""
    found: Sums = Counter()
    for one in db.exec(select(PackageDeparture)):
        found[one.package_id, one.date] += one.available_slots
    sizes = _party_sizes(db)
    for booking in _open_bookings(db):
        found[booking.package_id, booking.departure_date] += sizes[booking.booking_id]
    return found


def hours(db: Session) -> set[tuple[str, str, str]]:
    """All slots, open and reserved; none is both."""
    opened = {(o.agent_id, o.date, o.time_range) for o in db.exec(select(AgentSlot))}
    taken = {(o.agent_id, o.date, o.time_range) for o in db.exec(select(AgentMeeting))}
    assert not opened & taken
    return opened | taken


def check(db: Session, all_seats: Sums, all_hours: set[tuple[str, str, str]]) -> None:
    """What must hold in every state."""
    assert seats(db) == all_seats
    assert hours(db) == all_hours
    assert all(one.available_slots >= 0 for one in db.exec(select(PackageDeparture)))
    owners = {one.id: one.traveler_id for one in db.exec(select(PaymentMethod))}
    bookings = {one.booking_id: one for one in db.exec(select(Booking))}
    handled = [(one.booking_id, one.agent_id) for one in db.exec(select(AgentBooking))]
    assert sorted(handled) == sorted((key, one.agent_id) for key, one in bookings.items())
    looked_after = [(one.agent_id, one.traveler_id) for one in db.exec(select(AgentTraveler))]
    assert len(set(looked_after)) == len(looked_after)
    prices = {(o.package_id, o.date): o.base_price for o in db.exec(select(PackageDeparture))}
    paid: Counter[str] = Counter()
    for entry in db.exec(select(BookingPayment)):
        paid[entry.booking_id] += entry.amount
        assert entry.amount != 0
        assert owners[entry.payment_id] == bookings[entry.booking_id].traveler_id
    extras: Counter[str] = Counter()
    for one in db.exec(select(BookingAddOn)):
        extras[one.booking_id] += one.price
    sizes = _party_sizes(db)
    for key, booking in bookings.items():
        assert (booking.agent_id, booking.traveler_id) in looked_after
        count = sizes[key]
        assert booking.insurance_fee == FEES.get(booking.insurance or "", 0) * count
        base = prices[booking.package_id, booking.departure_date] * count
        assert booking.total_price == base + extras[key] + booking.insurance_fee
        assert paid[key] == (0 if booking.status == "cancelled" else booking.total_price)
    for table, parent in (
        (BookingTraveler, BookingTraveler.booking_id),
        (BookingAddOn, BookingAddOn.booking_id),
        (BookingPayment, BookingPayment.booking_id),
        (AgentBooking, AgentBooking.agent_id),
        (AgentTraveler, AgentTraveler.agent_id),
    ):
        places: dict[str, list[int]] = {}
        rows = db.exec(select(parent, table.position).order_by(col(parent), col(table.position)))
        for key, position in rows:
            places.setdefault(key, []).append(position)
        assert all(found == list(range(len(found))) for found in places.values())


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: Random) -> None:
        super().__init__(state, chance)
        with state.session() as db:
            self.seats, self.hours = seats(db), hours(db)

    def choose(self) -> Call:
        with self.state.session() as db:
            return self.chance.choice(CHOICES)(self.chance, db)

    def check(self, call: ToolCall) -> None:
        with self.state.session() as db:
            check(db, self.seats, self.hours)
