"""A long random walk of valid writes over the whole base: what must hold holds after each."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlmodel import Session

from tau_emo_db import EpisodeState
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
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk, plain_rows

AIRLINE = served_domain("airline")
CABINS = ("basic_economy", "economy", "business")
FIXED = (Airport, Flight, FlightDate, User, SavedPassenger)
"""What no write touches: above all seats, prices and statuses of departures."""
PEOPLE = [
    {"first_name": "Lena", "last_name": "Okafor", "dob": "1972-08-30"},
    {"first_name": "Tomas", "last_name": "Reyes", "dob": "1964-11-08"},
]


@dataclass
class Trip:
    """A reservation with its rows, in their order."""

    row: Any
    legs: list[Any] = field(default_factory=list)
    people: list[Any] = field(default_factory=list)
    ledger: list[Any] = field(default_factory=list)

    @property
    def cost(self) -> int:
        """What the reservation costs as it stands, in dollars."""
        each = sum(leg.price for leg in self.legs) + 30 * (self.row.insurance == "yes")
        return len(self.people) * each + 50 * self.row.nonfree_baggages

    @property
    def charges(self) -> list[Any]:
        """The ledger without the refunds of a cancellation, which mirror all before them."""
        if self.row.status is None:
            return self.ledger
        half = len(self.ledger) // 2
        charged, refunded = self.ledger[:half], self.ledger[half:]
        assert [(one.payment_id, -one.amount) for one in charged] == [
            (one.payment_id, one.amount) for one in refunded
        ]
        return charged


def trips_of(db: Session) -> dict[str, Trip]:
    trips = {one.reservation_id: Trip(one) for one in plain_rows(db, Reservation)}
    for table, name in (
        (ReservationFlight, "legs"),
        (ReservationPassenger, "people"),
        (ReservationPayment, "ledger"),
    ):
        for one in sorted(plain_rows(db, table), key=lambda row: row.position):
            rows = getattr(trips[one.reservation_id], name)
            assert one.position == len(rows), "positions have no gap"
            rows.append(one)
    return trips


def methods_of(db: Session) -> dict[tuple[str, str], Any]:
    return {(one.user_id, one.id): one for one in plain_rows(db, PaymentMethod)}


class DomainWalk(Walk):
    """Serves a few customers with certificates, so that their writes meet one another."""

    def __init__(self, state: EpisodeState, chance: Random) -> None:
        super().__init__(state, chance)
        with state.session() as db:
            self.trips, self.methods = trips_of(db), methods_of(db)
            self.fixed = [plain_rows(db, table) for table in FIXED]
            self.flights = {one.flight_number: one for one in plain_rows(db, Flight)}
            self.days = {(one.flight_number, one.date): one for one in plain_rows(db, FlightDate)}
        self.open = [key for key, day in self.days.items() if day.status == "available"]
        travelling = {one.row.user_id for one in self.trips.values()}
        holders = {user for (user, _), one in self.methods.items() if one.source == "certificate"}
        self.users = chance.sample(sorted(travelling & holders), 15)
        self.unrefunded = Counter[str]()
        """Dollars of bags that are not paid bags any more."""
        self.gifts = self._gift_totals(self.trips, self.methods)
        self._add_up(self.trips)

    # What to do next.

    def choose(self) -> Call:
        while True:
            tool = self.chance.choice([*CHOICES])
            arguments = CHOICES[tool](self)
            if arguments is not None:
                return tool, arguments

    def _trip(self) -> Trip | None:
        """A reservation of one of the customers that can still be changed."""
        user = self.chance.choice(self.users)
        active = [
            one for one in self.trips.values() if one.row.user_id == user and not one.row.status
        ]
        return self.chance.choice(active) if active else None

    def _card(self, trip: Trip, due: int) -> str | None:
        """A credit card, or a gift card that holds as much, of the owner."""
        cards = [
            key
            for (user, key), one in self.methods.items()
            if user == trip.row.user_id and one.source != "certificate"
            if one.amount is None or one.amount >= due
        ]
        return self.chance.choice(cards) if cards else None

    def _price(self, key: tuple[str, str], cabin: str, people: int) -> int | None:
        """Today's price of a departure that so many can book."""
        day = self.days[key]
        if day.status != "available" or getattr(day, f"{cabin}_seats") < people:
            return None
        return getattr(day, f"{cabin}_price")

    def book(self) -> dict[str, Any] | None:
        user, cabin = self.chance.choice(self.users), self.chance.choice(CABINS)
        people, insured = self.chance.randint(1, 5), self.chance.random() < 0.5
        out = self.chance.choice(self.open)
        flight, legs = self.flights[out[0]], [out]
        if round_trip := self.chance.random() < 0.5:
            ways = [
                key
                for key in self.open
                if key[1] > out[1]
                and self.flights[key[0]].origin == flight.destination
                and self.flights[key[0]].destination == flight.origin
            ]
            if not ways:
                return None
            legs.append(self.chance.choice(ways))
        prices = [self._price(key, cabin, people) for key in legs]
        total = self.chance.randint(0, 4)
        paid = self.chance.randint(0, total)
        left = 50 * paid
        for price in prices:
            if price is None:
                return None
            left += people * price
        left += people * 30 * insured
        payments: list[dict[str, Any]] = []
        wallet = [one for (owner, _), one in self.methods.items() if owner == user]
        for method in self.chance.sample(wallet, len(wallet)):
            amount = left if method.amount is None else min(left, method.amount)
            if amount:
                payments.append({"payment_id": method.id, "amount": amount})
                left -= amount
        if left:
            return None
        return {
            "user_id": user,
            "origin": flight.origin,
            "destination": flight.destination,
            "flight_type": "round_trip" if round_trip else "one_way",
            "cabin": cabin,
            "flights": [{"flight_number": number, "date": date} for number, date in legs],
            "passengers": self.chance.choices(PEOPLE, k=people),
            "payment_methods": payments,
            "total_baggages": total,
            "nonfree_baggages": paid,
            "insurance": "yes" if insured else "no",
        }

    def move(self) -> dict[str, Any] | None:
        """Another cabin, or one flight of another day, or both."""
        trip = self._trip()
        if trip is None:
            return None
        legs = [(leg.flight_number, leg.date) for leg in trip.legs]
        cabin = self.chance.choice((trip.row.cabin, *CABINS))
        if cabin == trip.row.cabin or self.chance.random() < 0.3:
            place = self.chance.randrange(len(legs))
            number = legs[place][0]
            legs[place] = self.chance.choice([key for key in self.open if key[0] == number])
        priced = [self._new_price(trip, cabin, key) for key in legs]
        prices = [price for price in priced if price is not None]
        if len(prices) < len(legs) or len({*legs}) < len(legs):
            return None
        due = len(trip.people) * (sum(prices) - sum(leg.price for leg in trip.legs))
        card = self._card(trip, due)
        if card is None:
            return None
        return {
            "reservation_id": trip.row.reservation_id,
            "cabin": cabin,
            "flights": [{"flight_number": number, "date": date} for number, date in legs],
            "payment_id": card,
        }

    def _new_price(self, trip: Trip, cabin: str, key: tuple[str, str]) -> int | None:
        """What a flight costs each after a change; none if it cannot be booked."""
        for leg in trip.legs:
            if cabin == trip.row.cabin and (leg.flight_number, leg.date) == key:
                return leg.price
        return self._price(key, cabin, len(trip.people))

    def bags(self) -> dict[str, Any] | None:
        trip = self._trip()
        if trip is None:
            return None
        total = self.chance.randint(0, 8)
        paid = self.chance.randint(0, total)
        card = self._card(trip, 50 * max(0, paid - trip.row.nonfree_baggages))
        if card is None:
            return None
        return {
            "reservation_id": trip.row.reservation_id,
            "total_baggages": total,
            "nonfree_baggages": paid,
            "payment_id": card,
        }

    def rename(self) -> dict[str, Any] | None:
        trip = self._trip()
        if trip is None:
            return None
        return {
            "reservation_id": trip.row.reservation_id,
            "passengers": self.chance.choices(PEOPLE, k=len(trip.people)),
        }

    def cancel(self) -> dict[str, Any] | None:
        trip = self._trip()
        return None if trip is None else {"reservation_id": trip.row.reservation_id}

    def certificate(self) -> dict[str, Any]:
        return {
            "user_id": self.chance.choice(self.users),
            "amount": self.chance.choice((50, 100, 300)),
        }

    # What must hold.

    def check(self, call: ToolCall) -> None:
        with self.state.session() as db:
            trips, methods = trips_of(db), methods_of(db)
            assert [plain_rows(db, table) for table in FIXED] == self.fixed
        arguments: Any = call.arguments
        touched = {key for key in trips if trips[key] != self.trips.get(key)}
        assert trips.keys() >= self.trips.keys()
        (named,) = touched or {arguments.get("reservation_id")}
        if call.name == "book_reservation":
            assert named not in self.trips
        else:
            assert named == arguments.get("reservation_id")
        if call.name != "send_certificate":
            self._check_trip(call.name, arguments, trips[named], self.trips.get(named))
        self._check_certificates(call, methods)
        assert self._gift_totals(trips, methods) == self.gifts
        self._add_up(trips)
        self.trips, self.methods = trips, methods

    def _check_trip(self, tool: str, wanted: dict[str, Any], new: Trip, old: Trip | None) -> None:
        """The reservation is what was asked for, and otherwise what it was."""
        if "flights" in wanted:
            assert [{"flight_number": one.flight_number, "date": one.date} for one in new.legs] == (
                wanted["flights"]
            )
            assert new.row.cabin == wanted["cabin"]
            before = old or Trip(new.row)
            for leg in new.legs:
                key = leg.flight_number, leg.date
                assert leg.price == self._new_price(before, wanted["cabin"], key)
                flight = self.flights[leg.flight_number]
                assert (leg.origin, leg.destination) == (flight.origin, flight.destination)
        if "passengers" in wanted:
            names = ("first_name", "last_name", "dob")
            assert [{name: getattr(one, name) for name in names} for one in new.people] == (
                wanted["passengers"]
            )
        if "total_baggages" in wanted:
            bags = new.row.total_baggages, new.row.nonfree_baggages
            assert bags == (wanted["total_baggages"], wanted["nonfree_baggages"])
        assert (new.row.status == "cancelled") == (tool == "cancel_reservation")
        if old is None:
            return
        assert new.ledger[: len(old.ledger)] == old.ledger
        if tool == "update_reservation_baggages":
            fewer = old.row.nonfree_baggages - new.row.nonfree_baggages
            self.unrefunded[new.row.reservation_id] += 50 * max(0, fewer)
        assert (new.legs == old.legs) or tool == "update_reservation_flights"
        assert (new.people == old.people) or tool == "update_reservation_passengers"

    def _check_certificates(self, call: ToolCall, methods: dict[tuple[str, str], Any]) -> None:
        """They come one by one and go whole; no other method comes or goes."""
        arguments: Any = call.arguments
        gone, come = self.methods.keys() - methods.keys(), methods.keys() - self.methods.keys()
        used: set[tuple[str, str]] = set()
        if call.name == "book_reservation":
            paid = [
                (arguments["user_id"], one["payment_id"]) for one in arguments["payment_methods"]
            ]
            used = {key for key in paid if self.methods[key].source == "certificate"}
        assert gone == used
        for key in come:
            new = methods[key]
            assert (new.user_id, new.source, new.amount) == (
                arguments["user_id"], "certificate", arguments["amount"],
            )  # fmt: skip
        assert len(come) == (call.name == "send_certificate")
        for key in methods.keys() & self.methods.keys():
            assert methods[key].source == "gift_card" or methods[key] == self.methods[key]

    def _gift_totals(
        self, trips: dict[str, Trip], methods: dict[tuple[str, str], Any]
    ) -> Counter[tuple[str, str]]:
        """What every gift card holds and has paid together: no write changes it."""
        totals = Counter({k: one.amount for k, one in methods.items() if one.source == "gift_card"})
        assert min(totals.values()) >= 0
        for trip in trips.values():
            for entry in trip.charges:
                if entry.payment_id.startswith("gift_card_"):
                    totals[trip.row.user_id, entry.payment_id] += entry.amount
        return totals

    def _add_up(self, trips: dict[str, Trip]) -> None:
        """What was charged for a reservation is its cost."""
        for key, trip in trips.items():
            assert sum(one.amount for one in trip.charges) == trip.cost + self.unrefunded[key], key
            assert 0 <= trip.row.nonfree_baggages <= trip.row.total_baggages


CHOICES: dict[str, Callable[[DomainWalk], dict[str, Any] | None]] = {
    "book_reservation": DomainWalk.book,
    "update_reservation_flights": DomainWalk.move,
    "update_reservation_baggages": DomainWalk.bags,
    "update_reservation_passengers": DomainWalk.rename,
    "cancel_reservation": DomainWalk.cancel,
    "send_certificate": DomainWalk.certificate,
}
"""How the arguments of each write are chosen; none: not this one now."""
