"""The reference agent's words in the airline domain."""

import re
from collections.abc import Sequence
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import card, joined, spaced
from tau_emo_client.agents.reference.seen import Seen

_REASON = re.compile(
    r"\b(?:because|since|reason|no longer|changed|sick|ill|health|weather|called off)\b",
    re.IGNORECASE,
)


# What is still to be asked.


def _ask_booking(args: Arguments, seen: Seen) -> str:
    names = [person["first_name"] for person in args["passengers"]]
    asks = [
        (seen.said("one[- ]way", "round trip"), "whether it is a one-way or a round trip"),
        (seen.said("economy", "business"), "the cabin"),
        (all(seen.said(name) for name in names), "who travels"),
        (seen.said("bag", "luggage", "suitcase"), "how many bags will be checked in"),
        (
            seen.said(r"\w* ?card", "visa", "mastercard", "certificate"),
            "which payment methods to use",
        ),
    ]
    missing = [what for said, what in asks if not said]
    facts = f"Please tell me {joined(missing)}." if missing else ""
    offer = (
        "Would you like travel insurance for $30 per passenger? It gives the money back if you "
        "cancel for health or weather reasons."
    )
    return f"{facts} {'' if seen.said('insur') else offer}".strip()


def _ask_settlement(args: Arguments, seen: Seen) -> str:
    if seen.said("card", "gift card", "visa", "mastercard"):
        return ""
    return "Which card or gift card should I use if there is something to pay or to refund?"


def _ask_passengers(args: Arguments, seen: Seen) -> str:
    people = args["passengers"]
    if all(seen.knows(person["first_name"]) and seen.knows(person["dob"]) for person in people):
        return ""
    return "Please tell me the right name and date of birth of each passenger to change."


def _ask_reason(args: Arguments, seen: Seen) -> str:
    sentences = seen.sentences()
    given = any("cancel" in one.lower() and _REASON.search(one) for one in sentences)
    return "" if given else "What is the reason for the cancellation?"


# What stands in the airline.


def _method(payment_id: str, seen: Seen) -> str:
    method = seen.find(payment_id)
    if "source" not in method:
        # A certificate that was spent is no longer in the profile; its id tells what it was.
        return f"the {payment_id.rpartition('_')[0].replace('_', ' ')} you paid with ({payment_id})"
    if method["source"] == "credit_card":
        return card(method["brand"], method["last_four"])
    return f"your {spaced(method['source'])} ending in {payment_id[-4:]}"


def _flights(flights: Sequence[Any], seen: Seen) -> str:
    return " and ".join(
        f"{flight['flight_number']} on {flight['date']}{_times(flight['flight_number'], seen)}"
        for flight in flights
    )


def _times(flight_number: str, seen: Seen) -> str:
    """When a flight leaves and lands, if a search has shown it."""
    flight = seen.find(flight_number)
    if "scheduled_departure_time_est" not in flight:
        return ""
    leaves, lands = (
        flight[f"scheduled_{what}_time_est"].removesuffix(":00").replace(":00+1", "+1")
        for what in ("departure", "arrival")
    )
    return f" ({leaves} to {lands})"


def _people(people: Sequence[Any]) -> str:
    return ", ".join(
        f"{person['first_name']} {person['last_name']} (born {person['dob']})" for person in people
    )


def _settlement(result: Result, payment_id: str, seen: Seen, reservation_id: str) -> str:
    """What the gold call adds to the payment history, in words."""
    before = seen.find(reservation_id).get("payment_history", [])
    new = result["payment_history"][len(before) :]
    amount = sum(entry["amount"] for entry in new)
    if amount > 0:
        return f"${amount} is charged to {_method(payment_id, seen)}."
    if amount < 0:
        return f"${-amount} is refunded to {_method(payment_id, seen)}."
    return "Nothing is charged."


# Listings.


def _list_booking(args: Arguments, result: Result, seen: Seen) -> str:
    trip = "a round trip" if args["flight_type"] == "round_trip" else "a one-way trip"
    insured = "with" if args["insurance"] == "yes" else "without"
    paid = " and ".join(
        f"${payment['amount']} from {_method(payment['payment_id'], seen)}"
        for payment in args["payment_methods"]
    )
    lost = (
        " Whatever is left of a certificate after this is lost."
        if any("certificate" in payment["payment_id"] for payment in args["payment_methods"])
        else ""
    )
    return (
        f"book {trip} from {args['origin']} to {args['destination']} in {spaced(args['cabin'])} "
        f"for {_people(args['passengers'])}; flights {_flights(args['flights'], seen)}; "
        f"checked bags: {args['total_baggages']}, of which paid: {args['nonfree_baggages']}; "
        f"{insured} travel insurance. You pay {paid}.{lost}"
    )


