"""Wishes that the rules forbid, and wishes that only a member of staff can serve."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.airline.base import (
    BOOKING,
    TODAY,
    USED,
    Air,
    Trip,
    calculate,
    full_name,
    later,
)
from tau_emo_tasks.tracer.domains.airline.cancelling import (
    REASONS,
    broken,
    entitled,
    paid_for,
    recent,
    unused,
)
from tau_emo_tasks.tracer.domains.airline.changes import (
    Leg,
    cabin_sum,
    repriced,
    search_segments,
    touching,
)
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES
from tau_emo_tasks.tracer.domains.airline.passengers import distinct
from tau_emo_tasks.tracer.domains.airline.phrases import (
    NUMBERS,
    Days,
    Named,
    city,
    life,
    told_amount,
    town,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError


def _refused(
    air: Air,
    user: str,
    trip: Trip,
    intent: int,
    act: str,
    rule: str,
    facts: dict[str, str],
    knows: Sequence[Known],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Nothing is done but to open the trip."""
    named = Named(air, user, trip, walk, draw)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts={
            **life(draw, air.users[user].dob),
            **named.facts(),
            **broken(trip, Days(draw)),
            **facts,
        },
        knows=(*named.knows(), *knows),
        refuses=(rule,),
    )


# -- 14: cancelling -----------------------------------------------------------------------


def _no_ground(air: Air, user: str) -> list[Trip]:
    """Trips that may be cancelled neither for their cabin nor for their age or flights."""
    return [
        one
        for one in air.active(user)
        if unused(one)
        and "cancelled" not in one.statuses
        and one.booked.cabin != "business"
        and not recent(one)
    ]


@RECIPES.intent(14, "refused")
def cancel_without_ground(air: Air, user: str) -> Iterator[Offer]:
    """A change of plan is no ground, with insurance or without; nor is health without it."""
    for trip in _no_ground(air, user):
        kinds = ["plans"] if trip.booked.insurance == "yes" else ["plans", "health"]
        for kind in kinds:
            yield Offer(partial(_cancel_without_ground, air, user, trip, kind), touching(trip))


def _cancel_without_ground(
    air: Air, user: str, trip: Trip, kind: str, walk: Walk, draw: Draw
) -> TraceGoal:
    reason = draw.pick(REASONS[kind])
    act = "cancel without ground" if kind == "plans" else "cancel for health, not insured"
    knows = (Known(name="reason", value=reason),)
    return _refused(air, user, trip, 14, act, "AIR-29", {"reason": reason}, knows, walk, draw)


@RECIPES.intent(14, "refused")
def cancel_or_hear_the_price(air: Air, user: str) -> Iterator[Offer]:
    """A trip that cannot be cancelled; then what was paid for it is asked for."""
    for trip in _no_ground(air, user):
        yield Offer(partial(_cancel_or_hear_the_price, air, user, trip), touching(trip))


def _cancel_or_hear_the_price(air: Air, user: str, trip: Trip, walk: Walk, draw: Draw) -> TraceGoal:
    reason = draw.pick(REASONS["plans"])
    knows = (Known(name="reason", value=reason),)
    act = "cancel or hear the price"
    goal = _refused(air, user, trip, 14, act, "AIR-29", {"reason": reason}, knows, walk, draw)
    paid = paid_for(walk, trip)
    return _telling(
        goal, told_amount(walk, "total paid for the trip", paid, "get_reservation_details")
    )


def _telling(goal: TraceGoal, output: Output) -> TraceGoal:
    hears = (Heard.of(output),)
    return goal.model_copy(update={"outputs": (output,), "hears": hears})


@RECIPES.intent(14, "refused")
def cancel_one_way_only(air: Air, user: str) -> Iterator[Offer]:
    """One flight of a trip that could be cancelled as a whole."""
    for trip in air.active(user):
        if trip.round and trip.direct and trip.untouched and trip.booked.cabin == "business":
            yield Offer(partial(_cancel_one_way_only, air, user, trip), touching(trip))


