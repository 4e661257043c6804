"""Whether the agent has told what the customer wants to hear."""

import re
from functools import lru_cache

from tau_emo_client.users.scripted.reading import Reading
from tau_emo_client.users.scripted.text import Unit, names, word
from tau_emo_servers.values import Values, values_in
from tau_emo_tasks.script import Wish

_GENERIC = frozenset(
    [
        "number",
        "total",
        "amount",
        "date",
        "time",
        "name",
        "of",
        "the",
        "a",
        "an",
        "new",
        "id",
        "code",
        "my",
        "your",
        "for",
        "in",
        "and",
        "to",
        "is",
        "price",
        "cost",
        "value",
        "count",
        "exact",
        "order",
        "sum",
        "how",
        "many",
        "day",
        "without",
    ]
)
_SYNONYMS: dict[str, tuple[str, ...]] = {
    "refund": ("back", "credit", "return", "reimburs"),
    "back": ("refund", "credit", "return", "reimburs"),
    "missing": ("short", "lack", "too little"),
    "difference": (
        "extra",
        "additional",
        "on top",
        "more than",
        "more per",
        "more a",
        "more each",
        "less",
        "cheaper",
        "by $",
        "dearer",
        "gap",
        "comes back",
        "in between",
    ),
    "overpaid": ("too much", "excess", "more than you owed", "over"),
    "link": ("http", "address", "url"),
    "opponent": ("vs", "versus", "against", "play", "host", "visit", "face", "meet", "take on"),
    "saving": ("less", "cheaper", "save", "lower"),
    "average": ("per ", "works out", "mean", "a game"),
    "use": ("used", "hours"),
    "left": ("remain", "leav", "still ha", "still $", "still hold", "balance", "over"),
    "share": ("percent", "%"),
    "total": (
        "in all",
        "altogether",
        "overall",
        "comes to",
        "add up",
        "sum ",
        "combined",
        "together",
        "makes",
        "make $",
        "you'll pay",
        "come to",
        "adds up",
        "everything included",
        "all included",
        "all in",
        "bill",
        "you'd pay",
        "in full",
        "for the lot",
    ),
    "price": ("cost", "starts", "from $", "is $", "for $", "at $", "charge"),
    "paid": ("pay", "charged", "cost", "price"),
    "salary": ("per season", "a season", "per year", "a year", "earn"),
    "open": ("missing", "unpaid", "outstanding", "due", "owe"),
    "balance": ("remain", "left", "leav", "unpaid", "outstanding", "due", "owe", "missing"),
    "compensation": ("certificate", "voucher"),
    "estimated": ("expected",),
    "departure": ("leav", "take off", "takes off"),
    "starting": ("begin",),
    "lowest": ("cheapest", "least", "only", "starts", "starting", "from $"),
    "street": ("address", "drive", "road", "avenue", "lane", "boulevard", "court", "way"),
}
"""Other words by which agents name a wished fact."""
_ASKING = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "how much many what which who whose when where on with by in of to for from at do"
        " does did is"
        " am are was were be been has have had will would the a an my me i it its that"
        " those these this"
        " and please tell get high money so then there you your if not than"
        " come comes go goes"
    ).split()
)
"""Words of a question that name nothing of what is asked for."""
_MEASURE = re.compile(r"\b(hours?|percent|minutes?|gigabytes|kilometers|miles)\b")
_PERCENT = re.compile(r"\d+ ?(?:%|per ?cent)")
_DAY_RANGE = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)? ?(?:-|–|to|and) ?(?=\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-z])"
)
_DAY_ALONE = re.compile(r"\b(?:on|was|is|only) the \d{1,2}(?:st|nd|rd|th)\b")
_UNTOLD = re.compile(r"\b(?:don't|do not|cannot|can't|unable|no) \b[^.]{0,30}$")


