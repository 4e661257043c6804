"""The shop's base data: products, customers at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.retail.shop import Shop
from tau_emo_db.domains.retail.shopper import MOST_ORDERS, Shopper, profile_kinds
from tau_emo_db.domains.retail.situations import SITUATIONS
from tau_emo_db.domains.retail.stock import Stock
from tau_emo_db.domains.retail.tables import OrderStatus
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

USERS = 500
ORDERS: dict[OrderStatus, int] = {
    "pending": 420,
    "delivered": 350,
    "processed": 100,
    "cancelled": 100,
    "delivered (return requested)": 15,
    "delivered (exchange requested)": 15,
}
"""How many orders of each status there are at scale 1."""
ACTIVITY = {0: 3, 1: 10, 2: 14, 3: 12, 4: 8, 5: 4, 6: 2, 7: 1}
"""How many ordinary orders a customer would place, against how often that is so."""


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 500 users and 1,000 orders. The products are the same at every
            scale.
    """
    shop = Shop(Stock(draw.fork("stock")))
    kit.play(SITUATIONS, shop, draw, scale)
    _add_ordinary_customers(shop, draw.fork("customers"), USERS * scale)
    _add_ordinary_orders(shop, draw.fork("orders"), scale)
    yield from _rows(shop, draw.fork("insertion"))


def _add_ordinary_customers(shop: Shop, draw: Draw, count: int) -> None:
    for turn in range(len(shop.shoppers), count):
        each = draw.fork(str(turn))
        shop.open_account(each, *profile_kinds(each))


def _add_ordinary_orders(shop: Shop, draw: Draw, scale: int) -> None:
    """Orders of every status until each has its number, spread over the customers."""
    statuses = kit.still_missing(ORDERS, shop.placed, scale)
    buyers: list[Shopper] = []
    for shopper in shop.shoppers:
        if not shopper.settled:
            room = MOST_ORDERS - len(shopper.purchases)
            buyers += [shopper] * min(room, draw.weighted(ACTIVITY))
    chosen = draw.sample(buyers, len(statuses))
    for turn, (shopper, status) in enumerate(zip(chosen, draw.shuffled(statuses), strict=True)):
        each = draw.fork(str(turn))
        shop.buy(each, shopper, shop.basket(each, shopper), status=status)


def _rows(shop: Shop, draw: Draw) -> Iterator[Table]:
    """All rows; customers, methods and orders in an order that betrays no situation."""
    shoppers = draw.shuffled(shop.shoppers)
    for shopper in shoppers:
        yield shopper.user
    for shopper in shoppers:
        yield from draw.shuffled(shopper.methods)
    yield from shop.stock.products
    yield from shop.stock.everything()
    for purchase in draw.shuffled([p for shopper in shoppers for p in shopper.purchases]):
        yield purchase.order
        yield from purchase.lines
        yield from purchase.parcels
        yield from purchase.payments
