"""Changing a booking: its date, its extras, its travelers and its room."""

from collections.abc import Iterator, Sequence
from functools import partial

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.travel.tables import (
    Booking,
    BookingAddOn,
    OfferedAddOn,
    PackageDeparture,
    PaymentMethod,
)
from tau_emo_servers.money import shown
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.tracer.domains.travel.base import (
    Agency,
    amount,
    day,
    extra,
    extra_words,
    has_own_name,
    iso,
    room,
    room_detail,
    rooms,
)
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES
from tau_emo_tasks.tracer.domains.travel.people import (
    told,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

PROFILE, PACKAGE = "get_traveler_details", "get_package_details"
PEOPLE = frozenset({"people"})
"""What goals touch that say who goes: one of them is enough."""
STAYING = frozenset({"new booking"})
"""What goals touch that say why a trip is given up: the reasons would forbid a new one."""


def touched(booking: Booking) -> frozenset[str]:
    """What a goal about a booking is about."""
    return frozenset({booking.booking_id, booking.package_id})


def free_moves(base: Agency, user: str) -> Iterator[tuple[Booking, list[PackageDeparture]]]:
    """The bookings whose date can change free of charge, with the dates they can go to."""
    for booking in base.standing(user):
        if base.date_change(booking) == "free":
            fitting = base.bookable(booking.package_id, booking.occupancy)
            yield booking, [one for one in fitting if one.date != booking.departure_date]


def difference(base: Agency, booking: Booking, departure: PackageDeparture) -> int:
    """What a move to a departure costs; below 0 if money comes back."""
    now = base.departure(booking.package_id, booking.departure_date)
    return (departure.base_price - now.base_price) * booking.occupancy


# -- the date ---------------------------------------------------------------------------------


@RECIPES.intent(5, "done")
def move(base: Agency, user: str) -> Iterator[Offer]:
    """Move a booking to a date that the customer names."""
    for booking, fitting in free_moves(base, user):
        for one in fitting:
            for method in base.tellable(user) if difference(base, booking, one) else ():
                text = f"to {day(one.date)}"
                play = partial(move_to, base, booking, one, method, 5, "move", text)
                yield Offer(play, touched(booking))


@RECIPES.intent(5, "done")
def move_with_a_second_choice(base: Agency, user: str) -> Iterator[Offer]:
    """Move to another date than the one that is wished most, which is not open."""
    for booking, fitting in free_moves(base, user):
        for one in fitting:
            for other in base.closed(booking.package_id, booking.occupancy):
                if other.date == booking.departure_date or not difference(base, booking, one):
                    continue
                for method in base.tellable(user):
                    text = f"to {day(other.date)} or, if that cannot be done, to {day(one.date)}"
                    play = partial(move_to, base, booking, one, method, 5, "move", text)
                    yield Offer(play, touched(booking))


@RECIPES.intent(6, "done")
def move_to_the_cheapest(base: Agency, user: str) -> Iterator[Offer]:
    """Move to the cheapest, the earliest or the latest date that fits all."""
    for booking, fitting in free_moves(base, user):
        if not fitting:
            continue
        cheap = sorted(fitting, key=lambda one: one.base_price)
        options: list[tuple[PackageDeparture, str]] = []
        if len(cheap) == 1 or cheap[0].base_price < cheap[1].base_price:
            options.append((cheap[0], "to whichever other date costs least"))
        if len(fitting) > 1:
            first, last = min(fitting, key=_date), max(fitting, key=_date)
            options.append((first, "to the earliest other date"))
            options.append((last, "to the latest other date"))
        for one, text in options:
            if difference(base, booking, one):
                for method in base.tellable(user):
                    text_ = f"{text} that can still be booked"
                    play = partial(
                        move_to, base, booking, one, method, 6, "move to the best", text_
                    )
                    yield Offer(play, touched(booking))


def _date(departure: PackageDeparture) -> str:
    return departure.date


def move_to(
    base: Agency,
    booking: Booking,
    departure: PackageDeparture,
    method: PaymentMethod,
    intent: int,
    act: str,
    when: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Carry out a move and say what came of it; `when` is how the new date is told."""
    now = base.departure(booking.package_id, booking.departure_date)
    cents = difference(base, booking, departure)
    high, low = (departure, now) if cents > 0 else (now, departure)
    if intent == 6:
        walk.call("think", thought="Which of the open dates has room for all, and which is it?")
    walk.call(PACKAGE, package_id=booking.package_id)
    walk.call(
        "calculate",
        expression=f"{booking.occupancy} * ({money(high.base_price)} - {money(low.base_price)})",
    )
    walk.call(
        "update_booking_departure_date",
        booking_id=booking.booking_id,
        new_departure_date=departure.date,
        payment_method_id=method.id,
    )
    hears = draw.chance(0.7)
    outputs = (told(walk, "difference", money(abs(cents)), (PACKAGE, PROFILE)),) if hears else ()
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={**base.trip(booking, draw), "when": when, "by": base.by(method)},
        details=(
            base.trip_detail(booking),
            _date_detail(base, booking, departure),
            base.payment(method),
        ),
        hears=(Heard(name="difference", kind="amount"),) if hears else (),
        outputs=outputs,
    )


def _date_detail(base: Agency, booking: Booking, departure: PackageDeparture) -> Detail:
    others = [
        one.date
        for one in base.departures[booking.package_id]
        if one.date not in (departure.date, booking.departure_date)
    ]
    reject = tuple(map(iso, others))
    return Detail(name="date", accept=(iso(departure.date),), reject=reject)


@RECIPES.intent(5, "done")
def move_if_cheap_enough(base: Agency, user: str) -> Iterator[Offer]:
    """Move unless that costs more than so much; it does not."""
    for booking, fitting in free_moves(base, user):
        for one in fitting:
            if difference(base, booking, one) > 0:
                for method in base.tellable(user):
                    play = partial(_move_within, base, booking, one, method)
                    yield Offer(play, touched(booking))


def _move_within(
    base: Agency,
    booking: Booking,
    departure: PackageDeparture,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    cents = difference(base, booking, departure)
    limit = (cents // 50_00 + draw.integer(1, 3)) * 50_00
    goal = move_to(
        base, booking, departure, method, 5, "move within", f"to {day(departure.date)}", walk, draw
    )
    return goal.model_copy(update={"facts": {**goal.facts, "limit": amount(limit)}})


@RECIPES.intent(5, "told")
def move_if_not_too_dear(base: Agency, user: str) -> Iterator[Offer]:
    """Move unless that costs more than so much; it does, so only the difference is told."""
    for booking, fitting in free_moves(base, user):
        for one in fitting:
            if difference(base, booking, one) > 75_00:
                yield Offer(partial(_stay, base, booking, one), touched(booking))


def _stay(
    base: Agency, booking: Booking, departure: PackageDeparture, walk: Walk, draw: Draw
) -> TraceGoal:
    now = base.departure(booking.package_id, booking.departure_date)
    cents = difference(base, booking, departure)
    limit = max(25_00, (cents - 1) * draw.integer(30, 90) // 100 // 25_00 * 25_00)
    walk.call(PACKAGE, package_id=booking.package_id)
    new, old = money(departure.base_price), money(now.base_price)
    walk.call("calculate", expression=f"{booking.occupancy} * ({new} - {old})")
    return TraceGoal(
        intent=5,
        act="stay if dear",
        outcome="told",
        facts={
            **base.trip(booking, draw),
            "when": f"to {day(departure.date)}",
            "limit": amount(limit),
        },
        hears=(Heard(name="difference", kind="amount"),),
        outputs=(told(walk, "difference", money(cents), (PACKAGE, PROFILE)),),
    )


# -- extras -----------------------------------------------------------------------------------


def named(base: Agency, booking: Booking) -> list[BookingAddOn]:
    """The extras of a booking that have a name of their own."""
    package = base.packages[booking.package_id]
    offers = {(one.type, one.price): one for one in package.optional_add_ons}
    return [
        one
        for one in base.add_ons[booking.booking_id]
        if (one.type, one.price) in offers and has_own_name(offers[one.type, one.price], package)
    ]


@RECIPES.intent(7, "done")
def add_extra(base: Agency, user: str) -> Iterator[Offer]:
    """Add one extra and keep the others."""
    for booking in base.standing(user):
        for new in base.offered_besides(booking):
            for method in base.tellable(user):
                play = partial(_add_ons, base, booking, new, None, method, "add extra", {})
                yield Offer(play, touched(booking))


@RECIPES.intent(7, "done")
def swap_extra(base: Agency, user: str) -> Iterator[Offer]:
    """Take one extra in place of another."""
    for booking in base.standing(user):
        for old in named(base, booking):
            for new in base.offered_besides(booking):
                for method in base.tellable(user) if new.price != old.price else ():
                    play = partial(_add_ons, base, booking, new, old, method, "swap extra", {})
                    yield Offer(play, touched(booking))


@RECIPES.intent(7, "done")
def drop_extra(base: Agency, user: str) -> Iterator[Offer]:
    """Drop one extra."""
    for booking in base.standing(user):
        for old in named(base, booking):
            for method in base.tellable(user):
                play = partial(_add_ons, base, booking, None, old, method, "drop extra", {})
                yield Offer(play, touched(booking))


@RECIPES.intent(7, "done")
def add_extra_within(base: Agency, user: str) -> Iterator[Offer]:
    """Add an extra unless it costs more than so much, and then another one."""
    for booking in base.standing(user):
        offered = base.offered_besides(booking)
        for one in offered:
            for other in offered:
                for limit in (50_00, 70_00, 80_00, 100_00, 120_00, 150_00, 180_00):
                    if one == other or limit in (one.price, other.price):
                        continue
                    for method in base.tellable(user):
                        facts = {
                            "first": extra(one),
                            "second": extra(other),
                            "limit": amount(limit),
                        }
                        new = one if one.price < limit else other
                        play = partial(
                            _add_ons, base, booking, new, None, method, "add within", facts
                        )
                        yield Offer(play, touched(booking))


@RECIPES.intent(7, "done")
def add_the_cheapest(base: Agency, user: str) -> Iterator[Offer]:
    """Add whichever extra costs least of those that are not on the booking."""
    for booking in base.standing(user):
        package = base.packages[booking.package_id]
        there = {(one.type, one.price) for one in base.add_ons[booking.booking_id]}
        left = [one for one in package.optional_add_ons if (one.type, one.price) not in there]
        left.sort(key=lambda one: one.price)
        if len(left) > 1 and left[0].price < left[1].price and has_own_name(left[0], package):
            for method in base.tellable(user):
                play = partial(_add_ons, base, booking, left[0], None, method, "add cheapest", {})
                yield Offer(play, touched(booking))


def _add_ons(
    base: Agency,
    booking: Booking,
    new: OfferedAddOn | None,
    old: BookingAddOn | None,
    method: PaymentMethod,
    act: str,
    facts: dict[str, str],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    kept = [one for one in base.add_ons[booking.booking_id] if one is not old]
    change = (new.price if new else 0) - (old.price if old else 0)
    parts = [
        money(booking.total_price),
        *([f"- {money(old.price)}"] if old else []),
        *([f"+ {money(new.price)}"] if new else []),
    ]
    walk.call("calculate", expression=" ".join(parts))
    wanted = [*kept, *([new] if new else [])]
    walk.call(
        "update_booking_add_ons",
        booking_id=booking.booking_id,
        add_ons=[_as_argument(one) for one in wanted],
        payment_method_id=method.id,
    )
    hears = draw.chance(0.6)
    total = told(walk, "new total", money(booking.total_price + change), (PACKAGE, PROFILE))
    return TraceGoal(
        intent=7,
        act=act,
        outcome="done",
        facts={
            **base.trip(booking, draw),
            "new": extra(new) if new else "",
            "old": extra(old) if old else "",
            "by": base.by(method),
            **facts,
        },
        details=(
            base.trip_detail(booking),
            *([_new_extra(base, booking, new)] if new else []),
            *([Detail(name="old extra", accept=extra_words(old))] if old else []),
            base.payment(method),
        ),
        hears=(Heard(name="new total", kind="amount"),) if hears else (),
        outputs=(total,) if hears else (),
    )


def add_one(
    base: Agency,
    booking: Booking,
    new: OfferedAddOn,
    method: PaymentMethod,
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Add an extra, keep the others, and say what came of it."""
    return _add_ons(base, booking, new, None, method, act, {}, walk, draw)


def add_extra_with(
    base: Agency,
    booking: Booking,
    new: OfferedAddOn,
    method: PaymentMethod,
    act: str,
    card: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Add an extra, paid with a method that is the customer's second choice.

    Args:
        base: the agency.
        booking: the booking.
        new: the extra.
        method: what pays.
        act: the words of it.
        card: the first choice, as the customer calls it.
        walk: the calls so far.
        draw: decides.
    """
    goal = _add_ons(base, booking, new, None, method, act, {"card": card}, walk, draw)
    digits = card.rsplit(" ", 1)[-1]
    details = [
        one.model_copy(update={"reject": (*one.reject, digits)}) if one.name == "payment" else one
        for one in goal.details
    ]
    return goal.model_copy(update={"details": tuple(details)})


def _as_argument(add_on: OfferedAddOn | BookingAddOn) -> dict[str, JsonValue]:
    return {
        "type": add_on.type,
        "description": add_on.description,
        "price": shown(add_on.price),
    }


def _new_extra(base: Agency, booking: Booking, new: OfferedAddOn) -> Detail:
    there = {(one.type, one.price) for one in base.add_ons[booking.booking_id]}
    others = [
        one
        for one in base.packages[booking.package_id].optional_add_ons
        if one != new and (one.type, one.price) not in there
    ]
    reject = [word for one in others for word in extra_words(one) if word not in extra_words(new)]
    return Detail(name="new extra", accept=extra_words(new), reject=tuple(reject))


# -- the room ---------------------------------------------------------------------------------


def other_rooms(booking: Booking) -> Sequence[str]:
    """The rooms that a booking could change to."""
    return [one for one in rooms(booking.occupancy) if one != booking.room_type]


@RECIPES.intent(9, "done")
def change_room(base: Agency, user: str) -> Iterator[Offer]:
    """Another room."""
    for booking in base.standing(user):
        for kind in other_rooms(booking):
            play = partial(change_room_to, base, booking, kind, 9, "change room", "")
            yield Offer(play, touched(booking))


@RECIPES.intent(14, "done")
def move_or_change_room(base: Agency, user: str) -> Iterator[Offer]:
    """Move, or if the date is not open, at least another room."""
    for booking in base.standing(user):
        if base.date_change(booking) not in ("free", "closed"):
            continue
        closed = base.closed(booking.package_id, booking.occupancy)
        for one in closed:
            if one.date != booking.departure_date:
                for kind in other_rooms(booking):
                    play = partial(
                        change_room_to, base, booking, kind, 14, "move or room", day(one.date)
                    )
                    yield Offer(play, touched(booking))


def change_room_to(
    base: Agency,
    booking: Booking,
    kind: str,
    intent: int,
    act: str,
    when: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Carry out a change of room; `when` is the date that was wished for first, if any."""
    walk.call("get_booking_details", booking_id=booking.booking_id)
    if when:
        walk.call(PACKAGE, package_id=booking.package_id)
    rooming: dict[str, JsonValue] = {"room_type": kind, "occupancy": booking.occupancy}
    walk.call("update_booking_rooming", booking_id=booking.booking_id, rooming=rooming)
    old = room(booking.room_type)["a_room"]
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            **base.trip(booking, draw),
            **room(kind),
            "old_room": old.removeprefix("a "),
            "when": when,
        },
        details=(base.trip_detail(booking), room_detail(kind, booking.room_type)),
    )
