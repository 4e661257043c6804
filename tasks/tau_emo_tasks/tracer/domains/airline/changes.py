"""Changes of what is booked: flights, cabin, bags and passengers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.airline.tables import PaymentMethod, ReservationFlight
from tau_emo_tasks.tracer.domains.airline.base import (
    LAST_DAY,
    TODAY,
    Air,
    Departure,
    Trip,
    calculate,
    later,
    search,
    think,
)
from tau_emo_tasks.tracer.domains.airline.choosing import Choice, choices
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES
from tau_emo_tasks.tracer.domains.airline.phrases import (
    NUMBERS,
    Days,
    Named,
    bags_detail,
    cabin,
    cabin_detail,
    called,
    date_detail,
    leg_name,
    life,
    payment_detail,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

TRIES = 30
_OTHER_STAYS = (
    "Only this flight changes; the flight {other} stays as it is.",
    "The flight {other} stays as booked.",
    "Nothing changes about the flight {other}.",
    "The flight {other} is fine as it is.",
    "The other flight of that trip stays.",
    "The booked flight {other} remains.",
)


def settlers(air: Air, user: str) -> list[PaymentMethod]:
    """What the customer may choose to settle a change with."""
    return air.payers(user, 1)


def covers(method: PaymentMethod, charge: int) -> bool:
    """True if the method can pay so many dollars."""
    return method.amount is None or method.amount >= charge


def touching(trip: Trip, method: PaymentMethod | None = None) -> frozenset[str]:
    """What a change of a trip, settled with the method, is about."""
    gift = method is not None and method.source == "gift_card"
    return frozenset({trip.id, *(("gift_card",) if gift else ())})


# -- moving a flight ----------------------------------------------------------------------


@dataclass(frozen=True)
class Leg:
    """One way of a trip, flown without a stop."""

    trip: Trip
    place: int
    """Its position among the flights."""

    @property
    def segment(self) -> ReservationFlight:
        """The flight as booked."""
        return self.trip.segments[self.place]

    @property
    def status(self) -> str:
        """The status of its departure."""
        return self.trip.statuses[self.place]

    def days(self, first: str = "") -> list[str]:
        """The days it could be moved to."""
        start, end = first or later(TODAY, 1), LAST_DAY
        if self.trip.round:
            other = self.trip.segments[1 - self.place].date
            if self.place == 0:
                end = min(end, later(other, -2))
            else:
                start = max(start, later(other, 2))
        old = self.segment.date
        some = [later(TODAY, n) for n in range(1, 16)]
        return [one for one in some if start <= one <= end and one != old]

    def facts(self, days: Days) -> dict[str, str]:
        """What the words may say of the flight."""
        other = "back" if self.place == 0 else "out"
        leg = leg_name(self.trip, self.place)
        return {
            "leg": leg,
            "leg_on": f"{leg} on {days(self.segment.date)}",
            "old_date": days(self.segment.date),
            "rest": f" {self._rest().format(other=other)}" if self._other_stands() else "",
        }

    def _other_stands(self) -> bool:
        """True if the trip has another flight, neither called off nor late."""
        return self.trip.round and self.trip.statuses[1 - self.place] not in (
            "cancelled",
            "delayed",
        )

    def _rest(self) -> str:
        """A way to say that the other flight of the trip stays."""
        return _OTHER_STAYS[sum(map(ord, self.trip.id)) % len(_OTHER_STAYS)]

    def itinerary(self, new: Departure) -> list[JsonValue]:
        """All flights with the new one in the place of this."""
        flights: list[JsonValue] = [
            {"flight_number": one.flight_number, "date": one.date} for one in self.trip.segments
        ]
        flights[self.place] = {**new.segment()}
        return flights

    def difference(self, new: Departure) -> int:
        """What the change costs all passengers together."""
        price = new.price(self.trip.booked.cabin)
        return self.trip.people * (price - self.segment.price)

    def sum(self, new: Departure) -> str:
        """The difference as an expression for the calculator."""
        one = f"{new.price(self.trip.booked.cabin)} - {self.segment.price}"
        return one if self.trip.people == 1 else f"{self.trip.people} * ({one})"

    def search(self, walk: Walk, day: str) -> None:
        """Look up the direct flights of a day."""
        search(walk, self.segment.origin, self.segment.destination, day)

    def choices(self, air: Air, day: str, draw: Draw) -> list[Choice]:
        """The ways to pick a flight of a day."""
        one, trip = self.segment, self.trip
        return choices(air, one.origin, one.destination, day, trip.booked.cabin, trip.people, draw)

    def others(self) -> list[str]:
        """The dates of the flights that stay."""
        return [one.date for one in self.trip.segments if one is not self.segment]

    def change(self, walk: Walk, new: Departure, method: PaymentMethod) -> None:
        """Have the flight replaced."""
        walk.call(
            "update_reservation_flights",
            reservation_id=self.trip.id,
            cabin=self.trip.booked.cabin,
            flights=self.itinerary(new),
            payment_id=method.id,
        )


def movable(air: Air, user: str, wanted: Sequence[str] = ("available",)) -> Iterator[Leg]:
    """The legs of a customer's trips that may be moved, with one of the wanted statuses."""
    for trip in air.active(user):
        if trip.direct and trip.booked.cabin != "basic_economy":
            for place, status in enumerate(trip.statuses):
                others = (*trip.statuses[:place], *trip.statuses[place + 1 :])
                # Whoever moves one flight would have to hear first that the other does not go.
                if status in wanted and "cancelled" not in others and Leg(trip, place).days():
                    yield Leg(trip, place)


