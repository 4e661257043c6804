"""Final states of `telehealth`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, keys_of, known, pick

TABLES = ("appointment", "prescription", "record_note")
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["appointment"], "appointment_id")
    visits = Counter(
        (
            known(row["appointment_id"], old),
            *pick(row, "patient_id provider_id date time duration_minutes type status"),
            *pick(row, "copay_amount payment_method voucher_id insurance_billed"),
        )
        for row in tables["appointment"]
    )
    medicines = Counter(
        pick(row, "record_id medication ~pharmacy supplier") for row in tables["prescription"]
    )
    return visits, medicines, Counter(row["record_id"] for row in tables["record_note"])
