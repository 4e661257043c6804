"""What customers only want to know."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from tau_emo_db import Draw
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.airline.base import (
    BOOKING,
    LAST_DAY,
    TODAY,
    Air,
    Departure,
    Trip,
    calculate,
    later,
    list_airports,
    search,
)
from tau_emo_tasks.tracer.domains.airline.cancelling import unused
from tau_emo_tasks.tracer.domains.airline.changes import Leg, touching
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES
from tau_emo_tasks.tracer.domains.airline.phrases import (
    NUMBERS,
    Days,
    Named,
    cabin,
    city,
    leg_name,
    life,
    told_amount,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

INTENT = 13
GUESSABLE = 1800
"""Whoever counts aloud gets so far; a sum that is all that a task asks for must be larger."""
Kind = Literal["number", "amount", "date", "time", "name"]


def _told(act: str, facts: dict[str, str], output: Output, *named: Named) -> TraceGoal:
    return TraceGoal(
        intent=INTENT,
        act=act,
        outcome="told",
        facts=facts,
        knows=named[0].knows() if len(named) == 1 else (),
        hears=(Heard.of(output),),
        outputs=(output,),
    )


def _shown(name: str, value: str, kind: Kind, source: str) -> Output:
    return Output(name=name, value=value, kind=kind, source=(source,))


@RECIPES.intent(INTENT, "told")
def which_day(air: Air, user: str) -> Iterator[Offer]:
    """The date of a flight whose reservation number is not at hand."""
    for trip in air.active(user):
        if trip.untouched and trip.direct and air.alone_on_route(user, trip):
            for place in range(len(trip.segments)):
                play = partial(_which_day, air, user, Leg(trip, place))
                yield Offer(play, touching(trip))


def _which_day(air: Air, user: str, leg: Leg, walk: Walk, draw: Draw) -> TraceGoal:
    named = Named(air, user, leg.trip, walk, draw, by_route=1)
    if named.by_number:
        raise WalkError("the trip is too far down")
    name = "date of the flight"
    output = _shown(name, leg.segment.date, "date", "get_reservation_details")
    facts = {**life(draw, air.users[user].dob), **named.facts(), **leg.facts(Days(draw))}
    return _told("which day", facts, output, named)


@RECIPES.intent(INTENT, "told")
def which_time(air: Air, user: str) -> Iterator[Offer]:
    """When a booked flight leaves, or arrives."""
    for trip in air.active(user):
        if trip.untouched and trip.direct:
            for place in range(len(trip.segments)):
                for what in ("departure", "arrival"):
                    play = partial(_which_time, air, user, Leg(trip, place), what)
                    yield Offer(play, touching(trip))


def _which_time(air: Air, user: str, leg: Leg, what: str, walk: Walk, draw: Draw) -> TraceGoal:
    named = Named(air, user, leg.trip, walk, draw)
    one = leg.segment
    leg.search(walk, one.date)
    flight = air.flights[one.flight_number]
    value: str = getattr(flight, f"scheduled_{what}_time_est")
    if value.endswith("+1"):
        raise WalkError("it arrives on the day after")
    output = _shown(f"{what} time", value, "time", "search_direct_flight")
    leaves = what == "departure"
    facts = {
        **life(draw, air.users[user].dob),
        **named.facts(),
        **leg.facts(Days(draw)),
        "leaves": "leaves" if leaves else "lands",
        "leave": "leave" if leaves else "land",
    }
    return _told("which time", facts, output, named)


@RECIPES.intent(INTENT, "told")
def how_late(air: Air, user: str) -> Iterator[Offer]:
    """When a late flight is now expected to leave."""
    for trip in air.active(user):
        if "delayed" in trip.statuses:
            yield Offer(partial(_how_late, air, user, trip), touching(trip))


def _how_late(air: Air, user: str, trip: Trip, walk: Walk, draw: Draw) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    place = trip.statuses.index("delayed")
    one = trip.segments[place]
    expected = air.days[one.flight_number, one.date].estimated_departure_time_est or ""
    output = _shown("estimated departure time", expected[11:19], "time", "get_reservation_details")
    facts = {**life(draw, air.users[user].dob), **named.facts(), "leg": leg_name(trip, place)}
    return _told("how late", facts, output, named)


@RECIPES.intent(INTENT, "told")
def paid_for_two(air: Air, user: str) -> Iterator[Offer]:
    """What two trips have cost together."""
    some = [one for one in air.active(user) if unused(one) and len(one.paid) == 1]
    for number, trip in enumerate(some):
        for other in some[number + 1 :]:
            total = trip.paid_in_all + other.paid_in_all
            if set(trip.route) != set(other.route) and total > GUESSABLE:
                play = partial(_paid_for_two, air, user, trip, other)
                yield Offer(play, touching(trip) | touching(other))


def _paid_for_two(
    air: Air, user: str, trip: Trip, other: Trip, walk: Walk, draw: Draw
) -> TraceGoal:
    one = Named(air, user, trip, walk, draw, by_route=1)
    two = Named(air, user, other, walk, draw, by_route=1)
    total = trip.paid_in_all + other.paid_in_all
    calculate(walk, f"{trip.paid_in_all} + {other.paid_in_all}", total)
    output = told_amount(walk, "total of both trips", total, "get_reservation_details")
    facts = {
        **life(draw, air.users[user].dob),
        "trip": one.facts()["trip"],
        "other_trip": two.facts()["trip"],
    }
    return _told("paid for two trips", facts, output, one, two).model_copy(
        update={
            "knows": tuple(
                known.model_copy(update={"name": name})
                for name, named in (("reservation_id", one), ("other_reservation_id", two))
                for known in named.knows()
            )
        }
    )


@RECIPES.intent(INTENT, "told")
def what_it_would_cost(air: Air, user: str) -> Iterator[Offer]:
    """The lowest price of a flight for one or several people."""
    yield Offer(partial(_what_it_would_cost, air, user), BOOKING)


def _what_it_would_cost(air: Air, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    while True:
        origin, destination = draw.pick(air.routes)
        day = later(TODAY, draw.integer(2, 15))
        name = draw.pick(("basic_economy", "economy", "business"))
        people = draw.pick((1, 2, 2, 3, 4))
        every: list[Departure] = air.departures(origin, destination, min(day, LAST_DAY))
        if every and all(one.seats(name) >= people for one in every):
            break
    list_airports(walk)
    search(walk, origin, destination, day)
    price = min(one.price(name) for one in every)
    if people > 1:
        calculate(walk, f"{people} * {price}", people * price)
    what = "lowest price" if people == 1 else "lowest price in total"
    output = told_amount(walk, what, people * price, "search_direct_flight")
    return _told(
        "what it would cost" if people == 1 else "what it would cost together",
        {
            **life(draw, air.users[user].dob),
            "origin": city(air, origin),
            "destination": city(air, destination),
            "date": Days(draw)(day),
            "cabin": cabin(name),
            "people": NUMBERS[people],
        },
        output,
    )