@RECIPES.intent(4, "done")
def move_a_flight(air: Air, user: str) -> Iterator[Offer]:
    """Another day for one way of a trip."""
    for leg in movable(air, user):
        for method in settlers(air, user):
            play = partial(_move, air, user, leg, method)
            yield Offer(play, touching(leg.trip, method))


def _move(
    air: Air, user: str, leg: Leg, method: PaymentMethod, walk: Walk, draw: Draw
) -> TraceGoal:
    for _ in range(TRIES):
        near = [one for one in leg.days() if abs(_apart(one, leg.segment.date)) <= 4]
        day = draw.pick(near or leg.days())
        some = leg.choices(air, day, draw)
        if not some:
            continue
        choice = draw.pick(some)
        difference = leg.difference(choice.departure)
        if difference == 0 or not covers(method, difference):
            continue
        trip = Named(air, user, leg.trip, walk, draw)
        leg.search(walk, day)
        calculate(walk, leg.sum(choice.departure), difference)
        leg.change(walk, choice.departure, method)
        days = Days(draw)
        return TraceGoal(
            intent=4,
            act="move",
            outcome="done",
            facts={
                **life(draw, air.users[user].dob),
                **trip.facts(),
                **leg.facts(days),
                "date": days(day),
                "choice": choice.words,
                "card": called(air, user, method),
            },
            knows=trip.knows(),
            details=(
                trip.detail(),
                date_detail(day, leg.others()),
                payment_detail(air, user, method),
            ),
        )
    raise WalkError("no day fits")


def _apart(one: str, other: str) -> int:
    return (int(one[8:]) - int(other[8:])) + 31 * (int(one[5:7]) - int(other[5:7]))


@RECIPES.intent(4, "done")
def move_within_a_budget(air: Air, user: str) -> Iterator[Offer]:
    """Another day, or if that costs too much a second one."""
    for leg in movable(air, user):
        for method in settlers(air, user):
            play = partial(_move_within_a_budget, air, user, leg, method)
            yield Offer(play, touching(leg.trip, method))


def _move_within_a_budget(
    air: Air, user: str, leg: Leg, method: PaymentMethod, walk: Walk, draw: Draw
) -> TraceGoal:
    for _ in range(TRIES):
        some = leg.days()
        if len(some) < 2:
            break
        first, second = draw.sample(some, 2)
        pairs = [
            (one, other)
            for one in leg.choices(air, first, draw)
            for other in leg.choices(air, second, draw)
            if one.kind == other.kind
        ]
        if not pairs:
            continue
        here, there = draw.pick(pairs)
        cost, else_cost = leg.difference(here.departure), leg.difference(there.departure)
        fits = draw.chance(0.4)
        limit = (cost + 19) // 20 * 20 if fits else (cost - 1) // 20 * 20
        if limit < 20 or limit == cost or cost <= 0 or else_cost > limit:
            continue
        taken, day = (here, first) if fits else (there, second)
        difference = cost if fits else else_cost
        if difference == 0 or not covers(method, max(cost, else_cost)):
            continue
        trip = Named(air, user, leg.trip, walk, draw)
        leg.search(walk, first)
        calculate(walk, leg.sum(here.departure), cost)
        think(walk, f"The change costs {cost} dollars, and the customer's limit is {limit}.")
        if not fits:
            leg.search(walk, second)
            calculate(walk, leg.sum(there.departure), else_cost)
        leg.change(walk, taken.departure, method)
        days = Days(draw)
        wrong = date_detail(day, leg.others()).reject
        return TraceGoal(
            intent=4,
            act="move within a budget",
            outcome="done",
            facts={
                **life(draw, air.users[user].dob),
                **trip.facts(),
                **leg.facts(days),
                "date": days(first),
                "second_date": days(second),
                "choice": max((here.words, there.words), key=len),
                "limit": str(limit),
                "card": called(air, user, method),
            },
            knows=trip.knows(),
            details=(
                trip.detail(),
                Detail(
                    name="date",
                    accept=(day,),
                    reject=tuple(one for one in wrong if one not in (first, second)),
                ),
                payment_detail(air, user, method),
            ),
        )
    raise WalkError("no two days fit")


