"""What the listing of each write of the theaters must name before the customer's yes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingSeat,
    Movie,
    Show,
    Theater,
)
from tau_emo_db.domains.movie.tariff import add_up
from tau_emo_servers.domains.movie.quotes import discounts, quote
from tau_emo_servers.listing import Fact, Part, WriteTool, fact, money_fact
from tau_emo_servers.money import unsigned
from tau_emo_servers.rules import Moment
from tau_emo_servers.toolkit import Rejection

_DELIVERIES = {
    "e-ticket": re.compile(r"\be-?tickets?\b|\belectronic"),
    "box-office": re.compile(r"\bbox[- ]office"),
    "kiosk": re.compile(r"\bkiosk"),
}
_SOURCES = {
    "card": re.compile(r"(?<!gift )(?<!gift-)\bcard|\bvisa\b|\bmastercard\b|\bamex\b|\bcredit\b"),
    "wallet": re.compile(r"\bwallet"),
    "cash": re.compile(r"\bcash\b"),
    "gift_card": re.compile(r"\bgift[ -_]?card"),
}


def entries(arguments: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """A list of objects among the arguments; empty if it was left out."""
    return arguments.get(name) or []


def seat_types(arguments: Mapping[str, Any]) -> dict[str, str]:
    """The seats among the arguments with their ticket types; malformed ones are left out."""
    seats = [(one.get("seat_id"), one.get("ticket_type")) for one in entries(arguments, "seats")]
    return {key: str(kind) for key, kind in seats if isinstance(key, str) and key}


def _types(ticket_type: str) -> re.Pattern[str]:
    plural = {"child": "child(?:ren)?(?:'s)?|kids?"}.get(
        ticket_type, f"{re.escape(ticket_type.casefold())}s?"
    )
    return re.compile(rf"\b(?:{plural})\b")


def _show(moment: Moment, show: Show) -> Iterator[Fact]:
    """The show by its id, or by movie, date and time; and its theater."""
    movie, theater = moment.row(Movie, show.movie_id), moment.row(Theater, show.theater_id)
    assert movie is not None
    assert theater is not None
    when: list[Part] = [(show.date, "date"), (show.start_time_local, "time")]
    yield fact(f"show {show.show_id}", (show.show_id, "id"), [(movie.title, "label"), *when])
    yield fact(f"theater {theater.theater_id}", (theater.theater_id, "id"), (theater.name, "label"))


def _seat(seat_id: str, ticket_type: str) -> Iterator[Fact]:
    yield fact(f"seat {seat_id}", (seat_id, "id"))
    yield fact(f"the {ticket_type} ticket", _types(ticket_type))


def _method(method: Mapping[str, Any]) -> Fact:
    """What pays, by what the customer calls it or by its kind and last digits."""
    name = method["payment_method_id"]
    words = _SOURCES[method["source"]]
    ways: list[Part | list[Part]] = [(name, "label")]
    ending = re.search(r"\d{4}$", name)
    ways.append([words, (ending[0], "digits")] if ending else words)
    return fact(f"the payment by {name}", *ways)


def _booking(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts: list[Fact] = []
    show = moment.row(Show, wanted["show_id"])
    if show is not None:
        facts += _show(moment, show)
    for seat_id, kind in seat_types(wanted).items():
        facts += _seat(seat_id, kind)
    customer = wanted["customer"]
    first, last = customer["name"]["first_name"], customer["name"]["last_name"]
    facts.append(fact("the name", [(first, "label"), (last, "label")]))
    facts.append(fact("the email", (customer["email"], "label")))
    if re.search(r"\d", customer["phone"]):
        facts.append(fact("the phone", (customer["phone"], "digits")))
    if customer.get("loyalty_id"):
        facts.append(fact("the loyalty id", (customer["loyalty_id"], "id")))
    delivery = wanted["delivery_method"]
    facts.append(fact(f"the delivery by {delivery}", _DELIVERIES[delivery]))
    for line in entries(wanted, "concessions"):
        parts: list[Part] = [(str(line.get(name)), "label") for name in ("name", "size")]
        quantity = str(line.get("quantity"))
        if re.fullmatch(r"[0-9]+", quantity) and quantity != "1":
            parts.append((quantity, "number"))
        facts.append(fact(f"the {line.get('name')}", parts))
    for payment in entries(wanted, "payments"):
        facts.append(_method(payment["method"]))
        facts.append(money_fact("the amount", f"{payment['amount']:.2f}"))
    return facts


def _object(moment: Moment, booking_id: str) -> Fact:
    """A booking by its id, or by its movie."""
    booking = moment.row(Booking, booking_id)
    ways: list[Part] = [(booking_id, "id")]
    movie = moment.row(Movie, booking.movie_id) if booking else None
    if movie is not None:
        ways.append((movie.title, "label"))
    return fact(f"booking {booking_id}", *ways)


def seat_difference(moment: Moment) -> int | None:
    """What a change of seats costs more, in cents; None if the tool refuses the seats."""
    wanted = moment.arguments
    booking = moment.row(Booking, wanted["booking_id"])
    if booking is None:
        return None
    theater, show = moment.row(Theater, booking.theater_id), moment.row(Show, booking.show_id)
    assert theater is not None
    assert show is not None
    try:
        found = quote(moment.db, theater, show, wanted["seats"], [], booking.booking_id)
    except Rejection:
        return None
    food = moment.rows(BookingConcession, booking_id=booking.booking_id)
    totals = add_up(found.seats, food, theater.pricing_rules.booking_fee)
    return totals.grand_total(discounts(booking)) - booking.grand_total


def _seats(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [_object(moment, wanted["booking_id"])]
    before = {
        seat.seat_id: seat.ticket_type
        for seat in moment.rows(BookingSeat, booking_id=wanted["booking_id"])
    }
    after = seat_types(wanted)
    for seat_id, kind in after.items():
        if before.get(seat_id) != kind:
            facts += _seat(seat_id, kind)
    for seat_id in before:
        if seat_id not in after:
            ways: list[Part | list[Part]] = [(seat_id, "id")]
            if after:
                ways.append([(kept, "id") for kept in after])
            facts.append(fact(f"seat {seat_id}, which is given up", *ways))
    difference = seat_difference(moment)
    if difference is not None:
        facts.append(money_fact("the difference", unsigned(difference)))
        if difference > 0 and wanted.get("payment"):
            facts.append(_method(wanted["payment"]["method"]))
    return facts


def _cancellation(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [_object(moment, wanted["booking_id"])]
    booking = moment.row(Booking, wanted["booking_id"])
    # Where the money goes is left open: no way of payout may be promised.
    if booking is not None and booking.amount_paid:
        facts.append(money_fact("the refund", unsigned(booking.amount_paid)))
    return facts


WRITES = {
    "create_booking": WriteTool("book|reserv|purchas|buy", _booking),
    "update_booking_seats": WriteTool(
        "chang|updat|modif|add|drop|remov|tak|swap|switch|mov|replac|correct|giv|put|make", _seats
    ),
    "cancel_booking": WriteTool("cancel", _cancellation),
}
"""The theaters' write tools, as a listing and a report name them."""
