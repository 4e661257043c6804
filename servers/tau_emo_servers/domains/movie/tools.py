"""The tools of the theaters' desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (serve somebody else's
booking, cancel a booking for a show that is over, give away seats for wheelchairs) is a
matter of the policy, not of the tools.

Only confirmed bookings hold seats. Prices stand on the shows and are final.
"""

from typing import Any

from pydantic import JsonValue
from sqlmodel import Session, select

from tau_emo_db import Prepared
from tau_emo_db.domains.movie.clock import NOW
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingSeat,
    DeliveryMethod,
    Movie,
    Show,
    Theater,
)
from tau_emo_db.domains.movie.tariff import add_up
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.movie.desk import (
    CustomerData,
    check_customer,
    check_scheduled,
    customer_id_of,
    find_booking,
    find_movie,
    find_show,
    find_theater,
    held_seats,
    new_booking_id,
    new_tickets,
    seats_of,
)
from tau_emo_servers.domains.movie.payments import (
    PaymentData,
    append_payment,
    append_refund,
    checked_payment,
    checked_payments,
    settle_change,
)
from tau_emo_servers.domains.movie.quotes import discounts, quote, seat_ids
from tau_emo_servers.domains.movie.views import (
    booking_view,
    movie_view,
    preview_view,
    show_view,
    theater_view,
)
from tau_emo_servers.money import check_sum, shown
from tau_emo_servers.queries import insertion_order, replace_rows, rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write

_MOVIES = Prepared(select(Movie.movie_id, Movie.title).order_by(insertion_order(Movie)))
_THEATERS = Prepared(select(Theater.theater_id, Theater.name).order_by(insertion_order(Theater)))


@read(title="List all movies")
def list_movies(db: Session) -> list[JsonValue]:
    """List all movies with id and title."""
    return [{"movie_id": movie_id, "title": title} for movie_id, title in _MOVIES.all(db)]


@read(title="List all theaters")
def list_theaters(db: Session) -> list[JsonValue]:
    """List all theaters with id and name. Two theaters may have one name; get_theater_details
    shows where each stands."""
    return [{"theater_id": theater_id, "name": name} for theater_id, name in _THEATERS.all(db)]


@read(title="Show a movie")
def get_movie_details(db: Session, movie_id: str) -> View:
    """Show a movie: genres, length, rating, languages, formats, run, cast, crew and synopsis.

    Args:
        movie_id: movie id, such as MV7KD20.
    """
    return movie_view(find_movie(db, movie_id))


@read(title="Show a theater")
def get_theater_details(db: Session, theater_id: str) -> View:
    """Show a theater: address, contact, amenities, how its prices come about, its auditoriums
    with every seat (its type and whether it is for wheelchairs), and all its shows by date.
    Amounts are US dollars.

    Args:
        theater_id: theater id, such as TH5R8WE.
    """
    return theater_view(db, find_theater(db, theater_id))


@read(title="List the shows of a date")
def list_shows(
    db: Session, theater_id: str, date: str, movie_id: str | None = None
) -> list[JsonValue]:
    """List the shows of a theater on a date, whatever their status, with their prices in US
    dollars. Times are local to the theater.

    Args:
        theater_id: theater id, such as TH5R8WE.
        date: date in the format YY-MM-DD.
        movie_id: movie id, such as MV7KD20, to see the shows of this movie only.
    """
    theater = find_theater(db, theater_id)
    return [
        show_view(show)
        for show in rows_of(db, Show, theater_id=theater.theater_id, date=date)
        if movie_id is None or show.movie_id == movie_id
    ]


@read(title="Show a show")
def get_show_details(db: Session, theater_id: str, show_id: str, date: str | None = None) -> View:
    """Show one show: movie, auditorium, times, format, language, status, and the price of each
    ticket type in US dollars, with the convenience fee per ticket.

    Args:
        theater_id: theater id, such as TH5R8WE.
        show_id: show id, such as SH93QW1.
        date: date in the format YY-MM-DD on which the show must be listed.
    """
    theater = find_theater(db, theater_id)
    if date is not None:
        listed = rows_of(db, Show, theater_id=theater_id, date=date)
        if not listed:
            raise Rejection(
                "no_schedule",
                f"theater {theater_id} has no shows on {date}; dates have the form YY-MM-DD.",
            )
        if show_id not in {show.show_id for show in listed}:
            raise Rejection(
                "show_not_found",
                f"theater {theater_id} has no show {show_id} on {date}; list_shows shows those "
                "of a date.",
            )
    return show_view(find_show(db, theater, show_id))


