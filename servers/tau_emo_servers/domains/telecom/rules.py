"""The policy rules of the company, in the order of its policy."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any, cast

from tau_emo_db.domains.telecom import DATA
from tau_emo_db.domains.telecom.catalogue import CATEGORY_OF
from tau_emo_db.domains.telecom.tables import BillingAccount, SupportTicket
from tau_emo_servers.common_rules import (
    Identification,
    confirmed_writes,
    found_key,
    identified_first,
    known_facts_only,
    no_repeated_failure,
    nothing_unasked,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    reported_outcomes,
    said,
)
from tau_emo_servers.consent import asks_for_yes
from tau_emo_servers.conversation import AgentStep
from tau_emo_servers.domains.telecom.listings import (
    WRITES,
    devices_linked,
    only_lists,
)
from tau_emo_servers.money import to_cents, two_decimals
from tau_emo_servers.rules import Moment, PastCall, Rule, left_to_judge, rule
from tau_emo_servers.toolkit import Rejection
from tau_emo_servers.values import mentions, normalised

SERVICES = "manage_service"
NEW_TICKET = "create_support_ticket"
TICKET = "modify_support_ticket"
SETTINGS = "manage_billing"
PAYMENT = "record_payment"
CUSTOMER, BILL, SHOW_TICKET = (
    "get_customer_details",
    "get_billing_details",
    "get_support_ticket_details",
)

TODAY = date.fromisoformat(DATA.now[:10])


IDENTIFICATION = Identification(
    principal={
        "find_customer_by_email": found_key,
        "find_customer_by_phone": found_key,
    },
    allowed=frozenset(
        {
            "get_services",
            "get_service_details",
            "get_device_details",
            "get_senior_discount",
            "troubleshoot_device",
        }
    ),
)


@rule("TELC-02", "Read the found customer id back to the customer.", on="end")
def id_read_back(moment: Moment) -> str | None:
    """Some message after the customer was found holds the id."""
    known = principal(moment, IDENTIFICATION)
    found = next(
        (
            past.index
            for past in moment.past
            if past.call.name in IDENTIFICATION.principal and not past.call.is_error
        ),
        None,
    )
    if known is None or found is None:
        return None
    later = [
        event.text
        for event in moment.conversation.events[found:]
        if isinstance(event, AgentStep) and event.delivered and event.text
    ]
    if not later or any(mentions(text, known, "id") for text in later):
        return None
    return f"no message reads {known} back"


@rule(
    "TELC-08",
    "Never call or claim a transfer, a callback, a technician or outside contact.",
    judge="claims and promises of such a thing",
)
def only_tools_that_exist(moment: Moment) -> str | None:
    """Every call is one of the company's tools."""
    assert moment.call is not None
    if moment.call.name in moment.domain.tools:
        return None
    return f"{moment.call.name[:60]} is no tool of the company"


_DOLLARS = re.compile(r"\$ ?\d[\d,]*(?:\.\d+)?")
_TWO_DECIMALS = re.compile(r"\.\d\d$")
_IN_WORDS = re.compile(r"(?<![$\d.,])\d[\d,]*(?:\.\d+)? (?:us )?dollars?\b", re.IGNORECASE)


@rule("TELC-13", "Write every amount with a dollar sign and two decimals.", on="message")
def two_decimals_written(moment: Moment) -> str | None:
    """No amount after a dollar sign lacks its two decimals, and none before the word the sign."""
    for amount in _DOLLARS.findall(moment.step.text):
        if not _TWO_DECIMALS.search(amount):
            return f"{amount} lacks two decimals"
    in_words = _IN_WORDS.search(moment.step.text)
    return f"{in_words[0]} lacks the dollar sign" if in_words else None


# Services.


def _acts(moment: Moment, action: str) -> Iterator[tuple[PastCall, dict[str, Any]]]:
    """The successful calls before that added or removed services of the customer."""
    for past in moment.past:
        if past.call.name == SERVICES and not past.call.is_error:
            arguments = moment.arguments_of(past.call)
            same = arguments.get("customer_id") == moment.arguments.get("customer_id")
            if same and arguments.get("action") == action:
                yield past, arguments


