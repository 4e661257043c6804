"""Wishes that the rules forbid, and what is wanted instead."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.restaurant.tables import Dish, Instrument, LineEntry, Patron, Plate, Ticket
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.restaurant.asking import offered, open_dish
from tau_emo_tasks.tracer.domains.restaurant.base import House, form, in_one_line, inside
from tau_emo_tasks.tracer.domains.restaurant.changing import REASONS, ZONES, due, net, refund
from tau_emo_tasks.tracer.domains.restaurant.intents import (
    DISH,
    RECIPES,
    TICKET,
    dishes_of,
    heard,
    output,
    summed,
    worked_out,
)
from tau_emo_tasks.tracer.domains.restaurant.plates import (
    Swap,
    alternatives,
    swap_facts,
    swapped,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


def _refused(
    intent: int, act: str, rule: str, facts: dict[str, str], *outputs: Output, reason: str = ""
) -> TraceGoal:
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts=facts,
        knows=(Known(name="reason", value=reason),) if reason else (),
        hears=heard(outputs),
        outputs=outputs,
        refuses=(rule,),
    )


# -- too late -------------------------------------------------------------------------------


@RECIPES.intent(15, "refused", tells=True)
def cancel_too_late(base: House, guest: str) -> Iterator[Offer]:
    """Cancel a ticket that the kitchen has begun with; then what it cost is wanted."""
    for ticket, line in base.told(guest, ("in_progress", "ready")):
        if len(base.entries(ticket, "payment")) == 1 and not base.entries(ticket, "refund"):
            play = partial(_cancel_too_late, base, ticket, line)
            yield Offer(play, dishes_of(ticket.ticket_ref))


def _cancel_too_late(
    base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    reason = draw.pick(REASONS)
    facts = {**base.order(ticket, line, draw), "reason": reason}
    paid = output("amount paid", base.total(ticket, "payment"), TICKET)
    return _refused(15, "cancel too late", "RST-08", facts, paid, reason=reason)


@RECIPES.intent(15, "refused")
def swap_too_late(base: House, guest: str) -> Iterator[Offer]:
    """Another form of a dish that is being made."""
    for ticket in base.tickets[guest]:
        if ticket.state in ("in_progress", "ready"):
            for line in base.single(ticket):
                for name, plate in alternatives(base, line):
                    play = partial(_swap_too_late, base, Swap(ticket, line, plate, name))
                    yield Offer(play, dishes_of(ticket.ticket_ref))


def _swap_too_late(base: House, swap: Swap, walk: Walk, draw: Draw) -> TraceGoal:
    base.look_up(walk, swap.ticket)
    return _refused(15, "swap too late", "RST-08", swap_facts(base, swap, draw))


@RECIPES.intent(15, "refused")
def address_too_late(base: House, guest: str) -> Iterator[Offer]:
    """Another address for food that is being made."""
    for ticket, line in base.told(guest, ("in_progress", "ready"), "delivery"):
        play = partial(_address_too_late, base, ticket, line)
        yield Offer(play, dishes_of(ticket.ticket_ref))


def _address_too_late(
    base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw
) -> TraceGoal:
    assert ticket.dropoff is not None
    base.look_up(walk, ticket)
    home = base.patrons[ticket.guest_ref].location
    address = base.elsewhere(ticket.dropoff, [home], draw)
    facts = {**base.order(ticket, line, draw), "address": in_one_line(address)}
    return _refused(15, "address too late", "RST-08", facts)


# -- what cannot come instead ---------------------------------------------------------------


@RECIPES.intent(16, "refused", tells=True)
def another_dish(base: House, guest: str) -> Iterator[Offer]:
    """Another dish instead of one; failing that, its lowest price."""
    ordered = {line.dish_ref for one in base.tickets[guest] for line in base.lines[one.ticket_ref]}
    for ticket, line in base.placed(guest):
        for dish, plates in offered(base):
            if len(plates) > 1 and dish.dish_ref not in ordered:
                low = min(one.cost for one in plates)
                play = partial(_another_dish, base, ticket, line, dish, low)
                yield Offer(play, dishes_of(ticket.ticket_ref) | {"menu"})


def _another_dish(
    base: House, ticket: Ticket, line: LineEntry, dish: Dish, low: int, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    open_dish(walk, dish)
    facts = {**base.order(ticket, line, draw), "wanted": dish.title}
    return _refused(16, "another dish", "RST-14", facts, output("lowest price", low, DISH))


def _unserved(base: House, guest: str) -> Iterator[Swap]:
    """Forms of ordered dishes that are not served today."""
    for ticket in base.tickets[guest]:
        if ticket.state == "placed":
            for line in base.single(ticket):
                for name, plate in alternatives(base, line, served=False):
                    yield Swap(ticket, line, plate, name)


@RECIPES.intent(16, "refused")
def not_served(base: House, guest: str) -> Iterator[Offer]:
    """A form that is not served today."""
    for swap in _unserved(base, guest):
        yield Offer(partial(_not_served, base, swap), dishes_of(swap.ticket.ticket_ref))


def _not_served(base: House, swap: Swap, walk: Walk, draw: Draw) -> TraceGoal:
    base.look_up(walk, swap.ticket)
    walk.call(DISH, dish_ref=swap.line.dish_ref)
    return _refused(16, "not served", "RST-15", swap_facts(base, swap, draw))


@RECIPES.intent(16, "refused", tells=True)
def not_served_then_another(base: House, guest: str) -> Iterator[Offer]:
    """A form that is not served today, and failing that one that is."""
    for swap in _unserved(base, guest):
        for name, plate in alternatives(base, swap.line):
            if plate.cost != swap.line.cost and not _alike(swap.new, plate):
                second = Swap(swap.ticket, swap.line, plate, name)
                for card in base.tellable(guest):
                    play = partial(_not_served_then, base, swap, second, card)
                    yield Offer(play, dishes_of(swap.ticket.ticket_ref))


def _alike(one: Plate, other: Plate) -> bool:
    return form(one) == form(other)


def _not_served_then(
    base: House, first: Swap, second: Swap, card: Instrument, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    refused = _not_served(base, first, walk, draw)
    walk.goal += 1
    worked_out(walk, f"{second.new.cost / 100:.2f} - {second.line.cost / 100:.2f}")
    done = swapped(base, second, card, 16, "then another form", walk, draw)
    return refused, done.model_copy(update={"follows": True})


# -- paid in two ----------------------------------------------------------------------------


def _figures(base: House, guest: str) -> set[int]:
    """All amounts that stand on the customer's tickets."""
    return {
        cents
        for ticket in base.tickets[guest]
        for cents in (
            *(one.total for one in base.charges[ticket.ticket_ref]),
            *(one.cost for one in base.lines[ticket.ticket_ref]),
        )
    }


