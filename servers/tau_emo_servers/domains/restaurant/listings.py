"""What the listing of each write of the restaurant must name before the customer's yes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Instrument,
    LineEntry,
    Plate,
    Ticket,
)
from tau_emo_servers.domains.restaurant.desk import (
    find_lines,
    find_new_plates,
    price_difference,
    refunds_due,
    still_paid,
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
from tau_emo_servers.money import to_cents, unsigned
from tau_emo_servers.rules import Moment
from tau_emo_servers.toolkit import Rejection

_DROPOFF = ("line_one", "line_two", "municipality", "province", "nation", "postal_code")


@dataclass(frozen=True)
class _PaymentMethod:
    """An instrument in the words that all domains share."""

    id: str
    source: str
    brand: str
    last_four: str


def _payment_method(instrument: Instrument) -> _PaymentMethod:
    card = instrument.card
    return _PaymentMethod(
        instrument.instrument_ref, instrument.origin, card.issuer, card.tail_digits
    )


def instrument_fact(moment: Moment, instrument_ref: str, *, original: bool = False) -> Fact:
    """An instrument by its reference or by what singles it out in its owner's profile.

    Args:
        moment: the moment of the call.
        instrument_ref: its reference.
        original: it is what the ticket was paid with, so "the original card" names it.
    """
    instrument = moment.row(Instrument, instrument_ref)
    held = moment.rows(Instrument, guest_ref=instrument.guest_ref) if instrument else ()
    return payment_fact(instrument_ref, [_payment_method(one) for one in held], original=original)


def _ticket(moment: Moment) -> Fact:
    """The ticket by its reference, or by one of the dishes on it."""
    ticket_ref = moment.arguments["ticket_ref"]
    lines = moment.rows(LineEntry, ticket_ref=ticket_ref)
    contents: list[Part] = [(line.label, "label") for line in lines]
    return fact(f"ticket {ticket_ref}", (ticket_ref, "id"), *contents)


def _modifiers(plate: Plate) -> dict[str, str]:
    return plate.modifiers.model_dump(exclude_none=True)


def _line(moment: Moment, ticket_ref: str, plate_ref: str) -> Fact:
    """A plate by its reference, by its modifiers, or by the title where that is enough."""
    lines = moment.rows(LineEntry, ticket_ref=ticket_ref)
    ways: list[Part | Sequence[Part]] = [(plate_ref, "id")]
    line = next((one for one in lines if one.plate_ref == plate_ref), None)
    plate = moment.row(Plate, plate_ref)
    if line is not None and plate is not None:
        title: Part = (line.label, "label")
        kin = {one.plate_ref for one in lines if one.dish_ref == line.dish_ref} - {plate_ref}
        others = [other for ref in kin if (other := moment.row(Plate, ref)) is not None]
        telling: list[Part] = [
            (value, "label")
            for name, value in _modifiers(plate).items()
            if any(_modifiers(other).get(name) != value for other in others)
        ]
        ways += [[title, one] for one in telling] if others else [title]
    return fact(f"plate {plate_ref}", *ways)


def _portions(moment: Moment, ticket_ref: str, plate_ref: str, count: int) -> Fact | None:
    """How many portions of a plate change; None where the ticket has but one."""
    lines = moment.rows(LineEntry, ticket_ref=ticket_ref)
    there = sum(line.plate_ref == plate_ref for line in lines)
    if there <= 1:
        return None
    named_so_often = re.compile(rf"(?:\b{plate_ref.casefold()}\b.*?){{{count}}}")
    ways: list[Part] = [(str(count), "number"), named_so_often]
    if count == 1:
        ways = [re.compile(r"\b(?:one|1|single|only)\b")]
    if count == there:
        ways.append(re.compile(r"\b(?:all|both|each|every)\b"))
    return fact(f"{count} of {there} portions of {plate_ref}", *ways)


def _new_plate(moment: Moment, plate_ref: str, new_plate_ref: str) -> Fact:
    """A new plate by its reference, or by every modifier in which it differs from the old one."""
    ways: list[Part | Sequence[Part]] = [(new_plate_ref, "id")]
    new, old = moment.row(Plate, new_plate_ref), moment.row(Plate, plate_ref)
    if new is not None and old is not None:
        changed: list[Part] = [
            (value, "label")
            for name, value in _modifiers(new).items()
            if _modifiers(old).get(name) != value
        ]
        if changed:
            ways.append(changed)
    return fact(f"the new plate {new_plate_ref}", *ways)


def _cancellation(moment: Moment) -> list[Fact]:
    facts = [_ticket(moment)]
    charges = moment.rows(Charge, ticket_ref=moment.arguments["ticket_ref"])
    net: Counter[str] = Counter()
    for instrument_ref, cents in refunds_due(charges):
        net[instrument_ref] += cents
    facts += refund_facts(net, lambda ref: instrument_fact(moment, ref))
    if any(charge.kind == "tip" for charge in charges):
        facts.append(fact("that the tip stays", re.compile(r"\b(?:tip|gratuity)\b")))
    return facts


def _dropoff(moment: Moment) -> Iterator[Fact]:
    yield _ticket(moment)
    yield from text_facts(moment, _DROPOFF)


def _table(moment: Moment) -> Iterator[Fact]:
    wanted = moment.arguments
    yield _ticket(moment)
    yield fact(f"zone {wanted['zone']}", (wanted["zone"], "label"))
    ways: list[Part] = [(wanted["table_no"], "label")]
    if number := re.fullmatch(r"\D{0,2}0*(\d+)", wanted["table_no"].strip()):
        ways.append(re.compile(rf"\btable (?:no\.? |number )?0*{number[1]}\b"))
    yield fact(f"table {wanted['table_no']}", *ways)
    yield fact(f"{wanted['seat_count']} seats", (str(wanted["seat_count"]), "number"))


def _items(moment: Moment) -> Iterator[Fact]:
    wanted = moment.arguments
    ticket_ref = wanted["ticket_ref"]
    yield _ticket(moment)
    for plate_ref, new in zip(wanted["plate_refs"], wanted["new_plate_refs"], strict=False):
        yield _line(moment, ticket_ref, plate_ref)
        yield _new_plate(moment, plate_ref, new)
    changed: list[str] = wanted["plate_refs"]
    for plate_ref, count in Counter(changed).items():
        portions = _portions(moment, ticket_ref, plate_ref, count)
        if portions is not None:
            yield portions
    difference = item_difference(moment)
    if difference is not None:
        yield money_fact("the difference", unsigned(difference))
    if difference != 0:
        paid = moment.rows(Charge, ticket_ref=ticket_ref)
        ref = wanted["instrument_ref"]
        original = bool(paid) and paid[0].instrument_ref == ref
        yield instrument_fact(moment, ref, original=original)


def item_difference(moment: Moment) -> int | None:
    """What a change of plates costs, in cents; None if the tool refuses it."""
    wanted: dict[str, Any] = moment.arguments
    ticket = moment.row(Ticket, wanted["ticket_ref"])
    if ticket is None:
        return None
    try:
        lines = find_lines(moment.db, ticket, wanted["plate_refs"])
        plates = find_new_plates(moment.db, lines, wanted["new_plate_refs"])
    except Rejection:
        return None
    return price_difference(lines, plates)


def _instrument(moment: Moment) -> Iterator[Fact]:
    wanted = moment.arguments
    yield _ticket(moment)
    yield instrument_fact(moment, wanted["instrument_ref"])
    charges = moment.rows(Charge, ticket_ref=wanted["ticket_ref"])
    payment = next((charge for charge in charges if charge.kind == "payment"), None)
    if payment is not None:
        yield instrument_fact(moment, payment.instrument_ref, original=True)
        yield money_fact("the amount", unsigned(still_paid(payment, charges)))


def _tip(moment: Moment) -> Iterator[Fact]:
    wanted = moment.arguments
    yield _ticket(moment)
    try:
        amount = to_cents(wanted["tip_total"])
    except Rejection:
        return
    yield fact(f"the tip of {unsigned(amount)}", (unsigned(amount), "amount"))
    yield instrument_fact(moment, wanted["instrument_ref"])


_CHANGE = "chang|updat|modif|switch|swap|replac|exchang|mov|set"

WRITES = {
    "cancel_placed_ticket": WriteTool("cancel", _cancellation),
    "modify_placed_ticket_dropoff": WriteTool(
        f"{_CHANGE}|deliver|send|redirect", lambda moment: [*_dropoff(moment)]
    ),
    "modify_placed_ticket_table": WriteTool(
        f"{_CHANGE}|seat|put|book|reserv", lambda moment: [*_table(moment)]
    ),
    "modify_placed_ticket_items": WriteTool(
        _CHANGE,
        lambda moment: [*_items(moment)],
        also="turn|becom|mak|made|will be|(?:is|are) now|out: .*\\bin: ",
    ),
    "modify_placed_ticket_instrument": WriteTool(
        f"{_CHANGE}|pay|paid|charg", lambda moment: [*_instrument(moment)]
    ),
    "add_tip_to_ticket": WriteTool("tip|gratuity", lambda moment: [*_tip(moment)]),
}
"""The restaurant's write tools, as a listing and a report name them."""
