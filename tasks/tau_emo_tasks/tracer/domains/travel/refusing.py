"""What must be refused or handed off, with what is told or done instead."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.travel.clock import TODAY
from tau_emo_db.domains.travel.tables import (
    Booking,
    OfferedAddOn,
    Package,
    PackageDeparture,
    PaymentMethod,
)
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.travel.asking import AGENT, FIND
from tau_emo_tasks.tracer.domains.travel.base import (
    BRANDS,
    Agency,
    day,
    extra,
    extra_words,
    has_own_name,
    iso,
    room,
    rooms,
)
from tau_emo_tasks.tracer.domains.travel.booking import tours
from tau_emo_tasks.tracer.domains.travel.changing import (
    PACKAGE,
    PEOPLE,
    PROFILE,
    STAYING,
    add_extra_with,
    touched,
)
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES
from tau_emo_tasks.tracer.domains.travel.people import introduced, newcomer, person, told
from tau_emo_tasks.tracer.kit.addresses import moves
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

HAND_OFF = "transfer_to_human_agents"
NOT_OFFERED = (
    *("helicopter flight", "pottery class", "balloon ride", "fishing trip", "wine cellar visit"),
    *("yoga class", "bicycle rental", "diving lesson", "portrait session", "dance lesson"),
)
"""Extras that no package of the agency lists."""


def _trip(base: Agency, booking: Booking, draw: Draw) -> tuple[dict[str, str], tuple[Known, ...]]:
    """The words for a trip, and the booking as a fact that is given when asked for."""
    facts = base.trip(booking, draw)
    return facts, (Known(name="booking", value=facts["city"]),)


# -- refused, and something is told -----------------------------------------------------------


@RECIPES.intent(13, "refused", tells=True)
def cancel_too_late(base: Agency, user: str) -> Iterator[Offer]:
    """Cancel when nothing comes back; then the price of an extra is wanted."""
    for booking in base.standing(user):
        if base.cancellation(booking) == "nothing":
            for one in base.offered_besides(booking):
                play = partial(_too_late, base, booking, one, "TRV-26", "cancel too late", "")
                yield Offer(play, touched(booking) | STAYING)


@RECIPES.intent(13, "refused", tells=True)
def move_too_late(base: Agency, user: str) -> Iterator[Offer]:
    """Move a trip whose date cannot change; then the price of an extra is wanted."""
    for booking in base.standing(user):
        if base.date_change(booking) == "closed":
            for other in base.bookable(booking.package_id, booking.occupancy):
                for one in base.offered_besides(booking):
                    if other.date != booking.departure_date:
                        when = day(other.date)
                        play = partial(
                            _too_late, base, booking, one, "TRV-24", "move too late", when
                        )
                        yield Offer(play, touched(booking))


def _too_late(
    base: Agency,
    booking: Booking,
    add_on: OfferedAddOn,
    rule: str,
    act: str,
    when: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    facts, knows = _trip(base, booking, draw)
    name = f"price of the {extra(add_on)}"
    return TraceGoal(
        intent=13,
        act=act,
        outcome="refused",
        facts={**facts, "extra": extra(add_on), "when": when},
        knows=knows,
        hears=(Heard(name="price", kind="amount"),),
        outputs=(told(walk, name, money(add_on.price), (PACKAGE,)),),
        refuses=(rule,),
    )


@RECIPES.intent(13, "refused", tells=True)
def change_what_is_cancelled(base: Agency, user: str) -> Iterator[Offer]:
    """Change the room of a cancelled booking; then what was refunded is wanted."""
    for booking in base.bookings[user]:
        if booking.status == "cancelled":
            yield Offer(partial(_cancelled, base, booking), touched(booking))


def _cancelled(base: Agency, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("get_booking_details", booking_id=booking.booking_id)
    kinds = [one for one in rooms(booking.occupancy) if one != booking.room_type]
    facts, knows = _trip(base, booking, draw)
    back = -sum(one.amount for one in base.paid[booking.booking_id] if one.amount < 0)
    return TraceGoal(
        intent=13,
        act="change what is cancelled",
        outcome="refused",
        facts={**facts, **room(draw.pick(kinds))},
        knows=knows,
        hears=(Heard(name="refund", kind="amount"),),
        outputs=(told(walk, "refund", money(back), (PROFILE,)),),
        refuses=("TRV-23",),
    )


@RECIPES.intent(13, "refused")
def cancel_after_departure(base: Agency, user: str) -> Iterator[Offer]:
    """Cancel or change a trip that has begun."""
    for booking in base.bookings[user]:
        if booking.status != "cancelled" and booking.departure_date <= TODAY:
            yield Offer(partial(_departed, base, booking), touched(booking) | STAYING)


def _departed(base: Agency, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("get_booking_details", booking_id=booking.booking_id)
    facts, knows = _trip(base, booking, draw)
    return TraceGoal(
        intent=13,
        act="cancel after departure",
        outcome="refused",
        facts=facts,
        knows=knows,
        refuses=("TRV-28",),
    )


@RECIPES.intent(14, "refused", tells=True)
def book_what_is_closed(base: Agency, user: str) -> Iterator[Offer]:
    """Book a date that is not open for so many; then the earliest one that is, is wanted."""
    for package in base.packages.values():
        for count in (1, 2, 3, 4):
            fitting = base.bookable(package.package_id, count)
            for one in base.closed(package.package_id, count) if fitting else ():
                play = partial(_closed, base, user, package, one, count)
                yield Offer(play, frozenset({"new booking", package.package_id}))


def _closed(
    base: Agency,
    user: str,
    package: Package,
    departure: PackageDeparture,
    count: int,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    tour = draw.pick(list(tours(base, package)))
    if tour.search:
        walk.call(FIND, **tour.search)
    walk.call(PACKAGE, package_id=package.package_id)
    first = min(base.bookable(package.package_id, count), key=lambda one: one.date)
    numbers = ("one person", "two people", "three people", "four people")
    return TraceGoal(
        intent=14,
        act="book what is closed",
        outcome="refused",
        facts={"a_tour": tour.text, "when": day(departure.date), "count": numbers[count - 1]},
        knows=() if tour.search else (Known(name="package_id", value=package.package_id),),
        hears=(Heard(name="earliest date", kind="date"),),
        outputs=(
            Output(name="earliest date", value=iso(first.date), kind="date", source=(PACKAGE,)),
        ),
        refuses=("TRV-10",),
    )


@RECIPES.intent(14, "refused", tells=True)
def move_to_what_is_closed(base: Agency, user: str) -> Iterator[Offer]:
    """Move to a date that is not open; then the price of an extra is wanted."""
    for booking in base.standing(user):
        if base.date_change(booking) != "free":
            continue
        for other in base.closed(booking.package_id, booking.occupancy):
            if other.date != booking.departure_date:
                play = partial(_closed_move, base, booking, other)
                yield Offer(play, touched(booking))


def _closed_move(
    base: Agency, booking: Booking, departure: PackageDeparture, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    agent = base.agents[booking.agent_id]
    walk.call(AGENT, agent_id=agent.agent_id)
    facts, knows = _trip(base, booking, draw)
    mail = Output(name="e-mail address", value=agent.email, kind="name", source=(AGENT,))
    return TraceGoal(
        intent=14,
        act="move to what is closed",
        outcome="refused",
        facts={**facts, "when": day(departure.date)},
        knows=knows,
        hears=(Heard(name="e-mail address", kind="name"),),
        outputs=(mail,),
        refuses=("TRV-20",),
    )


# -- refused alone ----------------------------------------------------------------------------


def _strange_brand(base: Agency, user: str) -> str | None:
    """A brand of which the customer has no card; none if there is none."""
    mine = {one.brand for one in base.methods[user]}
    return next((name for brand, name in BRANDS.items() if brand not in mine), None)


def _strange_card(base: Agency, user: str, draw: Draw) -> str:
    """A card that is not in the profile, as its owner calls it."""
    brand = _strange_brand(base, user)
    if brand is None:
        raise WalkError("the customer has a card of each brand")
    mine = {one.last_four for one in base.methods[user]}
    while (digits := draw.digits(4)) in mine or digits[0] == "0":
        pass
    return f"{brand} ending in {digits}"


@RECIPES.intent(15, "refused")
def pay_with_a_new_card(base: Agency, user: str) -> Iterator[Offer]:
    """Add an extra, paid with a card that is not saved."""
    for booking in base.standing(user) if _strange_brand(base, user) else ():
        for one in base.offered_besides(booking):
            yield Offer(partial(_new_card, base, booking, one), touched(booking))


def _new_card(
    base: Agency, booking: Booking, add_on: OfferedAddOn, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    facts, knows = _trip(base, booking, draw)
    card = _strange_card(base, booking.traveler_id, draw)
    return TraceGoal(
        intent=15,
        act="pay with a new card",
        outcome="refused",
        facts={**facts, "extra": extra(add_on), "card": card},
        knows=knows,
        refuses=("TRV-16",),
    )


@RECIPES.intent(15, "done")
def pay_with_a_new_card_or_else(base: Agency, user: str) -> Iterator[Offer]:
    """Add an extra, paid with a card that is not saved, or else with one that is."""
    for booking in base.standing(user) if _strange_brand(base, user) else ():
        for one in base.offered_besides(booking):
            for method in base.tellable(user):
                yield Offer(partial(_or_else, base, booking, one, method), touched(booking))


def _or_else(
    base: Agency,
    booking: Booking,
    add_on: OfferedAddOn,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    card = _strange_card(base, booking.traveler_id, draw)
    goal = add_extra_with(base, booking, add_on, method, "new card or else", card, walk, draw)
    return goal.model_copy(update={"intent": 15})


@RECIPES.intent(15, "refused", tells=True)
def extra_that_is_not_offered(base: Agency, user: str) -> Iterator[Offer]:
    """Add an extra that the tour does not have; then the price of another is wanted."""
    listed = {
        (one.type, extra(one)): one
        for package in base.packages.values()
        for one in package.optional_add_ons
        if has_own_name(one, package) and "transfer" not in one.type
    }
    for booking in base.standing(user):
        package = base.packages[booking.package_id]
        there = {one.type for one in package.optional_add_ons}
        other = [name for (kind, name) in listed if kind not in there]
        for one in base.offered_besides(booking):
            for missing in (*NOT_OFFERED, *other):
                if missing not in extra_words(one):
                    play = partial(_not_offered, base, booking, missing, one)
                    yield Offer(play, touched(booking))


def _not_offered(
    base: Agency, booking: Booking, missing: str, add_on: OfferedAddOn, walk: Walk, draw: Draw
) -> TraceGoal:
    goal = _too_late(base, booking, add_on, "TRV-13", "extra not offered", "", walk, draw)
    return goal.model_copy(update={"intent": 15, "facts": {**goal.facts, "missing": missing}})


@RECIPES.intent(16, "refused")
def change_for_a_friend(base: Agency, user: str) -> Iterator[Offer]:
    """Have something done to the booking of a friend."""
    mine = base.travelers[user]
    for other in base.travelers.values():
        if other.last_name == mine.last_name:
            continue
        for booking in base.standing(other.traveler_id):
            friend = f"{other.first_name} {other.last_name}"
            play = partial(_friend, base, booking, friend)
            yield Offer(play, frozenset({"friend"}))


def _friend(base: Agency, booking: Booking, friend: str, walk: Walk, draw: Draw) -> TraceGoal:
    kinds = [one for one in rooms(booking.occupancy) if one != booking.room_type]
    wishes = (
        "cancelled",
        "moved to a later date",
        f"changed to {room(draw.pick(kinds))['a_room']}",
    )
    return TraceGoal(
        intent=16,
        act="change for a friend",
        outcome="refused",
        facts={"friend": friend, "booking_id": booking.booking_id, "treated": draw.pick(wishes)},
        knows=(Known(name="booking_id", value=booking.booking_id),),
        refuses=("TRV-02",),
    )


# -- handed off -------------------------------------------------------------------------------


@RECIPES.intent(17, "handed_off")
def bring_another_person(base: Agency, user: str) -> Iterator[Offer]:
    """One more person on a booking."""
    for booking in base.standing(user):
        yield Offer(partial(_bring, base, booking), touched(booking) | PEOPLE)


def _bring(base: Agency, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    taken = {str(person(one)["first_name"]) for one in base.persons[booking.booking_id]}
    new = newcomer(draw, taken)
    facts, knows = _trip(base, booking, draw)
    walk.call(
        HAND_OFF,
        summary=f"The traveler wants one more person on booking {booking.booking_id}.",
    )
    return TraceGoal(
        intent=17,
        act="bring another person",
        outcome="handed_off",
        facts={**facts, **introduced(new)},
        knows=knows,
    )


@RECIPES.intent(17, "handed_off")
def take_somebody_off(base: Agency, user: str) -> Iterator[Offer]:
    """One person fewer on a booking."""
    for booking in base.standing(user):
        people = base.persons[booking.booking_id]
        for one in people[1:]:
            name = f"{one.first_name} {one.last_name}"
            yield Offer(partial(_take_off, base, booking, name), touched(booking) | PEOPLE)


def _take_off(base: Agency, booking: Booking, name: str, walk: Walk, draw: Draw) -> TraceGoal:
    facts, knows = _trip(base, booking, draw)
    walk.call(
        HAND_OFF, summary=f"The traveler wants one person fewer on booking {booking.booking_id}."
    )
    return TraceGoal(
        intent=17,
        act="take somebody off",
        outcome="handed_off",
        facts={**facts, "person": name},
        knows=knows,
    )


@RECIPES.intent(17, "handed_off")
def another_tour_instead(base: Agency, user: str) -> Iterator[Offer]:
    """Another package for a booking."""
    for booking in base.standing(user):
        for package in base.packages.values():
            shared = {*base.cities[booking.package_id]} & {*base.cities[package.package_id]}
            if not shared and base.is_open(package.package_id):
                play = partial(_another, base, booking, package)
                yield Offer(play, touched(booking))


def _another(base: Agency, booking: Booking, package: Package, walk: Walk, draw: Draw) -> TraceGoal:
    facts, knows = _trip(base, booking, draw)
    walk.call(
        HAND_OFF, summary=f"The traveler wants another package for booking {booking.booking_id}."
    )
    return TraceGoal(
        intent=17,
        act="another tour",
        outcome="handed_off",
        facts={**facts, "place": draw.pick(base.cities[package.package_id])},
        knows=knows,
    )


@RECIPES.intent(17, "handed_off")
def new_address(base: Agency, user: str) -> Iterator[Offer]:
    """Another address in the profile, which no tool changes.

    It goes with everything, and so would come up too often if everybody could move.
    """
    if not any(base.standing(user)):
        yield Offer(partial(_address, base, user), frozenset({"address"}))


def _address(base: Agency, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    address = moves(draw, {base.travelers[user].address.street})
    walk.call(HAND_OFF, summary=f"The traveler {user} has moved and wants the new address saved.")
    return TraceGoal(
        intent=17,
        act="new address",
        outcome="handed_off",
        facts=address.facts(),
        knows=(Known(name="address", value=address.address1),),
    )


@RECIPES.intent(18, "handed_off")
def cancel_at_a_cost(base: Agency, user: str) -> Iterator[Offer]:
    """Cancel where a penalty applies, or where nobody can tell."""
    for booking in base.standing(user):
        if base.cancellation(booking) in ("penalty", "unclear"):
            play = partial(_at_a_cost, base, booking, "cancel at a cost", "")
            yield Offer(play, touched(booking) | STAYING)


@RECIPES.intent(18, "handed_off")
def move_at_a_cost(base: Agency, user: str) -> Iterator[Offer]:
    """Move a trip where a fee is due, or where nobody can tell."""
    for booking in base.standing(user):
        if base.date_change(booking) in ("fee", "unclear"):
            for one in base.bookable(booking.package_id, booking.occupancy):
                if one.date != booking.departure_date:
                    play = partial(_at_a_cost, base, booking, "move at a cost", day(one.date))
                    yield Offer(play, touched(booking))


def _at_a_cost(
    base: Agency, booking: Booking, act: str, when: str, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    facts, knows = _trip(base, booking, draw)
    walk.call(
        HAND_OFF,
        summary=f"By the terms of its package, booking {booking.booking_id} cannot be "
        f"{'moved' if when else 'cancelled'} free of charge.",
    )
    return TraceGoal(
        intent=18,
        act=act,
        outcome="handed_off",
        facts={**facts, "when": when},
        knows=knows,
    )
