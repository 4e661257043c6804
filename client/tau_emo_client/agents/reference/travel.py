"""The reference agent's words in the travel domain."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import card, joined, short_date, spaced
from tau_emo_client.agents.reference.seen import Seen

_ROOMS = re.compile(r"\b(?:single|double|twin|suite)\b", re.IGNORECASE)
_INSURANCE = re.compile(r"insur", re.IGNORECASE)
_OF_MONEY = re.compile(
    r"pa(?:y|id)|charg|difference|refund|money|comes? back|goes? (?:back|to|on)|settle"
    r"|put (?:it|that|all)",
    re.IGNORECASE,
)

# What is still to be asked.


def _names_payment(payment_id: str, seen: Seen) -> bool:
    """True if a sentence about money names this kind of payment method."""
    method = seen.find(payment_id)
    extra: dict[str, str] = method.get("extra_info") or {}
    words = [spaced(payment_id.rpartition("_")[0]), *extra.values()]
    if method.get("source") == "bank_transfer":
        words.append("bank account")
    return seen.named(words, _OF_MONEY)


def _ask_booking(args: Arguments, seen: Seen) -> str:
    """Room, insurance and payment, as far as they are not known yet."""
    asks: list[str] = []
    if not _ROOMS.search(seen.heard):
        asks.append("Which room would you like: single, double, twin, suite or family suite?")
    if not _INSURANCE.search(seen.heard):
        asks.append(
            "Would you like travel insurance? For each traveler it is 50.00 for standard and "
            "100.00 for premium."
        )
    if not all(_names_payment(one["payment_id"], seen) for one in args["payment_methods"]):
        asks.append("Which saved payment methods should pay, and how much on each?")
    return " ".join(asks)


def _ask_payment(args: Arguments, seen: Seen) -> str:
    if _names_payment(args["payment_method_id"], seen):
        return ""
    return "Which of your saved payment methods should settle the difference in price?"


def _ask_room(args: Arguments, seen: Seen) -> str:
    return "" if _ROOMS.search(seen.heard) else "Which room would you like instead?"


# What stands in the agency.


def _birth(short: str) -> str:
    """A birth date in words; two digits above 40 are of the last century."""
    century = "20" if int(short[:2]) <= 40 else "19"
    day = datetime.strptime(f"{century}{short}", "%Y-%m-%d")  # noqa: DTZ007
    return f"{day.day} {day:%B} {day.year}"


def _money(amount: float, package_id: str, date: str, seen: Seen) -> str:
    """An amount in the currency of the departure."""
    departure = seen.find(package_id).get("departures", {}).get(date, {})
    return f"{amount:,.2f} {departure.get('currency', '')}".strip()


def _total(booking: Result, seen: Seen) -> str:
    """The total of a booking as a result shows it."""
    return _money(booking["total_price"], booking["package_id"], booking["departure_date"], seen)


def _method(payment_id: str, seen: Seen) -> str:
    """A payment method by what singles it out in the customer's profile."""
    method = seen.find(payment_id)
    extra = method["extra_info"]
    if extra:
        return card(extra["brand"], extra["last_four"])
    return {
        "bank_transfer": "your bank account (by bank transfer)",
        "paypal": "your PayPal account",
        "mobile_wallet": "your mobile wallet",
    }[method["source"]]


def _add_on(add_on: Arguments, package_id: str, date: str, seen: Seen) -> str:
    kind = spaced(str(add_on["type"]))
    price = _money(add_on["price"], package_id, date, seen)
    return f"the {kind} ({add_on['description']}) for {price}"


def _person(person: Arguments) -> str:
    return f"{person['first_name']} {person['last_name']}, born {_birth(person['dob'])}"


def _name(person: Arguments) -> str:
    return f"{person['first_name']} {person['last_name']}"


def _room(rooming: Arguments) -> str:
    count = rooming["occupancy"]
    return (
        f"a {spaced(rooming['room_type'])} room for {count} {'person' if count == 1 else 'persons'}"
    )


def _booking(booking_id: str, seen: Seen) -> str:
    """A booking by its id and, where it was read, the name of its package."""
    package = seen.find(seen.find(booking_id)["package_id"])
    return f"your booking {booking_id}" + (f" ({package['name']})" if package else "")


def _insurance(label: str | None, count: int) -> str:
    if not label:
        return "no insurance"
    fee = {"standard": 50, "premium": 100}[label]
    each = f" for each of the {count} travelers" if count > 1 else ""
    return f"{label} insurance at {fee:.2f}{each}"


