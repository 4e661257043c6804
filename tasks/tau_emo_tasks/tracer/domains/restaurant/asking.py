"""What patrons want to be told of their tickets and of the menu."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.restaurant.tables import Dish, LineEntry, Plate, Ticket
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.restaurant.base import LATE, House, in_form
from tau_emo_tasks.tracer.domains.restaurant.changing import net
from tau_emo_tasks.tracer.domains.restaurant.intents import (
    DISH,
    RECIPES,
    TICKET,
    heard,
    output,
    summed,
    worked_out,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import TraceGoal
from tau_emo_tasks.tracer.walk import Walk

ALL = ("placed", *LATE)


def told(intent: int, act: str, facts: dict[str, str], *outputs: Output) -> TraceGoal:
    """A wish to be told something."""
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="told",
        facts=facts,
        hears=heard(outputs),
        outputs=outputs,
    )


def _stands(base: House, cents: int, *tickets: Ticket) -> bool:
    """True if an amount can be read off a ticket."""
    return any(
        cents in (*(one.total for one in base.charges[ticket.ticket_ref]), *_costs(base, ticket))
        for ticket in tickets
    )


def _costs(base: House, ticket: Ticket) -> list[int]:
    return [line.cost for line in base.lines[ticket.ticket_ref]]


@RECIPES.intent(13, "told")
def still_held(base: House, guest: str) -> Iterator[Offer]:
    """What a ticket has cost in the end, with all that was paid and came back."""
    for ticket, line in base.told(guest, ALL):
        rows = [*base.entries(ticket, "payment"), *base.entries(ticket, "refund")]
        held = base.total(ticket, "payment") - base.total(ticket, "refund")
        if len(rows) > 1 and not base.entries(ticket, "tip") and not _stands(base, held, ticket):
            yield Offer(partial(_held, base, ticket, line, held), _about(ticket))


def _about(*tickets: Ticket) -> frozenset[str]:
    return frozenset(ticket.ticket_ref for ticket in tickets)


def _held(
    base: House, ticket: Ticket, line: LineEntry, held: int, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, ticket)
    worked_out(walk, net(base, ticket))
    facts = base.order(ticket, line, draw)
    return told(13, "cost in the end", facts, output("total", held, TICKET, computed=True))


@RECIPES.intent(13, "told")
def dishes_alone(base: House, guest: str) -> Iterator[Offer]:
    """What the dishes of a ticket cost together, without tax and delivery."""
    for ticket, line in base.told(guest, ALL):
        costs = _costs(base, ticket)
        if len(costs) > 1 and not _stands(base, sum(costs), ticket):
            yield Offer(partial(_dishes_alone, base, ticket, line), _about(ticket))


def _dishes_alone(
    base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw
) -> TraceGoal:
    costs = _costs(base, ticket)
    base.look_up(walk, ticket)
    worked_out(walk, summed(costs))
    facts = base.order(ticket, line, draw)
    total = output("total of the dishes", sum(costs), TICKET, computed=True)
    return told(13, "dishes alone", facts, total)


@RECIPES.intent(13, "told")
def two_together(base: House, guest: str) -> Iterator[Offer]:
    """What was paid for two tickets together."""
    found = [
        one
        for one in base.told(guest, ALL)
        if len(base.entries(one[0], "payment")) == 1 and not base.entries(one[0], "refund")
        and not base.entries(one[0], "tip")
    ]  # fmt: skip
    for place, one in enumerate(found):
        for other in found[place + 1 :]:
            paid = base.total(one[0], "payment") + base.total(other[0], "payment")
            if not _stands(base, paid, one[0], other[0]):
                play = partial(_two_together, base, one, other)
                yield Offer(play, _about(one[0], other[0]))


def _two_together(
    base: House,
    one: tuple[Ticket, LineEntry],
    other: tuple[Ticket, LineEntry],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    paid = [base.total(ticket, "payment") for ticket, _ in (one, other)]
    base.look_up(walk, one[0])
    base.look_up(walk, other[0])
    worked_out(walk, summed(paid))
    facts = {
        "one": base.order(*one, draw)["order"],
        "other": base.order(*other, draw)["order"],
    }
    total = output("total of both", sum(paid), TICKET, computed=True)
    return told(13, "two together", facts, total)


@RECIPES.intent(13, "told")
def came_back(base: House, guest: str) -> Iterator[Offer]:
    """What came back for a cancelled ticket."""
    for ticket, line in base.told(guest, ("cancelled",)):
        if len(base.entries(ticket, "refund")) == 1:
            yield Offer(partial(_came_back, base, ticket, line), _about(ticket))


def _came_back(base: House, ticket: Ticket, line: LineEntry, walk: Walk, draw: Draw) -> TraceGoal:
    base.look_up(walk, ticket)
    facts = base.order(ticket, line, draw)
    back = output("refund", base.total(ticket, "refund"), TICKET)
    return told(13, "what came back", facts, back)


# -- the menu -------------------------------------------------------------------------------


def offered(base: House) -> Iterator[tuple[Dish, list[Plate]]]:
    """The dishes with what is served of them today."""
    for dish in base.dishes.values():
        yield dish, [one for one in base.forms[dish.dish_ref] if one.served_today]


@RECIPES.intent(14, "told")
def price_of_form(base: House, guest: str) -> Iterator[Offer]:
    """What a dish costs in one form."""
    for dish, plates in offered(base):
        if len(plates) > 1:
            for plate in plates:
                play = partial(_price_of_form, dish, plate)
                yield Offer(play, frozenset({"menu"}))


def open_dish(walk: Walk, dish: Dish) -> None:
    """Find a dish by its title."""
    walk.call("list_all_dishes")
    walk.call(DISH, dish_ref=dish.dish_ref)


def _price_of_form(dish: Dish, plate: Plate, walk: Walk, draw: Draw) -> TraceGoal:
    open_dish(walk, dish)
    facts = {"wanted": dish.title, "form": in_form(plate)}
    return told(14, "price of a form", facts, output("price", plate.cost, DISH))


@RECIPES.intent(14, "told")
def lowest_price(base: House, guest: str) -> Iterator[Offer]:
    """The lowest price of a dish today."""
    for dish, plates in offered(base):
        if len(plates) > 1:
            play = partial(_lowest, dish, min(one.cost for one in plates))
            yield Offer(play, frozenset({"menu"}))


def _lowest(dish: Dish, cents: int, walk: Walk, draw: Draw) -> TraceGoal:
    open_dish(walk, dish)
    return told(14, "lowest price", {"wanted": dish.title}, output("lowest price", cents, DISH))


@RECIPES.intent(14, "told")
def price_for_several(base: House, guest: str) -> Iterator[Offer]:
    """What several portions of a dish in its cheapest form come to."""
    for dish, plates in offered(base):
        costs = [one.cost for one in plates]
        if len(plates) > 1:
            play = partial(_several, base, dish, min(costs))
            yield Offer(play, frozenset({"menu"}))


def _several(base: House, dish: Dish, cents: int, walk: Walk, draw: Draw) -> TraceGoal:
    costs = _all_costs(base.forms[dish.dish_ref])
    portions = draw.pick([n for n in range(3, 10) if n * cents not in costs])
    open_dish(walk, dish)
    worked_out(walk, f"{portions} * {money(cents)}")
    words = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
    facts = {"wanted": dish.title, "portions": words[portions]}
    total = output("total", portions * cents, DISH, computed=True)
    return told(14, "price for several", facts, total)


def _all_costs(plates: Sequence[Plate]) -> set[int]:
    return {one.cost for one in plates}
