"""The tables of the telecom domain. Money is integer US cents."""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import Index, MetaData, Text, func
from sqlalchemy.orm import registry
from sqlmodel import Field, col

from tau_emo_db.address import Address
from tau_emo_db.marks import Grading, Mark, Members, graded
from tau_emo_db.table import Json, Table

AccountType = Literal["residential", "business"]
AccountPayment = Literal[
    "credit_card", "bank_transfer", "auto_pay_credit_card", "auto_pay_bank", "invoice"
]
PaymentMethod = Literal["credit_card", "bank_transfer"]
"""How a payment is made that is booked at the desk."""
ServiceCategory = Literal["mobile", "internet", "tv", "phone", "security"]
DeviceCategory = Literal["mobile_phone", "phone", "networking", "tv", "security"]
BillingCycle = Literal["monthly", "quarterly", "annual"]
PaymentStatus = Literal["completed", "late"]
TicketCategory = Literal[
    "mobile", "internet", "tv", "billing", "account", "device", "security", "phone"
]
TicketPriority = Literal["low", "medium", "high", "urgent"]
TicketStatus = Literal["open", "in_progress", "resolved", "closed"]


class TelecomTable(Table, registry=registry()):
    """Base of the company's tables."""

    metadata = MetaData()


class Service(TelecomTable, table=True):
    """Something a customer can subscribe to."""

    service_id: str = Field(primary_key=True)
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    category: ServiceCategory = Field(sa_type=Text)
    price: int
    """Per month, in cents."""


class DeviceModel(TelecomTable, table=True):
    """A model of the device catalogue; devices name it."""

    name: str = Field(primary_key=True)
    category: DeviceCategory = Field(sa_type=Text)
    manufacturer: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    model: str = Field(sa_column_kwargs=graded(Mark.LABEL))


class Customer(TelecomTable, table=True):
    """A customer with an account; the email is unique without regard to case."""

    customer_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    date_of_birth: str
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    """Ten digits as `(555) 720-0702`; unique."""
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    account_number: str = Field(unique=True)
    account_type: AccountType = Field(sa_type=Text)
    created_date: str
    credit_score: int
    payment_method: AccountPayment = Field(sa_type=Text)
    """How the customer said to pay when the account was opened; the auto-pay of the billing
    account may say otherwise."""


email_key = func.lower(col(Customer.email))
"""The email of a customer without regard to case; customers are found by it."""
phone_key = func.replace(
    func.replace(func.replace(func.replace(col(Customer.phone), "(", ""), ")", ""), "-", ""),
    " ",
    "",
)
"""The digits of a customer's phone; customers are found by them."""

Index("ix_customer_email", email_key)
Index("ix_customer_phone", phone_key)


class CustomerService(TelecomTable, table=True):
    """A service that a customer holds."""

    grading: ClassVar[Grading] = Members(parent=("customer_id",))

    customer_id: str = Field(primary_key=True, foreign_key="customer.customer_id")
    service_id: str = Field(primary_key=True, foreign_key="service.service_id")


class CustomerDevice(TelecomTable, table=True):
    """A device of a customer. Devices of one customer may have one name; only the id, which
    counts up from 1 for each customer, tells them apart."""

    grading: ClassVar[Grading] = Members(parent=("customer_id",))

    customer_id: str = Field(primary_key=True, foreign_key="customer.customer_id")
    device_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    name: str = Field(foreign_key="device_model.name")
    service: str | None = Field(default=None, foreign_key="service.service_id")
    """The service the device is linked to."""


class LastPayment(BaseModel):
    """What a billing account shows of its latest payment."""

    amount: int
    """In cents."""
    date: str
    method: AccountPayment
    status: PaymentStatus


class BillingAccount(TelecomTable, table=True):
    """How a customer is billed, and what is owed now."""

    customer_id: str = Field(primary_key=True, foreign_key="customer.customer_id")
    account_number: str
    current_balance: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    """Owed now, in cents; never negative."""
    last_payment: LastPayment = Field(
        sa_type=Json(LastPayment), sa_column_kwargs=graded(Mark.COMPUTED)
    )
    next_bill_date: str
    auto_pay: bool
    paperless: bool
    billing_cycle: BillingCycle = Field(sa_type=Text)


class MonthlyCharge(TelecomTable, table=True):
    """One line of what a customer is charged a month: a service, equipment, a fee, a discount
    or taxes."""

    customer_id: str = Field(primary_key=True, foreign_key="billing_account.customer_id")
    code: str = Field(primary_key=True)
    """The id of a service, or one of the codes of `catalogue.py`."""
    amount: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    """In cents; negative for a discount."""


class Payment(TelecomTable, table=True):
    """A payment that was received; amounts are cents."""

    grading: ClassVar[Grading] = Members(parent=("customer_id",))

    customer_id: str = Field(primary_key=True, foreign_key="billing_account.customer_id")
    seq: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    date: str
    amount: int
    status: PaymentStatus = Field(sa_type=Text)


class SupportTicket(TelecomTable, table=True):
    """A matter of a customer that the support works on."""

    ticket_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    customer_id: str = Field(foreign_key="customer.customer_id", index=True)
    category: TicketCategory = Field(sa_type=Text, nullable=True)
    """Null in imported bases alone, where tickets have none."""
    priority: TicketPriority = Field(sa_type=Text)
    status: TicketStatus = Field(sa_type=Text)


TABLES = (
    Service,
    DeviceModel,
    Customer,
    CustomerService,
    CustomerDevice,
    BillingAccount,
    MonthlyCharge,
    Payment,
    SupportTicket,
)
