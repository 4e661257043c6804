"""Customers whose profile and orders meet a rule of the shop at its edge.

Each function adds the customers of one situation; `SITUATIONS` says how often each is
played at scale 1. Most customers get ordinary orders besides.
"""

from collections.abc import Mapping
from functools import partial

from tau_emo_db import kit
from tau_emo_db.domains.retail.purchase import (
    Pricing,
    Purchase,
    as_it_was,
    as_today,
    cheaper_than_today,
    dearer_than_today,
)
from tau_emo_db.domains.retail.shop import Shop
from tau_emo_db.domains.retail.shopper import Shopper, profile_kinds
from tau_emo_db.domains.retail.tables import OrderStatus, PaymentMethod, PaymentSource, Variant
from tau_emo_db.draw import Draw

EVERYDAY_PRICE = 260_00
"""The dearest article in orders that a gift card is to pay, in cents."""
OPEN_OR_ARRIVED: tuple[OrderStatus, OrderStatus] = ("pending", "delivered")
REGULAR_ORDERS: tuple[OrderStatus, ...] = (
    "pending",
    "pending",
    "pending",
    "pending",
    "delivered",
    "delivered",
    "delivered",
    "processed",
    "cancelled",
)


# Gift cards


def paid_by(source: PaymentSource, shop: Shop, draw: Draw) -> None:
    """A pending order paid by this kind; two other methods could pay it instead."""
    others: Mapping[PaymentSource, tuple[PaymentSource, ...]] = {
        "credit_card": ("paypal", "credit_card"),
        "gift_card": ("credit_card", "paypal"),
        "paypal": ("credit_card", "credit_card"),
    }
    shopper = shop.open_account(draw, source, *others[source])
    articles = shop.articles(draw, shopper, draw.integer(1, 3), EVERYDAY_PRICE)
    order = shop.buy(draw, shopper, articles, method=shopper.methods[0])
    if source != "gift_card":
        shop.add_gift_card(draw, shopper, order.total + draw.integer(20_00, 180_00))


def empty_gift_card(shop: Shop, draw: Draw) -> None:
    """A gift card with nothing left beside a card that paid a pending order."""
    shopper = shop.open_account(draw, "credit_card")
    shop.add_gift_card(draw, shopper, 0)
    shop.buy(draw, shopper, shop.basket(draw, shopper), method=shopper.method("credit_card"))


def gift_card_near_order(side: int, shop: Shop, draw: Draw) -> None:
    """A gift card just short of (side -1) or just above (+1) a whole pending order."""
    shopper = shop.open_account(draw, "credit_card")
    articles = shop.articles(draw, shopper, draw.integer(1, 3), EVERYDAY_PRICE)
    order = shop.buy(draw, shopper, articles, method=shopper.method("credit_card"))
    shop.add_gift_card(draw, shopper, order.total + side * draw.integer(35, 9_40))


def gift_card_near_difference(side: int, shop: Shop, draw: Draw) -> None:
    """A gift card just short of (-1) or just above (+1) what a better variant costs more.

    One order is pending and one delivered; the gift card is measured at either of them.
    """
    shopper = shop.open_account(draw, "credit_card", "paypal")
    differences: list[int] = []
    for status in draw.shuffled(OPEN_OR_ARRIVED):
        wanted = next(
            article
            for article in shop.articles(draw, shopper, 40)
            if any(better.price - article.price >= 8_00 for better in shop.stock.dearer(article))
        )
        better = draw.pick([v for v in shop.stock.dearer(wanted) if v.price - wanted.price >= 8_00])
        units = [wanted, *shop.articles(draw, shopper, draw.integer(1, 2))]
        units = [unit for unit in units if unit is wanted or unit.product_id != wanted.product_id]
        shop.buy(
            draw,
            shopper,
            units,
            status=status,
            method=shopper.method("credit_card"),
            pricing=as_today,
        )
        differences.append(better.price - wanted.price)
    shop.add_gift_card(draw, shopper, differences[0] + side * draw.integer(30, 4_80))


