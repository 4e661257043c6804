"""The shape of what the bank's tools are given, checked before anything is looked up."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any, get_args

from tau_emo_db.domains.bank.clock import TODAY, instant
from tau_emo_db.domains.bank.tables import BeneficiaryType, Method, VerificationMethod
from tau_emo_servers.money import shown, whole_cents
from tau_emo_servers.toolkit import Rejection

OUTGOING_METHODS = ("ACH", "Wire")
"""How money can be sent to a beneficiary."""


def positive_amount(amount: float, name: str = "amount") -> int:
    """The amount in hundredths; it must be above 0 and have at most two decimals."""
    cents = whole_cents(amount, name)
    if cents <= 0:
        raise Rejection("invalid_amount", f"the {name} must be above 0.")
    return cents


def one_of(value: str, options: Any, name: str) -> str:
    """The value, if it is one of a literal type or a list; case counts."""
    known: Sequence[str] = get_args(options) or options
    if value not in known:
        raise Rejection(f"invalid_{name}", f"{name} {value!r} is unknown; send {', '.join(known)}.")
    return value


def beneficiary_type_of(text: str) -> BeneficiaryType:
    """The kind of a new beneficiary, if it is one."""
    return one_of(text, BeneficiaryType, "beneficiary_type")  # pyright: ignore[reportReturnType]


def verification_method_of(text: str, name: str) -> VerificationMethod:
    """How a beneficiary is verified, if it is one of the ways; the name is the argument's."""
    return one_of(text, VerificationMethod, name)  # pyright: ignore[reportReturnType]


def outgoing_method(text: str) -> Method:
    """How money is sent to a beneficiary, if it can be sent so."""
    return one_of(text, OUTGOING_METHODS, "method")  # pyright: ignore[reportReturnType]


def any_method(text: str) -> Method:
    """How a payment is made, if there is such a way."""
    return one_of(text, Method, "method")  # pyright: ignore[reportReturnType]


def check_names(kind: str, first: str | None, last: str | None, business: str | None) -> None:
    """Refuses a person without both names and a business without its own."""
    if kind == "individual" and not (_said(first) and _said(last)):
        raise Rejection("name_missing", "an individual needs first_name and last_name; send both.")
    if kind == "business" and not _said(business):
        raise Rejection("name_missing", "a business needs business_name; send it.")


def check_filled(**values: str) -> None:
    """Refuses a new beneficiary some of whose data are empty."""
    empty = [name for name, value in values.items() if not value.strip()]
    if empty:
        raise Rejection(
            "data_missing", f"{', '.join(empty)} must not be empty; ask the client for it."
        )


def check_account_list(account_ids: Sequence[str]) -> None:
    """Refuses a beneficiary that could be paid from nowhere, or twice from one account."""
    if not account_ids:
        raise Rejection(
            "no_accounts", "allowed_from_account_ids is empty; name at least one account."
        )
    if len(set(account_ids)) < len(account_ids):
        raise Rejection(
            "account_twice", "allowed_from_account_ids names an account twice; name each once."
        )


def check_limits(per_transfer: float, daily: float) -> tuple[int, int]:
    """Both limits in hundredths; the one of a transfer must not be above the one of a day."""
    per, day = (
        positive_amount(per_transfer, "per_transfer_limit"),
        positive_amount(daily, "daily_limit"),
    )
    if per > day:
        raise Rejection(
            "limits_crossed",
            f"per_transfer_limit {shown(per)} is above daily_limit {shown(day)}; it must not be.",
        )
    return per, day


def or_none(text: str | None) -> str | None:
    """The text, or None if it is empty."""
    return text if _said(text) else None


def _said(text: str | None) -> bool:
    return text is not None and text.strip() != ""


def first_instant(day_or_instant: str) -> str:
    """The instant from which a search starts; a bare day starts at 00:00:00Z."""
    return _instant(day_or_instant, time(0, 0, 0), "start_date")


def last_instant(day_or_instant: str) -> str:
    """The instant at which a search ends; a bare day ends at 23:59:59Z."""
    return _instant(day_or_instant, time(23, 59, 59), "end_date")


def _instant(text: str, bare: time, name: str) -> str:
    """The instant in UTC; one with another offset is converted."""
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
