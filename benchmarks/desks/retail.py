"""Calls of the shop's tools."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Call, spaced
from tau_emo_db.domains.retail.tables import (
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    Product,
    User,
    Variant,
)

EACH = 4
"""How often each tool is called."""

_ADDRESS = {
    "address1": "14 Harbor Lane",
    "address2": "Unit 3",
    "city": "Tucson",
    "state": "AZ",
    "country": "USA",
    "zip": "85719",
}


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    for user in spaced([*db.exec(select(User))], EACH):
        yield "find_user_id_by_email", {"email": user.email}
        yield "get_user_details", {"user_id": user.user_id}
    by_name: dict[tuple[str, str, str], list[User]] = {}
    for user in db.exec(select(User)):
        key = (user.first_name.casefold(), user.last_name.casefold(), user.address.zip)
        by_name.setdefault(key, []).append(user)
    for user in spaced([users[0] for users in by_name.values() if len(users) == 1], EACH):
        yield (
            "find_user_id_by_name_zip",
            {
                "first_name": user.first_name,
                "last_name": user.last_name,
                "zip": user.address.zip,
            },
        )
    for order in spaced([*db.exec(select(Order))], EACH):
        yield "get_order_details", {"order_id": order.order_id}
    for product in spaced([*db.exec(select(Product))], EACH):
        yield "get_product_details", {"product_id": product.product_id}
    yield "list_all_product_types", {}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on an order of its own."""
    pending = iter(spaced(_paid_by_card(db, "pending"), 8 * EACH))
    delivered = iter(spaced(_paid_by_card(db, "delivered"), 8 * EACH))
    for _ in range(EACH):
        order, _ = next(pending)
        yield (
            "cancel_pending_order",
            {"order_id": order.order_id, "reason": "no longer needed"},
        )
        order, _ = next(pending)
        yield "modify_pending_order_address", {"order_id": order.order_id, **_ADDRESS}
        yield "modify_user_address", {"user_id": order.user_id, **_ADDRESS}
        order, card = next(pending)
        other = _other_method(db, order.user_id, card)
        while other is None:
            order, card = next(pending)
            other = _other_method(db, order.user_id, card)
        yield (
            "modify_pending_order_payment",
            {"order_id": order.order_id, "payment_method_id": other},
        )
        order, card = next(pending)
        item, new = _swap(db, order)
        swapped = {"item_ids": [item], "new_item_ids": [new], "payment_method_id": card}
        yield "modify_pending_order_items", {"order_id": order.order_id, **swapped}
        order, card = next(delivered)
        item, _ = _swap(db, order)
        yield (
            "return_delivered_order_items",
            {"order_id": order.order_id, "item_ids": [item], "payment_method_id": card},
        )
        order, card = next(delivered)
        item, new = _swap(db, order)
        swapped = {"item_ids": [item], "new_item_ids": [new], "payment_method_id": card}
        yield "exchange_delivered_order_items", {"order_id": order.order_id, **swapped}


def _paid_by_card(db: Session, status: str) -> list[tuple[Order, str]]:
    """Orders with an item that can be swapped, paid once and by card, and the card."""
    found: list[tuple[Order, str]] = []
    for order in db.exec(select(Order).where(Order.status == status)):
        payments = db.exec(
            select(OrderPayment).where(OrderPayment.order_id == order.order_id)
        ).all()
        method = db.get_one(PaymentMethod, payments[0].payment_method_id)
        if len(payments) == 1 and method.source == "credit_card" and _swaps(db, order):
            found.append((order, method.id))
        if len(found) == 200:
            break
    return found


def _other_method(db: Session, user_id: str, card: str) -> str | None:
    query = select(PaymentMethod.id).where(
        PaymentMethod.user_id == user_id,
        PaymentMethod.id != card,
        PaymentMethod.source != "gift_card",
    )
    return db.exec(query).first()


def _swap(db: Session, order: Order) -> tuple[str, str]:
    return _swaps(db, order)[0]


def _swaps(db: Session, order: Order) -> list[tuple[str, str]]:
    """Items of the order and an available variant of the same product for each."""
    return [
        (item, new)
        for item, new in db.exec(
            select(OrderItem.item_id, Variant.item_id)
            .join(Variant, col(Variant.product_id) == OrderItem.product_id)
            .where(
                OrderItem.order_id == order.order_id,
                col(Variant.available).is_(True),
                Variant.item_id != OrderItem.item_id,
            )
        )
    ]
