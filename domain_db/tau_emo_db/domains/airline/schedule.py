"""The flight plan: 300 daily flights, and what became of each on each of 30 days."""

from dataclasses import dataclass
from itertools import combinations

from tau_emo_db.domains.airline.airports import HUB, PLACES, Place
from tau_emo_db.domains.airline.clock import FIRST_DAY, LAST_DAY, TODAY, clock, iso_day, stamp
from tau_emo_db.domains.airline.tables import Cabin, Flight, FlightDate, FlightStatus
from tau_emo_db.draw import Draw

CABINS: tuple[Cabin, ...] = ("basic_economy", "economy", "business")
FARE_RANGE: dict[Cabin, tuple[int, int]] = {
    "basic_economy": (50, 100),
    "economy": (100, 200),
    "business": (200, 500),
}
"""The lowest and the highest price of one passenger on one flight, in dollars."""

ROUTES_BY_DAILY_FLIGHTS = ((15, 3), (25, 2), (55, 1))
"""So many pairs of airports, the busiest first, have so many daily flights each way."""

FEWEST_ROUTES = 3
"""Every airport has at least so many."""

SHORTEST_ROUTE = 150
"""Miles below which nobody flies; it rules out flights within New York and Philadelphia."""

MINUTES_NOW = 15 * 60
"""The simulated time of day in minutes after midnight."""


@dataclass(frozen=True)
class Service:
    """One daily flight."""

    number: str
    origin: Place
    destination: Place
    leaves: int
    lands: int
    """Minutes after midnight; `lands` is 1440 or more when it is on the next day."""

    @property
    def overnight(self) -> bool:
        """Whether it lands on the next day."""
        return self.lands >= 24 * 60

    def row(self) -> Flight:
        """The row of the database."""
        return Flight(
            flight_number=self.number,
            origin=self.origin.code,
            destination=self.destination.code,
            scheduled_departure_time_est=clock(self.leaves),
            scheduled_arrival_time_est=clock(self.lands),
        )


@dataclass(frozen=True)
class Departure:
    """A daily flight on one day."""

    service: Service
    day: int
    status: FlightStatus
    fares: dict[Cabin, int]
    """What a passenger pays; on sale only while the departure is `available`."""
    seats: dict[Cabin, int]
    times: dict[str, str]
    """The time columns of the row, which depend on the status."""

    @property
    def origin(self) -> str:
        """The code of the airport where it leaves."""
        return self.service.origin.code

    @property
    def destination(self) -> str:
        """The code of the airport where it lands."""
        return self.service.destination.code

    @property
    def arrival_day(self) -> int:
        """The day on which it is planned to land."""
        return self.day + self.service.overnight

    @property
    def date(self) -> str:
        """The day as `YYYY-MM-DD`."""
        return iso_day(self.day)

    def bookable(self, cabin: Cabin, passengers: int) -> bool:
        """Whether so many passengers can book it in the cabin."""
        return self.status == "available" and self.seats[cabin] >= passengers

    def row(self) -> FlightDate:
        """The row of the database."""
        row = FlightDate(flight_number=self.service.number, date=self.date, status=self.status)
        for column, moment in self.times.items():
            setattr(row, column, moment)
        if self.status == "available":
            for cabin in CABINS:
                setattr(row, f"{cabin}_seats", self.seats[cabin])
                setattr(row, f"{cabin}_price", self.fares[cabin])
        return row


def draw_services(draw: Draw) -> list[Service]:
    """The daily flights in the order of their numbers, `HAT001` upward."""
    routes = _routes(draw)
    flights: list[tuple[Place, Place, int]] = []
    for count, daily in ROUTES_BY_DAILY_FLIGHTS:
        for one, other in routes[:count]:
            for turn in range(daily):
                for origin, destination in ((one, other), (other, one)):
                    leaves = _departure_time(draw, origin, turn, daily)
                    flights.append((origin, destination, leaves))
        del routes[:count]
    return [
        Service(
            number=f"HAT{index:03d}",
            origin=origin,
            destination=destination,
            leaves=leaves,
            lands=leaves + origin.minutes_to(destination),
        )
        for index, (origin, destination, leaves) in enumerate(draw.shuffled(flights), start=1)
    ]


