"""The company's customers, and how people speak of their services, devices and bills."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
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
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

SENIOR_BORN = "1960-09-28"
"""Whoever was born by then is 65 or older."""

SAID: dict[str, str] = {
    "mobile_unlimited": "unlimited mobile plan",
    "mobile_family_4lines": "family mobile plan with four lines",
    "mobile_business_10lines": "business mobile plan with ten lines",
    "mobile_basic": "basic mobile plan",
    "mobile_senior": "senior mobile plan",
    "internet_fiber_1gb": "1GB fiber internet",
    "internet_fiber_2gb": "2GB fiber internet",
    "internet_fiber_500mb": "500MB fiber internet",
    "internet_cable_500mb": "500MB cable internet",
    "internet_cable_100mb": "100MB cable internet",
    "tv_premium": "premium TV package",
    "tv_basic": "basic TV package",
    "tv_sports_package": "sports TV package",
    "business_phone_system": "business phone system",
    "home_security": "home security monitoring",
}
"""What people call a service."""

_COUNTS = {2: "both", 3: "all three", 4: "all four", 5: "all five"}


class Company:
    """The base of the company, by customer."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("telecom").data) as state, state.session() as db:
            self.people = {one.customer_id: one for one in db.exec(select(Customer))}
            self.services = {one.service_id: one for one in db.exec(select(Service))}
            self.models = {one.name: one for one in db.exec(select(DeviceModel))}
            self.bills = {one.customer_id: one for one in db.exec(select(BillingAccount))}
            self.held: dict[str, list[str]] = defaultdict(list)
            for held in db.exec(select(CustomerService)):
                self.held[held.customer_id].append(held.service_id)
            self.devices: dict[str, list[CustomerDevice]] = defaultdict(list)
            for device in db.exec(select(CustomerDevice)):
                self.devices[device.customer_id].append(device)
            self.charges: dict[str, dict[str, int]] = defaultdict(dict)
            for charge in db.exec(select(MonthlyCharge)):
                self.charges[charge.customer_id][charge.code] = charge.amount
            self.paid: dict[str, list[Payment]] = defaultdict(list)
            for payment in db.exec(select(Payment)):
                self.paid[payment.customer_id].append(payment)
            self.tickets: dict[str, list[SupportTicket]] = defaultdict(list)
            for ticket in db.exec(select(SupportTicket)):
                self.tickets[ticket.customer_id].append(ticket)

    def principals(self) -> Sequence[str]:
        """The keys of all customers, of the few who owe something three times."""
        owing = [key for key, bill in self.bills.items() if bill.current_balance]
        return (*self.people, *owing, *owing)

    def facts(self, principal: str) -> dict[str, str]:
        """The customer's name, e-mail and phone number."""
        person = self.people[principal]
        return {
            "name": f"{person.first_name} {person.last_name}",
            "email": person.email,
            "phone": person.phone,
        }

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By e-mail, or now and then by phone."""
        facts = self.facts(principal)
        name = Known(name="full_name", value=facts["name"])
        if draw.chance(0.3):
            walk.call("find_customer_by_phone", phone=facts["phone"])
            return (Known(name="phone", value=facts["phone"]), name)
        walk.call("find_customer_by_email", email=facts["email"])
        return (Known(name="email", value=facts["email"]), name)

    def home(self, principal: str) -> bool:
        """True if the customer is a household and no business."""
        return self.people[principal].account_type == "residential"

    def senior(self, principal: str) -> bool:
        """True if the customer is 65 or older."""
        return self.people[principal].date_of_birth <= SENIOR_BORN

    def category(self, service_id: str) -> str:
        """The category of a service."""
        return self.services[service_id].category

    def held_in(self, principal: str, category: str) -> list[str]:
        """The services of a category that the customer holds."""
        return [one for one in self.held[principal] if self.category(one) == category]

    def on(self, principal: str, service_id: str) -> list[CustomerDevice]:
        """The devices that are linked to a service of the customer."""
        return [one for one in self.devices[principal] if one.service == service_id]

    def once_owned(self, principal: str, name: str) -> bool:
        """True if the customer owns one device of this name and no other."""
        return sum(one.name == name for one in self.devices[principal]) == 1

    def total(self, principal: str) -> int:
        """The sum of the monthly charges, in cents."""
        return sum(self.charges[principal].values())

    # -- what a listing must name ---------------------------------------------------------

    def names_of(self, service_id: str) -> tuple[str, ...]:
        """All ways to name a service: in full, in short, by its id, and as people say it."""
        name = self.services[service_id].name
        short = re.sub(r" (?:Package|Plan|Monitoring)\b", "", name).partition(",")[0]
        words = (name.partition(",")[0], name, short, service_id, SAID[service_id])
        return tuple(dict.fromkeys(word.lower() for word in words))

    def service(self, service_id: str, name: str, rivals: Iterable[str] = ()) -> Detail:
        """What a listing must say about a service.

        Args:
            service_id: the service.
            name: what the detail is called.
            rivals: the services that a wrong listing would name.
        """
        own = self.names_of(service_id)
        others = [word for one in rivals if one != service_id for word in self.names_of(one)]
        reject = tuple(dict.fromkeys(word for word in others if word not in own))
        return Detail(name=name, accept=own, reject=reject)

    def links(self, devices: Sequence[CustomerDevice]) -> tuple[Detail, ...]:
        """The devices that a listing must name, each name once."""
        return named_devices([one.name for one in devices])


def named_devices(names: Sequence[str]) -> tuple[Detail, ...]:
    """Device names that a listing must hold, each once: `device 1`, `device 2` and so on."""
    return tuple(
        Detail(name=f"device {number}", accept=(name.lower(),))
        for number, name in enumerate(dict.fromkeys(names), 1)
    )


def listed(names: Sequence[str], article: str = "the") -> str:
    """Devices in a sentence: "the iPhone 13 and both HD Cable Boxes".

    Args:
        names: at least one.
        article: what stands before a single one.
    """
    parts = [
        f"{article} {name}" if count == 1 else f"{_COUNTS[count]} {plural(name)}"
        for name, count in Counter(names).items()
    ]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def sayable(devices: Sequence[CustomerDevice]) -> bool:
    """True if the devices are few enough to be named in a sentence."""
    counts = Counter(one.name for one in devices)
    return 1 <= len(counts) <= 4 and max(counts.values()) <= max(_COUNTS)


def device_noun(name: str) -> dict[str, str]:
    """The blanks of a device: `{device}`, `{a_device}` and so on."""
    forms = noun("device", name)
    return {**forms, "a_device": f"an {name}"} if name.startswith("HD ") else forms


def capital(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[0].upper() + text[1:]


def plural(name: str) -> str:
    """Several devices of one name: "HD Cable Boxes", "iPhone 13s"."""
    return f"{name}es" if name.endswith("x") else f"{name}s"


def term(cents: int) -> str:
    """An amount in a sum for the calculator: "95", "12.88"."""
    return f"{cents / 100:.2f}".removesuffix(".00")


def summed(amounts: Sequence[int]) -> str:
    """A sum for the calculator; discounts are taken off."""
    first, *rest = amounts
    return term(first) + "".join(f" {'-' if one < 0 else '+'} {term(abs(one))}" for one in rest)


@cache
def company() -> Company:
    """The company, read once."""
    return Company()
