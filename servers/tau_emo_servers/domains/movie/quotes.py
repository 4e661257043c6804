"""What seats, food and drink cost: an order as it is sent, checked and priced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel
from sqlmodel import Session

from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingSeat,
    Show,
    Theater,
    TicketType,
)
from tau_emo_db.domains.movie.tariff import Totals, add_up, priced_concession, priced_seat
from tau_emo_servers.arguments import accept_object
from tau_emo_servers.checks import check_listed, check_once
from tau_emo_servers.domains.movie.desk import held_seats, seats_of
from tau_emo_servers.money import shown, to_cents
from tau_emo_servers.toolkit import Rejection

_TICKET_TYPES: tuple[TicketType, ...] = get_args(TicketType)
DEAREST_LINE = 1_000_000_00
"""No line of food or drink costs more, in cents."""


class ConcessionData(BaseModel):
    """One line of food or drink."""

    item_id: str
    name: str
    size: str
    quantity: int
    price_each: float


Entry = Mapping[str, Any]
"""A seat or a concession as it is sent: its fields are looked at in their turn."""


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
    check_listed(ids, "seat")
    check_once(ids, "seat")
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
    there = {*seats_of(db, show)}
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
