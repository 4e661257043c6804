"""A small shop whose every price, option and balance is written down here.

Prices and balances are cents here, as in the database; results show dollars.
"""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.address import Address
from tau_emo_db.domains.retail.tables import (
    TABLES,
    Fulfillment,
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    Product,
    User,
    Variant,
)
from tau_emo_servers.domains.retail.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

NORA, OMAR = "nora_quist_4127", "omar_haddad_2210"
OTHER_NORA = "nora_quist_9001"
"""Another customer with Nora's name; the zip differs."""

GIFT, SMALL_GIFT = "gift_card_1000001", "gift_card_1000002"
CARD, PAYPAL = "credit_card_1000003", "paypal_1000004"
POSING_CARD = "gift_card_1000005"
"""A credit card whose id looks like that of a gift card."""
OMARS_GIFT, OMARS_EXACT, OMARS_SHORT = (f"gift_card_200000{digit}" for digit in "123")
"""Balances of 900.00, and of exactly and a cent less than the 80.05 of a lamp."""

BALANCES = {GIFT: 500, SMALL_GIFT: 10.05, CARD: None, PAYPAL: None, POSING_CARD: None}
"""What Nora's methods hold, in dollars as shown."""

SHIRT, LAMP = "4410927365", "4410927366"
PRODUCTS = {SHIRT: "T-Shirt", LAMP: "Desk Lamp"}  # not in the order of their names

GREEN_S, GREEN_M, BLUE_M, BLUE_L, RED_M = (f"720551884{digit}" for digit in "12345")
BRASS, STEEL = "9105518841", "9105518842"
# item: product, options, available, today's price
VARIANTS: dict[str, tuple[str, dict[str, str], bool, int]] = {
    GREEN_S: (SHIRT, {"color": "green", "size": "S"}, True, 4135),
    GREEN_M: (SHIRT, {"color": "green", "size": "M"}, True, 4520),
    BLUE_M: (SHIRT, {"color": "blue", "size": "M"}, True, 3010),
    BLUE_L: (SHIRT, {"color": "blue", "size": "L"}, False, 4100),
    RED_M: (SHIRT, {"color": "red", "size": "M"}, True, 4500),
    BRASS: (LAMP, {"material": "brass"}, True, 8005),
    STEEL: (LAMP, {"material": "steel"}, True, 10010),
}

HOME = Address(
    address1="14 Harbor Lane", address2="Unit 3", city="Tucson", country="USA", state="AZ",
    zip="85719",
)  # fmt: skip
AWAY = HOME.model_copy(update={"address1": "9 Mill Road", "address2": "", "zip": "10001"})

# All four lines of the first two orders: 39.90 + 42.00 + 45.00 + 75.15 = 202.05.
LINES = [(GREEN_S, 3990), (GREEN_S, 4200), (GREEN_M, 4500), (BRASS, 7515)]
LAMP_ONLY = [(BRASS, 8005)]

PENDING, DELIVERED = "#W1000001", "#W1000002"
"""Both with all lines, the first paid by card, the second by PayPal."""
GIFTED = "#W1000003"
"""Pending, a lamp paid by gift card."""
PROCESSED, CANCELLED = "#W1000004", "#W1000005"
RETURNING, EXCHANGING = "#W1000006", "#W1000007"
"""All lines, paid by card; of one a green S is on its way back, of the other to be a green M."""
REPAID = "#W1000008"
"""Pending; the gift card paid first, then the card took over."""
CHANGED = "#W1000009"
"""Pending; the gift card paid a lamp, PayPal got 20.00 back for a cheaper one."""
REPAID_AND_CHANGED = "#W1000010"
"""Pending; the card paid a lamp, the gift card took over and got 10.05 back later."""
STACKED, SPREAD = "#W1000011", "#W1000012"
"""Pending, with histories that no series of calls of today's tools makes."""
OMARS = "#W2000001"

NOT_PENDING = [DELIVERED, PROCESSED, CANCELLED, RETURNING, EXCHANGING]
NOT_DELIVERED = [PENDING, PROCESSED, CANCELLED]

