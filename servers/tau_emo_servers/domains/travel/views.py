"""How the agency's rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in the main unit of the departure's currency; in the database they are cents.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentBooking,
    AgentDay,
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
    PackageDestination,
    PaymentMethod,
    Traveler,
)
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, plain


def traveler_view(db: Session, traveler: Traveler) -> View:
    """A profile with its payment methods, companions and bookings."""
    key = traveler.traveler_id
    return {
        "traveler_id": key,
        "name": _name(traveler),
        "address": traveler.address.model_dump(),
        "contact": {"email": traveler.email, "phone": traveler.phone},
        "dob": traveler.dob,
        "passport": plain(traveler.passport),
        "preferences": plain(traveler.preferences),
        "memberships": [*traveler.memberships],
        "payment_methods": {
            method.id: _payment_method(method)
            for method in rows_of(db, PaymentMethod, traveler_id=key)
        },
        "saved_companions": [
            {**_person(companion), "passport": plain(companion.passport)}
            for companion in rows_of(db, Companion, traveler_id=key)
        ],
        "bookings": [booking_view(db, one) for one in rows_of(db, Booking, traveler_id=key)],
    }


def agent_view(db: Session, agent: Agent) -> View:
    """A human agent with travelers, packages, bookings and open slots by date."""
    key = agent.agent_id
    slots: dict[str, list[JsonValue]] = {}
    for slot in rows_of(db, AgentSlot, agent_id=key):
        slots.setdefault(slot.date, []).append(slot.time_range)
    return {
        "agent_id": key,
        "name": _name(agent),
        "contact": {"email": agent.email, "phone": agent.phone},
        "agency": agent.agency.model_dump(),
        "certifications": [*agent.certifications],
        "languages": [*agent.languages],
        "regions_of_expertise": [*agent.regions_of_expertise],
        "commission_rate": shown(agent.commission_percent),
        "employment_status": agent.employment_status,
        "notes": agent.notes,
        "assigned_travelers": [one.traveler_id for one in rows_of(db, AgentTraveler, agent_id=key)],
        "managed_packages": [one.package_id for one in rows_of(db, PackageAgent, agent_id=key)],
        "bookings_handled": [one.booking_id for one in rows_of(db, AgentBooking, agent_id=key)],
        "availability": {
            day.date: {"slots": slots.get(day.date, []), "timezone": day.timezone}
            for day in rows_of(db, AgentDay, agent_id=key)
        },
    }


def package_view(db: Session, package: Package) -> View:
    """A package with its departures by date, its policies and the add-ons that it offers."""
    key = package.package_id
    return {
        "package_id": key,
        "name": package.name,
        "description": package.description,
        "category": package.category,
        "destinations": [
            {"city": one.city, "country": one.country}
            for one in rows_of(db, PackageDestination, package_id=key)
        ],
        "departure_points": [one.model_dump() for one in package.departure_points],
        "duration_days": package.duration_days,
        "departures": {
            one.date: _departure(one) for one in rows_of(db, PackageDeparture, package_id=key)
        },
        "itinerary": [one.model_dump() for one in package.itinerary],
        "inclusions": [*package.inclusions],
        "exclusions": [*package.exclusions],
        "accommodations": [one.model_dump() for one in package.accommodations],
        "transportation": package.transportation.model_dump(),
        "activities": [one.model_dump() for one in package.activities],
        "policies": package.policies.model_dump(),
        "optional_add_ons": [
            {"type": one.type, "description": one.description, "price": shown(one.price)}
            for one in package.optional_add_ons
        ],
        "managed_by_agents": [one.agent_id for one in rows_of(db, PackageAgent, package_id=key)],
        "notes": package.notes,
    }


def booking_view(db: Session, booking: Booking) -> View:
    """A booking with its travelers, add-ons and ledger; refunds are negative."""
    key = booking.booking_id
    return {
        "booking_id": key,
        "traveler_id": booking.traveler_id,
        "package_id": booking.package_id,
        "agent_id": booking.agent_id,
        "booking_date": booking.booking_date,
        "departure_date": booking.departure_date,
        "status": booking.status,
        "travelers": [_person(one) for one in rows_of(db, BookingTraveler, booking_id=key)],
        "rooming": {"room_type": booking.room_type, "occupancy": booking.occupancy},
        "add_ons": [
            {"type": one.type, "description": one.description, "price": shown(one.price)}
            for one in rows_of(db, BookingAddOn, booking_id=key)
        ],
        "insurance": booking.insurance,
        "total_price": shown(booking.total_price),
        "payment_history": [
            {"payment_id": one.payment_id, "amount": shown(one.amount)}
            for one in rows_of(db, BookingPayment, booking_id=key)
        ],
        "notes": booking.notes,
    }


def _departure(departure: PackageDeparture) -> View:
    return {
        "status": departure.status,
        "base_price": shown(departure.base_price),
        "currency": departure.currency,
        "available_slots": departure.available_slots,
        "early_bird_deadline": departure.early_bird_deadline,
    }


def _payment_method(method: PaymentMethod) -> View:
    extra: View | None = None
    if method.brand or method.last_four:
        extra = {"brand": method.brand, "last_four": method.last_four}
    return {"payment_method_id": method.id, "source": method.source, "extra_info": extra}


def _name(someone: Traveler | Agent) -> View:
    return {"first_name": someone.first_name, "last_name": someone.last_name}


def _person(someone: Companion | BookingTraveler) -> View:
    return {
        "first_name": someone.first_name,
        "last_name": someone.last_name,
        "dob": someone.dob,
    }
