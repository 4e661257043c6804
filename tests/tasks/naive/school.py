"""Final states of `school`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, grouped, keys_of, known, net, pick

TABLES = ("course", "registration", "registration_course", "registration_payment")
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    enrolled = Counter(pick(row, "course_id current_enrollment") for row in tables["course"])
    old = keys_of(base["registration"], "registration_id")
    courses = grouped(
        tables["registration_course"],
        "registration_id",
        "course_id course_code section title credits grading_option tuition",
    )
    money = net(tables["registration_payment"], "registration_id", lambda row: row["payment_id"])
    registrations = Counter(
        (
            known(row["registration_id"], old),
            *pick(row, "student_id program study_level term status total_credits"),
            *pick(row, "overload_credits health_insurance"),
            courses[row["registration_id"]],
            money[row["registration_id"]],
        )
        for row in tables["registration"]
    )
    return enrolled, registrations
