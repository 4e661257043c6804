"""A customer of the company with services, devices, billing terms and tickets."""

from dataclasses import dataclass, field

from tau_emo_db.domains.telecom.catalogue import CATEGORY_OF
from tau_emo_db.domains.telecom.tables import (
    BillingCycle,
    Customer,
    CustomerDevice,
    ServiceCategory,
    TicketCategory,
    TicketPriority,
    TicketStatus,
)
from tau_emo_db.draw import Draw


@dataclass
class Terms:
    """How a customer is billed, and between which sums the balance lies."""

    cycle: BillingCycle
    paperless: bool
    auto_pay: bool
    owes: tuple[int, int] | None = None
    """The least and the most that is owed, in cents; None: everything is paid."""


@dataclass(frozen=True)
class Matter:
    """What a ticket is about and how far it is."""

    category: TicketCategory
    priority: TicketPriority
    status: TicketStatus


@dataclass(eq=False)
class Subscriber:
    """One customer row and everything that hangs on it, but the bill."""

    customer: Customer
    terms: Terms
    services: list[str] = field(default_factory=list[str])
    devices: list[CustomerDevice] = field(default_factory=list[CustomerDevice])
    matters: list[Matter] = field(default_factory=list[Matter])

    def own(self, name: str, service: str | None = None) -> CustomerDevice:
        """One more device, linked to the service or to none."""
        device = CustomerDevice(
            customer_id=self.customer.customer_id,
            device_id=str(len(self.devices) + 1),
            name=name,
            service=service,
        )
        self.devices.append(device)
        return device

    def held(self, category: ServiceCategory) -> str | None:
        """The first service held of this category."""
        return next((one for one in self.services if CATEGORY_OF[one] == category), None)

    def complain(self, draw: Draw, category: TicketCategory, status: TicketStatus) -> None:
        """A ticket; how urgent it is is drawn."""
        priority: TicketPriority = draw.weighted({"low": 2, "medium": 5, "high": 3, "urgent": 1})
        self.matters.append(Matter(category, priority, status))

    def concerns(self) -> list[TicketCategory]:
        """What the customer may have a ticket about."""
        of_services: list[TicketCategory] = [CATEGORY_OF[one] for one in self.services]
        return list(dict.fromkeys([*of_services, "billing", "account", "device"]))
