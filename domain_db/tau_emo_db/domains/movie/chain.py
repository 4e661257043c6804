"""The chain of theaters while its base is being drawn: houses, program, customers and bookings."""

from collections import Counter
from collections.abc import Sequence

from tau_emo_db import kit
from tau_emo_db.domains.movie.box_office import SNACKS, BoxOffice, Order, Sale
from tau_emo_db.domains.movie.ids import Ids
from tau_emo_db.domains.movie.moviegoers import Moviegoer, make_moviegoer
from tau_emo_db.domains.movie.schedule import (
    EVENING,
    Program,
    Screening,
    coming_days,
    past_day,
)
from tau_emo_db.domains.movie.tables import (
    BookingStatus,
    PaymentSource,
    Promotion,
    Seat,
    ShowStatus,
    TicketType,
)
from tau_emo_db.domains.movie.theaters import House, open_house, theater_names
from tau_emo_db.draw import Draw

MOST_BOOKINGS = 3
"""Nobody has more."""
_PARTIES: dict[tuple[TicketType, ...], float] = {
    ("adult",): 2,
    ("adult", "adult"): 5,
    ("adult", "child"): 2,
    ("senior", "senior"): 1,
    ("adult", "adult", "child"): 2,
    ("adult", "adult", "adult"): 1,
    ("adult", "adult", "child", "child"): 1,
}


class Chain:
    """Opens theaters, puts on shows and sells seats.

    Args:
        draw: where theaters and movies come from.
        theaters: how many theaters there are.
    """

    def __init__(self, draw: Draw, theaters: int) -> None:
        self._ids = Ids()
        self._emails = kit.Unique()
        self.program = Program(draw.fork("movies"), self._ids)
        self.office = BoxOffice(self._ids)
        self.goers: list[Moviegoer] = []
        """Everybody, those whom the theaters do not know too."""
        self.public: list[Moviegoer] = []
        """Those who may book again."""
        taken = kit.Unique()
        self.houses: list[House] = [
            open_house(draw.fork(f"theater/{number}"), self._ids, name, taken)
            for number, name in enumerate(theater_names(draw.fork("names"), theaters))
        ]

    # Customers

    @property
    def known(self) -> list[Moviegoer]:
        """Those whom the theaters know."""
        return [goer for goer in self.goers if goer.known]

    def newcomer(
        self,
        draw: Draw,
        *sources: PaymentSource,
        person: kit.Person | None = None,
        known: bool = True,
    ) -> Moviegoer:
        """Somebody new, with one way to pay of each source, or a usual mix of them."""
        goer = make_moviegoer(draw, self._ids, self._emails, sources or None, person)
        goer.known = known
        self.goers.append(goer)
        return goer

    def anybody(self, draw: Draw) -> Moviegoer:
        """Somebody of the public with few bookings, or somebody new."""
        able = [goer for goer in self.public if goer.bookings < MOST_BOOKINGS - 1]
        if able and draw.chance(0.4):
            return draw.pick(able)
        goer = self.newcomer(draw)
        self.public.append(goer)
        return goer

    # Shows

    def show_soon(
        self, draw: Draw, *, most: int | None = None, status: ShowStatus = "scheduled"
    ) -> Screening:
        """A show of its own on one of the coming evenings.

        Args:
            draw: where everything comes from.
            most: the most seats that its hall may have, if that matters.
            status: what became of it.
        """
        while True:
            house = draw.pick(self.houses)
            free = self.program.free_slot(draw, house, coming_days(draw, 1), EVENING)
            if free is None:
                continue
            hall, day, slot = free
            if most is None or len(hall.seats) <= most:
                return self.program.put_on(draw, house, hall, day, slot, status=status)

    def show_past(self, draw: Draw) -> Screening:
        """A show that is over."""
        while True:
            house = draw.pick(self.houses)
            if free := self.program.free_slot(draw, house, [past_day(draw)]):
                return self.program.put_on(draw, house, *free, status="completed")

    def shows(self) -> Counter[ShowStatus]:
        """How many shows there are of each status."""
        return Counter(screening.show.status for screening in self.program.screenings)

    # Bookings

    def party(self, draw: Draw) -> tuple[TicketType, ...]:
        """The ticket types of a usual party of one to four."""
        return draw.weighted(_PARTIES)

    def snacks(self, draw: Draw) -> Order:
        """One to three different things to eat or drink."""
        return [(snack, draw.integer(1, 2)) for snack in draw.sample(SNACKS, draw.integer(1, 3))]

    def book(
        self,
        draw: Draw,
        goer: Moviegoer,
        screening: Screening,
        types: Sequence[TicketType] | None = None,
        *,
        seats: Sequence[Seat] | None = None,
        snacks: Order | None = None,
        promotion: Promotion | None = None,
        split: bool = False,
        status: BookingStatus = "confirmed",
    ) -> Sale:
        """A booking of seats side by side; see `BoxOffice.sell` for the rest.

        Args:
            types: a ticket type for each seat; a usual party if left out.
            seats: the seats; free ones side by side if left out.
            snacks: what is ordered with it; now and then something if left out.
        """
        who = types or self.party(draw)
        if seats is None:
            while not (blocks := screening.blocks(len(who))):
                who = who[:-1]
            seats = draw.pick(blocks)
        food: Order = () if snacks is None and draw.chance(0.55) else snacks or self.snacks(draw)
        return self.office.sell(
            draw,
            goer,
            screening,
            seats,
            who,
            snacks=food,
            promotion=promotion,
            split=split,
            status=status,
        )

    def sold(self) -> Counter[BookingStatus]:
        """How many bookings there are of each status."""
        return Counter(sale.booking.status for sale in self.office.sales)
