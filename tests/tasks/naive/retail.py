"""Final states of `retail`, compared by hand; see `test_compare_writes.py`."""

import json
from collections import Counter
from typing import Any

from .words import Tables, labels, net, pick

TABLES = ("user", "payment_method", "order", "order_item", "fulfillment", "order_payment")
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    users = {
        row["user_id"]: (*pick(row, "~first_name ~last_name ~email"), labels(row["address"]))
        for row in tables["user"]
    }
    methods = {row["id"]: tuple(row.values()) for row in tables["payment_method"]}
    lists = ("return_items", "exchange_items", "exchange_new_items")
    orders = {
        row["order_id"]: (
            labels(row["address"]),
            *(sorted(json.loads(row[name])) if row[name] else None for name in lists),
            *(value for name, value in row.items() if name not in ("address", *lists)),
        )
        for row in tables["order"]
    }
    lines = Counter(
        (
            *pick(row, "order_id item_id product_id name price"),
            frozenset(json.loads(row["options"]).items()),
        )
        for row in tables["order_item"]
    )
    parcels = Counter(
        (row["order_id"], *(tuple(sorted(json.loads(row[c]))) for c in ("tracking_id", "item_ids")))
        for row in tables["fulfillment"]
    )
    money = net(
        tables["order_payment"],
        "order_id",
        lambda row: row["payment_method_id"],
        lambda row: row["amount"] * (-1 if row["transaction_type"] == "refund" else 1),
    )
    return users, methods, orders, lines, parcels, money
