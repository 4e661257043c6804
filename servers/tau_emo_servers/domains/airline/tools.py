"""The tools of the airline's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (five passengers,
free bags, routes, who may cancel) is a matter of the policy, not of the tools.

Seats are a fixed snapshot: booking, changing and cancelling never change how many are
free, so the outcome of a call does not depend on calls for other reservations.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.airline.clock import NOW
from tau_emo_db.domains.airline.tables import (
    Airport,
    Cabin,
    FlightType,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
    YesNo,
)
from tau_emo_db.domains.airline.tariff import BAG_PRICE, INSURANCE_PRICE
from tau_emo_servers.checks import check_listed
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.airline.desk import (
    Passenger,
    Payment,
    Segment,
    append_payments,
    changed_segments,
    check_bags,
    check_balance,
    check_chain,
    check_itinerary,
    check_payments,
    find_active_reservation,
    find_card,
    find_departure,
    find_payment_method,
    find_reservation,
    find_user,
    new_certificate_id,
    new_passengers,
    new_reservation_id,
    new_segment,
    pay_at_booking,
    price_difference,
    settle,
)
from tau_emo_servers.domains.airline.searches import connections, direct_departures
from tau_emo_servers.domains.airline.views import departure_view, reservation_view, user_view
from tau_emo_servers.money import check_sum, dollars, whole
from tau_emo_servers.queries import replace_rows, rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write


@read(title="Show a user's profile")
def get_user_details(db: Session, user_id: str) -> View:
    """Show a user's profile: name, address, email, date of birth, membership, payment
    methods, saved passengers and reservation ids. Amounts are whole US dollars.

    Args:
        user_id: user id, such as nora_quist_4127.
    """
    return user_view(db, find_user(db, user_id))


@read(title="Show a reservation")
def get_reservation_details(db: Session, reservation_id: str) -> View:
    """Show a reservation: its flights with the price paid per passenger and the present
    status of each departure, with its times once it has left or is about to; its passengers,
    payment history (refunds are negative), bags and insurance. Its own status is empty unless
    it was cancelled. Amounts are whole US dollars, times are EST.

    Args:
        reservation_id: reservation id, such as K3M9TZ.
    """
    return reservation_view(db, find_reservation(db, reservation_id))


@read(title="List all airports")
def list_all_airports(db: Session) -> View:
    """List all airports: a map from airport code to city."""
    return {airport.code: airport.city for airport in rows_of(db, Airport)}


@read(title="Search direct flights")
def search_direct_flight(db: Session, origin: str, destination: str, date: str) -> list[JsonValue]:
    """Search the direct flights between two airports that can be booked on a date, with
    free seats and today's prices per passenger (whole US dollars) by cabin. Times are EST;
    +1 marks an arrival on the next day. A full cabin shows 0 seats.

    Args:
        origin: airport code of the departure, such as JFK.
        destination: airport code of the arrival, such as SEA.
        date: departure date in the format YYYY-MM-DD.
    """
    found = direct_departures(db, origin, destination, date)
    return [departure_view(flight, day) for flight, day in found]


@read(title="Search flights with one stop")
def search_onestop_flight(db: Session, origin: str, destination: str, date: str) -> list[JsonValue]:
    """Search pairs of connecting flights that can be booked: the first leaves the origin on
    the date, the second leaves where and not before the first arrives. Each flight shows
    its own date, free seats and today's prices per passenger (whole US dollars) by cabin.
    Times are EST; +1 marks an arrival on the next day.

    Args:
        origin: airport code of the first departure, such as JFK.
        destination: airport code of the last arrival, such as SEA.
        date: departure date of the first flight in the format YYYY-MM-DD.
    """
    found = connections(db, origin, destination, date)
    return [
        [departure_view(leg, day, dated=True), departure_view(next_leg, next_day, dated=True)]
        for leg, day, next_leg, next_day in found
    ]


@write(title="Book a reservation", destructive=False)
def book_reservation(
    db: Session,
    user_id: str,
    origin: str,
    destination: str,
    flight_type: FlightType,
    cabin: Cabin,
    flights: list[Segment],
    passengers: list[Passenger],
    payment_methods: list[Payment],
    total_baggages: int,
    nonfree_baggages: int,
    insurance: YesNo,
) -> View:
    """Book a trip and charge it. The payments must add up to the total: the price of every
    flight for every passenger, $30 per passenger for insurance, $50 per paid bag. A
    certificate is used up whole.

    Args:
        user_id: id of the user who books and pays.
        origin: airport code where the trip starts, such as JFK.
        destination: airport code of the destination; a round trip goes on back to the origin.
        flight_type: one_way or round_trip.
        cabin: cabin of all flights and passengers.
        flights: all flights in the order they are flown, those of the way back included.
        passengers: all passengers.
        payment_methods: what each payment method pays; each method once.
        total_baggages: number of all checked bags of the reservation.
        nonfree_baggages: number of the bags among them that are paid for.
        insurance: whether to add travel insurance for all passengers.
    """
    check_itinerary(flights)
    check_listed(passengers, "passenger")
    payments = check_payments(payment_methods)
    check_bags(total_baggages, nonfree_baggages)

    user = find_user(db, user_id)
    departures = [
        find_departure(db, flight.flight_number, flight.date, cabin, len(passengers))
        for flight in flights
    ]
    key = new_reservation_id(db)
    segments = [
        new_segment(key, position, flight, day, cabin)
        for position, (flight, day) in enumerate(departures)
    ]
    check_chain(segments, origin, destination, flight_type)

    methods: list[PaymentMethod] = []
    for payment_id, amount in payments:
        method = find_payment_method(db, user.user_id, payment_id)
        check_balance(method, amount)
        methods.append(method)
    fare = sum(segment.price for segment in segments)
    extra = INSURANCE_PRICE if insurance == "yes" else 0
    total = len(passengers) * (fare + extra) + BAG_PRICE * nonfree_baggages
    check_sum((amount for _, amount in payments), total, dollars)

    reservation = Reservation(
        reservation_id=key,
        user_id=user.user_id,
        origin=origin,
        destination=destination,
        flight_type=flight_type,
        cabin=cabin,
        created_at=NOW,
        total_baggages=total_baggages,
        nonfree_baggages=nonfree_baggages,
        insurance=insurance,
        status=None,
    )
    db.add(reservation)
    db.flush()
    append_payments(db, reservation, payments)
    db.add_all([*segments, *new_passengers(key, passengers)])
    for method, (_, amount) in zip(methods, payments, strict=True):
        pay_at_booking(db, method, amount)
    return reservation_view(db, reservation)


@write(title="Change the flights or cabin of a reservation", idempotent=True)
def update_reservation_flights(
    db: Session, reservation_id: str, cabin: Cabin, flights: list[Segment], payment_id: str
) -> View:
    """Replace all flights of a reservation, change its cabin, or both, and settle the
    difference in price at once. In the same cabin, a flight that stays on its date keeps
    the price paid; every other flight, and with a new cabin every flight, must be bookable
    and costs today's price.

    Args:
        reservation_id: reservation id, such as K3M9TZ.
        cabin: cabin of all flights after the change; repeat the present one to keep it.
        flights: the whole new itinerary in order, with the flights that stay; a flight left
            out is dropped.
        payment_id: id of the credit card or gift card that pays or gets the difference;
            needed even if there is none.
    """
    check_itinerary(flights)
    reservation = find_active_reservation(db, reservation_id)
    new = changed_segments(db, reservation, cabin, flights)
    method = find_card(db, reservation.user_id, payment_id)
    old = rows_of(db, ReservationFlight, reservation_id=reservation_id)
    settle(db, reservation, method, price_difference(db, reservation, old, new))
    replace_rows(db, old, new)
    reservation.cabin = cabin
    return reservation_view(db, reservation)


@write(title="Change the bags of a reservation", idempotent=True)
def update_reservation_baggages(
    db: Session,
    reservation_id: str,
    total_baggages: int,
    nonfree_baggages: int,
    payment_id: str,
) -> View:
    """Set the number of checked bags of a reservation. Each paid bag more than before costs
    $50, charged at once; fewer paid bags give no refund.

    Args:
        reservation_id: reservation id, such as K3M9TZ.
        total_baggages: number of all checked bags after the change.
        nonfree_baggages: number of the bags among them that are paid for, those paid before
            included.
        payment_id: id of the credit card or gift card that pays; needed even if nothing is
            to be paid.
    """
    check_bags(total_baggages, nonfree_baggages)
    reservation = find_active_reservation(db, reservation_id)
    method = find_card(db, reservation.user_id, payment_id)
    more_paid = max(0, nonfree_baggages - reservation.nonfree_baggages)
    settle(db, reservation, method, BAG_PRICE * more_paid)
    reservation.total_baggages = total_baggages
    reservation.nonfree_baggages = nonfree_baggages
    return reservation_view(db, reservation)


@write(title="Change the passengers of a reservation", idempotent=True)
def update_reservation_passengers(
    db: Session, reservation_id: str, passengers: list[Passenger]
) -> View:
    """Replace the passenger list of a reservation, free of charge. The number of passengers
    cannot change.

    Args:
        reservation_id: reservation id, such as K3M9TZ.
        passengers: the whole new list, with the passengers that stay.
    """
    reservation = find_active_reservation(db, reservation_id)
    old = rows_of(db, ReservationPassenger, reservation_id=reservation_id)
    if len(passengers) != len(old):
        raise Rejection(
            "count_differs",
            f"the reservation has {len(old)} passengers and the list has {len(passengers)}; "
            "their number cannot change.",
        )
    replace_rows(db, old, new_passengers(reservation_id, passengers))
    return reservation_view(db, reservation)


@write(title="Cancel a reservation", idempotent=True)
def cancel_reservation(db: Session, reservation_id: str) -> View:
    """Cancel a whole reservation. Every payment is refunded to its original method in 5 to 7
    business days; until then balances stay as they are. This cannot be undone.

    Args:
        reservation_id: reservation id, such as K3M9TZ.
    """
    reservation = find_active_reservation(db, reservation_id)
    payments = rows_of(db, ReservationPayment, reservation_id=reservation_id)
    refunds = [(entry.payment_id, -entry.amount) for entry in payments]
    append_payments(db, reservation, refunds)
    reservation.status = "cancelled"
    return reservation_view(db, reservation)


@write(title="Send a certificate", destructive=False)
def send_certificate(db: Session, user_id: str, amount: float) -> str:
    """Add a certificate for a later booking to a user's payment methods.

    Args:
        user_id: user id, such as nora_quist_4127.
        amount: value of the certificate in whole US dollars, above 0.
    """
    dollars = whole(amount)
    user = find_user(db, user_id)
    key = new_certificate_id(db, user.user_id)
    db.add(PaymentMethod(user_id=user.user_id, id=key, source="certificate", amount=dollars))
    return f"Certificate {key} of ${dollars} was added to the profile of user {user.user_id}."


TOOLS = (
    get_user_details,
    get_reservation_details,
    list_all_airports,
    search_direct_flight,
    search_onestop_flight,
    book_reservation,
    update_reservation_flights,
    update_reservation_baggages,
    update_reservation_passengers,
    cancel_reservation,
    send_certificate,
    calculate,
    think,
    transfer_to_human_agents,
)
