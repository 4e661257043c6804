"""The reference agent's words in the retail domain."""

from collections import Counter
from collections.abc import Sequence

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.seen import Seen


def _dollars(amount: float) -> str:
    return f"${amount:,.2f}"


def _method(method_id: str, seen: Seen) -> str:
    method = seen.find(method_id)
    kind = str(method.get("source", "payment method")).replace("_", " ")
    if kind == "credit card":
        return f"your {method['brand']} card ending in {method['last_four']} ({method_id})"
    return f"your {'PayPal account' if kind == 'paypal' else kind} {method_id}"


def _options(options: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _lines(order_id: str, item_ids: Sequence[str], seen: Seen) -> list[str]:
    """The order lines that the ids stand for, by name and options."""
    wanted = Counter(item_ids)
    lines: list[str] = []
    for line in seen.find(order_id)["items"]:
        if wanted[line["item_id"]] > 0:
            wanted[line["item_id"]] -= 1
            lines.append(f"{line['name']} ({_options(line['options'])}; {line['item_id']})")
    return lines


def _address(args: Arguments) -> str:
    parts = ("address1", "address2", "city", "state", "zip", "country")
    return ", ".join(args[part] for part in parts if args[part])


def _new_items(args: Arguments, seen: Seen) -> str:
    old = _lines(args["order_id"], args["item_ids"], seen)
    pairs: list[str] = []
    for name, new in zip(_in_order(args, old), args["new_item_ids"], strict=True):
        variant = seen.find(new)
        pairs.append(
            f"{name} becomes the one with {_options(variant['options'])} "
            f"({new}) at {_dollars(variant['price'])}"
        )
    return "; ".join(pairs)


def _in_order(args: Arguments, lines: Sequence[str]) -> list[str]:
    """The lines in the order of the argument: pairs belong together."""
    left = list(lines)
    ordered: list[str] = []
    for item_id in args["item_ids"]:
        line = next(line for line in left if line.endswith(f"{item_id})"))
        left.remove(line)
        ordered.append(line)
    return ordered


def _difference(amount: float, method: str) -> str:
    if amount > 0:
        return f"The difference of {_dollars(amount)} is charged to {method}."
    if amount < 0:
        return f"The difference of {_dollars(-amount)} is refunded to {method}."
    return f"There is no difference to pay ($0.00); {method} is noted for it."


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    order = seen.find(args["order_id"])
    names = ", ".join(line["name"] for line in order["items"])
    return (
        f"cancel the order {args['order_id']} ({names}) for the reason '{args['reason']}'. "
        f"{_refunds(result, seen)} This cannot be undone."
    )


def _refunds(result: Result, seen: Seen) -> str:
    parts: list[str] = []
    for entry in result["payment_history"]:
        if entry["transaction_type"] == "refund":
            method = seen.find(entry["payment_method_id"])
            when = "at once" if method.get("source") == "gift_card" else "in 5 to 7 business days"
            target = _method(entry["payment_method_id"], seen)
            parts.append(f"{_dollars(entry['amount'])} to {target} {when}")
    return f"You get back {' and '.join(parts)}."


def _list_order_address(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change the shipping address of the order {args['order_id']} to {_address(args)}. "
        "Nothing is charged."
    )


def _list_payment(args: Arguments, result: Result, seen: Seen) -> str:
    paid, back = result["payment_history"][-2:]
    return (
        f"change the payment of the order {args['order_id']}: {_dollars(paid['amount'])} is "
        f"charged to {_method(args['payment_method_id'], seen)} and "
        f"{_dollars(back['amount'])} goes back to {_method(back['payment_method_id'], seen)}. This can be done once."
    )


def _list_item_change(args: Arguments, result: Result, seen: Seen) -> str:
    entry = result["payment_history"][-1]
    sign = 1 if entry["transaction_type"] == "payment" else -1
    return (
        f"modify the items of the order {args['order_id']}: {_new_items(args, seen)}. "
        f"{_difference(sign * entry['amount'], _method(args['payment_method_id'], seen))} "
        "Afterwards the order can neither be changed nor cancelled."
    )


def _list_return(args: Arguments, result: Result, seen: Seen) -> str:
    items = "; ".join(_lines(args["order_id"], args["item_ids"], seen))
    return (
        f"return from the order {args['order_id']}: {items}. The refund goes to "
        f"{_method(args['payment_method_id'], seen)}. A return can be requested once per order."
    )


def _list_exchange(args: Arguments, result: Result, seen: Seen) -> str:
    method = _method(args["payment_method_id"], seen)
    return (
        f"exchange in the order {args['order_id']}: {_new_items(args, seen)}. "
        f"{_difference(result['exchange_price_difference'], method)} "
        "An exchange can be requested once per order."
    )


def _list_default_address(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change the default address of your profile to {_address(args)}. Orders you have "
        "placed keep theirs. Nothing is charged."
    )


_EMAIL_FOLLOWS = "You will get an email that explains how to send the items back."

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
        "cancel_pending_order": (
            "Do you want to cancel because it is no longer needed or because it was ordered by "
            "mistake?"
        ),
        "modify_pending_order_address": "What is the full new shipping address?",
        "modify_pending_order_payment": "Which payment method should be used instead?",
        "modify_pending_order_items": (
            "Which items should be changed, and to what exactly? Please name all of them now, as "
            "this can be done only once. Which payment method should settle the difference?"
        ),
        "return_delivered_order_items": (
            "Which items do you want to return, and where should the refund go?"
        ),
        "exchange_delivered_order_items": (
            "Which items should be exchanged, and for what exactly? Please name all of them now, "
            "as this can be done only once. Which payment method should settle the difference?"
        ),
        "modify_user_address": "What is the full new default address?",
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
            f"The order {args['order_id']} has been cancelled. {_refunds(result, seen)}"
        ),
        "modify_pending_order_address": lambda args, result, seen: (
            f"The order {args['order_id']} will be shipped to {_address(args)}."
        ),
        "modify_pending_order_payment": lambda args, result, seen: (
            f"The order {args['order_id']} is now paid with "
            f"{_method(args['payment_method_id'], seen)}."
        ),
        "modify_pending_order_items": lambda args, result, seen: (
            f"The items of the order {args['order_id']} have been changed."
        ),
        "return_delivered_order_items": lambda args, result, seen: (
            f"The return for the order {args['order_id']} has been requested. {_EMAIL_FOLLOWS}"
        ),
        "exchange_delivered_order_items": lambda args, result, seen: (
            f"The exchange for the order {args['order_id']} has been requested. {_EMAIL_FOLLOWS}"
        ),
        "modify_user_address": lambda args, result, seen: (
            f"Your default address is now {_address(args)}."
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
        "RET-16": "the new payment method has to be another single one of your profile.",
        "RET-17": "the balance of the gift card does not cover the amount.",
        "RET-18": "the items of this order were changed before, so it stays as it is.",
        "RET-20": "an item can only become an available variant of the same product.",
        "RET-22": "only an order that has been delivered can be returned.",
        "RET-24": "a refund goes to the original payment method or to a gift card of yours.",
        "RET-25": "only an order that has been delivered can be exchanged.",
        "RET-26": "an order takes one return or one exchange, and only once.",
    },
)
