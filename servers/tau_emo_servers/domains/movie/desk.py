"""What the theaters' desk looks up, checks and works out again and again."""

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingSeat,
    Customer,
    Movie,
    Seat,
    Show,
    Theater,
    Ticket,
    email_key,
)
from tau_emo_servers.checks import check_filled
from tau_emo_servers.queries import find, free_keys, numbered
from tau_emo_servers.toolkit import Rejection


class PersonName(BaseModel):
    """The name of the customer."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    first_name: str
    """first name."""
    last_name: str
    """last name."""


class CustomerData(BaseModel):
    """Who books."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    name: PersonName
    """full name."""
    email: str
    """email, such as nora.quist8812@example.com."""
    phone: str
    """phone number, such as (555) 720-0702."""
    loyalty_id: str | None = None
    """loyalty id, only if the customer gives one."""


# Shape of the input.


def check_customer(customer: CustomerData) -> None:
    """Refuses a customer without name, email or phone."""
    fields = {
        "customer.name.first_name": customer.name.first_name,
        "customer.name.last_name": customer.name.last_name,
        "customer.email": customer.email,
        "customer.phone": customer.phone,
    }
    check_filled(fields, "customer_incomplete", "ask the customer for it")


# Look-ups.


def find_movie(db: Session, movie_id: str) -> Movie:
    """The movie with this id."""
    return find(db, Movie, movie_id, "movie", "check the id (list_movies shows all)")


def find_theater(db: Session, theater_id: str) -> Theater:
    """The theater with this id."""
    return find(db, Theater, theater_id, "theater", "check the id (list_theaters shows all)")


def find_show(db: Session, theater: Theater, show_id: str) -> Show:
    """The show of this theater, on whatever date and of whatever status."""
    show = db.get(Show, show_id)
    if show is None or show.theater_id != theater.theater_id:
        raise Rejection(
            "show_not_found",
            f"there is no show {show_id} in theater {theater.theater_id}; list_shows shows those "
            "of a date.",
        )
    return show


def find_booking(db: Session, booking_id: str) -> Booking:
    """The booking, whatever its status."""
    return find(db, Booking, booking_id, "booking", "check the id with the customer")


def check_scheduled(show: Show) -> None:
    """Refuses a show that is canceled or over."""
    if show.status != "scheduled":
        raise Rejection(
            "show_not_scheduled",
            f"show {show.show_id} is {show.status}; seats can be booked and changed only while a "
            "show is scheduled.",
        )


_SEATS = Prepared(
    select(Seat.seat_id)
    .where(col(Seat.auditorium_id) == bindparam("auditorium_id"))
    .order_by(col(Seat.seat_id))
)
_HELD = Prepared(
    select(BookingSeat.seat_id, BookingSeat.booking_id)
    .join(Booking)
    .where(col(Booking.show_id) == bindparam("show_id"), col(Booking.status) == "confirmed")
)
_CUSTOMER_BY_EMAIL = Prepared(select(Customer).where(email_key == bindparam("email", type_=Text())))


def seats_of(db: Session, show: Show) -> list[str]:
    """The seats of the hall of a show, sorted."""
    return _SEATS.all(db, auditorium_id=show.auditorium_id)


def held_seats(db: Session, show: Show) -> dict[str, str]:
    """The seats of a show that confirmed bookings hold, with the id of the booking."""
    return dict(_HELD.all(db, show_id=show.show_id))


def customer_id_of(db: Session, email: str) -> str | None:
    """The customer with this email, without regard to case; None if nobody is known by it."""
    found = _CUSTOMER_BY_EMAIL.all(db, email=email.strip().lower())
    return found[0].customer_id if found else None


# New ids.


def new_booking_id(db: Session) -> str:
    """The first id of the series BKG001, BKG002, ... that is not in use."""
    return next(free_keys(db, Booking, numbered("BKG{:03d}")))


def new_tickets(booking_id: str, first: int, last: int) -> list[Ticket]:
    """Tickets by their position, from the first to the last, counted from 1."""
    ids = [f"{booking_id}-TKT-{number:03d}" for number in range(first, last + 1)]
    return [Ticket(ticket_id=one, barcode=f"BAR-{one}") for one in ids]