def two_gift_cards(shop: Shop, draw: Draw) -> None:
    """Two gift cards, a small rest and one that covers the pending order."""
    shopper = shop.open_account(draw, "credit_card")
    articles = shop.articles(draw, shopper, draw.integer(1, 3), EVERYDAY_PRICE)
    card = shopper.method("credit_card")
    order = shop.buy(draw, shopper, articles, method=card)
    shop.add_gift_card(draw, shopper, draw.integer(4_00, 26_00))
    shop.add_gift_card(draw, shopper, order.total + draw.integer(5_00, 120_00))
    shop.buy(draw, shopper, shop.basket(draw, shopper), status="delivered", method=card)


# Other payment methods


def two_cards_of_one_brand(shop: Shop, draw: Draw) -> None:
    """Two cards of one brand: only the last digits tell them apart."""
    shopper = shop.open_account(draw)
    brand = draw.pick(kit.CARD_BRANDS)
    first = shop.add_card(draw, shopper, brand)
    shop.add_card(draw, shopper, brand)
    for status in OPEN_OR_ARRIVED:
        shop.buy(draw, shopper, shop.basket(draw, shopper), status=status, method=first)


def one_method_only(source: PaymentSource, shop: Shop, draw: Draw) -> None:
    """A pending order whose payment cannot change: the profile has one method."""
    shopper = shop.open_account(draw, source)
    shop.buy(draw, shopper, shop.articles(draw, shopper, draw.integer(1, 3), EVERYDAY_PRICE))


def paypal_and_card_only(shop: Shop, draw: Draw) -> None:
    """A delivered order paid by paypal; a card, no gift card: no refund to the card."""
    shopper = shop.open_account(draw, "paypal", "credit_card")
    paypal = shopper.method("paypal")
    shop.buy(draw, shopper, shop.basket(draw, shopper), status="delivered", method=paypal)


def return_targets(source: PaymentSource, shop: Shop, draw: Draw) -> None:
    """A delivered order whose refund may go to its payment method or to a gift card."""
    shopper = shop.open_account(draw, source, "gift_card")
    articles = shop.articles(draw, shopper, draw.integer(2, 4))
    shop.buy(draw, shopper, articles, status="delivered", method=shopper.method(source))


# Lines and prices


def two_variants_of_one_product(status: OrderStatus, shop: Shop, draw: Draw) -> None:
    """An order with two lines of one product that differ in their options."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    first, beside = shop.articles(draw, shopper, 2)
    second = draw.pick(shop.stock.others(first))
    shop.buy(draw, shopper, [first, beside, second], status=status)


def two_identical_lines(status: OrderStatus, shop: Shop, draw: Draw) -> None:
    """An order with one variant twice at one price, beside something else."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    twice, beside = shop.articles(draw, shopper, 2)
    shop.buy(draw, shopper, [twice, beside, twice], status=status)


def many_products(status: OrderStatus, shop: Shop, draw: Draw) -> None:
    """An order with three to five different products."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    shop.buy(draw, shopper, shop.articles(draw, shopper, draw.integer(3, 5)), status=status)


def every_alternative(status: OrderStatus, shop: Shop, draw: Draw) -> None:
    """A line whose product offers all that a customer can ask for.

    A cheaper, a dearer and an equally priced variant, one that differs in a single
    option, and one that exists but is not available.
    """
    shopper = shop.open_account(draw, "credit_card", "paypal")
    central = draw.pick(shop.stock.versatile)
    units = [central, *_beside(shop, draw, shopper, central)]
    shop.buy(draw, shopper, units, status=status, pricing=as_today)


def price_has_moved(status: OrderStatus, pricing: Pricing, shop: Shop, draw: Draw) -> None:
    """An order whose lines all cost more, or less, than the catalogue says today."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    articles = shop.articles(draw, shopper, draw.integer(1, 3))
    shop.buy(draw, shopper, articles, status=status, pricing=pricing)


# Several orders of one customer


