"""The airline's customers, their trips, and the flights there are."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from typing import Any, cast

from pydantic import JsonValue
from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.airline.tables import (
    Airport,
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
    SavedPassenger,
    User,
)
from tau_emo_db.domains.airline.tariff import FREE_BAGS
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.trace import Known
from tau_emo_tasks.tracer.walk import Walk, WalkError

TODAY = "2024-05-15"
DAY_AGO = "2024-05-14T15:00:00"
LAST_DAY = "2024-05-30"
USED = frozenset({"flying", "landed"})
BOOKING = frozenset({"booking"})
"""What a new booking is about: one is enough for a customer, and who is ill makes none."""

Person = User | SavedPassenger | ReservationPassenger


@dataclass(frozen=True)
class Departure:
    """A flight on a date that can be booked."""

    flight: Flight
    day: FlightDate

    @property
    def leaves(self) -> str:
        """The clock time of departure."""
        return self.flight.scheduled_departure_time_est

    @property
    def lands_next_day(self) -> bool:
        """True if it arrives on the day after."""
        return self.flight.scheduled_arrival_time_est.endswith("+1")

    def price(self, cabin: str) -> int:
        """Today's price per passenger."""
        return int(getattr(self.day, f"{cabin}_price"))

    def seats(self, cabin: str) -> int:
        """The free seats in a cabin."""
        return int(getattr(self.day, f"{cabin}_seats"))

    def segment(self) -> dict[str, str]:
        """The flight as a tool takes it."""
        return {"flight_number": self.flight.flight_number, "date": self.day.date}


@dataclass(frozen=True)
class Trip:
    """A reservation with all that belongs to it."""

    booked: Reservation
    segments: tuple[ReservationFlight, ...]
    statuses: tuple[str, ...]
    """The status of each segment's departure."""
    travelers: tuple[ReservationPassenger, ...]
    paid: tuple[ReservationPayment, ...]

    @property
    def id(self) -> str:
        """The reservation id."""
        return self.booked.reservation_id

    @property
    def people(self) -> int:
        """How many travel."""
        return len(self.travelers)

    @property
    def route(self) -> tuple[str, str]:
        """Its ends."""
        return self.booked.origin, self.booked.destination

    @property
    def untouched(self) -> bool:
        """True if every flight can still be booked."""
        return set(self.statuses) == {"available"}

    @property
    def round(self) -> bool:
        """True for a round trip."""
        return self.booked.flight_type == "round_trip"

    @property
    def direct(self) -> bool:
        """True if each way is one flight."""
        return len(self.segments) == (2 if self.round else 1)

    @property
    def paid_in_all(self) -> int:
        """What has been charged so far."""
        return sum(one.amount for one in self.paid)

    @property
    def fare(self) -> int:
        """The prices paid per passenger, added up."""
        return sum(one.price for one in self.segments)


