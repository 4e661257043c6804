"""Booking: who travels, with how many bags, insured or not, and how it is paid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.airline.tables import PaymentMethod, SavedPassenger
from tau_emo_tasks.tracer.domains.airline.base import (
    BOOKING,
    LAST_DAY,
    TODAY,
    Air,
    Departure,
    Person,
    calculate,
    full_name,
    later,
    list_airports,
    look,
    search,
    traveler,
)
from tau_emo_tasks.tracer.domains.airline.choosing import Choice, choices
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES
from tau_emo_tasks.tracer.domains.airline.people import stranger
from tau_emo_tasks.tracer.domains.airline.phrases import (
    NUMBERS,
    Days,
    bags_detail,
    cabin,
    cabin_detail,
    called,
    city,
    date_detail,
    insurance_detail,
    life,
    payment_detail,
    people_details,
    route_detail,
    town,
)
from tau_emo_tasks.tracer.kit.lists import listed
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

TRIES = 60
"""So many journeys are tried for one booking."""
NEW_YORK = {"JFK", "LGA", "EWR"}
"""Airports between which nobody flies."""
CABINS = {"basic_economy": 0.25, "economy": 0.45, "business": 0.3}


# -- payment ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Purse:
    """What pays, in its order: some methods whole, and the last one what is left."""

    whole: tuple[PaymentMethod, ...]
    last: PaymentMethod
    other: PaymentMethod | None = None
    """A second credit card that the customer would like to use, if that were possible."""

    def shares(self, total: int) -> list[tuple[PaymentMethod, int]] | None:
        """What each pays; None if it does not come out."""
        used = sum(one.amount or 0 for one in self.whole)
        rest = total - used
        if rest <= 0 or any(not one.amount for one in self.whole):
            return None
        if self.last.amount is not None and self.last.amount < rest:
            return None
        return [*((one, one.amount or 0) for one in self.whole), (self.last, rest)]

    def touches(self) -> frozenset[str]:
        """Balances that must not change before."""
        return frozenset(
            one.source for one in (*self.whole, self.last) if one.source != "credit_card"
        )


def _purses(air: Air, user: str) -> Iterator[Purse]:
    gift, certificate = air.best(user, "gift_card"), air.best(user, "certificate")
    for card in air.cards(user):
        yield Purse((), card)
        if gift:
            yield Purse((gift,), card)
        if certificate:
            yield Purse((certificate,), card)
        if gift and certificate:
            yield Purse((certificate, gift), card)
    if gift:
        yield Purse((), gift)
    if gift and certificate:
        yield Purse((certificate,), gift)


def _paying(air: Air, user: str, purse: Purse) -> tuple[Detail, ...]:
    details: list[Detail] = []
    for number, one in enumerate(purse.whole):
        rest = [*purse.whole[:number], *purse.whole[number + 1 :], purse.last]
        name = f"{one.source.replace('_', ' ')} {'then' if number else 'first'}"
        details.append(payment_detail(air, user, one, rest).model_copy(update={"name": name}))
    last = payment_detail(air, user, purse.last, purse.whole)
    if purse.other:
        return (last.model_copy(update={"name": "one card"}),)
    return (*details, last.model_copy(update={"name": "rest"}) if purse.whole else last)


def _money_facts(air: Air, user: str, purse: Purse) -> dict[str, str]:
    facts = {"card": called(air, user, purse.last)}
    if purse.other:
        facts["other_card"] = called(air, user, purse.other)
    for one in purse.whole:
        facts["certificate" if one.source == "certificate" else "gift"] = called(air, user, one)
    return facts


# -- who travels --------------------------------------------------------------------------


@dataclass(frozen=True)
class Party:
    """The passengers of a booking."""

    people: tuple[Person, ...]
    kind: str
    """`alone`, `with saved`, `saved only` or `with new`."""
    named: tuple[Person, ...]
    """Those whom the customer names."""

    def details(self) -> tuple[Detail, ...]:
        """Whom a listing must name."""
        first, *others = people_details(self.named)
        born = [Detail(name="born", accept=(self.named[0].dob,))] if self.kind == "with new" else []
        return (first.model_copy(update={"name": f"travels {self.kind}"}), *others, *born)

    def facts(self, days: Days) -> dict[str, str]:
        """What the words may say of them."""
        many = len(self.named) > 1
        return {
            "who": listed([full_name(one) for one in self.named]),
            "who_is": "are" if many else "is",
            "who_both": f"{'both' if len(self.named) == 2 else 'all'} " if many else "",
            "born": days.born(self.named[0].dob),
        }


def _party(air: Air, user: str, draw: Draw) -> Party:
    me = air.users[user]
    saved = _distinct(air, user)
    kind = draw.weighted({"alone": 0.4, "with saved": 0.3, "saved only": 0.12, "with new": 0.18})
    if kind == "with saved" and saved:
        some = draw.sample(saved, min(len(saved), draw.pick([1, 1, 2, 3])))
        return Party((me, *some), kind, tuple(some))
    if kind == "saved only" and saved:
        one = draw.pick(saved)
        return Party((one,), kind, (one,))
    if kind == "with new":
        new = stranger(air, user, draw)
        return Party((me, new), kind, (new,))
    return Party((me,), "alone", (me,))


def _distinct(air: Air, user: str) -> list[SavedPassenger]:
    """Saved passengers whose first names nobody else in the profile has."""
    everybody = [air.users[user].first_name, *(one.first_name for one in air.saved[user])]
    return [one for one in air.saved[user] if everybody.count(one.first_name) == 1]


# -- the journey --------------------------------------------------------------------------


@dataclass(frozen=True)
class Journey:
    """What is to be booked, but for payment."""

    origin: str
    destination: str
    legs: tuple[Departure, ...]
    cabin: str
    party: Party
    bags: int
    paid_bags: int
    insured: bool
    back: str = ""
    """The day of the way back of a round trip."""

    @property
    def total(self) -> int:
        """What it costs."""
        fare = sum(one.price(self.cabin) for one in self.legs)
        return len(self.party.people) * (fare + 30 * self.insured) + 50 * self.paid_bags

    def sum(self) -> str:
        """The sum as an expression for the calculator."""
        each = [str(one.price(self.cabin)) for one in self.legs] + ["30"] * self.insured
        fare = " + ".join(each)
        people = len(self.party.people)
        if people > 1:
            fare = f"{people} * ({fare})" if len(each) > 1 else f"{people} * {fare}"
        return fare + (f" + {self.paid_bags} * 50" if self.paid_bags else "")


def _luggage(air: Air, user: str, cabin: str, people: int, draw: Draw) -> tuple[int, int]:
    """Some bags, and how many of them must be paid for."""
    free = air.free_bags(user, cabin, people)
    bags = draw.integer(0, min(free + 2, people * 3))
    return bags, max(0, bags - free)


def _book(
    air: Air, user: str, purse: Purse, journey: Journey, walk: Walk, shares: Sequence[Any]
) -> None:
    if any(sign in journey.sum() for sign in "+*"):
        calculate(walk, journey.sum(), journey.total)
    if purse.whole:
        used = " - ".join(str(one.amount) for one in purse.whole)
        calculate(walk, f"{journey.total} - {used}", shares[-1][1])
    people: list[JsonValue] = [{**traveler(one)} for one in journey.party.people]
    walk.call(
        "book_reservation",
        user_id=user,
        origin=journey.origin,
        destination=journey.destination,
        flight_type="round_trip" if journey.back else "one_way",
        cabin=journey.cabin,
        flights=[{**one.segment()} for one in journey.legs],
        passengers=people,
        payment_methods=[{"payment_id": one.id, "amount": amount} for one, amount in shares],
        total_baggages=journey.bags,
        nonfree_baggages=journey.paid_bags,
        insurance="yes" if journey.insured else "no",
    )


def _booked(
    air: Air,
    user: str,
    purse: Purse,
    journey: Journey,
    intent: int,
    act: str,
    facts: dict[str, str],
    draw: Draw,
) -> TraceGoal:
    days = Days(draw)
    day = journey.legs[0].day.date
    everywhen = [one.day.date for one in journey.legs]
    back = (date_detail(journey.back, everywhen, "return date"),) if journey.back else ()
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            **life(draw, air.users[user].dob),
            "origin": city(air, journey.origin),
            "destination": city(air, journey.destination),
            "town": town(air, journey.destination),
            "date": days(day),
            "back": days(journey.back) if journey.back else "",
            "cabin": cabin(journey.cabin),
            "bags": "no bags" if not journey.bags else "one bag" if journey.bags == 1 else
                f"{NUMBERS[journey.bags]} bags in all",
            **journey.party.facts(days),
            **_money_facts(air, user, purse),
            **facts,
        },
        details=(
            route_detail(air, "route", journey.destination),
            date_detail(day, everywhen),
            *back,
            cabin_detail(journey.cabin),
            *journey.party.details(),
            bags_detail(journey.bags),
            insurance_detail(journey.insured, len(journey.party.people)),
            *_paying(air, user, purse),
        ),
    )  # fmt: skip


def _any_day(draw: Draw, last: str = LAST_DAY) -> str:
    day = later(TODAY, draw.integer(1, 15))
    return min(day, last)


def _any_cabin(draw: Draw) -> str:
    return draw.weighted(CABINS)


def _new_route(air: Air, user: str, draw: Draw) -> tuple[str, str] | None:
    """A route with a direct flight on which the customer has no trip."""
    origin, destination = route = draw.pick(air.routes)
    taken = air.booked_between(user, origin, destination) or {*route} <= NEW_YORK
    return None if taken else route


# -- 1: one way ---------------------------------------------------------------------------


@RECIPES.intent(1, "done")
def book_one_way(air: Air, user: str) -> Iterator[Offer]:
    """A direct one-way trip."""
    for purse in _purses(air, user):
        if len(purse.whole) < 2:
            play = partial(_book_one_way, air, user, purse)
            yield Offer(play, BOOKING | purse.touches())


@RECIPES.intent(1, "done")
def book_with_two_cards(air: Air, user: str) -> Iterator[Offer]:
    """A direct one-way trip that two credit cards shall pay, which is not possible."""
    for card in air.cards(user):
        for other in air.cards(user):
            if other.id != card.id:
                play = partial(_book_with_two_cards, air, user, Purse((), card, other))
                yield Offer(play, BOOKING)


def _book_one_way(air: Air, user: str, purse: Purse, walk: Walk, draw: Draw) -> TraceGoal:
    for _ in range(TRIES):
        route, wanted, party = (
            _new_route(air, user, draw),
            _any_cabin(draw),
            _party(air, user, draw),
        )
        people, day = len(party.people), _any_day(draw)
        some = choices(air, *route, day, wanted, people, draw) if route else []
        if not route or not some:
            continue
        choice = draw.pick(some)
        luggage = _luggage(air, user, wanted, people, draw)
        journey = Journey(*route, (choice.departure,), wanted, party, *luggage, draw.chance(0.35))
        shares = purse.shares(journey.total)
        if shares is None:
            continue
        list_airports(walk)
        search(walk, *route, day)
        _book(air, user, purse, journey, walk, shares)
        facts = {"choice": choice.words}
        return _booked(air, user, purse, journey, 1, "book one way", facts, draw)
    raise WalkError("no journey fits the purse")


def _book_with_two_cards(
    air: Air, user: str, purse: Purse, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    walk.goal += 1
    done = _book_one_way(air, user, purse, walk, draw)
    refused = TraceGoal(
        intent=1,
        act="book with two cards",
        outcome="refused",
        facts=done.facts,
        details=done.details[:-1],
        refuses=("AIR-12",),
    )
    return refused, done.model_copy(update={"act": "book with one card", "follows": True})


@RECIPES.intent(1, "done")
def book_by_price(air: Air, user: str) -> Iterator[Offer]:
    """A direct one-way trip, in business if that is not too dear, otherwise in economy."""
    for card in air.cards(user):
        play = partial(_book_by_price, air, user, Purse((), card))
        yield Offer(play, BOOKING)


def _book_by_price(air: Air, user: str, purse: Purse, walk: Walk, draw: Draw) -> TraceGoal:
    for _ in range(TRIES):
        route, party, day = _new_route(air, user, draw), _party(air, user, draw), _any_day(draw)
        if not route:
            continue
        people = len(party.people)
        every = air.departures(*route, day)
        if not every or any(
            one.seats(name) < people for one in every for name in ("economy", "business")
        ):
            continue
        some = [
            one
            for one in choices(air, *route, day, "economy", people, draw)
            if one.kind != "cheapest"
        ]
        if not some:
            continue
        choice = draw.pick(some)
        price = choice.departure.price("business")
        fits = draw.chance(0.5)
        limit = (price + 49) // 50 * 50 if fits else (price - 1) // 50 * 50
        if limit == price or limit < choice.departure.price("economy"):
            continue
        wanted = "business" if fits else "economy"
        luggage = _luggage(air, user, wanted, people, draw)
        journey = Journey(*route, (choice.departure,), wanted, party, *luggage, False)
        shares = purse.shares(journey.total)
        if shares is None:
            continue
        list_airports(walk)
        search(walk, *route, day)
        _book(air, user, purse, journey, walk, shares)
        facts = {"choice": choice.words, "limit": str(limit)}
        return _booked(air, user, purse, journey, 1, "book by price", facts, draw)
    raise WalkError("no journey fits the purse")


# -- 2: there and back --------------------------------------------------------------------


@RECIPES.intent(2, "done")
def book_round_trip(air: Air, user: str) -> Iterator[Offer]:
    """A round trip, paid by several methods."""
    for purse in _purses(air, user):
        if purse.whole:
            play = partial(_book_round_trip, air, user, purse)
            yield Offer(play, BOOKING | purse.touches())


def _book_round_trip(air: Air, user: str, purse: Purse, walk: Walk, draw: Draw) -> TraceGoal:
    for _ in range(TRIES):
        route, wanted, party = (
            _new_route(air, user, draw),
            _any_cabin(draw),
            _party(air, user, draw),
        )
        people, day = len(party.people), _any_day(draw, later(LAST_DAY, -3))
        back = min(later(day, draw.integer(2, 7)), LAST_DAY)
        if not route:
            continue
        out = choices(air, *route, day, wanted, people, draw)
        home = choices(air, route[1], route[0], back, wanted, people, draw)
        pairs = [(one, other) for one in out for other in home if _alike(one, other)]
        if not pairs:
            continue
        there, again = draw.pick(pairs)
        luggage = _luggage(air, user, wanted, people, draw)
        legs = (there.departure, again.departure)
        journey = Journey(*route, legs, wanted, party, *luggage, draw.chance(0.35), back)
        shares = purse.shares(journey.total)
        if shares is None:
            continue
        list_airports(walk)
        search(walk, *route, day)
        search(walk, route[1], route[0], back)
        _book(air, user, purse, journey, walk, shares)
        words = max((there.words, again.words), key=len)
        facts = {"choice": words}
        return _booked(air, user, purse, journey, 2, "book round trip", facts, draw)
    raise WalkError("no journey fits the purse")


def _alike(out: Choice, home: Choice) -> bool:
    """True if both ways are picked by the same words."""
    return out.kind == home.kind and out.kind in ("only", "cheapest", "earliest", "latest")


# -- 3: with one stop ---------------------------------------------------------------------


@RECIPES.intent(3, "done")
def book_with_a_stop(air: Air, user: str) -> Iterator[Offer]:
    """A one-way trip with one stop, since nobody flies there directly."""
    for purse in _purses(air, user):
        if len(purse.whole) < 2:
            play = partial(_book_with_a_stop, air, user, purse)
            yield Offer(play, BOOKING | purse.touches())


def _arrival(pair: tuple[Departure, Departure]) -> tuple[str, str]:
    second = pair[1]
    lands = second.flight.scheduled_arrival_time_est
    day = later(second.day.date, 1) if second.lands_next_day else second.day.date
    return day, lands[:8]


def _book_with_a_stop(air: Air, user: str, purse: Purse, walk: Walk, draw: Draw) -> TraceGoal:
    codes = sorted(air.cities)
    for _ in range(TRIES):
        origin, destination = draw.sample(codes, 2)
        wanted, party, day = _any_cabin(draw), _party(air, user, draw), _any_day(draw)
        if air.flies(origin, destination) or air.booked_between(user, origin, destination):
            continue
        if {origin, destination} <= NEW_YORK:
            continue
        people = len(party.people)
        picked = _connection(air, origin, destination, day, wanted, people, draw)
        if picked is None:
            continue
        legs, words = picked
        luggage = _luggage(air, user, wanted, people, draw)
        journey = Journey(origin, destination, legs, wanted, party, *luggage, draw.chance(0.3))
        shares = purse.shares(journey.total)
        if shares is None:
            continue
        list_airports(walk)
        for tool in ("search_direct_flight", "search_onestop_flight"):
            look(walk, tool, origin=origin, destination=destination, date=day)
        _book(air, user, purse, journey, walk, shares)
        return _booked(air, user, purse, journey, 3, "book with a stop", {"choice": words}, draw)
    raise WalkError("no journey fits the purse")


def _connection(
    air: Air, origin: str, destination: str, day: str, cabin: str, people: int, draw: Draw
) -> tuple[tuple[Departure, Departure], str] | None:
    """One of the connections of a day that have room, and the words that pick it."""
    every = list(air.connections(origin, destination, day))
    fitting = [one for one in every if min(leg.seats(cabin) for leg in one) >= people]
    room = "a free seat" if people == 1 else "enough seats"
    there = f" with {room} on both flights" if len(fitting) < len(every) else ""
    same_day = [one for one in fitting if _arrival(one)[0] == day]

    def price(one: tuple[Departure, Departure]) -> tuple[str, str]:
        return "", f"{sum(leg.price(cabin) for leg in one):06d}"

    ways = [
        (fitting, price, (
            f"whichever connection{there} costs least",
            f"the cheapest connection{there}",
        )),
        (same_day, price, (
            f"the cheapest connection{there} that arrives on that same day",
            f"whichever connection{there} still lands on that day and costs least",
        )),
        (fitting, _arrival, (
            f"the connection{there} that gets there earliest",
            f"whichever connection{there} lands first",
        )),
    ]  # fmt: skip
    some, key, words = draw.pick(ways)
    ranked = sorted(some, key=key)
    if len(ranked) < 2 or key(ranked[0]) == key(ranked[1]):
        return None
    return ranked[0], draw.pick(words)
