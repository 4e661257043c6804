"""What no tool of the desk does, so that a person takes over."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.restaurant.tables import LineEntry, Ticket
from tau_emo_tasks.tracer.domains.restaurant.asking import offered
from tau_emo_tasks.tracer.domains.restaurant.base import House
from tau_emo_tasks.tracer.domains.restaurant.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import TraceGoal
from tau_emo_tasks.tracer.walk import Walk

_TOWNS = ("across the river", "to another part of town", "closer to work", "to a smaller place")


def _handed_off(
    walk: Walk, intent: int, act: str, facts: dict[str, str], summary: str
) -> TraceGoal:
    walk.call("transfer_to_human_agents", summary=summary)
    return TraceGoal(intent=intent, act=act, outcome="handed_off", facts=facts)


def _added(ticket: Ticket) -> frozenset[str]:
    """Something else may have been changed about the ticket before, but not its dishes."""
    return frozenset({f"dishes of {ticket.ticket_ref}", "something new"})


@RECIPES.intent(19, "handed_off")
def order_something(base: House, guest: str) -> Iterator[Offer]:
    """Order a dish that stands on no ticket."""
    for dish, plates in offered(base):
        if plates:
            yield Offer(partial(_order_something, dish.title), frozenset({"something new"}))


def _order_something(title: str, walk: Walk, draw: Draw) -> TraceGoal:
    facts = {"wanted": title, "people": draw.pick(("two", "three", "four", "five"))}
    summary = f"The patron wants to order something new: {title}."
    return _handed_off(walk, 19, "order something", facts, summary)


@RECIPES.intent(19, "handed_off")
def add_a_dish(base: House, guest: str) -> Iterator[Offer]:
    """Put another dish on a placed ticket."""
    for ticket, line in base.placed(guest):
        for dish, plates in offered(base):
            if plates and dish.title != line.label:
                play = partial(_add_a_dish, base, ticket, line, dish.title)
                yield Offer(play, _added(ticket))


def _add_a_dish(
    base: House, ticket: Ticket, line: LineEntry, title: str, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    facts = {**base.order(ticket, line, draw), "wanted": title}
    summary = f"The patron wants {title} added to ticket {ticket.ticket_ref}."
    return _handed_off(walk, 19, "add a dish", facts, summary)


@RECIPES.intent(19, "handed_off")
def take_a_dish_off(base: House, guest: str) -> Iterator[Offer]:
    """Take a dish off a placed ticket that holds others too."""
    for ticket, line in base.placed(guest):
        if len(base.lines[ticket.ticket_ref]) > 1:
            play = partial(_take_a_dish_off, base, ticket, line)
            yield Offer(play, _added(ticket))


def _take_a_dish_off(
    base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    facts = base.order(ticket, line, draw)
    summary = f"The patron wants {line.label} taken off ticket {ticket.ticket_ref}."
    return _handed_off(walk, 19, "take a dish off", facts, summary)


@RECIPES.intent(20, "handed_off")
def save_a_card(base: House, guest: str) -> Iterator[Offer]:
    """Save another way of paying."""
    yield Offer(_save_a_card, frozenset({"profile"}))


def _save_a_card(walk: Walk, draw: Draw) -> TraceGoal:
    summary = "The patron wants another way of paying saved in the profile."
    return _handed_off(walk, 20, "save a card", {}, summary)


@RECIPES.intent(20, "handed_off")
def other_email(base: House, guest: str) -> Iterator[Offer]:
    """Another e-mail in the profile."""
    yield Offer(_other_email, frozenset({"profile"}))


def _other_email(walk: Walk, draw: Draw) -> TraceGoal:
    summary = "The patron wants another email in the profile."
    return _handed_off(walk, 20, "other e-mail", {}, summary)


@RECIPES.intent(20, "handed_off")
def other_address(base: House, guest: str) -> Iterator[Offer]:
    """Another address in the profile."""
    yield Offer(_other_address, frozenset({"profile"}))


def _other_address(walk: Walk, draw: Draw) -> TraceGoal:
    summary = "The patron has moved and wants another address in the profile."
    return _handed_off(walk, 20, "other address", {"moved": draw.pick(_TOWNS)}, summary)


@RECIPES.intent(20, "handed_off")
def other_name(base: House, guest: str) -> Iterator[Offer]:
    """Another family name in the profile."""
    yield Offer(_other_name, frozenset({"profile"}))


def _other_name(walk: Walk, draw: Draw) -> TraceGoal:
    summary = "The patron wants another family name in the profile."
    return _handed_off(walk, 20, "other name", {}, summary)
