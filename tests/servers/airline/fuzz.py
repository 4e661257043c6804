"""Every airline tool against generated calls on the real base."""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.airline.tables import (
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

AIRLINE = served_domain("airline")
CABINS = ("basic_economy", "economy", "business")
PERSON = {"first_name": "Lena", "last_name": "Okafor", "dob": "1972-08-30"}


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    users: list[str]
    methods: dict[str, list[PaymentMethod]]
    reservations: list[Reservation]
    segments: dict[str, list[ReservationFlight]]
    travellers: dict[str, int]
    open_days: list[tuple[Flight, FlightDate]]


@cache
def base() -> Base:
    state = EpisodeState.open(AIRLINE.data)
    with state.session() as db:
        flights = db.exec(select(Flight)).all()
        days = db.exec(select(FlightDate)).all()
        reservations = [*db.exec(select(Reservation))]
        methods: dict[str, list[PaymentMethod]] = {}
        for method in db.exec(select(PaymentMethod)):
            methods.setdefault(method.user_id, []).append(method)
        segments: dict[str, list[ReservationFlight]] = {}
        for segment in db.exec(select(ReservationFlight)):
            segments.setdefault(segment.reservation_id, []).append(segment)
        travellers: dict[str, int] = {}
        for passenger in db.exec(select(ReservationPassenger)):
            key = passenger.reservation_id
            travellers[key] = travellers.get(key, 0) + 1
    state.close()
    by_number = {flight.flight_number: flight for flight in flights}
    airports = sorted({flight.origin for flight in flights})
    return Base(
        known={
            "user_id": [*methods],
            "reservation_id": [one.reservation_id for one in reservations],
            "payment_id": [one.id for some in methods.values() for one in some],
            "flight_number": [*by_number],
            "date": sorted({day.date for day in days}),
            "origin": airports,
            "destination": airports,
            "expression": ["2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "9" * 201, "-1.005"],
        },
        users=[*methods],
        methods=methods,
        reservations=reservations,
        segments=segments,
        travellers=travellers,
        open_days=[
            (by_number[day.flight_number], day) for day in days if day.status == "available"
        ],
    )


@cache
def some(values: str) -> st.SearchStrategy[Any]:
    """One of the values of the base; such a strategy is dear to make."""
    return st.sampled_from(getattr(base(), values))


@st.composite
def booking(draw: st.DrawFn) -> Arguments:
    """A one-way trip whose payments add up to the total, if there are seats and money."""
    flight, day = draw(some("open_days"))
    user = draw(some("users"))
    cabin = draw(st.sampled_from(CABINS))
    people, bags = draw(st.integers(1, 5)), draw(st.integers(0, 4))
    paid_bags = draw(st.integers(0, bags))
    insurance = draw(st.sampled_from(("yes", "no")))
    price = getattr(day, f"{cabin}_price")
    left = people * (price + (30 if insurance == "yes" else 0)) + 50 * paid_bags
    payments: list[dict[str, Any]] = []
    for method in draw(st.permutations(base().methods[user])):
        amount = left if method.amount is None else min(left, method.amount)
        if amount > 0:
            payments.append({"payment_id": method.id, "amount": amount})
            left -= amount
    return {
        "user_id": user,
        "origin": flight.origin,
        "destination": flight.destination,
        "flight_type": "one_way",
        "cabin": cabin,
        "flights": [{"flight_number": flight.flight_number, "date": day.date}],
        "passengers": [PERSON] * people,
        "payment_methods": payments,
        "total_baggages": bags,
        "nonfree_baggages": paid_bags,
        "insurance": insurance,
    }


@st.composite
def flight_change(draw: st.DrawFn) -> Arguments:
    """The same flights, one of them perhaps exchanged, in the same or another cabin."""
    reservation = draw(some("reservations"))
    trip = [
        {"flight_number": one.flight_number, "date": one.date}
        for one in base().segments[reservation.reservation_id]
    ]
    if draw(st.booleans()):
        _, day = draw(some("open_days"))
        place = draw(st.integers(0, len(trip) - 1))
        trip[place] = {"flight_number": day.flight_number, "date": day.date}
    return {
        "reservation_id": reservation.reservation_id,
        "cabin": draw(st.sampled_from((reservation.cabin, *CABINS))),
        "flights": trip,
        "payment_id": draw(payment_of(reservation)),
    }


@st.composite
def bag_change(draw: st.DrawFn) -> Arguments:
    """Some more bags, paid or free."""
    reservation = draw(some("reservations"))
    total = reservation.total_baggages + draw(st.integers(0, 3))
    return {
        "reservation_id": reservation.reservation_id,
        "total_baggages": total,
        "nonfree_baggages": draw(st.integers(0, total)),
        "payment_id": draw(payment_of(reservation)),
    }


@st.composite
def passenger_change(draw: st.DrawFn) -> Arguments:
    """Another passenger list of the same length."""
    reservation = draw(some("reservations"))
    count = base().travellers[reservation.reservation_id]
    return {"reservation_id": reservation.reservation_id, "passengers": [PERSON] * count}


def payment_of(reservation: Reservation) -> st.SearchStrategy[str]:
    return st.sampled_from([one.id for one in base().methods[reservation.user_id]])


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "book_reservation": booking(),
    "update_reservation_flights": flight_change(),
    "update_reservation_baggages": bag_change(),
    "update_reservation_passengers": passenger_change(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A reservation and how its owner pays."""
    reservation = draw(some("reservations"))
    return {
        "user_id": reservation.user_id,
        "reservation_id": reservation.reservation_id,
        "payment_id": base().methods[reservation.user_id][0].id,
    }


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(AIRLINE.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """Gift cards move by what the ledger says; certificates come and go whole."""
    moved = sums(after, "payment_method", "id") - sums(before, "payment_method", "id")
    charged = sums(after, "reservation_payment", "payment_id")
    charged -= sums(before, "reservation_payment", "payment_id")
    profile = after.root.get("payment_method")
    if profile:
        assert all((row["amount"] or 0) >= 0 for row in profile.after)
    if call.name == "send_certificate":
        assert not charged
        assert len(moved) == 1
        return
    if call.name == "cancel_reservation":
        net = Sums()
        for entry in json.loads(call.result)["payment_history"]:
            net[entry["payment_id"]] += entry["amount"]
        assert not any(net.values())
        assert not moved
        return
    for method in moved.keys() | charged.keys():
        if method.startswith("gift_card_"):
            assert moved[method] == -charged[method]
        elif method.startswith("certificate_"):
            assert call.name == "book_reservation"
            assert 0 < charged[method] <= -moved[method]
        else:
            assert not moved[method]
    if call.name == "book_reservation":
        assert sum(charged.values()) == total(json.loads(call.result))


class Sums(defaultdict[str, int]):
    """Sums by name; what is not there counts 0."""

    def __init__(self) -> None:
        super().__init__(int)

    def __sub__(self, other: "Sums") -> "Sums":
        left = Sums()
        for name in self.keys() | other.keys():
            if self[name] != other[name]:
                left[name] = self[name] - other[name]
        return left


def sums(changes: Changes, table: str, name: str) -> Sums:
    """How much the amounts of a table have grown since the base, by the named column."""
    grown = Sums()
    rows = changes.root.get(table)
    if rows:
        for row in rows.after:
            grown[str(row[name])] += int(row["amount"] or 0)
        for row in rows.before:
            grown[str(row[name])] -= int(row["amount"] or 0)
    return grown


def total(shown: dict[str, Any]) -> int:
    """What a booking costs by the published prices."""
    people = len(shown["passengers"])
    fare = people * sum(leg["price"] for leg in shown["flights"])
    insurance = people * 30 if shown["insurance"] == "yes" else 0
    return fare + insurance + shown["nonfree_baggages"] * 50
