"""Shop data in the layout of τ-bench: `users`, `products` and `orders`."""

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
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import ADDRESS, owned
from tau_emo_db.foreign.source import Source


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("users"):
        with out.record(node):
            _user(node, out)
    for node in source.records("products"):
        with out.record(node):
            _product(node, out)
    users = source.records("users")
    for node in owned(users, "orders", source.records("orders"), "user_id"):
        with out.record(node):
            _order(node, out)


def _user(node: Node, out: Gathering) -> None:
    name = node.at("name")
    out.add(
        node,
        User,
        user_id=node.key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        email=node.text("email"),
        address=node.plain("address", ADDRESS),
    )
    for method in node.at("payment_methods").fields():
        out.add(
            method,
            PaymentMethod,
            id=method.own_key("id"),
            user_id=node.key,
            source=method.text("source"),
            brand=method.text_or_none("brand"),
            last_four=method.text_or_none("last_four"),
            balance=method.cents_or_none("balance"),
        )
    node.leave("orders")


def _product(node: Node, out: Gathering) -> None:
    key = node.own_key("product_id")
    out.add(node, Product, product_id=key, name=node.text("name"))
    for variant in node.at("variants").fields():
        out.add(
            variant,
            Variant,
            item_id=variant.own_key("item_id"),
            product_id=key,
            options=_options(variant),
            available=variant.flag("available"),
            price=variant.cents("price"),
        )


def _order(node: Node, out: Gathering) -> None:
    key = node.own_key("order_id")
    out.add(
        node,
        Order,
        order_id=key,
        user_id=node.text("user_id"),
        address=node.plain("address", ADDRESS),
        status=node.text("status"),
        cancel_reason=node.text_or_none("cancel_reason"),
    )
    for position, item in numbered(node.at("items").items()):
        out.add(
            item,
            OrderItem,
            order_id=key,
            position=position,
            item_id=item.text("item_id"),
            product_id=item.text("product_id"),
            name=item.text("name"),
            price=item.cents("price"),
            options=_options(item),
        )
    for position, parcel in numbered(node.at("fulfillments").items()):
        out.add(
            parcel,
            Fulfillment,
            order_id=key,
            position=position,
            tracking_id=parcel.texts("tracking_id"),
            item_ids=parcel.texts("item_ids"),
        )
    for position, payment in numbered(node.at("payment_history").items()):
        out.add(
            payment,
            OrderPayment,
            order_id=key,
            position=position,
            transaction_type=payment.text("transaction_type"),
            amount=payment.cents("amount"),
            payment_method_id=payment.text("payment_method_id"),
        )


def _options(node: Node) -> dict[str, str]:
    return {option.key: option.as_text() for option in node.at("options").fields()}


MAPPING = Mapping(
    parts=("users", "products", "orders"),
    read=read,
    people=People(User, "user_id", "email"),
    differences=(
        Difference(
            "users.orders",
            "order of order",
            "must name each order once, under its own user; gives the order",
        ),
        Difference(
            "orders with return or exchange fields",
            "return_items and so on",
            "refused: bases hold finished orders only, and none has these fields",
        ),
    ),
)