def _devices_shown(moment: Moment, before: int | None = None) -> list[dict[str, str]] | None:
    """The devices of the customer as last shown, before an event if one is named."""
    shown: list[dict[str, str]] | None = None
    for past in moment.past:
        if past.call.name != CUSTOMER or past.call.is_error:
            continue
        if before is not None and past.index >= before:
            continue
        if moment.arguments_of(past.call).get("customer_id") == moment.arguments["customer_id"]:
            details = cast("dict[str, Any]", json.loads(past.call.result))
            shown = details["devices"]
    return shown


@rule(
    "TELC-15",
    "Ask which devices to link to a new service; use ids from the customer's devices.",
    on="write",
    tools={SERVICES},
    judge="whether the devices were asked for or said",
)
def devices_from_the_list(moment: Moment) -> str | None:
    """Every device id was shown among the devices of the customer."""
    wanted: list[str] = moment.arguments.get("devices_ids") or []
    if moment.arguments["action"] != "add" or not wanted:
        return None
    shown = {one["device_id"] for one in _devices_shown(moment) or []}
    missing = [one for one in wanted if one not in shown]
    return f"the devices {', '.join(missing)} were not shown" if missing else None


_OTHERWISE = re.compile(
    r"\b(?:only|just|without|not|none|no|nothing|except|but|leave|leaving|instead|one of)\b|n't\b"
)
_SWITCH = re.compile(r"\b(?:switch|swap|replac|instead|upgrad|downgrad|chang|mov)")


@rule(
    "TELC-16",
    "For a switch, remove the old service, then add the new one with the old one's devices.",
    on="write",
    tools={SERVICES},
    judge="whether the customer wanted it otherwise",
)
def switched_in_order(moment: Moment) -> str | None:
    """What was removed before lends its devices; nothing is removed after its successor."""
    wanted = moment.arguments
    category = CATEGORY_OF.get(wanted.get("service_id") or "")
    if wanted["action"] == "remove":
        for _, added in _acts(moment, "add"):
            if CATEGORY_OF.get(added["service_id"]) != category:
                continue
            if added["service_id"] != wanted.get("service_id") and _SWITCH.search(
                normalised(moment.user_text)
            ):
                return f"{added['service_id']} was added before {wanted['service_id']} was removed"
        return None
    if wanted["action"] != "add":
        return None
    old = [
        one for one in _acts(moment, "remove") if CATEGORY_OF.get(one[1]["service_id"]) == category
    ]
    if not old:
        return None
    past, removed = old[-1]
    shown = _devices_shown(moment, past.index) or []
    had = {one["device_id"] for one in shown if one["service"] == removed["service_id"]}
    lost = had - set(wanted.get("devices_ids") or ())
    if lost and not _wants_other_devices(moment, [one["name"] for one in shown]):
        return f"the devices {', '.join(sorted(lost))} of {removed['service_id']} are left out"
    return None


def _wants_other_devices(moment: Moment, names: Sequence[str]) -> bool:
    """True if a sentence of the customer restricts or excludes something and is about devices."""
    words = {word for name in names for word in re.findall(r"[a-z]{2,}", normalised(name))}
    about = re.compile(rf"\b(?:devices?|equipment|{'|'.join(sorted(words)) or '$'})s?\b")
    sentences = re.split(r"[.?!;\n]+(?:\s|$)", moment.user_text)
    return any(
        _OTHERWISE.search(normalised(one)) and about.search(normalised(one)) for one in sentences
    )


@rule(
    "TELC-23",
    "Say before a removal which devices on the service lose their link.",
    on="write",
    tools={SERVICES},
    says=True,
)
def losses_named(moment: Moment) -> str | None:
    """A message that asks for the yes has named every device that is linked."""
    wanted = moment.arguments
    if wanted["action"] != "remove" or not wanted.get("service_id"):
        return None
    names = {
        one.name for one in devices_linked(moment, wanted["customer_id"], wanted["service_id"])
    }
    listed = [text for text in moment.agent_messages if asks_for_yes(text)]
    unsaid = [
        name for name in sorted(names) if not any(mentions(text, name, "label") for text in listed)
    ]
    return f"nothing said that {', '.join(unsaid)} will lose the link" if unsaid else None


# Bills and tickets: what is not asked to change stays.