def _payments(args: Arguments, result: Result, seen: Seen) -> str:
    """The total and what pays it."""
    total = _total(result, seen)
    money = (args["package_id"], args["departure_date"], seen)
    payments: Sequence[Arguments] = args["payment_methods"]
    if len(payments) == 1:
        return f"The total of {total} is charged to {_method(payments[0]['payment_id'], seen)}."
    shares = [
        f"{_money(one['amount'], *money)} to {_method(one['payment_id'], seen)}" for one in payments
    ]
    return f"Of the total of {total}, {joined(shares)} are charged."


def _settled(args: Arguments, result: Result, seen: Seen) -> str:
    """The difference that a change makes, and the new total."""
    money = (result["package_id"], result["departure_date"], seen)
    before = seen.find(args["booking_id"])
    cents = round(100 * result["total_price"]) - round(100 * before["total_price"])
    method = _method(args["payment_method_id"], seen)
    total = f"the new total is {_total(result, seen)}"
    if cents == 0:
        return f"Nothing is charged or refunded; {total}."
    how = "is charged to" if cents > 0 else "is refunded to"
    return f"The difference of {_money(abs(cents) / 100, *money)} {how} {method}; {total}."


def _moved(args: Arguments, result: Result, seen: Seen) -> str:
    """What a change has charged or refunded: the entry that it has added to the ledger."""
    *before, last = result["payment_history"]
    if not before or last["payment_id"] != args["payment_method_id"]:
        return ""
    amount = _money(abs(last["amount"]), result["package_id"], result["departure_date"], seen)
    how = "charged to" if last["amount"] > 0 else "refunded to"
    return f" The difference of {amount} is {how} {_method(last['payment_id'], seen)}."


def _refunds(result: Result, seen: Seen) -> str:
    """What a cancellation gives back: the second half of the ledger."""
    entries = result["payment_history"]
    back: Counter[str] = Counter()
    for entry in entries[len(entries) // 2 :]:
        back[entry["payment_id"]] -= round(100 * entry["amount"])
    money = (result["package_id"], result["departure_date"], seen)
    parts = [
        f"{_money(cents / 100, *money)} to {_method(payment_id, seen)}"
        for payment_id, cents in back.items()
        if cents
    ]
    return f"You get back {joined(parts)}."


# Listings.


def _list_booking(args: Arguments, result: Result, seen: Seen) -> str:
    package = seen.find(args["package_id"])
    date = args["departure_date"]
    money = (args["package_id"], date, seen)
    travelers: list[dict[str, Any]] = list(args["travelers"])
    add_ons = [_add_on(one, *money) for one in args["add_ons"]]
    agent = seen.find(args.get("agent_id"))
    with_agent = f" {_name(agent['name'])} is your agent." if agent else ""
    return (
        f"book the package {package['name']} ({args['package_id']}) on traveler id "
        f"{args['traveler_id']}, departing on {short_date(date)}, for "
        f"{'; '.join(map(_person, travelers))}; with {_room(args['rooming'])}, "
        f"{joined(add_ons) if add_ons else 'no add-ons'}, and "
        f"{_insurance(args['insurance'], len(travelers))}.{with_agent} "
        f"{_payments(args, result, seen)}"
    )


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"cancel {_booking(args['booking_id'], seen)}, departing on "
        f"{short_date(result['departure_date'])}. Today this is still free of charge. "
        f"{_refunds(result, seen)} This cannot be undone."
    )


def _changed_add_ons(args: Arguments, result: Result, seen: Seen) -> str:
    """What is added, dropped and kept."""
    money = (result["package_id"], result["departure_date"], seen)
    old: list[dict[str, Any]] = seen.find(args["booking_id"])["add_ons"]
    new: list[dict[str, Any]] = list(args["add_ons"])
    added = [_add_on(one, *money) for one in new if one not in old]
    dropped = [_add_on(one, *money) for one in old if one not in new]
    kept = [f"the {spaced(one['type'])}" for one in old if one in new]
    parts = [
        *([f"add {joined(added)}"] if added else []),
        *([f"drop {joined(dropped)}"] if dropped else []),
        *([f"keep {joined(kept)}"] if kept else []),
    ]
    return joined(parts)


def _list_add_ons(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change the add-ons of {_booking(args['booking_id'], seen)}: "
        f"{_changed_add_ons(args, result, seen)}. {_settled(args, result, seen)}"
    )


def _list_date(args: Arguments, result: Result, seen: Seen) -> str:
    old = seen.find(args["booking_id"])["departure_date"]
    return (
        f"move {_booking(args['booking_id'], seen)} from {short_date(old)} to "
        f"{short_date(args['new_departure_date'])}; everything else stays. "
        f"{_settled(args, result, seen)} There is no fee for the change."
    )


