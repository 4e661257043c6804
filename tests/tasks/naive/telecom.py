"""Final states of `telecom`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, grouped, keys_of, known, pick

TABLES = (
    "customer_service",
    "customer_device",
    "billing_account",
    "monthly_charge",
    "payment",
    "support_ticket",
)
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["support_ticket"], "ticket_id")
    tickets = Counter(
        (known(row["ticket_id"], old), *pick(row, "customer_id category priority status"))
        for row in tables["support_ticket"]
    )
    bills = Counter(
        pick(row, "customer_id current_balance last_payment auto_pay paperless billing_cycle")
        for row in tables["billing_account"]
    )
    return (
        tickets,
        bills,
        grouped(tables["customer_service"], "customer_id", "service_id"),
        grouped(tables["customer_device"], "customer_id", "name service"),
        grouped(tables["monthly_charge"], "customer_id", "code amount"),
        grouped(tables["payment"], "customer_id", "date amount status"),
    )
