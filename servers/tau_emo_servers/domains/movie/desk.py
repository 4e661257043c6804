"""What the theaters' desk looks up, checks and works out again and again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.movie.clock import NOW
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    CardInfo,
    Customer,
    Movie,
    PaymentSource,
    Seat,
    Show,
    Theater,
    Ticket,
    TicketType,
    email_key,
)
from tau_emo_db.domains.movie.tariff import Totals, add_up, priced_concession, priced_seat
from tau_emo_servers.arguments import accept_object
from tau_emo_servers.money import shown, to_cents
from tau_emo_servers.queries import find, rows_of
from tau_emo_servers.toolkit import Rejection

_TICKET_TYPES: tuple[TicketType, ...] = get_args(TicketType)
DEAREST_LINE = 1_000_000_00
"""No line of food or drink costs more, in cents."""


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


class ExtraInfo(BaseModel):
    """What is known of a card."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    brand: str | None = None
    """brand of the card, such as visa."""
    last_four: str | None = None
    """its last four digits."""


class PaymentMethodData(BaseModel):
    """What pays."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    source: PaymentSource
    """kind of payment."""
    payment_method_id: str
    """what the customer calls the method, such as visa-4410."""
    extra_info: ExtraInfo | None = None
    """brand and last digits of a card, if they are known."""


class PaymentData(BaseModel):
    """One payment method and the sum that it pays."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    payment_id: str
    """label of the payment: PAY-1, PAY-2 and so on."""
    amount: float
    """sum to charge, in US dollars, above 0."""
    method: PaymentMethodData
    """the payment method."""
    created_at: str
    """the present moment in the format YY-MM-DD-HH-MM."""


class ConcessionData(BaseModel):
    """One line of food or drink."""

    item_id: str
    name: str
    size: str
    quantity: int
    price_each: float


Entry = Mapping[str, Any]
"""A seat or a concession as it is sent: its fields are looked at in their turn."""


# Shape of the input.


def check_customer(customer: CustomerData) -> None:
    """Refuses a customer without name, email or phone."""
    fields = {
        "name.first_name": customer.name.first_name,
        "name.last_name": customer.name.last_name,
        "email": customer.email,
        "phone": customer.phone,
    }
    empty = [name for name, value in fields.items() if not value.strip()]
    if empty:
        raise Rejection(
            "customer_incomplete",
            f"{', '.join(empty)} of the customer must not be empty; ask the customer for it.",
        )


def checked_payment(payment: PaymentData) -> int:
    """The amount of a payment in cents, which must be above 0."""
    cents = to_cents(payment.amount)
    if cents <= 0:
        raise Rejection(
            "invalid_amount",
            f"the amount of {payment.payment_id} is {payment.amount:.15g}; send a sum above 0.",
        )
    return cents


def checked_payments(payments: Sequence[PaymentData]) -> list[tuple[PaymentData, int]]:
    """The payments of a booking, each with its cents."""
    if not payments:
        raise Rejection(
            "no_payments", "the list of payments is empty; name every method with what it pays."
        )
    return [(payment, checked_payment(payment)) for payment in payments]


def seat_ids(seats: Sequence[Entry]) -> list[str]:
    """The seat of each entry, whether it exists or not."""
    ids: list[str] = []
    for position, seat in enumerate(seats):
        seat_id = seat.get("seat_id")
        if not isinstance(seat_id, str) or not seat_id:
            raise Rejection(
                "malformed_seat",
                f"seats[{position}] has no seat_id; send seat_id and ticket_type of every seat.",
            )
        ids.append(seat_id)
    return ids


def check_lists(ids: Sequence[str], concessions: Sequence[Entry]) -> None:
    """Refuses a request for no seat or one seat twice, and concessions of less than nothing."""
    if not ids:
        raise Rejection("no_seats", "the list of seats is empty; name at least one seat.")
    twice = [seat_id for seat_id, times in Counter(ids).items() if times > 1]
    if twice:
        raise Rejection("duplicate_seat", f"seat {twice[0]} is listed twice; list each seat once.")
    for position, entry in enumerate(concessions):
        quantity, price = entry.get("quantity"), entry.get("price_each")
        if isinstance(quantity, int | float) and quantity < 1:
            raise Rejection(
                "invalid_quantity",
                f"the quantity of concessions[{position}] is {quantity:.15g}; send 1 or more.",
            )
        if isinstance(price, int | float) and price < 0:
            raise Rejection(
                "negative_price",
                f"the price of concessions[{position}] is {price:.15g}; send 0 or more.",
            )


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


