"""Final states of `restaurant`, compared by hand; see `test_compare_writes.py`."""

from typing import Any

from .words import Tables, grouped, labels, net

TABLES = ("ticket", "line_entry", "charge")
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    tickets = {
        row["ticket_ref"]: (row["state"], labels(row["dropoff"]), labels(row["table_info"]))
        for row in tables["ticket"]
    }
    lines = grouped(tables["line_entry"], "ticket_ref", "plate_ref dish_ref cost mods")
    paid = {"payment": "paid", "refund": "paid"}
    money = net(
        tables["charge"],
        "ticket_ref",
        lambda row: (row["instrument_ref"], paid.get(row["kind"], row["kind"])),
        lambda row: -row["total"] if row["kind"] == "refund" else row["total"],
    )
    return tickets, lines, money