@RECIPES.intent(13, "done")
def move_to_the_cheapest_day(air: Air, user: str) -> Iterator[Offer]:
    """Of three days, the one that costs least."""
    for leg in movable(air, user):
        for method in settlers(air, user):
            play = partial(_move_to_the_cheapest_day, air, user, leg, method)
            yield Offer(play, touching(leg.trip, method))


def _move_to_the_cheapest_day(
    air: Air, user: str, leg: Leg, method: PaymentMethod, walk: Walk, draw: Draw
) -> TraceGoal:
    name, people = leg.trip.booked.cabin, leg.trip.people
    for _ in range(TRIES):
        if len(leg.days()) < 3:
            break
        some = sorted(draw.sample(leg.days(), draw.pick([2, 3])))
        one = leg.segment
        ranked = sorted(
            (
                (each.price(name), each.day.date, each)
                for day in some
                for each in air.departures(one.origin, one.destination, day)
                if each.seats(name) >= people
            ),
            key=lambda entry: entry[:2],
        )
        if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
            continue
        _, day, new = ranked[0]
        difference = leg.difference(new)
        if difference == 0 or not covers(method, difference):
            continue
        trip = Named(air, user, leg.trip, walk, draw)
        for each in some:
            leg.search(walk, each)
        calculate(walk, leg.sum(new), difference)
        leg.change(walk, new, method)
        days = Days(draw)
        spoken = [days(each) for each in some]
        return TraceGoal(
            intent=13,
            act="move to the cheapest day",
            outcome="done",
            facts={
                **life(draw, air.users[user].dob),
                **trip.facts(),
                **leg.facts(days),
                "days": f"{', '.join(spoken[:-1])} or {spoken[-1]}",
                "card": called(air, user, method),
            },
            knows=trip.knows(),
            details=(
                trip.detail(),
                Detail(name="date", accept=(day,)),
                payment_detail(air, user, method),
            ),
        )
    raise WalkError("no days fit")


# -- cabin --------------------------------------------------------------------------------


def repriced(air: Air, trip: Trip, name: str) -> list[Departure] | None:
    """The flights of a trip as they stand today; None if the cabin has no room on one."""
    found: list[Departure] = []
    for one in trip.segments:
        day = air.days[one.flight_number, one.date]
        departure = Departure(air.flights[one.flight_number], day)
        if day.status != "available" or departure.seats(name) < trip.people:
            return None
        found.append(departure)
    return found


def cabin_sum(trip: Trip, flights: Sequence[Departure], name: str) -> tuple[str, int]:
    """What another cabin costs, as an expression for the calculator and its value."""
    new = " + ".join(str(one.price(name)) for one in flights)
    fare = f"{new} - {' - '.join(str(one.price) for one in trip.segments)}"
    value = trip.people * (sum(one.price(name) for one in flights) - trip.fare)
    return (fare if trip.people == 1 else f"{trip.people} * ({fare})"), value


def search_segments(walk: Walk, trip: Trip) -> None:
    """Look up today's prices of all flights of a trip."""
    for one in trip.segments:
        search(walk, one.origin, one.destination, one.date)


_RANKS: Mapping[str, int] = {"basic_economy": 0, "economy": 1, "business": 2}


@RECIPES.intent(5, "done")
def change_cabin(air: Air, user: str) -> Iterator[Offer]:
    """A better cabin for a charge, or a lower one for a refund."""
    for trip in air.active(user):
        for name in _RANKS:
            flights = repriced(air, trip, name) if name != trip.booked.cabin else None
            if not flights:
                continue
            expression, difference = cabin_sum(trip, flights, name)
            up = _RANKS[name] > _RANKS[trip.booked.cabin]
            if difference == 0 or up != (difference > 0):
                continue
            for method in air.payers(user, difference):
                play = partial(
                    _change_cabin, air, user, trip, name, method, (expression, difference)
                )
                yield Offer(play, touching(trip, method))


