"""A small company whose every device, charge and balance is written down here.

Amounts are cents here, as in the database; results show dollars.
"""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.address import Address
from tau_emo_db.domains.telecom.tables import (
    TABLES,
    BillingAccount,
    Customer,
    CustomerDevice,
    CustomerService,
    DeviceModel,
    LastPayment,
    MonthlyCharge,
    Payment,
    Service,
    SupportTicket,
)
from tau_emo_servers.domains.telecom.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

ROWAN, OTHER_ROWAN = "rowan_lee_8557", "rowan_lee_9001"
"""Two customers of one name. The first owes 52.44."""
UNBILLED = "amara_diallo_4410"
"""A customer without a billing account and without devices."""
GAPS = "kenji_sato_7702"
"""A customer whose device ids are 2 and 10."""

PHONE, ROUTER, BOX, SECOND_BOX, LOOSE_PHONE = "1", "2", "3", "4", "5"
"""Rowan's devices."""

# id, name, category, price
SERVICES = [
    ("mobile_basic", "Basic Mobile Plan", "mobile", 3500),
    ("internet_fiber_1gb", "Fiber Internet 1GB", "internet", 8000),
    ("tv_basic", "Basic TV Package", "tv", 4500),
    ("tv_premium", "Premium TV Package", "tv", 9500),
    ("home_security", "Home Security Monitoring", "security", 4050),
]
MODELS = [
    ("iPhone 15", "mobile_phone", "Apple", "A3090"),
    ("Conference Phone System", "phone", "VoxLine", "CP-900"),
    ("WiFi 6 Router", "networking", "TechCorp", "WiFi6-Pro"),
    ('55" Smart TV', "tv", "ViewMax", "VM55-4K"),
    ("HD Cable Box", "tv", "StreamBox", "HD-200"),
    ("Home Security System", "security", "SafeNest", "SN-500"),
]
DEVICES = [
    (PHONE, "iPhone 15", "mobile_basic"),
    (ROUTER, "WiFi 6 Router", "internet_fiber_1gb"),
    (BOX, "HD Cable Box", "tv_basic"),
    (SECOND_BOX, "HD Cable Box", "tv_basic"),
    (LOOSE_PHONE, "iPhone 15", None),
]
"""Of Rowan."""
CHARGES = {
    "mobile_basic": 3500,
    "internet_fiber_1gb": 8000,
    "tv_basic": 4500,
    "cable_box_hd": 1500,
    "late_fee": 2500,
    "taxes_fees": 1400,
}
"""Of Rowan; 214.00 in all."""
TICKET, OTHERS_TICKET, THIRD_TICKET = "TICKET001", "TICKET002", "TICKET005"
"""The number of tickets plus one, TICKET004, is free; the one after it is taken."""

HOME = Address(
    address1="14 Harbor Lane", address2="", city="Tucson", country="USA", state="AZ", zip="85719"
)
# key, first name, last name, email, phone
PEOPLE = [
    (ROWAN, "Rowan", "Lee", "Rowan.Lee9322@Example.com", "(555) 720-0702"),
    (OTHER_ROWAN, "Rowan", "Lee", "rowan.lee1177@example.com", "(555) 720-0703"),
    (UNBILLED, "Amara", "Diallo", "amara.diallo2200@example.com", "(555) 111-2222"),
    (GAPS, "Kenji", "Sato", "kenji.sato3131@example.com", "(555) 333-4444"),
]


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    for key, name, category, price in SERVICES:
        yield Service(service_id=key, name=name, category=category, price=price)
    for name, category, manufacturer, model in MODELS:
        yield DeviceModel(name=name, category=category, manufacturer=manufacturer, model=model)
    for number, (key, first, last, email, phone) in enumerate(PEOPLE, start=1):
        yield Customer(
            customer_id=key,
            first_name=first,
            last_name=last,
            date_of_birth="1951-12-24",
            phone=phone,
            email=email,
            address=HOME,
            account_number=f"ACC00000000{number}",
            account_type="residential",
            created_date="2019-07-18",
            credit_score=738,
            payment_method="auto_pay_bank",
        )
    for key, held in (
        (ROWAN, ["mobile_basic", "internet_fiber_1gb", "tv_basic"]),
        (OTHER_ROWAN, ["tv_basic"]),
        (UNBILLED, ["tv_basic"]),
        (GAPS, ["home_security"]),
    ):
        for service in held:
            yield CustomerService(customer_id=key, service_id=service)
    for device, name, service in DEVICES:
        yield CustomerDevice(customer_id=ROWAN, device_id=device, name=name, service=service)
    yield CustomerDevice(
        customer_id=OTHER_ROWAN, device_id="1", name="HD Cable Box", service="tv_basic"
    )
    for device in ("2", "10"):
        yield CustomerDevice(customer_id=GAPS, device_id=device, name="iPhone 15")
    for key, number, balance in ((ROWAN, 1, 5244), (OTHER_ROWAN, 2, 0), (GAPS, 4, 1)):
        yield BillingAccount(
            customer_id=key,
            account_number=f"ACC00000000{number}",
            current_balance=balance,
            last_payment=LastPayment(
                amount=16156, date="2025-09-20", method="auto_pay_bank", status="late"
            ),
            next_bill_date="2025-10-26",
            auto_pay=False,
            paperless=True,
            billing_cycle="monthly",
        )
    for code, amount in CHARGES.items():
        yield MonthlyCharge(customer_id=ROWAN, code=code, amount=amount)
    # The charge of the service that the other Rowan holds is missing.
    yield MonthlyCharge(customer_id=OTHER_ROWAN, code="taxes_fees", amount=400)
    for seq, (day, amount, status) in enumerate(
        [("2025-08-10", 18900, "completed"), ("2025-09-20", 16156, "late")], start=1
    ):
        yield Payment(customer_id=ROWAN, seq=seq, date=day, amount=amount, status=status)
    for key, owner, category, priority, status in (
        (TICKET, ROWAN, "internet", "medium", "in_progress"),
        (OTHERS_TICKET, OTHER_ROWAN, "billing", "low", "open"),
        (THIRD_TICKET, ROWAN, "tv", "high", "closed"),
    ):
        yield SupportTicket(
            ticket_id=key, customer_id=owner, category=category, priority=priority, status=status
        )


DESK = small_domain("telecom", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small company."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def customer(desk: Episode, key: str = ROWAN) -> dict[str, Any]:
    """The customer as shown."""
    return done(desk, "get_customer_details", customer_id=key)


def bill(desk: Episode, key: str = ROWAN) -> dict[str, Any]:
    """The bill as shown."""
    return done(desk, "get_billing_details", customer_id=key)


def links(desk: Episode, key: str = ROWAN) -> dict[str, str | None]:
    """Device id to the service that it is linked to."""
    return {one["device_id"]: one["service"] for one in customer(desk, key)["devices"]}


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
