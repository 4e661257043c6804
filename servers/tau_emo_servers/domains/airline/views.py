"""How the airline's rows are shown to the agent: plain JSON, keys in a fixed order."""

from collections.abc import Sequence
from typing import get_args

from pydantic import JsonValue
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.airline.tables import (
    Cabin,
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
    SavedPassenger,
    User,
)
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, if_set

_TIMES = (
    "actual_departure_time_est",
    "actual_arrival_time_est",
    "estimated_departure_time_est",
    "estimated_arrival_time_est",
)

_SEGMENTS = Prepared(  # Built once: building a statement costs as much as running it.
    select(ReservationFlight, FlightDate)
    .join(FlightDate)
    .where(col(ReservationFlight.reservation_id) == bindparam("reservation_id"))
    .order_by(col(ReservationFlight.position))
)


def seats(day: FlightDate) -> dict[Cabin, int]:
    """Free seats of an `available` departure, by cabin."""
    return {cabin: int(getattr(day, f"{cabin}_seats")) for cabin in get_args(Cabin)}


def prices(day: FlightDate) -> dict[Cabin, int]:
    """Today's price per passenger on an `available` departure, by cabin, in dollars."""
    return {cabin: int(getattr(day, f"{cabin}_price")) for cabin in get_args(Cabin)}


def departure_view(flight: Flight, day: FlightDate, *, dated: bool = False) -> View:
    """A departure that can be booked, as the searches show it.

    Args:
        flight: the schedule.
        day: the departure; its status is `available`.
        dated: whether to show the date (it is not shown where the agent has named it).
    """
    return {
        "flight_number": flight.flight_number,
        "origin": flight.origin,
        "destination": flight.destination,
        **({"date": day.date} if dated else {}),
        "scheduled_departure_time_est": flight.scheduled_departure_time_est,
        "scheduled_arrival_time_est": flight.scheduled_arrival_time_est,
        "status": day.status,
        "available_seats": {**seats(day)},
        "prices": {**prices(day)},
    }


def user_view(db: Session, user: User) -> View:
    """A profile with its payment methods, saved passengers and reservation ids."""
    methods = rows_of(db, PaymentMethod, user_id=user.user_id)
    saved = rows_of(db, SavedPassenger, user_id=user.user_id)
    reservations = rows_of(db, Reservation, user_id=user.user_id)
    return {
        "user_id": user.user_id,
        "name": {"first_name": user.first_name, "last_name": user.last_name},
        "address": user.address.model_dump(),
        "email": user.email,
        "dob": user.dob,
        "payment_methods": {method.id: _payment_method(method) for method in methods},
        "saved_passengers": _people(saved),
        "membership": user.membership,
        "reservations": [reservation.reservation_id for reservation in reservations],
    }


def reservation_view(db: Session, reservation: Reservation) -> View:
    """A reservation with its segments, passengers and payment history.

    Each segment also shows the state of its departure: the status, and the actual or
    estimated times that go with it.
    """
    key = reservation.reservation_id
    segments = _SEGMENTS.all(db, reservation_id=key)
    passengers = rows_of(db, ReservationPassenger, reservation_id=key)
    payments = rows_of(db, ReservationPayment, reservation_id=key)
    return {
        "reservation_id": key,
        "user_id": reservation.user_id,
        "origin": reservation.origin,
        "destination": reservation.destination,
        "flight_type": reservation.flight_type,
        "cabin": reservation.cabin,
        "flights": [_segment(segment, day) for segment, day in segments],
        "passengers": _people(passengers),
        "payment_history": [
            {"payment_id": entry.payment_id, "amount": entry.amount} for entry in payments
        ],
        "created_at": reservation.created_at,
        "total_baggages": reservation.total_baggages,
        "nonfree_baggages": reservation.nonfree_baggages,
        "insurance": reservation.insurance,
        "status": reservation.status,
    }


def _payment_method(method: PaymentMethod) -> View:
    view: View = {"id": method.id, "source": method.source}
    if method.source == "credit_card":
        return {**view, "brand": method.brand, "last_four": method.last_four}
    return {**view, "amount": method.amount}


def _people(people: Sequence[SavedPassenger] | Sequence[ReservationPassenger]) -> list[JsonValue]:
    return [
        {"first_name": person.first_name, "last_name": person.last_name, "dob": person.dob}
        for person in people
    ]


def _segment(segment: ReservationFlight, day: FlightDate) -> View:
    times: View = {name: getattr(day, name) for name in _TIMES}
    return {
        "flight_number": segment.flight_number,
        "date": segment.date,
        "origin": segment.origin,
        "destination": segment.destination,
        "price": segment.price,
        "status": day.status,
        **if_set(times),
    }
