"""The reference agent's words in the retail domain."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import card, dollars, joined, rows_of, spaced
from tau_emo_client.agents.reference.seen import Seen

_REASON = re.compile(r"no longer need|don't need|by mistake", re.IGNORECASE)
_OF_A_DIFFERENCE = re.compile(r"difference|settle|extra|costs?\b", re.IGNORECASE)
_OF_A_REFUND = re.compile(r"refund|money|comes? back|goes? back", re.IGNORECASE)


# What is still to be asked.


def _named(method_id: str, about: re.Pattern[str], seen: Seen) -> bool:
    """True if a sentence about a difference or a refund names this kind of payment method."""
    method = seen.find(method_id)
    kind = spaced(method_id.rpartition("_")[0])
    words = [kind, method.get("brand", kind), method.get("last_four", kind)]
    return seen.named(words, about)


def _ask_reason(args: Arguments, seen: Seen) -> str:
    if _REASON.search(seen.heard):
        return ""
    return (
        "What is the reason for the cancellation: is the order no longer needed, or was it "
        "ordered by mistake?"
    )


def _ask_address(args: Arguments, seen: Seen) -> str:
    if seen.knows(args["address1"]) and seen.knows(args["zip"]):
        return ""
    return "Could you please give me the full new address?"


def _ask_payment(args: Arguments, seen: Seen) -> str:
    if _named(args["payment_method_id"], re.compile(r"pa(?:y|id)"), seen):
        return ""
    return "Which payment method should be used instead?"


def _ask_refund(args: Arguments, seen: Seen) -> str:
    if _named(args["payment_method_id"], _OF_A_REFUND, seen):
        return ""
    return "Where should the refund go?"


def _ask_exchange(args: Arguments, seen: Seen) -> str:
    return _ask_items("exchange from", args, seen)


def _ask_change(args: Arguments, seen: Seen) -> str:
    return _ask_items("change in", args, seen)


def _ask_items(act: str, args: Arguments, seen: Seen) -> str:
    """The reminder to name all items always stands; it is a rule of the shop."""
    all_of_it = (
        "This can be done only once per order, so please tell me: is that everything you want to "
        f"{act} this order?"
    )
    if _named(args["payment_method_id"], _OF_A_DIFFERENCE, seen):
        return all_of_it
    return f"{all_of_it} And which payment method should be used for a difference in price?"


# What stands in the shop.


def _method(method_id: str, order_id: str, seen: Seen) -> str:
    """A payment method by what singles it out in the customer's profile."""
    method = seen.find(method_id)
    source = str(method["source"])
    if source == "credit_card":
        return card(method["brand"], method["last_four"])
    if source == "paypal":
        return "your PayPal account"
    profile = seen.find(seen.find(order_id)["user_id"])
    held = [one for one in profile["payment_methods"].values() if one["source"] == source]
    if len(held) == 1:
        return "your gift card"
    return f"your gift card ending in {method_id[-4:]} (with {dollars(method['balance'])} on it)"


