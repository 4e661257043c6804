"""Calls of the theaters' tools."""

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingSeat,
    Movie,
    Seat,
    Show,
    Theater,
)
from tau_emo_db.domains.movie.tariff import add_up, priced_seat

EACH = 4
"""How often each tool is called."""
SOUGHT = 50 * EACH
"""How many bookings are looked at to find some that fit."""


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    yield "list_movies", {}
    yield "list_theaters", {}
    for movie in spaced([*db.exec(select(Movie))], EACH):
        yield "get_movie_details", {"movie_id": movie.movie_id}
    for theater in spaced([*db.exec(select(Theater))], EACH):
        yield "get_theater_details", {"theater_id": theater.theater_id}
    for show in spaced([*db.exec(select(Show).where(Show.status == "scheduled"))], EACH):
        named = {"theater_id": show.theater_id, "show_id": show.show_id}
        yield "list_shows", {"theater_id": show.theater_id, "date": show.date}
        yield "get_show_details", named
        yield "get_show_status", named
        yield "get_seat_availability", named
        yield "price_preview", {**named, "seats": _adults(_free(db, show)[:2])}
    for booking in spaced([*db.exec(select(Booking))], EACH):
        yield "get_booking_details", {"booking_id": booking.booking_id}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on a show of its own."""
    apart = Apart()
    query = (
        select(Booking)
        .join(Show)
        .where(
            Booking.status == "confirmed",
            col(Booking.amount_paid) > 0,
            Show.status == "scheduled",
        )
    )
    confirmed = [*db.exec(query)]
    moves = ((one, seats) for one in spaced(confirmed, SOUGHT) if (seats := _as_dear(db, one)))
    for booking, seats in apart.pick(moves, lambda pair: pair[0].show_id, EACH):
        yield "update_booking_seats", {"booking_id": booking.booking_id, "seats": seats}
    for booking in apart.pick(confirmed, lambda one: one.show_id, EACH):
        yield "cancel_booking", {"booking_id": booking.booking_id}
    scheduled = select(Show).where(Show.status == "scheduled")
    for show in apart.pick(db.exec(scheduled), lambda show: show.show_id, EACH):
        yield "create_booking", _booking(db, show)


def _booking(db: Session, show: Show) -> dict[str, Any]:
    seats = _adults(_free(db, show)[:2])
    return {
        "theater_id": show.theater_id,
        "show_id": show.show_id,
        "customer": {
            "name": {"first_name": "Ada", "last_name": "Moreau"},
            "email": "ada.moreau@example.com",
            "phone": "(555) 720-0702",
        },
        "seats": seats,
        "delivery_method": "e-ticket",
        "payments": [
            {
                "payment_id": "PAY-1",
                "amount": _price(db, show, seats) / 100,
                "method": {"source": "card", "payment_method_id": "visa-4410"},
                "created_at": "25-01-01-12-00",
            }
        ],
    }


def _as_dear(db: Session, booking: Booking) -> list[dict[str, str]]:
    """Free seats that cost what the booking costs; none if it has become dearer or cheaper."""
    show = db.get_one(Show, booking.show_id)
    held = select(BookingSeat).where(BookingSeat.booking_id == booking.booking_id)
    types = [one.ticket_type for one in db.exec(held)]
    free = _free(db, show)
    if booking.promotions_applied or len(free) < len(types):
        return []
    seats = [
        {"seat_id": seat_id, "ticket_type": kind}
        for seat_id, kind in zip(free, types, strict=False)
    ]
    food = select(BookingConcession).where(BookingConcession.booking_id == booking.booking_id)
    same = _price(db, show, seats, [*db.exec(food)]) == booking.grand_total
    return seats if same else []


def _price(
    db: Session, show: Show, seats: list[Any], food: list[BookingConcession] | None = None
) -> int:
    rules = db.get_one(Theater, show.theater_id).pricing_rules
    lines = [
        priced_seat(
            "", place, one["seat_id"], one["ticket_type"], show.price_schema, rules.tax_rate
        )
        for place, one in enumerate(seats)
    ]
    return add_up(lines, food or [], rules.booking_fee).grand_total()


def _adults(seat_ids: list[str]) -> list[dict[str, str]]:
    return [{"seat_id": seat_id, "ticket_type": "adult"} for seat_id in seat_ids]


def _free(db: Session, show: Show) -> list[str]:
    held = db.exec(
        select(BookingSeat.seat_id)
        .join(Booking)
        .where(Booking.show_id == show.show_id, Booking.status == "confirmed")
    ).all()
    seats = select(Seat.seat_id).where(Seat.auditorium_id == show.auditorium_id)
    return [seat_id for seat_id in db.exec(seats) if seat_id not in held]