def found_by_content(shop: Shop, draw: Draw) -> None:
    """One product in a pending, a delivered and a processed order, beside other things."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    (first,) = shop.articles(draw, shopper, 1)
    bought: list[Variant] = [first, *draw.sample(shop.stock.others(first), 2)]
    if len(bought) < 3:
        bought.append(draw.pick(shop.stock.others(first, available=False)))
    statuses: tuple[OrderStatus, ...] = ("pending", "delivered", "processed")
    for status, article in zip(draw.shuffled(statuses), bought, strict=True):
        units = [article, *_beside(shop, draw, shopper, article)]
        shop.buy(draw, shopper, units, status=status)


def three_wishes(shop: Shop, draw: Draw) -> None:
    """Two delivered orders and a pending one, told apart by their contents alone."""
    shopper = shop.open_account(draw, "credit_card", "gift_card", "credit_card")
    card = shopper.method("credit_card")
    statuses: tuple[OrderStatus, ...] = ("delivered", "delivered", "pending")
    for status in draw.shuffled(statuses):
        articles = shop.articles(draw, shopper, draw.integer(1, 3))
        shop.buy(draw, shopper, articles, status=status, method=card)
    shopper.settled = True


def too_late_for_one(shop: Shop, draw: Draw) -> None:
    """A processed and a cancelled order for refusals, and a pending one that can change."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    statuses: tuple[OrderStatus, ...] = ("processed", "cancelled", "pending")
    for status in draw.shuffled(statuses):
        shop.buy(draw, shopper, shop.basket(draw, shopper), status=status)


def regular(shop: Shop, draw: Draw) -> None:
    """A customer with nine orders, the most there are."""
    shopper = shop.open_account(draw, "credit_card", "paypal", "gift_card", "credit_card")
    for status in draw.shuffled(REGULAR_ORDERS):
        shop.buy(draw, shopper, shop.articles(draw, shopper, draw.integer(1, 3)), status=status)
    shopper.settled = True


def no_order(shop: Shop, draw: Draw) -> None:
    """A customer who never ordered."""
    shop.open_account(draw, *profile_kinds(draw)).settled = True


# Who and where


def namesakes(shop: Shop, draw: Draw) -> None:
    """Two or three customers of one name in different zips."""
    someone = kit.person(draw)
    for _ in range(draw.weighted({2: 3, 3: 1})):
        shopper = shop.open_account(draw, *profile_kinds(draw), person=someone)
        shop.buy(draw, shopper, shop.basket(draw, shopper))


def one_digit_apart(shop: Shop, draw: Draw) -> None:
    """Two customers of one name whose e-mails differ in a single digit."""
    someone = kit.person(draw)
    first = shop.open_account(draw, *profile_kinds(draw), person=someone)
    local, domain = first.user.email.split("@")

    def slip() -> str:
        place = len(local) - draw.integer(1, 4)
        digit = draw.pick([d for d in "123456789" if d != local[place]])
        return f"{local[:place]}{digit}{local[place + 1 :]}@{domain}"

    second = shop.open_account(draw, *profile_kinds(draw), person=someone, email=slip)
    for shopper in (first, second):
        shop.buy(draw, shopper, shop.basket(draw, shopper))


