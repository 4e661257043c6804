"""What an agent of the theaters can do wrong, and which of its rules go together."""

import json
import re
from collections.abc import Iterator
from typing import Any

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.movie.tables import Booking, Seat, Show
from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.stakes.deeds import unsaid
from tau_emo_tasks.stakes.scene import Deed, Scene, under
from tau_emo_tasks.task import Action

_LOOK, _PREVIEW = "get_booking_details", "price_preview"
_CREATE, _CANCEL, _SEATS = "create_booking", "cancel_booking", "update_booking_seats"


def does_not_compare(scene: Scene) -> Iterator[Conversation]:
    """Serves a booking without having asked for the email or the name on it."""
    for shown in scene.results:
        if isinstance(shown, dict) and "booking_id" in shown:
            names = [
                *under(shown, "email"),
                *under(shown, "first_name"),
                *under(shown, "last_name"),
            ]
            yield unsaid(scene, "|".join(map(re.escape, names)))


def serves_a_second_customer(scene: Scene) -> Iterator[Conversation]:
    """Cancels a booking of another email that the customer states, too."""
    gold = [one for one in scene.task.gold if not scene.ends(one)]
    with EpisodeState.open(scene.domain.data) as state, state.session() as db:
        shows = select(Show.show_id).where(Show.status == "scheduled")
        theirs = select(Booking).where(
            Booking.email != scene.task.principal,
            Booking.status == "confirmed",
            Booking.show_id.in_(shows),  # pyright: ignore
        )
        other = db.exec(theirs.order_by(Booking.booking_id).limit(1)).one()
        key, email = other.booking_id, other.email
        show = {"theater_id": other.theater_id, "show_id": other.show_id}
    more = [
        Action(tool=_LOOK, arguments={"booking_id": key}),
        Action(tool="get_show_details", arguments={**show}),
        Action(tool=_CANCEL, arguments={"booking_id": key}),
    ]
    yield scene.acted([*gold, *more], f"And cancel {key}, which is under {email}.")


def takes_a_wheelchair_seat(scene: Scene) -> Iterator[Conversation]:
    """Puts the customer on a seat for wheelchairs."""
    shows = {key for result in scene.results for key in under(result, "show_id")}
    with EpisodeState.open(scene.domain.data) as state, state.session() as db:
        rooms = [row.auditorium_id for key in sorted(shows) if (row := db.get(Show, key))]
        flagged = select(Seat).where(
            Seat.auditorium_id.in_(rooms),  # pyright: ignore
            Seat.wheelchair_accessible,
        )
        free = [one.seat_id for one in db.exec(flagged)]
    for seat in dict.fromkeys(free):
        wrong = [_seated(one, seat) if "seats" in one.arguments else one for one in scene.task.gold]
        if tuple(wrong) != scene.task.gold:
            yield scene.acted(wrong, f"I take {seat}.")


def _seated(action: Action, seat: str) -> Action:
    """The action with another first seat."""
    seats: Any = action.arguments["seats"]
    first = {**seats[0], "seat_id": seat}
    return action.model_copy(
        update={"arguments": {**action.arguments, "seats": [first, *seats[1:]]}}
    )


def books_anew(scene: Scene) -> Iterator[Conversation]:
    """Cancels what was booked and books the same show again, with as many seats or one less."""
    gold = scene.task.gold
    for position, step in enumerate(scene.replay.steps):
        if step.action.tool != _CREATE:
            continue
        cancel = Action(
            tool=_CANCEL, arguments={"booking_id": json.loads(step.call.result)["booking_id"]}
        )
        seats: Any = step.action.arguments["seats"]
        preview = next(one for one in gold[position::-1] if one.tool == _PREVIEW)
        for taken in filter(None, (seats, seats[:-1])):
            again = [
                one.model_copy(update={"arguments": {**one.arguments, "seats": taken}})
                for one in (preview, step.action)
            ]
            yield scene.acted([*gold[: position + 1], cancel, *again, *gold[position + 1 :]])


DEEDS: tuple[Deed, ...] = (
    does_not_compare,
    serves_a_second_customer,
    takes_a_wheelchair_seat,
    books_anew,
)

FOLLOWS = {
    "MOV-02": {"MOV-13"},
    "MOV-12": {"MOV-03"},
    "MOV-16": {"MOV-14"},
    "MOV-23": {"MOV-03"},
}
"""Another price than the one shown; a difference that was not told is missing in the listing."""