def _changed_travelers(args: Arguments, seen: Seen) -> str:
    """Every person who changes, before and after."""
    old: list[dict[str, Any]] = seen.find(args["booking_id"])["travelers"]
    pairs = zip(old, args["travelers"], strict=True)
    return joined(
        [
            f"{_name(before)} becomes "
            + (_name(after) if before["dob"] == after["dob"] else _person(after))
            for before, after in pairs
            if before != after
        ]
    )


def _list_travelers(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"correct the travelers of {_booking(args['booking_id'], seen)}: "
        f"{_changed_travelers(args, seen)}. Nothing is charged."
    )


def _list_room(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change the room of {_booking(args['booking_id'], seen)} to {_room(args['rooming'])}. "
        "Nothing is charged."
    )


def _meeting(args: Arguments, seen: Seen) -> str:
    agent = seen.find(args["agent_id"])
    zone = agent["availability"][args["date"]]["timezone"]
    start, end = args["time_range"].split("-")
    return (
        f"{_name(agent['name'])} on {short_date(args['date'])}, from {start} to {end} {zone} time"
    )


WORDS = DomainWords(
    sign="",
    questions={
        "traveler_id": "your traveler id",
        "booking_id": "the id of the booking",
        "package_id": "the name of the package",
        "destination_city": "the city you want to go to",
        "destination_country": "the country you want to go to",
        "category": "the kind of tour you like (adventure, culture, luxury, nature or city)",
        "departure_date": "the departure date",
    },
    intakes={
        "book_package": _ask_booking,
        "update_booking_add_ons": _ask_payment,
        "update_booking_departure_date": _ask_payment,
        "update_booking_rooming": _ask_room,
    },
    listings={
        "book_package": _list_booking,
        "cancel_booking": _list_cancellation,
        "update_booking_add_ons": _list_add_ons,
        "update_booking_departure_date": _list_date,
        "update_booking_travelers": _list_travelers,
        "update_booking_rooming": _list_room,
        "schedule_agent_meeting": lambda args, result, seen: (
            f"reserve a meeting with {_meeting(args, seen)}. Nothing is charged."
        ),
    },
    reports={
        "book_package": lambda args, result, seen: (
            f"{seen.find(args['package_id'])['name']} is booked for "
            f"{short_date(args['departure_date'])}; the booking id is {result['booking_id']} and "
            f"the total is {_total(result, seen)}."
        ),
        "cancel_booking": lambda args, result, seen: (
            f"Your booking {args['booking_id']} has been cancelled. {_refunds(result, seen)}"
        ),
        "update_booking_add_ons": lambda args, result, seen: (
            f"The add-ons of your booking {args['booking_id']} have been changed; it now has "
            f"{joined([spaced(one['type']) for one in result['add_ons']] or ['none'])}, "
            f"and the new total is {_total(result, seen)}.{_moved(args, result, seen)}"
        ),
        "update_booking_departure_date": lambda args, result, seen: (
            f"Your booking {args['booking_id']} has been moved to "
            f"{short_date(result['departure_date'])}; the new total is {_total(result, seen)}."
            f"{_moved(args, result, seen)}"
        ),
        "update_booking_travelers": lambda args, result, seen: (
            f"The travelers of your booking {args['booking_id']} have been corrected; it now "
            f"names {joined([_name(one) for one in result['travelers']])}."
        ),
        "update_booking_rooming": lambda args, result, seen: (
            f"The room of your booking {args['booking_id']} has been changed to "
            f"{_room(result['rooming'])}."
        ),
        "schedule_agent_meeting": lambda args, result, seen: (
            f"Your meeting is reserved: {_meeting(args, seen)}."
        ),
    },
    refusals={
        "TRV-02": "I can only help you with your own bookings in this conversation.",
        "TRV-10": (
            "only a departure that is available and has a free place for every traveler can be "
            "booked, and this one is not."
        ),
        "TRV-12": "a room is always for as many persons as travel.",
        "TRV-13": "only the add-ons that the package lists can be booked with it.",
        "TRV-16": "only a payment method that is saved in your profile can be used.",
        "TRV-20": (
            "a booking can only be moved to an available departure with a free place for every "
            "traveler, and this one does not have that."
        ),
        "TRV-23": "a cancelled booking cannot be changed any more.",
        "TRV-24": "by the terms of this package the date cannot be changed any more.",
        "TRV-26": "by the terms of this package nothing is refunded any more so late.",
        "TRV-28": "a booking cannot be changed or cancelled once the departure date has come.",
    },
)
