"""A long walk of valid writes over the real base; after each one everything still adds up."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    Customer,
    Seat,
    Show,
    Theater,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk

MOVIE = served_domain("movie")
TYPES = ("adult", "child", "senior")


@dataclass
class Now:
    """The rows that a step is chosen from, and that must agree after it."""

    theaters: dict[str, Theater]
    shows: dict[str, Show]
    seats: dict[str, list[str]]
    customers: list[Customer]
    bookings: dict[str, Booking]
    lines: dict[str, list[BookingSeat]]
    food: dict[str, list[BookingConcession]]
    payments: dict[str, list[BookingPayment]]

    @classmethod
    def of(cls, db: Session) -> "Now":
        def grouped(table: type[Any], column: str) -> dict[str, list[Any]]:
            found: dict[str, list[Any]] = defaultdict(list)
            for row in db.exec(select(table)):
                found[getattr(row, column)].append(row)
            return found

        seats = grouped(Seat, "auditorium_id")
        found = cls(
            theaters={one.theater_id: one for one in db.exec(select(Theater))},
            shows={one.show_id: one for one in db.exec(select(Show))},
            seats={key: [seat.seat_id for seat in rows] for key, rows in seats.items()},
            customers=[*db.exec(select(Customer))],
            bookings={one.booking_id: one for one in db.exec(select(Booking))},
            lines=grouped(BookingSeat, "booking_id"),
            food=grouped(BookingConcession, "booking_id"),
            payments=grouped(BookingPayment, "booking_id"),
        )
        db.expunge_all()
        return found

    def held(self, show: Show) -> Counter[str]:
        """How many confirmed bookings hold each seat of the show."""
        return Counter(
            line.seat_id
            for key, booking in self.bookings.items()
            if booking.show_id == show.show_id and booking.status == "confirmed"
            for line in self.lines[key]
        )

    def free(self, show: Show) -> list[str]:
        held = self.held(show)
        return [seat_id for seat_id in self.seats[show.auditorium_id] if not held[seat_id]]

    def tax(self, show: Show, cents: int) -> int:
        """Half up: twice the remainder is compared with the whole."""
        whole, rest = divmod(cents * self.theaters[show.theater_id].pricing_rules.tax_rate, 10_000)
        return whole + (2 * rest >= 10_000)

    def seat_sum(self, show: Show, kinds: list[str]) -> int:
        """Price, fee and tax of tickets of these types."""
        prices = show.price_schema
        net = [getattr(prices, kind) + prices.convenience_fee for kind in kinds]
        return sum(cents + self.tax(show, cents) for cents in net)


def seats_of(draw: random.Random, choices: list[str], most: int) -> list[dict[str, str]]:
    picked = draw.sample(choices, draw.randint(1, min(most, len(choices))))
    return [{"seat_id": one, "ticket_type": draw.choice(TYPES)} for one in picked]


def paid(cents: int, number: int, source: str) -> dict[str, Any]:
    return {
        "payment_id": f"PAY-{number}",
        "amount": cents / 100,
        "method": {"source": source, "payment_method_id": f"{source}-4410"},
        "created_at": "24-05-15-15-00",
    }


def book(draw: random.Random, now: Now) -> Call:
    """Somebody books free seats of a show to come, now and then with food."""
    shows = [one for one in now.shows.values() if one.status == "scheduled" and now.free(one)]
    show = draw.choice(shows)
    seats = seats_of(draw, now.free(show), 4)
    total = now.seat_sum(show, [one["ticket_type"] for one in seats])
    total += now.theaters[show.theater_id].pricing_rules.booking_fee
    food: list[dict[str, Any]] = []
    if draw.random() < 0.5:
        price, count = draw.randint(3_00, 9_00), draw.randint(1, 3)
        food = [
            {
                "item_id": "POP",
                "name": "Popcorn",
                "size": "large",
                "quantity": count,
                "price_each": price / 100,
            }
        ]
        total += count * (price + now.tax(show, price))
    first = draw.randint(1, total)
    parts = [paid(first, 1, "gift_card")]
    if first < total:
        parts.append(paid(total - first, 2, draw.choice(["card", "wallet", "cash"])))
    who = draw.choice(now.customers)
    return "create_booking", {
        "theater_id": show.theater_id,
        "show_id": show.show_id,
        "customer": {
            "name": {"first_name": who.first_name, "last_name": who.last_name},
            "email": draw.choice([who.email.upper(), "somebody@new.example.com"]),
            "phone": who.phone,
        },
        "seats": seats,
        "delivery_method": draw.choice(["e-ticket", "box-office", "kiosk"]),
        "payments": parts,
        "concessions": food,
    }


def change(draw: random.Random, now: Now) -> Call:
    """A confirmed booking gets other seats or types; the difference is paid to the cent."""
    able = [
        one
        for one in now.bookings.values()
        if one.status == "confirmed" and now.shows[one.show_id].status == "scheduled"
    ]
    booking = draw.choice(able)
    show = now.shows[booking.show_id]
    own = [line.seat_id for line in now.lines[booking.booking_id]]
    seats = seats_of(draw, [*own, *now.free(show)], 5)
    full = now.seat_sum(show, [one["ticket_type"] for one in seats])
    full += now.theaters[show.theater_id].pricing_rules.booking_fee
    full += sum(line.total for line in now.food[booking.booking_id])
    off = sum(one.discount_amount for one in booking.promotions_applied)
    difference = max(0, full - off) - booking.grand_total
    wanted: dict[str, Any] = {"booking_id": booking.booking_id, "seats": seats}
    if difference > 0:
        wanted["payment"] = paid(difference, 1, "card")
    return "update_booking_seats", wanted


def cancel(draw: random.Random, now: Now) -> Call:
    """Any booking is canceled, also one that was before."""
    return "cancel_booking", {"booking_id": draw.choice(sorted(now.bookings))}


CHOICES: tuple[Callable[[random.Random, Now], Call], ...] = (book, book, change, change, cancel)


def check(first: Now, before: Now, after: Now, call: ToolCall) -> None:
    """What holds in every state that the tools can make, and between two that follow."""
    known = {one.email.lower(): one.customer_id for one in after.customers}
    for key, booking in after.bookings.items():
        show, lines, food = after.shows[booking.show_id], after.lines[key], after.food[key]
        assert lines
        assert {line.seat_id for line in lines} <= set(after.seats[show.auditorium_id])
        assert [line.position for line in lines] == list(range(len(lines)))
        assert booking.customer_id == known.get(booking.email.lower())
        off = sum(one.discount_amount for one in booking.promotions_applied)
        full = after.seat_sum(show, [line.ticket_type for line in lines])
        full += sum(line.total for line in food)
        full += after.theaters[show.theater_id].pricing_rules.booking_fee
        assert booking.grand_total == max(0, full - off)
        parts = (
            booking.tickets_subtotal,
            booking.concessions_subtotal,
            booking.fees_total,
            booking.tax_total,
        )
        assert sum(parts) == full
        assert booking.amount_paid == sum(one.amount for one in after.payments[key])
        is_confirmed, is_pending = booking.status == "confirmed", booking.status == "pending"
        assert booking.amount_paid == (booking.grand_total if is_confirmed else 0)
        assert booking.amount_due == (booking.grand_total if is_pending else 0)
        ids = [one.payment_id for one in after.payments[key]]
        refunds = [one for one in ids if "refund" in one]
        assert len(set(refunds)) == len(refunds)
        if is_confirmed:
            assert len(booking.tickets) == len(lines)
    for show in after.shows.values():
        assert all(count == 1 for count in after.held(show).values())
    assert (after.shows, after.customers) == (first.shows, first.customers)

    tool, arguments = call.name, call.arguments
    made = json.loads(call.result)["booking_id"]
    new = set(after.bookings) - set(before.bookings)
    assert new == ({made} if tool == "create_booking" else set())
    assert made == arguments.get("booking_id", made)
    for key, old in before.bookings.items():
        if key != made:
            assert after.bookings[key] == old
            assert after.lines[key] == before.lines[key]
        step = (old.status, after.bookings[key].status)
        assert step[0] == step[1] or (step[1] == "canceled" and step[0] != "refunded")
        # Payments are only ever appended.
        assert after.payments[key][: len(before.payments[key])] == before.payments[key]


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: random.Random) -> None:
        super().__init__(state, chance)
        self.now = self.first = self._look()

    def choose(self) -> Call:
        return self.chance.choice(CHOICES)(self.chance, self.now)

    def check(self, call: ToolCall) -> None:
        after = self._look()
        check(self.first, self.now, after, call)
        self.now = after

    def _look(self) -> Now:
        with self.state.session() as db:
            return Now.of(db)
