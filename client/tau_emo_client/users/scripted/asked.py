"""Which of the customer's facts and preferences a message asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tau_emo_client.users.scripted.compare import holds, holds_any
from tau_emo_client.users.scripted.meant import (
    Part,
    asks_beside,
    clauses,
    distinction,
    meant,
    said_of,
)
from tau_emo_client.users.scripted.reading import Reading, is_offer, is_short
from tau_emo_client.users.scripted.text import Unit, word
from tau_emo_tasks.script import Field, Slot

_OTHERWISE = re.compile(
    r"^(?:alternatively|otherwise|or\b)|\bif you (?:don't|do not|can't|cannot|prefer|no longer)"
)
_ALTERNATIVE = re.compile(
    r"\bor(?: else| alternatively| your| the| a| an| by| with| both| full| full name| instead"
    r"| their| just| first| last| if| you| not| don't| know| it| that| provide| give| me|,|\(|/)*"
    r"\s*$"
)
_E_MAIL = re.compile(r"\be-?mail(?: address)?\b")
_LONG = {"'s": " is", "'re": " are", "'ll": " will"}
_CONTRACTION = re.compile(r"(?<=\w)('s|'re|'ll)\b")
_ID = re.compile(r"#\w*\d|\b\w*\d{4,}\w*\b|\b(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{6,7}\b")
_UNKNOWN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("the order number", ("order id", "order number", "order #", "order no", "order ids")),
    ("the reservation number", ("reservation id", "reservation number", "reservation code")),
    ("a booking number", ("booking id", "booking number", "booking reference", "booking code")),
    ("a confirmation number", ("confirmation number", "confirmation code")),
    ("the item number", ("item id", "item number", "item ids")),
    ("the product number", ("product id", "product number", "sku")),
    ("the payment id", ("payment id", "payment method id")),
    ("the flight number", ("flight number", "flight no")),
    ("my user id", ("user id", "username", "user name", "account id", "customer id", "member id")),
    ("my student id", ("student id",)),
    ("my traveler id", ("traveler id", "traveller id")),
    ("the e-mail address", ("email", "e-mail")),
    ("the phone number", ("phone", "mobile number", "telephone")),
    ("the zip code", ("zip", "postal code", "postcode")),
    ("the date of birth", ("date of birth", "birth date", "dob", "birthday")),
    ("the tracking number", ("tracking number", "tracking id")),
    ("the ticket number", ("ticket number", "ticket id", "ticket reference", "ticket ref")),
    ("the appointment number", ("appointment id", "appointment number")),
    ("the invoice number", ("invoice",)),
    ("the serial number", ("serial number", "imei")),
    ("a certificate number", ("certificate id", "certificate number")),
    ("a photo of it", ("photo", "picture", "image", "screenshot")),
    ("a password or PIN", ("password", "pin code", "passcode", "security code", "cvv")),
)
"""What agents commonly ask for, and how the customer names it when it is not known."""
_SYNONYMS: dict[str, tuple[str, ...]] = {
    "payment": ("pay", "card", "method", "charge", "refund", "how would you like to settle"),
    "refund": ("refund", "credited", "method", "card"),
    "card": ("card", "pay", "method"),
    "date": ("date", "day", "when"),
    "day": ("date", "day", "when"),
    "time": ("time", "when", "what hour", "morning", "evening"),
    "cabin": ("cabin", "class"),
    "class": ("cabin", "class"),
    "address": ("address", "ship", "street", "where should", "deliver"),
    "item": ("item", "product", "which one"),
    "product": ("product", "item", "which one"),
    "color": ("color", "colour", "variant", "option", "version"),
    "colour": ("color", "colour", "variant", "option", "version"),
    "size": ("size", "variant", "option"),
    "variant": ("variant", "option", "version", "model"),
    "option": ("variant", "option", "version"),
    "bags": ("bag", "luggage", "suitcase"),
    "baggage": ("bag", "luggage", "suitcase"),
    "bag": ("bag", "luggage", "suitcase"),
    "passenger": ("passenger", "travel", "who"),
    "passengers": ("passenger", "travel", "who"),
    "insurance": ("insurance",),
    "reason": ("reason", "why"),
    "flight": ("flight", "itinerar", "departure"),
    "route": ("route", "origin", "destination", "from where", "where to", "airport"),
    "order": ("which order", "what order"),
    "reservation": ("which reservation", "which trip", "which booking"),
    "quantity": ("how many", "quantity"),
    "amount": ("how much", "amount"),
    "seat": ("seat",),
}
_COUNTED = re.compile(r"\b(?:numbers?|ids?|codes?|reference)\b(?<!postal code)(?<!zip code)")
_PERSONAL = re.compile(r"birth|born|\bdob\b|zip|postal|phone")
"""What a customer may know of other people and places as well."""
_GENERIC = frozenset(
    (
        "which one",
        "which of these",
        "which option",
        "option",
        "variant",
        "version",
        "model",
        "prefer",
        "choose",
        "which item",
        "which product",
        "what item",
    )
)
"""Words that ask for a choice; of what, the sentence before tells, or the values beside them."""
_PREFERENCE = re.compile(
    r"\b(?:which (?:one|option|of|would|do|variant|version)|what (?:would|do) you (?:like|prefer"
    r"|want)"
    r"|(?:which|what)\b[^.?!]{0,40}\b(?:would you|you'd|you would) (?:like|want|rather)"
    r"|prefer\w*|your choice|choose|select|how would you like|option \d|pick)\b"
)


@dataclass(frozen=True)
class Asked:
    """What a message asks for, in the order of asking."""

    slots: tuple[Slot, ...] = ()
    fields: tuple[Field, ...] = ()
    unknown: tuple[str, ...] = ()
    """Things that are asked for and that the customer does not have."""
    preference: bool = False
    """True if it asks to choose, without naming one of the fields."""


def what_is_asked(
    reading: Reading, slots: Sequence[Slot], identity: Sequence[Slot], fields: Sequence[Field]
) -> Asked:
    """Find the facts and preferences that a message asks for.

    Of alternatives ("your e-mail, or your name and zip code") the first that the customer
    knows is taken.

    Args:
        reading: the message.
        slots: all facts the customer may give now, the nearest first.
        identity: those of them that identify the customer: alternatives are looked for here.
        fields: the preferences of the goals that are open.
    """
    found: list[Slot] = []
    wanted: list[Field] = []
    unknown: list[str] = []
    preference = False
    for before, unit in zip((None, *reading.units), reading.units, strict=False):
        if unit not in reading.requests and unit not in reading.completeness:
            # "And PayPal or the Mastercard for the difference?"
            wanted.extend(field for field in fields if _is_choice(unit, field))
            continue
        if is_offer(unit) and not _asks_for_something(unit):
            continue
        here = [slot for slot in _slots_in(unit, slots) if not _is_a_thing(unit, slot, fields)]
        alternative = bool(_OTHERWISE.search(unit.text)) and any(s in identity for s in found)
        if alternative:
            continue
        unknown_here = _unknown_in(unit, [*here, *fields])
        # An e-mail address is no address to ship to.
        rest = _E_MAIL.sub(" ", unit.text)
        rest = _without(rest, [phrase for _, phrase in unknown_here])
        rest = _without(rest, [phrase for slot in here for phrase in slot.ask])
        named = _fields_in(unit, rest, fields, before, asked=bool(found or wanted))
        named = _not_stated(unit, before, named, (*slots, *fields))
        if any("address" in field.name for field in named):
            here = [slot for slot in here if slot.name != "zip"]
        here = _distinguished(here, unit, before, slots)
        kept = _without_alternatives(unit, here, identity)
        found.extend(kept)
        wanted.extend(named)
        if kept == here and (unit.item or not reading.asks_yes):
            phrases = [phrase for _, phrase in unknown_here]
            more = _besides(unit, before, [*here, *named], (*slots, *fields), phrases)
            found.extend(part for part in more if isinstance(part, Slot))
            wanted.extend(part for part in more if isinstance(part, Field))
            if any(_is_number_of(part, unit.text) or _PERSONAL.search(part.name) for part in more):
                unknown_here = []
        if not (named and re.search(r"\bor\b", unit.text)):
            unknown.extend(label for label, _ in unknown_here)
        preference = preference or bool(_PREFERENCE.search(unit.text))
    if not (found or wanted or unknown or reading.asks_yes):
        guessed = _plainly_meant(reading, (*slots, *fields))
        found.extend(part for part in guessed if isinstance(part, Slot))
        wanted.extend(part for part in guessed if isinstance(part, Field))
    fresh = [
        slot for slot in found if not (_ID.search(slot.value) and holds(reading.text, slot.value))
    ]
    # "SU443V6, thank you. Whose id is that, please?"
    found = fresh or found
    known = {slot.name for slot in found}
    return Asked(
        slots=tuple(dict.fromkeys(found)),
        fields=tuple(dict.fromkeys(field for field in wanted if field.name not in known)),
        unknown=tuple(dict.fromkeys(unknown)),
        preference=preference and not found,
    )


def _besides(
    unit: Unit,
    before: Unit | None,
    here: Sequence[Part],
    parts: Sequence[Part],
    unknown: Sequence[str],
) -> list[Part]:
    """What the pieces of a unit mean in which none of the words of the script stand."""
    context = _context(unit, before)
    said = {said_of(part) for part in here}
    left = list(here)
    found: list[Part] = []
    for piece in clauses(unit):
        named = [part for part in left if _named(part, piece)]
        left = [part for part in left if part not in named]
        if not named:
            others = [part for part in parts if said_of(part) not in said]
            if any(word(phrase).search(piece) for phrase in unknown) and (
                _COUNTED.search(piece) or not _PERSONAL.search(piece)
            ):
                others = [part for part in others if _is_number_of(part, piece)]
            more = meant(piece, context, others)
            found += more
            said |= {said_of(part) for part in more}
    return found


def _is_number_of(part: Part, piece: str) -> bool:
    """True if a part is the number of the thing that a piece names ("booking" in booking_id)."""
    thing, _, kind = part.name.rpartition("_")
    if kind != "id":
        return False
    if thing in ("booking", "reservation"):
        return bool(re.search(r"\b(?:booking|reservation|confirmation|reference|locator)", piece))
    return thing in piece


def _plainly_meant(reading: Reading, parts: Sequence[Part]) -> list[Part]:
    """What a message asks for of which nothing was understood."""
    for before, unit in reversed(list(zip((None, *reading.units), reading.units, strict=False))):
        if unit not in reading.questions and unit not in reading.requests:
            continue
        context = _context(unit, before)
        found = [part for piece in clauses(unit) for part in meant(piece, context, parts)]
        if found := found or meant(unit.text, context, parts, plainly=True):
            return list(dict.fromkeys(found))
    return []


def _context(unit: Unit, before: Unit | None) -> str:
    return " ".join([before.text if before else "", unit.head, unit.text])


def _not_stated(
    unit: Unit, before: Unit | None, named: list[Field], parts: Sequence[Part]
) -> list[Field]:
    """Without the fields whose value the question states itself, if it may mean another one.

    "Whom would you like for the departure on 26 January?" asks for no date.
    """
    stated = [
        field
        for field in named
        if (
            holds_any(unit.text, tuple(one for one in field.accept if len(one) > 2))
            and not holds_any(unit.text, field.reject)
        )
        or not _words_for(asks_beside(unit.text), field)
    ]
    if not stated or re.search(r"\b(?:confirm|correct|right)\b", unit.text):
        return named
    said = {said_of(field) for field in stated}
    others = [part for part in parts if said_of(part) not in said]
    if not any(meant(piece, unit.text, others) for piece in clauses(unit)):
        return named
    return [field for field in named if field not in stated]


def _is_a_thing(unit: Unit, slot: Slot, fields: Sequence[Field]) -> bool:
    """True if "which phone" asks for one of several things, not for the fact of that name."""
    if any(re.search(rf"\bnew {re.escape(phrase)}\b", unit.text) for phrase in slot.ask):
        return any(
            field.name.startswith("new ") or "address" in field.name or "code" in field.name
            for field in fields
        )
    return any(
        slot.name in field.name
        and re.search(rf"\b(?:which|what) {slot.name}\b(?! number)", unit.text)
        for field in fields
    )


def _named(part: Part, piece: str) -> bool:
    if isinstance(part, Field):
        return bool(_words_for(piece, part))
    return any(word(phrase).search(piece) for phrase in part.ask)


def _distinguished(
    here: Sequence[Slot], unit: Unit, before: Unit | None, slots: Sequence[Slot]
) -> list[Slot]:
    """Of facts that the same words ask for, the one that the sentence is about."""
    chosen: list[Slot] = []
    for slot in here:
        asking = [phrase for phrase in slot.ask if word(phrase).search(unit.text)]
        rivals = [
            other
            for other in slots
            if set(other.ask) & set(asking) or _thing(other) == _thing(slot)
        ]
        for context in (unit.text, _context(unit, before)):
            best = max(rivals, key=lambda one: distinction(one, context, rivals))
            if distinction(best, context, rivals) > distinction(slot, context, rivals):
                slot = best
                break
        chosen.append(slot)
    return list(dict.fromkeys(chosen))


def _thing(slot: Slot) -> str:
    """What kind of fact it is: that of date_of_birth and husbands_birth is the same."""
    return slot.name.removesuffix("_id").rpartition("_")[2]


def _unknown_in(unit: Unit, here: Sequence[Part]) -> list[tuple[str, str]]:
    """What a unit asks for besides the facts found in it, with the words that ask for it.

    Not as an alternative to those facts, and not where the unit names an id itself.
    """
    if (
        any(isinstance(one, Slot) for one in here) and re.search(r"\bor\b", unit.text)
    ) or _ID.search(unit.text):
        return []
    covered = " ".join(phrase for slot in here for phrase in slot.ask)
    return [
        (name, phrase)
        for name, phrases in _UNKNOWN
        for phrase in phrases
        if word(phrase).search(unit.text)
        and not any(word(other).search(covered) for other in phrases)
    ]


def _without(text: str, phrases: Sequence[str]) -> str:
    for phrase in phrases:
        text = word(phrase).sub(" ", text)
    return text


def _asks_for_something(unit: Unit) -> bool:
    return bool(
        re.search(
            r"\b(?:may|can|could) i (?:please |also )?(?:have|get|ask|know|take)\b|\bplease\b",
            unit.text,
        )
    )


def _slots_in(unit: Unit, slots: Sequence[Slot]) -> list[Slot]:
    """The slots a unit asks for, in its order; of overlapping words the longest count."""
    spans = sorted(
        (
            (match.start(), match.end(), number)
            for number, slot in enumerate(slots)
            for phrase in slot.ask
            for match in word(phrase).finditer(unit.text)
        ),
        key=lambda span: (span[0] - span[1], span[2]),
    )
    taken: list[tuple[int, int, int]] = []
    for start, end, number in spans:
        if all(end <= other[0] or start >= other[1] for other in taken):
            taken.append((start, end, number))
    found = [slots[number] for _, _, number in sorted(taken)]
    by_name: dict[str, Slot] = {}
    for slot in found:
        by_name.setdefault(slot.name, slot)
    if any("address" in name and "mail" not in name for name in by_name):
        # The zip of an address that is asked for is not the one that identifies.
        by_name.pop("zip", None)
    return list(by_name.values())


def _without_alternatives(unit: Unit, here: Sequence[Slot], identity: Sequence[Slot]) -> list[Slot]:
    """The slots up to the first "or" that introduces another identifying one."""
    kept: list[Slot] = []
    for slot in here:
        start = min(
            match.start() for phrase in slot.ask if (match := word(phrase).search(unit.text))
        )
        if (
            any(other in identity for other in kept)
            and slot in identity
            and _ALTERNATIVE.search(unit.text[:start])
        ):
            break
        kept.append(slot)
    return kept


def _fields_in(
    unit: Unit, text: str, fields: Sequence[Field], before: Unit | None, *, asked: bool
) -> list[Field]:
    """The fields a unit asks for.

    Words that fit any choice ("which one?") ask for the fields whose values stand beside them,
    or that the sentence before is about; where there are none, for nothing new if the message
    has asked for something before.
    """
    by_words = [(field, words) for field in fields if (words := _words_for(text, field))]
    exact = [field for field, words in by_words if not words <= _GENERIC]
    if exact or not by_words:
        return exact
    beside = [field for field in fields if holds_any(unit.text, (*field.accept, *field.reject))]
    if beside:
        return beside
    if asked:
        return []
    topic = [one for one in fields if before and not _words_for(before.text, one) <= _GENERIC]
    return topic or [field for field, _ in by_words]


def _is_choice(unit: Unit, field: Field) -> bool:
    """True if a question offers the choice between values of a field."""
    if not (unit.question and re.search(r"\bor\b", unit.text)):
        return False
    return sum(holds(unit.text, value) for value in (*field.accept, *field.reject)) > 1


def _words_for(text: str, field: Field) -> set[str]:
    """The words by which a text asks for a field."""
    phrases: Sequence[str] = field.ask
    if not phrases:
        tokens = [one for one in re.findall(r"[a-z]+", field.name.lower()) if len(one) > 2]
        phrases = [
            phrase
            for token in tokens
            if token not in ("new", "old", "the", "and")
            for phrase in _SYNONYMS.get(token, (token,))
        ]
    text = _CONTRACTION.sub(lambda match: _LONG[match[1]], text)
    return {phrase for phrase in phrases if word(phrase).search(text)}


def slots_mentioned(reading: Reading, slots: Sequence[Slot]) -> list[Slot]:
    """The facts that a message mentions, asked for or not, in its order."""
    wide = [
        slot.model_copy(update={"ask": (*slot.ask, "name")}) if slot.name == "full_name" else slot
        for slot in slots
    ]
    found = dict.fromkeys(one.name for unit in reading.units for one in _slots_in(unit, wide))
    return [next(slot for slot in slots if slot.name == name) for name in found]


def about_one_value(reading: Reading, fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields that a yes-or-no question puts to the customer ("the Visa ending in 1234?").

    Args:
        reading: the message.
        fields: the preferences of the goals that are open.

    Returns:
        The fields of which a question names a value, or that it asks for; empty if it is about
        more than one answer of the customer.
    """
    questions = [
        # "I suggest the Visa. Fine?"
        f"{before.text} {unit.text}" if before and is_short(unit) else unit.text
        for before, unit in zip((None, *reading.units), reading.units, strict=False)
        if unit in reading.questions
    ]

    def values_in(text: str, field: Field) -> bool:
        return holds_any(text, (*field.accept, *field.reject))

    named = [
        field
        for field in fields
        if any(values_in(text, field) or _words_for(text, field) for text in questions)
    ]
    if len({field.say for field in named}) > 1:
        named = [
            field
            for field in named
            if any(
                values_in(text, field) and not _words_for(text, field) <= _GENERIC
                for text in questions
            )
        ]
    return tuple(named) if len({field.say for field in named}) == 1 else ()
