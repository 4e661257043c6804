"""Tips, of a fixed amount or worked out."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.restaurant.tables import Instrument, LineEntry, Ticket
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.tracer.domains.restaurant.base import House
from tau_emo_tasks.tracer.domains.restaurant.intents import RECIPES, summed, worked_out
from tau_emo_tasks.tracer.kit.amounts import dollars
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

_AMOUNTS = (350, 450, 550, 600, 650, 700, 750, 800, 850, 900, 950, 1050, 1100, 1200, 1250, 1450)
_PERCENT = (6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 20)


def _tippable(base: House, guest: str) -> Iterator[tuple[Ticket, LineEntry, Instrument]]:
    for ticket, line in base.told(guest, ("delivered",)):
        if not base.entries(ticket, "tip"):
            for card in base.tellable(guest):
                yield ticket, line, card


@RECIPES.intent(11, "done")
def tip_amount(base: House, guest: str) -> Iterator[Offer]:
    """A tip of a fixed amount."""
    for ticket, line, card in _tippable(base, guest):
        play = partial(_tip_amount, base, ticket, line, card)
        yield Offer(play, frozenset({ticket.ticket_ref}))


def _tip_amount(
    base: House, ticket: Ticket, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    cents = draw.pick(_AMOUNTS)
    facts = {"tip": dollars(cents)}
    return _tipped(base, ticket, line, card, "tip amount", cents, facts, walk, draw)


@RECIPES.intent(12, "done")
def tip_percent(base: House, guest: str) -> Iterator[Offer]:
    """A tip that is a percentage of the dishes."""
    for ticket, line, card in _tippable(base, guest):
        play = partial(_tip_percent, base, ticket, line, card)
        yield Offer(play, frozenset({ticket.ticket_ref}))


def _tip_percent(
    base: House, ticket: Ticket, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    costs = [one.cost for one in base.lines[ticket.ticket_ref]]
    # No half cent: how it is rounded must not matter.
    percent = draw.pick([one for one in _PERCENT if sum(costs) * one % 100 != 50])
    worked_out(walk, f"({summed(costs)}) * {percent} / 100")
    cents = (sum(costs) * percent + 50) // 100
    facts = {"percent": str(percent)}
    return _tipped(base, ticket, line, card, "tip percent", cents, facts, walk, draw)


@RECIPES.intent(12, "done")
def tip_up_to(base: House, guest: str) -> Iterator[Offer]:
    """A tip that brings what was paid to a round sum."""
    for ticket, line, card in _tippable(base, guest):
        paid = base.entries(ticket, "payment")
        if len(paid) == 1 and not base.entries(ticket, "refund"):
            play = partial(_tip_up_to, base, ticket, line, card)
            yield Offer(play, frozenset({ticket.ticket_ref}))


def _tip_up_to(
    base: House, ticket: Ticket, line: LineEntry, card: Instrument, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    paid = base.total(ticket, "payment")
    whole = 500 * (paid // 500 + draw.integer(1, 2))
    worked_out(walk, f"{money(whole)} - {money(paid)}")
    facts = {"whole": dollars(whole)}
    return _tipped(base, ticket, line, card, "tip up to", whole - paid, facts, walk, draw)


def _tipped(
    base: House,
    ticket: Ticket,
    line: LineEntry,
    card: Instrument,
    act: str,
    cents: int,
    facts: dict[str, str],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(
        "add_tip_to_ticket",
        ticket_ref=ticket.ticket_ref,
        tip_total=cents / 100,
        instrument_ref=card.instrument_ref,
    )
    return TraceGoal(
        intent=11 if act == "tip amount" else 12,
        act=act,
        outcome="done",
        facts={**facts, **base.order(ticket, line, draw), "card": base.card(card)},
        details=(
            base.ticket_detail(ticket),
            Detail(name="amount", accept=(money(cents),)),
            base.payment(card),
        ),
    )
