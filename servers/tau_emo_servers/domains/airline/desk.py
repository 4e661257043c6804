"""What the airline's desk looks up, checks and works out again and again."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pydantic import BaseModel, ConfigDict
from sqlmodel import Session

from tau_emo_db.domains.airline.tables import (
    Cabin,
    Flight,
    FlightDate,
    FlightType,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
    User,
)
from tau_emo_servers.checks import check_listed, check_once
from tau_emo_servers.domains.airline.views import prices, seats
from tau_emo_servers.money import whole
from tau_emo_servers.queries import find, find_owned, free_keys, numbered, rows_of
from tau_emo_servers.toolkit import Rejection


class Segment(BaseModel):
    """One flight on one date."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    flight_number: str
    """flight number, such as HAT001."""
    date: str
    """departure date in the format YYYY-MM-DD."""


class Passenger(BaseModel):
    """One traveller."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    first_name: str
    """first name."""
    last_name: str
    """last name."""
    dob: str
    """date of birth in the format YYYY-MM-DD."""


class Payment(BaseModel):
    """One payment method and the sum that it pays."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    payment_id: str
    """id of a payment method in the user's profile."""
    amount: float
    """sum to charge to it, in whole US dollars."""


# Shape of the input.


def check_itinerary(flights: Sequence[Segment]) -> None:
    """Refuses an itinerary that is empty or names one flight twice on one date."""
    check_listed(flights, "flight")
    check_once((f"{one.flight_number} on {one.date}" for one in flights), "flight")


def check_payments(payments: Sequence[Payment]) -> list[tuple[str, int]]:
    """Payment ids and whole dollars, unless a method is missing or named twice."""
    check_listed(payments, "payment method")
    check_once((one.payment_id for one in payments), "payment method")
    return [(one.payment_id, whole(one.amount, f"amount for {one.payment_id}")) for one in payments]


def check_bags(total: int, nonfree: int) -> None:
    """Refuses counts of bags that cannot be."""
    if total < 0 or nonfree < 0:
        raise Rejection("negative_bags", "the number of bags cannot be below 0; send 0 for none.")
    if nonfree > total:
        raise Rejection(
            "too_many_paid_bags",
            f"there cannot be more paid bags ({nonfree}) than bags in total ({total}); "
            "nonfree_baggages counts the paid ones among total_baggages.",
        )


# Look-ups.


def find_user(db: Session, user_id: str) -> User:
    """The customer with this id."""
    return find(db, User, user_id, "user", "check the id (it looks like nora_quist_4127)")


def find_reservation(db: Session, reservation_id: str) -> Reservation:
    """The reservation, whatever its status."""
    hint = "check the id (six capitals or digits)"
    return find(db, Reservation, reservation_id, "reservation", hint)


def find_active_reservation(db: Session, reservation_id: str) -> Reservation:
    """The reservation, unless it was cancelled."""
    reservation = find_reservation(db, reservation_id)
    if reservation.status == "cancelled":
        raise Rejection(
            "reservation_cancelled",
            f"reservation {reservation_id} is already cancelled and cannot be changed any more.",
        )
    return reservation


def find_payment_method(db: Session, user_id: str, payment_id: str) -> PaymentMethod:
    """A payment method of this user."""
    return find_owned(
        db,
        PaymentMethod,
        (user_id, payment_id),
        what=f"payment method {payment_id}",
        place=f"in the profile of user {user_id}",
        shown_by="get_user_details",
    )


def find_card(db: Session, user_id: str, payment_id: str) -> PaymentMethod:
    """A credit or gift card of this user, as a change of a reservation needs."""
    method = find_payment_method(db, user_id, payment_id)
    if method.source == "certificate":
        raise Rejection(
            "certificate_not_allowed",
            "a certificate cannot pay for a change; use a credit card or a gift card.",
        )
    return method


def find_departure(
    db: Session, flight_number: str, date: str, cabin: Cabin, passengers: int
) -> tuple[Flight, FlightDate]:
    """A departure that can be booked for so many passengers in the cabin."""
    hint = "check the number (it looks like HAT001; the searches show flights)"
    flight = find(db, Flight, flight_number, "flight", hint)
    day = db.get(FlightDate, (flight_number, date))
    if day is None:
        raise Rejection(
            "date_not_found",
            f"flight {flight_number} does not depart on {date}; dates have the form YYYY-MM-DD.",
        )
    if day.status != "available":
        raise Rejection(
            "flight_not_available",
            f"flight {flight_number} on {date} cannot be booked, as its status is "
            f"{day.status}; choose a departure that a search shows.",
        )
    free = seats(day)[cabin]
    if free < passengers:
        raise Rejection(
            "not_enough_seats",
            f"flight {flight_number} on {date} has {free} seats left in {cabin}; "
            f"{passengers} are needed. Choose another flight or cabin.",
        )
    return flight, day


# Segments, passengers and money.


def new_segment(
    reservation_id: str, position: int, flight: Flight, day: FlightDate, cabin: Cabin
) -> ReservationFlight:
    """A segment at today's price."""
    return ReservationFlight(
        reservation_id=reservation_id,
        position=position,
        flight_number=flight.flight_number,
        date=day.date,
        origin=flight.origin,
        destination=flight.destination,
        price=prices(day)[cabin],
    )


