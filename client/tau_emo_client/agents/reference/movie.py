"""The reference agent's words in the movie domain."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import dollars, joined
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_tasks.spoken import spoken

_DELIVERIES = {
    "e-ticket": "as e-tickets",
    "box-office": "for pick-up at the box office",
    "kiosk": "for pick-up at the kiosk",
}


# What is still to be asked.


def _ask_booking(args: Arguments, seen: Seen) -> str:
    customer = args["customer"]
    name = f"{customer['name']['first_name']} {customer['name']['last_name']}"
    types = sorted({seat["ticket_type"] for seat in args["seats"]})
    loyalty = customer.get("loyalty_id", "")
    asks = [
        (_seats_described(args["seats"], seen), "which seats you want"),
        (seen.said(*types), "which ticket type each of them needs"),
        (spoken(seen.heard, name), "your full name"),
        (spoken(seen.heard, customer["email"]), "your email"),
        (spoken(seen.heard, customer["phone"]), "your phone number"),
        (not loyalty or spoken(seen.heard, loyalty), "your loyalty id"),
        (
            seen.said("e-?ticket", "box office", "kiosk"),
            "whether you want e-tickets, the box office or the kiosk",
        ),
        (seen.said("card", "visa", "mastercard", "wallet", "cash"), "what you want to pay with"),
    ]
    missing = [what for said, what in asks if not said]
    return f"For the booking please tell me {joined(missing)}." if missing else ""


def _seats_described(seats: Sequence[Any], seen: Seen) -> bool:
    """True if the customer named the seats, or said what makes one the right one."""
    named = all(spoken(seen.heard, seat["seat_id"]) for seat in seats)
    return named or seen.said("wheelchair")


def _ask_owner(args: Arguments, seen: Seen) -> str:
    """The email or the name on a booking, unless one of them was stated."""
    customer = seen.find(args["booking_id"])["customer"]
    name = f"{customer['name']['first_name']} {customer['name']['last_name']}"
    if any(spoken(seen.heard, known) for known in (customer["email"], name)):
        return ""
    return "Please tell me the email or the full name on the booking, so that I can compare it."


def _ask_change(args: Arguments, seen: Seen) -> str:
    paid = args.get("payment") is None or seen.said("card", "visa", "mastercard", "wallet", "cash")
    payment = "" if paid else "And which payment method should be charged for the difference?"
    return f"{_ask_owner(args, seen)} {payment}".strip()


# What stands in the theaters.


def _moment(start: str) -> str:
    """`24-05-18-19-30` as people say it."""
    when = datetime.strptime(start, "%y-%m-%d-%H-%M")  # noqa: DTZ007
    return f"{when:%A}, {when:%B} {when.day} at {when:%H:%M}"


def _seats(seats: Sequence[Any]) -> str:
    named = [f"{seat['seat_id']} ({seat['ticket_type']})" for seat in seats]
    return f"{'seat' if len(named) == 1 else 'seats'} {joined(named)}"


def _show(movie_id: str, theater_id: str, start: str, seen: Seen) -> str:
    """A show by movie, theater and time, as far as they were seen."""
    title = seen.find(movie_id).get("title", "the movie")
    theater = seen.find(theater_id)
    name = f" at {theater['name']}" if "name" in theater else ""
    city = f" in {theater['address']['city']}" if "address" in theater else ""
    return f"{title}{name}{city} on {_moment(start)}"


def _payments(payments: Sequence[Any]) -> str:
    return joined(
        [
            f"{dollars(one['amount'])} with your {one['method']['payment_method_id']}"
            for one in payments
        ]
    )


def _line(line: Mapping[str, Any]) -> str:
    """One line of food or drink."""
    return f"{line['quantity']} {line['size']} {line['name']} at {dollars(line['price_each'])} each"


# Listings.


def _list_booking(args: Arguments, result: Result, seen: Seen) -> str:
    customer, totals = args["customer"], result["totals"]
    name = f"{customer['name']['first_name']} {customer['name']['last_name']}"
    loyalty = f", loyalty id {customer['loyalty_id']}" if customer.get("loyalty_id") else ""
    show = _show(result["movie_id"], args["theater_id"], result["start_time_local"], seen)
    how = seen.find(args["show_id"]).get("format", "")
    ordered: list[dict[str, Any]] = args.get("concessions") or []
    food = [_line(line) for line in ordered]
    fees = sum(seat["convenience_fee"] for seat in result["seats"])
    return (
        f"book {_seats(args['seats'])} for {show}{f' in {how}' if how else ''}, in the name of "
        f"{name} ({customer['email']}, {customer['phone']}{loyalty}), "
        f"{_DELIVERIES[args['delivery_method']]}, with {joined(food or ['no food or drink'])}. "
        f"Tickets {dollars(totals['tickets_subtotal'])}, food and drink "
        f"{dollars(totals['concessions_subtotal'])}, fees {dollars(totals['fees_total'])} (the "
        f"booking fee of {dollars(totals['fees_total'] - fees)} among them), tax "
        f"{dollars(totals['tax_total'])}, grand total {dollars(totals['grand_total'])}. You pay "
        f"{_payments(args['payments'])}."
    )


def _changes(args: Arguments, seen: Seen) -> str:
    """What a change does to the seats of a booking, seat by seat."""
    old = {seat["seat_id"]: seat["ticket_type"] for seat in seen.find(args["booking_id"])["seats"]}
    new = {seat["seat_id"]: seat["ticket_type"] for seat in args["seats"]}
    added = [seat for seat in args["seats"] if seat["seat_id"] not in old]
    dropped = [seat_id for seat_id in old if seat_id not in new]
    parts = [
        f"make the ticket for seat {seat_id} {_article(kind)} {kind} ticket instead of "
        f"{_article(old[seat_id])} {old[seat_id]} one"
        for seat_id, kind in new.items()
        if old.get(seat_id, kind) != kind
    ]
    if added and dropped:
        parts.append(f"take {_seats(added)} instead of {joined(dropped)}")
    elif added:
        parts.append(f"add {_seats(added)}")
    elif dropped:
        parts.append(f"give up seat {joined(dropped)}")
    kept = [seat_id for seat_id, kind in new.items() if old.get(seat_id) == kind]
    stays = "stays as it is" if len(kept) == 1 else "stay as they are"
    return f"{' and '.join(parts)}{f'; {joined(kept)} {stays}' if kept else ''}"


def _article(ticket_type: str) -> str:
    return "an" if ticket_type == "adult" else "a"


def _difference(args: Arguments, result: Result, seen: Seen) -> str:
    before = seen.find(args["booking_id"])["totals"]["grand_total"]
    difference = round(result["totals"]["grand_total"] - before, 2)
    if difference > 0:
        method = args["payment"]["method"]["payment_method_id"]
        return f"The difference of {dollars(difference)} is charged to your {method}."
    if difference < 0:
        return f"The difference of {dollars(-difference)} is given back."
    return "Nothing is charged or given back."


def _list_change(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change your booking {args['booking_id']}: {_changes(args, seen)}. "
        f"{_difference(args, result, seen)}"
    )


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    booked = seen.find(args["booking_id"])
    show = _show(booked["movie_id"], booked["theater_id"], booked["start_time_local"], seen)
    return (
        f"cancel your whole booking {args['booking_id']} for {show} with "
        f"{_seats(booked['seats'])}. {_refund(result)} This cannot be undone."
    )


def _refund(result: Result) -> str:
    back = -result["payments"][-1]["amount"] if result["payments"] else 0
    return f"{dollars(back)} is given back." if back > 0 else "Nothing was paid for it."


# Reports.


def _report_booking(args: Arguments, result: Result, seen: Seen) -> str:
    show = _show(result["movie_id"], args["theater_id"], result["start_time_local"], seen)
    return (
        f"I have booked {_seats(args['seats'])} for {show}. The booking id is "
        f"{result['booking_id']}, and {dollars(result['totals']['grand_total'])} has been charged."
    )


def _report_change(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"Your booking {args['booking_id']} has been changed; it now holds "
        f"{_seats(result['seats'])}, and comes to {dollars(result['totals']['grand_total'])}."
    )


def _report_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    return f"Your booking {args['booking_id']} has been canceled. {_refund(result)}"


WORDS = DomainWords(
    questions={
        "booking_id": "the booking id",
        "theater_id": "the theater and its city",
        "movie_id": "the title of the movie",
        "show_id": "the time of the show",
        "date": "the date of the show",
        "seats": "the seats you want and the ticket type for each",
        "concessions": "the item, size, number and price of what you want to eat or drink",
    },
    intakes={
        "create_booking": _ask_booking,
        "update_booking_seats": _ask_change,
        "cancel_booking": _ask_owner,
    },
    listings={
        "create_booking": _list_booking,
        "update_booking_seats": _list_change,
        "cancel_booking": _list_cancellation,
    },
    reports={
        "create_booking": _report_booking,
        "update_booking_seats": _report_change,
        "cancel_booking": _report_cancellation,
    },
    refusals={
        "MOV-01": (
            "a booking can be looked into, changed or canceled only for the person who holds it; "
            "this one belongs to somebody else."
        ),
        "MOV-10": "only a show that is still scheduled can be booked, and this one is canceled.",
        "MOV-11": "that seat is already booked by somebody else.",
        "MOV-12": "the seats that are left are kept for people who need a wheelchair seat.",
        "MOV-17": "a booking has to be paid in full when it is made.",
        "MOV-21": (
            "seats can be changed only in a confirmed booking for a show that is still scheduled."
        ),
    },
)
