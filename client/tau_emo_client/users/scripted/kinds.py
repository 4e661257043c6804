"""Values of one kind, of which a thing has only one: another card, colour, date, bank or person.

A report that names none of the accepted values of a field but another of their kind in that
place says that something else was done. What a kind looks like is read off the accepted values.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from tau_emo_client.users.scripted.compare import holds_any, pattern, stands_as_old
from tau_emo_client.users.scripted.text import ONE_MESSAGE
from tau_emo_servers.values import values_in
from tau_emo_tasks.script import Field, Goal

_SETS: tuple[tuple[str, ...], ...] = (
    (
        *("visa", "mastercard", "amex", "american express", "discover", "paypal", "gift card"),
        *(
            "bank account",
            "bank transfer",
            "mobile wallet",
            "certificate",
            "apple pay",
            "google pay",
        ),
        *("momo", "m-pesa", "debit card", "cash", "store credit", "direct debit", "loyalty points"),
    ),
    ("checking", "savings", "money market", "credit account", "loan account"),
    ("economy", "business", "first class", "premium economy"),
    ("small", "medium", "large", "extra large", "x-large", "xl"),
    ("adult", "child", "senior", "student"),
    ("single", "double", "twin", "triple", "suite", "family room", "queen", "king"),
    ("standard insurance", "premium insurance", "basic insurance", "no insurance"),
    (
        "monthly",
        "quarterly",
        "annual",
        "annually",
        "yearly",
        "weekly",
        "every year",
        "every month",
        "once a year",
        "once a month",
        "once a week",
        "once a quarter",
        "twice a year",
    ),
    ("mild", "medium", "hot", "spicy"),
    ("scheduled", "postponed", "in progress", "final", "cancelled", "suspended"),
    ("open", "closed", "resolved", "pending", "on hold"),
    ("closed", "resolved", "in progress"),
    ("low", "medium", "high", "urgent", "critical"),
    ("slim", "relaxed", "regular", "skinny", "loose", "straight"),
    ("undergraduate", "graduate", "continuing", "postgraduate"),
    ("audit", "pass/fail", "letter grade", "letter grades", "graded"),
    ("garden", "courtyard", "terrace", "patio", "main hall", "rooftop", "indoor", "bar", "window"),
    ("spring", "summer", "fall", "autumn", "winter"),
    ("wire", "ach", "instant transfer"),
    ("micro-deposits", "document", "instant verification"),
    ("laser", "camera", "gyroscope"),
    ("follow-up", "sick visit", "routine checkup", "medication review", "therapy session"),
    (
        *("black", "white", "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown"),
        *("grey", "gray", "silver", "gold", "navy", "beige", "aqua", "teal", "charcoal", "ivory"),
        *("maroon", "turquoise", "violet", "tan", "cream", "khaki", "lavender", "coral", "mint"),
    ),
    ("cotton", "leather", "wool", "polyester", "silk", "linen", "plastic", "steel", "bamboo"),
    ("2pt", "3pt", "ft", "two-pointer", "three-pointer", "free throw"),
)
"""Words of which a thing is one at most."""
_SAME = (
    ("annual", "annually", "yearly", "every year", "once a year"),
    ("monthly", "every month", "once a month"),
    ("quarterly", "every quarter", "once a quarter", "every three months"),
    ("grey", "gray"),
    ("fall", "autumn"),
    ("amex", "american express"),
)
"""Words of one set that say the same."""
_TOPICS = (
    *("internet", "mobile", "billing", "account", "device", "technical", "phone", "tv", "general"),
    *("network", "security", "equipment", "service", "other"),
)
"""Such words that are too common to count without a label ("category: billing")."""
_GENERIC = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "a an the your my our his her their its this that these those new old other same one each"
        " any all and or of for in on at to with from by as into is was are were be no both right"
        " correct whole entire full current previous first second third last next final own"
        " existing"
        " present additional extra mentioned requested chosen named said lower higher upcoming"
    ).split()
)
_NO_NAME = re.compile(
    r"\d|\b(?:with|without|no|not|none|in|all|to|of|for|at|up|off|on|any|by|yes|and|add|adds|\w+ed"
    r"|\w+ing|total|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero|altogether"
    r"|together|insurance|extra|more|need|high|low|urgent|medium)\b"
)
"""What makes a value no name of a thing: counts, and what is done with it."""
_PEOPLE = re.compile(
    r"\b(?:passenger|companion|travell?er|agent|doctor|physician|beneficiary|recipient|payee|scorer"
    r"|player|name|guest|attendee|advisor|visit|provider|person|host|child|student|me)\b"
)
_FULL_NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+")
_ALONE = re.compile(
    r"\b(?:alone|just (?:me|you|myself|yourself)|only (?:me|you)|solo|on (?:my|your) own)\b"
)
_ALL_OF = re.compile(r"\b(?:both|all|two|three|four|five|six|each|every)\b")
_ANY_OF = re.compile(r"\b(?:whichever|one of|either|any)\b")
_ONLY_SOME = re.compile(
    r"\b(?:one|first|second)\b[^.\n]*\bother(?: one)?\b[^.;\n]*\b(?:still|stays?|remains?|not"
    r"|kept|unchanged|as it was)\b|\bonly (?:the )?(?:one|first|second)\b"
)
"""Words by which something holds for a part of what was meant."""
_PERSON = re.compile(r"(?:Dr\.? [A-Z][\w'-]+|[A-Z][a-z'-]+ [A-Z][\w'-]+)")
_CLAUSE = re.compile(r"(?:[^.;,\n]+|\.\d|,(?! (?:so|and|but)\b))+")
_REMAINS = re.compile(
    r"\b(?:balance|leaves|remains (?:on|in)|holds? (?:[a-z]+ )?[$€£]?\d[\d,.]*\b(?!-)|still"
    r" (?:have|has)|stands? at)\b"
    r"|\d (?:is |are )?left\b(?! (?:your|the|my)\b)"
)
"""What tells how much is left somewhere."""
_LEFT = re.compile(r"balance|leaves|remains|left|still|stand|hold")
_ASIDE = re.compile(
    r"\b(?:fees?|balance|left|leaves?|remain\w*|total\w*|debt|altogether|in all|instead|rather than"
    r"|comes? to"
    r"|savings?|less|more|difference|each way|tax|price|cost\w*|worth|of the)\b"
)
"""Words beside an amount that is not that of the act itself."""
_OTHER_MOMENT = re.compile(
    r"\b(?:(?:until|by|within|before|after)(?: \w+){0,3}? ?\W?\d|(?:until|by|before|after)"
    r" (?:[a-z]+ ){0,2}?[a-z]{3,9}\.? \d|expires?|arriv\w+|days|instead of|than|refund\w*|money"
    r"|e-?mail|reminder|was|were|originally)\b(?! (?:moved|changed|booked|rebooked|set"
    r"|rescheduled|put|postponed|updated|shifted))"
)
"""Words beside a date or time of something else."""
_DATE = r"\d{4}-\d\d-\d\d"
_MOMENTS: tuple[tuple[Literal["dates", "times"], str], ...] = (
    ("dates", _DATE),
    ("times", r"\d{1,2}:\d\d"),
)
_STREET = (
    r"street|st|road|rd|lane|ln|drive|dr|avenue|ave|boulevard|blvd|court|ct|way|crescent|row|grove"
    r"|place|square|terrace|close|circle|trail|parkway|hill"
)
_ADDRESS = re.compile(rf"\b\d{{1,5}} (?:[a-z'.-]+ ){{1,3}}?(?:{_STREET})\b")
_CARD = re.compile(
    r"(?:\b(?:ending(?: in| with)?|last four(?: digits)?|card|visa|mastercard|amex|express|discover"
    r"|account|momo|wallet|digits)\W{0,3}|[*•x]{2,} ?)(\d{4})\b(?!-)"
)
_ZIP = re.compile(r"(?<![\w#-])\d{5}(?![\w-])")
_MODEL = re.compile(r"([a-z]{4,}(?: [a-z]+)?) ([a-z]?)\d{1,3}")
_COUNT = re.compile(r"(\d+|[a-z]+)\W+([a-z]{3,})")
_LABEL = re.compile(r"([a-z]{3,})\W+(\d+)")
_AMOUNT = re.compile(r"(?<![\d.,])(?:[$€£] ?(\d[\d,]*(?:\.\d\d)?)|(\d[\d,]*\.\d\d))(?![\d%])")
_WHOLE = re.compile(r"(?<![\w.,:#-])\$?\d{1,3}(?:,?\d{3})*(?:\.\d\d)?(?![\w%]|[.,:-]\d)")
_DENIED = re.compile(r"\b(?:not|no|instead of|rather than|from|was|were|than)\b[^,;.]*$")
"""Words of the customer before a value that shall not be."""
_SHALL_STAY = re.compile(r"\bthe ([a-z]+(?: [a-z]+)?) (?:stays?|remains?|is kept|are kept)\b")
_NUMERAL = re.compile(r"^(?:\w+ )?(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\b")
_WITHOUT = frozenset(("without", "none", "credit"))
_SOMETHING = re.compile(r"(?:with|including) (?:the )?(?:travel |health )?([a-z]+)")
_LEVELS = (
    ("standard", "premium", "without", "uninsured"),
    ("beef", "chicken", "halloumi", "bean", "prawn", "tofu", "vegetables", "lamb", "shrimp"),
    ("routine check", "follow-up", "specialist consultation", "medication review", "sick visit"),
    ("e-ticket", "kiosk", "box office", "on your phone"),
    ("micro-deposits", "document", "instant"),
    ("single", "double", "twin", "suite"),
)
"""Values among which agents let a customer choose."""
_SHORT_THING = 3
_SENTENCE_PART = re.compile(r"(?<=[.;!?])\s|\n|,? and (?=you\b|your\b|i\b|the\b)")
_GIVEN_UP = re.compile(r"\b(?:cancel\w*|removed|dropped|given up|you had)\b")
_NOTHING = re.compile(r"(?:no|without) (?:travel )?([a-z]+)")
_DENIES = re.compile(r"\b(?:no|not|without|none|declined|excluded|uninsured|waived)\b|n't\b")
_FLIGHT = r"[a-z]{2,3}\d{1,4}"
_SPAN = re.compile(r"\W?(?:[ap]\.?m\b|hours?|days?|minutes?|weeks?|months?|years?|%|per ?cent)")
_YEAR = re.compile(r"\b[a-z]{3,9}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d$")
_NUMBER = (
    r"(?:\d+|zero|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a single"
    r"|another)"
)

_MORE = r"(?:extra|additional|further|more|other)\b"
"""Words after a number that count only what is added."""
_COUNTED = re.compile(rf"{_NUMBER} [a-z]")
_SOURCE = re.compile(r"\b(?:source|dropped|removed|old|from)\b")
_TARGET = re.compile(
    r"\b(?:target|added|new|to|name|address|status|room|cabin|seat|size|colou?r|priority|grading"
    r"|level|spice|zone|table)\b"
)
_PAIRS = ({"debit card", "credit card"}, {"card", "second card"}, {"address", "default"})
_ORDER = ("first", "second", "third")
_ARROW = re.compile(r"[ \"']*(?:→|[-=]+>)")
_BECOMES = re.compile(r"[ \"')]*(?:→|[-=]+>|to\b|becomes?\b|now\b|is replaced\b)")
"""What follows a value that shall be another."""
_INTO = re.compile(
    r"(?:→|[-=]+>) *$|\b(?:to|into|onto|add|adds|added|adding|join\w*)(?: (?:the|your|an?|my))?"
    r"(?: (?!from|and|in)[\w-]+)?[ \"':]*$"
)
_OUT = re.compile(
    r"\b(?:from|out of|left|leaves|drop|drops|dropped|dropping|remov\w+)(?: (?:the|your|an?|my))?"
    r"(?: (?!to|and|for)[\w-]+)?[ \"':]*$"
)

Found = Iterator[re.Match[str]]
Finder = Callable[[str], Found]


def names_another(goal: Goal, field: Field, told: str, cased: str, others: tuple[str, ...]) -> bool:
    """True if a report names another value of the kind of a field in its place.

    Args:
        goal: the goal that is reported as done.
        field: a field of it of which no accepted value stands in the report.
        told: what the report states, lower case.
        cased: the same in the case in which it was written.
        others: values that belong to other fields.
    """
    accept = tuple(one.lower() for one in field.accept)
    if _another_moment(goal, field, told, others) or _another_amount(field, told, others):
        return True
    told = without_remains(told)
    for finder in _finders(accept):
        for match in finder(told):
            value = match[0]
            counts = _COUNTED.match(value)
            beside = tuple(one for one in others if not counts or _COUNTED.match(one.lower()))
            if holds_any(value, accept) or holds_any(value, beside):
                continue
            if _is_said(field, value):
                continue
            if is_source(field) or not stands_as_old(told, match.start()):
                return True
    return _another_person(field, cased, others)


def _is_said(field: Field, value: str) -> bool:
    """True if the customer names a value with the field, as what shall be as well."""
    said = field.say.lower()
    at = said.find(value)
    return at >= 0 and not _DENIED.search(said, 0, at)


def names_another_card(field: Field, text: str, others: tuple[str, ...]) -> bool:
    """True if lower-case text names no card of a field by its digits, but another by its own."""
    digits = tuple(one for one in field.accept if re.fullmatch(r"\d{4}", one))
    if not digits or holds_any(text, digits):
        return False
    return any(
        match[1] not in others and not stands_as_old(text, match.start())
        for match in _CARD.finditer(text)
    )


def keeps_nothing(field: Field, text: str) -> bool:
    """True if a list of lower-case text holds beside the accepted thing one that shall stay.

    The customer says "only the earbuds; the laptop stays", and both stand in a list.
    """
    kept = _SHALL_STAY.search(field.say.lower())
    if not kept or "\n" not in text:
        return False
    items = [line.lstrip(" -–•*·") for line in text.split("\n") if line[:4].strip(" ")]
    beside = [line for line in items if re.match(rf"(?:the |your )?{kept[1]}\W*$", line)]
    return bool(beside) and any(holds_any(line, field.accept) for line in items)


def stands_reversed(field: Field, text: str) -> bool:
    """True if what shall go out is only ever named as what comes in, or the other way round."""
    if is_source(field):
        reversed_by = _INTO
    elif _TARGET.search(field.name):
        reversed_by = _OUT
    else:
        return False
    places = [match for value in field.accept for match in pattern(value).finditer(text)]
    return bool(places) and all(
        reversed_by.search(text, max(0, match.start() - 40), match.start())
        or (reversed_by is _OUT and _ARROW.match(text, match.end()))
        for match in places
    )


def lists_values(field: Field, text: str) -> bool:
    """True if lower-case text lists two values or more of which a field takes one."""
    found = 0
    for value in _choices(field.accept, field.reject):
        if value in text and re.search(rf"(?<![\w-]){re.escape(value)}", text):
            found += 1
            if found > 1:
                return True
    return False


@lru_cache(maxsize=4096)
def _choices(accept: tuple[str, ...], reject: tuple[str, ...]) -> tuple[str, ...]:
    own = {one.lower() for one in (*accept, *reject)}
    sets = {
        value
        for one in (*_SETS, *_LEVELS)
        if any(own & {value} or any(value in o.split() for o in own) for value in one)
        for value in one
    }
    whole = tuple(one for one in own if len(one) > _SHORT_THING and not one.isdigit())
    return tuple(sorted({*sets, *(one for one in whole if not any(s in one for s in sets))}))


def says_some(field: Field, text: str) -> bool:
    """True if a field wants a thing to be there, and lower-case text has it and denies nothing."""
    things = {match[1] for one in field.accept if (match := _SOMETHING.fullmatch(one.lower()))}
    return any(
        len(thing) > _SHORT_THING
        and re.search(
            rf"\b(?:get|gets|have|has|both|plus|and|is|add|adding|take|your|the) (?:the"
            rf" )?(?:travel |health )?{thing}|{thing} (?:is )?(?:added|included|for)",
            text,
        )
        and not _left_off(thing).search(text)
        and not re.search(rf"\b(?:no|without|not|decline)\b[^.;,]*{thing}", text)
        for thing in things
    )


def says_none(field: Field, text: str) -> bool:
    """True if a field wants a thing not to be there, and lower-case text leaves it off."""
    things = {match[1] for one in field.accept if (match := _NOTHING.fullmatch(one.lower()))}
    return any(_left_off(thing).search(text) for thing in things if len(thing) > _SHORT_THING)


@lru_cache(maxsize=256)
def _left_off(thing: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:left|leav\w+|skip\w*|declin\w+|waiv\w+|exclud\w+|do(?:es)?(?: not|n't)"
        rf" (?:add|include|book|take|have)) (?:out )?(?:the |any |your )?(?:\w+ )?{thing}\w*"
        rf"|\b{thing}\w*[^.;,\w]+(?:(?:is|are|was|will be|be|has been|set|to|as)\W+)*"
        r"(?:off\b|out\b|left (?:off|out|away)|declined|not |excluded|waived|none\b|no\b|zero\b)"
        rf"|\b{thing}\w* (?:is|are|was)n't (?:included|added|taken|booked|part)"
    )


def is_at_another_time(goal: Goal, field: Field, text: str) -> bool:
    """True if the sentence that tells of a goal has another time, and the right one stands apart.

    "The visit at 1 pm is cancelled, and you now have a consultation with Dr. Quist at 3 pm."
    """
    if not all(re.fullmatch(r"\d{1,2}:\d\d", one) for one in field.accept) or len(goal.fields) < 2:
        return False
    own = tuple(value for one in goal.fields if one is not field for value in one.accept)
    elsewhere, beside = False, False
    for clause in _SENTENCE_PART.split(text):
        if holds_any(clause, field.accept):
            if holds_any(clause, own) and not _GIVEN_UP.search(clause):
                return False
            elsewhere = True
        elif values_in(clause).times and holds_any(clause, own):
            beside = True
    return elsewhere and beside


def names_another_label(field: Field, text: str, others: tuple[str, ...]) -> bool:
    """True if lower-case text gives a field under its name, and another value than the accepted."""
    label = re.findall(r"[a-z]+", field.name.lower())[-1]
    accept = {one.lower() for one in field.accept}
    values = {re.escape(value) for one in (*_SETS, _TOPICS) if set(one) & accept for value in one}
    if any(one.isdigit() and len(one) < 4 for one in accept):
        values.add(r"\d+")
    if not values or label in ("payment", "card"):
        # "The PayPal payment will be refunded" is about the earlier one.
        return False
    places = [
        match[1] or match[2]
        for match in _labelled(label, frozenset(values)).finditer(text)
        if not _BECOMES.match(text, match.end())
        and (match[1] or match[2]) not in map(str.lower, others)
    ]
    return bool(places) and not any(holds_any(one, field.accept) for one in places)


@lru_cache(maxsize=8192)
def _labelled(label: str, values: frozenset[str]) -> re.Pattern[str]:
    anything = "|".join(sorted(values, key=len, reverse=True))
    return re.compile(
        rf"\b(?:{label}|filed under|logged (?:under|as)|filed as)\b(?:\W+(?:is|was|as|to|set|now|be"
        rf"|will|would|under|stays|of|it|an?|the))*[ :=\"'*_–-]{{1,5}}({anything})\b"
        rf"|\b({anything})(?: ?in| ?inch(?:es)?)?[ -]{label}\b"
    )


def is_misplaced(goal: Goal, field: Field, text: str) -> bool:
    """True if a value stands with another thing than the one the customer states it with.

    The customer says "I want to audit Mathematics; Databases is for a letter grade", and the text
    has only "Databases as an audit".
    """
    stated = re.split(r";|\.(?!\d)|,? and (?:the rest|whatever|what is left)", field.say.lower())
    own = " ".join(clause for clause in stated if holds_any(clause, field.accept))
    rest = " ".join(clause for clause in stated if not holds_any(clause, field.accept))
    others = [one.accept for one in goal.fields if one is not field]
    partners = tuple(value for one in others if holds_any(own, one) for value in one)
    rivals = tuple(
        value for one in others if holds_any(rest, one) and not holds_any(own, one) for value in one
    )
    if not partners or not rivals:
        return False
    places = [
        part
        for part in re.split(r",(?!\d{3})|[;\n]|\.(?!\d)|\band\b", text)
        if holds_any(part, field.accept)
    ]
    return bool(places) and all(
        holds_any(part, rivals) and not holds_any(part, partners) for part in places
    )


def names_opposite(field: Field, text: str) -> bool:
    """True if lower-case text has a thing that shall not be there, and nowhere denies it."""
    things = {
        match[1] for one in field.accept if (match := _NOTHING.fullmatch(one.lower())) is not None
    }
    return any(
        holds_any(text, (thing,)) and not _DENIES.search(text) for thing in things if len(thing) > 3
    )


def names_short(field: Field, text: str) -> bool:
    """True if lower-case text has a rejected value by the words that tell it from the accepted.

    The customer wants the "sports TV package" and not the "premium TV package", and the text has
    only "Premium TV".
    """
    accepted = {word for one in field.accept for word in re.findall(r"[a-z]+", one.lower())}
    for value in field.reject:
        words = re.findall(r"[a-z]+", value.lower())
        telling = [word for word in words if word not in accepted and word not in _GENERIC]
        if (
            len(telling) != 1
            or len(words) < 2
            or len(telling[0]) < 4
            or telling[0] in (*_WITHOUT, *_TOPICS)
        ):
            continue
        own = accepted - set(words) - _GENERIC
        if any(holds_any(text, (word,)) for word in own if len(word) > 3):
            continue
        following = "|".join(word for word in words if word != telling[0])
        places = re.finditer(rf"\b{telling[0]} (?:{following})\b", text)
        if own and any(not stands_as_old(text, match.start()) for match in places):
            return True
    return False


@lru_cache(maxsize=ONE_MESSAGE)
def without_remains(text: str) -> str:
    """The text without clauses that tell how much is left somewhere."""
    if not _LEFT.search(text):
        return text
    return _CLAUSE.sub(lambda clause: "…" if _REMAINS.search(clause[0]) else clause[0], text)


def is_source(field: Field) -> bool:
    """True if a field tells from where something comes, or what goes out."""
    return bool(_SOURCE.search(field.name))


def is_partial(field: Field, text: str) -> bool:
    """True if the customer wants something for all of a number, and the text has it for some.

    The customer says "both in pink", and the text "one is pink, the other one is still blue"; or
    "two adult tickets", and the text "one adult, one senior".
    """
    counted = [
        clause
        for clause in re.split(r"[;,.]", field.say.lower())
        if _ALL_OF.search(clause) and holds_any(clause, field.accept) and not _ANY_OF.search(clause)
    ]
    if not counted:
        return False
    if any(_ALL_OF.search(one) for one in field.accept):
        return bool(_ONLY_SOME.search(text))
    return any(
        not stands_as_old(text, match.start())
        for value in field.reject
        for match in pattern(value).finditer(text)
    )


def names_unwanted(field: Field, text: str) -> bool:
    """True if lower-case text names beside an accepted count a word that shall not be.

    The customer wants five shelves in bamboo, and the text has "pine, five shelves".
    """
    if not field.reject or not all(_NUMERAL.search(one) for one in field.accept):
        return False
    return any(
        not stands_as_old(text, match.start())
        for value in field.reject
        if re.fullmatch(r"[a-z]+", value)
        for match in pattern(value).finditer(text)
    )


def is_misspelt(field: Field, text: str) -> bool:
    """True if lower-case text has the first name of a person and the last one in other letters."""
    for value in field.accept:
        if not _FULL_NAME.fullmatch(value):
            continue
        first, last = value.lower().split()
        found = re.findall(rf"\b{first} ([a-z'-]+)", text)
        if found and last not in found and any(sorted(one) == sorted(last) for one in found):
            return True
    return False


def leaves_out_sibling(goal: Goal, field: Field, told: str) -> bool:
    """True if a report names the other one of a pair of fields, and the one not at all."""
    told = without_remains(told)
    if holds_any(told, field.accept):
        return False
    return any(
        holds_any(told, other.accept) and _are_a_pair(field.name, other.name)
        for other in goal.fields
        if other is not field
    )


def _are_a_pair(name: str, other: str) -> bool:
    first, last = re.sub(r"[ \d]+$", "", name), re.sub(r"[ \d]+$", "", other)
    if first == last and first in ("item", "device", "passenger"):
        return True
    if {name, other} in _PAIRS or other == f"other {name}" or name == f"other {other}":
        return True
    return {name, other} in ({"source", "target"}, {"dropped", "added"}) or (
        name.split()[-1] == other.split()[-1]
        and name.split()[0] in _ORDER
        and other.split()[0] in _ORDER
    )


@lru_cache(maxsize=8192)
def _finders(accept: tuple[str, ...]) -> tuple[Finder, ...]:
    """What finds values of the kind of the accepted ones."""
    found: list[Finder] = []
    words = {word for one in accept for word in (one, *re.findall(r"[a-z-]+", one))}
    for values in _SETS:
        if any(set(value.split()) <= words or value in accept for value in values):
            same = {value for one in _SAME if set(one) & set(accept) for value in one}
            others = sorted(set(values) - same | set(accept), key=len, reverse=True)
            anything = "|".join(map(re.escape, others))
            found.append(re.compile(rf"(?<![\w-])(?:{anything})(?![\w-])").finditer)
    own_words = {word for one in accept for word in re.findall(r"[a-z]+", one)} | _GENERIC
    for value in accept:
        if re.fullmatch(r"\d{4}", value):
            found.append(_CARD.finditer)
        elif re.fullmatch(rf"\d{{1,5}} .*(?:{_STREET})", value):
            found.append(_ADDRESS.finditer)
        elif re.fullmatch(r"#?(?=\w*\d)[a-z\d]{5,}", value) and re.search(r"[a-z]", value):
            found.append(re.compile(_shape(value)).finditer)
        elif re.fullmatch(r"[a-z]{1,2}\d+(?:[ -]\d+(?::\d\d)?)", value):
            shape = "".join(r"\d" if one.isdigit() else one for one in value)
            found.append(re.compile(rf"\b{shape}\b").finditer)
        elif re.fullmatch(r"\d{5}", value):
            found.append(_ZIP.finditer)
        elif model := re.fullmatch(_MODEL, value):
            # "Samsung Galaxy S24" and "iPhone 15".
            front, letters = re.escape(model[1]), re.escape(model[2])
            found.append(re.compile(rf"\b{front}[ -]?{letters}\d{{1,3}}\b").finditer)
        elif count := re.fullmatch(_COUNT, value):
            if re.fullmatch(_NUMBER, count[1]):
                noun = re.escape(count[2])
                found.append(
                    re.compile(rf"\b{_NUMBER} (?!{_MORE})(?:[a-z]+ )?(?:[a-z]+ )?{noun}").finditer
                )
        elif label := re.fullmatch(_LABEL, value):
            found.append(re.compile(rf"\b{re.escape(label[1])}s?\W{{1,3}}\d+\b").finditer)
        if _is_named_thing(value):
            parts = re.findall(r"[a-z]+", value)
            own = "|".join(map(re.escape, own_words))
            found.append(
                re.compile(
                    rf"\b(?!(?:{own}|[a-z]+(?:ed|ing|ly)|[a-z]+'s)\b)[a-z]+ {parts[-1]}s?\b"
                ).finditer
            )
    return tuple(found)


def _is_named_thing(value: str) -> bool:
    """True if a value is a noun with a word before it that tells which: "old canal bank"."""
    parts = re.findall(r"[a-z]+", value)
    return (
        len(parts) > 1
        and len(parts[-1]) > 2
        and not _GENERIC.issuperset(parts[:-1])
        and not _NO_NAME.search(value)
    )


def _shape(value: str) -> str:
    """A pattern for ids that look like one: the same letters in front, and as long."""
    bare = value.removeprefix("#")
    front = (re.match(r"[a-z]+", bare) or [""])[0]
    if not bare[len(front) :].isdigit():
        front = front[:1] if len(front) < len(bare) - 1 else ""
        front = "" if bare[1:2].isalpha() and len(bare) == 6 else front
    rest = len(bare) - len(front)
    tail = rf"\d{{{rest}}}" if bare[len(front) :].isdigit() else rf"[a-z\d]{{{rest}}}"
    # HAT103 is a flight and no reservation.
    flight = "" if re.fullmatch(_FLIGHT, bare) else rf"(?!{_FLIGHT}\b)"
    return rf"(?<![\w#])#?{flight}(?=[a-z]*\d)(?=\d*[a-z]){front}{tail}(?!\w)"


def names_another_date(field: Field, text: str, others: tuple[str, ...]) -> bool:
    """True if the customer states a field with a date, and lower-case text names another alone."""
    if all(re.fullmatch(_DATE, one) for one in field.accept):
        return False
    said = values_in(field.say).dates
    if not said or any(one.matches(date) for one in values_in(text).dates for date in said):
        return False
    return _other_moments("dates", text, (field.say, *field.accept, *others), "")


def _another_moment(goal: Goal, field: Field, told: str, others: tuple[str, ...]) -> bool:
    said = " ; ".join((goal.say, *(one.say for one in goal.fields)))
    return any(
        any(re.fullmatch(form, one) for one in field.accept)
        and _other_moments(kind, told, (*field.accept, *others), said)
        for kind, form in _MOMENTS
    )


def _other_moments(
    kind: Literal["dates", "times"], text: str, known: tuple[str, ...], said: str
) -> bool:
    """True if a text names dates or times for the act and none that is known, or a strange one."""
    right = getattr(values_in(" ; ".join(known)), kind)
    heard = getattr(values_in(said), kind)
    found = {
        value
        for clause in re.split(r"[.;]\s|\n|, (?!\d)", text)
        if not _OTHER_MOMENT.search(clause)
        for value in getattr(values_in(clause), kind)
    }
    if not any(value.matches(one) for value in found for one in right):
        return bool(found)
    return not all(any(value.matches(one) for one in (*right, *heard)) for value in found)


def _another_amount(field: Field, told: str, others: tuple[str, ...]) -> bool:
    if not any(re.fullmatch(r"\$?\d[\d,]*(?:\.\d\d)?", one) for one in field.accept):
        return False
    if not any("." in one or re.search(r"\d,\d", one) for one in field.accept) and not re.search(
        r"amount|limit|share|sum|tip|price", field.name
    ):
        return False
    whole = all(one.replace(",", "").isdigit() for one in field.accept)
    lengths = {len(one.replace(",", "")) for one in field.accept}
    found = [
        match
        for match in (_WHOLE if whole else _AMOUNT).finditer(told)
        if not (whole and match[0].isdigit() and _is_no_sum(told, match, lengths))
        and not _ASIDE.search(
            re.split(r"[.;\n] ", told[max(0, match.start() - 40) : match.start()])[-1]
        )
        and not _ASIDE.search(re.split(r"[.,;:\n] |\band\b", told[match.end() :][:25])[0])
    ]
    others = tuple(one for one in others if re.search(r"\d", one))
    known = [match for match in found if holds_any(match[0], (*field.accept, *others))]
    beside = any(re.fullmatch(r"\d+", one) and len(one) in lengths for one in others)
    # "200 per transfer and 520 a day": the one is of another field, the other of none.
    return len(found) > len(known) and (not known or (whole and beside))


def _is_no_sum(told: str, match: re.Match[str], lengths: set[int]) -> bool:
    """True if a bare whole number is a year, a span of time or a clock, or of another size."""
    return (
        len(match[0]) not in lengths
        or bool(_SPAN.match(told, match.end()))
        or bool(_YEAR.search(told, 0, match.end()))
    )


def _another_person(field: Field, cased: str, others: tuple[str, ...]) -> bool:
    names = [one for one in field.accept if re.fullmatch(r"[A-Z][a-z'-]+(?: [A-Z][\w'-]+)?", one)]
    if not names or not _PEOPLE.search(field.name):
        return False
    if _ALONE.search(field.say.lower()) and _ALONE.search(cased.lower()):
        return False
    return any(
        not holds_any(match[0].lower(), (*field.accept, *others))
        for match in _PERSON.finditer(cased)
    )
