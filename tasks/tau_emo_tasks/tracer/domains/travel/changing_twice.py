"""Two changes of one booking, wished in one breath."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.travel.tables import (
    Booking,
    OfferedAddOn,
    PackageDeparture,
    PaymentMethod,
)
from tau_emo_tasks.tracer.domains.travel.base import Agency, day
from tau_emo_tasks.tracer.domains.travel.changing import (
    add_one,
    change_room_to,
    difference,
    free_moves,
    move_to,
    other_rooms,
    touched,
)
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import TraceGoal
from tau_emo_tasks.tracer.walk import Walk


@RECIPES.intent(9, "done")
def move_and_change_room(base: Agency, user: str) -> Iterator[Offer]:
    """Another date and another room."""
    for booking, fitting in free_moves(base, user):
        for one in fitting if other_rooms(booking) else ():
            for method in base.tellable(user) if difference(base, booking, one) else ():
                play = partial(_move_and_room, base, booking, one, method)
                yield Offer(play, touched(booking))


@RECIPES.intent(9, "done")
def change_room_and_add_extra(base: Agency, user: str) -> Iterator[Offer]:
    """Another room and one extra more."""
    for booking in base.standing(user):
        for one in base.offered_besides(booking) if other_rooms(booking) else ():
            for method in base.tellable(user):
                play = partial(_room_and_extra, base, booking, one, method)
                yield Offer(play, touched(booking))


def _move_and_room(
    base: Agency,
    booking: Booking,
    departure: PackageDeparture,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    when = f"to {day(departure.date)}"
    first = move_to(base, booking, departure, method, 5, "move and room", when, walk, draw)
    return _with_room(base, booking, first, walk, draw)


def _room_and_extra(
    base: Agency,
    booking: Booking,
    new: OfferedAddOn,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    first = add_one(base, booking, new, method, "room and extra", walk, draw)
    return _with_room(base, booking, first, walk, draw)


def _with_room(
    base: Agency, booking: Booking, first: TraceGoal, walk: Walk, draw: Draw
) -> TraceGoal:
    """The room changes after the first change; both are one goal."""
    kind = draw.pick(other_rooms(booking))
    second = change_room_to(base, booking, kind, 9, first.act, "", walk, draw)
    details = [one for one in second.details if one.name not in [x.name for x in first.details]]
    return first.model_copy(
        update={
            "intent": 9,
            "facts": {**second.facts, **first.facts},
            "details": (*first.details, *details),
        }
    )