def _options(options: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _lines(args: Arguments, seen: Seen) -> list[Mapping[str, Any]]:
    """The order lines that the item ids of a call stand for, in their order."""
    return rows_of(seen.find(args["order_id"])["items"], "item_id", args["item_ids"])


def _line(line: Mapping[str, Any], count: int, args: Arguments, seen: Seen) -> str:
    """A line by its name, and by its options where the order has another one of that name."""
    kin = {
        other["item_id"]
        for other in seen.find(args["order_id"])["items"]
        if other["product_id"] == line["product_id"]
    }
    which = f" ({_options(line['options'])})" if len(kin) > 1 else ""
    return (
        f"both units of the {line['name']}{which}" if count == 2 else f"the {line['name']}{which}"
    )


def _items(args: Arguments, seen: Seen) -> str:
    lines = _lines(args, seen)
    count = Counter(line["item_id"] for line in lines)
    return joined(
        list(dict.fromkeys(_line(line, count[line["item_id"]], args, seen) for line in lines))
    )


def _pairs(args: Arguments, becomes: tuple[str, str], seen: Seen) -> str:
    """Every item with what it becomes, by the options that change.

    Args:
        args: the arguments of a change of items or an exchange.
        becomes: the words between old and new, for one unit and for two.
        seen: what the agent has seen.
    """
    pairs = list(zip(_lines(args, seen), args["new_item_ids"], strict=True))
    count = Counter((line["item_id"], new) for line, new in pairs)
    parts: list[str] = []
    for line, new in pairs:
        variant = seen.find(new)
        changed = [
            _changed(name, value, line["options"][name])
            for name, value in variant["options"].items()
            if value != line["options"][name]
        ]
        units = count[line["item_id"], new]
        parts.append(
            f"{_line(line, units, args, seen)} {becomes[units - 1]} with {joined(changed)}, at "
            f"{dollars(variant['price'])}{' each' if units > 1 else ''}"
        )
    return "; and ".join(dict.fromkeys(parts))


def _changed(name: str, new: str, old: str) -> str:
    if {new, old} == {"yes", "no"}:
        return f"{name} ({new} instead of {old})"
    return f"{name} {new} instead of {old}"


def _new_items(args: Arguments, result: Result) -> str:
    """The items that a change has put into an order, by name and options."""
    new = Counter(
        f"{item['name']} with {_options(item['options'])}"
        for item in result["items"]
        if item["item_id"] in args["new_item_ids"]
    )
    return joined(
        [
            f"{'the' if count == 1 else f'{count} units of the'} {item}"
            for item, count in new.items()
        ]
    )


def _contents(order_id: str, seen: Seen) -> str:
    return joined([line["name"] for line in seen.find(order_id)["items"]])


def _address(args: Arguments) -> str:
    parts = ("address1", "address2", "city", "state", "zip", "country")
    return ", ".join(args[part] for part in parts if args[part])


def _difference(amount: float, method: str) -> str:
    if amount > 0:
        return f"The difference of {dollars(amount)} is charged to {method}."
    if amount < 0:
        return f"The difference of {dollars(-amount)} is refunded to {method}."
    return f"Nothing is charged or refunded; I would note {method} for it."


def _refunds(args: Arguments, result: Result, seen: Seen) -> str:
    """What a cancellation gives back: the last refunds, up to the price of the order."""
    left = round(100 * sum(item["price"] for item in result["items"]))
    parts: list[str] = []
    for entry in reversed(result["payment_history"]):
        if left <= 0:
            break
        left -= round(100 * entry["amount"])
        method_id = entry["payment_method_id"]
        at_once = seen.find(method_id)["source"] == "gift_card"
        when = "at once" if at_once else "within 5 to 7 business days"
        target = _method(method_id, args["order_id"], seen)
        parts.append(f"{dollars(entry['amount'])} to {target} {when}")
    return f"You get back {joined(parts[::-1])}."


# Listings.


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"cancel your whole order {args['order_id']} ({_contents(args['order_id'], seen)}); "
        f"reason: {args['reason']}. {_refunds(args, result, seen)} This cannot be undone."
    )


def _list_order_address(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"have your order {args['order_id']} ({_contents(args['order_id'], seen)}) shipped to "
        f"{_address(args)}. Nothing is charged."
    )


def _list_payment(args: Arguments, result: Result, seen: Seen) -> str:
    paid, back = result["payment_history"][-2:]
    order_id = args["order_id"]
    return (
        f"change the payment of your order {order_id} ({_contents(order_id, seen)}): "
        f"{dollars(paid['amount'])} is charged to "
        f"{_method(paid['payment_method_id'], order_id, seen)}, and "
        f"{dollars(back['amount'])} goes back to "
        f"{_method(back['payment_method_id'], order_id, seen)}. This can be done only once."
    )


def _list_item_change(args: Arguments, result: Result, seen: Seen) -> str:
    entry = result["payment_history"][-1]
    sign = 1 if entry["transaction_type"] == "payment" else -1
    method = _method(args["payment_method_id"], args["order_id"], seen)
    return (
        f"change the items of your order {args['order_id']}: "
        f"{_pairs(args, ('becomes one', 'become two'), seen)}. "
        f"{_difference(sign * entry['amount'], method)} Afterwards the order can be neither "
        "changed again nor cancelled."
    )


def _refund_of_return(args: Arguments, seen: Seen) -> str:
    total = sum(round(100 * line["price"]) for line in _lines(args, seen)) / 100
    method = _method(args["payment_method_id"], args["order_id"], seen)
    return f"The refund of {dollars(total)} goes to {method} when the parcel is back."


