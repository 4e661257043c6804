"""Every tool of the shop against generated calls on the real base."""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.retail.tables import (
    Order,
    OrderItem,
    PaymentMethod,
    Product,
    User,
    Variant,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

RETAIL = served_domain("retail")
REASONS = ("no longer needed", "ordered by mistake")
MOVING_NOTHING = {
    "modify_pending_order_address",
    "modify_user_address",
    "return_delivered_order_items",
    "exchange_delivered_order_items",
}


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    users: list[User]
    methods: dict[str, list[str]]
    orders: list[Order]
    lines: dict[str, list[OrderItem]]
    variants: dict[str, list[str]]
    """By product, those that are available."""
    gift_cards: list[str]


@cache
def base() -> Base:
    with EpisodeState.open(RETAIL.data) as state, state.session() as db:
        users = [*db.exec(select(User))]
        orders = [*db.exec(select(Order))]
        methods: dict[str, list[str]] = {}
        gift_cards: list[str] = []
        for method in db.exec(select(PaymentMethod)):
            if method.source == "gift_card":
                gift_cards.append(method.id)
            methods.setdefault(method.user_id, []).append(method.id)
        lines: dict[str, list[OrderItem]] = {}
        for line in db.exec(select(OrderItem)):
            lines.setdefault(line.order_id, []).append(line)
        items = [*db.exec(select(Variant))]
        products = [*db.exec(select(Product.product_id))]
    variants: dict[str, list[str]] = {}
    for item in items:
        if item.available:
            variants.setdefault(item.product_id, []).append(item.item_id)
    return Base(
        known={
            "user_id": [one.user_id for one in users],
            "email": [one.email for one in users],
            "first_name": [one.first_name for one in users],
            "last_name": [one.last_name for one in users],
            "zip": [one.address.zip for one in users],
            "order_id": [one.order_id for one in orders],
            "product_id": products,
            "item_ids": [one.item_id for one in items],
            "new_item_ids": [one.item_id for one in items],
            "payment_method_id": [one for some in methods.values() for one in some],
            "expression": ["41.35 - 39.90", "2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        users=users,
        methods=methods,
        orders=orders,
        lines=lines,
        variants=variants,
        gift_cards=gift_cards,
    )


@cache
def orders_with(status: str) -> st.SearchStrategy[Order]:
    return st.sampled_from([one for one in base().orders if one.status.startswith(status)])


def method_of(order: Order) -> st.SearchStrategy[str]:
    return st.sampled_from(base().methods[order.user_id])


@st.composite
def some_items(draw: st.DrawFn, order: Order) -> list[OrderItem]:
    """Some lines of the order in any order."""
    shuffled = draw(st.permutations(base().lines[order.order_id]))
    return shuffled[: draw(st.integers(1, len(shuffled)))]


@st.composite
def cancellation(draw: st.DrawFn) -> Arguments:
    order = draw(orders_with("pending"))
    return {"order_id": order.order_id, "reason": draw(st.sampled_from(REASONS))}


@st.composite
def payment(draw: st.DrawFn) -> Arguments:
    """A pending order and any of its owner's methods."""
    order = draw(orders_with("pending"))
    return {"order_id": order.order_id, "payment_method_id": draw(method_of(order))}


@st.composite
def new_items(draw: st.DrawFn, status: str) -> Arguments:
    """Some lines of an order, each with an available variant of the same product."""
    order = draw(orders_with(status))
    pairs = [
        (line.item_id, draw(st.sampled_from(base().variants[line.product_id])))
        for line in draw(some_items(order))
    ]
    return {
        "order_id": order.order_id,
        "item_ids": [old for old, _ in pairs],
        "new_item_ids": [new for _, new in pairs],
        "payment_method_id": draw(method_of(order)),
    }


@st.composite
def parcel_back(draw: st.DrawFn) -> Arguments:
    """Some lines of a delivered order, refunded to any of its owner's methods."""
    order = draw(orders_with("delivered"))
    return {
        "order_id": order.order_id,
        "item_ids": [line.item_id for line in draw(some_items(order))],
        "payment_method_id": draw(method_of(order)),
    }


@st.composite
def address(draw: st.DrawFn) -> Arguments:
    """Where some customer lives."""
    return draw(st.sampled_from(base().users)).address.model_dump()


@st.composite
def order_address(draw: st.DrawFn) -> Arguments:
    return {"order_id": draw(orders_with("pending")).order_id, **draw(address())}


@st.composite
def user_address(draw: st.DrawFn) -> Arguments:
    return {"user_id": draw(st.sampled_from(base().users)).user_id, **draw(address())}


@st.composite
def name_and_zip(draw: st.DrawFn) -> Arguments:
    user = draw(st.sampled_from(base().users))
    return {"first_name": user.first_name, "last_name": user.last_name, "zip": user.address.zip}


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "find_user_id_by_name_zip": name_and_zip(),
    "cancel_pending_order": cancellation(),
    "modify_pending_order_address": order_address(),
    "modify_pending_order_payment": payment(),
    "modify_pending_order_items": new_items("pending"),
    "return_delivered_order_items": parcel_back(),
    "exchange_delivered_order_items": new_items("delivered"),
    "modify_user_address": user_address(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """An order, its items, and its owner's first method."""
    order = draw(st.sampled_from(base().orders))
    lines = base().lines[order.order_id]
    return {
        "order_id": order.order_id,
        "payment_method_id": base().methods[order.user_id][0],
        "item_ids": [line.item_id for line in lines],
        "new_item_ids": [base().variants[line.product_id][0] for line in lines],
    }


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(RETAIL.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """Gift cards move by what the ledger says, and an order holds its price until cancelled."""
    moved = grown(after, "payment_method", "id") - grown(before, "payment_method", "id")
    charged = grown(after, "order_payment", "payment_method_id")
    charged -= grown(before, "order_payment", "payment_method_id")
    assert all(row["balance"] >= 0 for row in after["payment_method"].after)
    for method in base().gift_cards:
        assert moved[method] == -charged[method]
    if call.name in MOVING_NOTHING:
        assert (after["order_payment"], after["order_item"]) == (
            before["order_payment"],
            before["order_item"],
        )
        return
    shown = json.loads(call.result)
    assert all(entry["amount"] >= 0 for entry in shown["payment_history"])
    held = sum(
        cents(entry["amount"]) * (1 if entry["transaction_type"] == "payment" else -1)
        for entry in shown["payment_history"]
    )
    price = sum(cents(line["price"]) for line in shown["items"])
    assert held == (0 if call.name == "cancel_pending_order" else price)


class Sums(defaultdict[str, int]):
    """Sums by name; what is not there counts 0."""

    def __init__(self) -> None:
        super().__init__(int)

    def __sub__(self, other: "Sums") -> "Sums":
        left = Sums()
        for name in self.keys() | other.keys():
            left[name] = self[name] - other[name]
        return left


def grown(changes: Changes, table: str, name: str) -> Sums:
    """How many cents the rows of a table hold more than in the base, by the named column."""
    sums = Sums()
    for sign, rows in ((1, changes[table].after), (-1, changes[table].before)):
        for row in rows:
            refund = row.get("transaction_type") == "refund"
            amount = int(row.get("amount", row.get("balance")) or 0)
            sums[str(row[name])] += sign * (-amount if refund else amount)
    return sums


def cents(dollars: float) -> int:
    return round(dollars * 100)