def _list_flights(args: Arguments, result: Result, seen: Seen) -> str:
    now = seen.find(args["reservation_id"])
    return (
        f"change reservation {args['reservation_id']} from {now['origin']} to {now['destination']} "
        f"to these flights: {_flights(args['flights'], seen)}, in {spaced(args['cabin'])}. "
        f"{_settlement(result, args['payment_id'], seen, args['reservation_id'])}"
    )


def _list_bags(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"set the checked bags of reservation {args['reservation_id']} to {args['total_baggages']} "
        f"in all, of which {args['nonfree_baggages']} paid. Bags cannot be taken off again. "
        f"{_settlement(result, args['payment_id'], seen, args['reservation_id'])}"
    )


def _list_passengers(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change the passengers of reservation {args['reservation_id']} to: "
        f"{_people(args['passengers'])}. Nothing is charged."
    )


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    booked = seen.find(args["reservation_id"])
    return (
        f"cancel the whole reservation {args['reservation_id']} from {booked['origin']} to "
        f"{booked['destination']} with the flights {_flights(booked['flights'], seen)}. "
        f"{_refunds(result, seen)} This cannot be undone."
    )


def _refunds(result: Result, seen: Seen) -> str:
    back: dict[str, int] = {}
    for entry in result["payment_history"]:
        if entry["amount"] < 0:
            back[entry["payment_id"]] = back.get(entry["payment_id"], 0) - entry["amount"]
    parts = " and ".join(f"${amount} to {_method(key, seen)}" for key, amount in back.items())
    return f"You get back {parts} within 5 to 7 business days."


def _list_certificate(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"send you a certificate of ${args['amount']} as compensation; it goes into your profile."
    )


WORDS = DomainWords(
    questions={
        "user_id": "your user id",
        "reservation_id": "the reservation id",
        "origin": "the airport you leave from",
        "destination": "the airport you fly to",
        "date": "the date of the flight",
    },
    intakes={
        "book_reservation": _ask_booking,
        "update_reservation_flights": _ask_settlement,
        "update_reservation_baggages": _ask_settlement,
        "update_reservation_passengers": _ask_passengers,
        "cancel_reservation": _ask_reason,
    },
    listings={
        "book_reservation": _list_booking,
        "update_reservation_flights": _list_flights,
        "update_reservation_baggages": _list_bags,
        "update_reservation_passengers": _list_passengers,
        "cancel_reservation": _list_cancellation,
        "send_certificate": _list_certificate,
    },
    reports={
        "book_reservation": lambda args, result, seen: (
            f"Your trip is booked; the reservation id is {result['reservation_id']}."
        ),
        "update_reservation_flights": lambda args, result, seen: (
            f"Reservation {args['reservation_id']} has been changed to "
            f"{_flights(args['flights'], seen)} in {spaced(args['cabin'])}."
        ),
        "update_reservation_baggages": lambda args, result, seen: (
            f"Reservation {args['reservation_id']} has been updated: it now has "
            f"{args['total_baggages']} checked bags."
        ),
        "update_reservation_passengers": lambda args, result, seen: (
            f"The passengers of reservation {args['reservation_id']} have been changed."
        ),
        "cancel_reservation": lambda args, result, seen: (
            f"Reservation {args['reservation_id']} has been cancelled. {_refunds(result, seen)}"
        ),
        "send_certificate": lambda args, result, seen: (
            f"A certificate of ${args['amount']} has been added to your profile."
        ),
    },
    refusals={
        "AIR-02": "I can only help you with your own bookings in this conversation.",
        "AIR-09": "a booking can have at most five passengers.",
        "AIR-12": (
            "a booking is paid with at most one certificate, one credit card and three gift cards."
        ),
        "AIR-20": (
            "the trip is booked in basic economy, and flights in basic economy cannot be changed."
        ),
        "AIR-21": "a change of flights has to keep the airports and the type of the trip.",
        "AIR-24": "bags can be added to a reservation but not taken off.",
        "AIR-25": "travel insurance cannot be added after the booking.",
        "AIR-26": (
            "our rules let the names and birth dates in a reservation change, but not the number "
            "of passengers."
        ),
        "AIR-29": (
            "a reservation can be cancelled only within 24 hours of booking, when we have called "
            "off one of its flights, in business, or with insurance for reasons of health or "
            "weather. None of these holds for yours."
        ),
        "AIR-31": "a reservation can only be cancelled as a whole.",
        "AIR-34": (
            "compensation is only for silver and gold members and for trips that are insured or in "
            "business, and yours is none of these."
        ),
        "AIR-36": "for a delayed flight a certificate needs the trip changed or cancelled first.",
    },
)
