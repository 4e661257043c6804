"""The policy rules of the shop, in the order of its policy."""

import re

from tau_emo_db.domains.retail.tables import Order, OrderPayment
from tau_emo_servers.common_rules import (
    HELPERS,
    Identification,
    confirmed_writes,
    email_before_name,
    found_key,
    hand_off_in_its_cases,
    identified_first,
    known_facts_only,
    no_repeated_failure,
    nothing_unasked,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    read_before_write,
    refused_without_hand_off,
    reported_outcomes,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domains.retail.listings import WHICH_ADDRESS, WRITES, payment_method_fact
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule

BY_EMAIL = "find_user_id_by_email"
BY_NAME = "find_user_id_by_name_zip"
CANCEL = "cancel_pending_order"
ADDRESS = "modify_pending_order_address"
PAYMENT = "modify_pending_order_payment"
ITEMS = "modify_pending_order_items"
RETURN = "return_delivered_order_items"
EXCHANGE = "exchange_delivered_order_items"
USER_ADDRESS = "modify_user_address"


IDENTIFICATION = Identification(principal={BY_EMAIL: found_key, BY_NAME: found_key})


def _order(moment: Moment) -> Order | None:
    return moment.named(Order, "order_id")


def _made_before(moment: Moment, order: Order, *tools: str) -> ToolCall | None:
    """A successful call of one of the tools for the order, earlier in the conversation."""
    for call in moment.succeeded(*tools):
        if moment.arguments_of(call).get("order_id") == order.order_id:
            return call
    return None


@rule("RET-03", "No service, and no hand-off, while no user is found.")
def no_service_before(moment: Moment) -> str | None:
    """Only the two searches and the helpers before a user is found."""
    assert moment.call is not None
    name = moment.call.name
    if principal(moment, IDENTIFICATION) is not None:
        return None
    if name in IDENTIFICATION.principal or name in HELPERS:
        return None
    return f"{name} was called while no user was found"


@rule(
    "RET-18",
    "Items are modified once; afterwards the order is neither modified nor cancelled.",
    on="write",
    tools={CANCEL, ADDRESS, PAYMENT, ITEMS},
)
def nothing_after_item_change(moment: Moment) -> str | None:
    """No change of items came before: here, or by the number of payment entries, earlier."""
    order = _order(moment)
    if order is None or order.status != "pending":
        return None
    if _made_before(moment, order, ITEMS):
        return f"the items of {order.order_id} were changed in this conversation"
    entries = len(moment.rows(OrderPayment, order_id=order.order_id))
    if entries % 2 == 0:
        return f"the items of {order.order_id} were changed before ({entries} payment entries)"
    return None


@rule(
    "RET-21",
    "The customer names the method for the difference, also when it is 0.",
    on="write",
    tools={ITEMS, EXCHANGE},
    judge="whether it was the customer's choice",
)
def named_payment(moment: Moment) -> str | None:
    """The customer has named the method by id, brand and digits, or kind."""
    key = moment.arguments["payment_method_id"]
    text = moment.user_text
    kind = key.rpartition("_")[0].replace("_", "[ _-]?")
    cards = "|visa|master ?card|card" if key.startswith("credit_card") else ""
    if payment_method_fact(moment, _order(moment), key).named_in(text):
        return None
    if re.search(rf"\b(?:{kind}{cards}|original|same)", text.casefold()):
        return None
    return f"the customer has not named {key}"


def _only_delivered(moment: Moment) -> str | None:
    order = _order(moment)
    if order is None or order.status == "delivered":
        return None
    return f"order {order.order_id} is {order.status}"


@rule("RET-22", "Return only delivered orders.", on="write", tools={RETURN})
def returns_delivered(moment: Moment) -> str | None:
    """The status is exactly `delivered`."""
    return _only_delivered(moment)


@rule("RET-25", "Exchange only delivered orders.", on="write", tools={EXCHANGE})
def exchanges_delivered(moment: Moment) -> str | None:
    """The status is exactly `delivered`."""
    return _only_delivered(moment)


@rule(
    "RET-26",
    "An order takes one return or one exchange, once.",
    on="write",
    tools={RETURN, EXCHANGE},
)
def one_request_per_order(moment: Moment) -> str | None:
    """No return or exchange of the order was made before, here or earlier."""
    order = _order(moment)
    if order is None:
        return None
    made = _made_before(moment, order, RETURN, EXCHANGE)
    if made:
        return f"{made.name} was already made for {order.order_id}"
    if order.status in ("delivered (return requested)", "delivered (exchange requested)"):
        return f"order {order.order_id} is {order.status}"
    return None


_OF_ADDRESSES = re.compile(r"\b(?:address|ship|deliver|send|sent|redirect|mov|live|living)", re.I)


@rule(
    "RET-28",
    "Default and order address are separate; change only what was asked.",
    on="write",
    tools=WHICH_ADDRESS,
    judge="whether this address was to be changed",
)
def only_that_address(moment: Moment) -> str | None:
    """A message about addresses, the customer's or the agent's, names the one that is changed."""
    assert moment.call is not None
    changed = WHICH_ADDRESS[moment.call.name]
    for message in (*moment.user_messages, *moment.agent_messages):
        if _OF_ADDRESSES.search(message) and changed.named_in(message):
            return None
    return f"no message about addresses names {changed.name}"


RULES: tuple[Rule, ...] = (
    identified_first(
        "RET-01",
        IDENTIFICATION,
        text="Authenticate by email or by name and zip before anything else.",
    ),
    email_before_name(
        "RET-02",
        IDENTIFICATION,
        by_email=BY_EMAIL,
        by_name=BY_NAME,
        text="Try the email first; name and zip if it is unknown or not found.",
    ),
    no_service_before,
    one_principal("RET-04", IDENTIFICATION, owners_by("user_id", {"order_id": Order})),
    confirmed_writes("RET-05", WRITES),
    one_call_per_turn("RET-06"),
    known_facts_only("RET-07"),
    refused_without_hand_off("RET-08", text="Deny what these rules forbid."),
    hand_off_in_its_cases(
        "RET-09", text="Hand off only what no tool or rule covers; only the notice follows."
    ),
    read_before_write(
        "RET-10",
        "Look at an order's status before acting on it.",
        {"order_id": ("get_order_details",)},
    ),
    kept_by_tools("RET-11", "Cancel only pending orders."),
    left_to_judge(
        "RET-12",
        "The customer confirms the order and one of the two reasons.",
        judge="whether the customer meant the reason (the tool refuses any other)",
    ),
    kept_by_tools(
        "RET-13",
        "A cancelled order is refunded to what paid: gift card at once, others in 5 to 7 days.",
        judge="what the agent says about it",
    ),
    kept_by_tools("RET-14", "Modify only pending orders."),
    left_to_judge(
        "RET-15",
        "Only address, payment and item options are modified; nothing is added or removed.",
        judge="whether another wish was refused (no tool serves it)",
    ),
    kept_by_tools("RET-16", "A new payment is one method of the profile, not the original."),
    kept_by_tools("RET-17", "A gift card must cover the order or the difference."),
    nothing_after_item_change,
    left_to_judge(
        "RET-19",
        "Before an item change or exchange, remind the customer to name all items.",
        judge="whether a message before the call asks it",
    ),
    kept_by_tools("RET-20", "New items are available variants of the same product."),
    named_payment,
    returns_delivered,
    confirmed_writes(
        "RET-23",
        WRITES,
        text="For a return the customer confirms order, items and refund method.",
        only={RETURN},
    ),
    kept_by_tools("RET-24", "A return is refunded to the original method or a gift card."),
    exchanges_delivered,
    one_request_per_order,
    left_to_judge(
        "RET-27",
        "After a return or exchange request, say that an email explains the way back.",
        judge="whether it was said",
    ),
    only_that_address,
    reported_outcomes("COM-12", WRITES),
    nothing_unasked(
        "COM-13",
        text="Do nothing unasked: no extra write, no offer, no way round a rule.",
        judge="whether each write and offer was asked for",
    ),
    no_repeated_failure("COM-14"),
)
