"""What the shop's desk looks up, checks and works out again and again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from sqlmodel import Session

from tau_emo_db.address import Address
from tau_emo_db.domains.retail.tables import (
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    Product,
    TransactionType,
    User,
    Variant,
)
from tau_emo_servers.checks import check_as_many, check_filled
from tau_emo_servers.money import shown
from tau_emo_servers.queries import find, find_owned, rows_of
from tau_emo_servers.toolkit import Rejection

# Shape of the input.


def new_address(
    address1: str, address2: str | None, city: str, state: str, country: str, zip_code: str
) -> Address:
    """The whole address; only its second line may be empty."""
    fields = {
        "address1": address1,
        "city": city,
        "state": state,
        "country": country,
        "zip": zip_code,
    }
    check_filled(
        fields, "address_incomplete", "send the whole address (only address2 may be empty)"
    )
    return Address(**fields, address2=address2 or "")


# Look-ups.


def find_user(db: Session, user_id: str) -> User:
    """The customer with this id."""
    return find(db, User, user_id, "user", "check the id (it looks like nora_quist_4127)")


def find_order(db: Session, order_id: str) -> Order:
    """The order, whatever its status."""
    hint = "check the id (it looks like #W5830214, the # is part of it)"
    return find(db, Order, order_id, "order", hint)


def find_pending_order(db: Session, order_id: str) -> Order:
    """The order, if it can still be cancelled or modified."""
    order = find_order(db, order_id)
    if order.status != "pending":
        raise Rejection(
            "order_not_pending",
            f"order {order_id} is {order.status}; only a pending order can be cancelled or "
            "modified.",
        )
    return order


def find_delivered_order(db: Session, order_id: str) -> Order:
    """The order, if it has arrived; a return or an exchange may have been requested."""
    order = find_order(db, order_id)
    if not order.status.startswith("delivered"):
        raise Rejection(
            "order_not_delivered",
            f"order {order_id} is {order.status}; only items of a delivered order can be "
            "returned or exchanged.",
        )
    return order


def find_product(db: Session, product_id: str) -> Product:
    """The product with this id."""
    hint = (
        "check that it is a product id and not an item id (list_all_product_types shows all "
        "product ids)"
    )
    return find(db, Product, product_id, "product", hint)


def find_payment_method(db: Session, user_id: str, payment_method_id: str) -> PaymentMethod:
    """A payment method of this user."""
    return find_owned(
        db,
        PaymentMethod,
        payment_method_id,
        what=f"payment method {payment_method_id}",
        place=f"in the profile of user {user_id}",
        shown_by="get_user_details",
        user_id=user_id,
    )


def find_lines(db: Session, order: Order, item_ids: Sequence[str]) -> list[OrderItem]:
    """The lines of an order with these items, one for each mention.

    The n-th mention of an id takes the n-th line with it, so no line is taken twice. A line
    whose return or exchange was requested before is not there any more.
    """
    lines = rows_of(db, OrderItem, order_id=order.order_id)
    taken = Counter(chain(order.return_items or (), order.exchange_items or ()))
    asked = Counter(item_ids)
    have = Counter(line.item_id for line in lines)
    for item_id, count in asked.items():
        left = have[item_id] - taken[item_id]
        if count > left:
            raise Rejection(
                "item_not_found",
                f"order {order.order_id} has {left} of item {item_id} left, but {count} asked for; "
                "get_order_details shows its items.",
            )
    waiting = {item_id: [one for one in lines if one.item_id == item_id] for item_id in asked}
    return [waiting[item_id].pop(0) for item_id in item_ids]


def find_new_variants(
    db: Session, lines: Sequence[OrderItem], new_item_ids: Sequence[str]
) -> list[Variant]:
    """For each line the variant that shall take its place."""
    check_as_many(lines, new_item_ids, "item")
    return [
        _find_new_variant(db, line, new_item_id)
        for line, new_item_id in zip(lines, new_item_ids, strict=True)
    ]


def _find_new_variant(db: Session, line: OrderItem, new_item_id: str) -> Variant:
    variant = db.get(Variant, new_item_id)
    if variant is None or variant.product_id != line.product_id:
        raise Rejection(
            "new_item_unavailable",
            f"{new_item_id} is no variant of the product {line.product_id} ({line.name}) of item "
            f"{line.item_id}; get_product_details shows its variants.",
        )
    if not variant.available:
        raise Rejection(
            "new_item_unavailable",
            f"item {new_item_id} is not available; get_product_details shows which variants of "
            f"{line.product_id} ({line.name}) are.",
        )
    return variant


# Money.


def price_difference(lines: Sequence[OrderItem], variants: Sequence[Variant]) -> int:
    """What new variants cost today more than the lines cost when they were bought, in cents."""
    return sum(variant.price for variant in variants) - sum(line.price for line in lines)


def check_balance(method: PaymentMethod, amount: int) -> None:
    """Refuses a gift card whose balance is below the amount, in cents."""
    if method.balance is not None and method.balance < amount:
        raise Rejection(
            "not_enough_balance",
            f"gift card {method.id} has a balance of ${shown(method.balance)}, which is below the "
            f"${shown(amount)} that it would pay; use another payment method.",
        )


def charge(method: PaymentMethod, amount: int) -> None:
    """Takes cents from a gift card at once, or gives them back if negative.

    Cards and PayPal have no balance here.
    """
    if method.balance is not None:
        method.balance -= amount


def append_payments(
    db: Session, order: Order, entries: Iterable[tuple[TransactionType, int, str]]
) -> None:
    """Appends kinds, amounts in cents and payment method ids to the payment history."""
    first = len(rows_of(db, OrderPayment, order_id=order.order_id))
    db.add_all(
        OrderPayment(
            order_id=order.order_id,
            position=position,
            transaction_type=kind,
            amount=amount,
            payment_method_id=payment_method_id,
        )
        for position, (kind, amount, payment_method_id) in enumerate(entries, start=first)
    )


def refunds_due(history: Sequence[OrderPayment]) -> list[tuple[str, int]]:
    """Payment method ids and cents that a cancellation gives back, in the order of payment.

    Each payment is refunded to its own method. What was refunded before is not refunded
    again: neither a method nor the order gets back more than it has paid.
    """
    left: Counter[str] = Counter()
    for entry in history:
        paid = entry.transaction_type == "payment"
        left[entry.payment_method_id] += entry.amount if paid else -entry.amount
    left_of_order = sum(left.values())

    refunds: list[tuple[str, int]] = []
    for entry in history:
        if entry.transaction_type != "payment":
            continue
        amount = min(entry.amount, left[entry.payment_method_id], left_of_order)
        if amount > 0:
            refunds.append((entry.payment_method_id, amount))
            left[entry.payment_method_id] -= amount
            left_of_order -= amount
    return refunds