def _change_cabin(
    air: Air,
    user: str,
    trip: Trip,
    name: str,
    method: PaymentMethod,
    cost: tuple[str, int],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    search_segments(walk, trip)
    calculate(walk, *cost)
    _change_to(walk, trip, name, method)
    return TraceGoal(
        intent=5,
        act="upgrade" if cost[1] > 0 else "downgrade",
        outcome="done",
        facts=_cabin_facts(air, user, trip, named, name, method, draw),
        knows=named.knows(),
        details=(named.detail(), cabin_detail(name), payment_detail(air, user, method)),
    )


def _change_to(walk: Walk, trip: Trip, name: str, method: PaymentMethod) -> None:
    walk.call(
        "update_reservation_flights",
        reservation_id=trip.id,
        cabin=name,
        flights=[{"flight_number": one.flight_number, "date": one.date} for one in trip.segments],
        payment_id=method.id,
    )


def _cabin_facts(
    air: Air, user: str, trip: Trip, named: Named, name: str, method: PaymentMethod, draw: Draw
) -> dict[str, str]:
    return {
        **life(draw, air.users[user].dob),
        **named.facts(),
        "new_cabin": cabin(name),
        "flights": "flight" if len(trip.segments) == 1 else "flights",
        "card": called(air, user, method),
    }


@RECIPES.intent(5, "done")
def upgrade_within_a_budget(air: Air, user: str) -> Iterator[Offer]:
    """Business if that is not too dear, otherwise economy."""
    for trip in air.active(user):
        if trip.booked.cabin != "basic_economy":
            continue
        business, economy = repriced(air, trip, "business"), repriced(air, trip, "economy")
        if not business or not economy:
            continue
        dear, cheap = cabin_sum(trip, business, "business"), cabin_sum(trip, economy, "economy")
        if cheap[1] <= 0 or dear[1] - cheap[1] < 60:
            continue
        for method in air.payers(user, dear[1]):
            play = partial(_upgrade_within_a_budget, air, user, trip, method, dear, cheap)
            yield Offer(play, touching(trip, method))


def _upgrade_within_a_budget(
    air: Air,
    user: str,
    trip: Trip,
    method: PaymentMethod,
    dear: tuple[str, int],
    cheap: tuple[str, int],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    fits = draw.chance(0.5)
    limit = (dear[1] + 49) // 50 * 50 if fits else (dear[1] - 1) // 50 * 50
    if limit in (dear[1], cheap[1]) or limit < cheap[1]:
        raise WalkError("no limit lies between")
    named = Named(air, user, trip, walk, draw)
    search_segments(walk, trip)
    calculate(walk, *dear)
    think(walk, f"Business costs {dear[1]} dollars more, and the customer's limit is {limit}.")
    if not fits:
        calculate(walk, *cheap)
    name = "business" if fits else "economy"
    _change_to(walk, trip, name, method)
    facts = _cabin_facts(air, user, trip, named, name, method, draw)
    return TraceGoal(
        intent=5,
        act="upgrade within a budget",
        outcome="done",
        facts={**facts, "limit": str(limit)},
        knows=named.knows(),
        details=(named.detail(), cabin_detail(name), payment_detail(air, user, method)),
    )


# -- bags ---------------------------------------------------------------------------------


_FREE = Detail(name="payment", accept=("nothing", "free", "no charge", "no cost", "no extra", "0"))
"""What a listing says of the payment if there is nothing to pay."""


@RECIPES.intent(6, "done")
def add_bags(air: Air, user: str) -> Iterator[Offer]:
    """Some more bags, free or paid."""
    for trip in air.active(user):
        if not trip.untouched:
            continue
        free = air.free_bags(user, trip.booked.cabin, trip.people)
        for more in (1, 2, 3):
            total = trip.booked.total_baggages + more
            paid = max(0, total - free)
            charge = 50 * max(0, paid - trip.booked.nonfree_baggages)
            if total > 12 or paid > 9:
                continue
            for method in air.payers(user, charge):
                play = partial(_add_bags, air, user, trip, more, paid, charge, method)
                yield Offer(play, touching(trip, method))


def _add_bags(
    air: Air,
    user: str,
    trip: Trip,
    more: int,
    paid: int,
    charge: int,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    old = trip.booked.total_baggages
    if charge:
        calculate(walk, f"{charge // 50} * 50", charge)
    walk.call(
        "update_reservation_baggages",
        reservation_id=trip.id,
        total_baggages=old + more,
        nonfree_baggages=paid,
        payment_id=method.id,
    )
    return TraceGoal(
        intent=6,
        act="add bags" if old else "first bags",
        outcome="done",
        facts={
            **life(draw, air.users[user].dob),
            **named.facts(),
            "more": NUMBERS[more],
            "more_bags": "checked bag" if more == 1 else "checked bags",
            "bags": "bag" if more == 1 else "bags",
            "it": "it" if more == 1 else "they",
            "costs": "costs" if more == 1 else "cost",
            "total": NUMBERS[old + more],
            "card": called(air, user, method),
        },
        knows=named.knows(),
        details=(
            named.detail(),
            bags_detail(old + more).model_copy(update={"reject": ()}),
            payment_detail(air, user, method) if charge else _FREE,
        ),
    )
