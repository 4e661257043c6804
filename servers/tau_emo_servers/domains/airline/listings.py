"""What the listing of each write of the airline must name before the customer's yes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tau_emo_db.domains.airline.tables import (
    Airport,
    Flight,
    PaymentMethod,
    Reservation,
    ReservationPassenger,
    ReservationPayment,
)
from tau_emo_db.domains.airline.tariff import BAG_PRICE
from tau_emo_servers.domains.airline.desk import Segment, changed_segments, price_difference
from tau_emo_servers.domains.airline.trips import departures_of, flights_of, passengers_of
from tau_emo_servers.listing import (
    Fact,
    Part,
    WriteTool,
    fact,
    money_fact,
    payment_fact,
    refund_facts,
    when_fact,
)
from tau_emo_servers.rules import Moment
from tau_emo_servers.toolkit import Rejection

_CABINS = {
    "basic_economy": re.compile(r"\bbasic[ _-]?economy"),
    "economy": re.compile(r"(?<!basic)(?<!basic[ _-])\beconomy"),
    "business": re.compile(r"\bbusiness(?! days?\b)"),
}


def _cabin(cabin: str) -> Fact:
    return fact(f"the cabin {cabin}", _CABINS[cabin])


def _place(moment: Moment, code: str) -> re.Pattern[str]:
    airport = moment.row(Airport, code)
    names = [code.casefold(), *([airport.city.casefold()] if airport else [])]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def _reservation(moment: Moment, reservation_id: str) -> Fact:
    """The reservation by its id, or by both ends of its route."""
    reservation = moment.row(Reservation, reservation_id)
    ways: list[Part | Sequence[Part]] = [(reservation_id, "id")]
    if reservation:
        ways.append([_place(moment, reservation.origin), _place(moment, reservation.destination)])
    return fact(f"reservation {reservation_id}", *ways)


def _segment(moment: Moment, flight_number: str, date: str) -> Iterator[Fact]:
    """A flight by its number, or by departure time and route; and its date."""
    flight = moment.row(Flight, flight_number)
    ways: list[Part | Sequence[Part]] = [(flight_number, "id")]
    if flight:
        departs: Part = (flight.scheduled_departure_time_est, "time")
        ways.append([departs, _place(moment, flight.origin), _place(moment, flight.destination)])
    yield fact(f"flight {flight_number}", *ways)
    yield when_fact("the date", date)


def _payment(moment: Moment, user_id: str, payment_id: str) -> Fact:
    return payment_fact(payment_id, moment.rows(PaymentMethod, user_id=user_id))


def _passenger(person: dict[str, Any]) -> Iterator[Fact]:
    first, last, born = person["first_name"], person["last_name"], person["dob"]
    yield fact(f"passenger {first} {last}", [(first, "label"), (last, "label")])
    yield when_fact("the birth date", born)


def _bags(total: int) -> Fact:
    return fact(
        f"{total} bags", [(str(total), "number"), re.compile(r"\b(?:bag|luggage|suitcase)")]
    )


def _difference(moment: Moment, reservation: Reservation, change: dict[str, Any]) -> int | None:
    """What a change of flights or cabin costs in dollars; None if the tool refuses the flights."""
    flights = [Segment.model_validate(flight) for flight in change["flights"]]
    try:
        new = changed_segments(moment.db, reservation, change["cabin"], flights)
    except Rejection:
        return None
    return price_difference(moment.db, reservation, flights_of(moment, reservation), new)


def _booking(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts: list[Fact] = []
    for flight in wanted["flights"]:
        facts += _segment(moment, flight["flight_number"], flight["date"])
    facts.append(_cabin(wanted["cabin"]))
    for person in wanted["passengers"]:
        facts += _passenger(person)
    for payment in wanted["payment_methods"]:
        facts.append(_payment(moment, wanted["user_id"], payment["payment_id"]))
        facts.append(money_fact("the amount", f"{payment['amount']:.2f}"))
    if wanted["total_baggages"]:
        facts.append(_bags(wanted["total_baggages"]))
    if wanted["insurance"] == "yes":
        facts.append(fact("the insurance", re.compile(r"\binsur")))
    return facts


def _flights(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [_reservation(moment, wanted["reservation_id"])]
    reservation = moment.row(Reservation, wanted["reservation_id"])
    if reservation is None:
        return facts
    kept = departures_of(moment, reservation)
    for flight in wanted["flights"]:
        if (flight["flight_number"], flight["date"]) not in kept:
            facts += _segment(moment, flight["flight_number"], flight["date"])
    if wanted["cabin"] != reservation.cabin:
        facts.append(_cabin(wanted["cabin"]))
    difference = _difference(moment, reservation, wanted)
    if difference is not None:
        facts.append(money_fact("the difference", str(abs(difference))))
        if difference:
            facts.append(_payment(moment, reservation.user_id, wanted["payment_id"]))
    return facts


def _baggages(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [_reservation(moment, wanted["reservation_id"]), _bags(wanted["total_baggages"])]
    reservation = moment.row(Reservation, wanted["reservation_id"])
    if reservation is None:
        return facts
    paid = max(0, wanted["nonfree_baggages"] - reservation.nonfree_baggages)
    facts.append(money_fact("the charge", str(BAG_PRICE * paid)))
    if paid:
        facts.append(_payment(moment, reservation.user_id, wanted["payment_id"]))
    return facts


def _passengers(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [_reservation(moment, wanted["reservation_id"])]
    reservation = moment.row(Reservation, wanted["reservation_id"])
    stored = [_person(one) for one in passengers_of(moment, reservation)] if reservation else []
    for person in wanted["passengers"]:
        if person not in stored:
            facts += _passenger(person)
    return facts


def _person(row: ReservationPassenger) -> dict[str, str]:
    return {"first_name": row.first_name, "last_name": row.last_name, "dob": row.dob}


def _cancellation(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [_reservation(moment, wanted["reservation_id"])]
    reservation = moment.row(Reservation, wanted["reservation_id"])
    if reservation is None:
        return facts
    net: Counter[str] = Counter()
    for entry in moment.rows(ReservationPayment, reservation_id=reservation.reservation_id):
        net[entry.payment_id] += entry.amount
    refund = refund_facts(net, lambda key: _payment(moment, reservation.user_id, key), str)
    return [*facts, *refund]


def _certificate(moment: Moment) -> list[Fact]:
    return [money_fact("the certificate", f"{moment.arguments['amount']:.2f}")]


WRITES = {
    "book_reservation": WriteTool(r"book|reserve\b|purchas", _booking, also="ticket|creat"),
    "update_reservation_flights": WriteTool(
        "chang|updat|modif|mov|switch|swap|upgrad|downgrad|rebook|replac|reschedul|shift", _flights
    ),
    "update_reservation_baggages": WriteTool(
        "add|chang|updat|modif|set|increas|put", _baggages, also="rais|mak|bring"
    ),
    "update_reservation_passengers": WriteTool(
        "chang|updat|modif|correct|fix|replac|renam|edit|swap", _passengers
    ),
    "cancel_reservation": WriteTool("cancel", _cancellation),
    "send_certificate": WriteTool("send|sent|issu|certificat|voucher|grant", _certificate),
}
"""The airline's write tools, as a listing and a report name them."""