def delivered_to(elsewhere: bool, shop: Shop, draw: Draw) -> None:
    """A pending order that goes to another address than the default one, or to the same."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    shop.buy(draw, shopper, shop.basket(draw, shopper), elsewhere=elsewhere)


# Orders changed before


def payment_changed(shop: Shop, draw: Draw) -> None:
    """A pending order with three entries: its payment was changed before."""
    _with_changed_payment(shop, draw)


def items_changed(shop: Shop, draw: Draw) -> None:
    """A pending order with two entries: its items were changed before."""
    shopper = shop.open_account(draw, *_card_and_more(draw))
    articles = shop.articles(draw, shopper, draw.integer(1, 3))
    card = shopper.method("credit_card")
    _change_first_item(shop, draw, shop.buy(draw, shopper, articles, method=card), card)


def both_changed(shop: Shop, draw: Draw) -> None:
    """A pending order with four entries: payment, then items were changed before."""
    order, new = _with_changed_payment(shop, draw)
    _change_first_item(shop, draw, order, new)


def _with_changed_payment(shop: Shop, draw: Draw) -> tuple[Purchase, PaymentMethod]:
    """A pending order moved to a card, and that card; now and then a gift card paid first."""
    shopper = shop.open_account(draw, "credit_card", draw.pick(["paypal", "gift_card"]))
    new, old = shopper.methods
    articles = shop.articles(draw, shopper, draw.integer(1, 3), EVERYDAY_PRICE)
    order = shop.buy(draw, shopper, articles, method=old)
    order.change_payment(new)
    if old.balance is not None:
        old.balance += order.total
    return order, new


def _change_first_item(shop: Shop, draw: Draw, order: Purchase, method: PaymentMethod) -> None:
    line = order.lines[0]
    old = next(v for v in shop.stock.everything() if v.item_id == line.item_id)
    order.change_item(line, draw.pick(shop.stock.others(old)), method)


# Shared steps


def _card_and_more(draw: Draw) -> list[PaymentSource]:
    """A profile of two or three methods that begins with a card."""
    more: list[PaymentSource] = ["credit_card", "paypal", "gift_card"]
    return ["credit_card", *draw.sample(more, draw.integer(1, 2))]


def _beside(shop: Shop, draw: Draw, shopper: Shopper, article: Variant) -> list[Variant]:
    """One or two articles of other products."""
    found = shop.articles(draw, shopper, 3)
    others = [unit for unit in found if unit.product_id != article.product_id]
    return others[: draw.integer(1, 2)]


SITUATIONS: kit.Situations[Shop] = {
    "pending, paid by card": (partial(paid_by, "credit_card"), 6),
    "pending, paid by gift card": (partial(paid_by, "gift_card"), 6),
    "pending, paid by paypal": (partial(paid_by, "paypal"), 6),
    "empty gift card": (empty_gift_card, 6),
    "gift card just short of an order": (partial(gift_card_near_order, -1), 6),
    "gift card just above an order": (partial(gift_card_near_order, 1), 6),
    "gift card just short of a difference": (partial(gift_card_near_difference, -1), 6),
    "gift card just above a difference": (partial(gift_card_near_difference, 1), 6),
    "two gift cards": (two_gift_cards, 6),
    "two cards of one brand": (two_cards_of_one_brand, 6),
    "one card only": (partial(one_method_only, "credit_card"), 5),
    "one paypal account only": (partial(one_method_only, "paypal"), 4),
    "paypal and a card only": (paypal_and_card_only, 7),
    "return to a card or a gift card": (partial(return_targets, "credit_card"), 5),
    "return to paypal or a gift card": (partial(return_targets, "paypal"), 5),
    "two variants of one product, pending": (partial(two_variants_of_one_product, "pending"), 5),
    "two variants of one product, delivered": (
        partial(two_variants_of_one_product, "delivered"),
        5,
    ),
    "two identical lines, pending": (partial(two_identical_lines, "pending"), 5),
    "two identical lines, delivered": (partial(two_identical_lines, "delivered"), 5),
    "many products, pending": (partial(many_products, "pending"), 5),
    "many products, delivered": (partial(many_products, "delivered"), 5),
    "every alternative, pending": (partial(every_alternative, "pending"), 8),
    "every alternative, delivered": (partial(every_alternative, "delivered"), 8),
    "dearer than today, pending": (partial(price_has_moved, "pending", dearer_than_today), 4),
    "dearer than today, delivered": (partial(price_has_moved, "delivered", dearer_than_today), 4),
    "cheaper than today, pending": (partial(price_has_moved, "pending", cheaper_than_today), 4),
    "cheaper than today, delivered": (partial(price_has_moved, "delivered", cheaper_than_today), 4),
    "prices mixed, delivered": (partial(price_has_moved, "delivered", as_it_was), 4),
    "found by content": (found_by_content, 8),
    "three wishes": (three_wishes, 10),
    "too late for one": (too_late_for_one, 8),
    "regular": (regular, 3),
    "no order": (no_order, 8),
    "namesakes": (namesakes, 6),
    "one digit apart": (one_digit_apart, 6),
    "order to another address": (partial(delivered_to, True), 6),
    "order to the default address": (partial(delivered_to, False), 6),
    "payment changed": (payment_changed, 10),
    "items changed": (items_changed, 10),
    "both changed": (both_changed, 5),
}
"""What is played, under a label that names its stream of draws, and how often."""