@read(title="Show the status of a show")
def get_show_status(db: Session, theater_id: str, show_id: str) -> str:
    """Tell whether a show is scheduled, canceled or completed.

    Args:
        theater_id: theater id, such as TH5R8WE.
        show_id: show id, such as SH93QW1.
    """
    return find_show(db, find_theater(db, theater_id), show_id).status


@read(title="Show which seats are free")
def get_seat_availability(db: Session, theater_id: str, show_id: str) -> View:
    """Show which seats of a show are available and which are booked. Which of them are for
    wheelchairs is shown by get_theater_details.

    Args:
        theater_id: theater id, such as TH5R8WE.
        show_id: show id, such as SH93QW1.
    """
    show = find_show(db, find_theater(db, theater_id), show_id)
    held = held_seats(db, show)
    seats = seats_of(db, show)
    return {
        "available": [seat_id for seat_id in seats if seat_id not in held],
        "booked": [seat_id for seat_id in seats if seat_id in held],
    }


@read(title="Show a booking")
def get_booking_details(db: Session, booking_id: str) -> View:
    """Show a booking: status, customer, seats, food and drink, payments (refunds are
    negative), totals and tickets. Amounts are US dollars.

    Args:
        booking_id: booking id, such as BKG001.
    """
    return booking_view(db, find_booking(db, booking_id))


@read(title="Preview the price of a booking")
def price_preview(
    db: Session,
    theater_id: str,
    show_id: str,
    seats: list[dict[str, Any]],
    concessions: list[dict[str, Any]] | None = None,
) -> View:
    """Work out what a booking would cost in US dollars, with fees and tax. Nothing is booked.
    The seats must be free: those of an existing booking are not.

    Args:
        theater_id: theater id, such as TH5R8WE.
        show_id: show id, such as SH93QW1.
        seats: for every seat its seat_id, such as R2-04, and its ticket_type: adult, child or
            senior.
        concessions: for every item of food or drink its item_id, name, size, quantity and
            price_each in US dollars.
    """
    seat_ids(seats)
    theater = find_theater(db, theater_id)
    show = find_show(db, theater, show_id)
    check_scheduled(show)
    found = quote(db, theater, show, seats, concessions or [])
    return preview_view(found.totals, len(found.seats), theater.pricing_rules.booking_fee)


@write(title="Book seats", destructive=False)
def create_booking(
    db: Session,
    theater_id: str,
    show_id: str,
    customer: CustomerData,
    seats: list[dict[str, Any]],
    delivery_method: DeliveryMethod,
    payments: list[PaymentData],
    concessions: list[dict[str, Any]] | None = None,
    special_requests: str | None = None,
) -> View:
    """Book seats of a scheduled show, with food and drink if wanted, and charge them. The
    payments must add up to the grand total that price_preview shows.

    Args:
        theater_id: theater id, such as TH5R8WE.
        show_id: show id, such as SH93QW1.
        customer: who books.
        seats: for every seat its seat_id, such as R2-04, and its ticket_type: adult, child or
            senior.
        delivery_method: how the tickets are handed out.
        payments: what each payment method pays.
        concessions: for every item of food or drink its item_id, name, size, quantity and
            price_each in US dollars.
        special_requests: a wish of the customer, in a few words.
    """
    check_customer(customer)
    paid = checked_payments(payments)
    seat_ids(seats)
    theater = find_theater(db, theater_id)
    show = find_show(db, theater, show_id)
    check_scheduled(show)
    key = new_booking_id(db)
    found = quote(db, theater, show, seats, concessions or [], key)
    total = found.totals.grand_total()
    check_sum((cents for _, cents in paid), total, lambda cents: f"${shown(cents)}")

    booking = Booking(
        booking_id=key,
        theater_id=theater.theater_id,
        movie_id=show.movie_id,
        show_id=show.show_id,
        date=show.date,
        start_time_local=show.start_time_local,
        status="confirmed",
        created_at=NOW,
        customer_id=customer_id_of(db, customer.email),
        first_name=customer.name.first_name,
        last_name=customer.name.last_name,
        email=customer.email,
        phone=customer.phone,
        loyalty_id=customer.loyalty_id or None,
        promotions_applied=[],
        tickets_subtotal=found.totals.tickets_subtotal,
        concessions_subtotal=found.totals.concessions_subtotal,
        fees_total=found.totals.fees_total,
        tax_total=found.totals.tax_total,
        grand_total=total,
        amount_paid=total,
        amount_due=0,
        delivery_method=delivery_method,
        tickets=new_tickets(key, 1, len(found.seats)),
        special_requests=special_requests,
    )
    db.add(booking)
    db.flush()
    db.add_all([*found.seats, *found.concessions])
    for payment, cents in paid:
        append_payment(db, booking, payment, cents)
    return booking_view(db, booking)


