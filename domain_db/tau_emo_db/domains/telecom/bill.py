"""The bill of a subscriber: charges, payments and the balance, which add up."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.telecom.catalogue import (
    BOX_CODE,
    BOX_FEES,
    CABLE_BOX,
    LATE_CODE,
    LATE_FEE,
    PRICE_OF,
    ROUTER_FEES,
    SENIOR_CODE,
    SENIOR_DISCOUNTS,
    TAX_CODE,
)
from tau_emo_db.domains.telecom.clock import TODAY
from tau_emo_db.domains.telecom.subscriber import Subscriber
from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    LastPayment,
    MonthlyCharge,
    Payment,
    PaymentStatus,
)
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

MONTHS = {"monthly": 1, "quarterly": 3, "annual": 12}
FIRST_NEXT_BILL, LAST_NEXT_BILL = "2025-10-05", "2025-10-26"
LAST_LATE_NEXT_BILL = "2025-10-13"
LATE_AFTER = 12
"""A payment so many days after the bill, or more, is late."""
TAX_PERMILLE = (60, 120)


def billing_rows(draw: Draw, subscriber: Subscriber) -> Iterator[Table]:
    """The billing account with its charges and payments, oldest payment first.

    Every bill is the sum of the charges times the months of the cycle. Who owes has paid a
    part of the last bill, late, and owes the rest of it.
    """
    key, terms = subscriber.customer.customer_id, subscriber.terms
    charges = charges_of(draw, subscriber)
    usual = sum(charges.values()) * MONTHS[terms.cycle]
    balance = 0
    status: PaymentStatus = "completed"
    if terms.owes is not None:
        charges[LATE_CODE] = LATE_FEE
        lowest, highest = terms.owes
        balance = draw.integer(lowest, min(highest, usual + LATE_FEE - 5_00))
        status = "late"
    next_bill = _next_bill(draw, terms.owes is not None, MONTHS[terms.cycle])
    paid = _payment_dates(draw, next_bill, MONTHS[terms.cycle], status)
    amounts = [usual] * len(paid)
    if terms.owes is not None:
        amounts[-1] = usual + LATE_FEE - balance
    yield BillingAccount(
        customer_id=key,
        account_number=subscriber.customer.account_number,
        current_balance=balance,
        last_payment=LastPayment(
            amount=amounts[-1],
            date=paid[-1],
            method=subscriber.customer.payment_method,
            status=status,
        ),
        next_bill_date=next_bill,
        auto_pay=terms.auto_pay,
        paperless=terms.paperless,
        billing_cycle=terms.cycle,
    )
    for code, amount in charges.items():
        yield MonthlyCharge(customer_id=key, code=code, amount=amount)
    for seq, (day, amount) in enumerate(zip(paid, amounts, strict=True), start=1):
        last = seq == len(paid)
        yield Payment(
            customer_id=key,
            seq=seq,
            date=day,
            amount=amount,
            status=status if last else "completed",
        )


def charges_of(draw: Draw, subscriber: Subscriber) -> dict[str, int]:
    """Code to cents: services, rented equipment, a discount, and taxes on all of these."""
    charges = {service: PRICE_OF[service] for service in subscriber.services}
    names = {device.name for device in subscriber.devices if device.service}
    for router, (code, fees) in ROUTER_FEES.items():
        if router in names:
            charges[code] = draw.pick(fees)
    if CABLE_BOX in names:
        charges[BOX_CODE] = draw.pick(BOX_FEES)
    if "mobile_senior" in charges and draw.chance(0.7):
        charges[SENIOR_CODE] = draw.pick(SENIOR_DISCOUNTS)
    taxed = sum(charges.values())
    charges[TAX_CODE] = (taxed * draw.integer(*TAX_PERMILLE) + 500) // 1000
    return charges


def _next_bill(draw: Draw, late: bool, months: int) -> str:
    """The next bill; the one before it lies in the past, so far that it can be paid late."""
    soon = kit.random_day(draw, FIRST_NEXT_BILL, LAST_LATE_NEXT_BILL if late else LAST_NEXT_BILL)
    return kit.add_months(soon, draw.integer(0, months - 1))


def _payment_dates(draw: Draw, next_bill: str, months: int, status: PaymentStatus) -> list[str]:
    """When the last three or four bills were paid, oldest first."""
    count = draw.weighted({3: 32, 4: 68}) if months < 12 else 3
    paid: list[str] = []
    for back in range(count, 0, -1):
        billed = kit.add_months(next_bill, -back * months)
        room = kit.days_between(billed, TODAY)
        low, high = (LATE_AFTER, room) if back == 1 and status == "late" else (0, min(room, 9))
        paid.append(kit.add_days(billed, draw.integer(low, high)))
    return paid
