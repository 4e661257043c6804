"""The restaurant's base data: the menu, patrons at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.restaurant.house import WALLETS, House
from tau_emo_db.domains.restaurant.menu import Menu
from tau_emo_db.domains.restaurant.refs import Refs
from tau_emo_db.domains.restaurant.regular import MOST_TICKETS, Regular
from tau_emo_db.domains.restaurant.situations import SITUATIONS
from tau_emo_db.domains.restaurant.tab import Tab
from tau_emo_db.domains.restaurant.tables import ServiceMode, TicketState
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

PATRONS = sum(WALLETS.values())
TIP_SHARE = 0.2
"""How many ordinary tickets that were served bear a tip."""


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 200 patrons and 300 tickets. The menu is the same at every scale.
    """
    refs = Refs()
    house = House(Menu(draw.fork("menu"), refs), refs, scale)
    kit.play(SITUATIONS, house, draw, scale)
    for turn in range(len(house.regulars), PATRONS * scale):
        house.open_account(draw.fork(f"patrons/{turn}"))
    _take_ordinary_tickets(house, draw.fork("tickets"))
    yield from _rows(house, draw.fork("insertion"))


def _take_ordinary_tickets(house: House, draw: Draw) -> None:
    """Tickets until every state and mode has its number: first one for each, then spread."""
    waiting = draw.shuffled([place for place, left in house.places.items() for _ in range(left)])
    open_to_more = [guest for guest in house.regulars if not guest.settled]
    first = [guest for guest in open_to_more if not guest.tabs]
    again = [guest for guest in open_to_more for _ in range(MOST_TICKETS - max(1, len(guest.tabs)))]
    guests = [*first, *draw.shuffled(again)]
    for turn, (guest, (state, mode)) in enumerate(zip(guests, waiting, strict=False)):
        _take_ordinary_ticket(house, draw.fork(str(turn)), guest, state, mode)


def _take_ordinary_ticket(
    house: House, draw: Draw, guest: Regular, state: TicketState, mode: ServiceMode
) -> None:
    def tip(tab: Tab) -> None:
        if state in ("ready", "delivered") and draw.chance(TIP_SHARE):
            tab.tip(draw.integer(3, 24) * 50, draw.pick(guest.instruments))

    house.take(draw, guest, house.meal(draw, guest), state=state, mode=mode, then=tip)


def _rows(house: House, draw: Draw) -> Iterator[Table]:
    """All rows; patrons, instruments and tickets in an order that betrays no situation."""
    regulars = draw.shuffled(house.regulars)
    yield from house.menu.dishes
    yield from house.menu.everything()
    for guest in regulars:
        yield guest.patron
    for guest in regulars:
        yield from draw.shuffled(guest.instruments)
    for tab in draw.shuffled([tab for guest in regulars for tab in guest.tabs]):
        yield tab.ticket
        yield from tab.lines
        yield from tab.charges
