"""Final states of `travel`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, grouped, keys_of, known, net, pick

TABLES = (
    "booking",
    "booking_traveler",
    "booking_add_on",
    "booking_payment",
    "agent_booking",
    "agent_traveler",
    "package_departure",
    "agent_slot",
    "agent_meeting",
)
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["booking"], "booking_id")
    persons = grouped(tables["booking_traveler"], "booking_id", "~first_name ~last_name dob")
    add_ons = grouped(tables["booking_add_on"], "booking_id", "~type price")
    money = net(tables["booking_payment"], "booking_id", lambda row: row["payment_id"])
    content = {
        row["booking_id"]: (
            known(row["booking_id"], old),
            *pick(row, "traveler_id package_id agent_id departure_date status ~room_type"),
            *pick(row, "occupancy insurance_fee total_price"),
            persons[row["booking_id"]],
            add_ons[row["booking_id"]],
            money[row["booking_id"]],
        )
        for row in tables["booking"]
    }
    return (
        Counter(content.values()),
        Counter((row["agent_id"], content[row["booking_id"]]) for row in tables["agent_booking"]),
        grouped(tables["agent_traveler"], "agent_id", "traveler_id"),
        Counter(pick(r, "package_id date available_slots") for r in tables["package_departure"]),
        Counter(pick(row, "agent_id date time_range") for row in tables["agent_slot"]),
        Counter(
            pick(row, "agent_id date time_range traveler_id") for row in tables["agent_meeting"]
        ),
    )
