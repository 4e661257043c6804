"""Calls of the airline's tools."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Call, spaced
from tau_emo_db.domains.airline.tables import (
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    User,
)

EACH = 4
"""How often each tool is called."""


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    for user in spaced([*db.exec(select(User))], EACH):
        yield "get_user_details", {"user_id": user.user_id}
    for one in spaced([*db.exec(select(Reservation))], EACH):
        yield "get_reservation_details", {"reservation_id": one.reservation_id}
    yield "list_all_airports", {}
    days = select(FlightDate).where(FlightDate.status == "available")
    for day in spaced([*db.exec(days)], EACH):
        flight = db.get_one(Flight, day.flight_number)
        route = {"origin": flight.origin, "destination": flight.destination, "date": day.date}
        yield "search_direct_flight", route
        yield "search_onestop_flight", route


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on a reservation of its own."""
    active = select(Reservation).where(col(Reservation.status).is_(None))
    paying = [(one, card) for one in db.exec(active) if (card := _card(db, one.user_id))]
    chosen = iter(spaced(paying, 4 * EACH))
    for _ in range(EACH):
        one, card = next(chosen)
        yield (
            "update_reservation_baggages",
            {
                "reservation_id": one.reservation_id,
                "total_baggages": one.total_baggages + 2,
                "nonfree_baggages": one.nonfree_baggages + 1,
                "payment_id": card.id,
            },
        )
        one, _ = next(chosen)
        people = db.exec(
            select(ReservationPassenger).where(
                ReservationPassenger.reservation_id == one.reservation_id
            )
        ).all()
        yield (
            "update_reservation_passengers",
            {
                "reservation_id": one.reservation_id,
                "passengers": [
                    {"first_name": "Ada", "last_name": f"Moreau{n}", "dob": "1990-04-12"}
                    for n in range(len(people))
                ],
            },
        )
        one, card = next(chosen)
        segments = db.exec(
            select(ReservationFlight)
            .where(ReservationFlight.reservation_id == one.reservation_id)
            .order_by(col(ReservationFlight.position))
        ).all()
        yield (
            "update_reservation_flights",
            {
                "reservation_id": one.reservation_id,
                "cabin": one.cabin,
                "flights": [{"flight_number": s.flight_number, "date": s.date} for s in segments],
                "payment_id": card.id,
            },
        )
        one, card = next(chosen)
        yield "cancel_reservation", {"reservation_id": one.reservation_id}
        yield "send_certificate", {"user_id": one.user_id, "amount": 100}
        yield "book_reservation", _booking(db, one.user_id, card.id)


def _card(db: Session, user_id: str) -> PaymentMethod | None:
    return db.exec(
        select(PaymentMethod).where(
            PaymentMethod.user_id == user_id, PaymentMethod.source == "credit_card"
        )
    ).first()


def _booking(db: Session, user_id: str, card: str) -> dict[str, object]:
    day = db.exec(
        select(FlightDate).where(
            FlightDate.status == "available", col(FlightDate.economy_seats) > 2
        )
    ).first()
    assert day is not None
    flight = db.get_one(Flight, day.flight_number)
    return {
        "user_id": user_id,
        "origin": flight.origin,
        "destination": flight.destination,
        "flight_type": "one_way",
        "cabin": "economy",
        "flights": [{"flight_number": day.flight_number, "date": day.date}],
        "passengers": [{"first_name": "Ada", "last_name": "Moreau", "dob": "1990-04-12"}],
        "payment_methods": [{"payment_id": card, "amount": day.economy_price}],
        "total_baggages": 0,
        "nonfree_baggages": 0,
        "insurance": "no",
    }