@write(title="Cancel a booking", idempotent=True)
def cancel_booking(db: Session, booking_id: str) -> View:
    """Cancel a whole booking: its seats become free, and what was paid is refunded. A booking
    that is already canceled or refunded stays as it is. This cannot be undone.

    Args:
        booking_id: booking id, such as BKG001.
    """
    booking = find_booking(db, booking_id)
    if booking.status in ("canceled", "refunded"):
        return booking_view(db, booking)
    if booking.amount_paid:
        append_refund(db, booking, booking.amount_paid, "refund")
    booking.amount_paid = 0
    booking.amount_due = 0
    booking.status = "canceled"
    booking.canceled_at = NOW
    return booking_view(db, booking)


@write(title="Change the seats of a booking", idempotent=True)
def update_booking_seats(
    db: Session,
    booking_id: str,
    seats: list[dict[str, Any]],
    payment: PaymentData | None = None,
) -> View:
    """Replace the seats and ticket types of a confirmed booking, while its show is scheduled.
    All seats are priced anew. If the booking becomes dearer, a payment of exactly the
    difference is needed; if it becomes cheaper, the difference is refunded.

    Args:
        booking_id: booking id, such as BKG001.
        seats: the whole new list, with the seats that stay; for every seat its seat_id, such
            as R2-04, and its ticket_type: adult, child or senior. A seat left out is given up.
        payment: what pays the difference, if the booking becomes dearer.
    """
    paid = None if payment is None else (payment, checked_payment(payment))
    ids = seat_ids(seats)
    booking = find_booking(db, booking_id)
    theater = find_theater(db, booking.theater_id)
    show = find_show(db, theater, booking.show_id)
    if booking.status != "confirmed":
        raise Rejection(
            "booking_not_confirmed",
            f"booking {booking_id} is {booking.status}; seats can be changed only in a confirmed "
            "booking.",
        )
    check_scheduled(show)
    found = quote(db, theater, show, seats, [], booking_id)
    food = rows_of(db, BookingConcession, booking_id=booking_id)
    totals = add_up(found.seats, food, theater.pricing_rules.booking_fee)
    total = totals.grand_total(discounts(booking))
    settle_change(db, booking, total - booking.grand_total, paid)

    replace_rows(db, rows_of(db, BookingSeat, booking_id=booking_id), found.seats)
    kept = booking.tickets[: len(ids)]
    booking.tickets = [*kept, *new_tickets(booking_id, len(kept) + 1, len(ids))]
    booking.tickets_subtotal = totals.tickets_subtotal
    booking.fees_total = totals.fees_total
    booking.tax_total = totals.tax_total
    booking.grand_total = total
    booking.amount_due = total - booking.amount_paid
    return booking_view(db, booking)


TOOLS = (
    list_movies,
    list_theaters,
    get_movie_details,
    get_theater_details,
    list_shows,
    get_show_details,
    get_show_status,
    get_seat_availability,
    price_preview,
    create_booking,
    cancel_booking,
    update_booking_seats,
    get_booking_details,
    calculate,
    transfer_to_human_agents,
    think,
)
