"""Final states of `airline`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Row, Tables, grouped, keys_of, known, net, pick

TABLES = (
    "payment_method",
    "saved_passenger",
    "reservation",
    "reservation_flight",
    "reservation_passenger",
    "reservation_payment",
)
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    old_methods = {(row["user_id"], row["id"]) for row in base["payment_method"]}
    old_trips = keys_of(base["reservation"], "reservation_id")
    new = {
        (row["user_id"], row["id"]): ("new certificate", row["amount"])
        for row in tables["payment_method"]
        if (row["user_id"], row["id"]) not in old_methods
    }
    methods = Counter(
        (
            new.get((row["user_id"], row["id"]), row["id"]),
            *pick(row, "user_id source brand last_four amount"),
        )
        for row in tables["payment_method"]
    )
    once = {key for _, key in old_methods} | keys_of(base["reservation_payment"], "payment_id")
    owner = {row["reservation_id"]: row["user_id"] for row in tables["reservation"]}

    def target(row: Row) -> Any:
        used = row["payment_id"]
        kept = used if used in once else "spent certificate"
        return new.get((owner[row["reservation_id"]], used), kept)

    segments = grouped(
        tables["reservation_flight"],
        "reservation_id",
        "flight_number date origin destination price",
    )
    money = net(tables["reservation_payment"], "reservation_id", target)
    people = "~first_name ~last_name dob"
    travellers = grouped(tables["reservation_passenger"], "reservation_id", people)
    trips = Counter(
        (
            known(row["reservation_id"], old_trips),
            *pick(row, "user_id origin destination flight_type cabin total_baggages"),
            *pick(row, "nonfree_baggages insurance status"),
            segments[row["reservation_id"]],
            money[row["reservation_id"]],
            travellers[row["reservation_id"]],
        )
        for row in tables["reservation"]
    )
    return methods, trips, grouped(tables["saved_passenger"], "user_id", people)