_ASKS_TO_CHANGE = {
    "paperless": re.compile(r"\bpaper|\be-?bill|\bprint|\bby (?:e-?)?mail|\bmailed\b"),
    "auto_pay": re.compile(r"\bauto|\bby itself\b|\bmyself\b|\bby hand\b"),
    "billing_cycle": re.compile(
        r"\bquarter|\bannual|\byear|\bmonth|\bcycle\b|\bthree months\b|\bhow often\b"
    ),
    "status": re.compile(
        r"\bclos|\bresolv|\bsolv|\bfixed\b|\bdone\b|\bopen|\breopen|\bprogress|\bstatus\b|\bworks?\b"
    ),
    "priority": re.compile(
        r"\burgent|\bhigh|\bmedium\b|\blow|\bpriorit|\bimportant|\bcritical|\bescalat|\brais"
        r"|\bsoon|\basap\b|\btoday\b|\bhurr"
    ),
}


@rule(
    "TELC-19",
    "Send the present value of every bill setting and ticket field that is not to change.",
    on="write",
    tools={SETTINGS, TICKET},
    judge="whether each change was asked for in this sense",
)
def unasked_values_stay(moment: Moment) -> str | None:
    """The row was read before, and the customer has spoken of every field that changes."""
    wanted = moment.arguments
    ticket = moment.call is not None and moment.call.name == TICKET
    row = (
        moment.row(SupportTicket, wanted["ticket_id"])
        if ticket
        else moment.row(BillingAccount, wanted["customer_id"])
    )
    if row is None:
        return None
    if not (_ticket_shown(moment) if ticket else _bill_shown(moment)):
        return "it was overwritten before it was looked at"
    heard = normalised(moment.user_text)
    for field in ("status", "priority") if ticket else ("paperless", "auto_pay", "billing_cycle"):
        if getattr(row, field) != wanted[field] and not _ASKS_TO_CHANGE[field].search(heard):
            return f"nobody asked to change {field}"
    return None


def _bill_shown(moment: Moment) -> bool:
    key = moment.arguments["customer_id"]
    # The details of a customer show the settings, too.
    return any(
        moment.arguments_of(call).get("customer_id") == key
        for call in moment.succeeded(CUSTOMER, BILL, SETTINGS)
    )


def _ticket_shown(moment: Moment) -> bool:
    key = moment.arguments["ticket_id"]
    if any(mentions(call.result, key, "id") for call in moment.succeeded(NEW_TICKET)):
        return True
    return any(
        moment.arguments_of(call).get("ticket_id") == key
        for call in moment.succeeded(SHOW_TICKET, TICKET)
    )


# Payments.

_METHOD_SAID = {
    "credit_card": re.compile(r"\b(?:credit[ _-]?)?card\b|\bvisa\b|\bmastercard\b"),
    "bank_transfer": re.compile(r"\btransfer|\bbank\b|\bwire\b"),
}
_ALL_OF_IT = re.compile(
    r"\ball\b|\bwhole\b|\bfull\b|\bentire|\bbalance\b|\beverything\b|\bowe|\brest\b|\bremain"
    r"|\bcomplete|\boutstanding\b|\bdebt\b|\boff\b|\bit up\b|\bsettle"
)
_RELATIVE = {
    TODAY: re.compile(r"\btoday|\bnow\b|\bright away\b|\bimmediately\b"),
    TODAY - timedelta(days=1): re.compile(r"\byesterday\b"),
    TODAY + timedelta(days=1): re.compile(r"\btomorrow\b"),
}
_OTHER_DAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this|last|coming) (?:week|month)"
    r"|days? (?:ago|later|from now))\b|\bin (?:\w+ )?(?:days?|weeks?)\b"
)


@rule(
    "TELC-20",
    "Amount, method and date of a payment come from the customer.",
    on="write",
    tools={PAYMENT},
    judge="a date that the customer leaves to be counted",
)
def payment_as_said(moment: Moment) -> str | None:
    """Each was said; the amount may be the balance of which the customer says to pay it all."""
    wanted, heard = moment.arguments, normalised(moment.user_text)
    method = _METHOD_SAID.get(wanted["method"])
    if method is not None and not method.search(heard):
        return f"the customer has not said {wanted['method']}"
    if not _date_said(wanted["date"], moment.user_text):
        return f"the customer has not said {wanted['date']}"
    if said(moment.user_text, wanted["amount"]):
        return None
    bill = moment.row(BillingAccount, wanted["customer_id"])
    balance = bill is not None and _cents(wanted["amount"]) == bill.current_balance
    if balance and _ALL_OF_IT.search(heard):
        return None
    return f"the customer has not said {wanted['amount']}"


