"""Patrons whose tickets meet a rule of the house at its edge.

Each function adds the patrons of one situation; `SITUATIONS` says how often each is played
at scale 1. Most patrons get ordinary tickets besides.
"""

from functools import partial

from tau_emo_db import kit
from tau_emo_db.domains.restaurant import regular
from tau_emo_db.domains.restaurant.house import House
from tau_emo_db.domains.restaurant.tab import (
    Pricing,
    Tab,
    as_today,
    cheaper_than_today,
    dearer_than_today,
)
from tau_emo_db.domains.restaurant.tables import Plate, TicketState
from tau_emo_db.draw import Draw

# Tickets changed before


def item_change(dearer: bool, house: House, draw: Draw) -> None:
    """A placed ticket whose item was changed: a second payment, or an earlier refund."""
    guest = house.open_account(draw, "credit_card", "credit_card")
    menu = house.menu
    ordered = draw.pick(menu.with_dearer if dearer else menu.with_cheaper)
    new = draw.pick(menu.dearer(ordered) if dearer else menu.cheaper(ordered))
    payer = draw.pick(guest.instruments[:2])

    def change(tab: Tab) -> None:
        tab.change_item(tab.lines[0], new, draw.pick([payer, payer, guest.instruments[1]]))

    plates = [ordered, *house.beside(draw, guest, ordered)]
    house.take(draw, guest, plates, instrument=payer, pricing=as_today, then=change)


def instrument_changed(house: House, draw: Draw) -> None:
    """A placed ticket that was paid anew with another instrument."""
    guest = house.open_account(draw, "credit_card", draw.pick(["paypal", "credit_card"]))
    old, new, *_ = guest.instruments
    house.take(
        draw,
        guest,
        house.meal(draw, guest),
        instrument=old,
        then=lambda tab: tab.change_instrument(new),
    )


# Lines and prices


def price_has_moved(pricing: Pricing, house: House, draw: Draw) -> None:
    """A placed ticket whose lines all cost more, or less, than the menu says today."""
    guest = house.open_account(draw, "credit_card")
    ordered = draw.pick([one for one in house.menu.versatile if one.served_today])
    plates = [ordered, *house.beside(draw, guest, ordered)]
    house.take(draw, guest, plates, pricing=pricing)


def same_plate_again(state: TicketState, house: House, draw: Draw) -> None:
    """A ticket with one plate twice or three times, at one price and with the same mods."""
    guest = house.open_account(draw, "credit_card")
    again = draw.pick(house.menu.versatile)
    portions = draw.weighted({2: 3, 3: 2})
    plates = [*[again] * portions, *house.beside(draw, guest, again, 4 - portions)]
    house.take(draw, guest, draw.shuffled(plates), state=state)


def two_plates_of_one_dish(state: TicketState, house: House, draw: Draw) -> None:
    """A ticket with two lines of one dish that differ in their modifiers."""
    guest = house.open_account(draw, "credit_card")
    first = draw.pick(house.menu.versatile)
    second = draw.pick(house.menu.others(first))
    house.take(draw, guest, [first, *house.beside(draw, guest, first), second], state=state)


def nothing_else_served(house: House, draw: Draw) -> None:
    """A placed ticket with a dish of which no other plate is served today."""
    guest = house.open_account(draw, "credit_card")
    only = next(house.sole)
    house.take(draw, guest, [only, *house.beside(draw, guest, only)])


def cheaper_not_served(house: House, draw: Draw) -> None:
    """A placed ticket with a plate whose only cheaper sibling is not served today."""
    guest = house.open_account(draw, "credit_card", "credit_card")
    ordered = draw.pick(house.menu.above_lone_cheaper)
    house.take(draw, guest, [ordered, *house.beside(draw, guest, ordered)])


def every_alternative(house: House, draw: Draw) -> None:
    """A placed ticket with two dishes that have cheaper, dearer and equally priced plates."""
    guest = house.open_account(draw, "credit_card", "paypal")
    first, second = _two_dishes(draw, house.menu.versatile)
    house.take(draw, guest, [first, second, *house.beside(draw, guest, first, 1)])


# Several tickets of one patron


def look_alikes(house: House, draw: Draw) -> None:
    """Two placed tickets of one mode that share a dish and differ in one line."""
    guest = house.open_account(draw, "credit_card")
    mode = house.mode_with_room(draw, "placed")
    shared, one, other = house.dishes(draw, guest, 3)
    for beside in (one, other):
        house.take(draw, guest, [shared, beside], mode=mode)


