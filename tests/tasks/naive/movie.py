"""Final states of `movie`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, grouped, keys_of, known, net, pick

TABLES = ("booking", "booking_seat", "booking_concession", "booking_payment")
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["booking"], "booking_id")
    seats = grouped(
        tables["booking_seat"], "booking_id", "seat_id ticket_type price convenience_fee tax"
    )
    snacks = grouped(
        tables["booking_concession"],
        "booking_id",
        "item_id ~name ~size quantity price_each tax_each total",
    )
    money = net(tables["booking_payment"], "booking_id", lambda row: row["source"])
    return Counter(
        (
            known(row["booking_id"], old),
            *pick(row, "theater_id movie_id show_id date start_time_local status customer_id"),
            *pick(row, "~first_name ~last_name ~email ~loyalty_id promotions_applied"),
            *pick(row, "tickets_subtotal concessions_subtotal fees_total tax_total grand_total"),
            *pick(row, "amount_paid amount_due delivery_method"),
            "".join(filter(str.isdigit, row["phone"])),
            seats[row["booking_id"]],
            snacks[row["booking_id"]],
            money[row["booking_id"]],
        )
        for row in tables["booking"]
    )