_DURATION = re.compile(
    r"\b(?:[\w.]+(?: to |-|–| or | and ))?[\w.]+ (?:business |working )?(?:days?|weeks?|minutes?)\b"
    r"|(?:\bending(?: in| with)?|\blast four(?: digits)?|[*•x]{2,}|\b(?:visa|mastercard|amex"
    r"|card)) ?\d{4}\b"
    r"|\b(?:one|two|three|both) (?:payment )?(?:methods?|cards?|items?|tickets?)\b"
)
_MONEY = re.compile(
    r"[$€£]|\d\.\d\d\b|\b(?:usd|eur|gbp|cad|mxn|chf|aud|dollars?|euros?|pounds?|francs?|pesos?)\b"
    r"|(?:\b(?:is|are|was|were|of|to|by|at|be|about|only|just|another)|[:=–-]) \d"
)
_USUAL = re.compile(
    r"\b(?:normally|usually|regularly|list price|regular price|full price)\b[^.;,]*"
    r"|\b(?:regular|normal|usual|standard) [$€£][\d.,]*\d"
)
"""What something costs otherwise."""
_PAID = re.compile(r"\b(?:charged|came out|paid|taken|debited|cost\w*|price)\b")
_ABOUT = re.compile(
    r"\b(?:more than|over|at least|around|about|almost|nearly|up to|roughly) [$€£]?[\d.,]+"
)


_UNNAMED = {"number": "numbers", "amount": "numbers", "date": "dates", "time": "times"}
"""Under what values of a kind are found in a text."""
_ABOUT_ELSE = re.compile(
    r"\b(?:fees?|deposit|tax(?:es)?|e-?mail|within|until|by (?:the|then)|reminder|points?"
    r"|was booked|verified|found)\b"
)
"""Words of a sentence that tells of something beside."""
_PAYS = re.compile(r"\b(?:total|balance|amount|pay\w*|paid|price|cost|copay|charge\w*|taken?)\b")
"""Words of a wish for a sum that is paid."""
_FEW = 7
"""A number stands for itself in a sentence of so many words at most."""
_VARIANT = re.compile(r"\b(\w+) with (?:the )?(\w+)\b")
_KIND_OF_STREET = (
    r"\b[A-Z][\w'-]+ (?:Street|St|Road|Rd|Lane|Ln|Drive|Dr|Avenue|Ave|Boulevard|Blvd|Court|Ct|Way"
    r"|Crescent|Row|Grove|Place|Square|Terrace|Close|Circle|Trail|Parkway|Hill)\b"
)
_OF_STREET = re.compile(r"\bstreet\b|(?<!mail )\baddress\b")
_ADDRESS = re.compile(_KIND_OF_STREET)
"""A street with its number or without."""
_STREET = re.compile(
    r"\b(?:to|at|on|in|is|for)\s+(?:the )?(?:\d+ )?(?!I\b)[A-Z][a-z]|:\s*(?:\d+ )?[A-Z][a-z]"
    rf"|{_KIND_OF_STREET}"
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]*\w")
_NAME = re.compile(r"(?<![.?!:] )(?<!^)(?<!\w)(?:[A-ZÀ-Þ][\w'-]*\w|[\w-]*\d[\w-]*)")
"""A word that is written large inside a sentence, or one with a figure."""
_PROPER = re.compile(r"(?<![.?!:] )(?<!^)\b[A-Z]\w|\d|[\"']\w")
"""A word that is written large, a number or something quoted."""