def _list_return(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"request the return of {_items(args, seen)} from your order {args['order_id']}. "
        f"{_refund_of_return(args, seen)} A return can be requested only once per order."
    )


def _list_exchange(args: Arguments, result: Result, seen: Seen) -> str:
    method = _method(args["payment_method_id"], args["order_id"], seen)
    return (
        f"exchange in your order {args['order_id']} "
        f"{_pairs(args, ('for one', 'for two'), seen)}. "
        f"{_difference(result['exchange_price_difference'], method)} An exchange can be "
        "requested only once per order."
    )


def _list_default_address(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change the default address of your profile to {_address(args)}. Orders you have "
        "placed keep theirs. Nothing is charged."
    )


_EMAIL_FOLLOWS = "You will get an email that explains how to send it back."

WORDS = DomainWords(
    questions={
        "email": "the email address on your account",
        "first_name": "your first name",
        "last_name": "your last name",
        "zip": "your zip code",
        "order_id": "the order number",
        "product_id": "the name of the product",
    },
    intakes={
        "cancel_pending_order": _ask_reason,
        "modify_pending_order_address": _ask_address,
        "modify_pending_order_payment": _ask_payment,
        "modify_pending_order_items": _ask_change,
        "return_delivered_order_items": _ask_refund,
        "exchange_delivered_order_items": _ask_exchange,
        "modify_user_address": _ask_address,
    },
    listings={
        "cancel_pending_order": _list_cancellation,
        "modify_pending_order_address": _list_order_address,
        "modify_pending_order_payment": _list_payment,
        "modify_pending_order_items": _list_item_change,
        "return_delivered_order_items": _list_return,
        "exchange_delivered_order_items": _list_exchange,
        "modify_user_address": _list_default_address,
    },
    reports={
        "cancel_pending_order": lambda args, result, seen: (
            f"Your order {args['order_id']} has been cancelled. {_refunds(args, result, seen)}"
        ),
        "modify_pending_order_address": lambda args, result, seen: (
            f"The address of your order {args['order_id']} has been changed; it will be shipped to "
            f"{_address(args)}."
        ),
        "modify_pending_order_payment": lambda args, result, seen: (
            f"The payment of your order {args['order_id']} has been changed to "
            f"{_method(args['payment_method_id'], args['order_id'], seen)}."
        ),
        "modify_pending_order_items": lambda args, result, seen: (
            f"Your order {args['order_id']} has been changed; it now holds "
            f"{_new_items(args, result)}."
        ),
        "return_delivered_order_items": lambda args, result, seen: (
            f"The return of {_items(args, seen)} has been requested. "
            f"{_refund_of_return(args, seen)} {_EMAIL_FOLLOWS}"
        ),
        "exchange_delivered_order_items": lambda args, result, seen: (
            f"The exchange of {_items(args, seen)} has been requested; no new order is placed "
            f"for it. {_EMAIL_FOLLOWS}"
        ),
        "modify_user_address": lambda args, result, seen: (
            f"The default address of your profile has been changed to {_address(args)}."
        ),
    },
    refusals={
        "RET-04": "I can only help you with your own orders in this conversation.",
        "RET-11": "only an order that is still pending can be cancelled, and this one is not.",
        "RET-12": (
            "an order can be cancelled only because it is no longer needed or was ordered by "
            "mistake."
        ),
        "RET-14": "only an order that is still pending can be changed, and this one is not.",
        "RET-15": (
            "of a pending order only the address, the payment method and the options of its "
            "items can be changed."
        ),
        "RET-16": (
            "the payment of an order can be changed only once, to another single method of your "
            "profile."
        ),
        "RET-17": "the balance of the gift card does not cover the amount.",
        "RET-18": "items of this order were changed before, so it has to stay as it is now.",
        "RET-20": (
            "an item can only become an available variant of the same product, and this one is "
            "not available."
        ),
        "RET-22": "only an order that has been delivered can be returned.",
        "RET-24": (
            "a refund can go only to the original payment method or to a gift card of yours."
        ),
        "RET-25": "only an order that has been delivered can be exchanged.",
        "RET-26": "an order takes one return or one exchange, and only once.",
    },
)