def again_what_was_good(house: House, draw: Draw) -> None:
    """A placed and a delivered ticket with plates of the same dish."""
    guest = house.open_account(draw, "credit_card")
    ordered = draw.pick(house.menu.versatile)
    for state in ("placed", "delivered"):
        plate = ordered if state == "placed" else draw.pick(house.menu.others(ordered))
        house.take(draw, guest, [plate, *house.beside(draw, guest, plate)], state=state)


def too_late_for_one(house: House, draw: Draw) -> None:
    """A ticket in preparation, for refusals, and a placed one that can change."""
    guest = house.open_account(draw, "credit_card", "credit_card")
    for state in ("in_progress", "placed"):
        house.take(draw, guest, house.meal(draw, guest), state=state)


def comes_often(house: House, draw: Draw) -> None:
    """A patron with four tickets, the most there are, told apart by what was ordered."""
    guest = house.open_account(draw, "credit_card", "paypal")
    states: tuple[TicketState, ...] = ("placed", "delivered", "delivered", "cancelled")
    for state in draw.shuffled(states):
        house.take(draw, guest, house.meal(draw, guest), state=state)


# Instruments and tips


def two_cards_of_one_issuer(state: TicketState, house: House, draw: Draw) -> None:
    """Two cards of one issuer: only the last digits tell them apart. One paid a ticket."""
    guest = house.open_account(draw, "credit_card", "credit_card")
    first, second, *_ = guest.instruments
    second.card = second.card.model_copy(update={"issuer": first.card.issuer})
    house.take(draw, guest, house.meal(draw, guest), state=state, instrument=first)


def tip_from_elsewhere(state: TicketState, house: House, draw: Draw) -> None:
    """A ticket whose tip came from another instrument than its payment."""
    guest = house.open_account(draw, "credit_card", draw.pick(["mobile_money", "gift_card"]))
    payer, tipper, *_ = guest.instruments
    house.take(
        draw,
        guest,
        house.meal(draw, guest),
        state=state,
        instrument=payer,
        then=lambda tab: tab.tip(draw.integer(4, 30) * 50, tipper),
    )


# Who


def namesakes(house: House, draw: Draw) -> None:
    """Two or three patrons of one name at different postal codes."""
    someone = regular.person(draw)
    for _ in range(draw.weighted({2: 2, 3: 1})):
        guest = house.open_account(draw, person=someone)
        house.take(draw, guest, house.meal(draw, guest), state="delivered")


def no_ticket(house: House, draw: Draw) -> None:
    """A patron who never ordered."""
    house.open_account(draw).settled = True


def _two_dishes(draw: Draw, plates: list[Plate]) -> tuple[Plate, Plate]:
    """Two plates of different dishes."""
    first = draw.pick(plates)
    return first, draw.pick([plate for plate in plates if plate.dish_ref != first.dish_ref])


SITUATIONS: kit.Situations[House] = {
    "item changed for a dearer one": (partial(item_change, True), 12),
    "item changed for a cheaper one": (partial(item_change, False), 8),
    "instrument changed": (instrument_changed, 4),
    "dearer than today": (partial(price_has_moved, dearer_than_today), 8),
    "cheaper than today": (partial(price_has_moved, cheaper_than_today), 7),
    "same plate again, placed": (partial(same_plate_again, "placed"), 12),
    "same plate again, in progress": (partial(same_plate_again, "in_progress"), 10),
    "same plate again, ready": (partial(same_plate_again, "ready"), 6),
    "same plate again, delivered": (partial(same_plate_again, "delivered"), 12),
    "two plates of one dish, placed": (partial(two_plates_of_one_dish, "placed"), 5),
    "two plates of one dish, in progress": (partial(two_plates_of_one_dish, "in_progress"), 4),
    "nothing else served": (nothing_else_served, 10),
    "cheaper not served": (cheaper_not_served, 8),
    "every alternative": (every_alternative, 10),
    "look-alikes": (look_alikes, 8),
    "again what was good": (again_what_was_good, 8),
    "too late for one": (too_late_for_one, 8),
    "comes often": (comes_often, 4),
    "two cards of one issuer, placed": (partial(two_cards_of_one_issuer, "placed"), 4),
    "two cards of one issuer, delivered": (partial(two_cards_of_one_issuer, "delivered"), 6),
    "tip from elsewhere, placed": (partial(tip_from_elsewhere, "placed"), 3),
    "tip from elsewhere, delivered": (partial(tip_from_elsewhere, "delivered"), 6),
    "tip from elsewhere, ready": (partial(tip_from_elsewhere, "ready"), 3),
    "namesakes": (namesakes, 4),
    "no ticket": (no_ticket, 10),
}
"""What is played, under a label that names its stream of draws, and how often."""