def is_told(
    wish: Wish,
    reading: Reading,
    own: Values,
    asked_for: bool,
    *,
    acts: tuple[str, ...] = (),
    alone: bool = False,
    own_text: str = "",
) -> bool:
    """True if a message tells the wished fact, as far as the customer can see.

    A value of the right kind must stand in a unit that names the wish, or anywhere if the
    customer has just asked for nothing else. What the customer said or knew is no answer.

    Args:
        wish: the fact the customer wants.
        reading: the message of the agent.
        own: the values of the customer's own script.
        asked_for: True if the customer's last message asked for it.
        acts: the words of the goal, which name a date or time that has no words of its own.
        own_text: what the customer's script says, lower case: a name out of it tells nothing new.
        alone: nothing else of that kind is to be heard, so that the only new value of the kind in
            a message that asks for nothing must be it.
    """
    if _UNNAMED.get(wish.kind) is None and not _holds_name(wish, reading.cased):
        return False
    if wish.kind == "name" and "mail" in f"{wish.name} {wish.ask}":
        return any(match[0].lower() not in own_text for match in _MAIL.finditer(reading.cased))
    named = [
        unit
        for unit in reading.units
        if _names(wish, unit, acts)
        and not _is_of_another(wish, unit.text)
        and not (own_text and wish.kind == "name" and _tells_nothing_new(unit, reading, own_text))
    ]
    if any(_has_kind(wish, unit.text, own) for unit in named if not unit.question):
        return True
    if any(unit.question and _has_kind(wish, unit.text, own) for unit in named):
        return True
    if named and not reading.refusals and _names_in_head(wish, reading, own, acts):
        return True
    if alone and _is_only_one(wish, reading, own):
        return True
    if asked_for and not reading.refusals and not reading.requests and not reading.stalls:
        return _has_kind(wish, reading.text, own)
    return False


def _tells_nothing_new(unit: Unit, reading: Reading, own_text: str) -> bool:
    """True if all names in a unit are the customer's own words."""
    at = reading.text.find(unit.text)
    if at < 0:
        return False
    cased = reading.cased[at : at + len(unit.text)]
    found = [match[0] for match in _NAME.finditer(cased)]
    return bool(found) and all(one.lower() in own_text for one in found)


def _is_of_another(wish: Wish, text: str) -> bool:
    """True if a text is about another variant: "with chicken", and asked for with vegetables."""
    asked = {match[1]: match[2] for match in _VARIANT.finditer(wish.ask.lower())}
    told = [match for match in _VARIANT.finditer(text) if match[1] in asked]
    return bool(told) and not any(match[2] == asked[match[1]] for match in told)


def _is_only_one(wish: Wish, reading: Reading, own: Values) -> bool:
    """True if a message that asks for nothing holds one new value of the kind and no other."""
    if reading.asks or reading.refusals or reading.failed or reading.stalls:
        return False
    if wish.kind not in _UNNAMED:
        return _wants_street(wish) and bool(_ADDRESS.search(reading.cased))
    units = [
        unit.text
        for unit in reading.units
        if not _is_of_another(wish, unit.text) and _has_kind(wish, unit.text, own)
    ]
    if len(units) != 1 or _ABOUT_ELSE.search(units[0]):
        return False
    if "new" in wish.name and re.search(r"\b(?:back|refund\w*|return\w*)\b", units[0]):
        return False
    if _PAID.search(units[0]) and ("new" in wish.name or not _PAYS.search(wish.name.lower())):
        return False
    if wish.kind == "number" and len(units[0].split()) > _FEW:
        return False
    text = units[0] if wish.kind == "number" else _PERCENT.sub("…", units[0])
    values = values_in(_DAY_RANGE.sub("", _DURATION.sub("…", text)))
    new = getattr(values, _UNNAMED[wish.kind])
    return len(new - getattr(own, _UNNAMED[wish.kind])) == 1


def _wants_street(wish: Wish) -> bool:
    return bool(_OF_STREET.search(f"{wish.name} {wish.ask}".lower()))


def _holds_name(wish: Wish, cased: str) -> bool:
    """True if a message holds a name, or for a street what looks like one."""
    if _wants_street(wish):
        return bool(_STREET.search(cased))
    return bool(_PROPER.search(cased))


