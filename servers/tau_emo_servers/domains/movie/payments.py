"""What pays for a booking: the payments as they are sent, and the entries made of them."""

from collections.abc import Sequence
from itertools import count

from pydantic import BaseModel, ConfigDict
from sqlmodel import Session

from tau_emo_db.domains.movie.clock import NOW
from tau_emo_db.domains.movie.tables import Booking, BookingPayment, CardInfo, PaymentSource
from tau_emo_servers.checks import check_listed
from tau_emo_servers.money import above_zero, shown, to_cents
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import Rejection


class ExtraInfo(BaseModel):
    """What is known of a card."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    brand: str | None = None
    """brand of the card, such as visa."""
    last_four: str | None = None
    """its last four digits."""


class PaymentMethodData(BaseModel):
    """What pays."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    source: PaymentSource
    """kind of payment."""
    payment_method_id: str
    """what the customer calls the method, such as Visa ending in 4410 or wallet."""
    extra_info: ExtraInfo | None = None
    """brand and last digits of a card, if they are known."""


class PaymentData(BaseModel):
    """One payment method and the sum that it pays."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    payment_id: str
    """label of the payment: PAY-1, PAY-2 and so on."""
    amount: float
    """sum to charge, in US dollars, above 0."""
    method: PaymentMethodData
    """the payment method."""
    created_at: str
    """the present moment in the format YY-MM-DD-HH-MM."""


def checked_payment(payment: PaymentData) -> int:
    """The amount of a payment in cents, which must be above 0."""
    return above_zero(to_cents(payment.amount), f"amount for {payment.payment_id}")


def checked_payments(payments: Sequence[PaymentData]) -> list[tuple[PaymentData, int]]:
    """The payments of a booking, each with its cents."""
    check_listed(payments, "payment")
    return [(payment, checked_payment(payment)) for payment in payments]


def append_payment(db: Session, booking: Booking, payment: PaymentData, cents: int) -> None:
    """Appends what a customer pays to the payments of a booking."""
    method = payment.method
    known = method.extra_info or ExtraInfo()
    info = CardInfo(brand=known.brand, last_four=known.last_four)
    _append(
        db,
        booking,
        payment.payment_id,
        cents,
        method.source,
        method.payment_method_id,
        info if info.brand or info.last_four else None,
    )


def append_refund(db: Session, booking: Booking, cents: int, kind: str) -> None:
    """Appends a refund to the payments of a booking.

    The entry names cash whatever was paid with: it is a mark in the books and says nothing
    about the way the money takes.

    Args:
        db: the session.
        booking: the booking.
        cents: what is given back, above 0.
        kind: the ending of its id; a number follows where the booking has one like it.
    """
    ending = f"{booking.booking_id}-{kind}"
    before = rows_of(db, BookingPayment, booking_id=booking.booking_id)
    used = {entry.payment_id for entry in before}
    numbered = (ending if number == 1 else f"{ending}-{number}" for number in count(1))
    payment_id = next(one for one in numbered if one not in used)
    _append(db, booking, payment_id, -cents, "cash", "refund", None)


def _append(
    db: Session,
    booking: Booking,
    payment_id: str,
    cents: int,
    source: PaymentSource,
    payment_method_id: str,
    info: CardInfo | None,
) -> None:
    before = rows_of(db, BookingPayment, booking_id=booking.booking_id)
    db.add(
        BookingPayment(
            booking_id=booking.booking_id,
            position=len(before),
            payment_id=payment_id,
            amount=cents,
            source=source,
            payment_method_id=payment_method_id,
            extra_info=info,
            created_at=NOW,
        )
    )


def settle_change(
    db: Session, booking: Booking, difference: int, payment: tuple[PaymentData, int] | None
) -> None:
    """Charges what a change of seats costs more, or gives back what it costs less.

    Args:
        db: the session.
        booking: the booking before the change.
        difference: the new total minus the old one, in cents.
        payment: what the customer pays, with its cents; ignored unless the price rises.

    Raises:
        Rejection: the price rises and the payment is not exactly the difference.
    """
    if difference > 0:
        if payment is None or payment[1] != difference:
            sent = "no payment" if payment is None else f"${shown(payment[1])}"
            raise Rejection(
                "payment_mismatch",
                f"the new seats cost ${shown(difference)} more, but {sent} was sent; send a "
                f"payment of exactly {shown(difference)}.",
            )
        append_payment(db, booking, payment[0], difference)
    elif difference < 0:
        append_refund(db, booking, -difference, "adj-refund")
    booking.amount_paid += difference
