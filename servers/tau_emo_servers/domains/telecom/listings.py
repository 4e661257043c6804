"""What the listing of each write of the company must name before the customer's yes."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    CustomerDevice,
    Service,
    SupportTicket,
)
from tau_emo_servers.listing import Fact, Part, WriteTool, fact, money_fact, when_fact
from tau_emo_servers.money import two_decimals
from tau_emo_servers.rules import Moment

_ADD = "add|link|switch|subscrib|sign|put|start|activat|set up"
_REMOVE = "remov|cancel|drop|tak|switch|unsubscrib|end|delet|terminat|disconnect"
_ON = re.compile(
    r"\b(?:on|enabl\w*|activat\w*|start\w*|set up|switch to|mov\w+ to"
    r"|(?:go(?:es)?|becomes?|makes?|made|be) (?:\w+ ){0,3}(?:paperless|automatic))\b"
)
_OFF = re.compile(r"\b(?:off|disabl\w*|deactivat\w*|stop\w*|cancel\w*|paper bills?|on paper)\b")
_PAPERLESS = re.compile(r"\bpaper")
_AUTO_PAY = re.compile(r"\bauto(?:matic(?:ally)?)?[ -]?pa(?:y|id)|\bautomatic payments?\b")
_CYCLES = {
    "monthly": re.compile(r"\b(?:month|every month)"),
    "quarterly": re.compile(r"\b(?:quarter|every three months|every 3 months)"),
    "annual": re.compile(r"\b(?:annual|year)"),
}
_METHODS = {
    "credit_card": re.compile(r"\b(?:credit[ _-]?)?card\b"),
    "bank_transfer": re.compile(r"\b(?:bank|wire)?[ _-]?transfer\b"),
}


def devices_linked(moment: Moment, customer_id: str, service_id: str) -> list[CustomerDevice]:
    """The devices of a customer that are linked to a service just before the moment."""
    owned = moment.rows(CustomerDevice, customer_id=customer_id)
    return [one for one in owned if one.service == service_id]


def service_fact(moment: Moment, service_id: str) -> Fact:
    """A service by its id, with or without the low lines, or by its name in the catalogue."""
    ways: list[Part] = [(service_id, "label"), (service_id.replace("_", " "), "label")]
    service = moment.row(Service, service_id)
    if service is not None:
        ways.append((service.name, "label"))
        # "Premium TV" and "Fiber Internet 2GB" do without the words that say what it is.
        short = re.sub(r" (?:Package|Plan|Monitoring|System)\b", "", service.name)
        ways.append((short.partition(",")[0], "label"))
    return fact(f"the service {service_id}", *ways)


def _device(device: CustomerDevice, owned: Sequence[CustomerDevice], meant: set[str]) -> Fact:
    """A device by its name, or by its id where another one of that name is not meant."""
    twins = {one.device_id for one in owned if one.name == device.name}
    name: Part = (device.name, "label")
    number = re.compile(rf"(?<![\d$.,]){re.escape(device.device_id)}(?![\d.,]*\d)")
    way: Part | Sequence[Part] = name if twins <= meant else [name, number]
    return fact(f"the device {device.device_id} ({device.name})", way)


def _devices(moment: Moment, device_ids: Sequence[str]) -> Iterator[Fact]:
    """The devices that a call links, as many of a name as there are."""
    owned = moment.rows(CustomerDevice, customer_id=moment.arguments["customer_id"])
    meant = set(device_ids)
    for device in owned:
        if device.device_id in meant:
            yield _device(device, owned, meant)


def _service(moment: Moment) -> list[Fact]:
    """For adding and for removing; the act is among the facts, for the tool does both."""
    wanted = moment.arguments
    service_id = wanted.get("service_id") or ""
    facts = [service_fact(moment, service_id)]
    if wanted["action"] == "remove":
        facts.append(fact("that it is removed", re.compile(rf"\b(?:{_REMOVE})")))
        lost = devices_linked(moment, wanted["customer_id"], service_id)
        names = Counter(one.name for one in lost)
        return [*facts, *(fact(f"the device {name}", (name, "label")) for name in names)]
    facts.append(fact("that it is added", re.compile(rf"\b(?:{_ADD})")))
    service = moment.row(Service, service_id)
    if service is not None:
        facts.append(money_fact("the price", two_decimals(service.price)))
    return [*facts, *_devices(moment, wanted.get("devices_ids") or ())]


def _new_ticket(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [
        fact("the ticket", re.compile(r"\bticket")),
        fact(f"the category {wanted['category']}", (wanted["category"], "label")),
    ]
    if wanted.get("priority"):
        facts.append(fact(f"the priority {wanted['priority']}", (wanted["priority"], "label")))
    return facts


def _ticket(moment: Moment) -> list[Fact]:
    """The ticket and what changes of it; what stays need not be named."""
    wanted = moment.arguments
    facts = [fact(f"ticket {wanted['ticket_id']}", (wanted["ticket_id"], "id"))]
    ticket = moment.row(SupportTicket, wanted["ticket_id"])
    if ticket is None or ticket.status != wanted["status"]:
        facts.append(fact(f"the status {wanted['status']}", *_status_words(wanted["status"])))
    if ticket is None or ticket.priority != wanted["priority"]:
        facts.append(fact(f"the priority {wanted['priority']}", (wanted["priority"], "label")))
    return facts


def _status_words(status: str) -> list[Part]:
    ways: list[Part] = [(status, "label"), (status.replace("_", " "), "label")]
    if status == "closed":
        ways.append(re.compile(r"\bclos(?:e|ing)\b"))
    if status == "open":
        ways.append(re.compile(r"\breopen"))
    return ways


def _new_device(moment: Moment) -> list[Fact]:
    name = moment.arguments["device_name"]
    return [fact(f"the device {name}", (name, "label"))]


def _settings(moment: Moment) -> list[Fact]:
    """The settings that change; what stays need not be named."""
    wanted = moment.arguments
    bill = moment.row(BillingAccount, wanted["customer_id"])
    facts = [fact("the bill", re.compile(r"\bbill|\bpaper|\bauto"))]
    if bill is None or bill.paperless != wanted["paperless"]:
        facts.append(_switched("paperless billing", _PAPERLESS, wanted["paperless"]))
    if bill is None or bill.auto_pay != wanted["auto_pay"]:
        facts.append(_switched("auto-pay", _AUTO_PAY, wanted["auto_pay"]))
    if bill is None or bill.billing_cycle != wanted["billing_cycle"]:
        cycle = wanted["billing_cycle"]
        facts.append(fact(f"the cycle {cycle}", _CYCLES.get(cycle, (cycle, "label"))))
    return facts


def _switched(name: str, words: re.Pattern[str], on: bool) -> Fact:
    value = "true|yes|on" if on else "false|no|off"
    as_entry = re.compile(rf"{words.pattern}[^.;?]{{0,20}}(?:: ?|= ?)(?:{value})\b")
    return fact(f"{name} {'on' if on else 'off'}", [words, _ON if on else _OFF], as_entry)


def _payment(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    method = wanted["method"]
    return [
        money_fact("the amount", str(wanted["amount"])),
        fact(f"the method {method}", _METHODS.get(method, (method, "label"))),
        when_fact("the date", wanted["date"]),
    ]


def only_lists(arguments: Mapping[str, Any]) -> bool:
    """True if a call of `manage_service` only shows the services held."""
    return arguments.get("action") == "list"


_CHANGE = "chang|updat|modif|set|rais|lower|mark|mov|mak"

WRITES = {
    "manage_service": WriteTool(f"{_ADD}|{_REMOVE}|{_CHANGE}|replac", _service, only_lists),
    "create_support_ticket": WriteTool("open|creat|fil|rais|submit|log|ticket", _new_ticket),
    "modify_support_ticket": WriteTool(f"{_CHANGE}|clos|resolv|reopen|escalat|put", _ticket),
    "add_device": WriteTool("add|regist|put|enrol", _new_device),
    "manage_billing": WriteTool(f"{_CHANGE}|turn|switch|enabl|disabl|go|start|stop", _settings),
    "record_payment": WriteTool("pay|paid|book|record|charg|settl", _payment),
}
"""The company's write tools, as a listing and a report name them."""
