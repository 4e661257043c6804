"""Reservations: who flies on a trip, in which cabin, with what luggage, and how it was paid."""

from collections.abc import Callable
from dataclasses import dataclass

from tau_emo_db.domains.airline.ids import Ids
from tau_emo_db.domains.airline.schedule import Departure
from tau_emo_db.domains.airline.situations import Trip
from tau_emo_db.domains.airline.tables import (
    Cabin,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
)
from tau_emo_db.domains.airline.tariff import BAG_PRICE, FREE_BAGS, INSURANCE_PRICE
from tau_emo_db.domains.airline.travellers import (
    CERTIFICATE_VALUES,
    Companion,
    Customer,
    draw_companion,
)
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

PARTY_SIZES = {1: 40, 2: 28, 3: 15, 4: 10, 5: 7}
CABIN_SHARES: dict[Cabin, float] = {"basic_economy": 0.34, "economy": 0.40, "business": 0.26}
INSURED_SHARE = 0.42
OWNER_TRAVELS_SHARE = 0.78

Payment = tuple[str, int]
"""The id of a payment method and what it was charged, in dollars."""


@dataclass(frozen=True)
class Booking:
    """A reservation with all that belongs to it."""

    reservation: Reservation
    trip: Trip
    prices: tuple[int, ...]
    """What a passenger paid for each leg."""
    party: tuple[Companion, ...]
    payments: tuple[Payment, ...]

    def rows(self) -> list[Table]:
        """The rows of the database, the reservation first."""
        key = self.reservation.reservation_id
        flights = [
            ReservationFlight(
                reservation_id=key,
                position=position,
                flight_number=leg.service.number,
                date=leg.date,
                origin=leg.origin,
                destination=leg.destination,
                price=price,
            )
            for position, (leg, price) in enumerate(zip(self.trip.legs, self.prices, strict=True))
        ]
        passengers = [
            ReservationPassenger(
                reservation_id=key,
                position=position,
                first_name=companion.person.first_name,
                last_name=companion.person.last_name,
                dob=companion.dob,
            )
            for position, companion in enumerate(self.party)
        ]
        history = [
            ReservationPayment(
                reservation_id=key, position=position, payment_id=payment_id, amount=amount
            )
            for position, (payment_id, amount) in enumerate(self.payments)
        ]
        return [self.reservation, *flights, *passengers, *history]


def book(
    draw: Draw, ids: Ids, customer: Customer, trip: Trip, created_at: str, withdrawn: bool
) -> Booking:
    """Books the trip for the customer and some company.

    Args:
        draw: where everything that is open comes from.
        ids: gives the id of the reservation, and those of certificates that were spent on it.
        customer: who books and pays.
        trip: the departures.
        created_at: the moment of booking.
        withdrawn: whether the customer cancelled it later; all payments are then reversed.
    """
    # Certificates alone seldom cover more than one person in the cheapest cabin.
    frugal = customer.has_certificates_only
    party = _party(draw, customer, 1 if frugal else draw.weighted(PARTY_SIZES))
    cabin = "basic_economy" if frugal else draw.weighted(CABIN_SHARES)
    insured = not frugal and draw.chance(INSURED_SHARE)
    allowance = FREE_BAGS[customer.user.membership][cabin] * len(party)
    bags = 0 if frugal else _bags(draw, len(party), allowance)
    paid_bags = max(0, bags - allowance)
    paid_fare = draw.pick((_fare_of_today, _lower_fare, _higher_fare, _lower_fare, _higher_fare))
    prices = tuple(paid_fare(draw, leg, cabin) for leg in trip.legs)
    total = len(party) * (sum(prices) + (INSURANCE_PRICE if insured else 0)) + BAG_PRICE * paid_bags
    payments = _pay(draw, ids, customer, total)
    if withdrawn:
        payments += [(payment_id, -amount) for payment_id, amount in payments]
    reservation = Reservation(
        reservation_id=ids.reservation(draw),
        user_id=customer.user.user_id,
        origin=trip.origin,
        destination=trip.destination,
        flight_type="round_trip" if trip.homeward else "one_way",
        cabin=cabin,
        created_at=created_at,
        total_baggages=bags,
        nonfree_baggages=paid_bags,
        insurance="yes" if insured else "no",
        status="cancelled" if withdrawn else None,
    )
    return Booking(reservation, trip, prices, party, tuple(payments))


def _party(draw: Draw, customer: Customer, size: int) -> tuple[Companion, ...]:
    """The owner first if travelling, then saved passengers and, now and then, others."""
    party = [customer.owner] if draw.chance(OWNER_TRAVELS_SHARE) else []
    known = draw.shuffled(customer.companions)
    while len(party) < size:
        if known and draw.chance(0.85):
            guest = known.pop()
        else:
            guest = draw_companion(draw, customer.user.last_name)
        if all(guest.person != other.person for other in [customer.owner, *party]):
            party.append(guest)
    return tuple(party)


def _bags(draw: Draw, passengers: int, allowance: int) -> int:
    """No bags, some of the free ones, or more than are free."""
    kind = draw.weighted({"none": 25, "free": 45, "paid": 30})
    if kind == "paid":
        return allowance + draw.integer(1, 1 + (passengers + 1) // 2)
    if kind == "free" and allowance:
        return draw.integer(1, min(allowance, 2 * passengers))
    return 0


# What was paid for a leg


def _fare_of_today(draw: Draw, leg: Departure, cabin: Cabin) -> int:
    return leg.fares[cabin]


def _lower_fare(draw: Draw, leg: Departure, cabin: Cabin) -> int:
    return leg.fares[cabin] - max(3, leg.fares[cabin] * draw.integer(5, 40) // 100)


def _higher_fare(draw: Draw, leg: Departure, cabin: Cabin) -> int:
    return leg.fares[cabin] + max(3, leg.fares[cabin] * draw.integer(5, 60) // 100)


# How it was paid


def _pay(draw: Draw, ids: Ids, customer: Customer, total: int) -> list[Payment]:
    """Charges that add up to the total, in a way that the customer's profile allows."""
    cards, gift_cards = customer.ids("credit_card"), customer.ids("gift_card")
    if not cards and not gift_cards:
        return [(ids.payment(draw, "certificate"), total)]
    ways: dict[Callable[[], list[Payment]], float] = {}
    if cards:
        ways[lambda: [(draw.pick(cards), total)]] = 52
        ways[lambda: _certificate_and(draw, ids, draw.pick(cards), total)] = 14
    if gift_cards:
        ways[lambda: [(draw.pick(gift_cards), total)]] = 18
        ways[lambda: _split(draw, draw.sample(gift_cards, 3), total)] = 5
    if cards and gift_cards:
        ways[lambda: _split(draw, [draw.pick(gift_cards), draw.pick(cards)], total)] = 11
    return draw.weighted(ways)()


def _certificate_and(draw: Draw, ids: Ids, other: str, total: int) -> list[Payment]:
    """A certificate, which is used up, and the rest from the other method."""
    certificate = ids.payment(draw, "certificate")
    value = draw.pick(CERTIFICATE_VALUES)
    if value >= total:
        return [(certificate, total)]
    return [(certificate, value), (other, total - value)]


def _split(draw: Draw, methods: list[str], total: int) -> list[Payment]:
    """All but the last method pay a share, the last one pays the rest."""
    payments: list[Payment] = []
    left = total
    for method in methods[:-1]:
        share = max(1, left * draw.integer(20, 60) // 100)
        payments.append((method, share))
        left -= share
    return [*payments, (methods[-1], left)]
