"""The base data of the theaters: situations at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.movie.chain import Chain
from tau_emo_db.domains.movie.schedule import AFTERNOON, EVENING, coming_days, past_day
from tau_emo_db.domains.movie.situations import SITUATIONS
from tau_emo_db.domains.movie.tables import ShowStatus
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

THEATERS = 51
SHOWS: dict[ShowStatus, int] = {"scheduled": 180, "completed": 36, "canceled": 24}
"""How many shows of each status there are at scale 1."""
CUSTOMERS = 120
CONFIRMED = 140
"""How many customers and confirmed bookings there are at scale 1."""


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 51 theaters, 240 shows and 120 customers. The movies are the
            same at every scale.
    """
    chain = Chain(draw.fork("chain"), THEATERS * scale)
    kit.play(SITUATIONS, chain, draw, scale)
    _add_ordinary_shows(chain, draw.fork("shows"), scale)
    _add_ordinary_bookings(chain, draw.fork("bookings"), scale)
    _add_ordinary_customers(chain, draw.fork("customers"), scale)
    yield from _rows(chain, draw.fork("insertion"))


def _add_ordinary_shows(chain: Chain, draw: Draw, scale: int) -> None:
    """Shows of every status until each has its number, spread evenly over the theaters.

    What a theater has still to come is put on three days, two shows a day where it can be.
    """
    missing = kit.still_missing(SHOWS, chain.shows(), scale)
    houses = draw.shuffled(chain.houses)
    days = {house.theater.theater_id: coming_days(draw, 3) for house in houses}
    for turn, status in enumerate(draw.shuffled(missing)):
        house = houses[turn % len(houses)]
        coming = days[house.theater.theater_id]
        free = None
        while free is None:
            if status == "completed":
                free = chain.program.free_slot(draw, house, [past_day(draw)])
            else:
                slots = EVENING if draw.chance(0.7) else AFTERNOON
                free = chain.program.free_slot(draw, house, coming, slots)
                coming = coming if free else coming_days(draw, 3)
        chain.program.put_on(draw, house, *free, status=status)


def _add_ordinary_bookings(chain: Chain, draw: Draw, scale: int) -> None:
    """Confirmed bookings until they have their number, most of them for shows to come."""
    usual = [one for one in chain.program.screenings if one.show.status != "canceled"]
    while chain.sold()["confirmed"] < CONFIRMED * scale:
        screening = draw.pick(usual)
        # What a situation has put together stays as it is.
        if screening.bookings == 0 and screening.blocks(2):
            chain.book(draw, chain.anybody(draw), screening)


def _add_ordinary_customers(chain: Chain, draw: Draw, scale: int) -> None:
    """Customers who have not booked yet."""
    for turn in range(len(chain.known), CUSTOMERS * scale):
        chain.newcomer(draw.fork(str(turn)))


def _rows(chain: Chain, draw: Draw) -> Iterator[Table]:
    """All rows; shows by their start, the rest in an order that betrays no situation."""
    yield from chain.program.movies
    houses = draw.shuffled(chain.houses)
    halls = [hall for house in houses for hall in house.halls]
    for house in houses:
        yield house.theater
    for hall in halls:
        yield hall.auditorium
    for hall in halls:
        yield from hall.seats
    for screening in sorted(chain.program.screenings, key=lambda one: one.start):
        yield screening.show
    goers = draw.shuffled(chain.known)
    for goer in goers:
        yield goer.customer
    for goer in goers:
        yield from goer.methods
    for sale in draw.shuffled(chain.office.sales):
        yield sale.booking
        yield from sale.seats
        yield from sale.concessions
        yield from sale.payments
