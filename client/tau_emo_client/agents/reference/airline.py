"""The reference agent's words in the airline domain."""

from collections.abc import Sequence
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.seen import Seen


def _cabin(cabin: str) -> str:
    return cabin.replace("_", " ")


def _method(payment_id: str, seen: Seen) -> str:
    method = seen.find(payment_id)
    kind = str(method.get("source", "payment method")).replace("_", " ")
    if kind == "credit card":
        return f"your {method['brand']} card ending in {method['last_four']} ({payment_id})"
    return f"your {kind} {payment_id}"


def _flights(flights: Sequence[Any]) -> str:
    return ", ".join(f"{flight['flight_number']} on {flight['date']}" for flight in flights)


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
    return (
        f"Nothing is charged; the payment method on file for this is {_method(payment_id, seen)}."
    )


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
        f"book {trip} from {args['origin']} to {args['destination']} in {_cabin(args['cabin'])} "
        f"for {_people(args['passengers'])}; flights {_flights(args['flights'])}; checked bags: "
        f"{args['total_baggages']}, of which paid: {args['nonfree_baggages']}; {insured} travel "
        f"insurance. You pay {paid}.{lost}"
    )


def _list_flights(args: Arguments, result: Result, seen: Seen) -> str:
    now = seen.find(args["reservation_id"])
    return (
        f"change reservation {args['reservation_id']} from {now['origin']} to {now['destination']} "
        f"to these flights: {_flights(args['flights'])}, all in {_cabin(args['cabin'])}. "
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
        f"{booked['destination']} with the flights {_flights(booked['flights'])}. "
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
    return f"send a certificate of ${args['amount']} to your profile {args['user_id']}."


WORDS = DomainWords(
    questions={
        "user_id": "your user id",
        "reservation_id": "the reservation id",
        "origin": "the airport you leave from",
        "destination": "the airport you fly to",
        "date": "the date of the flight",
    },
    intakes={
        "book_reservation": (
            "For the booking I need to know: is it a one-way or a round trip, in which cabin, "
            "who travels (full names and dates of birth), and how many bags do you check in? "
            "Would you like travel insurance for $30 per passenger, which allows a cancellation "
            "for health or weather reasons? And which payment methods should I use?"
        ),
        "update_reservation_flights": (
            "Which flights or which cabin would you like, and which card or gift card should "
            "settle a difference in price?"
        ),
        "update_reservation_baggages": (
            "How many bags would you like to check in, and which card or gift card should I use?"
        ),
        "update_reservation_passengers": (
            "Please tell me the right name and date of birth of each passenger to change."
        ),
        "cancel_reservation": "What is the reason for the cancellation?",
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
            f"{_flights(args['flights'])} in {_cabin(args['cabin'])}."
        ),
        "update_reservation_baggages": lambda args, result, seen: (
            f"Reservation {args['reservation_id']} now has {args['total_baggages']} checked bags."
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
        "AIR-20": "the flights of a basic economy reservation cannot be changed.",
        "AIR-21": "a change of flights has to keep the airports and the type of the trip.",
        "AIR-24": "bags can be added to a reservation but not taken off.",
        "AIR-25": "travel insurance cannot be added after the booking.",
        "AIR-26": "the number of passengers of a reservation cannot change.",
        "AIR-29": (
            "a reservation can be cancelled only within 24 hours of booking, when the airline "
            "cancelled a flight, in business, or with insurance for health or weather reasons, "
            "and none of these holds here."
        ),
        "AIR-31": "a reservation can only be cancelled as a whole.",
        "AIR-34": (
            "compensation is for silver and gold members, insured trips and business travellers "
            "only."
        ),
        "AIR-36": "for a delayed flight a certificate needs the trip changed or cancelled first.",
    },
)
