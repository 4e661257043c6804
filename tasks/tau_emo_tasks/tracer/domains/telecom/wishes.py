"""Wishes that must be refused or that no tool serves, and what is wanted instead."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telecom.tables import CustomerDevice
from tau_emo_tasks.tracer.domains.telecom.base import Company
from tau_emo_tasks.tracer.domains.telecom.intents import RECIPES
from tau_emo_tasks.tracer.domains.telecom.support import PRIORITIES, SHOW, open_ticket
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import TraceGoal
from tau_emo_tasks.tracer.walk import Walk

CLOSE = ("cousin", "relative", "roommate", "neighbor", "friend", "old friend", "colleague")
"""Who somebody else may be to a customer of any age."""
OUT_OF_REACH: dict[str, tuple[int, str]] = {
    "outage": (19, ""),
    "technician": (19, ""),
    "change address": (20, "account"),
    "new payment method": (20, "account"),
    "take device off": (20, "account"),
    "pause": (20, ""),
    "refund": (20, "billing"),
    "waive fee": (20, "billing"),
}
"""By act: the number of the intent, and the category of a ticket for it; empty: that of a
service of the customer."""


# -- what belongs to others -------------------------------------------------------------------


@RECIPES.intent(15, "refused")
def relatives_ticket(base: Company, user: str) -> Iterator[Offer]:
    """Close or raise a ticket of somebody else, where that would change something."""
    keys = sorted(base.people)
    place = keys.index(user)
    others = [one for key in keys[place + 1 : place + 30] for one in base.tickets[key]]
    for ticket in others[:4]:
        for act, done in (
            ("relative's ticket", ticket.status == "closed"),
            ("relative's urgent ticket", ticket.priority == "urgent"),
        ):
            if done:
                continue
            play = partial(_relatives_ticket, act, ticket.ticket_id)
            yield Offer(play, frozenset({"relative"}))


def _relatives_ticket(act: str, ticket_id: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(SHOW, ticket_id=ticket_id)
    return TraceGoal(
        intent=15,
        act=act,
        outcome="refused",
        facts={"relation": draw.pick(CLOSE), "ticket": ticket_id},
        refuses=("TELC-03",),
    )


@RECIPES.intent(15, "refused")
def relatives_bill(base: Company, user: str) -> Iterator[Offer]:
    """Hear of, or change, the bill of somebody else."""
    for act in ("relative's bill", "relative's service"):
        yield Offer(partial(_relatives_bill, act), frozenset({"relative"}))


def _relatives_bill(act: str, walk: Walk, draw: Draw) -> TraceGoal:
    return TraceGoal(
        intent=15,
        act=act,
        outcome="refused",
        facts={"relation": draw.pick(CLOSE)},
        refuses=("TELC-03",),
    )


@RECIPES.intent(17, "refused")
def advice(base: Company, user: str) -> Iterator[Offer]:
    """Ask which of the services the agent would take."""
    held = {base.category(one) for one in base.held[user]}
    for category, things in {
        "mobile": "mobile plans",
        "internet": "internet plans",
        "tv": "TV packages",
    }.items():
        if category in held and base.home(user):
            touched = frozenset({f"charges {category}", "advice"})
            yield Offer(partial(_advice, things), touched)


def _advice(things: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("get_services")
    return TraceGoal(
        intent=17,
        act="advice",
        outcome="refused",
        facts={"plans": things},
        refuses=("TELC-06",),
    )


# -- what no tool serves ----------------------------------------------------------------------


def _gone(base: Company, user: str) -> CustomerDevice | None:
    """The device that a customer no longer has; None if none is told by its name."""
    owned = [one for one in base.devices[user] if base.once_owned(user, one.name)]
    return owned[-1] if owned else None


def _wishes(base: Company, user: str, intent: int) -> Iterator[tuple[str, str, frozenset[str]]]:
    """The acts of an intent with the category of a ticket, and what they are about."""
    for act, (number, category) in OUT_OF_REACH.items():
        if number != intent or (act == "waive fee" and "late_fee" not in base.charges[user]):
            continue
        device = _gone(base, user) if act == "take device off" else None
        if act == "take device off" and not device:
            continue
        services = {"outage": ("internet", "tv", "mobile"), "technician": ("internet", "tv")}
        options = services.get(act, ("mobile", "internet", "tv")) if not category else (category,)
        for one in options:
            if category or base.held_in(user, one):
                touched = {f"ticket {one}", f"out of reach {act}"}
                if not category:
                    touched.add(f"charges {one}")
                if device:
                    touched.add("ticket device")
                    touched.add(
                        f"charges {base.category(device.service)}" if device.service else "unlinked"
                    )
                yield act, one, frozenset(touched)


@RECIPES.intent(19, "refused")
def network(base: Company, user: str) -> Iterator[Offer]:
    """Ask about an outage or for a technician, and leave it at that."""
    for act, category, touched in _wishes(base, user, 19):
        yield Offer(partial(_unserved, base, user, act, category, 19), touched)


@RECIPES.intent(19, "refused", tells=True)
def network_ticket(base: Company, user: str) -> Iterator[Offer]:
    """Ask about an outage or for a technician, and have a ticket instead."""
    for act, category, touched in _wishes(base, user, 19):
        yield Offer(partial(_unserved_ticket, base, user, act, category, 19), touched)


@RECIPES.intent(20, "refused")
def other_wish(base: Company, user: str) -> Iterator[Offer]:
    """Wish for something else that no tool serves, and leave it at that."""
    for act, category, touched in _wishes(base, user, 20):
        yield Offer(partial(_unserved, base, user, act, category, 20), touched)


@RECIPES.intent(20, "refused", tells=True)
def other_wish_ticket(base: Company, user: str) -> Iterator[Offer]:
    """Wish for something else that no tool serves, and have a ticket instead."""
    for act, category, touched in _wishes(base, user, 20):
        yield Offer(partial(_unserved_ticket, base, user, act, category, 20), touched)


_THINGS = {"mobile": "mobile plan", "internet": "internet", "tv": "TV package"}
_SIGNALS = {"mobile": "mobile reception", "internet": "internet", "tv": "TV picture"}
_NETWORKS = {"mobile": "mobile", "internet": "internet", "tv": "TV"}


def _unserved(
    base: Company,
    user: str,
    act: str,
    category: str,
    intent: int,
    walk: Walk,
    draw: Draw,
    *,
    alone: bool = True,
) -> TraceGoal:
    device = _gone(base, user)
    return TraceGoal(
        intent=intent,
        act=f"{act}{', no ticket' if alone else ''}",
        outcome="refused",
        facts={
            "thing": _THINGS.get(category, ""),
            "signal": _SIGNALS.get(category, ""),
            "network": _NETWORKS.get(category, ""),
            "relation": draw.pick(CLOSE),
            "device": device.name if device else "",
        },
        refuses=("TELC-09",),
    )


def _unserved_ticket(
    base: Company, user: str, act: str, category: str, intent: int, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    refused = _unserved(base, user, act, category, intent, walk, draw, alone=False)
    walk.goal += 1
    priority = draw.pick(PRIORITIES)
    ticket = open_ticket(user, category, priority, walk, intent=intent, act="ticket instead")
    return refused, ticket.model_copy(update={"follows": True})