def changed_segments(
    db: Session, reservation: Reservation, cabin: Cabin, flights: Sequence[Segment]
) -> list[ReservationFlight]:
    """The segments of a reservation after a change of its flights, its cabin, or both.

    In the same cabin a flight that stays on its date keeps the price paid; every other
    segment must be bookable and gets today's price.
    """
    key = reservation.reservation_id
    passengers = len(rows_of(db, ReservationPassenger, reservation_id=key))
    old = rows_of(db, ReservationFlight, reservation_id=key)
    kept = {(one.flight_number, one.date): one for one in old if cabin == reservation.cabin}
    segments: list[ReservationFlight] = []
    for position, flight in enumerate(flights):
        stays = kept.get((flight.flight_number, flight.date))
        if stays:
            moved = stays.model_dump() | {"position": position}
            segments.append(ReservationFlight.model_validate(moved))
        else:
            departure = find_departure(db, flight.flight_number, flight.date, cabin, passengers)
            segments.append(new_segment(key, position, *departure, cabin))
    return segments


def new_passengers(
    reservation_id: str, passengers: Sequence[Passenger]
) -> list[ReservationPassenger]:
    """The rows of a reservation's passengers."""
    return [
        ReservationPassenger(
            reservation_id=reservation_id,
            position=position,
            first_name=passenger.first_name,
            last_name=passenger.last_name,
            dob=passenger.dob,
        )
        for position, passenger in enumerate(passengers)
    ]


def check_chain(
    segments: Sequence[ReservationFlight], origin: str, destination: str, flight_type: FlightType
) -> None:
    """Refuses segments that do not lead from the origin to the destination (and back)."""
    stops = [segments[0].origin, *(segment.destination for segment in segments)]
    route = ", ".join(f"{segment.origin} - {segment.destination}" for segment in segments)
    if any(before.destination != after.origin for before, after in pairwise(segments)):
        raise Rejection(
            "broken_route",
            "each flight must leave from the airport where the one before it lands; "
            f"these flights go {route}.",
        )
    if stops[0] != origin:
        raise Rejection(
            "wrong_origin",
            f"the first flight leaves {stops[0]}, not {origin}; correct the origin or the flights.",
        )
    if flight_type == "one_way" and stops[-1] != destination:
        raise Rejection(
            "wrong_destination",
            f"the last flight lands at {stops[-1]}, not {destination}; correct the destination or "
            "the flights.",
        )
    if flight_type == "round_trip" and (stops[-1] != origin or destination not in stops[1:-1]):
        raise Rejection(
            "no_round_trip",
            f"a round trip must stop at {destination} and end at {origin}; "
            f"these flights go {route}.",
        )


def price_difference(
    db: Session,
    reservation: Reservation,
    old: Sequence[ReservationFlight],
    new: Sequence[ReservationFlight],
) -> int:
    """What new segments cost all passengers more than the old ones did, in dollars."""
    passengers = len(rows_of(db, ReservationPassenger, reservation_id=reservation.reservation_id))
    return passengers * (sum(one.price for one in new) - sum(one.price for one in old))


def check_balance(method: PaymentMethod, charge: int) -> None:
    """Refuses a charge above what a gift card or certificate holds."""
    if method.amount is not None and method.amount < charge:
        raise Rejection(
            "not_enough_balance",
            f"{method.id} holds ${method.amount}, which is below the ${charge} that it would pay; "
            "use another payment method.",
        )


def settle(db: Session, reservation: Reservation, method: PaymentMethod, difference: int) -> None:
    """Charges the difference of a change (or refunds a negative one) at once.

    A gift card's balance moves by it; a credit card has none. The payment history gets
    one entry, unless there is nothing to pay.
    """
    if difference == 0:
        return
    check_balance(method, difference)
    append_payments(db, reservation, [(method.id, difference)])
    if method.amount is not None:
        method.amount -= difference


def pay_at_booking(db: Session, method: PaymentMethod, amount: int) -> None:
    """Takes what a booking costs: gift cards lose the amount, certificates are used up whole."""
    if method.source == "certificate":
        db.delete(method)
    elif method.amount is not None:
        method.amount -= amount


def append_payments(
    db: Session, reservation: Reservation, entries: Sequence[tuple[str, int]]
) -> None:
    """Appends payment ids and signed amounts to the payment history."""
    key = reservation.reservation_id
    first = len(rows_of(db, ReservationPayment, reservation_id=key))
    db.add_all(
        ReservationPayment(
            reservation_id=key,
            position=position,
            payment_id=payment_id,
            amount=amount,
        )
        for position, (payment_id, amount) in enumerate(entries, start=first)
    )


# New ids.


def new_reservation_id(db: Session) -> str:
    """The first id of the series HATHAT, HATHAU, ..., HATHAZ, HATHBA, ... not in use."""
    return next(free_keys(db, Reservation, _reservation_ids()))


def new_certificate_id(db: Session, user_id: str) -> str:
    """The first id of the series certificate_3221322, ... that the user does not hold now."""
    held = {method.id for method in rows_of(db, PaymentMethod, user_id=user_id)}
    return next(key for key in numbered("certificate_{}", 3221322) if key not in held)


def _reservation_ids() -> Iterator[str]:
    key = "HATHAT"
    while True:
        yield key
        stem = key.rstrip("Z")
        wrapped = "A" * (len(key) - len(stem))
        key = stem[:-1] + chr(ord(stem[-1]) + 1) + wrapped if stem else "A" + wrapped