def _names(wish: Wish, unit: Unit, acts: tuple[str, ...]) -> bool:
    if "percent" in wish.ask and _PERCENT.search(unit.text):
        return True
    words = re.findall(r"[a-z]+", wish.name.lower())
    telling = [one for one in words if one not in _GENERIC]
    if "left" in words and not _hits(unit.text, ["left"]):
        return False
    if "share" in words and not re.search(r"\bper ?cent\b", unit.text):
        return bool(_PERCENT.search(unit.text))
    if {"both", "two"} & {*words} and not _hits(unit.text, ["total"]) and "both" not in unit.text:
        return False
    if "total" in words and wish.kind == "amount" and _hits(unit.text, ["total"]):
        return True
    if not telling and wish.kind in ("date", "time") and names(unit.text, acts):
        return True
    text = f"{unit.head} {unit.text}" if unit.item else unit.text
    if _hits(text, telling or words) * 2 >= len(telling or words):
        return True
    if words == ["total"] and _PAID.search(text):
        # What is paid for something new is its total.
        return True
    asked = [one for one in re.findall(r"[a-z]+", wish.ask.lower()) if one not in _ASKING]
    if len(asked) == 1 and names(asked[0], acts):
        # "How much am I paying?": where it says that it is paid, how much is told.
        return names(unit.text, acts)
    if len(asked) == 1 and asked[0] in _SYNONYMS and _hits(text, asked):
        return True
    return len(asked) > 1 and _hits(text, asked) * 2 > len(asked) - (wish.kind == "amount")


def _hits(text: str, words: list[str]) -> int:
    """How many of the words a text has, or others that say the same."""
    return sum(
        bool(word(one[: max(4, len(one) - 3)]).search(text))
        or any(word(other).search(text) for other in _SYNONYMS.get(one, ()))
        for one in words
    )


def _names_in_head(wish: Wish, reading: Reading, own: Values, acts: tuple[str, ...]) -> bool:
    """A heading names the wish and the next unit holds the value."""
    for unit, following in zip(reading.units, reading.units[1:], strict=False):
        if (
            unit.text.endswith(":")
            and _names(wish, unit, acts)
            and _has_kind(wish, following.text, own)
        ):
            return True
    return False


def _has_kind(wish: Wish, text: str, own: Values) -> bool:
    if wish.kind in ("number", "amount"):
        text = _USUAL.sub("…", _DAY_RANGE.sub("", text))
        text = _ABOUT.sub("…", text)
    if wish.kind == "amount":
        text = _DURATION.sub("…", text)
        if not _MONEY.search(text):
            return False
    if wish.kind == "number" and (measure := _MEASURE.search(f"{wish.name} {wish.ask}".lower())):
        text = _measured(text, measure[1])
    values = values_in(text)
    match wish.kind:
        case "number" | "amount":
            # Long numbers (tracking, order) stand among the ids as well.
            return bool(
                values.numbers - own.numbers or (wish.kind == "number" and values.ids - own.ids)
            )
        case "date":
            if _DAY_ALONE.search(text):
                return True
            return any(not any(d.matches(o) for o in own.dates) for d in values.dates)
        case "time":
            return any(not any(t.matches(o) for o in own.times) for t in values.times)
        case "name":
            return not _UNTOLD.search(text) and bool(
                re.search(
                    r"\b(?:is|are|was|were|to|by|with|called|named|in|on|it's|under|as|number|vs|against)\b"
                    r"|[:–-]",
                    text,
                )
            )


def _measured(text: str, measure: str) -> str:
    """The parts of a text in which a number stands before its measure, or anywhere after it."""
    unit = "(?:%|per ?cent)" if measure == "percent" else measure
    return " ; ".join(match[0] for match in _near(unit).finditer(text))


@lru_cache(maxsize=1024)
def _near(unit: str) -> re.Pattern[str]:
    return re.compile(rf"[\d.,]*\d(?: \S+){{0,2}}? ?{unit}|{unit}[^;\n]*?\b\d\S*")