_HELD = Prepared(
    select(BookingSeat)
    .join(Booking)
    .where(col(Booking.show_id) == bindparam("show_id"), col(Booking.status) == "confirmed")
)
_CUSTOMER_BY_EMAIL = Prepared(select(Customer).where(email_key == bindparam("email", type_=Text())))


def held_seats(db: Session, show: Show) -> dict[str, str]:
    """The seats of a show that confirmed bookings hold, with the id of the booking."""
    return {seat.seat_id: seat.booking_id for seat in _HELD.all(db, show_id=show.show_id)}


def customer_id_of(db: Session, email: str) -> str | None:
    """The customer with this email, without regard to case; None if nobody is known by it."""
    found = _CUSTOMER_BY_EMAIL.all(db, email=email.strip().lower())
    return found[0].customer_id if found else None


# Prices.


@dataclass(frozen=True)
class Quote:
    """Seats and concessions at their prices, as rows that are not stored yet."""

    seats: list[BookingSeat]
    concessions: list[BookingConcession]
    totals: Totals


def quote(
    db: Session,
    theater: Theater,
    show: Show,
    seats: Sequence[Entry],
    concessions: Sequence[Entry],
    booking_id: str = "",
) -> Quote:
    """Prices an order for a scheduled show.

    Args:
        db: the session.
        theater: the theater.
        show: its show.
        seats: seat and ticket type of every seat.
        concessions: food and drink.
        booking_id: the booking that the rows are for; the seats it holds count as free.

    Raises:
        Rejection: in this order, something is wrong with the lists, a seat does not exist,
            a seat is held, a ticket type is unknown, or a concession is malformed.
    """
    ids = seat_ids(seats)
    check_lists(ids, concessions)
    _check_seats(db, show, ids, booking_id)
    types: list[TicketType] = [_ticket_type(seat) for seat in seats]
    rate = theater.pricing_rules.tax_rate
    lines = [
        priced_seat(booking_id, position, seat_id, kind, show.price_schema, rate)
        for position, (seat_id, kind) in enumerate(zip(ids, types, strict=True))
    ]
    food = [
        _concession(booking_id, position, entry, rate) for position, entry in enumerate(concessions)
    ]
    return Quote(lines, food, add_up(lines, food, theater.pricing_rules.booking_fee))


def _check_seats(db: Session, show: Show, ids: Sequence[str], booking_id: str) -> None:
    there = {seat.seat_id for seat in rows_of(db, Seat, auditorium_id=show.auditorium_id)}
    unknown = [seat_id for seat_id in ids if seat_id not in there]
    if unknown:
        raise Rejection(
            "seat_not_found",
            f"there is no seat {unknown[0]} in the auditorium of show {show.show_id}; "
            "get_seat_availability shows its seats.",
        )
    held = held_seats(db, show)
    taken = [seat_id for seat_id in ids if held.get(seat_id, booking_id) != booking_id]
    if taken:
        raise Rejection(
            "seat_taken",
            f"seat {taken[0]} of show {show.show_id} is already booked; choose one that "
            "get_seat_availability shows as available.",
        )


def _ticket_type(seat: Entry) -> TicketType:
    for known in _TICKET_TYPES:
        if seat.get("ticket_type") == known:
            return known
    raise Rejection(
        "unknown_ticket_type",
        f"seat {seat['seat_id']} has no ticket type that exists; send adult, child or senior.",
    )


