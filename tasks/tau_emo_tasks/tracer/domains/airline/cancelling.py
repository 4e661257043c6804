"""Cancelling a trip, and compensation for one that is cancelled or delayed."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.airline.tables import PaymentMethod
from tau_emo_tasks.tracer.domains.airline.base import (
    BOOKING,
    DAY_AGO,
    TODAY,
    USED,
    Air,
    Trip,
    calculate,
)
from tau_emo_tasks.tracer.domains.airline.changes import (
    TRIES,
    Leg,
    covers,
    movable,
    settlers,
    touching,
)
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES
from tau_emo_tasks.tracer.domains.airline.phrases import (
    Days,
    Named,
    called,
    date_detail,
    leg_name,
    life,
    payment_detail,
    told_amount,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

CERTIFICATE = Detail(name="compensation", accept=("certificate", "voucher"))

REASONS: Mapping[str, Sequence[str]] = {
    "plans": ("a change of plan", "a change of plans", "a change in the plans"),
    "health": ("illness", "an illness"),
    "weather": ("the weather", "the weather there", "the storm that is forecast"),
    "called off": ("the flight that was called off", "the cancelled flight"),
    "delay": ("the delay",),
}


def unused(trip: Trip) -> bool:
    """True if no flight of the trip has been flown."""
    return not USED & set(trip.statuses)


def recent(trip: Trip) -> bool:
    """True if it was booked within the last 24 hours."""
    return trip.booked.created_at >= DAY_AGO


def entitled(air: Air, user: str, trip: Trip) -> bool:
    """True if compensation may be due for the trip."""
    booked = trip.booked
    member = air.users[user].membership != "regular"
    return member or booked.insurance == "yes" or booked.cabin == "business"


def paid_for(walk: Walk, trip: Trip) -> int:
    """What was paid for a trip, worked out if there are several payments."""
    if len(trip.paid) > 1:
        calculate(walk, " + ".join(str(one.amount) for one in trip.paid), trip.paid_in_all)
    return trip.paid_in_all


# -- cancelling ---------------------------------------------------------------------------


def _cancellable(
    air: Air, user: str, intent: int, act: str, reason: str, trips: Sequence[Trip]
) -> Iterator[Offer]:
    ill = BOOKING if reason == "health" else frozenset[str]()
    for trip in trips:
        play = partial(_cancel, air, user, trip, intent, act, reason)
        yield Offer(play, touching(trip) | ill)


def _plain(air: Air, user: str) -> list[Trip]:
    """Trips without a flight that was flown or called off."""
    return [one for one in air.active(user) if unused(one) and "cancelled" not in one.statuses]


@RECIPES.intent(8, "done")
def cancel_fresh(air: Air, user: str) -> Iterator[Offer]:
    """A trip booked within the last 24 hours."""
    some = [one for one in _plain(air, user) if recent(one) and one.booked.cabin != "business"]
    yield from _cancellable(air, user, 8, "cancel a fresh booking", "plans", some)


@RECIPES.intent(9, "done")
def cancel_insured(air: Air, user: str) -> Iterator[Offer]:
    """An insured trip, for reasons of health or weather."""
    some = [
        one
        for one in _plain(air, user)
        if one.booked.insurance == "yes" and one.booked.cabin != "business" and not recent(one)
    ]
    yield from _cancellable(air, user, 9, "cancel for health", "health", some)
    yield from _cancellable(air, user, 9, "cancel for weather", "weather", some)


@RECIPES.intent(10, "done")
def cancel_business(air: Air, user: str) -> Iterator[Offer]:
    """A trip in business, for whatever reason."""
    some = [one for one in _plain(air, user) if one.booked.cabin == "business"]
    yield from _cancellable(air, user, 10, "cancel a business trip", "plans", some)


@RECIPES.intent(11, "done")
def cancel_called_off(air: Air, user: str) -> Iterator[Offer]:
    """A trip of which the airline has called off a flight."""
    some = [one for one in air.active(user) if unused(one) and "cancelled" in one.statuses]
    yield from _cancellable(air, user, 11, "cancel a called-off trip", "called off", some)


def _cancel(
    air: Air,
    user: str,
    trip: Trip,
    intent: int,
    act: str,
    reason: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    refund = paid_for(walk, trip)
    output = told_amount(walk, "refund in total", refund, "get_reservation_details")
    walk.call("cancel_reservation", reservation_id=trip.id)
    given = draw.pick(REASONS[reason])
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            **life(draw, air.users[user].dob),
            **named.facts(),
            **broken(trip, Days(draw)),
            "reason": given,
            "booked": "today" if trip.booked.created_at >= TODAY else "yesterday",
        },
        knows=(*named.knows(), Known(name="reason", value=given)),
        details=(named.detail(),),
        hears=(Heard.of(output),),
        outputs=(output,),
    )


def broken(trip: Trip, days: Days) -> dict[str, str]:
    """What the words may say of the flight that was called off or is late, if there is one."""
    for word in ("cancelled", "delayed"):
        if word in trip.statuses:
            place = trip.statuses.index(word)
            return {
                "leg": leg_name(trip, place),
                "leg_date": days(trip.segments[place].date),
            }
    return {}


# -- compensation -------------------------------------------------------------------------


def _owed(walk: Walk, user: str, trip: Trip, each: int) -> int:
    """Send the certificate that is due, once its amount is worked out."""
    amount = each * trip.people
    if trip.people > 1:
        calculate(walk, f"{trip.people} * {each}", amount)
    walk.call("send_certificate", user_id=user, amount=amount)
    return amount


_WITH_CERTIFICATE = frozenset({"certificate"})


@RECIPES.intent(11, "done")
def compensate_called_off(air: Air, user: str) -> Iterator[Offer]:
    """A certificate for a flight that the airline has called off."""
    for trip in air.active(user):
        if "cancelled" in trip.statuses and entitled(air, user, trip):
            play = partial(_compensate, air, user, trip)
            yield Offer(play, touching(trip) | _WITH_CERTIFICATE)


def _compensate(air: Air, user: str, trip: Trip, walk: Walk, draw: Draw) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    amount = _owed(walk, user, trip, 100)
    name = "amount of the compensation"
    output = told_amount(walk, name, amount, "get_reservation_details")
    curious = draw.chance(0.8)
    return TraceGoal(
        intent=11,
        act="compensation",
        outcome="done",
        facts={**life(draw, air.users[user].dob), **named.facts(), **broken(trip, Days(draw))},
        knows=named.knows(),
        details=(CERTIFICATE,),
        hears=(Heard(name=name, kind="amount"),) if curious else (),
        outputs=(output,) if curious else (),
    )


@RECIPES.intent(11, "done")
def cancel_and_compensate(air: Air, user: str) -> Iterator[Offer]:
    """Both: the trip cancelled, and a certificate for the flight that was called off."""
    for trip in air.active(user):
        if "cancelled" in trip.statuses and unused(trip) and entitled(air, user, trip):
            play = partial(_cancel_and_compensate, air, user, trip, 100, "called off")
            yield Offer(play, touching(trip) | _WITH_CERTIFICATE)


@RECIPES.intent(12, "done")
def cancel_delayed(air: Air, user: str) -> Iterator[Offer]:
    """A business trip with a late flight: cancelled, and a certificate for the delay."""
    for trip in air.active(user):
        late = "delayed" in trip.statuses and "cancelled" not in trip.statuses
        ground = trip.booked.cabin == "business" or recent(trip)
        if late and ground and unused(trip) and entitled(air, user, trip):
            play = partial(_cancel_and_compensate, air, user, trip, 50, "delay")
            yield Offer(play, touching(trip) | _WITH_CERTIFICATE)


def _cancel_and_compensate(
    air: Air, user: str, trip: Trip, each: int, reason: str, walk: Walk, draw: Draw
) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    walk.call("cancel_reservation", reservation_id=trip.id)
    _owed(walk, user, trip, each)
    given = draw.pick(REASONS[reason])
    late = reason == "delay"
    return TraceGoal(
        intent=12 if late else 11,
        act="cancel a late trip, with compensation" if late else "cancel with compensation",
        outcome="done",
        facts={
            **life(draw, air.users[user].dob),
            **named.facts(),
            **broken(trip, Days(draw)),
            "reason": given,
        },
        knows=(*named.knows(), Known(name="reason", value=given)),
        details=(named.detail(), CERTIFICATE),
    )


@RECIPES.intent(12, "done")
def move_delayed(air: Air, user: str) -> Iterator[Offer]:
    """Another day instead of a flight that is late, and a certificate for the delay."""
    for leg in movable(air, user, ("delayed",)):
        if entitled(air, user, leg.trip) and "cancelled" not in leg.trip.statuses:
            for method in settlers(air, user):
                play = partial(_move_delayed, air, user, leg, method)
                yield Offer(play, touching(leg.trip, method) | _WITH_CERTIFICATE)


def _move_delayed(
    air: Air, user: str, leg: Leg, method: PaymentMethod, walk: Walk, draw: Draw
) -> TraceGoal:
    for _ in range(TRIES):
        day = draw.pick(leg.days()[:3])
        some = leg.choices(air, day, draw)
        if not some:
            continue
        choice = draw.pick(some)
        difference = leg.difference(choice.departure)
        same = choice.departure.flight.flight_number == leg.segment.flight_number
        if same and choice.kind in ("only", "window"):
            continue  # nothing said would tell it from the flight that stays
        if difference == 0 or not covers(method, difference):
            continue
        named = Named(air, user, leg.trip, walk, draw)
        leg.search(walk, day)
        calculate(walk, leg.sum(choice.departure), difference)
        leg.change(walk, choice.departure, method)
        _owed(walk, user, leg.trip, 50)
        days = Days(draw)
        return TraceGoal(
            intent=12,
            act="move a late flight, with compensation",
            outcome="done",
            facts={
                **life(draw, air.users[user].dob),
                **named.facts(),
                **leg.facts(days),
                "date": days(day),
                "choice": choice.words,
                "card": called(air, user, method),
            },
            knows=named.knows(),
            details=(
                named.detail(),
                date_detail(day, leg.others()),
                payment_detail(air, user, method),
                CERTIFICATE,
            ),
        )
    raise WalkError("no day fits")
