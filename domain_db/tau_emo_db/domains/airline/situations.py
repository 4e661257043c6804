"""The situations that customers call about: what became of the trip, and when it was booked."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from tau_emo_db import kit
from tau_emo_db.domains.airline.clock import LAST_DAY, NOW, TODAY, iso_day
from tau_emo_db.domains.airline.network import Journey, Network
from tau_emo_db.domains.airline.schedule import Departure
from tau_emo_db.domains.airline.tables import FlightStatus
from tau_emo_db.draw import Draw

FUTURE = range(TODAY + 1, LAST_DAY + 1)
FLOWN: tuple[FlightStatus, ...] = ("landed",)
OPEN: tuple[FlightStatus, ...] = ("available",)
ATTEMPTS = 2000


@dataclass(frozen=True)
class Trip:
    """Where somebody goes, and comes back from unless the trip is one way."""

    outbound: Journey
    homeward: Journey = ()

    @property
    def legs(self) -> Journey:
        """All departures in their order."""
        return self.outbound + self.homeward

    @property
    def origin(self) -> str:
        """The code of the airport where it begins."""
        return self.outbound[0].origin

    @property
    def destination(self) -> str:
        """The code of the airport it is made for."""
        return self.outbound[-1].destination


@dataclass(frozen=True)
class Traveller:
    """What shapes a trip: where it begins unless the situation asks otherwise."""

    home: str
    """Code of an airport."""
    returns: bool


TripMaker = Callable[[Draw, Network, Traveller], Trip | None]
"""Makes a trip of one kind; None when the draw led to one that cannot be flown."""


# What became of the trip


def upcoming(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """All of it lies ahead and can be flown."""
    return _trip(draw, network, traveller, range(TODAY + 1, LAST_DAY - 1), OPEN, FUTURE, OPEN)


def flown(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """All of it has been flown."""
    past = range(1, TODAY)
    return _trip(draw, network, traveller, range(1, TODAY - 3), FLOWN, past, FLOWN)


def midway(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The outbound journey has been flown, the return lies ahead."""
    away = Traveller(traveller.home, returns=True)
    return _trip(draw, network, away, range(6, TODAY + 1), FLOWN, FUTURE, OPEN)


