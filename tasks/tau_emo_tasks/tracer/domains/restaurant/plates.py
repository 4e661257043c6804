"""Plates that are replaced by others of the same dish."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.restaurant.tables import Instrument, LineEntry, Plate, Ticket
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.tracer.domains.restaurant.base import House, capital, form, made
from tau_emo_tasks.tracer.domains.restaurant.changing import move_payment, payable
from tau_emo_tasks.tracer.domains.restaurant.intents import (
    DISH,
    RECIPES,
    TICKET,
    dishes_of,
    heard,
    output,
    worked_out,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

COUNTS = ("none", "one", "two", "three", "four")


@dataclass(frozen=True)
class Swap:
    """One line of a ticket and the plate that takes its place."""

    ticket: Ticket
    line: LineEntry
    new: Plate
    modifier: str = ""
    """The only modifier that changes."""

    @property
    def difference(self) -> int:
        """What it costs more, in cents."""
        return self.new.cost - self.line.cost


def differing(one: Plate, other: Plate) -> list[str]:
    """The modifiers in which two plates differ."""
    here, there = form(one), form(other)
    return [name for name in {**here, **there} if here.get(name) != there.get(name)]


def alternatives(
    base: House, line: LineEntry, *, served: bool = True
) -> Iterator[tuple[str, Plate]]:
    """Plates of the dish that differ from the line's in one modifier, which they have."""
    old = base.plates[line.plate_ref]
    for plate in base.forms[line.dish_ref]:
        names = differing(old, plate)
        if plate.served_today != served or len(names) != 1:
            continue
        if names[0] in form(plate) and names[0] in form(old):
            yield names[0], plate


def swaps(base: House, guest: str) -> Iterator[Swap]:
    """All single changes of one modifier on placed tickets."""
    for ticket in base.tickets[guest]:
        if ticket.state == "placed":
            for line in base.single(ticket):
                for name, plate in alternatives(base, line):
                    yield Swap(ticket, line, plate, name)


def replaced(
    walk: Walk, swap: Swap, card: Instrument, portions: int = 1, others: Sequence[Swap] = ()
) -> None:
    """Make the change, with that of other lines of the ticket in the same call."""
    pairs = (*[swap] * portions, *others)
    walk.call(
        "modify_placed_ticket_items",
        ticket_ref=swap.ticket.ticket_ref,
        plate_refs=[one.line.plate_ref for one in pairs],
        new_plate_refs=[one.new.plate_ref for one in pairs],
        instrument_ref=card.instrument_ref,
    )


def swap_facts(base: House, swap: Swap, draw: Draw) -> dict[str, str]:
    """The blanks of a change: the dish, how it is to be and how it is."""
    old = form(base.plates[swap.line.plate_ref])
    return {
        **base.order(swap.ticket, swap.line, draw),
        **capital(made=made(swap.modifier, form(swap.new)[swap.modifier])),
        "was_made": made(swap.modifier, old[swap.modifier]),
    }


def swap_details(base: House, swap: Swap) -> tuple[Detail, ...]:
    """What a listing of a change must get right, beside the money."""
    value = form(swap.new)[swap.modifier]
    others = {form(one).get(swap.modifier, value) for one in base.forms[swap.line.dish_ref]}
    return (
        Detail(name="dish", accept=(swap.line.label,)),
        Detail(name="form", accept=(value,), reject=tuple(sorted(others - {value}))),
    )


def _difference(walk: Walk, base: House, swap: Swap, draw: Draw) -> None:
    """Open what the change needs, and work out what it costs."""
    base.look_up(walk, swap.ticket)
    walk.call(DISH, dish_ref=swap.line.dish_ref)
    worked_out(walk, f"{money(swap.new.cost)} - {money(swap.line.cost)}")


# -- one plate ------------------------------------------------------------------------------


@RECIPES.intent(6, "done")
def swap_one(base: House, guest: str) -> Iterator[Offer]:
    """One modifier of one dish changes, and an instrument settles the difference."""
    for swap in swaps(base, guest):
        if swap.difference:
            for card in base.tellable(guest):
                play = partial(_swap_one, base, swap, card)
                yield Offer(play, dishes_of(swap.ticket.ticket_ref))


def _swap_one(base: House, swap: Swap, card: Instrument, walk: Walk, draw: Draw) -> TraceGoal:
    _difference(walk, base, swap, draw)
    return swapped(base, swap, card, 6, "swap", walk, draw)


