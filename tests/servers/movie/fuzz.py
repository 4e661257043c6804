"""Every tool of the theaters against generated calls on the real base."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.movie.tables import Booking, BookingSeat, Customer, Movie, Seat, Show
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..tool_fuzz import Arguments, Call, calls_of

MOVIE = served_domain("movie")
TYPES = ("adult", "child", "senior")
SNACKS = [
    {"item_id": "POP-L", "name": "Popcorn", "size": "large", "quantity": 2, "price_each": 8.25},
    {"item_id": "WATER-R", "name": "Water", "size": "regular", "quantity": 1, "price_each": 3.195},
]


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    open_shows: list[Show]
    free: dict[str, list[str]]
    """By scheduled show, the seats that no confirmed booking holds."""
    changeable: list[Booking]
    """Confirmed bookings of scheduled shows."""
    own: dict[str, list[str]]
    customers: list[Customer]


@cache
def base() -> Base:
    with EpisodeState.open(MOVIE.data) as state, state.session() as db:
        shows = [*db.exec(select(Show))]
        bookings = [*db.exec(select(Booking))]
        customers = [*db.exec(select(Customer))]
        movies = [*db.exec(select(Movie.movie_id))]
        seats: dict[str, list[str]] = {}
        for seat in db.exec(select(Seat)):
            seats.setdefault(seat.auditorium_id, []).append(seat.seat_id)
        own: dict[str, list[str]] = {}
        for line in db.exec(select(BookingSeat)):
            own.setdefault(line.booking_id, []).append(line.seat_id)
    held: dict[str, set[str]] = {}
    for booking in bookings:
        if booking.status == "confirmed":
            held.setdefault(booking.show_id, set()).update(own[booking.booking_id])
    scheduled = [show for show in shows if show.status == "scheduled"]
    free = {
        show.show_id: [
            one for one in seats[show.auditorium_id] if one not in held.get(show.show_id, ())
        ]
        for show in scheduled
    }
    return Base(
        known={
            "movie_id": movies,
            "theater_id": [show.theater_id for show in shows],
            "show_id": [show.show_id for show in shows],
            "date": [show.date for show in shows],
            "booking_id": [booking.booking_id for booking in bookings],
            "seats": [[{"seat_id": "R2-01", "ticket_type": kind}] for kind in TYPES],
            "concessions": [[snack] for snack in SNACKS],
            "email": [customer.email for customer in customers],
            "phone": [customer.phone for customer in customers],
            "expression": ["12.50 + 1.50", "0.0825 * 14", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        open_shows=[show for show in scheduled if free[show.show_id]],
        free=free,
        changeable=[one for one in bookings if one.status == "confirmed" and one.show_id in free],
        own=own,
        customers=customers,
    )


@st.composite
def some_seats(draw: st.DrawFn, seat_ids: list[str]) -> list[dict[str, str]]:
    """One to five of the seats in any order."""
    most = min(5, len(seat_ids))
    picked = draw(st.lists(st.sampled_from(seat_ids), min_size=1, max_size=most, unique=True))
    return [{"seat_id": one, "ticket_type": draw(st.sampled_from(TYPES))} for one in picked]


@st.composite
def order(draw: st.DrawFn) -> Arguments:
    """Free seats of a show, now and then with food."""
    show = draw(st.sampled_from(base().open_shows))
    wanted: Arguments = {
        "theater_id": show.theater_id,
        "show_id": show.show_id,
        "seats": draw(some_seats(base().free[show.show_id])),
    }
    food = draw(st.lists(st.sampled_from(SNACKS), max_size=2))
    return {**wanted, "concessions": food} if food else wanted


def payment(amount: float, number: int = 1, source: str = "card") -> Arguments:
    return {
        "payment_id": f"PAY-{number}",
        "amount": amount,
        "method": {"source": source, "payment_method_id": f"{source}-4410"},
        "created_at": "24-05-15-15-00",
    }


@st.composite
def booking(draw: st.DrawFn) -> Arguments:
    """An order that is paid in full by one method or two; the price is that of the preview."""
    wanted = draw(order())
    with EpisodeState.open(MOVIE.data) as state:
        preview = json.loads(Episode(MOVIE, state).call("price_preview", wanted).result)
    total = cents(preview["grand_total"])
    first = draw(st.integers(1, total))
    parts = [payment(first / 100)]
    if first < total:
        parts.append(payment((total - first) / 100, 2, "gift_card"))
    customer = draw(st.sampled_from(base().customers))
    return {
        **wanted,
        "customer": {
            "name": {"first_name": customer.first_name, "last_name": customer.last_name},
            "email": customer.email,
            "phone": customer.phone,
        },
        "delivery_method": draw(st.sampled_from(["e-ticket", "box-office", "kiosk"])),
        "payments": parts,
    }


@st.composite
def seat_change(draw: st.DrawFn) -> Arguments:
    """Seats of a booking's own and free ones; the payment is what the tool asks for."""
    found = draw(st.sampled_from(base().changeable))
    free = base().free[found.show_id]
    wanted: Arguments = {
        "booking_id": found.booking_id,
        "seats": draw(some_seats([*base().own[found.booking_id], *free])),
    }
    with EpisodeState.open(MOVIE.data) as state:
        asked = Episode(MOVIE, state).call("update_booking_seats", wanted).result
    if asked.startswith("Error: the new seats cost "):
        wanted["payment"] = payment(float(asked.rpartition(" ")[2].rstrip(".")))
    return wanted


@st.composite
def listed_show(draw: st.DrawFn) -> Arguments:
    show = draw(st.sampled_from(base().open_shows))
    return {"theater_id": show.theater_id, "show_id": show.show_id}


@st.composite
def dated_show(draw: st.DrawFn) -> Arguments:
    show = draw(st.sampled_from(base().open_shows))
    return {"theater_id": show.theater_id, "show_id": show.show_id, "date": show.date}


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "price_preview": order(),
    "create_booking": booking(),
    "update_booking_seats": seat_change(),
    "get_show_details": dated_show(),
    "get_show_status": listed_show(),
    "get_seat_availability": listed_show(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A booking that can be changed, and its show."""
    booking = draw(st.sampled_from(base().changeable))
    return {"booking_id": booking.booking_id, "show_id": booking.show_id}


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(MOVIE.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """Totals are the sum of the lines, the payments are what is paid, and seats are held once."""
    shown = json.loads(call.result)
    totals = {name: cents(value) for name, value in shown["totals"].items()}
    assert totals["tickets_subtotal"] == sum(cents(one["price"]) for one in shown["seats"])
    assert totals["amount_paid"] == sum(cents(one["amount"]) for one in shown["payments"])
    parts = ("tickets_subtotal", "concessions_subtotal", "fees_total", "tax_total")
    discount = sum(cents(one["discount_amount"]) for one in shown["promotions_applied"])
    assert totals["grand_total"] == max(0, sum(totals[name] for name in parts) - discount)
    if shown["status"] == "confirmed":
        assert (totals["amount_paid"], totals["amount_due"]) == (totals["grand_total"], 0)
        assert len(shown["delivery"]["tickets"]) == len(shown["seats"])
    else:
        assert (totals["amount_paid"], totals["amount_due"]) == (0, 0)
    assert len({one["seat_id"] for one in shown["seats"]}) == len(shown["seats"])
    for table in ("show", "seat", "theater", "customer"):
        assert after[table] == before[table]


def cents(dollars: float) -> int:
    return round(dollars * 100)