Entries = list[tuple[str, int, str]]


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    people = (
        (NORA, "Nora", "Quist", "nora.quist8812@example.com", HOME),
        (OTHER_NORA, "Nora", "Quist", "nora.quist8813@example.com", AWAY),
        (OMAR, "Omar", "Håddad", "Omar.Haddad@Example.com", HOME),
    )
    for key, first, last, email, address in people:
        yield User(user_id=key, first_name=first, last_name=last, email=email, address=address)
    yield PaymentMethod(id=GIFT, user_id=NORA, source="gift_card", balance=50000)
    yield PaymentMethod(id=SMALL_GIFT, user_id=NORA, source="gift_card", balance=1005)
    yield PaymentMethod(id=CARD, user_id=NORA, source="credit_card", brand="visa", last_four="3051")
    yield PaymentMethod(id=PAYPAL, user_id=NORA, source="paypal")
    yield PaymentMethod(
        id=POSING_CARD, user_id=NORA, source="credit_card", brand="visa", last_four="0009"
    )
    for key, balance in ((OMARS_GIFT, 90000), (OMARS_EXACT, 8005), (OMARS_SHORT, 8004)):
        yield PaymentMethod(id=key, user_id=OMAR, source="gift_card", balance=balance)
    for key, name in PRODUCTS.items():
        yield Product(product_id=key, name=name)
    for key, (product, options, available, price) in VARIANTS.items():
        yield Variant(
            item_id=key, product_id=product, options=options, available=available, price=price
        )
    by_card: Entries = [("payment", 20205, CARD)]
    yield from _order(PENDING, LINES, by_card, status="pending")
    yield from _order(DELIVERED, LINES, [("payment", 20205, PAYPAL)], status="delivered")
    yield from _order(GIFTED, LAMP_ONLY, [("payment", 8005, GIFT)], status="pending")
    yield from _order(PROCESSED, LINES, by_card, status="processed")
    yield from _order(
        CANCELLED,
        LINES,
        [*by_card, ("refund", 20205, CARD)],
        status="cancelled",
        cancel_reason="ordered by mistake",
    )
    yield from _order(
        RETURNING,
        LINES,
        by_card,
        status="delivered (return requested)",
        return_items=[GREEN_S],
        return_payment_method_id=CARD,
    )
    yield from _order(
        EXCHANGING,
        LINES,
        by_card,
        status="delivered (exchange requested)",
        exchange_items=[GREEN_S],
        exchange_new_items=[GREEN_M],
        exchange_payment_method_id=PAYPAL,
        exchange_price_difference=530,
    )
    yield from _order(
        REPAID,
        LAMP_ONLY,
        [("payment", 8005, GIFT), ("payment", 8005, CARD), ("refund", 8005, GIFT)],
        status="pending",
    )
    yield from _order(
        CHANGED,
        [(BRASS, 6005)],
        [("payment", 8005, GIFT), ("refund", 2000, PAYPAL)],
        status="pending",
    )
    yield from _order(
        REPAID_AND_CHANGED,
        [(BRASS, 7000)],
        [
            ("payment", 8005, CARD),
            ("payment", 8005, GIFT),
            ("refund", 8005, CARD),
            ("refund", 1005, GIFT),
        ],
        status="pending",
    )
    yield from _order(
        STACKED,
        LAMP_ONLY,
        [
            ("payment", 8005, GIFT),
            ("refund", 3000, GIFT),
            ("payment", 1000, GIFT),
            ("payment", 5000, CARD),
        ],
        status="pending",
    )
    yield from _order(
        SPREAD,
        LAMP_ONLY,
        [("payment", 8005, GIFT), ("payment", 5000, CARD), ("refund", 3000, PAYPAL)],
        status="pending",
    )
    yield from _order(
        OMARS, LAMP_ONLY, [("payment", 8005, OMARS_GIFT)], status="pending", user_id=OMAR
    )


def _order(
    key: str, lines: list[tuple[str, int]], payments: Entries, *, user_id: str = NORA, **fields: Any
) -> Iterator[Table]:
    """An order with its lines at the prices paid; one parcel unless it is pending."""
    yield Order(order_id=key, user_id=user_id, address=HOME, **fields)
    for position, (item, price) in enumerate(lines):
        product, options, _, _ = VARIANTS[item]
        yield OrderItem(
            order_id=key,
            position=position,
            item_id=item,
            product_id=product,
            name=PRODUCTS[product],
            price=price,
            options=options,
        )
    if fields["status"] != "pending":
        yield Fulfillment(
            order_id=key,
            position=0,
            tracking_id=["602918447310"],
            item_ids=[item for item, _ in lines],
        )
    for position, (kind, amount, method) in enumerate(payments):
        yield OrderPayment(
            order_id=key,
            position=position,
            transaction_type=kind,
            amount=amount,
            payment_method_id=method,
        )


DESK = small_domain("retail", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small shop."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def order(desk: Episode, key: str) -> dict[str, Any]:
    """The order as it is shown."""
    return done(desk, "get_order_details", order_id=key)


def balances(desk: Episode, user: str = NORA) -> dict[str, float | None]:
    """What the user's payment methods hold, in dollars."""
    methods = done(desk, "get_user_details", user_id=user)["payment_methods"]
    return {key: method.get("balance") for key, method in methods.items()}


def ledger(view: dict[str, Any]) -> list[tuple[str, float, str]]:
    """The payment history of a shown order."""
    return [tuple(entry.values()) for entry in view["payment_history"]]


def lines(view: dict[str, Any]) -> list[tuple[str, float]]:
    """Items and prices of a shown order."""
    return [(item["item_id"], item["price"]) for item in view["items"]]


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