def _cancel_one_way_only(air: Air, user: str, trip: Trip, walk: Walk, draw: Draw) -> TraceGoal:
    leg = Leg(trip, draw.integer(0, 1))
    reason = draw.pick(REASONS["plans"])
    facts = {**leg.facts(Days(draw)), "reason": reason}
    knows = (Known(name="reason", value=reason),)
    act = "cancel one way only"
    return _refused(air, user, trip, 14, act, "AIR-31", facts, knows, walk, draw)


# -- 15: flights --------------------------------------------------------------------------


def _basic(air: Air, user: str) -> Iterator[Leg]:
    for trip in air.active(user):
        if trip.untouched and trip.direct and trip.booked.cabin == "basic_economy":
            for place in range(len(trip.segments)):
                if Leg(trip, place).days():
                    yield Leg(trip, place)


@RECIPES.intent(15, "refused")
def move_basic_economy(air: Air, user: str) -> Iterator[Offer]:
    """Another day for a flight in basic economy."""
    for leg in _basic(air, user):
        yield Offer(partial(_move_basic_economy, air, user, leg), touching(leg.trip))


def _move_basic_economy(air: Air, user: str, leg: Leg, walk: Walk, draw: Draw) -> TraceGoal:
    days = Days(draw)
    facts = {**leg.facts(days), "date": days(draw.pick(leg.days()))}
    act = "move in basic economy"
    return _refused(air, user, leg.trip, 15, act, "AIR-20", facts, (), walk, draw)


@RECIPES.intent(15, "refused", tells=True)
def move_or_hear_the_upgrade(air: Air, user: str) -> Iterator[Offer]:
    """A flight that cannot be moved; then the price of a better cabin is asked for."""
    for leg in _basic(air, user):
        for name in ("economy", "business"):
            flights = repriced(air, leg.trip, name)
            if flights and cabin_sum(leg.trip, flights, name)[1] > 40:
                play = partial(_move_or_hear_the_upgrade, air, user, leg, name)
                yield Offer(play, touching(leg.trip))


def _move_or_hear_the_upgrade(
    air: Air, user: str, leg: Leg, name: str, walk: Walk, draw: Draw
) -> TraceGoal:
    days = Days(draw)
    flights = repriced(air, leg.trip, name) or []
    facts = {
        **leg.facts(days),
        "date": days(draw.pick(leg.days())),
        "new_cabin": name,
        "flights": "flight" if len(flights) == 1 else "flights",
    }
    act = "move or hear the upgrade"
    goal = _refused(air, user, leg.trip, 15, act, "AIR-20", facts, (), walk, draw)
    search_segments(walk, leg.trip)
    expression, cost = cabin_sum(leg.trip, flights, name)
    calculate(walk, expression, cost)
    sources = ("get_reservation_details", "search_direct_flight")
    return _telling(goal, told_amount(walk, "cost of the better cabin", cost, *sources))


@RECIPES.intent(15, "refused")
def fly_elsewhere(air: Air, user: str) -> Iterator[Offer]:
    """Another destination for a booked trip."""
    for trip in air.active(user):
        if trip.untouched and trip.booked.cabin != "basic_economy":
            yield Offer(partial(_fly_elsewhere, air, user, trip), touching(trip))


def _fly_elsewhere(air: Air, user: str, trip: Trip, walk: Walk, draw: Draw) -> TraceGoal:
    origin = trip.route[0]
    others = [
        code
        for code in sorted(air.cities)
        if code not in trip.route
        and air.flies(origin, code)
        and not air.booked_between(user, origin, code)
    ]
    if not others:
        raise WalkError("there is nowhere else to fly to")
    elsewhere = city(air, draw.pick(others))
    facts = {"elsewhere": elsewhere}
    return _refused(air, user, trip, 15, "fly elsewhere", "AIR-21", facts, (), walk, draw)


# -- 16: what a reservation cannot lose or gain --------------------------------------------


@RECIPES.intent(16, "refused")
def one_passenger_less(air: Air, user: str) -> Iterator[Offer]:
    """A passenger who shall be taken off, with the others flying."""
    for trip in air.active(user):
        others = [one for one in distinct(trip) if full_name(one) != full_name(air.users[user])]
        if trip.untouched and trip.people > 1 and others:
            facts = {"person": full_name(others[0])}
            yield _taken_off(air, user, trip, "one passenger less", "AIR-26", facts)