def draw_departures(draw: Draw, services: list[Service]) -> list[Departure]:
    """Every daily flight on every day, flight by flight."""
    return [
        _departure(draw, service, day)
        for service in services
        for day in range(FIRST_DAY, LAST_DAY + 1)
    ]


def _routes(draw: Draw) -> list[tuple[Place, Place]]:
    """The pairs of airports with direct flights, those in greatest demand first.

    All hubs are joined, and no airport has fewer than the least number of routes.
    """
    demand = {
        (one, other): one.traffic * other.traffic * (0.6 + 0.8 * draw.fraction())
        for one, other in combinations(PLACES, 2)
        if one.miles_to(other) >= SHORTEST_ROUTE
    }
    ranked = sorted(demand, key=lambda pair: -demand[pair])
    needed = [pair for pair in ranked if all(place.traffic == HUB for place in pair)]
    for place in PLACES:
        needed += [pair for pair in ranked if place in pair][:FEWEST_ROUTES]
    total = sum(count for count, _ in ROUTES_BY_DAILY_FLIGHTS)
    chosen = set(list(dict.fromkeys([*needed, *ranked]))[:total])
    return [pair for pair in ranked if pair in chosen]


def _departure_time(draw: Draw, origin: Place, turn: int, daily: int) -> int:
    """A time between 6 in the morning at the airport and midnight EST, in the turn's share."""
    opens, closes = 60 * (6 + origin.hours_behind), 24 * 60 - 5
    share = (closes - opens) // daily
    start = opens + turn * share
    return 5 * draw.integer(start // 5 + 1, (start + share) // 5)


def _departure(draw: Draw, service: Service, day: int) -> Departure:
    fares: dict[Cabin, int] = {cabin: _fare(draw, service, cabin) for cabin in CABINS}
    seats: dict[Cabin, int] = {cabin: _seats(draw) for cabin in CABINS}
    if day < TODAY:
        status, times = _past(draw, service, day)
    elif day == TODAY:
        status, times = _today(draw, service)
    else:
        status, times = ("cancelled" if draw.chance(0.02) else "available"), dict[str, str]()
    return Departure(service, day, status, fares, seats, times)


def _fare(draw: Draw, service: Service, cabin: Cabin) -> int:
    """Within the range of the cabin: one part by distance, one by the day's demand."""
    low, high = FARE_RANGE[cabin]
    distance = min(1.0, service.origin.miles_to(service.destination) / 2700)
    return low + int((high - low + 1) * min(0.999, 0.45 * distance + 0.55 * draw.fraction()))


def _seats(draw: Draw) -> int:
    """Free seats, 0 to 20; nearly full departures are more frequent than a fair draw gives."""
    return draw.integer(0, 2) if draw.chance(0.15) else draw.integer(0, 20)


def _past(draw: Draw, service: Service, day: int) -> tuple[FlightStatus, dict[str, str]]:
    if draw.chance(0.1):
        return "cancelled", {}
    late = draw.integer(15, 120) if draw.chance(0.2) else draw.integer(-5, 14)
    return "landed", {
        "actual_departure_time_est": stamp(day, service.leaves + late),
        "actual_arrival_time_est": stamp(day, service.lands + late + draw.integer(-8, 8)),
    }


def _today(draw: Draw, service: Service) -> tuple[FlightStatus, dict[str, str]]:
    late = 5 * draw.integer(6, 48) if draw.chance(0.25) else 0
    leaves, lands = service.leaves + late, service.lands + late
    if lands <= MINUTES_NOW:
        return "landed", {
            "actual_departure_time_est": stamp(TODAY, leaves),
            "actual_arrival_time_est": stamp(TODAY, lands),
        }
    if leaves <= MINUTES_NOW:
        return "flying", {
            "actual_departure_time_est": stamp(TODAY, leaves),
            "estimated_arrival_time_est": stamp(TODAY, lands),
        }
    return "delayed" if late else "on time", {
        "estimated_departure_time_est": stamp(TODAY, leaves),
        "estimated_arrival_time_est": stamp(TODAY, lands),
    }
