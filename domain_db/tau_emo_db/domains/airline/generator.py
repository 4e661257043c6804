"""The airline's base data: airports, the flight plan, and users with their reservations."""

from collections.abc import Iterator
from itertools import islice

from tau_emo_db.domains.airline.airports import PLACES
from tau_emo_db.domains.airline.bookings import Booking, book
from tau_emo_db.domains.airline.ids import Ids
from tau_emo_db.domains.airline.measured import measure_gift_cards
from tau_emo_db.domains.airline.network import Network
from tau_emo_db.domains.airline.schedule import draw_departures, draw_services
from tau_emo_db.domains.airline.situations import SITUATIONS, Situation, Traveller
from tau_emo_db.domains.airline.tables import Airport
from tau_emo_db.domains.airline.travellers import (
    SAME_NAMES_EVERY,
    Customer,
    draw_customer,
    profiles,
)
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

FROM_HOME_SHARE = 0.75
ROUND_TRIP_SHARE = 0.55


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 500 users and 2,000 reservations. The flight plan is the same at
            every scale: nothing that is booked takes seats away.
    """
    yield from (Airport(code=place.code, city=place.city) for place in PLACES)
    services = draw_services(draw.fork("services"))
    yield from (service.row() for service in services)
    departures = draw_departures(draw.fork("departures"), services)
    yield from (departure.row() for departure in departures)

    network, ids = Network(departures), Ids()
    situations = iter(_situations(draw.fork("situations"), scale))
    customer = None
    for number, (reservations, wallet) in enumerate(profiles(draw.fork("profiles"), scale)):
        own = draw.fork(f"user {number}")
        namesake = customer if number % SAME_NAMES_EVERY == SAME_NAMES_EVERY - 1 else None
        customer = draw_customer(own, ids, reservations, wallet, namesake)
        bookings = [
            _booking(own, ids, network, customer, situation)
            for situation in islice(situations, reservations)
        ]
        if wallet.measured:
            measure_gift_cards(own, network, customer, bookings)
        yield from customer.rows()
        for booking in sorted(bookings, key=lambda booking: booking.reservation.created_at):
            yield from booking.rows()


def _situations(draw: Draw, scale: int) -> list[Situation]:
    """One situation for every reservation, in random order."""
    return draw.shuffled(
        [situation for situation in SITUATIONS for _ in range(situation.count * scale)]
    )


def _booking(
    draw: Draw, ids: Ids, network: Network, customer: Customer, situation: Situation
) -> Booking:
    start = customer.home if draw.chance(FROM_HOME_SHARE) else draw.pick(PLACES).code
    traveller = Traveller(start, returns=draw.chance(ROUND_TRIP_SHARE))
    trip = situation.trip(draw, network, traveller)
    return book(draw, ids, customer, trip, situation.booked(draw, trip), situation.withdrawn)
