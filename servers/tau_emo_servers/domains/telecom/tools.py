"""The tools of the company's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (touch another customer's
ticket, link a router to a TV package, book more than is owed) is a matter of the policy, not
of the tools.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.telecom.tables import (
    Customer,
    CustomerDevice,
    CustomerService,
    LastPayment,
    Payment,
    Service,
    SupportTicket,
    email_key,
    phone_key,
)
from tau_emo_servers.checks import calendar_day, one_of
from tau_emo_servers.common_tools import calculate, think
from tau_emo_servers.domains.telecom.desk import (
    SENIOR_DISCOUNT,
    check_category,
    check_cycle,
    check_method,
    check_priority,
    check_status,
    find_billing,
    find_customer,
    find_device_model,
    find_service,
    find_ticket,
    new_device_id,
    new_payment_seq,
    new_ticket_id,
    phone_digits,
    price_cents,
    subscribe,
    unsubscribe,
)
from tau_emo_servers.domains.telecom.troubleshooting import ISSUES, steps
from tau_emo_servers.domains.telecom.views import (
    billing_view,
    customer_view,
    device_model_view,
    service_view,
    ticket_view,
)
from tau_emo_servers.money import above_zero, to_cents, two_decimals
from tau_emo_servers.queries import find_by_email, first_found, keys_by, rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write

_CUSTOMER_ID_BY_EMAIL = keys_by(Customer.customer_id, email=email_key)
_CUSTOMER_ID_BY_PHONE = keys_by(Customer.customer_id, digits=phone_key)


@read(title="Find a customer by email")
def find_customer_by_email(db: Session, email: str) -> str:
    """Find the id of the customer with this email; upper and lower case make no difference.

    Args:
        email: email of the customer, such as rowan.lee9322@example.com.
    """
    hint = "check it, or find the customer by phone"
    return find_by_email(db, _CUSTOMER_ID_BY_EMAIL, email, "customer", hint)


@read(title="Find a customer by phone")
def find_customer_by_phone(db: Session, phone: str) -> str:
    """Find the id of the customer with this phone number; only its digits count, and a leading
    country code 1 may be there or not.

    Args:
        phone: phone number of the customer, such as (555) 720-0702.
    """
    found = _CUSTOMER_ID_BY_PHONE.all(db, digits=phone_digits(phone))
    hint = "check it, or find the customer by email"
    return first_found(found, "customer", f"with the phone {phone.strip()}; {hint}")


@read(title="Show a customer")
def get_customer_details(db: Session, customer_id: str) -> View:
    """Show a customer: name, date of birth, contact, address, account, the ids of the services
    held, the devices with their ids and the service each is linked to, and the bill settings.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
    """
    return customer_view(db, find_customer(db, customer_id))


@read(title="Show a customer's bill")
def get_billing_details(db: Session, customer_id: str) -> View:
    """Show how a customer is billed: the balance owed now, the last payment, the next bill date,
    the settings, the monthly charges by code, and the payment history. Amounts are US dollars.
    No total is shown; it is the sum of the monthly charges.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
    """
    return billing_view(db, find_billing(db, customer_id))


@read(title="List all services")
def get_services(db: Session) -> dict[str, JsonValue]:
    """List all services that the company sells, by id: name, category, and price per month in
    US dollars.
    """
    return {one.service_id: service_view(one) for one in rows_of(db, Service)}


@read(title="Show a service")
def get_service_details(db: Session, service_id: str) -> View:
    """Show a service that the company sells: name, category, and price per month in US dollars.

    Args:
        service_id: service id in lower case, such as tv_premium.
    """
    return service_view(find_service(db, service_id))


@read(title="Show a device model")
def get_device_details(db: Session, device_name: str) -> View:
    """Show a model of the device catalogue: category, manufacturer and model. The catalogue
    holds no prices and no technical data.

    Args:
        device_name: exact name in the catalogue, such as iPhone 15 Pro or 55" Smart TV.
    """
    return device_model_view(find_device_model(db, device_name))


@read(title="Quote a senior price")
def get_senior_discount(original_price: str) -> str:
    """Work out what a price would be with the senior discount of 5.00 US dollars; never below
    0.00. It is a quote: nothing is stored, and neither age nor plan is checked.

    Args:
        original_price: price in US dollars as a plain number without a dollar sign, such as
            45.00.
    """
    return two_decimals(max(price_cents(original_price) - SENIOR_DISCOUNT, 0))


@read(title="Troubleshoot a device")
def troubleshoot_device(db: Session, device_name: str, issue: str) -> View | str:
    """Show what a customer can try when a device gives trouble, step by step, or "Unknown issue"
    if nothing is known for such a device.

    Args:
        device_name: exact name in the catalogue, such as WiFi 6 Router.
        issue: no_service, slow_speeds or battery_drain.
    """
    trouble = one_of(issue, ISSUES, "issue")
    model = find_device_model(db, device_name)
    known = steps(model.category, trouble)
    if known is None:
        return "Unknown issue"
    return {"device_name": model.name, "issue": trouble, "steps": [*known]}


@read(title="Show a support ticket")
def get_support_ticket_details(db: Session, ticket_id: str) -> View:
    """Show a support ticket: its customer, category, priority and status.

    Args:
        ticket_id: ticket id, such as TICKET012.
    """
    return ticket_view(find_ticket(db, ticket_id))


@write(title="List, add or remove services of a customer", idempotent=True)
def manage_service(
    db: Session,
    customer_id: str,
    action: str,
    service_id: str | None = None,
    devices_ids: list[str] | None = None,
) -> list[JsonValue] | str:
    """List, add or remove services of a customer. Listing changes nothing. Adding links the
    devices named to the service, also those that were linked to another one, and adds its
    price to the monthly charges. Removing takes away the service, its charge and the links
    of all its devices; equipment, taxes, fees and the balance stay.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
        action: list, add or remove.
        service_id: service id, such as tv_premium; needed to add or remove.
        devices_ids: ids of the customer's devices to link when a service is added; only ids,
            no names.
    """
    find_customer(db, customer_id)
    if action == "list":
        held = rows_of(db, CustomerService, customer_id=customer_id)
        return [service_view(find_service(db, one.service_id)) for one in held]
    if not service_id:
        raise Rejection(
            "service_missing", "service_id is missing; name the service to add or remove."
        )
    if one_of(action, ("list", "add", "remove"), "action") == "add":
        return subscribe(db, customer_id, service_id, devices_ids or [])
    return unsubscribe(db, customer_id, service_id)


@write(title="Open a support ticket", destructive=False)
def create_support_ticket(
    db: Session, customer_id: str, category: str, priority: str | None = "medium"
) -> str:
    """Open a support ticket of a customer. A ticket holds no text: only a category and a
    priority.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
        category: mobile, internet, tv, billing, account, device, security or phone.
        priority: low, medium, high or urgent.
    """
    find_customer(db, customer_id)
    kind = check_category(category)
    pressing = check_priority(priority or "medium")
    ticket = SupportTicket(
        ticket_id=new_ticket_id(db),
        customer_id=customer_id,
        category=kind,
        priority=pressing,
        status="open",
    )
    db.add(ticket)
    return (
        f"Success: ticket {ticket.ticket_id} was opened for {customer_id} with category {kind} "
        f"and priority {pressing}."
    )


@write(title="Change a support ticket", idempotent=True)
def modify_support_ticket(db: Session, ticket_id: str, status: str, priority: str) -> str:
    """Replace the status and the priority of a support ticket, both at once: send the present
    value of the one that shall stay.

    Args:
        ticket_id: ticket id, such as TICKET012.
        status: open, in_progress, resolved or closed.
        priority: low, medium, high or urgent.
    """
    reached, pressing = check_status(status), check_priority(priority)
    ticket = find_ticket(db, ticket_id)
    ticket.status = reached
    ticket.priority = pressing
    return f"Success: ticket {ticket_id} now has status {reached} and priority {pressing}."


@write(title="Register a device", destructive=False)
def add_device(db: Session, customer_id: str, device_name: str) -> str:
    """Register one more device of a customer. It is linked to no service. The result does not
    show its id; the customer's details do.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
        device_name: exact name in the catalogue, such as Google Pixel 8.
    """
    find_customer(db, customer_id)
    model = find_device_model(db, device_name)
    db.add(
        CustomerDevice(
            customer_id=customer_id,
            device_id=new_device_id(db, customer_id),
            name=model.name,
            service=None,
        )
    )
    return f"Success: {model.name} was registered for {customer_id}, linked to no service."


@write(title="Change a customer's bill settings", idempotent=True)
def manage_billing(
    db: Session, customer_id: str, paperless: bool, auto_pay: bool, billing_cycle: str
) -> View:
    """Replace the bill settings of a customer, all three at once: send the present value of
    those that shall stay. The payment method of the account is not touched.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
        paperless: true if bills come without paper.
        auto_pay: true if bills are paid automatically.
        billing_cycle: monthly, quarterly or annual.
    """
    cycle = check_cycle(billing_cycle)
    find_customer(db, customer_id)
    billing = find_billing(db, customer_id)
    billing.paperless = paperless
    billing.auto_pay = auto_pay
    billing.billing_cycle = cycle
    return billing_view(db, billing)


@write(title="Book a payment")
def record_payment(db: Session, customer_id: str, amount: float, method: str, date: str) -> View:
    """Book a payment of a customer: it lowers the balance, at most to 0.00, and joins the
    payment history as the last payment. What is paid beyond the balance is not credited.

    Args:
        customer_id: customer id, such as rowan_lee_8557.
        amount: amount in US dollars, above 0.
        method: credit_card or bank_transfer.
        date: day of the payment as YYYY-MM-DD.
    """
    cents = above_zero(to_cents(amount))
    by = check_method(method)
    booked = calendar_day(date).isoformat()
    billing = find_billing(db, customer_id)
    db.add(
        Payment(
            customer_id=customer_id,
            seq=new_payment_seq(db, customer_id),
            date=booked,
            amount=cents,
            status="completed",
        )
    )
    billing.current_balance = max(billing.current_balance - cents, 0)
    billing.last_payment = LastPayment(amount=cents, date=booked, method=by, status="completed")
    return {
        "customer_id": customer_id,
        "amount": two_decimals(cents),
        "method": by,
        "date": booked,
        "current_balance": two_decimals(billing.current_balance),
    }


TOOLS = (
    find_customer_by_email,
    find_customer_by_phone,
    get_customer_details,
    get_billing_details,
    get_services,
    get_service_details,
    get_device_details,
    get_senior_discount,
    troubleshoot_device,
    get_support_ticket_details,
    manage_service,
    create_support_ticket,
    modify_support_ticket,
    add_device,
    manage_billing,
    record_payment,
    calculate,
    think,
)
