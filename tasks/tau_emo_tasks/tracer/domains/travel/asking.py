"""Cancelling a trip, meeting a human agent, and asking about tours."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from tau_emo_db import Draw
from tau_emo_db.domains.travel.clock import TODAY
from tau_emo_db.domains.travel.pricing import total_price
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentDay,
    Booking,
    Package,
    PackageDeparture,
)
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.travel.base import Agency, day, extra, has_own_name, iso
from tau_emo_tasks.tracer.domains.travel.booking import price
from tau_emo_tasks.tracer.domains.travel.changing import PACKAGE, PROFILE, STAYING, touched
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES
from tau_emo_tasks.tracer.domains.travel.people import told
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

EASTERN = -5
"""The hours of the simulated clock from UTC, all year."""
AGENT, FIND, PLACES = "get_agent_details", "search_packages", "list_all_destinations"


# -- cancelling -------------------------------------------------------------------------------


@RECIPES.intent(10, "done")
def cancel(base: Agency, user: str) -> Iterator[Offer]:
    """Cancel a trip inside the free window."""
    for booking in base.standing(user):
        if base.cancellation(booking) == "free":
            yield Offer(partial(_cancel, base, booking), touched(booking) | STAYING)


def _cancel(base: Agency, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    walk.call("cancel_booking", booking_id=booking.booking_id)
    paid = base.paid[booking.booking_id]
    methods = {one.payment_id: base.method(booking.traveler_id, one.payment_id) for one in paid}
    tellable = {one.id for one in base.tellable(booking.traveler_id)}
    parts = [one for one in paid if len(methods) > 1 and one.payment_id in tellable]
    part = draw.pick(parts) if parts and len(parts) == len(paid) else None
    cents = part.amount if part else booking.total_price
    facts = {"part": base.by(methods[part.payment_id]) if part else ""}
    act = "cancel" if not part else "cancel what was paid twice"
    return TraceGoal(
        intent=10,
        act=act,
        outcome="done",
        facts={**base.trip(booking, draw), **facts},
        details=(base.trip_detail(booking),),
        hears=(Heard(name="refund", kind="amount"),),
        outputs=(told(walk, "refund", money(cents), (PROFILE,)),),
    )


# -- meeting a human agent --------------------------------------------------------------------


@RECIPES.intent(11, "done")
def meet_who_handles_it(base: Agency, user: str) -> Iterator[Offer]:
    """Meet the human agent who handles a booking."""
    for booking in base.standing(user):
        agent = base.agents[booking.agent_id]
        for one in _days(base, agent):
            play = partial(_meet, base, user, agent, one, booking)
            yield Offer(play, frozenset({"meeting", *touched(booking)}))


@RECIPES.intent(11, "done")
def meet_an_agent(base: Agency, user: str) -> Iterator[Offer]:
    """Meet a human agent whose id the customer has."""
    for agent in base.agents.values():
        for one in _days(base, agent):
            play = partial(_meet, base, user, agent, one, None)
            yield Offer(play, frozenset({"meeting"}))


def _days(base: Agency, agent: Agent) -> list[AgentDay]:
    return [
        one
        for one in base.days[agent.agent_id]
        if one.date > TODAY and base.slots[agent.agent_id, one.date]
    ]


def _meet(
    base: Agency,
    user: str,
    agent: Agent,
    when: AgentDay,
    booking: Booking | None,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(AGENT, agent_id=agent.agent_id)
    slots = sorted(base.slots[agent.agent_id, when.date])
    slot = draw.pick(slots)
    text = draw.pick(_ways_to_say(slot, slots, when))
    walk.call(
        "schedule_agent_meeting",
        agent_id=agent.agent_id,
        date=when.date,
        time_range=slot,
        traveler_id=user,
    )
    # A right listing names the end of its slot too, which may be the start of the next.
    others = {one.partition("-")[0] for one in slots if one != slot} - {slot.partition("-")[2]}
    known = () if booking else (Known(name="agent_id", value=agent.agent_id),)
    return TraceGoal(
        intent=11,
        act="meet who handles it" if booking else "meet an agent",
        outcome="done",
        facts={
            **(base.trip(booking, draw) if booking else {}),
            "agent_id": agent.agent_id,
            "day": day(when.date),
            "slot": text,
        },
        knows=known,
        details=(
            Detail(name="agent", accept=(f"{agent.first_name} {agent.last_name}", agent.agent_id)),
            Detail(name="day", accept=(iso(when.date),)),
            Detail(name="time", accept=(slot.partition("-")[0],), reject=tuple(sorted(others))),
        ),
    )


def _ways_to_say(slot: str, slots: list[str], when: AgentDay) -> list[str]:
    """The ways to mean a slot: by the clock there, by the Eastern clock, or as first or last."""
    start, end = slot.split("-")
    city = when.timezone.rpartition("/")[2].replace("_", " ")
    ways = [f"from {start} to {end}, {city} time"]
    ahead = _ahead(when)
    hour, minute = map(int, start.split(":"))
    if ahead == int(ahead) and 6 <= hour - ahead <= 22 and ahead:
        here = f"{hour - int(ahead)}:{minute:02d}"
        count = _HOURS[abs(int(ahead)) - 1]
        hours = "one hour" if abs(ahead) == 1 else f"{count} hours"
        side = "ahead of" if ahead > 0 else "behind"
        ways.append(f"at {here} Eastern time, when the clock there is {hours} {side} that")
    if len(slots) > 1 and slot == slots[0]:
        ways.append("at the earliest time that is free that day")
    if len(slots) > 1 and slot == slots[-1]:
        ways.append("at the latest time that is free that day")
    return ways


_HOURS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
)


def _ahead(when: AgentDay) -> float:
    """By how many hours a zone is ahead of the simulated clock on a day."""
    noon = datetime.fromisoformat(f"20{when.date}T12:00:00").replace(tzinfo=ZoneInfo(when.timezone))
    offset = noon.utcoffset()
    return (offset.total_seconds() / 3600 if offset else 0) - EASTERN


# -- asking -----------------------------------------------------------------------------------


def _alone_in(base: Agency, package: Package) -> list[str]:
    """The cities to which no other package that a search shows goes."""
    opened = [one for one in base.packages if base.is_open(one)]
    return [
        city
        for city in base.cities[package.package_id]
        if [one for one in opened if city in base.cities[one]] == [package.package_id]
    ]


@RECIPES.intent(12, "told")
def ask_for_the_price(base: Agency, user: str) -> Iterator[Offer]:
    """What a tour to a city would cost for so many, with insurance."""
    for package in base.packages.values():
        for city in _alone_in(base, package):
            for one in base.bookable(package.package_id, 2):
                play = partial(_ask_price, base, package, city, one)
                yield Offer(play, frozenset({"question", package.package_id}))


def _ask_price(
    base: Agency,
    package: Package,
    city: str,
    departure: PackageDeparture,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(PLACES)
    walk.call(FIND, destination_city=city)
    walk.call(PACKAGE, package_id=package.package_id)
    count = draw.integer(2, min(4, departure.available_slots))
    label = draw.pick(("standard", "premium"))
    offered = [one for one in package.optional_add_ons if has_own_name(one, package)]
    chosen = draw.pick(offered) if draw.chance(0.5) else None
    extras = [chosen.price] if chosen else []
    walk.call("calculate", expression=price(departure, count, extras, label))
    total = total_price(departure.base_price, count, extras, label)
    including = f"{label} insurance" + (f" and the {extra(chosen)}" if chosen else "")
    return TraceGoal(
        intent=12,
        act="ask for the price",
        outcome="told",
        facts={
            "place": city,
            "count": _HOURS[count - 1],
            "when": day(departure.date),
            "including": including,
        },
        hears=(Heard(name="total", kind="amount"),),
        outputs=(told(walk, "total", money(total), (PACKAGE,)),),
    )


@RECIPES.intent(12, "told")
def ask_for_the_first_date(base: Agency, user: str) -> Iterator[Offer]:
    """The earliest date on which a tour to a city can be booked, and its price."""
    for package in base.packages.values():
        fitting = base.bookable(package.package_id, 1)
        for city in _alone_in(base, package) if len(fitting) > 1 else ():
            play = partial(_ask_date, package, city, fitting)
            yield Offer(play, frozenset({"question", package.package_id}))


def _ask_date(
    package: Package, city: str, fitting: list[PackageDeparture], walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(PLACES)
    walk.call(FIND, destination_city=city)
    walk.call(PACKAGE, package_id=package.package_id)
    ordered = sorted(fitting, key=lambda one: one.date)
    which = draw.pick(("earliest", "latest"))
    one = ordered[0] if which == "earliest" else ordered[-1]
    date = Output(name="date", value=iso(one.date), kind="date", source=(PACKAGE,))
    return TraceGoal(
        intent=12,
        act="ask for a date",
        outcome="told",
        facts={"place": city, "which": which},
        hears=(Heard(name="date", kind="date"), Heard(name="price", kind="amount")),
        outputs=(date, told(walk, "price", money(one.base_price), (PACKAGE,))),
    )


@RECIPES.intent(12, "told")
def ask_for_the_cheapest_extra(base: Agency, user: str) -> Iterator[Offer]:
    """What an extra costs that the customer has not booked."""
    for booking in base.standing(user):
        for one in base.offered_besides(booking):
            play = partial(_ask_extra, base, booking, extra(one), one.price)
            yield Offer(play, touched(booking))


def _ask_extra(
    base: Agency, booking: Booking, name: str, cents: int, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(PACKAGE, package_id=booking.package_id)
    parts = f"{money(booking.total_price)} + {money(cents)}"
    walk.call("calculate", expression=parts)
    total = money(booking.total_price + cents)
    return TraceGoal(
        intent=12,
        act="ask for an extra",
        outcome="told",
        facts={**base.trip(booking, draw), "extra": name},
        hears=(Heard(name="new total", kind="amount"),),
        outputs=(told(walk, "new total", total, (PROFILE, PACKAGE)),),
    )
