"""What the company's desk looks up, checks and works out again and again."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import get_args

from sqlalchemy import func
from sqlmodel import Session, select

from tau_emo_db import Prepared
from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    BillingCycle,
    Customer,
    CustomerDevice,
    CustomerService,
    DeviceModel,
    MonthlyCharge,
    Payment,
    PaymentMethod,
    Service,
    SupportTicket,
    TicketCategory,
    TicketPriority,
    TicketStatus,
)
from tau_emo_servers.checks import one_of
from tau_emo_servers.money import to_cents, two_decimals
from tau_emo_servers.queries import find, free_keys, numbered, rows_of
from tau_emo_servers.toolkit import Rejection

SENIOR_DISCOUNT = 5_00
"""In cents."""

_PRICE = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)", re.ASCII)
_PHONE_DIGITS = 10

_TICKETS = Prepared(select(func.count()).select_from(SupportTicket))

# Shape of the input.


def check_category(value: str) -> TicketCategory:
    """The category of a ticket."""
    options: tuple[TicketCategory, ...] = get_args(TicketCategory)
    return one_of(value, options, "category")


def check_priority(value: str) -> TicketPriority:
    """The priority of a ticket."""
    options: tuple[TicketPriority, ...] = get_args(TicketPriority)
    return one_of(value, options, "priority")


def check_status(value: str) -> TicketStatus:
    """The status of a ticket."""
    options: tuple[TicketStatus, ...] = get_args(TicketStatus)
    return one_of(value, options, "status")


def check_cycle(value: str) -> BillingCycle:
    """How often a customer is billed."""
    options: tuple[BillingCycle, ...] = get_args(BillingCycle)
    return one_of(value, options, "billing_cycle")


def check_method(value: str) -> PaymentMethod:
    """How a payment is made."""
    options: tuple[PaymentMethod, ...] = get_args(PaymentMethod)
    return one_of(value, options, "method")


def price_cents(text: str) -> int:
    """The cents of a price, written as a plain number that is not negative."""
    plain = text.strip()
    if not _PRICE.fullmatch(plain):
        raise Rejection(
            "invalid_price", f"{text!r} is no price; send a plain number such as 45.00, without $."
        )
    if plain.startswith("-"):
        raise Rejection("invalid_price", f"the price {plain} is negative; send 0 or more.")
    return to_cents(Decimal(plain))


def phone_digits(text: str) -> str:
    """The digits of a phone number without the country code 1."""
    digits = "".join(one for one in text if one in "0123456789")
    if not digits:
        raise Rejection(
            "invalid_phone", f"{text!r} holds no digits; send a phone such as (555) 720-0702."
        )
    if len(digits) == _PHONE_DIGITS + 1 and digits.startswith("1"):
        return digits[1:]
    return digits


# Look-ups.


def find_customer(db: Session, customer_id: str) -> Customer:
    """The customer with this id."""
    hint = "check the id (it looks like rowan_lee_8557), or find it by email or phone"
    return find(db, Customer, customer_id, "customer", hint)


def find_service(db: Session, service_id: str) -> Service:
    """The service of the catalogue with this id."""
    hint = "get_services shows the ids of all services, which are in lower case"
    return find(db, Service, service_id, "service", hint)


def find_device_model(db: Session, device_name: str) -> DeviceModel:
    """The model of the device catalogue with exactly this name."""
    model = db.get(DeviceModel, device_name)
    if model is None:
        raise Rejection(
            "device_not_found",
            f"the catalogue has no device {device_name!r}; send the exact name, capitals and "
            'quote marks included, such as 55" Smart TV.',
        )
    return model


def find_billing(db: Session, customer_id: str) -> BillingAccount:
    """How a customer is billed."""
    billing = db.get(BillingAccount, customer_id)
    if billing is None:
        raise Rejection(
            "billing_not_found",
            f"there is no billing account of a customer {customer_id}; check the customer id.",
        )
    return billing


def find_ticket(db: Session, ticket_id: str) -> SupportTicket:
    """The support ticket with this id."""
    hint = "check the id (it looks like TICKET012)"
    return find(db, SupportTicket, ticket_id, "ticket", hint)


def find_devices(
    db: Session, customer_id: str, device_ids: Sequence[str]
) -> Sequence[CustomerDevice]:
    """The devices of a customer with these ids."""
    owned = {one.device_id: one for one in rows_of(db, CustomerDevice, customer_id=customer_id)}
    for device_id in device_ids:
        if device_id not in owned:
            raise Rejection(
                "device_not_found",
                f"customer {customer_id} has no device with the id {device_id!r}; "
                "get_customer_details shows the ids of the devices.",
            )
    return [owned[device_id] for device_id in device_ids]


# Services.


def subscribe(db: Session, customer_id: str, service_id: str, device_ids: Sequence[str]) -> str:
    """Adds a service, links devices to it and charges its price from now on."""
    service = find_service(db, service_id)
    if db.get(CustomerService, (customer_id, service_id)) is not None:
        raise Rejection(
            "service_already_held",
            f"customer {customer_id} already has {service_id}; a service is held once.",
        )
    devices = find_devices(db, customer_id, device_ids)
    find_billing(db, customer_id)

    db.add(CustomerService(customer_id=customer_id, service_id=service_id))
    for device in devices:
        device.service = service_id
    charge = db.get(MonthlyCharge, (customer_id, service_id))
    if charge is None:
        charge = MonthlyCharge(customer_id=customer_id, code=service_id, amount=service.price)
    charge.amount = service.price
    db.add(charge)
    linked = ", ".join(dict.fromkeys(f"{one.name} (id {one.device_id})" for one in devices))
    return (
        f"Success: {service_id} was added to the services of {customer_id} for "
        f"${two_decimals(service.price)} a month; devices linked to it: {linked or 'none'}."
    )


def unsubscribe(db: Session, customer_id: str, service_id: str) -> str:
    """Takes a service away, with the links of its devices and its charge; nothing else."""
    held = db.get(CustomerService, (customer_id, service_id))
    if held is None:
        raise Rejection(
            "service_not_held",
            f"customer {customer_id} has no service {service_id}; the action list shows those "
            "that there are.",
        )
    linked = rows_of(db, CustomerDevice, customer_id=customer_id, service=service_id)
    db.delete(held)
    for device in linked:
        device.service = None
    charge = db.get(MonthlyCharge, (customer_id, service_id))
    if charge is not None:
        db.delete(charge)
    names = ", ".join(one.name for one in linked)
    return (
        f"Success: {service_id} was removed from the services of {customer_id}; "
        f"devices that lost their link: {names or 'none'}."
    )


# New ids.


def new_device_id(db: Session, customer_id: str) -> str:
    """One more than the highest id of the customer's devices."""
    owned = rows_of(db, CustomerDevice, customer_id=customer_id)
    return str(max((int(one.device_id) for one in owned), default=0) + 1)


def new_ticket_id(db: Session) -> str:
    """The number of tickets plus one, or the next that is free."""
    [rows] = _TICKETS.all(db)
    return next(free_keys(db, SupportTicket, numbered("TICKET{:03d}", rows + 1)))


def new_payment_seq(db: Session, customer_id: str) -> int:
    """One more than the highest number of the customer's payments."""
    made = rows_of(db, Payment, customer_id=customer_id)
    return max((one.seq for one in made), default=0) + 1
