"""Loans: what an installment comes to, and which of them were paid."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from tau_emo_db import kit
from tau_emo_db.domains.bank.clock import TODAY
from tau_emo_db.domains.bank.tables import Amortization, LoanType


@dataclass(frozen=True)
class Terms:
    """What loans of a type are like."""

    principal: tuple[int, int]
    """The least and the highest sum lent, in whole units."""
    apr: tuple[int, int]
    """The range of the yearly rate, in hundredths of a percent."""
    months: tuple[int, ...]
    amortization: tuple[Amortization, ...]


TERMS: dict[LoanType, Terms] = {
    "mortgage": Terms((90_000, 480_000), (285, 690), (180, 240, 360), ("fixed", "interest_only")),
    "auto": Terms((9_000, 46_000), (390, 980), (36, 48, 60, 72), ("fixed", "balloon")),
    "personal": Terms((2_000, 28_000), (690, 1590), (24, 36, 48), ("fixed",)),
    "credit_line": Terms((3_000, 22_000), (790, 1450), (24, 36), ("interest_only", "fixed")),
}


def installment(principal: int, apr: float, months: int, amortization: Amortization) -> int:
    """The monthly installment in hundredths.

    The annuity formula, P r / (1 - (1 + r)^-n) with the rate r of a month. A balloon loan is
    paid like one of twice the term, interest only as the name says.
    """
    rate = Decimal(str(apr)) / 1200
    if amortization == "interest_only":
        return _whole(principal * rate)
    term = 2 * months if amortization == "balloon" else months
    return _whole(principal * rate / (1 - (1 + rate) ** -term))


def interest_part(principal: int, apr: float, monthly: int, number: int) -> int:
    """How much of an installment is interest, in hundredths.

    Args:
        principal: the sum lent, in hundredths.
        apr: the yearly rate in percent.
        monthly: the installment, in hundredths.
        number: the installments paid before.
    """
    rate = Decimal(str(apr)) / 1200
    growth = (1 + rate) ** number
    owed = principal * growth - monthly * (growth - 1) / rate
    return min(monthly, max(0, _whole(owed * rate)))


def due_day(day: int, months: int) -> str:
    """The day of a month so many months after the present one (before, if negative)."""
    return kit.add_months(f"{TODAY[:8]}{day:02d}", months)


def _whole(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))
