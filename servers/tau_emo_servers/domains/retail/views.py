"""How the shop's rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in US dollars; in the database they are cents.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.retail.tables import (
    Fulfillment,
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    Product,
    User,
    Variant,
)
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, if_set


def user_view(db: Session, user: User) -> View:
    """A profile with its payment methods and order ids."""
    methods = rows_of(db, PaymentMethod, user_id=user.user_id)
    orders = rows_of(db, Order, user_id=user.user_id)
    return {
        "user_id": user.user_id,
        "name": {"first_name": user.first_name, "last_name": user.last_name},
        "email": user.email,
        "address": user.address.model_dump(),
        "payment_methods": {method.id: _payment_method(method) for method in methods},
        "orders": [order.order_id for order in orders],
    }


def product_view(db: Session, product: Product) -> View:
    """A product with all its variants, those that are not available too."""
    variants = rows_of(db, Variant, product_id=product.product_id)
    return {
        "name": product.name,
        "product_id": product.product_id,
        "variants": {
            variant.item_id: {
                "item_id": variant.item_id,
                "options": {**variant.options},
                "available": variant.available,
                "price": shown(variant.price),
            }
            for variant in variants
        },
    }


def order_view(db: Session, order: Order) -> View:
    """An order with its lines, parcels and payment history.

    What belongs to a cancellation, a return or an exchange is shown only where it is set.
    """
    items = rows_of(db, OrderItem, order_id=order.order_id)
    parcels = rows_of(db, Fulfillment, order_id=order.order_id)
    payments = rows_of(db, OrderPayment, order_id=order.order_id)
    difference = order.exchange_price_difference
    extra: View = {
        "cancel_reason": order.cancel_reason,
        "return_items": _ids(order.return_items),
        "return_payment_method_id": order.return_payment_method_id,
        "exchange_items": _ids(order.exchange_items),
        "exchange_new_items": _ids(order.exchange_new_items),
        "exchange_payment_method_id": order.exchange_payment_method_id,
        "exchange_price_difference": None if difference is None else shown(difference),
    }
    return {
        "order_id": order.order_id,
        "user_id": order.user_id,
        "address": order.address.model_dump(),
        "items": [
            {
                "name": item.name,
                "product_id": item.product_id,
                "item_id": item.item_id,
                "price": shown(item.price),
                "options": {**item.options},
            }
            for item in items
        ],
        "fulfillments": [
            {"tracking_id": [*parcel.tracking_id], "item_ids": [*parcel.item_ids]}
            for parcel in parcels
        ],
        "status": order.status,
        "payment_history": [
            {
                "transaction_type": entry.transaction_type,
                "amount": shown(entry.amount),
                "payment_method_id": entry.payment_method_id,
            }
            for entry in payments
        ],
        **if_set(extra),
    }


def _payment_method(method: PaymentMethod) -> View:
    view: View = {"id": method.id, "source": method.source}
    if method.source == "credit_card":
        return {**view, "brand": method.brand, "last_four": method.last_four}
    if method.balance is not None:
        return {**view, "balance": shown(method.balance)}
    return view


def _ids(ids: list[str] | None) -> list[JsonValue] | None:
    return None if ids is None else [*ids]
