"""What studying costs, in whole dollars, and what credits make of a registration."""

from collections.abc import Mapping

from tau_emo_db.domains.school.tables import RegistrationStatus, StudyLevel

RATES: Mapping[StudyLevel, int] = {"undergraduate": 500, "graduate": 800, "continuing_ed": 400}
"""Tuition per credit by study level."""
INSURANCE_FEE = 300
"""Health insurance for one registration."""
FULL_TIME_CREDITS = 12
"""From so many credits on a registration is full-time."""
REGULAR_CREDITS = 18
"""Credits beyond these are overload."""


def tuition(credits: int, level: StudyLevel) -> int:  # noqa: A002 - the word of the field
    """What a course of so many credits costs."""
    return credits * RATES[level]


def status_of(credits: int) -> RegistrationStatus:  # noqa: A002
    """The status of a registration of so many credits."""
    return "full-time" if credits >= FULL_TIME_CREDITS else "part-time"


def overload_of(credits: int) -> int:  # noqa: A002
    """The credits beyond the regular ones."""
    return max(0, credits - REGULAR_CREDITS)
