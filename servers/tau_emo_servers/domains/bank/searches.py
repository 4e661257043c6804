"""How the transactions of an account are found."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import get_args

from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.bank.clock import TODAY, instant
from tau_emo_db.domains.bank.tables import Transaction, TransactionStatus, TransactionType
from tau_emo_servers.checks import one_of
from tau_emo_servers.money import whole_cents
from tau_emo_servers.queries import insertion_order
from tau_emo_servers.toolkit import Rejection

_LAST = time(23, 59, 59)
"""The last second of a day."""
_TYPES: tuple[TransactionType, ...] = get_args(TransactionType)
_STATUSES: tuple[TransactionStatus, ...] = get_args(TransactionStatus)

_NEWEST = Prepared(
    select(Transaction)
    .where(col(Transaction.account_id) == bindparam("account_id", type_=Text()))
    .order_by(col(Transaction.timestamp).desc(), insertion_order(Transaction))
)


def newest(db: Session, account_id: str) -> list[Transaction]:
    """All transactions of an account, the newest first; equal times as they came in."""
    return _NEWEST.all(db, account_id=account_id)


@dataclass(frozen=True)
class Filters:
    """What a transaction must be to be found; bounds are inclusive."""

    start: str | None
    end: str | None
    least: int | None
    most: int | None
    type: str | None
    status: str | None
    merchant: str | None

    @classmethod
    def of(
        cls,
        start_date: str | None,
        end_date: str | None,
        min_amount: float | None,
        max_amount: float | None,
        transaction_type: str | None,
        status: str | None,
        merchant: str | None,
    ) -> "Filters":
        """The filters of a search.

        Raises:
            Rejection: a type, a status, a date or an amount is none.
        """
        return cls(
            type=None
            if transaction_type is None
            else one_of(transaction_type, _TYPES, "transaction_type"),
            status=None if status is None else one_of(status, _STATUSES, "status"),
            start=None if start_date is None else _instant(start_date, time.min, "start_date"),
            end=None if end_date is None else _instant(end_date, _LAST, "end_date"),
            least=None if min_amount is None else whole_cents(min_amount, "min_amount"),
            most=None if max_amount is None else whole_cents(max_amount, "max_amount"),
            merchant=None if merchant is None else merchant.casefold(),
        )

    def fit(self, one: Transaction) -> bool:
        """True if the transaction passes every filter."""
        name = one.merchant.name.casefold() if one.merchant else None
        return (
            (self.start is None or one.timestamp >= self.start)
            and (self.end is None or one.timestamp <= self.end)
            and (self.least is None or one.amount >= self.least)
            and (self.most is None or one.amount <= self.most)
            and (self.type is None or one.type == self.type)
            and (self.status is None or one.status == self.status)
            and (self.merchant is None or (name is not None and self.merchant in name))
        )


def _instant(text: str, bare: time, name: str) -> str:
    """The instant in UTC; one with another offset is converted.

    Args:
        text: a day, or an instant.
        bare: the time of a day without one.
        name: what the argument is called.

    Raises:
        Rejection: the text is neither.
    """
    try:
        if len(text) == len(TODAY):
            moment = datetime.combine(date.fromisoformat(text), bare, UTC)
        else:
            moment = datetime.fromisoformat(text)
            moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Rejection(
            f"invalid_{name}",
            f"{name} {text!r} is no date; send 2025-09-30 or 2025-09-30T18:00:00Z.",
        ) from None
    return instant(moment.replace(tzinfo=None, microsecond=0).isoformat())