def in_the_air(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The first leg is flying now; a return lies ahead."""
    return _from_leg(draw, network, traveller, "flying", [TODAY])


def leaves_later_today(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The first leg leaves today, on time; a return lies ahead."""
    return _from_leg(draw, network, traveller, "on time", [TODAY])


def delayed(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The first leg is delayed today and can be replaced on a later day; a return lies ahead."""
    trip = _from_leg(draw, network, traveller, "delayed", [TODAY])
    return trip if trip and _replaceable(network, trip.outbound[0]) else None


def delayed_homeward(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The outbound leg has been flown, and the return of today is delayed."""
    back = _pick_leg(draw, network, traveller, "delayed", [TODAY], to_home=True)
    if not _replaceable(network, back):
        return None
    journeys = network.journeys(back.destination, back.origin, draw.integer(6, TODAY - 1), FLOWN)
    return Trip(draw.pick(journeys), (back,)) if journeys else None


def never_left(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The airline cancelled the first leg on a past day; a return lies ahead."""
    return _from_leg(draw, network, traveller, "cancelled", range(8, TODAY))


def will_not_leave(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The airline has cancelled the first leg of a future day; a return lies ahead."""
    return _from_leg(draw, network, traveller, "cancelled", range(TODAY + 1, LAST_DAY - 1))


def no_way_home(draw: Draw, network: Network, traveller: Traveller) -> Trip | None:
    """The airline has cancelled the return; the outbound leg lies ahead."""
    back = _pick_leg(draw, network, traveller, "cancelled", range(TODAY + 3, LAST_DAY + 1), True)
    day = draw.integer(TODAY + 1, back.day - 2)
    journeys = network.journeys(back.destination, back.origin, day, OPEN)
    return Trip(draw.pick(journeys), (back,)) if journeys else None


def _trip(
    draw: Draw,
    network: Network,
    traveller: Traveller,
    leaving: range,
    outbound: Collection[FlightStatus],
    returning: range,
    homeward: Collection[FlightStatus],
) -> Trip | None:
    """A trip between any two airports within the days, all legs with the given statuses."""
    origin = traveller.home
    destination = network.somewhere(draw, origin)
    journeys = network.journeys(origin, destination, draw.pick(leaving), outbound)
    if not journeys:
        return None
    journey = draw.pick(journeys)
    if not traveller.returns:
        return Trip(journey)
    return _with_return(draw, network, journey, returning, homeward)


def _from_leg(
    draw: Draw,
    network: Network,
    traveller: Traveller,
    status: FlightStatus,
    days: Collection[int],
) -> Trip | None:
    """A trip whose first leg has the status; one in four changes to another flight."""
    first = _pick_leg(draw, network, traveller, status, days)
    journey: Journey = (first,)
    if draw.chance(0.25):
        onward = [
            second
            for second in network.onward(first)
            if second.status in ("available", "on time")
            and not network.direct(first.origin, second.destination, first.day)
        ]
        if onward:
            journey = (first, draw.pick(onward))
    if not traveller.returns:
        return Trip(journey)
    return _with_return(draw, network, journey, FUTURE, OPEN)


def _with_return(
    draw: Draw,
    network: Network,
    outbound: Journey,
    days: range,
    statuses: Collection[FlightStatus],
) -> Trip | None:
    # Two days at least: the outbound journey can then be moved by a day without the return.
    earliest = max(outbound[-1].arrival_day + 2, days.start)
    latest = min(earliest + 9, days.stop - 1)
    if earliest > latest:
        return None
    journeys = network.journeys(
        outbound[-1].destination, outbound[0].origin, draw.integer(earliest, latest), statuses
    )
    return Trip(outbound, draw.pick(journeys)) if journeys else None


def _pick_leg(
    draw: Draw,
    network: Network,
    traveller: Traveller,
    status: FlightStatus,
    days: Collection[int],
    to_home: bool = False,
) -> Departure:
    """A departure with the status, mostly one from home (or to it) if there is any."""
    legs = network.with_status(status, days)
    near = [leg for leg in legs if traveller.home == (leg.destination if to_home else leg.origin)]
    return draw.pick(near if near and draw.chance(0.75) else legs)


def _replaceable(network: Network, leg: Departure) -> bool:
    """Whether tomorrow offers a departure of the route with a few seats in every cabin."""
    return any(
        all(other.bookable(cabin, 2) for cabin in other.seats)
        for other in network.direct(leg.origin, leg.destination, TODAY + 1)
    )


# When it was booked

Booked = Callable[[Draw, Trip], str]
"""The moment of booking, `YYYY-MM-DDTHH:MM:SS`."""


def long_ago(draw: Draw, trip: Trip) -> str:
    """Well over 24 hours ago and at least a day before the trip begins."""
    latest = min(trip.legs[0].day, TODAY - 1) - 1
    first = iso_day(latest - draw.integer(0, 32))
    return kit.random_moment(draw, f"{first}T00:00:00", f"{first}T23:59:59")


def this_morning(draw: Draw, trip: Trip) -> str:
    """Today, within the 24 hours."""
    return kit.random_moment(draw, f"{iso_day(TODAY)}T06:00:00", f"{iso_day(TODAY)}T14:30:00")


def just_in_time(draw: Draw, trip: Trip) -> str:
    """Yesterday, minutes after the 24 hours began."""
    return kit.random_moment(
        draw, f"{iso_day(TODAY - 1)}T15:00:01", f"{iso_day(TODAY - 1)}T15:40:00"
    )


def on_the_second(draw: Draw, trip: Trip) -> str:
    """Exactly 24 hours ago, which still counts."""
    return f"{iso_day(TODAY - 1)}{NOW[10:]}"


def just_too_late(draw: Draw, trip: Trip) -> str:
    """Yesterday, minutes before the 24 hours began."""
    return kit.random_moment(
        draw, f"{iso_day(TODAY - 1)}T14:20:00", f"{iso_day(TODAY - 1)}T14:59:59"
    )


# All of them


@dataclass(frozen=True)
class Situation:
    """A kind of reservation, and how many of them the base holds at scale 1."""

    count: int
    make_trip: TripMaker
    booked: Booked = long_ago
    withdrawn: bool = False
    """The customer has already cancelled the reservation."""

    def trip(self, draw: Draw, network: Network, traveller: Traveller) -> Trip:
        """A trip of the kind.

        Raises:
            RuntimeError: no draw led to one; the flight plan has no such departures.
        """
        for _ in range(ATTEMPTS):
            trip = self.make_trip(draw, network, traveller)
            if trip:
                return trip
        raise RuntimeError(f"no trip of the kind {self.make_trip.__name__!r} can be made")


SITUATIONS = (
    Situation(1025, upcoming),
    Situation(90, upcoming, this_morning),
    Situation(20, upcoming, just_in_time),
    Situation(5, upcoming, on_the_second),
    Situation(25, upcoming, just_too_late),
    Situation(90, upcoming, withdrawn=True),
    Situation(205, midway),
    Situation(130, flown),
    Situation(65, in_the_air),
    Situation(70, leaves_later_today),
    Situation(90, delayed),
    Situation(30, delayed_homeward),
    Situation(45, never_left),
    Situation(80, will_not_leave),
    Situation(30, no_way_home),
)
"""2,000 reservations."""