class Air:
    """The base of the airline, by customer."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("airline").data) as state, state.session() as db:
            self.users = {user.user_id: user for user in db.exec(select(User))}
            self.cities = {one.code: one.city for one in db.exec(select(Airport))}
            self.flights = {one.flight_number: one for one in db.exec(select(Flight))}
            self.days = {(one.flight_number, one.date): one for one in db.exec(select(FlightDate))}
            self.methods: dict[str, list[PaymentMethod]] = defaultdict(list)
            for method in db.exec(select(PaymentMethod)):
                self.methods[method.user_id].append(method)
            self.saved: dict[str, list[SavedPassenger]] = defaultdict(list)
            for person in db.exec(select(SavedPassenger)):
                self.saved[person.user_id].append(person)
            segments: dict[str, list[ReservationFlight]] = defaultdict(list)
            for segment in db.exec(select(ReservationFlight)):
                segments[segment.reservation_id].append(segment)
            travelers: dict[str, list[ReservationPassenger]] = defaultdict(list)
            for traveler in db.exec(select(ReservationPassenger)):
                travelers[traveler.reservation_id].append(traveler)
            paid: dict[str, list[ReservationPayment]] = defaultdict(list)
            for payment in db.exec(select(ReservationPayment)):
                paid[payment.reservation_id].append(payment)
            self.trips: dict[str, list[Trip]] = defaultdict(list)
            for booked in db.exec(select(Reservation)):
                key = booked.reservation_id
                flown = tuple(sorted(segments[key], key=lambda one: one.position))
                trip = Trip(
                    booked=booked,
                    segments=flown,
                    statuses=tuple(self.days[one.flight_number, one.date].status for one in flown),
                    travelers=tuple(travelers[key]),
                    paid=tuple(paid[key]),
                )
                self.trips[booked.user_id].append(trip)
            self._routes: dict[tuple[str, str], list[Flight]] = defaultdict(list)
            for flight in self.flights.values():
                self._routes[flight.origin, flight.destination].append(flight)

    # -- what the sampler needs --------------------------------------------------------

    def principals(self) -> Sequence[str]:
        """The ids of all customers."""
        return tuple(self.users)

    def facts(self, principal: str) -> dict[str, str]:
        """The customer's name and user id."""
        user = self.users[principal]
        return {"name": full_name(user), "user_id": principal}

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By the user id that the customer states."""
        walk.call("get_user_details", user_id=principal)
        name = Known(name="full_name", value=full_name(self.users[principal]))
        return (Known(name="user_id", value=principal), name)

    # -- flights -----------------------------------------------------------------------

    def departures(self, origin: str, destination: str, day: str) -> list[Departure]:
        """The direct flights that can be booked, full ones among them."""
        found: list[Departure] = []
        for flight in self._routes[origin, destination]:
            one = self.days.get((flight.flight_number, day))
            if one is not None and one.status == "available":
                found.append(Departure(flight, one))
        return found

    def flies(self, origin: str, destination: str) -> bool:
        """True if there is a direct flight on the route."""
        return bool(self._routes.get((origin, destination)))

    @cached_property
    def routes(self) -> tuple[tuple[str, str], ...]:
        """All routes with a direct flight."""
        return tuple(sorted(route for route, some in self._routes.items() if some))

    def connections(
        self, origin: str, destination: str, day: str
    ) -> Iterator[tuple[Departure, Departure]]:
        """The pairs of flights with one stop that can be booked."""
        for (start, stop), flights in tuple(self._routes.items()):
            if start != origin or not flights or stop == destination:
                continue
            for first in self.departures(origin, stop, day):
                lands = first.flight.scheduled_arrival_time_est[:8]
                onward = later(day, 1) if first.lands_next_day else day
                for second in self.departures(stop, destination, onward):
                    if second.leaves >= lands:
                        yield first, second

    def free_bags(self, user: str, cabin: str, people: int) -> int:
        """How many bags so many passengers may check in free of charge."""
        allowances = cast("Mapping[str, Mapping[str, int]]", FREE_BAGS)
        return people * allowances[self.users[user].membership][cabin]

    # -- trips -------------------------------------------------------------------------

    def active(self, user: str) -> list[Trip]:
        """The trips of a customer that were not cancelled."""
        return [one for one in self.trips[user] if one.booked.status is None]

    def alone_on_route(self, user: str, trip: Trip) -> bool:
        """True if no other trip of the customer has the same two ends, in either direction."""
        ends = set(trip.route)
        return sum(set(one.route) == ends for one in self.trips[user]) == 1

    def booked_between(self, user: str, origin: str, destination: str) -> bool:
        """True if the customer has any trip between the two airports."""
        return any({*one.route} == {origin, destination} for one in self.trips[user])

    # -- payment -----------------------------------------------------------------------

    def cards(self, user: str) -> list[PaymentMethod]:
        """The credit cards of a customer."""
        return [one for one in self.methods[user] if one.source == "credit_card"]

    def best(self, user: str, source: str) -> PaymentMethod | None:
        """The gift card or certificate with the most on it, if there is just one such."""
        some = sorted(
            (one for one in self.methods[user] if one.source == source),
            key=lambda one: -(one.amount or 0),
        )
        if not some or (len(some) > 1 and some[0].amount == some[1].amount):
            return None
        return some[0]

    def payers(self, user: str, charge: int) -> list[PaymentMethod]:
        """What can settle a change of so many dollars and can be told apart in words."""
        gift = self.best(user, "gift_card")
        gifts = [gift] if gift and (gift.amount or 0) >= charge else []
        return [*self.cards(user), *gifts]


def full_name(person: Person) -> str:
    """First and last name."""
    return f"{person.first_name} {person.last_name}"


def traveler(person: Person) -> dict[str, str]:
    """A passenger as a tool takes it."""
    return {
        "first_name": person.first_name,
        "last_name": person.last_name,
        "dob": person.dob,
    }


def later(day: str, days: int) -> str:
    """The date so many days after another."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def profile(walk: Walk) -> dict[str, Any]:
    """What the first look at the profile gave."""
    step = next(one for one in walk.steps if one.tool == "get_user_details")
    return json.loads(step.result)


def look(walk: Walk, tool: str, **arguments: JsonValue) -> None:
    """Make a read once in a walk: no write of a walk changes what another goal has read."""
    if not any((step.tool, step.arguments) == (tool, arguments) for step in walk.steps):
        walk.call(tool, **arguments)


def list_airports(walk: Walk) -> None:
    """Look the airports up."""
    look(walk, "list_all_airports")


def search(walk: Walk, origin: str, destination: str, day: str) -> None:
    """Look the direct flights of a day up."""
    look(walk, "search_direct_flight", origin=origin, destination=destination, date=day)


def think(walk: Walk, thought: str) -> None:
    """Weigh something before the next step."""
    walk.call("think", thought=thought)


def calculate(walk: Walk, expression: str, expected: int) -> None:
    """Work a sum out with the tool.

    Raises:
        WalkError: it is not what was expected.
    """
    result = walk.call("calculate", expression=expression)
    if float(result) != expected:
        raise WalkError(f"{expression} is {result}, not {expected}")


@cache
def air() -> Air:
    """The airline, read once."""
    return Air()
