"""Every tool of the agency against generated calls on the real base."""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.travel.pricing import total_price
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentSlot,
    Booking,
    BookingTraveler,
    Companion,
    OfferedAddOn,
    Package,
    PackageDeparture,
    PackageDestination,
    PaymentMethod,
    Traveler,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

TRAVEL = served_domain("travel")
TODAY = "24-05-15"
INSURANCE = (None, "standard", "premium", "Own Policy")
MOVING_NOTHING = {"update_booking_travelers", "update_booking_rooming", "schedule_agent_meeting"}


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    payers: dict[str, list[str]]
    """The methods of the travelers who have some."""
    bookings: list[Booking]
    """Those that are not cancelled."""
    persons: dict[str, list[dict[str, str]]]
    open: list[PackageDeparture]
    offered: dict[str, list[OfferedAddOn]]
    slots: list[AgentSlot]
    people: list[dict[str, str]]


def person(row: BookingTraveler | Companion | Traveler) -> dict[str, str]:
    return {"first_name": row.first_name, "last_name": row.last_name, "dob": row.dob}


@cache
def base() -> Base:
    payers: dict[str, list[str]] = defaultdict(list)
    persons: dict[str, list[dict[str, str]]] = defaultdict(list)
    with EpisodeState.open(TRAVEL.data) as state, state.session() as db:
        for method in db.exec(select(PaymentMethod)):
            payers[method.traveler_id].append(method.id)
        for row in db.exec(select(BookingTraveler)):
            persons[row.booking_id].append(person(row))
        bookings = [*db.exec(select(Booking))]
        departures = [*db.exec(select(PackageDeparture))]
        packages = [*db.exec(select(Package))]
        slots = [*db.exec(select(AgentSlot))]
        places = [*db.exec(select(PackageDestination))]
        travelers = [*db.exec(select(Traveler))]
        people = [person(one) for one in (*travelers, *db.exec(select(Companion)))]
        agents = [*db.exec(select(Agent.agent_id))]
    methods = [one for some in payers.values() for one in some]
    dates = [one.date for one in departures]
    offers = [offer for package in packages for offer in package.optional_add_ons]
    return Base(
        known={
            "traveler_id": [one.traveler_id for one in travelers],
            "package_id": [one.package_id for one in packages],
            "agent_id": agents,
            "booking_id": [one.booking_id for one in bookings],
            "departure_date": dates,
            "new_departure_date": dates,
            "date": [one.date for one in slots],
            "time_range": [one.time_range for one in slots],
            "destination_city": [one.city for one in places],
            "destination_country": [one.country for one in places],
            "category": ["adventure", "culture", "luxury", "nature", "city"],
            "payment_method_id": methods,
            "payment_id": methods,
            "insurance": list(INSURANCE),
            "room_type": ["single", "double", "twin", "suite"],
            "first_name": [one["first_name"] for one in people],
            "last_name": [one["last_name"] for one in people],
            "dob": [one["dob"] for one in people],
            "type": [one.type for one in offers],
            "description": [one.description for one in offers],
            "expression": ["1310.5 * 2 - 120", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        payers=payers,
        bookings=[one for one in bookings if one.status != "cancelled"],
        persons=persons,
        open=[
            one
            for one in departures
            if one.status == "available" and one.available_slots and one.date > TODAY
        ],
        offered={one.package_id: one.optional_add_ons for one in packages},
        slots=slots,
        people=people,
    )


def some_booking() -> st.SearchStrategy[Booking]:
    return st.sampled_from(base().bookings)


@st.composite
def extras(draw: st.DrawFn, package_id: str) -> tuple[list[Arguments], list[int]]:
    """Some add-ons of a package as a call sends them, and their prices in cents."""
    offered = base().offered[package_id]
    some = draw(st.permutations(offered))[: draw(st.integers(0, len(offered)))]
    sent = [
        {"type": one.type, "description": one.description, "price": one.price / 100} for one in some
    ]
    return sent, [one.price for one in some]


@st.composite
def new_booking(draw: st.DrawFn) -> Arguments:
    """An open departure with enough slots, and one or two payments that add up."""
    departure = draw(st.sampled_from(base().open))
    count = draw(st.integers(1, min(4, departure.available_slots)))
    traveler_id = draw(st.sampled_from(sorted(base().payers)))
    add_ons, prices = draw(extras(departure.package_id))
    insurance = draw(st.sampled_from(INSURANCE))
    total = total_price(departure.base_price, count, prices, (insurance or "").lower() or None)
    methods = st.sampled_from(base().payers[traveler_id])
    first = draw(st.integers(1, total))
    sums = [cents for cents in (first, total - first) if cents]
    return {
        "traveler_id": traveler_id,
        "package_id": departure.package_id,
        "departure_date": departure.date,
        "travelers": [draw(st.sampled_from(base().people)) for _ in range(count)],
        "rooming": {"room_type": "suite", "occupancy": count},
        "add_ons": add_ons,
        "insurance": insurance,
        "payment_methods": [{"payment_id": draw(methods), "amount": cents / 100} for cents in sums],
    }


@st.composite
def cancellation(draw: st.DrawFn) -> Arguments:
    return {"booking_id": draw(some_booking()).booking_id}


@st.composite
def new_add_ons(draw: st.DrawFn) -> Arguments:
    booking = draw(some_booking())
    return {
        "booking_id": booking.booking_id,
        "add_ons": draw(extras(booking.package_id))[0],
        "payment_method_id": draw(st.sampled_from(base().payers[booking.traveler_id])),
    }


@st.composite
def new_date(draw: st.DrawFn) -> Arguments:
    """A booking, and an open departure of its package if there is one."""
    booking = draw(some_booking())
    dates = [
        one.date
        for one in base().open
        if one.package_id == booking.package_id and one.date != booking.departure_date
    ]
    return {
        "booking_id": booking.booking_id,
        "new_departure_date": draw(st.sampled_from(dates or [booking.departure_date])),
        "payment_method_id": draw(st.sampled_from(base().payers[booking.traveler_id])),
    }


@st.composite
def new_travelers(draw: st.DrawFn) -> Arguments:
    booking = draw(some_booking())
    count = len(base().persons[booking.booking_id])
    return {
        "booking_id": booking.booking_id,
        "travelers": [draw(st.sampled_from(base().people)) for _ in range(count)],
    }


@st.composite
def new_room(draw: st.DrawFn) -> Arguments:
    room = {"room_type": draw(st.sampled_from(["twin", "suite"])), "occupancy": 2}
    return {"booking_id": draw(some_booking()).booking_id, "rooming": room}


@st.composite
def meeting(draw: st.DrawFn) -> Arguments:
    slot = draw(st.sampled_from(base().slots))
    return {
        "agent_id": slot.agent_id,
        "date": slot.date,
        "time_range": slot.time_range,
        "traveler_id": draw(st.sampled_from(base().known["traveler_id"])),
    }


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "book_package": new_booking(),
    "cancel_booking": cancellation(),
    "update_booking_add_ons": new_add_ons(),
    "update_booking_departure_date": new_date(),
    "update_booking_travelers": new_travelers(),
    "update_booking_rooming": new_room(),
    "schedule_agent_meeting": meeting(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A booking, its travellers, and its owner's first method."""
    booking = draw(some_booking())
    return {
        "booking_id": booking.booking_id,
        "payment_method_id": base().payers[booking.traveler_id][0],
        "travelers": base().persons[booking.booking_id],
    }


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(TRAVEL.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """Payments hold the price until cancelled, and slots move with persons."""
    assert all(row["available_slots"] >= 0 for row in after["package_departure"].after)
    if call.name in MOVING_NOTHING:
        for table in ("booking_payment", "package_departure", "booking_add_on"):
            assert after[table] == before[table]
        return
    shown = json.loads(call.result)
    cancelled = call.name == "cancel_booking"
    assert (shown["status"] == "cancelled") is cancelled
    held = sum(round(entry["amount"] * 100) for entry in shown["payment_history"])
    assert held == (0 if cancelled else round(shown["total_price"] * 100))
    freed = {"book_package": -1, "cancel_booking": 1}.get(call.name, 0) * len(shown["travelers"])
    assert slots(after) - slots(before) == freed


def slots(changes: Changes) -> int:
    """How many more slots there are than in the base."""
    change = changes["package_departure"]
    gained = sum(int(row["available_slots"] or 0) for row in change.after)
    return gained - sum(int(row["available_slots"] or 0) for row in change.before)
