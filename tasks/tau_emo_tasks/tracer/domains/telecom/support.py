"""Trouble and tickets."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telecom.tables import SupportTicket
from tau_emo_tasks.tracer.domains.telecom.base import Company, capital, device_noun
from tau_emo_tasks.tracer.domains.telecom.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

PRIORITIES = ("low", "medium", "high", "urgent")
CATEGORIES = ("mobile", "internet", "tv", "billing", "account", "device", "security", "phone")
AS = {
    "low": "with low priority",
    "medium": "with medium priority",
    "high": "with high priority",
    "urgent": "with urgent priority",
}
SPOKEN = {"tv": "TV"}
SHOW = "get_support_ticket_details"
_HANDSET = {
    "battery_drain": (
        "suffers from battery drain",
        "restarted it, turned the brightness down and closed the apps in the background",
    ),
    "no_service": (
        "shows no service",
        "restarted it, checked the coverage and reset the network settings",
    ),
    "slow_speeds": (
        "has slow speeds",
        "restarted it, compared the data used with the plan and reset the network settings",
    ),
}
_ROUTER = {
    "no_service": (
        "gets no service",
        "unplugged it for 30 seconds, checked the cables and updated the firmware",
    ),
    "slow_speeds": (
        "has slow speeds",
        "unplugged it for 30 seconds, checked the cables and run a speed test",
    ),
}
_SCREEN = {
    "no_service": (
        "shows no service",
        "checked the input source and the cables and restarted the cable box",
    )
}
TROUBLES: dict[str, dict[str, tuple[str, str]]] = {
    "mobile_phone": _HANDSET,
    "phone": {key: _HANDSET[key] for key in ("no_service",)},
    "networking": _ROUTER,
    "tv": _SCREEN,
}
"""By category of device and issue: what the owner says of it, and what they have tried."""


def ticket_details(category: str, priority: str) -> tuple[Detail, ...]:
    """What the listing of a new ticket must name."""
    return (
        Detail(
            name="category",
            accept=(f"category {category}", f"category: {category}", category),
            reject=tuple(f"category {one}" for one in CATEGORIES if one != category),
        ),
        Detail(
            name="priority",
            accept=(f"priority {priority}", f"priority: {priority}", priority),
            reject=tuple(f"priority {one}" for one in PRIORITIES if one != priority),
        ),
    )


def open_ticket(
    user: str, category: str, priority: str, walk: Walk, *, intent: int, act: str
) -> TraceGoal:
    """Open a ticket, as a goal.

    Args:
        user: the customer.
        category: its category.
        priority: its priority.
        walk: the walk.
        intent: the number of the intent.
        act: the words in which it is told.
    """
    walk.call("create_support_ticket", customer_id=user, category=category, priority=priority)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={"category": SPOKEN.get(category, category), "priority": AS[priority]},
        details=ticket_details(category, priority),
    )


def _troubles(base: Company, user: str) -> Iterator[tuple[str, str, str]]:
    """The devices that can give trouble, with the issue and the charges of their service."""
    for name in dict.fromkeys(one.name for one in base.devices[user]):
        if not base.once_owned(user, name):
            continue
        [device] = [one for one in base.devices[user] if one.name == name]
        charges = f"charges {base.category(device.service)}" if device.service else "unlinked"
        for issue in TROUBLES.get(base.models[name].category, ()):
            yield name, issue, charges


@RECIPES.intent(8, "done")
def report_trouble(base: Company, user: str) -> Iterator[Offer]:
    """A ticket for a device; what troubleshooting says has not helped."""
    for name, issue, charges in _troubles(base, user):
        touched = frozenset({"ticket device", charges})
        yield Offer(partial(_report_trouble, base, user, name, issue), touched)


def _report_trouble(
    base: Company, user: str, name: str, issue: str, walk: Walk, draw: Draw
) -> TraceGoal:
    kind = base.models[name].category
    walk.call("get_customer_details", customer_id=user)
    walk.call("troubleshoot_device", device_name=name, issue=issue)
    act = {"mobile_phone": "trouble phone", "networking": "trouble router"}.get(kind, "trouble")
    goal = open_ticket(user, "device", draw.pick(PRIORITIES), walk, intent=8, act=act)
    trouble, tried = TROUBLES[kind][issue]
    facts = {**goal.facts, **device_noun(name), "trouble": trouble, "tried": tried}
    return goal.model_copy(update={"facts": facts})


def _matters(base: Company, user: str) -> list[str]:
    """The categories in which the customer may have something to report."""
    held = dict.fromkeys(base.category(one) for one in base.held[user])
    return ["billing", "account", *held]


def _report(user: str, category: str, intent: int, walk: Walk, draw: Draw) -> TraceGoal:
    act, priority = f"ticket {category}", draw.pick(PRIORITIES)
    return open_ticket(user, category, priority, walk, intent=intent, act=act)


@RECIPES.intent(14, "done")
def report_two(base: Company, user: str) -> Iterator[Offer]:
    """Two matters of different categories, a ticket for each."""
    matters = _matters(base, user)
    for first in matters:
        for second in matters:
            if first != second:
                touched = {f"ticket {first}", f"ticket {second}"}
                touched |= {f"charges {first}", f"charges {second}"}
                yield Offer(partial(_report_two, user, first, second), frozenset(touched))


def _report_two(
    user: str, first: str, second: str, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    one = _report(user, first, 14, walk, draw)
    walk.goal += 1
    return one, _report(user, second, 14, walk, draw)


@RECIPES.intent(16, "done")
def report_twice(base: Company, user: str) -> Iterator[Offer]:
    """A ticket, and then a second one for the same matter, which must be refused."""
    for category in _matters(base, user):
        touched = frozenset({f"ticket {category}", f"charges {category}"})
        yield Offer(partial(_report_twice, base, user, category, ""), touched)
    for name, issue, charges in _troubles(base, user):
        touched = frozenset({"ticket device", charges})
        yield Offer(partial(_report_twice, base, user, name, issue), touched)


def _report_twice(
    base: Company, user: str, matter: str, issue: str, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    if issue:
        first = _report_trouble(base, user, matter, issue, walk, draw)
    else:
        first = _report(user, matter, 16, walk, draw)
    again = TraceGoal(
        intent=16,
        act="second ticket",
        outcome="refused",
        facts={},
        refuses=("TELC-17",),
        follows=True,
    )
    return first, again


# -- tickets that are there -------------------------------------------------------------------


def _change(
    ticket: SupportTicket, walk: Walk, *, status: str = "", priority: str = ""
) -> tuple[Detail, ...]:
    """Look a ticket up and change one thing of it; what the listing must name."""
    shown = walk.call(SHOW, ticket_id=ticket.ticket_id)
    walk.call(
        "modify_support_ticket",
        ticket_id=ticket.ticket_id,
        status=status or shown["status"],
        priority=priority or shown["priority"],
    )
    details = [Detail(name="ticket", accept=(ticket.ticket_id.lower(),))]
    if status:
        words = {"closed": ("closed", "close", "closing"), "open": ("open", "reopen", "reopened")}
        details.append(Detail(name="new status", accept=words[status]))
    if priority:
        reject = tuple(f"priority {one}" for one in PRIORITIES if one != priority)
        accept = (f"priority {priority}", f"priority: {priority}", priority)
        details.append(Detail(name="priority", accept=accept, reject=reject))
    return tuple(details)


def _ticket_goal(
    intent: int, act: str, ticket: SupportTicket, details: tuple[Detail, ...], **facts: str
) -> TraceGoal:
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            "ticket": ticket.ticket_id,
            "matter": MATTERS[ticket.category],
            "matter_cap": capital(MATTERS[ticket.category]),
            **facts,
        },
        knows=(Known(name="ticket_id", value=ticket.ticket_id),),
        details=details,
    )


MATTERS = {
    "mobile": "the mobile plan",
    "internet": "the internet",
    "tv": "the TV package",
    "billing": "the bill",
    "account": "the account",
    "device": "a faulty device",
    "security": "the home security",
    "phone": "the phone system",
}
"""By category, what a ticket is about."""


@RECIPES.intent(9, "done")
def change_priority(base: Company, user: str) -> Iterator[Offer]:
    """Raise or lower the priority of a ticket that is being worked on."""
    for ticket in base.tickets[user]:
        if ticket.status in ("open", "in_progress"):
            for priority in PRIORITIES:
                if priority != ticket.priority:
                    touched = frozenset({ticket.ticket_id, f"ticket {ticket.category}"})
                    yield Offer(partial(_change_priority, ticket, priority), touched)


def _change_priority(ticket: SupportTicket, priority: str, walk: Walk, draw: Draw) -> TraceGoal:
    raises = PRIORITIES.index(priority) > PRIORITIES.index(ticket.priority)
    details = _change(ticket, walk, priority=priority)
    act = "raise ticket" if raises else "lower ticket"
    return _ticket_goal(9, act, ticket, details, priority=priority)


@RECIPES.intent(10, "done")
def change_status(base: Company, user: str) -> Iterator[Offer]:
    """Close a ticket whose matter is solved, or open one again."""
    for ticket in base.tickets[user]:
        touched = frozenset({ticket.ticket_id, f"ticket {ticket.category}"})
        if ticket.status in ("closed", "resolved"):
            yield Offer(partial(_change_status, ticket, None, "open"), touched)
        if ticket.status != "closed":
            yield Offer(partial(_change_status, ticket, None, "closed"), touched)


@RECIPES.intent(10, "done")
def close_one_of_two(base: Company, user: str) -> Iterator[Offer]:
    """Of two tickets, close the one that is about something."""
    tickets = base.tickets[user]
    if len(tickets) == 2 and tickets[0].category != tickets[1].category:
        touched = {*(one.ticket_id for one in tickets)}
        touched |= {f"ticket {one.category}" for one in tickets}
        for ticket, other in (tickets, tickets[::-1]):
            if ticket.status != "closed":
                play = partial(_change_status, ticket, other, "closed")
                yield Offer(play, frozenset(touched))


def _change_status(
    ticket: SupportTicket, other: SupportTicket | None, status: str, walk: Walk, draw: Draw
) -> TraceGoal:
    if other is None:
        details = _change(ticket, walk, status=status)
        return _ticket_goal(10, f"{status} ticket", ticket, details)
    pair = sorted((ticket, other), key=lambda one: one.ticket_id)
    for one in pair:
        walk.call(SHOW, ticket_id=one.ticket_id)
    details = _change(ticket, walk, status=status)
    goal = _ticket_goal(10, "close one of two", ticket, details)
    names = {"first": pair[0].ticket_id, "second": pair[1].ticket_id}
    knows = (
        Known(name="tickets", value=pair[0].ticket_id),
        Known(name="tickets", value=pair[1].ticket_id),
    )
    return goal.model_copy(update={"facts": {**goal.facts, **names}, "knows": knows})
