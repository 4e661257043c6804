"""Tickets that are cancelled, sent elsewhere, moved to another table or paid otherwise."""

from collections.abc import Iterator
from functools import partial

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.restaurant.places import NATIONS
from tau_emo_db.domains.restaurant.tables import (
    Instrument,
    LineEntry,
    Location,
    TableInfo,
    Ticket,
)
from tau_emo_servers.domains.restaurant.desk import refunds_due, still_paid
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.restaurant.base import House, capital, in_one_line, inside
from tau_emo_tasks.tracer.domains.restaurant.intents import (
    RECIPES,
    TICKET,
    dishes_of,
    heard,
    output,
    summed,
    worked_out,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

REASONS = (
    "the guests have called off",
    "the plans it was made for have changed",
    "the food was ordered twice by mistake",
    "somebody else in the group had ordered as well",
    "the meeting that it was meant for has been moved",
    "the club it was for has moved its evening",
    "the colleagues it was for are working from home",
    "the people it was for have other plans",
    "it was ordered for the wrong evening",
    "the office party has been put off",
    "the cousins it was for are not coming to town",
    "the children's party has been put off",
    "it was taken from the wrong list",
    "the game night it was for does not take place",
    "the visitors have eaten on the road already",
    "the match has been called off and the friends are not coming",
    "the visitors it was for have left town already",
    "the school event it was for has been called off",
    "the neighbors it was for have gone away",
    "the choir has canceled the evening that it was for",
    "the birthday is celebrated somewhere else now",
    "the wrong dish was chosen in a hurry",
    "the friends it was for have something else on",
    "the group it was for wants to meet another day",
)
ZONES = ("Mezzanine", "Garden", "Courtyard", "Terrace", "Window Row", "Main Hall")
_COUNTS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


# -- cancelling -----------------------------------------------------------------------------


def due(base: House, ticket: Ticket) -> list[tuple[str, int]]:
    """Instruments and cents that a cancellation gives back."""
    return refunds_due(base.charges[ticket.ticket_ref])


@RECIPES.intent(1, "done", alone=False)
def cancel_by_reference(base: House, guest: str) -> Iterator[Offer]:
    """Cancel a placed ticket whose reference the customer has."""
    for ticket in base.tickets[guest]:
        if ticket.state == "placed" and due(base, ticket):
            touched = dishes_of(ticket.ticket_ref)
            yield Offer(partial(_cancel, base, ticket, None, False), touched)


@RECIPES.intent(2, "done", alone=False)
def cancel_by_content(base: House, guest: str) -> Iterator[Offer]:
    """Cancel "the order with the Pizza Tonno" of a customer who has several."""
    if len(base.tickets[guest]) > 1:
        for ticket, line in base.placed(guest):
            if due(base, ticket):
                touched = dishes_of(ticket.ticket_ref)
                yield Offer(partial(_cancel, base, ticket, line, False), touched)


@RECIPES.intent(2, "done")
def cancel_and_hear(base: House, guest: str) -> Iterator[Offer]:
    """Cancel a ticket, and hear what comes back."""
    for ticket, line in base.placed(guest):
        if refund(base, ticket) is not None:
            touched = dishes_of(ticket.ticket_ref)
            yield Offer(partial(_cancel, base, ticket, line, True), touched)


def refund(base: House, ticket: Ticket) -> Output | None:
    """What a cancellation gives back in all; None if it stands in the ticket though computed."""
    back = due(base, ticket)
    total = sum(cents for _, cents in back)
    stands = any(one.total == total for one in base.charges[ticket.ticket_ref])
    if not back or (stands and len(base.entries(ticket, "payment")) > 1):
        return None
    return output("refund", total, TICKET, computed=not stands)


def _cancel(
    base: House,
    ticket: Ticket,
    line: LineEntry | None,
    told: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    base.look_up(walk, ticket, known=line is None)
    back = refund(base, ticket)
    if back is not None and back.computed:
        worked_out(walk, net(base, ticket))
    reason = draw.pick(REASONS)
    walk.call("cancel_placed_ticket", ticket_ref=ticket.ticket_ref, reason=reason)
    ref = ticket.ticket_ref
    outputs = (back,) if told and back is not None else ()
    return TraceGoal(
        intent=1 if line is None else 2,
        act="cancel by reference" if line is None else f"cancel{' and hear' if told else ''}",
        outcome="done",
        facts={"ticket": ref, "reason": reason, **(base.order(ticket, line, draw) if line else {})},
        knows=(
            *((Known(name="ticket_ref", value=ref),) if line is None else ()),
            Known(name="reason", value=reason),
        ),
        details=(base.ticket_detail(ticket),),
        hears=heard(outputs),
        outputs=outputs,
    )


def net(base: House, ticket: Ticket) -> str:
    """Payments less refunds, as `calculate` takes it."""
    paid = summed([one.total for one in base.entries(ticket, "payment")])
    return " - ".join([paid, *(money(one.total) for one in base.entries(ticket, "refund"))])


# -- drop-off -------------------------------------------------------------------------------


@RECIPES.intent(3, "done")
def deliver_elsewhere(base: House, guest: str) -> Iterator[Offer]:
    """Deliver to another address in the same town."""
    for ticket, line in base.placed(guest, "delivery"):
        play = partial(_elsewhere, base, ticket, line)
        yield Offer(play, frozenset({ticket.ticket_ref}))


def _elsewhere(base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw) -> TraceGoal:
    assert ticket.dropoff is not None
    home = base.patrons[ticket.guest_ref].location
    address = base.elsewhere(ticket.dropoff, [home], draw)
    base.look_up(walk, ticket)
    _drop_off(walk, ticket, address)
    old = {ticket.dropoff.line_one, home.line_one}
    codes = {ticket.dropoff.postal_code, home.postal_code}
    return TraceGoal(
        intent=3,
        act="deliver elsewhere",
        outcome="done",
        facts={**base.order(ticket, line, draw), "address": in_one_line(address)},
        details=(
            base.ticket_detail(ticket),
            Detail(name="address", accept=(address.line_one,), reject=tuple(sorted(old))),
            Detail(
                name="postal code",
                accept=(address.postal_code,),
                reject=tuple(sorted(codes - {address.postal_code})),
            ),
        ),
    )


def _drop_off(walk: Walk, ticket: Ticket, address: Location) -> None:
    fields: dict[str, JsonValue] = address.model_dump()
    walk.call("modify_placed_ticket_dropoff", ticket_ref=ticket.ticket_ref, **fields)


@RECIPES.intent(3, "done")
def correct_unit(base: House, guest: str) -> Iterator[Offer]:
    """Another flat in the same house: all the rest of the address stays."""
    for ticket, line in base.placed(guest, "delivery"):
        dropoff = ticket.dropoff
        home = base.patrons[guest].location
        if dropoff is not None and dropoff.line_two and dropoff.line_one != home.line_one:
            play = partial(_correct_unit, base, ticket, line, dropoff)
            yield Offer(play, frozenset({ticket.ticket_ref}))


def _correct_unit(
    base: House, ticket: Ticket, line: LineEntry, old: Location, walk: Walk, draw: Draw
) -> TraceGoal:
    units = [one for one in NATIONS[old.nation].units if one]
    kind = next((one for one in units if old.line_two.startswith(one.split("{")[0])), units[0])
    while (unit := kind.format(draw.integer(2, 24))) == old.line_two or unit in old.line_two:
        pass
    base.look_up(walk, ticket)
    _drop_off(walk, ticket, old.model_copy(update={"line_two": unit}))
    return TraceGoal(
        intent=3,
        act="correct unit",
        outcome="done",
        facts={**base.order(ticket, line, draw), "unit": unit, "old_unit": old.line_two},
        details=(
            base.ticket_detail(ticket),
            Detail(name="unit", accept=(unit,), reject=(old.line_two,)),
        ),
    )


@RECIPES.intent(4, "done")
def deliver_home(base: House, guest: str) -> Iterator[Offer]:
    """Deliver to the address of the profile."""
    home = base.patrons[guest].location
    for ticket, line in base.placed(guest, "delivery"):
        if ticket.dropoff is not None and ticket.dropoff.line_one != home.line_one:
            play = partial(_deliver_home, base, ticket, line, ticket.dropoff, home)
            yield Offer(play, frozenset({ticket.ticket_ref}))


def _deliver_home(
    base: House,
    ticket: Ticket,
    line: LineEntry,
    old: Location,
    home: Location,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    base.look_up(walk, ticket)
    _drop_off(walk, ticket, home)
    return TraceGoal(
        intent=4,
        act="deliver home",
        outcome="done",
        facts={
            **base.order(ticket, line, draw),
            "street": home.line_one,
            "old_street": old.line_one,
        },
        details=(
            base.ticket_detail(ticket),
            Detail(name="address", accept=(home.line_one,), reject=(old.line_one,)),
        ),
    )


# -- table ----------------------------------------------------------------------------------


@RECIPES.intent(5, "done")
def another_table(base: House, guest: str) -> Iterator[Offer]:
    """Another table in another part of the house, for more people."""
    for ticket, line in base.placed(guest, "dine_in"):
        if ticket.table_info is not None:
            play = partial(_another_table, base, ticket, line, ticket.table_info)
            yield Offer(play, frozenset({ticket.ticket_ref}))


def _another_table(
    base: House, ticket: Ticket, line: LineEntry, old: TableInfo, walk: Walk, draw: Draw
) -> TraceGoal:
    zone = draw.pick([one for one in ZONES if one != old.zone])
    number = draw.pick([n for n in range(1, 41) if f"T{n:02d}" != old.table_no])
    seats = draw.integer(old.seat_count + 1, min(old.seat_count + 5, 10))
    new = TableInfo(zone=zone, table_no=f"T{number:02d}", seat_count=seats)
    return _set_table(base, ticket, line, new, "another table", walk, draw)


@RECIPES.intent(5, "done")
def more_seats(base: House, guest: str) -> Iterator[Offer]:
    """More or fewer seats at the same table."""
    for ticket, line in base.placed(guest, "dine_in"):
        if ticket.table_info is not None and ticket.table_info.seat_count < 6:
            play = partial(_more_seats, base, ticket, line, ticket.table_info)
            yield Offer(play, frozenset({ticket.ticket_ref}))


def _more_seats(
    base: House, ticket: Ticket, line: LineEntry, old: TableInfo, walk: Walk, draw: Draw
) -> TraceGoal:
    more = draw.integer(2, 4)
    new = old.model_copy(update={"seat_count": old.seat_count + more})
    return _set_table(base, ticket, line, new, "more seats", walk, draw)


@RECIPES.intent(5, "done")
def same_size_elsewhere(base: House, guest: str) -> Iterator[Offer]:
    """A table in another part of the house, for as many as before."""
    for ticket, line in base.placed(guest, "dine_in"):
        if ticket.table_info is not None:
            play = partial(_same_size, base, ticket, line, ticket.table_info)
            yield Offer(play, frozenset({ticket.ticket_ref}))


def _same_size(
    base: House, ticket: Ticket, line: LineEntry, old: TableInfo, walk: Walk, draw: Draw
) -> TraceGoal:
    zone = draw.pick([one for one in ZONES if one != old.zone])
    number = draw.pick([n for n in range(1, 41) if f"T{n:02d}" != old.table_no])
    new = TableInfo(zone=zone, table_no=f"T{number:02d}", seat_count=old.seat_count)
    return _set_table(base, ticket, line, new, "same size elsewhere", walk, draw)


def _set_table(
    base: House,
    ticket: Ticket,
    line: LineEntry,
    new: TableInfo,
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    old = ticket.table_info
    assert old is not None
    base.look_up(walk, ticket)
    walk.call(
        "modify_placed_ticket_table",
        ticket_ref=ticket.ticket_ref,
        zone=new.zone,
        table_no=new.table_no,
        seat_count=new.seat_count,
    )
    number = new.table_no.removeprefix("T").lstrip("0")
    details = [base.ticket_detail(ticket)]
    if act != "more seats":
        spellings = (new.table_no, f"table {number}", f"table no. {number}")
        details += [
            Detail(name="table", accept=spellings, reject=(old.table_no,)),
            Detail(name="zone", accept=(new.zone,), reject=(old.zone,)),
        ]
    if act != "same size elsewhere":
        details.append(Detail(name="seats", accept=_seats(new.seat_count)))
    return TraceGoal(
        intent=5,
        act=act,
        outcome="done",
        facts={
            **base.order(ticket, line, draw),
            "zone": new.zone,
            "old_zone": old.zone,
            **capital(in_zone=inside(new.zone)),
            "in_old_zone": inside(old.zone),
            **capital(table=f"table {new.table_no}"),
            **capital(seats=_COUNTS[new.seat_count]),
            "more": _COUNTS[max(0, new.seat_count - old.seat_count)],
        },
        details=tuple(details),
    )


def _seats(count: int) -> tuple[str, ...]:
    return tuple(
        way.format(one)
        for one in (count, _COUNTS[count])
        for way in ("{} seats", "{} people", "seats {}", "for {}", "{} guests", "seat count {}")
    )


# -- instrument -----------------------------------------------------------------------------


@RECIPES.intent(9, "done", alone=False)
def pay_otherwise(base: House, guest: str) -> Iterator[Offer]:
    """Another instrument takes over the payment."""
    for ticket, line, card in payable(base, guest):
        play = partial(_pay_otherwise, base, ticket, line, card, False)
        yield Offer(play, frozenset({ticket.ticket_ref}))


@RECIPES.intent(9, "done")
def pay_otherwise_and_hear(base: House, guest: str) -> Iterator[Offer]:
    """Another instrument takes over the payment, and the customer hears how much it is."""
    for ticket, line, card in payable(base, guest):
        play = partial(_pay_otherwise, base, ticket, line, card, True)
        yield Offer(play, frozenset({ticket.ticket_ref}))


def payable(base: House, guest: str) -> Iterator[tuple[Ticket, LineEntry, Instrument]]:
    """Tickets with a single payment and nothing refunded, with what could pay instead."""
    for ticket, line in base.placed(guest):
        if len(base.entries(ticket, "payment")) == 1 and not base.entries(ticket, "refund"):
            payer = base.payer(ticket)
            for card in base.tellable(guest):
                if card is not payer:
                    yield ticket, line, card


def _pay_otherwise(
    base: House,
    ticket: Ticket,
    line: LineEntry,
    card: Instrument,
    told: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    return move_payment(base, ticket, line, card, told, 9, walk, draw)


def move_payment(
    base: House,
    ticket: Ticket,
    line: LineEntry,
    card: Instrument,
    told: bool,
    intent: int,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    """Let another instrument pay."""
    charges = base.charges[ticket.ticket_ref]
    moved = still_paid(base.entries(ticket, "payment")[0], charges)
    base.look_up(walk, ticket)
    walk.call(
        "modify_placed_ticket_instrument",
        ticket_ref=ticket.ticket_ref,
        instrument_ref=card.instrument_ref,
    )
    outputs = (output("amount", moved, TICKET),) if told else ()
    return TraceGoal(
        intent=intent,
        act="pay otherwise and hear" if told else "pay otherwise",
        outcome="done",
        facts={
            **base.order(ticket, line, draw),
            "card": base.card(card),
            "old_card": base.card(base.payer(ticket)),
        },
        details=(base.ticket_detail(ticket), base.payment(card)),
        hears=heard(outputs),
        outputs=outputs,
    )
