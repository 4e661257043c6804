"""The theaters' customers: what they have booked, and what there is to book."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingSeat,
    Customer,
    CustomerPaymentMethod,
    Movie,
    Seat,
    Show,
    Theater,
)
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.trace import Known
from tau_emo_tasks.tracer.walk import Walk

KINDS: tuple[str, ...] = ("adult", "child", "senior")
_WHOLE = 100_00


class Theaters:
    """The base of the theaters, by customer, theater and show."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("movie").data) as state, state.session() as db:
            self.customers = {one.customer_id: one for one in db.exec(select(Customer))}
            self.movies = {one.movie_id: one for one in db.exec(select(Movie))}
            self.theaters = {one.theater_id: one for one in db.exec(select(Theater))}
            self.shows = {one.show_id: one for one in db.exec(select(Show))}
            self.methods: dict[str, list[CustomerPaymentMethod]] = defaultdict(list)
            for method in db.exec(select(CustomerPaymentMethod)):
                self.methods[method.customer_id].append(method)
            self._seats: dict[str, list[Seat]] = defaultdict(list)
            for seat in db.exec(select(Seat)):
                self._seats[seat.auditorium_id].append(seat)
            self.lines: dict[str, list[BookingSeat]] = defaultdict(list)
            for line in db.exec(select(BookingSeat)):
                self.lines[line.booking_id].append(line)
            self.bookings: dict[str, list[Booking]] = defaultdict(list)
            self._held: dict[str, set[str]] = defaultdict(set)
            for booking in db.exec(select(Booking)):
                if booking.customer_id:
                    self.bookings[booking.customer_id].append(booking)
                if booking.status == "confirmed":
                    seats = {one.seat_id for one in self.lines[booking.booking_id]}
                    self._held[booking.show_id] |= seats
        self._free: dict[str, list[Seat]] = {}
        self._names = Counter(one.name for one in self.theaters.values())

    def principals(self) -> Sequence[str]:
        """The keys of all customers."""
        return tuple(self.customers)

    def facts(self, principal: str) -> dict[str, str]:
        """The customer's name, e-mail and phone."""
        customer = self.customers[principal]
        return {"name": full_name(customer), "email": customer.email, "phone": customer.phone}

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """Nobody is looked up: a booking is compared with what its holder says."""
        facts = self.facts(principal)
        return (
            Known(name="email", value=facts["email"]),
            Known(name="full_name", value=facts["name"]),
            Known(name="phone", value=facts["phone"]),
        )

    # -- shows ----------------------------------------------------------------------------

    @cached_property
    def coming(self) -> list[Show]:
        """The shows that can be booked, without those whose tax ends on half a cent."""
        return [one for one in self.shows.values() if self.is_open(one)]

    def coming_at(self, theater_id: str) -> list[Show]:
        """Those of them in one theater."""
        return [one for one in self.coming if one.theater_id == theater_id]

    def first_at(self, theater_id: str) -> Show | None:
        """The first show of a theater that can be booked; None: it has too few to choose from."""
        there = [one for one in self.shows.values() if one.theater_id == theater_id]
        coming = [one for one in there if one.status == "scheduled"]
        if len(there) < 3 or not coming:
            return None
        return min(coming, key=lambda one: one.start_time_local)

    def is_open(self, show: Show) -> bool:
        """True if the show can be booked and no tax of it is rounded from half a cent."""
        return show.status == "scheduled" and self._exact(show)

    def _exact(self, show: Show) -> bool:
        rate = self.theaters[show.theater_id].pricing_rules.tax_rate
        prices = show.price_schema
        return not any(
            (getattr(prices, kind) + prices.convenience_fee) * rate % _WHOLE == _WHOLE // 2
            for kind in KINDS
        )

    def alike(self, show: Show) -> list[Show]:
        """The other shows of the movie in the same theater, whatever their status, by time."""
        return sorted(
            (
                one
                for one in self.shows.values()
                if (one.theater_id, one.movie_id) == (show.theater_id, show.movie_id)
                and one.show_id != show.show_id
            ),
            key=lambda one: one.start_time_local,
        )

    def title(self, thing: Show | Booking) -> str:
        """The title of its movie."""
        return self.movies[thing.movie_id].title

    def theater(self, thing: Show | Booking) -> Theater:
        """The theater where it is."""
        return self.theaters[thing.theater_id]

    def named_once(self, theater: Theater) -> bool:
        """True if no other theater has its name."""
        return self._names[theater.name] == 1

    # -- seats ----------------------------------------------------------------------------

    def seats(self, show: Show) -> list[Seat]:
        """All seats of the hall of a show."""
        return self._seats[show.auditorium_id]

    def held(self, show: Show) -> set[str]:
        """The seats that confirmed bookings of the show hold."""
        return self._held[show.show_id]

    def free(self, show: Show) -> list[Seat]:
        """The seats of a show that nobody holds."""
        if show.show_id not in self._free:
            held = self.held(show)
            self._free[show.show_id] = [one for one in self.seats(show) if one.seat_id not in held]
        return self._free[show.show_id]

    def ordinary(self, show: Show) -> list[Seat]:
        """Those of them that are not meant for wheelchairs."""
        return [one for one in self.free(show) if not one.wheelchair_accessible]

    def blocks(self, show: Show, count: int) -> list[list[Seat]]:
        """So many free ordinary seats side by side, every way there is."""
        return runs(self.ordinary(show), count)

    # -- bookings -------------------------------------------------------------------------

    def own(self, customer: str, booking_status: str, show_status: str) -> Iterator[Booking]:
        """The customer's bookings with this status for shows with that status."""
        for booking in self.bookings[customer]:
            show = self.shows[booking.show_id]
            if (booking.status, show.status) == (booking_status, show_status):
                yield booking

    def changeable(self, customer: str) -> Iterator[tuple[Booking, Show]]:
        """The customer's bookings whose seats can change, with their shows."""
        for booking in self.own(customer, "confirmed", "scheduled"):
            show = self.shows[booking.show_id]
            if self._exact(show):
                yield booking, show


def runs(seats: Sequence[Seat], count: int) -> list[list[Seat]]:
    """So many of the seats side by side in one row, every way there is.

    Args:
        seats: in the order of their rows and numbers.
        count: how many.
    """
    found: list[list[Seat]] = []
    for start in range(len(seats) - count + 1):
        run = [*seats[start : start + count]]
        numbers = [number(one) for one in run]
        beside = numbers == list(range(numbers[0], numbers[0] + count))
        if beside and len({one.row_id for one in run}) == 1:
            found.append(run)
    return found


def number(seat: Seat) -> int:
    """The number of a seat in its row: 4 for `R2-04`."""
    return int(seat.seat_id.rpartition("-")[2])


def full_name(person: Customer | Booking) -> str:
    """First and last name."""
    return f"{person.first_name} {person.last_name}"


@cache
def theaters() -> Theaters:
    """The theaters, read once."""
    return Theaters()
