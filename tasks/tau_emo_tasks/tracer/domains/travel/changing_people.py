"""Changing who goes on a booked trip: names, birth dates and persons."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.travel.tables import Booking
from tau_emo_db.kit import LAST_NAMES
from tau_emo_tasks.tracer.domains.travel.base import Agency, day
from tau_emo_tasks.tracer.domains.travel.changing import PACKAGE, PEOPLE, STAYING, touched
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES
from tau_emo_tasks.tracer.domains.travel.people import (
    Person,
    birth_detail,
    introduced,
    name_of,
    newcomer,
    person,
    saved,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


def _with(
    base: Agency, booking: Booking, old: Person, new: Person, walk: Walk, *, package: bool = False
) -> None:
    """Carry out the change of one person; everybody is passed."""
    walk.call("get_booking_details", booking_id=booking.booking_id)
    if package:
        walk.call(PACKAGE, package_id=booking.package_id)
    people = [person(one) for one in base.persons[booking.booking_id]]
    walk.call(
        "update_booking_travelers",
        booking_id=booking.booking_id,
        travelers=[new if one == old else one for one in people],
    )


def _told_apart(base: Agency, booking: Booking) -> list[Person]:
    people = [person(one) for one in base.persons[booking.booking_id]]
    firsts = [one["first_name"] for one in people]
    return [one for one in people if firsts.count(one["first_name"]) == 1]


@RECIPES.intent(8, "done")
def correct_spelling(base: Agency, user: str) -> Iterator[Offer]:
    """Correct a name that is misspelled on a booking."""
    known = [person(base.travelers[user]), *saved(base, user)]
    for booking in base.standing(user):
        for one in _told_apart(base, booking):
            for right in known:
                alike = [one[part] == right[part] for part in ("first_name", "last_name", "dob")]
                if alike.count(False) == 1 and alike[2]:
                    play = partial(_rename, base, booking, one, right, "correct spelling")
                    yield Offer(play, touched(booking) | PEOPLE)


@RECIPES.intent(8, "done")
def change_family_name(base: Agency, user: str) -> Iterator[Offer]:
    """Somebody who goes along has another family name by now."""
    for booking in base.standing(user):
        for one in _others(base, booking, user):
            yield Offer(
                partial(_rename, base, booking, one, None, "new name"), touched(booking) | PEOPLE
            )


def _others(base: Agency, booking: Booking, user: str) -> list[Person]:
    """The persons on a booking besides the customer, whose name may be misspelled there."""
    born = base.travelers[user].dob
    return [one for one in _told_apart(base, booking) if one["dob"] != born]


def _rename(
    base: Agency,
    booking: Booking,
    old: Person,
    right: Person | None,
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    if right is None:
        last = draw.pick([one for one in LAST_NAMES if one != old["last_name"]])
        right = {**old, "last_name": last}
    _with(base, booking, old, right, walk)
    return TraceGoal(
        intent=8,
        act=act,
        outcome="done",
        facts={
            **base.trip(booking, draw),
            "wrong": name_of(old),
            "right": name_of(right),
            "first": str(old["first_name"]),
        },
        details=(
            base.trip_detail(booking),
            Detail(name="right name", accept=(name_of(right),)),
        ),
    )


@RECIPES.intent(8, "done")
def correct_birth_date(base: Agency, user: str) -> Iterator[Offer]:
    """Correct the birth date of somebody on a booking."""
    for booking in base.standing(user):
        for one in _others(base, booking, user):
            yield Offer(partial(_rebirth, base, booking, one), touched(booking) | PEOPLE)


def _rebirth(base: Agency, booking: Booking, old: Person, walk: Walk, draw: Draw) -> TraceGoal:
    born = str(old["dob"])
    year, month = born[:2], born[3:5]
    days = [f"{one:02d}" for one in range(1, 29) if f"{one:02d}" != born[6:]]
    right: Person = {**old, "dob": f"{year}-{month}-{draw.pick(days)}"}
    _with(base, booking, old, right, walk)
    return TraceGoal(
        intent=8,
        act="birth date",
        outcome="done",
        facts={
            **base.trip(booking, draw),
            "person": name_of(old),
            "born": day(str(right["dob"])),
        },
        details=(
            base.trip_detail(booking),
            Detail(name="person", accept=(name_of(old),)),
            birth_detail(right),
        ),
    )


@RECIPES.intent(8, "done")
def send_another(base: Agency, user: str) -> Iterator[Offer]:
    """Somebody else goes in the place of a person on the booking."""
    for booking in base.standing(user):
        for one in _others(base, booking, user):
            yield Offer(
                partial(_replace, base, booking, one, 8, "send another"), touched(booking) | PEOPLE
            )


@RECIPES.intent(13, "done")
def cancel_or_send_another(base: Agency, user: str) -> Iterator[Offer]:
    """Cancel, or if nothing comes back any more, send somebody else."""
    for booking in base.standing(user):
        if base.cancellation(booking) == "nothing":
            for one in _others(base, booking, user):
                play = partial(_replace, base, booking, one, 13, "cancel or send another")
                yield Offer(play, touched(booking) | PEOPLE | STAYING)


def _replace(
    base: Agency, booking: Booking, old: Person, intent: int, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    user = booking.traveler_id
    people = [person(one) for one in base.persons[booking.booking_id]]
    taken = {str(one["first_name"]) for one in people}
    taken |= {one.first_name for one in base.companions[user]}
    new = newcomer(draw, taken)
    _with(base, booking, old, new, walk, package=intent == 13)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={**base.trip(booking, draw), "person": name_of(old), **introduced(new)},
        details=(
            base.trip_detail(booking),
            Detail(name="newcomer", accept=(name_of(new),)),
            birth_detail(new),
        ),
    )
