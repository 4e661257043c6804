"""What customers want in vain, and what is a matter for a person. The numbers are those of the
intents; 20 to 22 are what the policy names besides: changes for a person, bookings whose seats
are settled, and questions."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from tau_emo_db import Draw
from tau_emo_db.domains.movie.box_office import PROMOTIONS
from tau_emo_db.domains.movie.tables import Booking, Show
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.movie.base import Theaters, full_name
from tau_emo_tasks.tracer.domains.movie.bookings import PARTIES, show_facts, some_seats
from tau_emo_tasks.tracer.domains.movie.changes import booking_facts, booking_known
from tau_emo_tasks.tracer.domains.movie.counter import (
    find_show,
    find_theater,
    free_seats,
    open_booking,
    preview,
    show_status,
)
from tau_emo_tasks.tracer.domains.movie.intents import RECIPES
from tau_emo_tasks.tracer.domains.movie.speech import (
    clock,
    day,
    forms,
    party,
    seats_said,
    tickets,
    when,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

HAND_OFF = "transfer_to_human_agents"


# -- refusals -------------------------------------------------------------------------------


@RECIPES.intent(13, "refused")
def book_what_is_off(base: Theaters, customer: str) -> Iterator[Offer]:
    """Tickets for a show that was called off."""
    for show in base.shows.values():
        if show.status == "canceled":
            yield Offer(partial(_book_what_is_off, base, show, None), frozenset({show.show_id}))


@RECIPES.intent(13, "refused", tells=True)
def book_what_is_off_or_hear(base: Theaters, customer: str) -> Iterator[Offer]:
    """The same; then the day of the next show that can be booked there is wanted."""
    for show in base.shows.values():
        later = [
            one
            for one in base.shows.values()
            if one.theater_id == show.theater_id
            and one.status == "scheduled"
            and one.date > show.date
        ]
        if show.status == "canceled" and later:
            first = min(later, key=lambda one: one.start_time_local)
            yield Offer(partial(_book_what_is_off, base, show, first), frozenset({show.show_id}))


def _book_what_is_off(
    base: Theaters, show: Show, later: Show | None, walk: Walk, draw: Draw
) -> TraceGoal:
    find_show(base, walk, show)
    kinds = draw.pick(PARTIES)
    goal = TraceGoal(
        intent=13,
        act="book what is off",
        outcome="refused",
        facts={**show_facts(base, show, draw), "tickets": tickets(kinds), **forms(len(kinds))},
        refuses=("MOV-10",),
    )
    if later is None:
        return goal
    walk.call("get_theater_details", theater_id=show.theater_id)
    walk.call("get_show_status", theater_id=later.theater_id, show_id=later.show_id)
    output = Output(
        name="day of the next show", value=f"20{later.date}", kind="date",
        source=("get_theater_details",),
    )  # fmt: skip
    return goal.model_copy(
        update={
            "act": "book what is off, or hear",
            "hears": (Heard(name="day of the next show", kind="date"),),
            "outputs": (output,),
        }
    )


@RECIPES.intent(14, "refused")
def take_a_taken_seat(base: Theaters, customer: str) -> Iterator[Offer]:
    """A seat that somebody else holds, and no other."""
    for show in base.coming:
        if base.held(show):
            yield Offer(partial(_take, base, show, False), frozenset({show.show_id}))


@RECIPES.intent(14, "refused", tells=True)
def take_a_taken_seat_or_hear(base: Theaters, customer: str) -> Iterator[Offer]:
    """The same; then the number of seats that are still free is wanted."""
    for show in base.coming:
        if base.held(show) and len(base.free(show)) > 9:
            yield Offer(partial(_take, base, show, True), frozenset({show.show_id}))


def _take(base: Theaters, show: Show, hears: bool, walk: Walk, draw: Draw) -> TraceGoal:
    find_show(base, walk, show)
    free_seats(walk, show)
    kind: str = draw.pick(("adult", "senior", "child"))
    output = Output(
        name="free seats", value=str(len(base.free(show))), kind="number",
        source=("get_seat_availability",), computed=True,
    )  # fmt: skip
    return TraceGoal(
        intent=14,
        act="take a taken seat, or hear" if hears else "take a taken seat",
        outcome="refused",
        facts={
            **show_facts(base, show, draw),
            "taken": draw.pick(sorted(base.held(show))),
            "kind": kind,
        },
        hears=(Heard(name="free seats", kind="number"),) if hears else (),
        outputs=(output,) if hears else (),
        refuses=("MOV-11",),
    )


@RECIPES.intent(15, "refused")
def cancel_for_a_friend(base: Theaters, customer: str) -> Iterator[Offer]:
    """A friend's booking, of which the customer knows no more than the id."""
    mine = full_name(base.customers[customer])
    others = [
        booking
        for other in base.customers
        for booking in base.own(other, "confirmed", "scheduled")
        if other != customer and full_name(booking) != mine
    ]
    for booking in Draw(f"friends of {customer}").sample(others, 4):
        yield Offer(partial(_cancel_for_a_friend, booking), frozenset({booking.booking_id}))


