"""The agency's base data: packages, agents, customers at the edge of a rule, ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.travel.agency import SOURCES, Agency
from tau_emo_db.domains.travel.clock import days_until
from tau_emo_db.domains.travel.situations import SITUATIONS
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

TRAVELERS = 87
METHODS = 108
BOOKINGS = 89
COMPANIONS = 92
"""How many there are at scale 1."""


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 87 travelers and 89 bookings. Packages and agents are the same at
            every scale.
    """
    agency = Agency(draw.fork("agency"))
    kit.play(SITUATIONS, agency, draw, scale)
    _add_ordinary_customers(agency, draw.fork("customers"), scale)
    yield from _rows(agency, draw.fork("insertion"))


def _add_ordinary_customers(agency: Agency, draw: Draw, scale: int) -> None:
    """Customers, bookings, methods and companions until each has its number."""
    for turn in range(len(agency.customers), TRAVELERS * scale):
        each = draw.fork(str(turn))
        agency.open_profile(each, each.weighted(SOURCES))
    open_ones = [one for one in agency.customers if not one.settled]
    for turn, customer in enumerate(open_ones[::-1] * 2):
        if agency.bookings >= BOOKINGS * scale:
            break
        each = draw.fork(f"booking/{turn}")
        found = agency.find(each, customer, lambda tour, one: days_until(one.date) > 0)
        agency.book(each, customer, *found)
    while sum(len(one.methods) for one in agency.customers) < METHODS * scale:
        single = [one for one in open_ones if len(one.methods) == 1]
        agency.add_method(draw, draw.pick(single), draw.weighted(SOURCES))
    while sum(len(one.companions) for one in agency.customers) < COMPANIONS * scale:
        agency.add_companion(draw, draw.pick(open_ones))


def _rows(agency: Agency, draw: Draw) -> Iterator[Table]:
    """All rows; packages, agents and customers in an order that betrays no situation."""
    customers = draw.shuffled(agency.customers)
    tours = draw.shuffled(agency.tours)
    staff = draw.shuffled(agency.staff)
    trips = draw.shuffled([trip for customer in customers for trip in customer.trips])
    for customer in customers:
        yield customer.traveler
    for customer in customers:
        yield from draw.shuffled(customer.methods)
        yield from customer.companions
    for tour in tours:
        yield from tour.rows()
    for consultant in staff:
        yield consultant.agent
    for tour in tours:
        yield from tour.agents
    for consultant in staff:
        yield from consultant.travelers
        yield from consultant.availability()
    for trip in trips:
        yield trip.booking
    for consultant in staff:
        yield from consultant.bookings
    for trip in trips:
        yield from trip.rows()