def _date_said(text: str, heard: str) -> bool:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return True  # The tool refuses it.
    if mentions(heard, day.isoformat(), "date"):
        return True
    plain = normalised(heard)
    relative = _RELATIVE.get(day)
    return bool(relative and relative.search(plain)) or bool(_OTHER_DAY.search(plain))


def _cents(amount: float) -> int | None:
    try:
        return to_cents(amount)
    except Rejection:
        return None


@rule(
    "TELC-21",
    "Say that a surplus is not credited before more than the balance is booked.",
    on="write",
    tools={PAYMENT},
    says=True,
)
def surplus_told(moment: Moment) -> str | None:
    """A message has named what goes beyond the balance."""
    bill = moment.row(BillingAccount, moment.arguments["customer_id"])
    cents = _cents(moment.arguments["amount"])
    if bill is None or cents is None or cents <= bill.current_balance:
        return None
    surplus = two_decimals(cents - bill.current_balance)
    if any(mentions(text, surplus, "amount") for text in moment.agent_messages):
        return None
    return f"nothing said that {surplus} goes beyond the balance"


# Shared rules in the company's terms.

_SHOWN_BY = {SERVICES: CUSTOMER, PAYMENT: BILL}


@rule(
    "COM-11",
    "Look at services and devices before they change, and at the bill before a payment.",
    on="write",
    tools=_SHOWN_BY,
    judge="conditions that neither a tool nor another rule checks",
)
def looked_at_first(moment: Moment) -> str | None:
    """A result has shown what the write changes; bill settings and tickets: see TELC-19."""
    assert moment.call is not None
    if moment.call.name == SERVICES and only_lists(moment.arguments):
        return None
    key = moment.arguments["customer_id"]
    for call in moment.succeeded(_SHOWN_BY[moment.call.name]):
        if moment.arguments_of(call).get("customer_id") == key:
            return None
    return f"{moment.call.name} was called before {_SHOWN_BY[moment.call.name]}"


RULES: tuple[Rule, ...] = (
    identified_first(
        "TELC-01",
        IDENTIFICATION,
        text="Find the customer by email or phone before any customer or ticket is touched.",
    ),
    id_read_back,
    one_principal(
        "TELC-03", IDENTIFICATION, owners_by("customer_id", {"ticket_id": SupportTicket})
    ),
    confirmed_writes("TELC-04", WRITES),
    one_call_per_turn("TELC-05"),
    known_facts_only("TELC-06"),
    left_to_judge(
        "TELC-07",
        "Refuse what these rules forbid, and write nothing for it.",
        judge="whether the refusal gives the reason and no write serves the refused wish",
    ),
    only_tools_that_exist,
    left_to_judge(
        "TELC-09",
        "Say once that what no tool serves cannot be done here, and go on with the rest.",
        judge="whether it was said, and that no write serves the wish but a ticket asked for",
    ),
    left_to_judge(
        "TELC-10",
        "Record such a matter as one ticket only if the customer wants it.",
        judge="whether the customer wanted a ticket, and that there is one at most",
    ),
    left_to_judge(
        "TELC-11",
        "Read a result out in full when the customer asks to verify something.",
        judge="whether it was asked, and whether all values were told",
    ),
    left_to_judge(
        "TELC-12",
        "Give what tools return unchanged, without formatting marks.",
        judge="whether texts of a result were altered",
    ),
    two_decimals_written,
    nothing_unasked(
        "TELC-14",
        text="Suggest no upgrade, payment or change that the customer did not raise.",
        judge="whether each write and offer was asked for",
    ),
    devices_from_the_list,
    switched_in_order,
    left_to_judge(
        "TELC-17",
        "Open at most one ticket per issue.",
        judge="whether two tickets are about one issue",
    ),
    left_to_judge(
        "TELC-18",
        "Work out category and urgency of a ticket from the customer's words, or ask.",
        judge="whether both fit the customer's words (the tool refuses unknown values)",
    ),
    unasked_values_stay,
    payment_as_said,
    surplus_told,
    left_to_judge(
        "TELC-22",
        "A senior price is a quote; do not say that the bill has changed.",
        judge="what the agent says about it",
    ),
    losses_named,
    looked_at_first,
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