def _cancel_for_a_friend(booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    open_booking(walk, booking)
    return TraceGoal(
        intent=15,
        act=draw.pick(("cancel for a friend", "change for a friend")),
        outcome="refused",
        facts={"booking_id": booking.booking_id},
        knows=booking_known(booking),
        refuses=("MOV-01",),
    )


@RECIPES.intent(16, "refused")
def pay_half_later(base: Theaters, customer: str) -> Iterator[Offer]:
    """Half of the price now and half at the door, or no booking."""
    for show in base.coming:
        yield Offer(partial(_pay_half_later, base, show, False), frozenset({show.show_id}))


@RECIPES.intent(16, "refused", tells=True)
def pay_half_later_or_hear(base: Theaters, customer: str) -> Iterator[Offer]:
    """The same; then the whole price is wanted."""
    for show in base.coming:
        yield Offer(partial(_pay_half_later, base, show, True), frozenset({show.show_id}))


def _pay_half_later(base: Theaters, show: Show, hears: bool, walk: Walk, draw: Draw) -> TraceGoal:
    kinds = draw.pick(PARTIES)
    seats = some_seats(base, show, kinds, draw)
    find_show(base, walk, show)
    free_seats(walk, show)
    total = preview(walk, show, seats)
    if hears and total % 100 == 0:
        raise WalkError("a round sum is easily guessed")
    output = Output(
        name="grand total", value=money(total), kind="amount", source=("price_preview",)
    )
    return TraceGoal(
        intent=16,
        act="pay half later, or hear" if hears else "pay half later",
        outcome="refused",
        facts={
            **show_facts(base, show, draw),
            "seats": seats_said(seats),
            "tickets": tickets(kinds),
            **forms(len(kinds)),
        },
        hears=(Heard(name="grand total", kind="amount"),) if hears else (),
        outputs=(output,) if hears else (),
        refuses=("MOV-17",),
    )


@RECIPES.intent(21, "refused")
def change_what_is_settled(base: Theaters, customer: str) -> Iterator[Offer]:
    """Other seats in a booking that is not confirmed, or whose show was called off."""
    for booking in base.bookings[customer]:
        show = base.shows[booking.show_id]
        off = booking.status == "confirmed" and show.status == "canceled"
        if off or booking.status in ("canceled", "refunded", "pending"):
            touched = frozenset({booking.booking_id, show.show_id})
            yield Offer(partial(_change_what_is_settled, base, booking), touched)


def _change_what_is_settled(base: Theaters, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    open_booking(walk, booking)
    show_status(walk, booking)
    own = {one.seat_id[:2] for one in base.lines[booking.booking_id]}
    rows = [row for row in ("R1", "R2", "R3", "R4") if row not in own]
    return TraceGoal(
        intent=21,
        act="change what is settled",
        outcome="refused",
        facts={**booking_facts(base, booking), "row": draw.pick(rows)[1:]},
        knows=booking_known(booking),
        refuses=("MOV-21",),
    )


@RECIPES.intent(14, "refused")
def take_what_is_left(base: Theaters, customer: str) -> Iterator[Offer]:
    """Any seat of a show that has none left but those for wheelchairs."""
    if not Draw(f"what is left for {customer}").chance(0.3):
        return  # there are few such shows
    for show in base.coming:
        if base.free(show) and not base.ordinary(show):
            yield Offer(partial(_take_what_is_left, base, show), frozenset({show.show_id}))


def _take_what_is_left(base: Theaters, show: Show, walk: Walk, draw: Draw) -> TraceGoal:
    find_show(base, walk, show, plan=True)
    free_seats(walk, show)
    return TraceGoal(
        intent=14,
        act="take what is left",
        outcome="refused",
        facts=show_facts(base, show, draw),
        refuses=("MOV-12",),
    )


# -- hand-offs ------------------------------------------------------------------------------


def _handed_off(
    intent: int, act: str, facts: dict[str, str], knows: tuple[Known, ...] = ()
) -> TraceGoal:
    return TraceGoal(intent=intent, act=act, outcome="handed_off", facts=facts, knows=knows)


@RECIPES.intent(17, "handed_off")
def id_lost(base: Theaters, customer: str) -> Iterator[Offer]:
    """The customer does not know the id of the booking."""
    for booking in base.own(customer, "confirmed", "scheduled"):
        for wish in ("cancel", "change"):
            play = partial(_id_lost, base, booking, wish)
            yield Offer(play, frozenset({booking.booking_id, booking.show_id}))


def _id_lost(
    base: Theaters, booking: Booking, wish: Literal["cancel", "change"], walk: Walk, draw: Draw
) -> TraceGoal:
    facts = booking_facts(base, booking)
    walk.call(
        HAND_OFF,
        summary=f"The customer does not know the id of a booking for {facts['movie']} and wants "
        f"to {wish} it.",
    )
    shown = {name: facts[name] for name in ("movie", "theater", "city")}
    facts = {**shown, "day": day(booking, draw)}
    return _handed_off(17, f"id lost, {wish}", facts)


@RECIPES.intent(18, "handed_off")
def cancel_what_is_over(base: Theaters, customer: str) -> Iterator[Offer]:
    """A booking for a show that is over is to be canceled."""
    for booking in base.own(customer, "confirmed", "completed"):
        touched = frozenset({booking.booking_id, booking.show_id})
        yield Offer(partial(_cancel_what_is_over, base, booking), touched)


def _cancel_what_is_over(base: Theaters, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    open_booking(walk, booking)
    show_status(walk, booking)
    walk.call(
        HAND_OFF,
        summary=f"The customer wants booking {booking.booking_id} canceled; its show is over.",
    )
    return _handed_off(
        18, "cancel what is over", booking_facts(base, booking), booking_known(booking)
    )


@RECIPES.intent(19, "handed_off")
def compensation(base: Theaters, customer: str) -> Iterator[Offer]:
    """Compensation, for a show that was bad or was called off, or for an earlier visit."""
    for status, act in (("completed", "over"), ("canceled", "off")):
        for booking in base.own(customer, "confirmed", status):
            play = partial(_compensation, base, booking, act)
            yield Offer(play, frozenset({booking.booking_id, booking.show_id}))
    for theater in base.theaters.values():
        play = partial(_compensation_for_a_visit, theater.theater_id, base)
        yield Offer(play, frozenset({theater.theater_id}))


def _compensation(
    base: Theaters, booking: Booking, about: str, walk: Walk, draw: Draw
) -> TraceGoal:
    open_booking(walk, booking)
    walk.call(
        HAND_OFF, summary=f"The customer asks for compensation for booking {booking.booking_id}."
    )
    return _handed_off(
        19,
        f"compensation, {about}",
        {**booking_facts(base, booking), "cost": f"{draw.integer(12, 48)} dollars"},
        booking_known(booking),
    )


def _compensation_for_a_visit(theater_id: str, base: Theaters, walk: Walk, draw: Draw) -> TraceGoal:
    theater = base.theaters[theater_id]
    find_theater(base, walk, theater)
    walk.call(HAND_OFF, summary=f"The customer asks for compensation from the {theater.name}.")
    return _handed_off(
        19,
        "compensation, visit",
        {"theater": f"{theater.name} in {theater.address.city}", "city": theater.address.city},
    )


@RECIPES.intent(20, "handed_off")
def change_something_else(base: Theaters, customer: str) -> Iterator[Offer]:
    """Something in a booking changes that is neither seats nor ticket types."""
    for booking in base.own(customer, "confirmed", "scheduled"):
        touched = frozenset({booking.booking_id, booking.show_id})
        for what in ("delivery", "food", "name", "e-mail", "phone"):
            yield Offer(partial(_change_something_else, base, booking, what), touched)


def _change_something_else(
    base: Theaters, booking: Booking, what: str, walk: Walk, draw: Draw
) -> TraceGoal:
    open_booking(walk, booking)
    walk.call(
        HAND_OFF,
        summary=f"The customer wants the {what} of booking {booking.booking_id} changed.",
    )
    ways = [
        text
        for method, text in (
            ("e-ticket", "e-tickets"),
            ("box-office", "pick-up at the box office"),
            ("kiosk", "pick-up at the kiosk"),
        )
        if method != booking.delivery_method
    ]
    facts = {**booking_facts(base, booking), "other_delivery": draw.pick(ways)}
    return _handed_off(20, f"change {what}", facts, booking_known(booking))


@RECIPES.intent(20, "handed_off")
def insist_on_a_coupon(base: Theaters, customer: str) -> Iterator[Offer]:
    """A booking with a coupon or not at all."""
    for show in base.coming:
        yield Offer(partial(_insist_on_a_coupon, base, show), frozenset({show.show_id}))


def _insist_on_a_coupon(base: Theaters, show: Show, walk: Walk, draw: Draw) -> TraceGoal:
    kinds = draw.pick(PARTIES)
    coupon = draw.pick(PROMOTIONS)
    find_show(base, walk, show)
    walk.call(
        HAND_OFF,
        summary=f"The customer insists on the coupon {coupon.code} for {base.title(show)}.",
    )
    return _handed_off(
        20,
        "insist on a coupon",
        {
            **show_facts(base, show, draw),
            "tickets": tickets(kinds),
            "party": party(kinds),
            "coupon": coupon.code,
            **forms(len(kinds)),
        },
    )


@RECIPES.intent(20, "handed_off")
def move_without_rebooking(base: Theaters, customer: str) -> Iterator[Offer]:
    """Another show within the same booking; a new booking is not wanted."""
    for booking in base.own(customer, "confirmed", "scheduled"):
        for show in base.coming:
            if show.theater_id == booking.theater_id and show.show_id != booking.show_id:
                touched = frozenset({booking.booking_id, booking.show_id, show.show_id})
                yield Offer(partial(_move_without_rebooking, base, booking, show), touched)


def _move_without_rebooking(
    base: Theaters, booking: Booking, show: Show, walk: Walk, draw: Draw
) -> TraceGoal:
    open_booking(walk, booking)
    walk.call("list_movies")
    walk.call("list_shows", theater_id=show.theater_id, date=show.date)
    walk.call(
        HAND_OFF,
        summary=f"The customer wants booking {booking.booking_id} moved to show {show.show_id}, "
        "without a new booking.",
    )
    facts = {
        **booking_facts(base, booking),
        "new_movie": base.title(show),
        "when": when(show, draw),
        "clock": clock(show, draw),
    }
    return _handed_off(20, "move without rebooking", facts, booking_known(booking))
