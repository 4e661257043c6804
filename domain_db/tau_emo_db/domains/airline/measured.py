"""Gift card balances that just cover a change the customer is likely to ask for, or just not."""

from collections.abc import Iterable, Iterator

from tau_emo_db.domains.airline.bookings import Booking
from tau_emo_db.domains.airline.network import Network
from tau_emo_db.domains.airline.schedule import CABINS
from tau_emo_db.domains.airline.tariff import BAG_PRICE
from tau_emo_db.domains.airline.travellers import Customer
from tau_emo_db.draw import Draw


def measure_gift_cards(
    draw: Draw, network: Network, customer: Customer, bookings: Iterable[Booking]
) -> None:
    """Sets the balances of the customer's first two gift cards.

    The first falls up to 9 dollars short of the dearest likely change of any reservation, the
    second covers it with at most 9 dollars left. Where no change costs anything it is one bag.
    """
    costs = [cost for booking in bookings for cost in likely_changes(network, booking)]
    cost = max([BAG_PRICE, *(cost for cost in costs if cost <= 600)])
    short, enough = (method for method in customer.methods if method.source == "gift_card")
    short.amount = cost - draw.integer(1, 9)
    enough.amount = cost + draw.integer(0, 9)


def likely_changes(network: Network, booking: Booking) -> Iterator[int]:
    """What an upgrade by one cabin costs now, and what flying out a day later costs.

    Only reservations of which nothing has been flown or cancelled have likely changes, and
    only those that cost something are given.
    """
    reservation, passengers = booking.reservation, len(booking.party)
    if reservation.status or any(leg.status != "available" for leg in booking.trip.legs):
        return
    old = sum(booking.prices)
    place = CABINS.index(reservation.cabin)
    if place + 1 < len(CABINS):
        better = CABINS[place + 1]
        if all(leg.bookable(better, passengers) for leg in booking.trip.legs):
            new = sum(leg.fares[better] for leg in booking.trip.legs)
            if new > old:
                yield passengers * (new - old)
    if reservation.cabin != "basic_economy" and len(booking.trip.outbound) == 1:
        first = booking.trip.outbound[0]
        for other in network.direct(first.origin, first.destination, first.day + 1):
            extra = other.fares[reservation.cabin] - booking.prices[0]
            if other.bookable(reservation.cabin, passengers) and extra > 0:
                yield passengers * extra