@RECIPES.intent(16, "refused")
def one_bag_less(air: Air, user: str) -> Iterator[Offer]:
    """A bag that shall be taken off."""
    for trip in air.active(user):
        if trip.untouched and trip.booked.total_baggages > 0:
            few = trip.booked.total_baggages == 1
            facts = {"bag": "the checked bag" if few else "one of the checked bags"}
            yield _taken_off(air, user, trip, "one bag less", "AIR-24", facts)


@RECIPES.intent(16, "refused")
def insurance_afterwards(air: Air, user: str) -> Iterator[Offer]:
    """Insurance for a trip that was booked without."""
    for trip in air.active(user):
        if trip.untouched and trip.booked.insurance == "no":
            yield _taken_off(air, user, trip, "insurance afterwards", "AIR-25", {})


def _taken_off(
    air: Air, user: str, trip: Trip, act: str, rule: str, facts: dict[str, str]
) -> Offer:
    return Offer(partial(_refused, air, user, trip, 16, act, rule, facts, ()), touching(trip))


FEW = 2
"""Wishes that anybody can have come from customers with at most so many trips."""


@RECIPES.intent(16, "refused")
def book_for_many(air: Air, user: str) -> Iterator[Offer]:
    """A booking for more than five."""
    if len(air.trips[user]) <= FEW:
        yield Offer(partial(_book_for_many, air, user), BOOKING)


