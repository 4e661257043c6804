"""What customers want to change in what they have booked. The numbers are those of the intents."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingSeat,
    CustomerPaymentMethod,
    Show,
)
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.movie.base import KINDS, Theaters
from tau_emo_tasks.tracer.domains.movie.bookings import (
    NEW,
    a_booking,
    payers,
    some_seats,
)
from tau_emo_tasks.tracer.domains.movie.counter import (
    Order,
    a_delivery,
    book,
    cancel,
    find_show,
    free_seats,
    line_sum,
    open_booking,
    reseat,
    show_status,
    sum_of,
    ticket_cost,
)
from tau_emo_tasks.tracer.domains.movie.intents import RECIPES
from tau_emo_tasks.tracer.domains.movie.speech import (
    ARTICLES,
    Ordered,
    forms,
    kind_details,
    method_detail,
    method_name,
    places,
    seat_details,
    seats_said,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

BACK = "amount given back"


def booking_facts(base: Theaters, booking: Booking) -> dict[str, str]:
    """What fills the blanks about a booking."""
    theater = base.theater(booking)
    seats = [one.seat_id for one in base.lines[booking.booking_id]]
    return {
        "booking_id": booking.booking_id,
        "movie": base.title(booking),
        "theater": f"{theater.name} in {theater.address.city}",
        "city": theater.address.city,
        "own": places(seats),
        "own_is": "is" if len(seats) == 1 else "are",
        "own_them": "it" if len(seats) == 1 else "them",
    }


def booking_known(booking: Booking) -> tuple[Known, ...]:
    """The id, which its holder has."""
    return (Known(name="booking_id", value=booking.booking_id),)


def booking_detail(base: Theaters, booking: Booking) -> Detail:
    """A listing names the booking by its id or its movie."""
    return Detail(name="booking", accept=(booking.booking_id, base.title(booking)))


def _held(base: Theaters, booking: Booking) -> list[Ordered]:
    return [(one.seat_id, one.ticket_type) for one in base.lines[booking.booking_id]]


def _changeable(base: Theaters, customer: str) -> Iterator[tuple[Booking, Show, frozenset[str]]]:
    for booking, show in base.changeable(customer):
        yield booking, show, frozenset({booking.booking_id, show.show_id})


def _told(back: int, source: str) -> dict[str, tuple[Heard, ...] | tuple[Output, ...]]:
    """What a goal that gives money back adds when the customer wants to hear how much."""
    output = Output(name=BACK, value=money(back), kind="amount", source=(source,))
    return {"hears": (Heard(name=BACK, kind="amount"),), "outputs": (output,)}


def _changed(
    base: Theaters, booking: Booking, intent: int, act: str, details: Sequence[Detail],
    facts: dict[str, str],
) -> TraceGoal:  # fmt: skip
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={**booking_facts(base, booking), **facts},
        knows=booking_known(booking),
        details=(booking_detail(base, booking), *details),
    )


# -- seats --------------------------------------------------------------------------------


@RECIPES.intent(6, "done")
def add_seat(base: Theaters, customer: str) -> Iterator[Offer]:
    """One more seat in a booking."""
    for booking, show, touched in _changeable(base, customer):
        if len(base.ordinary(show)) > 1:
            for method in payers(base, customer):
                play = partial(_add_seat, base, customer, booking, show, method, False)
                yield Offer(play, touched)


@RECIPES.intent(6, "done")
def add_seat_or_else(base: Theaters, customer: str) -> Iterator[Offer]:
    """One more seat, or another one if it is taken."""
    for booking, show, touched in _changeable(base, customer):
        others = base.held(show) - {one.seat_id for one in base.lines[booking.booking_id]}
        if others and len(base.ordinary(show)) > 1:
            for method in payers(base, customer):
                play = partial(_add_seat, base, customer, booking, show, method, True)
                yield Offer(play, touched)


def _add_seat(
    base: Theaters,
    customer: str,
    booking: Booking,
    show: Show,
    method: CustomerPaymentMethod,
    with_choice: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    own = _held(base, booking)
    free = [one.seat_id for one in base.ordinary(show)]
    if len(free) < 2:
        raise WalkError("no choice of seats")
    seat, spare = draw.sample(free, 2)
    kind: str = draw.weighted({"adult": 0.5, "child": 0.3, "senior": 0.2})
    open_booking(walk, booking)
    free_seats(walk, show)
    price, fee, tax = ticket_cost(base, walk, show, kind)
    difference = sum_of(walk, f"{money(price)} + {money(fee)} + {money(tax)}")
    reseat(walk, booking, [*own, (seat, kind)], difference, method)
    first = seat
    if with_choice and draw.chance(0.6):
        others = base.held(show) - {one for one, _ in own}
        first, spare = draw.pick(sorted(others)), seat
    act = "add a seat or else" if with_choice else "add a seat"
    return _changed(
        base, booking, 6, act,
        (*seat_details([seat]), *kind_details([kind]), method_detail(base, customer, method)),
        {
            "seat": seat, "first": first, "second": spare, "kind": kind,
            "kind_ticket": f"{ARTICLES[kind]} ticket", "card": method_name(method),
        },
    )  # fmt: skip


@RECIPES.intent(7, "done")
def drop_seats(base: Theaters, customer: str) -> Iterator[Offer]:
    """One seat or two of a booking are given up."""
    for booking, _, touched in _changeable(base, customer):
        if len(base.lines[booking.booking_id]) > 1:
            yield Offer(partial(_drop_seats, base, booking), touched)


def _drop_seats(base: Theaters, booking: Booking, walk: Walk, draw: Draw) -> TraceGoal:
    lines = draw.shuffled(base.lines[booking.booking_id])
    many = 2 if len(lines) > 2 and draw.chance(0.4) else 1
    gone = sorted(lines[:many], key=lambda one: one.seat_id)
    kept = [one for one in _held(base, booking) if one[0] not in {x.seat_id for x in gone}]
    open_booking(walk, booking)
    show_status(walk, booking)
    back = sum_of(walk, line_sum(gone))
    reseat(walk, booking, kept, -back)
    asks = draw.chance(0.6)
    goal = _changed(
        base, booking, 7,
        f"give up seats, {'told' if asks else 'untold'}",
        seat_details([one.seat_id for one in gone]),
        {
            "gone": places([one.seat_id for one in gone]),
            "kept": places([one for one, _ in kept]),
            "kept_stay": "stays" if len(kept) == 1 else "stay",
            **forms(many),
        },
    )  # fmt: skip
    return goal.model_copy(update=_told(back, "calculate")) if asks else goal


@RECIPES.intent(8, "done")
def swap_seats(base: Theaters, customer: str) -> Iterator[Offer]:
    """The same tickets for other seats side by side."""
    for booking, show, touched in _changeable(base, customer):
        if base.blocks(show, len(base.lines[booking.booking_id])):
            yield Offer(partial(_swap_seats, base, booking, show), touched)


def _swap_seats(base: Theaters, booking: Booking, show: Show, walk: Walk, draw: Draw) -> TraceGoal:
    lines = base.lines[booking.booking_id]
    kinds = [one.ticket_type for one in lines]
    new = some_seats(base, show, kinds, draw)
    open_booking(walk, booking)
    show_status(walk, booking)
    free_seats(walk, show)
    reseat(walk, booking, new, 0)
    facts = {"new": seats_said(new), **forms(len(new))}
    details = (*seat_details([seat for seat, _ in new]), *kind_details(kinds))
    return _changed(base, booking, 8, "swap seats", details, facts)


# -- ticket types ---------------------------------------------------------------------------


@RECIPES.intent(9, "done")
def correct_type(base: Theaters, customer: str) -> Iterator[Offer]:
    """A ticket of the wrong type is corrected; it becomes cheaper or dearer."""
    for booking, show, touched in _changeable(base, customer):
        for line in base.lines[booking.booking_id]:
            for kind in KINDS:
                now, then = line.price, int(getattr(show.price_schema, kind))
                if then < now:
                    play = partial(_correct_type, base, customer, booking, show, line, kind, None)
                    yield Offer(play, touched)
                elif then > now:
                    for method in payers(base, customer):
                        play = partial(
                            _correct_type, base, customer, booking, show, line, kind, method
                        )
                        yield Offer(play, touched)


def _correct_type(
    base: Theaters,
    customer: str,
    booking: Booking,
    show: Show,
    line: BookingSeat,
    kind: str,
    method: CustomerPaymentMethod | None,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    new = [(seat, kind if seat == line.seat_id else old) for seat, old in _held(base, booking)]
    open_booking(walk, booking)
    show_status(walk, booking)
    price, _, tax = ticket_cost(base, walk, show, kind)
    now, then = (
        f"{money(line.price)} + {money(line.tax)}",
        f"{money(price)} + {money(tax)}",
    )
    facts = {
        "seat": line.seat_id,
        "a_kind": ARTICLES[kind],
        "kind": kind,
        "kind_cap": kind.capitalize(),
        "old_kind": line.ticket_type,
        "an_old_kind": ARTICLES[line.ticket_type],
    }
    old = tuple(one for one in KINDS if one not in (kind, line.ticket_type))
    details = (
        *seat_details([line.seat_id]),
        Detail(name="type", accept=(kind, f"{kind}'s"), reject=old),
    )
    if method is None:
        back = sum_of(walk, f"{now} - ({then})")
        reseat(walk, booking, new, -back)
        goal = _changed(base, booking, 9, f"cheaper type, {kind}", details, facts)
        return goal.model_copy(update=_told(back, "calculate"))
    difference = sum_of(walk, f"{then} - ({now})")
    reseat(walk, booking, new, difference, method)
    details = (*details, method_detail(base, customer, method))
    facts["card"] = method_name(method)
    return _changed(base, booking, 9, f"dearer type, {kind}", details, facts)


# -- cancellations --------------------------------------------------------------------------


@RECIPES.intent(10, "done")
def cancel_booking(base: Theaters, customer: str) -> Iterator[Offer]:
    """A booking is canceled."""
    for booking in base.own(customer, "confirmed", "scheduled"):
        touched = frozenset({booking.booking_id, booking.show_id})
        yield Offer(partial(_cancel, base, booking, 10, "cancel"), touched)


@RECIPES.intent(11, "done")
def cancel_called_off(base: Theaters, customer: str) -> Iterator[Offer]:
    """A booking is canceled because the theater has called off the show."""
    for booking in base.own(customer, "confirmed", "canceled"):
        touched = frozenset({booking.booking_id, booking.show_id})
        yield Offer(partial(_cancel, base, booking, 11, "cancel what was called off"), touched)


def _cancel(
    base: Theaters, booking: Booking, intent: int, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    cancel(walk, booking)
    goal = _changed(base, booking, intent, act, (), {})
    return goal.model_copy(update=_refund(booking))


def _refund(booking: Booking) -> dict[str, tuple[Heard, ...] | tuple[Output, ...]]:
    return _told(booking.amount_paid, "get_booking_details")


@RECIPES.intent(12, "done")
def move(base: Theaters, customer: str) -> Iterator[Offer]:
    """Another show of the theater in place of the one that is booked."""
    for booking in base.own(customer, "confirmed", "scheduled"):
        old = base.shows[booking.show_id]
        for show in base.coming:
            other = show.movie_id != old.movie_id and show.theater_id == old.theater_id
            if other and base.blocks(show, len(base.lines[booking.booking_id])):
                for method in payers(base, customer):
                    play = partial(_move, base, customer, booking, show, method)
                    touched = {NEW, booking.booking_id, old.show_id, show.show_id}
                    yield Offer(play, frozenset(touched))


def _move(
    base: Theaters,
    customer: str,
    booking: Booking,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> tuple[TraceGoal, ...]:
    open_booking(walk, booking)
    find_show(base, walk, show)
    free_seats(walk, show)
    kinds = [one.ticket_type for one in base.lines[booking.booking_id]]
    order = Order(some_seats(base, show, kinds, draw), a_delivery(draw), method)
    book(base, walk, customer, show, order)
    new = a_booking(base, customer, show, order, 12, "move, new booking", draw)
    old = {"old_movie": base.title(booking), "booking_id": booking.booking_id}
    walk.goal += 1
    cancel(walk, booking)
    gone = _changed(base, booking, 12, "move, old booking", (), {})
    return (
        new.model_copy(update={"facts": {**new.facts, **old}, "knows": booking_known(booking)}),
        gone.model_copy(
            update={**_refund(booking), "facts": {**gone.facts, **old}, "follows": True}
        ),
    )