def _concession(booking_id: str, position: int, entry: Entry, rate: int) -> BookingConcession:
    path = f"concessions[{position}]"
    data = accept_object(ConcessionData, entry, path)
    empty = [name for name in ("item_id", "name", "size") if not getattr(data, name).strip()]
    if empty or data.quantity < 1 or data.price_each < 0:
        raise Rejection(
            "malformed_concession",
            f"argument {path} is no order; send item_id, name, size, a quantity of 1 or more and "
            "a price_each of 0 or more.",
        )
    line = priced_concession(
        booking_id,
        position,
        item_id=data.item_id,
        name=data.name,
        size=data.size,
        quantity=data.quantity,
        price_each=to_cents(data.price_each),
        rate=rate,
    )
    if line.total > DEAREST_LINE:
        raise Rejection(
            "malformed_concession",
            f"argument {path} costs more than ${shown(DEAREST_LINE)}; check quantity and price.",
        )
    return line


def discounts(booking: Booking) -> int:
    """What the promotions of a booking take off, in cents."""
    return sum(promotion.discount_amount for promotion in booking.promotions_applied)


# Changes.


def new_booking_id(db: Session) -> str:
    """The first id of the series BKG001, BKG002, ... that is not in use."""
    numbered = (f"BKG{number:03d}" for number in count(1))
    return next(key for key in numbered if db.get(Booking, key) is None)


def new_tickets(booking_id: str, first: int, last: int) -> list[Ticket]:
    """Tickets by their position, from the first to the last, counted from 1."""
    ids = [f"{booking_id}-TKT-{number:03d}" for number in range(first, last + 1)]
    return [Ticket(ticket_id=one, barcode=f"BAR-{one}") for one in ids]


def append_payment(db: Session, booking: Booking, payment: PaymentData, cents: int) -> None:
    """Appends what a customer pays to the payments of a booking."""
    method = payment.method
    known = method.extra_info or ExtraInfo()
    info = CardInfo(brand=known.brand, last_four=known.last_four)
    _append(
        db,
        booking,
        payment.payment_id,
        cents,
        method.source,
        method.payment_method_id,
        info if info.brand or info.last_four else None,
    )


def append_refund(db: Session, booking: Booking, cents: int, kind: str) -> None:
    """Appends a refund to the payments of a booking.

    The entry names cash whatever was paid with: it is a mark in the books and says nothing
    about the way the money takes.

    Args:
        db: the session.
        booking: the booking.
        cents: what is given back, above 0.
        kind: the ending of its id; a number follows where the booking has one like it.
    """
    ending = f"{booking.booking_id}-{kind}"
    before = rows_of(db, BookingPayment, booking_id=booking.booking_id)
    used = {entry.payment_id for entry in before}
    numbered = (ending if number == 1 else f"{ending}-{number}" for number in count(1))
    payment_id = next(one for one in numbered if one not in used)
    _append(db, booking, payment_id, -cents, "cash", "refund", None)


def _append(
    db: Session,
    booking: Booking,
    payment_id: str,
    cents: int,
    source: PaymentSource,
    payment_method_id: str,
    info: CardInfo | None,
) -> None:
    before = rows_of(db, BookingPayment, booking_id=booking.booking_id)
    db.add(
        BookingPayment(
            booking_id=booking.booking_id,
            position=len(before),
            payment_id=payment_id,
            amount=cents,
            source=source,
            payment_method_id=payment_method_id,
            extra_info=info,
            created_at=NOW,
        )
    )


def settle_change(
    db: Session, booking: Booking, difference: int, payment: tuple[PaymentData, int] | None
) -> None:
    """Charges what a change of seats costs more, or gives back what it costs less.

    Args:
        db: the session.
        booking: the booking before the change.
        difference: the new total minus the old one, in cents.
        payment: what the customer pays, with its cents; ignored unless the price rises.

    Raises:
        Rejection: the price rises and the payment is not exactly the difference.
    """
    if difference > 0:
        if payment is None or payment[1] != difference:
            sent = "no payment" if payment is None else f"${shown(payment[1])}"
            raise Rejection(
                "payment_mismatch",
                f"the new seats cost ${shown(difference)} more, but {sent} was sent; send a "
                f"payment of exactly {shown(difference)}.",
            )
        append_payment(db, booking, payment[0], difference)
    elif difference < 0:
        append_refund(db, booking, -difference, "adj-refund")
    booking.amount_paid += difference