def _book_for_many(air: Air, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    origin, destination = draw.pick(air.routes)
    days = Days(draw)
    return TraceGoal(
        intent=16,
        act="book for many",
        outcome="refused",
        facts={
            **life(draw, air.users[user].dob),
            "origin": city(air, origin),
            "destination": city(air, destination),
            "town": town(air, destination),
            "date": days(later(TODAY, draw.integer(2, 15))),
            "many": NUMBERS[draw.integer(6, 9)],
        },
        refuses=("AIR-09",),
    )


@RECIPES.intent(16, "refused")
def somebody_elses_trip(air: Air, user: str) -> Iterator[Offer]:
    """A change of a trip that stands in another customer's profile."""
    if len(air.trips[user]) <= FEW:
        yield Offer(partial(_somebody_elses_trip, air, user), frozenset({"another profile"}))


def _somebody_elses_trip(air: Air, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    while True:
        other = draw.pick(air.principals())
        some = [one for one in air.active(other) if one.untouched] if other != user else []
        if some:
            break
    trip = draw.pick(some)
    return TraceGoal(
        intent=16,
        act=draw.pick(("cancel another's trip", "bag on another's trip")),
        outcome="refused",
        facts={
            **life(draw, air.users[user].dob),
            "reservation_id": trip.id,
            "owner": full_name(air.users[other]),
            "destination": city(air, trip.route[1]),
            "town": town(air, trip.route[1]),
        },
        knows=(Known(name="reservation_id", value=trip.id),),
        refuses=("AIR-02",),
    )


# -- 17: compensation ---------------------------------------------------------------------


@RECIPES.intent(17, "refused")
def compensation_for_nobody(air: Air, user: str) -> Iterator[Offer]:
    """A regular customer without insurance whose flight in economy was called off or is late."""
    for trip in air.active(user):
        for word in ("cancelled", "delayed"):
            if word in trip.statuses and not entitled(air, user, trip):
                act = f"compensation, not entitled, {word}"
                play = partial(_refused, air, user, trip, 17, act, "AIR-34", {}, ())
                yield Offer(play, touching(trip))
                break


@RECIPES.intent(17, "refused", tells=True)
def compensation_or_the_new_time(air: Air, user: str) -> Iterator[Offer]:
    """The same with a late flight; then it is asked when the flight leaves."""
    for trip in air.active(user):
        late = "delayed" in trip.statuses and "cancelled" not in trip.statuses
        if late and not entitled(air, user, trip):
            yield Offer(partial(_compensation_or_the_new_time, air, user, trip), touching(trip))


def _compensation_or_the_new_time(
    air: Air, user: str, trip: Trip, walk: Walk, draw: Draw
) -> TraceGoal:
    act = "compensation or the new time"
    goal = _refused(air, user, trip, 17, act, "AIR-34", {}, (), walk, draw)
    late = trip.segments[trip.statuses.index("delayed")]
    expected = air.days[late.flight_number, late.date].estimated_departure_time_est or ""
    output = Output(
        name="estimated departure time",
        value=expected[11:19],
        kind="time",
        source=("get_reservation_details",),
    )
    return _telling(goal, output)


@RECIPES.intent(17, "refused")
def compensation_for_a_kept_flight(air: Air, user: str) -> Iterator[Offer]:
    """A late flight that the customer takes all the same."""
    for trip in air.active(user):
        late = "delayed" in trip.statuses and "cancelled" not in trip.statuses
        if late and entitled(air, user, trip):
            act = "compensation for a kept flight"
            play = partial(_refused, air, user, trip, 17, act, "AIR-36", {}, ())
            yield Offer(play, touching(trip))


# -- 18, 19: for a member of staff --------------------------------------------------------


def _hand_off(walk: Walk, summary: str) -> None:
    walk.call("transfer_to_human_agents", summary=summary)


@RECIPES.intent(18, "handed_off")
def cancel_the_rest(air: Air, user: str) -> Iterator[Offer]:
    """The rest of a trip whose first flight was flown."""
    for trip in air.active(user):
        if trip.round and trip.statuses[0] == "landed" and not USED & {trip.statuses[-1]}:
            yield Offer(partial(_cancel_the_rest, air, user, trip), touching(trip))


def _cancel_the_rest(air: Air, user: str, trip: Trip, walk: Walk, draw: Draw) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    _hand_off(walk, f"The customer {user} wants the rest of {trip.id} cancelled; a part is flown.")
    reason = draw.pick(REASONS["plans"])
    return TraceGoal(
        intent=18,
        act="cancel the rest",
        outcome="handed_off",
        facts={**life(draw, air.users[user].dob), **named.facts(), "reason": reason},
        knows=(*named.knows(), Known(name="reason", value=reason)),
    )


_FOR_STAFF = {
    "new card": "a new credit card added to the profile",
    "other e-mail": "another e-mail address in the profile",
    "postal address": "another postal address in the profile",
}
_FOR_STAFF_ON_A_TRIP = {
    "wheelchair": "a wheelchair at the airport",
    "meal": "a special meal on board",
    "seat": "certain seats",
    "pet": "a pet taken on board",
    "receipt": "a receipt on paper",
}


@RECIPES.intent(19, "handed_off")
def no_tool_for_it(air: Air, user: str) -> Iterator[Offer]:
    """Something about the profile that no tool serves."""
    for act, what in _FOR_STAFF.items():
        yield Offer(partial(_no_tool_for_it, air, user, act, what), frozenset({"profile"}))


def _no_tool_for_it(air: Air, user: str, act: str, what: str, walk: Walk, draw: Draw) -> TraceGoal:
    _hand_off(walk, f"The customer {user} wants {what}.")
    facts = life(draw, air.users[user].dob)
    return TraceGoal(intent=19, act=act, outcome="handed_off", facts=facts)


@RECIPES.intent(19, "handed_off")
def no_tool_for_the_trip(air: Air, user: str) -> Iterator[Offer]:
    """Something about a trip that no tool serves."""
    for trip in air.active(user):
        if trip.untouched:
            for act, what in _FOR_STAFF_ON_A_TRIP.items():
                play = partial(_no_tool_for_the_trip, air, user, trip, act, what)
                yield Offer(play, touching(trip))


def _no_tool_for_the_trip(
    air: Air, user: str, trip: Trip, act: str, what: str, walk: Walk, draw: Draw
) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    _hand_off(walk, f"The customer {user} wants {what} for reservation {trip.id}.")
    return TraceGoal(
        intent=19,
        act=act,
        outcome="handed_off",
        facts={**life(draw, air.users[user].dob), **named.facts()},
        knows=named.knows(),
    )
