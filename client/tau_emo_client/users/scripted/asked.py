"""Which of the customer's facts and preferences a message asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tau_emo_client.users.scripted.compare import holds, holds_any
from tau_emo_client.users.scripted.kinds import lists_values
from tau_emo_client.users.scripted.meant import (
    ALL,
    ENOUGH,
    PLAINLY_ENOUGH,
    Part,
    Piece,
    asks_plainly,
    beside,
    clauses_before,
    distinction,
    evidence,
    last_named,
    mentioning,
    names_first,
    pieces,
    said_of,
)
from tau_emo_client.users.scripted.reading import (
    Reading,
    is_mentioned_to_be_given,
    is_offer,
    is_short,
    names_only,
    wants_something,
)
from tau_emo_client.users.scripted.text import Unit, names, word
from tau_emo_client.users.scripted.wordings import compiled
from tau_emo_tasks.script import Field, Slot

_OTHERWISE = re.compile(
    r"^(?:alternatively|otherwise|or\b)|\bif you (?:don't|do not|can't|cannot|prefer|no longer)"
)
_ALTERNATIVE = re.compile(
    r"\bor(?: else| alternatively| your| the| a| an| by| with| both| full| full name| instead"
    r"| their| just| first| last| if| you| not| don't| know| it| that| provide| give| me|,|\(|/)*"
    r"\s*$"
)
_CHOICE = re.compile(r"\b(?:or|either|alternatively|otherwise|instead)\b")
_BLANK = re.compile(r"[a-z][\w' -]{1,40}:")
_SENDS_THAT = re.compile(
    r"\b(?:send|give|tell|have|share|provide|get|read)(?: \w+)? (?:that|those|it|them"
    r"|both|all(?: of (?:these|them|those|that))?|everything)\b(?! \w+ (?:is|are))"
)
_EITHER = re.compile(r"\bor(?: else| alternatively| your| the| an?| by| with)*\s*$")
_ENOUGH_BESIDE = 4.0
"""What must speak for a part if another was likelier, but is asked for already."""
_OFFERED = 3.5
"""What it counts that values of a field are listed to choose from."""
_LISTS = re.compile(r"\bor\b|\(|,[^,]*,")
_AND_THE = re.compile(
    r"^(?:and|also|what about|how about)(?: what)?(?: about| for| with)? (?:the|your) [\w'"
    r" -]{3,40}\?$"
)
_YOURS = re.compile(r"\b(?:what|which) (?:are|is|'s) (?:yours|they|these|those)\b|\bwhat's yours\b")
_NEARLY = 1.0
_SECOND = 0.6
"""So much of what spoke for its first choice must speak for the second of a piece."""
_KIN = 0.7
"""So much of what speaks for a part must speak for another of its kind, where all are asked for."""
_STATED = 3.0
"""What speaks against a part whose value the question names itself."""
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
    ("the phone number", ("phone number", "phone no", "your phone", "mobile number", "telephone")),
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
_ANY_UNKNOWN = compiled(*(rf"\b{phrase[:4]}" for _, phrases in _UNKNOWN for phrase in phrases))
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
    reading: Reading,
    slots: Sequence[Slot],
    identity: Sequence[Slot],
    fields: Sequence[Field],
    *,
    identified: bool = False,
) -> Asked:
    """Find the facts and preferences that a message asks for.

    Each piece of a question goes to the fact or preference for which most speaks. Of alternatives
    ("your e-mail, or your name and zip code") the first that the customer knows is taken.

    Args:
        reading: the message.
        slots: all facts the customer may give now, the nearest first.
        identity: those of them that identify the customer: alternatives are looked for here.
        fields: the preferences of the goals that are open.
        identified: whether the customer has told who it is; until then what identifies it is
            mentioned to be given.
    """
    asking = _Asking(reading, slots, identity, fields)
    for before, unit in zip((None, *reading.units), reading.units, strict=False):
        wants = unit in reading.requests or unit in reading.completeness or asking.wants(unit)
        wants = wants or bool(asking.found and _AND_THE.match(unit.text))
        if not wants:
            # "And PayPal or the Mastercard for the difference?"
            asking.found += [field for field in fields if _is_choice(unit, field)]
        elif not is_offer(unit) or _asks_for_something(unit):
            asking.take(unit, before)
    if not (identified or reading.asks_yes or asking.asks_for_more_than(identity)):
        asking.take_what_identifies()
    if not (asking.found or asking.unknown or reading.asks_yes):
        asking.take_what_is_plainly_meant()
    return asking.asked()


class _Asking:
    """What was found so far of what a message asks for."""

    def __init__(
        self,
        reading: Reading,
        slots: Sequence[Slot],
        identity: Sequence[Slot],
        fields: Sequence[Field],
    ) -> None:
        self._reading = reading
        self._slots = slots
        self._identity = identity
        self._fields = fields
        self._parts: tuple[Part, ...] = (*slots, *fields)
        self._preference = False
        self._claims: dict[int, tuple[float, list[tuple[float, Part]]]] = {}
        """What a part was taken for: how much spoke for it, and for the others."""
        self._offers: dict[Unit, tuple[Field, ...]] | None = None
        self.found: list[Part] = []
        self.unknown: list[str] = []

    def asked(self) -> Asked:
        """All that was found, each thing once."""
        slots = [part for part in self.found if isinstance(part, Slot)]
        fresh = [
            slot
            for slot in slots
            if not (_ID.search(slot.value) and holds(self._reading.text, slot.value))
        ]
        # "SU443V6, thank you. Whose id is that, please?"
        slots = fresh or slots
        known = {slot.name for slot in slots}
        wanted = [part for part in self.found if isinstance(part, Field) and part.name not in known]
        return Asked(
            slots=tuple(dict.fromkeys(slots)),
            fields=tuple(dict.fromkeys(wanted)),
            unknown=tuple(dict.fromkeys(self.unknown)),
            preference=self._preference and not slots,
        )

    def wants(self, unit: Unit) -> bool:
        """True if an item of a list or a question asks for one of the parts by its bare name."""
        if self._reading.asks_yes or not (
            names_only(unit)
            or unit in self._reading.questions
            or self._stands_among(unit)
            or self._is_blank(unit)
        ):
            return False
        piece = Piece(unit.text, unit.text, "", own=True)
        return any(evidence(part, piece) >= _ENOUGH_BESIDE for part in self._parts)

    def _is_blank(self, unit: Unit) -> bool:
        """True if a unit names something and leaves room for it ("Term:")."""
        return bool(_BLANK.fullmatch(unit.text)) and not any(
            other.item and other.head.endswith(unit.text) for other in self._reading.units
        )

    def _stands_among(self, unit: Unit) -> bool:
        """True if an item of a list stands among items that ask."""
        return unit.item and any(
            other.item and other.head == unit.head for other in self._reading.requests
        )

    def take(self, unit: Unit, before: Unit | None) -> None:
        """Find what a unit asks for."""
        if _OTHERWISE.search(unit.text) and self._identified():
            return
        self._preference = self._preference or bool(_PREFERENCE.search(unit.text))
        here = self._in_pieces(unit, pieces(unit, before))
        if self.found and _AND_THE.match(unit.text):
            # "What should be different about the shoes? And about the watch?"
            here = self._same_of_another(unit) or here
        if _YOURS.search(unit.text):
            names_before = [Piece(one, one, "", own=True) for one in clauses_before(unit, before)]
            here += [one for one in self._in_pieces(unit, names_before) if one not in here]
        here = here or self._chosen_among(unit, before)
        if here and _SENDS_THAT.search(unit.text):
            here += [one for one in self._in_pieces(unit, last_named(before)) if one not in here]
        self.found += here or self._in_pieces(unit, beside(unit, before))

    def _same_of_another(self, unit: Unit) -> list[Part]:
        """What was asked for last, of another thing."""
        kin = set(self.found[-1].ask)
        rivals = [part for part in self._parts if kin & set(part.ask)]
        scored = [
            (distinction(part, unit.text, rivals), part)
            for part in rivals
            if part not in self.found
        ]
        best = max(scored, key=lambda one: one[0], default=None)
        return [best[1]] if best and best[0] > 0 else []

    def _in_pieces(self, unit: Unit, asking: Sequence[Piece]) -> list[Part]:
        here: list[Part] = []
        start = 0
        for piece in asking:
            start = max(unit.text.find(piece.text, start), start)
            found = self._meant(piece, unit, here)
            identifies = any(part in self._identity for part in found)
            if identifies and self._identified(here) and _ALTERNATIVE.search(unit.text[:start]):
                break
            here += [part for part in found if part not in here]
        if any("address" in (part.name, *part.ask) for part in here if isinstance(part, Field)):
            # The zip of an address that is asked for is not the one that identifies.
            here = [part for part in here if part not in self._identity or part.name != "zip"]
        return here

    def _identified(self, here: Sequence[Part] = ()) -> bool:
        return any(part in self._identity for part in (*self.found, *here))

    def _meant(self, piece: Piece, unit: Unit, here: list[Part]) -> list[Part]:
        """The parts a piece asks for; what it asks for in vain is noted as unknown."""
        scored = [(self._score(part, piece, unit), part) for part in self._parts]
        best = max((score for score, _ in scored), default=0.0)
        tied = [part for score, part in scored if score == best]
        for label, phrase in _unknown_in(unit, piece, self._parts):
            if not (best >= piece.enough and _may_be_meant(tied[0], phrase, piece)):
                if not (best >= piece.enough and asks_plainly(tied[0], piece)):
                    tied = []
                if not (here and re.search(r"\bor\b", unit.text)):
                    self.unknown.append(label)
                break
        if best < piece.enough or not tied:
            return []
        said = {said_of(part) for part in (*self.found, *here)}
        if said_of(tied[0]) in said:
            rest = [(score, part) for score, part in scored if said_of(part) not in said]
            next_best = max((score for score, _ in rest), default=0.0)
            if self._gives_way(tied[0], best, said, here):
                pass
            elif next_best == best or (
                next_best >= _ENOUGH_BESIDE and (piece.own or next_best >= best - _NEARLY)
            ):
                tied = [part for score, part in rest if score == next_best]
            else:
                return []
        if len(tied) == 1:
            self._claims[id(tied[0])] = (best, scored)
        if ALL.search(piece.text):
            # "Between which two accounts?"
            kin = {one for part in tied for one in part.ask}
            bases = {_numbered(part) for part in tied}
            chosen = [
                part
                for score, part in scored
                if part in tied
                or (score >= _KIN * best and (kin & set(part.ask) or _numbered(part) in bases))
            ]
        else:
            chosen = self._of_one_goal(tied, piece)
        more = [
            slot
            for slot in self._identity
            if slot not in chosen
            and " or " not in piece.text
            and asks_plainly(slot, piece)
            and not _is_a_thing(unit, slot, self._fields)
        ]
        if all(part in self._identity for part in chosen):
            chosen = [*chosen, *more]
        if ALL.search(piece.text):
            things = {_thing(part) for part in chosen if isinstance(part, Slot)}
            chosen += [slot for slot in self._slots if _thing(slot) in things]
        else:
            chosen = [
                _distinguished(part, piece, self._slots) if isinstance(part, Slot) else part
                for part in chosen
            ]
        said = {said_of(part) for part in chosen}
        return [
            part
            for part in self._parts
            if part in chosen or (isinstance(part, Field) and part.say in said)
        ]

    def _gives_way(self, part: Part, score: float, said: set[str], here: list[Part]) -> bool:
        """Let the piece that got a part before have its second choice, if this one asks louder."""
        claimed, scored = self._claims.get(id(part), (score, []))
        if claimed >= score:
            return False
        second = max(
            (one for one in scored if said_of(one[1]) not in said),
            key=lambda one: one[0],
            default=None,
        )
        if not second or second[0] < max(PLAINLY_ENOUGH, _SECOND * claimed):
            return False
        for found in (self.found, here):
            for place, one in enumerate(found):
                if one is part:
                    found[place] = second[1]
                    return True
        return False

    def _score(self, part: Part, piece: Piece, unit: Unit) -> float:
        score = evidence(part, piece)
        if isinstance(part, Field) and part in self._offered(unit):
            score += _OFFERED
        if score < PLAINLY_ENOUGH:
            return score
        if isinstance(part, Slot):
            return -1.0 if _is_a_thing(unit, part, self._fields) else score
        if _is_stated(part, unit):
            score -= _STATED
        return score

    def _offered(self, unit: Unit) -> tuple[Field, ...]:
        """The fields of which values are listed to choose from, in a sentence or the one before.

        "It comes with beef, chicken, halloumi or bean. Which do you want?"
        """
        if self._offers is None:
            self._offers = {}
            before = ""
            for one in self._reading.units:
                text = f"{before} {one.text}"
                here = (
                    tuple(field for field in self._fields if lists_values(field, text))
                    if _LISTS.search(text)
                    else ()
                )
                self._offers[one] = here
                before = one.text
        return self._offers.get(unit, ())

    def _of_one_goal(self, tied: list[Part], piece: Piece) -> list[Part]:
        """Of parts that are equally likely all that the script lets be asked for by these words."""
        plain = [part for part in tied if asks_plainly(part, piece)]
        if not plain and set(tied[0].ask) & set(tied[-1].ask):
            plain = [part for part in tied if names(piece.text, part.ask)]
        return plain or tied[:1]

    def _chosen_among(self, unit: Unit, before: Unit | None) -> list[Part]:
        """The preferences that words for any choice ("which one?") ask for.

        Those whose values stand beside them, or that the sentence before is about; where there
        are none, nothing new if the message has asked for something before.
        """
        by_words = [field for field in self._fields if _words_for(unit.text, field) & _GENERIC]
        beside = [one for one in by_words if holds_any(unit.text, (*one.accept, *one.reject))]
        if beside or self.found:
            return list(beside)
        topic = [one for one in by_words if before and not _words_for(before.text, one) <= _GENERIC]
        return list(topic or by_words)

    def asks_for_more_than(self, identity: Sequence[Slot]) -> bool:
        """True if something else was found than what identifies the customer."""
        return any(part not in identity for part in self.found)

    def take_what_identifies(self) -> None:
        """Find what identifies the customer wherever a message mentions it."""
        for unit in self._reading.units:
            if unit in self._reading.successes or unit in self._reading.states_as_so:
                continue
            if not is_mentioned_to_be_given(unit):
                continue
            if self.found and _CHOICE.search(unit.text):
                continue
            here: list[Part] = []
            start = 0
            for piece in mentioning(unit):
                start = max(unit.text.find(piece.text, start), start)
                if self._identified(here) and _EITHER.search(unit.text[:start]):
                    break
                scored = [(self._score(part, piece, unit), part) for part in self._parts]
                best = max((score for score, _ in scored), default=0.0)
                meant = [part for score, part in scored if score == best]
                surely = meant[0] in self._identity or names(piece.text, meant[0].ask)
                if best >= ENOUGH and surely and meant[0] not in here:
                    here.append(meant[0])
            if self._identified(here):
                self.found += [part for part in here if part not in self.found]

    def take_what_is_plainly_meant(self) -> None:
        """Find what a message asks for of which nothing was understood."""
        units = self._reading.units
        last_first = list(reversed(list(zip((None, *units), units, strict=False))))
        for before, unit in sorted(last_first, key=lambda one: not one[1].question):
            if unit in self._reading.questions or unit in self._reading.requests:
                enough = PLAINLY_ENOUGH
            elif wants_something(unit) or names_first(unit):
                enough = _ENOUGH_BESIDE
            else:
                continue
            self.take(unit, before)
            if not self.found:
                self.found += self._likeliest(unit, before, enough)
            if self.found:
                return

    def _likeliest(self, unit: Unit, before: Unit | None, enough: float) -> list[Part]:
        whole = Piece(unit.text, _context(unit, before), "", own=True)
        scored = [
            (self._score(part, piece, unit), part)
            for piece in (*pieces(unit, before), whole)
            for part in self._parts
        ]
        best = max((score for score, _ in scored), default=0.0)
        return [part for score, part in scored if score == best][:1] if best >= enough else []


def _numbered(part: Part) -> str:
    """The name of a part without its number ("seat" of "seat 2")."""
    return re.sub(r"^(?:first|second|third|other) | \d+$", "", part.name)


def _may_be_meant(part: Part, phrase: str, piece: Piece) -> bool:
    """True if a part may go by the name of something that the customer does not have."""
    if _is_number_of(part, piece.text):
        return True
    return bool(_PERSONAL.search(part.name)) and not (
        _COUNTED.search(piece.text) and not _PERSONAL.search(piece.text)
    )


def _is_number_of(part: Part, piece: str) -> bool:
    """True if a part is the number of the thing that a piece names ("booking" in booking_id)."""
    thing, _, kind = part.name.rpartition("_")
    if kind != "id":
        return False
    if thing in ("booking", "reservation"):
        return bool(re.search(r"\b(?:booking|reservation|confirmation|reference|locator)", piece))
    return thing in piece


def _context(unit: Unit, before: Unit | None) -> str:
    return " ".join([before.text if before else "", unit.head, unit.text])


def _is_stated(field: Field, unit: Unit) -> bool:
    """True if a question states the value of a field itself, so that it hardly asks for it.

    "Whom would you like for the departure on 26 January?" asks for no date.
    """
    if re.search(r"\b(?:confirm|correct|right)\b", unit.text):
        return False
    telling = tuple(one for one in field.accept if len(one) > 2)
    return holds_any(unit.text, telling) and not holds_any(unit.text, field.reject)


def _is_a_thing(unit: Unit, slot: Slot, fields: Sequence[Field]) -> bool:
    """True if "which phone" asks for one of several things, not for the fact of that name."""
    text = unit.text
    if "new " in text and any(
        re.search(rf"\bnew {re.escape(phrase)}\b", text) for phrase in slot.ask
    ):
        return any(
            field.name.startswith("new ") or "address" in field.name or "code" in field.name
            for field in fields
        )
    return ("which " in text or "what " in text) and any(
        slot.name in field.name and re.search(rf"\b(?:which|what) {slot.name}\b(?! number)", text)
        for field in fields
    )


def _distinguished(slot: Slot, piece: Piece, slots: Sequence[Slot]) -> Slot:
    """Of facts that the same words ask for, the one that the sentence is about."""
    asking = [phrase for phrase in slot.ask if word(phrase).search(piece.text)]
    rivals = [
        other for other in slots if set(other.ask) & set(asking) or _thing(other) == _thing(slot)
    ]
    if len(rivals) < 2:
        return slot
    for context in (piece.text, piece.context):
        best = max(rivals, key=lambda one: distinction(one, context, rivals))
        if distinction(best, context, rivals) > distinction(slot, context, rivals):
            return best
    return slot


def _thing(slot: Slot) -> str:
    """What kind of fact it is: that of date_of_birth and husbands_birth is the same."""
    return slot.name.removesuffix("_id").rpartition("_")[2]


def _unknown_in(unit: Unit, piece: Piece, parts: Sequence[Part]) -> list[tuple[str, str]]:
    """What a piece asks for that none of the parts is, with the words that ask for it.

    Not where the unit names an id itself.
    """
    if not _ANY_UNKNOWN.search(piece.text) or _ID.search(unit.text):
        return []
    if unit.text.startswith("no "):
        # "No e-mail? Not a problem."
        return []
    return [
        (name, phrase)
        for name, phrases in _UNKNOWN
        for phrase in phrases
        if word(phrase).search(piece.text)
        and not any(asks_plainly(part, Piece(phrase, "", "", own=False)) for part in parts)
    ]


def _asks_for_something(unit: Unit) -> bool:
    return bool(
        re.search(
            r"\b(?:may|can|could) i (?:please |also |first |just )?(?:have|get|ask|know|take"
            r"|note)\b|\bplease\b",
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