@RECIPES.intent(17, "refused", tells=True)
def paid_in_two(base: House, guest: str) -> Iterator[Offer]:
    """Another card for a ticket with two payments; then the sum of them is wanted."""
    for ticket, line in base.placed(guest):
        paid = base.entries(ticket, "payment")
        total = base.total(ticket, "payment")
        if len(paid) < 2 or base.entries(ticket, "refund"):
            continue
        if total not in _figures(base, guest):
            payers = {one.instrument_ref for one in paid}
            for card in base.tellable(guest):
                if card.instrument_ref not in payers:
                    play = partial(_paid_in_two, base, ticket, line, card)
                    yield Offer(play, dishes_of(ticket.ticket_ref))


def _paid_in_two(
    base: House, ticket: Ticket, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    worked_out(walk, summed([one.total for one in base.entries(ticket, "payment")]))
    facts = {**base.order(ticket, line, draw), "card": base.card(card)}
    total = output("total", base.total(ticket, "payment"), TICKET, computed=True)
    return _refused(17, "paid in two", "RST-18", facts, total)


@RECIPES.intent(17, "refused", tells=True)
def refund_elsewhere(base: House, guest: str) -> Iterator[Offer]:
    """Cancel with the money to another card; failing that, cancel all the same."""
    for ticket, line in base.placed(guest):
        payers = {ref for ref, _ in due(base, ticket)}
        if refund(base, ticket) is None:
            continue
        for card in base.tellable(guest):
            if card.instrument_ref not in payers:
                play = partial(_refund_elsewhere, base, ticket, line, card)
                yield Offer(play, dishes_of(ticket.ticket_ref))


def _refund_elsewhere(
    base: House, ticket: Ticket, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    base.look_up(walk, ticket)
    reason = draw.pick(REASONS)
    facts = {**base.order(ticket, line, draw), "card": base.card(card), "reason": reason}
    refused = _refused(17, "refund elsewhere", "RST-10", facts, reason=reason)
    walk.goal += 1
    back = refund(base, ticket)
    assert back is not None
    if back.computed:
        worked_out(walk, net(base, ticket))
    walk.call("cancel_placed_ticket", ticket_ref=ticket.ticket_ref, reason=reason)
    done = TraceGoal(
        intent=17,
        act="then cancel",
        follows=True,
        outcome="done",
        facts=facts,
        knows=(Known(name="reason", value=reason),),
        details=(base.ticket_detail(ticket),),
        hears=heard([back]),
        outputs=(back,),
    )
    return refused, done


# -- somebody else's ------------------------------------------------------------------------

_WISHES = {
    "takeout": ("cancelled", "paid with another card", "made without anything hot"),
    "delivery": ("cancelled", "brought to another house", "paid with another card"),
    "dine_in": ("cancelled", "moved to a bigger table", "moved to the Garden"),
}


@RECIPES.intent(18, "refused")
def friends_ticket(base: House, guest: str) -> Iterator[Offer]:
    """Change the ticket of a friend, whose reference the customer has."""
    own = base.patrons[guest]
    for other in base.patrons.values():
        if not {other.identity.given, other.identity.family} & {
            own.identity.given,
            own.identity.family,
        }:
            for ticket in base.tickets[other.guest_ref]:
                if ticket.state == "placed":
                    play = partial(_friends_ticket, other, ticket)
                    yield Offer(play, frozenset({"friend"}))


def _friends_ticket(other: Patron, ticket: Ticket, walk: Walk, draw: Draw) -> TraceGoal:
    facts = {
        "friend_name": f"{other.identity.given} {other.identity.family}",
        "friend_first": other.identity.given,
        "friend_ticket": ticket.ticket_ref,
        "changed": draw.pick(_WISHES[ticket.service_mode]),
    }
    return _refused(18, "friend's ticket", "RST-04", facts)


# -- the wrong kind of ticket ---------------------------------------------------------------


@RECIPES.intent(15, "refused")
def bring_what_is_not_delivered(base: House, guest: str) -> Iterator[Offer]:
    """Food to be picked up shall be brought."""
    for ticket, line in base.placed(guest, "takeout"):
        play = partial(_bring, base, ticket, line)
        yield Offer(play, dishes_of(ticket.ticket_ref))


def _bring(base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw) -> TraceGoal:
    base.look_up(walk, ticket)
    home = base.patrons[ticket.guest_ref].location
    facts = {**base.order(ticket, line, draw), "street": home.line_one}
    return _refused(15, "bring it", "RST-11", facts)


@RECIPES.intent(15, "refused")
def table_for_takeout(base: House, guest: str) -> Iterator[Offer]:
    """Food to be picked up shall be eaten at a table."""
    for ticket, line in base.placed(guest, "takeout"):
        play = partial(_table_for_takeout, base, ticket, line)
        yield Offer(play, dishes_of(ticket.ticket_ref))


def _table_for_takeout(
    base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    facts = {**base.order(ticket, line, draw), "in_zone": inside(draw.pick(ZONES))}
    return _refused(15, "table for takeout", "RST-12", facts)


@RECIPES.intent(18, "refused", tells=True)
def tip_on_cancelled(base: House, guest: str) -> Iterator[Offer]:
    """A tip on a cancelled ticket; then what came back for it is wanted."""
    for ticket, line in base.told(guest, ("cancelled",)):
        if len(base.entries(ticket, "refund")) == 1:
            for card in base.tellable(guest):
                play = partial(_tip_on_cancelled, base, ticket, line, card)
                yield Offer(play, dishes_of(ticket.ticket_ref))


def _tip_on_cancelled(
    base: House, ticket: Ticket, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    facts = {
        **base.order(ticket, line, draw),
        "tip": f"${draw.integer(4, 15)}",
        "card": base.card(card),
    }
    back = output("refund", base.total(ticket, "refund"), TICKET)
    return _refused(18, "tip on cancelled", "RST-19", facts, back)