def swapped(
    base: House, swap: Swap, card: Instrument, intent: int, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    """Change one plate whose difference an instrument settles."""
    replaced(walk, swap, card)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={**swap_facts(base, swap, draw), "card": base.card(card)},
        details=(*swap_details(base, swap), base.payment(card)),
    )


@RECIPES.intent(6, "done")
def swap_at_no_cost(base: House, guest: str) -> Iterator[Offer]:
    """One modifier changes, and the price does not."""
    for swap in swaps(base, guest):
        if swap.difference == 0:
            yield Offer(partial(_swap_even, base, swap), dishes_of(swap.ticket.ticket_ref))


def _swap_even(base: House, swap: Swap, walk: Walk, draw: Draw) -> TraceGoal:
    _difference(walk, base, swap, draw)
    replaced(walk, swap, base.payer(swap.ticket))
    return TraceGoal(
        intent=6,
        act="swap at no cost",
        outcome="done",
        facts=swap_facts(base, swap, draw),
        details=swap_details(base, swap),
    )


@RECIPES.intent(6, "done")
def swap_if_cheap(base: House, guest: str) -> Iterator[Offer]:
    """Only if it costs no more than so much: it does not."""
    for swap in swaps(base, guest):
        if swap.difference >= 60:
            for card in base.tellable(guest):
                limit = 100 * max(2, swap.difference // 100 + 1)
                play = partial(_swap_within, base, swap, card, limit)
                yield Offer(play, dishes_of(swap.ticket.ticket_ref))


def _swap_within(
    base: House, swap: Swap, card: Instrument, limit: int, walk: Walk, draw: Draw
) -> TraceGoal:
    limit += 100 * draw.integer(0, 2)
    _difference(walk, base, swap, draw)
    replaced(walk, swap, card)
    facts = {**swap_facts(base, swap, draw), "limit": str(limit // 100)}
    return TraceGoal(
        intent=6,
        act="swap within a limit",
        outcome="done",
        facts={**facts, "card": base.card(card)},
        details=(*swap_details(base, swap), base.payment(card)),
    )


@RECIPES.intent(6, "told")
def swap_if_not_dear(base: House, guest: str) -> Iterator[Offer]:
    """Only if it costs no more than so much: it does, so the difference is told."""
    for swap in swaps(base, guest):
        if swap.difference >= 230:
            play = partial(_swap_too_dear, base, swap)
            yield Offer(play, dishes_of(swap.ticket.ticket_ref))


def _swap_too_dear(base: House, swap: Swap, walk: Walk, draw: Draw) -> TraceGoal:
    _difference(walk, base, swap, draw)
    limit = draw.integer(2, (swap.difference - 1) // 100)
    outputs = (output("difference", swap.difference, TICKET, DISH, computed=True),)
    return TraceGoal(
        intent=6,
        act="swap unless dear",
        outcome="told",
        facts={**swap_facts(base, swap, draw), "limit": str(limit)},
        hears=heard(outputs),
        outputs=outputs,
    )


# -- some of several portions ---------------------------------------------------------------


@RECIPES.intent(7, "done")
def swap_some(base: House, guest: str) -> Iterator[Offer]:
    """Some of several equal portions change."""
    for ticket in base.tickets[guest]:
        if ticket.state != "placed":
            continue
        for label in {line.label: None for line in base.telling(ticket)}:
            lines = [line for line in base.lines[ticket.ticket_ref] if line.label == label]
            if len({line.plate_ref for line in lines}) != 1 or len(lines) < 2:
                continue
            for name, plate in alternatives(base, lines[0]):
                swap = Swap(ticket, lines[0], plate, name)
                for portions in range(1, len(lines)):
                    play = partial(_swap_some, base, swap, portions, len(lines))
                    yield Offer(play, dishes_of(ticket.ticket_ref))


def _swap_some(
    base: House, swap: Swap, portions: int, among: int, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, swap.ticket)
    walk.call(DISH, dish_ref=swap.line.dish_ref)
    per_plate = f"({money(swap.new.cost)} - {money(swap.line.cost)})"
    worked_out(walk, f"{portions} * {per_plate}")
    even = swap.difference == 0
    guest = swap.ticket.guest_ref
    card = base.payer(swap.ticket) if even else draw.pick(base.tellable(guest))
    replaced(walk, swap, card, portions)
    ways = (COUNTS[portions], str(portions))
    accept = tuple(f"{one} {noun}" for one in ways for noun in ("of", "portion", "portions"))
    paying = () if even else (base.payment(card),)
    return TraceGoal(
        intent=7,
        act="swap some",
        outcome="done",
        facts={
            **swap_facts(base, swap, draw),
            "card": base.card(card),
            **capital(some=COUNTS[portions]),
            "all": COUNTS[among],
        },
        details=(
            *swap_details(base, swap),
            Detail(name="portions", accept=accept, reject=(f"all {COUNTS[among]}",)),
            *paying,
        ),
    )


# -- the cheapest ---------------------------------------------------------------------------


def _cheaper(base: House, ticket: Ticket) -> list[Swap]:
    """For each dish that stands there once, its cheapest form, if it is a cheaper one."""
    found: list[Swap] = []
    for line in base.single(ticket):
        served = sorted((one for one in base.forms[line.dish_ref] if one.served_today), key=_cost)
        if len(served) < 2 or served[0].cost == served[1].cost:
            continue
        if served[0].cost < line.cost and served[0].plate_ref != line.plate_ref:
            found.append(Swap(ticket, line, served[0]))
    return found


def _cost(plate: Plate) -> int:
    return plate.cost


@RECIPES.intent(8, "done")
def cheapest_of_one(base: House, guest: str) -> Iterator[Offer]:
    """A dish in its cheapest form; the customer hears what comes back."""
    for ticket in base.tickets[guest]:
        if ticket.state == "placed":
            for swap in _cheaper(base, ticket):
                play = partial(_cheapest, base, (swap,))
                yield Offer(play, dishes_of(ticket.ticket_ref))


@RECIPES.intent(8, "done")
def cheapest_of_two(base: House, guest: str) -> Iterator[Offer]:
    """Two dishes in their cheapest forms; the customer hears what comes back in all."""
    for ticket in base.tickets[guest]:
        if ticket.state == "placed":
            found = _cheaper(base, ticket)
            for place, one in enumerate(found):
                for other in found[place + 1 :]:
                    play = partial(_cheapest, base, (one, other))
                    yield Offer(play, dishes_of(ticket.ticket_ref))


def _cheapest(base: House, found: tuple[Swap, ...], walk: Walk, draw: Draw) -> TraceGoal:
    ticket = found[0].ticket
    base.look_up(walk, ticket)
    for one in found:
        walk.call(DISH, dish_ref=one.line.dish_ref)
    saved = [f"{money(one.line.cost)} - {money(one.new.cost)}" for one in found]
    worked_out(walk, " + ".join(saved))
    card = draw.pick(base.tellable(ticket.guest_ref))
    replaced(walk, found[0], card, others=found[1:])
    back = -sum(one.difference for one in found)
    outputs = (output("refund", back, TICKET, DISH, computed=True),)
    facts = {**base.order(ticket, found[0].line, draw), "card": base.card(card)}
    return TraceGoal(
        intent=8,
        act="cheapest" if len(found) == 1 else "cheapest of two",
        outcome="done",
        facts={**facts, "dishes": " and the ".join(one.line.label for one in found)},
        details=(
            *(
                Detail(name=f"dish{' 2' * place}", accept=(one.line.label,))
                for place, one in enumerate(found)
            ),
            base.payment(card, "refund"),
        ),
        hears=heard(outputs),
        outputs=outputs,
    )


# -- another card and another plate ---------------------------------------------------------


@RECIPES.intent(10, "done")
def pay_otherwise_and_swap(base: House, guest: str) -> Iterator[Offer]:
    """Another instrument pays, and after that a plate is changed."""
    for ticket, line, card in payable(base, guest):
        for swap in swaps(base, guest):
            if swap.ticket is ticket and swap.difference:
                play = partial(_both, base, swap, line, card)
                yield Offer(play, dishes_of(ticket.ticket_ref))


def _both(
    base: House, swap: Swap, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    paid = move_payment(base, swap.ticket, line, card, False, 10, walk, draw)
    walk.goal += 1
    _difference(walk, base, swap, draw)
    former = base.payer(swap.ticket)
    payer = draw.pick([one for one in base.tellable(swap.ticket.guest_ref) if one is not former])
    return paid, swapped(base, swap, payer, 10, "swap", walk, draw)
