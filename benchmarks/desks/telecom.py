"""Calls of the company's tools."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    Customer,
    CustomerService,
    DeviceModel,
    Service,
    SupportTicket,
)

EACH = 4
"""How often each tool is called; an even number."""


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    for customer in spaced([*db.exec(select(Customer))], EACH):
        yield "find_customer_by_email", {"email": customer.email}
        yield "find_customer_by_phone", {"phone": customer.phone}
        yield "get_customer_details", {"customer_id": customer.customer_id}
        yield "get_billing_details", {"customer_id": customer.customer_id}
    yield "get_services", {}
    for service in spaced([*db.exec(select(Service))], EACH):
        yield "get_service_details", {"service_id": service.service_id}
    for model in spaced([*db.exec(select(DeviceModel))], EACH):
        yield "get_device_details", {"device_name": model.name}
        yield "troubleshoot_device", {"device_name": model.name, "issue": "no_service"}
    for ticket in spaced([*db.exec(select(SupportTicket))], EACH):
        yield "get_support_ticket_details", {"ticket_id": ticket.ticket_id}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each for a customer of its own."""
    apart = Apart()
    tickets = select(SupportTicket).where(SupportTicket.status == "open")
    for ticket in apart.pick(db.exec(tickets), lambda ticket: ticket.customer_id, EACH):
        yield (
            "modify_support_ticket",
            {"ticket_id": ticket.ticket_id, "status": "in_progress", "priority": ticket.priority},
        )
    owing = select(BillingAccount).where(col(BillingAccount.current_balance) > 10_00)
    for billing in apart.pick(db.exec(owing), lambda billing: billing.customer_id, EACH):
        yield (
            "record_payment",
            {
                "customer_id": billing.customer_id,
                "amount": 7.5,
                "method": "credit_card",
                "date": "2025-01-15",
            },
        )
    for billing in apart.pick(db.exec(select(BillingAccount)), lambda one: one.customer_id, EACH):
        yield (
            "manage_billing",
            {
                "customer_id": billing.customer_id,
                "paperless": not billing.paperless,
                "auto_pay": billing.auto_pay,
                "billing_cycle": billing.billing_cycle,
            },
        )
    held = select(CustomerService)
    for one in apart.pick(db.exec(held), lambda one: one.customer_id, EACH // 2):
        named = {"customer_id": one.customer_id, "service_id": one.service_id}
        yield "manage_service", {**named, "action": "remove"}
    for one in apart.pick(db.exec(select(Customer)), lambda one: one.customer_id, EACH // 2):
        has = select(CustomerService.service_id).where(
            CustomerService.customer_id == one.customer_id
        )
        new = db.exec(select(Service).where(col(Service.service_id).not_in(has))).first()
        assert new is not None
        named = {"customer_id": one.customer_id, "service_id": new.service_id}
        yield "manage_service", {**named, "action": "add"}
    models = [*db.exec(select(DeviceModel))]
    for one, model in zip(
        apart.pick(db.exec(select(Customer)), lambda one: one.customer_id, EACH),
        spaced(models, EACH),
        strict=False,
    ):
        yield "add_device", {"customer_id": one.customer_id, "device_name": model.name}
    for one in apart.pick(db.exec(select(Customer)), lambda one: one.customer_id, EACH):
        yield (
            "create_support_ticket",
            {"customer_id": one.customer_id, "category": "billing", "priority": "high"},
        )
