"""The flight plan as a traveller searches it: who flies where, when, and with which change."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from tau_emo_db.domains.airline.airports import PLACES
from tau_emo_db.domains.airline.schedule import Departure
from tau_emo_db.domains.airline.tables import FlightStatus
from tau_emo_db.draw import Draw

Journey = tuple[Departure, ...]
"""One way of getting from one airport to another: one departure, or two with a change."""

CHANGE_MINUTES = (40, 360)
"""The shortest and the longest time between two flights of a journey that somebody booked."""


class Network:
    """Look-ups in the departures.

    Args:
        departures: all departures, flight by flight.
    """

    def __init__(self, departures: Iterable[Departure]) -> None:
        self._leaving: defaultdict[tuple[str, int], list[Departure]] = defaultdict(list)
        self._by_status: defaultdict[tuple[int, FlightStatus], list[Departure]] = defaultdict(list)
        for departure in departures:
            self._leaving[departure.origin, departure.day].append(departure)
            self._by_status[departure.day, departure.status].append(departure)

    def with_status(self, status: FlightStatus, days: Iterable[int]) -> list[Departure]:
        """All departures of the days that have the status."""
        return [departure for day in days for departure in self._by_status[day, status]]

    def direct(self, origin: str, destination: str, day: int) -> list[Departure]:
        """The direct departures of the route on the day, whatever their status."""
        return [
            departure
            for departure in self._leaving[origin, day]
            if departure.destination == destination
        ]

    def onward(self, first: Departure) -> list[Departure]:
        """The departures that a traveller can change to after the first one."""
        shortest, longest = CHANGE_MINUTES
        lands = first.service.lands - 24 * 60 * (first.arrival_day - first.day)
        return [
            second
            for second in self._leaving[first.destination, first.arrival_day]
            if shortest <= second.service.leaves - lands <= longest
            and second.destination != first.origin
        ]

    def journeys(
        self, origin: str, destination: str, day: int, statuses: Collection[FlightStatus]
    ) -> list[Journey]:
        """Direct journeys, or journeys with one change where nobody flies directly.

        Args:
            origin: code of the first airport.
            destination: code of the last airport.
            day: the day on which the journey begins.
            statuses: what every departure of the journey must have become.
        """
        direct = self.direct(origin, destination, day)
        journeys: list[Journey] = (
            [(departure,) for departure in direct]
            if direct
            else [
                (first, second)
                for first in self._leaving[origin, day]
                for second in self.onward(first)
                if second.destination == destination
            ]
        )
        return [journey for journey in journeys if all(leg.status in statuses for leg in journey)]

    def somewhere(self, draw: Draw, origin: str) -> str:
        """Another airport to travel to; two in three times one with a direct flight."""
        if draw.chance(2 / 3):
            return draw.pick(self._leaving[origin, 1]).destination
        return draw.pick([place.code for place in PLACES if place.code != origin])
