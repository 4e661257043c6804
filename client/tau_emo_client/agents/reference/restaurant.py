"""The reference agent's words in the restaurant domain."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import dollars, joined, rows_of
from tau_emo_client.agents.reference.seen import Seen

_REASON = re.compile(r"\bbecause\b|\bsince\b|\breason\b|\bso (?:i|we) ", re.IGNORECASE)
_OF_A_DIFFERENCE = re.compile(r"difference|settle|extra|comes? back|goes? back|refund", re.I)
_OF_A_PAYMENT = re.compile(r"pa(?:y|id)|charge|card", re.IGNORECASE)
_OF_A_TIP = re.compile(r"\btip|charge|card", re.IGNORECASE)
_COUNTS = ("", "one", "two", "three", "four")


# What is still to be asked.


def _named(instrument_ref: str, about: re.Pattern[str], seen: Seen) -> bool:
    """True if a sentence about the money names this instrument."""
    card = seen.find(instrument_ref)["metadata"]
    words = (card["issuer"].lower(), card["tail_digits"])
    return seen.named(words, about)


def _ask_reason(args: Arguments, seen: Seen) -> str:
    return "" if _REASON.search(seen.heard) else "What is the reason for the cancellation?"


def _ask_dropoff(args: Arguments, seen: Seen) -> str:
    if seen.knows(args["line_one"]) and seen.knows(args["postal_code"]):
        return ""
    return "Could you please give me the full new address?"


def _ask_table(args: Arguments, seen: Seen) -> str:
    wanted = [args["zone"], args["table_no"], str(args["seat_count"])]
    if all(seen.knows(value) for value in wanted):
        return ""
    return "Which table should it be, in which part of the house, and for how many?"


def _ask_difference(args: Arguments, seen: Seen) -> str:
    if not _difference(args, seen) or _named(args["instrument_ref"], _OF_A_DIFFERENCE, seen):
        return ""
    return "Which of your cards or accounts should be used for the difference in price?"


def _ask_instrument(args: Arguments, seen: Seen) -> str:
    if _named(args["instrument_ref"], _OF_A_PAYMENT, seen):
        return ""
    return "Which of your cards or accounts should pay instead?"


def _ask_tip(args: Arguments, seen: Seen) -> str:
    if _named(args["instrument_ref"], _OF_A_TIP, seen):
        return ""
    return "Which of your cards or accounts should the tip be charged to?"


# What stands in the restaurant.


def _instrument(instrument_ref: str, seen: Seen) -> str:
    """An instrument by its issuer and last digits."""
    card = seen.find(instrument_ref)["metadata"]
    return f"your {card['issuer']} ending in {card['tail_digits']}"


def _ticket(args: Arguments, seen: Seen) -> str:
    """The ticket by its reference and by the dishes on it."""
    lines = seen.find(args["ticket_ref"])["line_entries"]
    titles = list(dict.fromkeys(line["label"] for line in lines))
    return f"your ticket {args['ticket_ref']} ({joined(titles)})"


def _lines(args: Arguments, seen: Seen) -> list[Mapping[str, Any]]:
    """The lines that the plates of a call stand for, in their order."""
    return rows_of(seen.find(args["ticket_ref"])["line_entries"], "plate_ref", args["plate_refs"])


def _difference(args: Arguments, seen: Seen) -> int:
    """What a change of plates costs, in cents."""
    new = sum(round(100 * seen.find(ref)["cost"]) for ref in args["new_plate_refs"])
    return new - sum(round(100 * line["cost"]) for line in _lines(args, seen))


def _modifiers(plate_ref: str, seen: Seen) -> dict[str, str]:
    return {name: value for name, value in seen.find(plate_ref)["modifiers"].items() if value}


def _form(modifiers: dict[str, str]) -> str:
    """Modifiers as a customer says them: `mild and with prawn`."""
    return joined([f"with {one}" if name == "protein" else one for name, one in modifiers.items()])


def _plates(args: Arguments, seen: Seen) -> str:
    """Every plate with what it becomes, by the modifiers that change."""
    on_ticket = Counter(line["plate_ref"] for line in seen.find(args["ticket_ref"])["line_entries"])
    pairs = list(zip(_lines(args, seen), args["new_plate_refs"], strict=True))
    count = Counter((line["plate_ref"], new) for line, new in pairs)
    parts: list[str] = []
    for line, new in pairs:
        old, becomes = _modifiers(line["plate_ref"], seen), _modifiers(new, seen)
        changed = {name: value for name, value in becomes.items() if old[name] != value}
        before = {name: old[name] for name in changed}
        portions, among = count[line["plate_ref"], new], on_ticket[line["plate_ref"]]
        what = f"the {line['label']}"
        if among > 1:
            what = f"{_COUNTS[portions]} of the {_COUNTS[among]} portions of {what}"
        parts.append(
            f"{what} to {_form(changed)}, now {_form(before)}, at "
            f"{dollars(seen.find(new)['cost'])}{' each' if portions > 1 else ''}"
        )
    return "; and ".join(dict.fromkeys(parts))


def _new_plates(args: Arguments, result: Result, seen: Seen) -> str:
    """The plates that a change has put on a ticket, by title and modifiers."""
    titles = {line["plate_ref"]: line["label"] for line in result["line_entries"]}
    plates: list[str] = args["new_plate_refs"]
    return joined(
        [
            f"{'the' if portions == 1 else f'{_COUNTS[portions]} portions of the'} {titles[new]} "
            f"({_form(_modifiers(new, seen))})"
            for new, portions in Counter(plates).items()
        ]
    )


def _address(args: Arguments) -> str:
    parts = ("line_one", "line_two", "municipality", "province", "postal_code", "nation")
    return ", ".join(args[part] for part in parts if args[part])


def _table(args: Arguments) -> str:
    return f"table {args['table_no']} in the {args['zone']} with {args['seat_count']} seats"


def _refunds(args: Arguments, result: Result, seen: Seen) -> str:
    """What a cancellation has given back: the refunds that the ticket did not bear before."""
    before = len(seen.find(args["ticket_ref"])["charges"])
    if seen.find(args["ticket_ref"])["state"] == "cancelled":
        before = next(
            place
            for place in range(len(result["charges"]))
            if all(charge["kind"] == "refund" for charge in result["charges"][place:])
        )
    by_instrument: dict[str, float] = {}
    for charge in result["charges"][before:]:
        target = _instrument(charge["instrument_ref"], seen)
        by_instrument[target] = by_instrument.get(target, 0) + charge["total"]
    back = joined([f"{dollars(total)} to {target}" for target, total in by_instrument.items()])
    tips = sum(charge["total"] for charge in result["charges"] if charge["kind"] == "tip")
    kept = f" The tip of {dollars(tips)} is not given back." if tips else ""
    return f"You get back {back}.{kept}"


# Listings.


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"cancel {_ticket(args, seen)} as a whole. {_refunds(args, result, seen)} This cannot be "
        "undone."
    )


def _list_dropoff(args: Arguments, result: Result, seen: Seen) -> str:
    return f"have {_ticket(args, seen)} delivered to {_address(args)}. Nothing is charged."


def _list_table(args: Arguments, result: Result, seen: Seen) -> str:
    return f"move {_ticket(args, seen)} to {_table(args)}. Nothing is charged."


def _list_items(args: Arguments, result: Result, seen: Seen) -> str:
    difference = _difference(args, seen)
    target = _instrument(args["instrument_ref"], seen)
    amount = dollars(abs(difference) / 100)
    money = "The price stays the same, so nothing is charged."
    if difference > 0:
        money = f"The difference of {amount} is charged to {target}."
    elif difference < 0:
        money = f"The difference of {amount} is refunded to {target}."
    return f"change on your ticket {args['ticket_ref']} {_plates(args, seen)}. {money}"


def _list_instrument(args: Arguments, result: Result, seen: Seen) -> str:
    paid, back = result["charges"][-2:]
    return (
        f"change the payment of {_ticket(args, seen)}: {dollars(paid['total'])} is charged to "
        f"{_instrument(paid['instrument_ref'], seen)}, and the same amount goes back to "
        f"{_instrument(back['instrument_ref'], seen)}. This can be done only once."
    )


def _list_tip(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"add a tip of {dollars(args['tip_total'])} to {_ticket(args, seen)}, charged to "
        f"{_instrument(args['instrument_ref'], seen)}."
    )


WORDS = DomainWords(
    questions={
        "email": "the email address on your account",
        "given": "your first name",
        "family": "your last name",
        "postal_code": "your postal code",
        "ticket_ref": "the reference of the ticket",
        "dish_ref": "the name of the dish",
    },
    intakes={
        "cancel_placed_ticket": _ask_reason,
        "modify_placed_ticket_dropoff": _ask_dropoff,
        "modify_placed_ticket_table": _ask_table,
        "modify_placed_ticket_items": _ask_difference,
        "modify_placed_ticket_instrument": _ask_instrument,
        "add_tip_to_ticket": _ask_tip,
    },
    listings={
        "cancel_placed_ticket": _list_cancellation,
        "modify_placed_ticket_dropoff": _list_dropoff,
        "modify_placed_ticket_table": _list_table,
        "modify_placed_ticket_items": _list_items,
        "modify_placed_ticket_instrument": _list_instrument,
        "add_tip_to_ticket": _list_tip,
    },
    reports={
        "cancel_placed_ticket": lambda args, result, seen: (
            f"Your ticket {args['ticket_ref']} has been cancelled. {_refunds(args, result, seen)}"
        ),
        "modify_placed_ticket_dropoff": lambda args, result, seen: (
            f"The address of your ticket {args['ticket_ref']} has been changed; it will be "
            f"delivered to {_address(args)}."
        ),
        "modify_placed_ticket_table": lambda args, result, seen: (
            f"Your ticket {args['ticket_ref']} has been moved to {_table(args)}."
        ),
        "modify_placed_ticket_items": lambda args, result, seen: (
            f"Your ticket {args['ticket_ref']} has been changed; it now holds "
            f"{_new_plates(args, result, seen)}."
        ),
        "modify_placed_ticket_instrument": lambda args, result, seen: (
            f"The payment of your ticket {args['ticket_ref']} has been moved to "
            f"{_instrument(args['instrument_ref'], seen)}."
        ),
        "add_tip_to_ticket": lambda args, result, seen: (
            f"The tip of {dollars(args['tip_total'])} has been added to your ticket "
            f"{args['ticket_ref']}."
        ),
    },
    refusals={
        "RST-04": "I can only help you with your own tickets in this conversation.",
        "RST-08": (
            "only a ticket that the kitchen has not begun with can be cancelled or changed, and "
            "with this one it has."
        ),
        "RST-10": "what was paid goes back only to what paid it.",
        "RST-11": "only a delivery has an address that can be changed.",
        "RST-12": "only a meal in the house has a table that can be changed.",
        "RST-14": "a dish can only become another form of the same dish.",
        "RST-15": "that form of the dish is not served today.",
        "RST-18": (
            "what pays for a ticket can be changed only while it has been paid in a single "
            "payment, and this one has more than one."
        ),
        "RST-19": "a cancelled ticket cannot bear a tip.",
    },
)
