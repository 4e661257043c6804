"""The company's base data: the catalogue, customers at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.telecom.bill import billing_rows
from tau_emo_db.domains.telecom.catalogue import DEVICE_MODELS, SERVICES
from tau_emo_db.domains.telecom.company import Company
from tau_emo_db.domains.telecom.situations import SITUATIONS
from tau_emo_db.domains.telecom.subscriber import Matter, Subscriber
from tau_emo_db.domains.telecom.tables import (
    CustomerService,
    DeviceModel,
    Service,
    SupportTicket,
    TicketStatus,
)
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

CUSTOMERS = 500
BUSINESSES = 75
TICKETS = 240
STATUS_WEIGHTS: dict[TicketStatus, float] = {
    "open": 24,
    "in_progress": 16,
    "resolved": 24,
    "closed": 36,
}


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 500 customers and 240 tickets. The catalogue is the same at
            every scale.
    """
    company = Company()
    kit.play(SITUATIONS, company, draw, scale)
    _add_ordinary_customers(company, draw.fork("customers"), scale)
    _add_ordinary_tickets(company, draw.fork("tickets"), TICKETS * scale)
    yield from _catalogue()
    yield from _rows(company, draw.fork("insertion"))


def _add_ordinary_customers(company: Company, draw: Draw, scale: int) -> None:
    offices = sum(one.customer.account_type == "business" for one in company.subscribers)
    for turn in range(CUSTOMERS * scale - len(company.subscribers)):
        each = draw.fork(str(turn))
        company.subscribe(each, business=turn < BUSINESSES * scale - offices)


def _add_ordinary_tickets(company: Company, draw: Draw, count: int) -> None:
    """Tickets until there are so many: at most one a customer, and none beside another."""
    quiet = [one for one in company.subscribers if not one.matters]
    missing = count - sum(len(one.matters) for one in company.subscribers)
    for turn, subscriber in enumerate(draw.sample(quiet, missing)):
        each = draw.fork(str(turn))
        category = each.pick(subscriber.concerns())
        subscriber.complain(each, category, each.weighted(STATUS_WEIGHTS))


def _catalogue() -> Iterator[Table]:
    for key, name, category, price in SERVICES:
        yield Service(service_id=key, name=name, category=category, price=price)
    for name, category, manufacturer, model in DEVICE_MODELS:
        yield DeviceModel(name=name, category=category, manufacturer=manufacturer, model=model)


def _rows(company: Company, draw: Draw) -> Iterator[Table]:
    """All rows of customers, in an order that betrays no situation."""
    subscribers = draw.shuffled(company.subscribers)
    for one in subscribers:
        key = one.customer.customer_id
        yield one.customer
        for service in one.services:
            yield CustomerService(customer_id=key, service_id=service)
        yield from one.devices
        yield from billing_rows(draw.fork(key), one)
    matters = [(one, matter) for one in subscribers for matter in one.matters]
    for number, (one, matter) in enumerate(draw.shuffled(matters), start=1):
        yield _ticket(number, one, matter)


def _ticket(number: int, subscriber: Subscriber, matter: Matter) -> SupportTicket:
    return SupportTicket(
        ticket_id=f"TICKET{number:03d}",
        customer_id=subscriber.customer.customer_id,
        category=matter.category,
        priority=matter.priority,
        status=matter.status,
    )
