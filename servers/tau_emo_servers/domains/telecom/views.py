"""How the company's rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in US dollars; in the database they are cents.
"""

from sqlmodel import Session

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
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View


def customer_view(db: Session, customer: Customer) -> View:
    """A customer with services, devices and, from the billing account, the bill settings."""
    key = customer.customer_id
    billing = db.get(BillingAccount, key)
    return {
        "customer_id": key,
        "name": {"first_name": customer.first_name, "last_name": customer.last_name},
        "demographics": {
            "date_of_birth": customer.date_of_birth,
            "phone": customer.phone,
            "email": customer.email,
        },
        "address": customer.address.model_dump(),
        "account": {
            "account_number": customer.account_number,
            "account_type": customer.account_type,
            "created_date": customer.created_date,
            "credit_score": customer.credit_score,
            "payment_method": customer.payment_method,
        },
        "services": [one.service_id for one in rows_of(db, CustomerService, customer_id=key)],
        "devices": [
            {"device_id": one.device_id, "name": one.name, "service": one.service}
            for one in rows_of(db, CustomerDevice, customer_id=key)
        ],
        "billing_preferences": None if billing is None else _settings(billing),
    }


def billing_view(db: Session, billing: BillingAccount) -> View:
    """A billing account with its charges by code and its payments."""
    key = billing.customer_id
    last = billing.last_payment
    return {
        "customer_id": key,
        "account_number": billing.account_number,
        "current_balance": shown(billing.current_balance),
        "last_payment": {
            "amount": shown(last.amount),
            "date": last.date,
            "method": last.method,
            "status": last.status,
        },
        "next_bill_date": billing.next_bill_date,
        **_settings(billing),
        "monthly_charges": {
            one.code: shown(one.amount) for one in rows_of(db, MonthlyCharge, customer_id=key)
        },
        "payment_history": [
            {"date": one.date, "amount": shown(one.amount), "status": one.status}
            for one in rows_of(db, Payment, customer_id=key)
        ],
    }


def service_view(service: Service) -> View:
    """A service of the catalogue."""
    return {
        "service_id": service.service_id,
        "name": service.name,
        "category": service.category,
        "price": shown(service.price),
    }


def device_model_view(model: DeviceModel) -> View:
    """A model of the device catalogue."""
    return {
        "name": model.name,
        "category": model.category,
        "manufacturer": model.manufacturer,
        "model": model.model,
    }


def ticket_view(ticket: SupportTicket) -> View:
    """A support ticket."""
    return {
        "ticket_id": ticket.ticket_id,
        "customer_id": ticket.customer_id,
        "category": ticket.category,
        "priority": ticket.priority,
        "status": ticket.status,
    }


def _settings(billing: BillingAccount) -> View:
    return {
        "paperless": billing.paperless,
        "auto_pay": billing.auto_pay,
        "billing_cycle": billing.billing_cycle,
    }
