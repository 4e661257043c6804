"""The reference agent's words in the telecom domain."""

import re
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import capital, dollars, joined, spaced
from tau_emo_client.agents.reference.seen import Seen

_URGENCY = re.compile(
    r"urgent|priority|important|hours|wait|standard|medium|\blow\b|\bhigh\b", re.IGNORECASE
)
_METHOD = re.compile(r"credit card|bank transfer", re.IGNORECASE)
_DATE = re.compile(r"today|tomorrow|\d{4}-\d\d-\d\d|\b[A-Z][a-z]+ \d{1,2}\b")
_DEVICES = re.compile(
    r"\b(?:box|boxes|tv|phones?|router|system|devices?|iphone|samsung|pixel)\b", re.IGNORECASE
)


# What is still to be asked.


def _ask_devices(args: Arguments, seen: Seen) -> str:
    if args["action"] != "add" or _DEVICES.search(seen.heard):
        return ""
    return "Which of your devices should be linked to it?"


def _ask_urgency(args: Arguments, seen: Seen) -> str:
    if _URGENCY.search(seen.heard):
        return ""
    return "How urgent is it: low, medium, high or urgent?"


def _ask_payment(args: Arguments, seen: Seen) -> str:
    if not _METHOD.search(seen.heard):
        return "Would you like to pay by credit card or by bank transfer, and on which day?"
    return "" if _DATE.search(seen.heard) else "Which date should the payment have?"


# What stands in the account.


def _service(service_id: str, seen: Seen) -> str:
    name = seen.find(service_id).get("name")
    return f"the {name} ({service_id})" if name else f"the service {service_id}"


def _devices_on(args: Arguments, seen: Seen) -> list[dict[str, Any]]:
    """The devices that are linked to the service of a call."""
    devices: list[dict[str, Any]] = seen.find(args["customer_id"])["devices"]
    return [one for one in devices if one["service"] == args["service_id"]]


def _devices(devices: list[dict[str, Any]]) -> str:
    return joined([f"{one['name']} (id {one['device_id']})" for one in devices])


def _named(args: Arguments, seen: Seen) -> str:
    """The devices that a call links."""
    return _devices([seen.find(one) for one in args["devices_ids"]])


def _price(args: Arguments, seen: Seen) -> str:
    return dollars(seen.find(args["service_id"])["price"])


# Listings.


def _list_service(args: Arguments, result: Result, seen: Seen) -> str:
    service = _service(args["service_id"], seen)
    if args["action"] == "remove":
        lost = _devices_on(args, seen)
        links = f"{_devices(lost)} would lose the link to it" if lost else "no device is on it"
        return f"remove {service} from your account; {links}. Nothing is charged for that."
    linked = (
        f"and link it to your {_named(args, seen)}"
        if args.get("devices_ids")
        else "without a device on it"
    )
    return f"add {service} for {_price(args, seen)} a month {linked}."


def _list_ticket(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"open a support ticket with the category {args['category']} and the priority "
        f"{args.get('priority', 'medium')}. Nothing is charged."
    )


def _list_ticket_change(args: Arguments, result: Result, seen: Seen) -> str:
    ticket = seen.find(args["ticket_id"])
    parts = [
        f"{name} {spaced(args[name])} {'as it is' if ticket[name] == args[name] else 'from now on'}"
        for name in ("status", "priority")
    ]
    return (
        f"change ticket {args['ticket_id']} ({ticket['category']}): {joined(parts)}. "
        "Nothing is charged."
    )


def _list_device(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"register the device {args['device_name']} on your account, linked to no service yet. "
        "Nothing is charged, and a device cannot be taken off again."
    )


def _settings(args: Arguments) -> str:
    return (
        f"paperless billing {'on' if args['paperless'] else 'off'}, auto-pay "
        f"{'on' if args['auto_pay'] else 'off'}, billing cycle {args['billing_cycle']}"
    )


def _list_settings(args: Arguments, result: Result, seen: Seen) -> str:
    return f"change the settings of your bill to: {_settings(args)}. Nothing is charged."


def _list_payment(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"book a payment of {dollars(args['amount'])} by {spaced(args['method'])}, dated "
        f"{args['date']}. It leaves a balance of ${result['current_balance']}."
    )


# Reports.


def _report_service(args: Arguments, result: Result, seen: Seen) -> str:
    service = capital(_service(args["service_id"], seen))
    if args["action"] == "remove":
        return f"{service} has been removed."
    linked = f", linked to your {_named(args, seen)}" if args.get("devices_ids") else ""
    return f"{service} has been added for {_price(args, seen)} a month{linked}."


def _report_ticket(args: Arguments, result: Result, seen: Seen) -> str:
    found = re.search(r"TICKET\d+", result["line"])
    key = found[0] if found else "your ticket"
    return (
        f"Ticket {key} has been opened with the category {args['category']} and the priority "
        f"{args.get('priority', 'medium')}."
    )


WORDS = DomainWords(
    questions={
        "email": "the email address on your account",
        "phone": "the phone number on your account",
        "ticket_id": "the ticket number",
        "service_id": "the service that you mean",
        "device_name": "the exact name of the device",
        "issue": "what the trouble is (no service, slow speeds or battery drain)",
    },
    intakes={
        "manage_service": _ask_devices,
        "create_support_ticket": _ask_urgency,
        "record_payment": _ask_payment,
    },
    listings={
        "manage_service": _list_service,
        "create_support_ticket": _list_ticket,
        "modify_support_ticket": _list_ticket_change,
        "add_device": _list_device,
        "manage_billing": _list_settings,
        "record_payment": _list_payment,
    },
    reports={
        "manage_service": _report_service,
        "create_support_ticket": _report_ticket,
        "modify_support_ticket": lambda args, result, seen: (
            f"Ticket {args['ticket_id']} has been changed: its status is "
            f"{spaced(args['status'])} and its priority {args['priority']}."
        ),
        "add_device": lambda args, result, seen: (
            f"Your {args['device_name']} has been registered; it is linked to no service yet."
        ),
        "manage_billing": lambda args, result, seen: (
            f"The settings of your bill have been changed: {_settings(args)}."
        ),
        "record_payment": lambda args, result, seen: (
            f"Your payment of ${result['amount']} by {spaced(args['method'])} has been booked "
            f"for {args['date']}; your balance is now ${result['current_balance']}."
        ),
    },
    refusals={
        "TELC-03": "it belongs to another customer, and I can only help you with what is yours.",
        "TELC-06": "I may tell you what each plan is and costs, but give no recommendation.",
        "TELC-09": (
            "I have no means for it here, and there is nobody I could pass you on to. It stays as "
            "it is."
        ),
        "TELC-17": "there is a ticket for this issue already, and an issue takes only one.",
        "TELC-20": "a payment is taken only by credit card or by bank transfer.",
    },
    read_back={
        tool: lambda key: f"I have found you; your customer id is {key}."
        for tool in ("find_customer_by_email", "find_customer_by_phone")
    },
)
