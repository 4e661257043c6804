"""Telecom data in the layout of τ-Trait: customers, bills, services, devices and tickets."""

from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    Customer,
    CustomerDevice,
    CustomerService,
    DeviceModel,
    MonthlyCharge,
    Payment,
    Service,
    SupportTicket,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import ADDRESS
from tau_emo_db.foreign.source import Source


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("services"):
        with out.record(node):
            out.add(
                node,
                Service,
                service_id=node.own_key("service_id"),
                name=node.text("name"),
                category=node.text("category"),
                price=node.cents("price"),
            )
    for node in source.records("devices"):
        with out.record(node):
            texts = {name: node.text(name) for name in ("category", "manufacturer", "model")}
            out.add(node, DeviceModel, name=node.key, **texts)
    cycles: dict[str, Node] = {}
    for node in source.records("customers"):
        with out.record(node):
            cycles[node.key] = node.at("billing_preferences")
            _customer(node, out)
    for node in source.records("billing"):
        with out.record(node):
            if node.key not in cycles:
                raise node.misfit("is the bill of no customer that is there")
            _bill(node, cycles[node.key], out)
    for node in source.records("support_tickets"):
        with out.record(node):
            out.add(
                node,
                SupportTicket,
                () if node.has("category") else ("category",),
                ticket_id=node.own_key("ticket_id"),
                customer_id=node.text("customer_id"),
                category=node.text_or_none("category"),
                priority=node.text("priority"),
                status=node.text("status"),
            )


def _customer(node: Node, out: Gathering) -> None:
    key = node.own_key("customer_id")
    name, person, account = node.at("name"), node.at("demographics"), node.at("account")
    out.add(
        node,
        Customer,
        customer_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        date_of_birth=person.text("date_of_birth"),
        phone=person.text("phone"),
        email=person.text("email"),
        address=node.plain("address", ADDRESS),
        account_number=account.text("account_number"),
        account_type=account.text("account_type"),
        created_date=account.text("created_date"),
        credit_score=account.whole("credit_score"),
        payment_method=account.text("payment_method"),
    )
    for service in node.at("services").items():
        out.add(service, CustomerService, customer_id=key, service_id=service.as_text())
    for device in node.at("devices").items():
        out.add(
            device,
            CustomerDevice,
            customer_id=key,
            device_id=device.text("device_id"),
            name=device.text("name"),
            service=device.text_or_none("service"),
        )
    node.at("billing_preferences").leave("paperless", "auto_pay", "billing_cycle")


def _bill(node: Node, preferences: Node, out: Gathering) -> None:
    key = node.own_key("customer_id")
    last = node.at("last_payment")
    flags = {name: node.flag(name) for name in ("auto_pay", "paperless")}
    for name, value in flags.items():
        if preferences.flag(name) != value:
            raise node.misfit(f"{name} is {value}, but otherwise in {preferences.place}")
    out.add(
        node,
        BillingAccount,
        customer_id=key,
        account_number=node.text("account_number"),
        current_balance=node.cents("current_balance"),
        last_payment={
            "amount": last.cents("amount"),
            "date": last.text("date"),
            "method": last.text("method"),
            "status": last.text("status"),
        },
        next_bill_date=node.text("next_bill_date"),
        billing_cycle=preferences.text("billing_cycle"),
        **flags,
    )
    for charge in node.at("monthly_charges").fields():
        out.add(charge, MonthlyCharge, customer_id=key, code=charge.key, amount=charge.as_cents())
    for seq, payment in numbered(node.at("payment_history").items()):
        out.add(
            payment,
            Payment,
            customer_id=key,
            seq=seq,
            date=payment.text("date"),
            amount=payment.cents("amount"),
            status=payment.text("status"),
        )


MAPPING = Mapping(
    parts=("customers", "billing", "services", "devices", "support_tickets"),
    read=read,
    people=People(Customer, "customer_id", "email"),
    differences=(
        Difference(
            "customers.billing_preferences and billing",
            "billing_account",
            "paperless and auto_pay must agree in both; the cycle is that of the preferences",
        ),
        Difference("support_tickets without category", "category", "null"),
    ),
)
