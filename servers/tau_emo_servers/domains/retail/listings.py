"""What the listing of each write of the shop must name before the customer's yes."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tau_emo_db.domains.retail.tables import (
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    Variant,
)
from tau_emo_servers.domains.retail.desk import (
    find_lines,
    find_new_variants,
    price_difference,
    refunds_due,
)
from tau_emo_servers.listing import (
    Fact,
    Part,
    WriteTool,
    fact,
    money_fact,
    payment_fact,
    refund_facts,
    text_facts,
)
from tau_emo_servers.money import unsigned
from tau_emo_servers.rules import Moment
from tau_emo_servers.toolkit import Rejection

_ADDRESS = ("address1", "address2", "city", "state", "zip")


def _order(moment: Moment, order_id: str) -> Fact:
    """The order by its id, or by one of the things in it."""
    contents: list[Part] = [
        (line.name, "label") for line in moment.rows(OrderItem, order_id=order_id)
    ]
    return fact(f"order {order_id}", (order_id, "id"), *contents)


def _line(moment: Moment, order_id: str, item_id: str) -> Fact:
    """An item by its id, by its options, or by its name where the order has one such thing."""
    lines = moment.rows(OrderItem, order_id=order_id)
    ways: list[Part | Sequence[Part]] = [(item_id, "id")]
    line = next((one for one in lines if one.item_id == item_id), None)
    if line is not None:
        name: Part = (line.name, "label")
        same = {one.item_id for one in lines if one.product_id == line.product_id}
        others = [one.options for one in lines if one.item_id in same - {item_id}]
        telling = [
            value
            for option, value in line.options.items()
            if any(other.get(option) != value for other in others)
        ]
        by_option: list[list[Part]] = [[name, (value, "label")] for value in telling]
        ways += by_option if others else [name]
    return fact(f"item {item_id}", *ways)


def _new_item(moment: Moment, order_id: str, item_id: str, new_item_id: str) -> Fact:
    """A new item by its id, or by every option in which it differs from the old one."""
    ways: list[Part | Sequence[Part]] = [(new_item_id, "id")]
    variant = moment.row(Variant, new_item_id)
    old = next(
        (one for one in moment.rows(OrderItem, order_id=order_id) if one.item_id == item_id), None
    )
    if variant is not None and old is not None:
        changed: list[Part] = [
            (value, "label")
            for option, value in variant.options.items()
            if old.options.get(option) != value
        ]
        if changed:
            ways.append(changed)
    return fact(f"the new item {new_item_id}", *ways)


def payment_method_fact(moment: Moment, order: Order | None, payment_method_id: str) -> Fact:
    """A payment method by its id or by what singles it out in its owner's profile."""
    method = moment.row(PaymentMethod, payment_method_id)
    held = moment.rows(PaymentMethod, user_id=method.user_id) if method else ()
    history = moment.rows(OrderPayment, order_id=order.order_id) if order else ()
    original = bool(history) and history[0].payment_method_id == payment_method_id
    return payment_fact(payment_method_id, held, original=original)


def _cancellation(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [
        _order(moment, wanted["order_id"]),
        fact(
            f"the reason {wanted['reason']}",
            (wanted["reason"], "label"),
            _REASONS[wanted["reason"]],
        ),
    ]
    order = moment.row(Order, wanted["order_id"])
    if order is not None:
        net: Counter[str] = Counter()
        for method_id, cents in refunds_due(moment.rows(OrderPayment, order_id=order.order_id)):
            net[method_id] += cents
        facts += refund_facts(net, lambda key: payment_method_fact(moment, order, key))
    return facts


_REASONS = {
    "no longer needed": re.compile(r"\b(?:no longer|not|don't|doesn't) (?:need|want)"),
    "ordered by mistake": re.compile(r"\b(?:mistake|accident|error|wrong)"),
}


_DEFAULT_ADDRESS = fact("the default address", re.compile(r"\b(?:default|profile|account|user)\b"))
_AN_ORDER = fact("an order", re.compile(r"\border(?:'s|s)?\b|#w\d"))


def _order_address(moment: Moment) -> list[Fact]:
    return [_order(moment, moment.arguments["order_id"]), *text_facts(moment, _ADDRESS)]


def _user_address(moment: Moment) -> list[Fact]:
    return [_DEFAULT_ADDRESS, *text_facts(moment, _ADDRESS)]


def _payment(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    order = moment.row(Order, wanted["order_id"])
    facts = [_order(moment, wanted["order_id"])]
    if order is not None:
        facts.append(payment_method_fact(moment, order, wanted["payment_method_id"]))
        history = moment.rows(OrderPayment, order_id=order.order_id)
        if history:
            facts.append(money_fact("the amount", unsigned(history[0].amount)))
    return facts


def _exchange(moment: Moment) -> list[Fact]:
    """For a change of items and for an exchange."""
    wanted = moment.arguments
    order = moment.row(Order, wanted["order_id"])
    facts = [_order(moment, wanted["order_id"])]
    if order is None:
        return facts
    for item_id, new_item_id in zip(wanted["item_ids"], wanted["new_item_ids"], strict=False):
        facts.append(_line(moment, order.order_id, item_id))
        facts.append(_new_item(moment, order.order_id, item_id, new_item_id))
    difference = _difference(moment, order, wanted)
    if difference is not None:
        facts.append(money_fact("the difference", unsigned(difference)))
    facts.append(payment_method_fact(moment, order, wanted["payment_method_id"]))
    return facts


def _difference(moment: Moment, order: Order, change: dict[str, Any]) -> int | None:
    """What new items cost more than the old ones did, in cents; None if the tool refuses them."""
    try:
        lines = find_lines(moment.db, order, change["item_ids"])
        variants = find_new_variants(moment.db, lines, change["new_item_ids"])
    except Rejection:
        return None
    return price_difference(lines, variants)


def _return(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    order = moment.row(Order, wanted["order_id"])
    facts = [_order(moment, wanted["order_id"])]
    if order is not None:
        facts += [_line(moment, order.order_id, item_id) for item_id in wanted["item_ids"]]
        facts.append(payment_method_fact(moment, order, wanted["payment_method_id"]))
    return facts


_CHANGE = "chang|updat|modif|switch|swap|replac|exchang"
_TURN = "turn|becom|go(?:es)? (?:from|back)|(?:is|are) now"

WRITES = {
    "cancel_pending_order": WriteTool("cancel", _cancellation),
    "modify_pending_order_address": WriteTool(
        f"{_CHANGE}|ship|deliver|send|redirect|mov", _order_address
    ),
    "modify_pending_order_payment": WriteTool(f"{_CHANGE}|pay|paid|mov|charg", _payment),
    "modify_pending_order_items": WriteTool(_CHANGE, _exchange, also=_TURN),
    "return_delivered_order_items": WriteTool("return|send back|sent back", _return),
    "exchange_delivered_order_items": WriteTool(_CHANGE, _exchange, also=_TURN),
    "modify_user_address": WriteTool(f"{_CHANGE}|set|sav|mak|mov", _user_address),
}
"""The shop's write tools, as a listing and a report name them."""

WHICH_ADDRESS = {
    "modify_pending_order_address": _AN_ORDER,
    "modify_user_address": _DEFAULT_ADDRESS,
}
"""Whose address each write tool changes."""
