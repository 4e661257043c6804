"""Whether what an agent lists or reports goes against the customer's wish in the customer's words.

The fields of a goal hold its values; the wish says more: from where to where, in which month or
term, between which hours, with whom, how much of it, and what a text is to say.
"""

import re
from functools import lru_cache

from tau_emo_servers.values import MONTHS, CalendarDate, ClockTime, values_in
from tau_emo_tasks.script import Goal

_SEASON = re.compile(r"\b(spring|summer|fall|autumn|winter)\b(?! (?:back|through|under|apart))")
_TERM = re.compile(
    r"\b(?:20\d\d[ -])?(spring|summer|fall|autumn|winter)(?:[ -](?:20\d\d|term|semester"
    r"|registration|enrol\w+))"
    r"|\b20\d\d[ -](spring|summer|fall|autumn|winter)\b"
)
_MONTH = re.compile(
    rf"\b(?:(?P<name>{'|'.join(name for name in MONTHS if name != 'may')})"
    r"|(?:in|of|from|on|next|this|\d|\d(?:st|nd|rd|th)) (?P<may>may)\b|(?P<day>may)(?= \d))\b"
)
_PLACE = r"[A-ZÀ-Þ][\w'.-]+(?: (?:of |the |and )?[A-ZÀ-Þ][\w'.-]+){0,2}"
_ROUTE = re.compile(rf"({_PLACE}) (?:to|→|-+>|–|—) ({_PLACE})")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WISH = re.compile(
    r"\b(?:i want|i'd like|i would (?:like|rather)|i wish|i need|i ask|can|could|please)\b|\?"
)
_CODE = re.compile(r"[A-Z]{3}")
_FRAME = re.compile(
    r"\b(order|delivery|ticket|meal|bill|booking|trip|tour|journey|plate|dish|game|match|play(?:ed|s)?|visit|appointment"
    r"|consultation|reservation|record) "
    r"(?:for delivery |of yours |in the house |at home )?"
    rf"(?:(?:with|against|vs\.?|versus|on|to) )?(?:the |your |a )?({_PLACE})"
)
_KINDS_OF_FRAME = {
    "tour": "trip", "journey": "trip", "delivery": "order", "ticket": "order", "meal": "order",
    "bill": "order", "plate": "order", "dish": "order", "match": "game", "play": "game",
    "played": "game", "plays": "game", "appointment": "visit", "consultation": "visit",
}  # fmt: skip
_AGAINST = re.compile(rf"\b(?:against|vs\.?|versus) (?:the )?({_PLACE})")
_QUOTED = re.compile(r"(?<![\w])\"([^\"]{8,})\"")
_BETWEEN = re.compile(
    r"\bbetween ((?:noon|\d)[\w: .]*?) and ((?:noon|midnight|\d)[\d:]*(?: ?[ap]m)?)"
)
_FROM_ON = re.compile(r"\b(?:at|from) (\d[\d:]*(?: ?[ap]m)?) (?:or later|on\b|onwards?)")
_DEPARTS = re.compile(
    r"\b(?:depart\w*|leav\w+|takes? off|starts?|starting|begin\w*)\b[^.;\n\d]{0,25}"
    r"(\d{1,2}:\d\d(?: ?[ap]\.?m)?|\d{1,2} ?[ap]m)"
)
_ONLY_ONE = re.compile(
    r"\b(?:one thing(?! (?:besides|more|else|further|on top))(?!:)|nothing else|only the|just the"
    r"|whatever else|the (?:rest|others?) (?:of [^.]*)?(?:i keep|stays?)|i keep(?! it\b)"
    r"|nothing more)\b"
)
_AS_A_WHOLE = re.compile(
    r"\b(?:as a whole|(?:the|your) (?:whole|entire|complete) (?:order|booking|trip|ticket|parcel)"
    r"|and everything else|in its entirety|all (?:of the )?items"
    r"|everything (?:in|that was in|from) (?:the|your) (?:order|parcel))\b"
    r"(?! (?:(?:would |will )?(?:stay|remain)s?|is (?:un|kept|left)|as ))"
)
_ALL_OF_IT = re.compile(r"\b(?:all of it|the whole|entire(?:ly)?|both of|everything)\b")
_HALF = re.compile(r"\b(?:half|a part) of\b")
_THE_WHOLE = re.compile(
    r"\b(?:the (?:whole|entire|full)|all of (?:the|it|your)|paid off|down to zero"
    r"|(?:pay|paid|paying|settled?|settling)\b[^.;]{0,40} in full)\b"
)
_FOR_NOTHING = re.compile(
    r"\b(?:costs? (?:me )?nothing|free of charge|without (?:a|any) fee|no fee)\b"
)
_FEE = re.compile(r"\b(?:fee|charge|penalty) (?:of|is|comes to|would be)\W*\d|\bkept back\b")
_NO_FEE = re.compile(r"\b(?:no|without|free|waived|fee is 0)\b")
_MEASURED = re.compile(r"\b\d+ ?(?:gb|mb|tb|inch(?:es)?)\b")
_SIZED = re.compile(r"\b(small|medium|large) (?:[a-z]+ ){0,2}?([a-z]{4,})")
_ID = re.compile(r"(?<![\w#-])#?(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,9}(?![\w-])")
_TITLED = ("course", "movie")
_TITLE = re.compile(rf"(?<![.?!:] )(?<!^)\b({_PLACE})")
_NO_TITLE = re.compile(
    r"\b(?:mr|ms|mrs|dr|visa|mastercard|amex|paypal|american|express|discover|monday|tuesday"
    rf"|wednesday|thursday|friday|saturday|sunday|i|{'|'.join(MONTHS)})\b"
)


def goes_against(goal: Goal, text: str, cased: str) -> bool:
    """True if a listing or report goes against the wish of a goal, whatever its fields hold.

    Args:
        goal: the goal it is about.
        text: the listing or report, lower case.
        cased: the same in the case in which it was written.
    """
    said, low = _said(goal)
    return (
        _of_another_term(low, text)
        or _in_another_month(goal, low, text)
        or _on_another_route(said, cased)
        or _with_another(goal, said, cased)
        or _against_another(goal, low, text, cased)
        or _quotes_otherwise(said, text)
        or _at_another_hour(low, text)
        or _of_another_extent(low, text)
        or _at_another_price(low, text)
        or _of_another_measure(low, text)
        or _with_another_id(low, text)
        or _on_another_date(goal, low, text)
    )


_MOST_KNOWN = 4096
_KNOWN: dict[int, tuple[Goal, str, str]] = {}
"""What the customer says of the goals seen last, by identity, as it is and in lower case."""


def _said(goal: Goal) -> tuple[str, str]:
    known = _KNOWN.get(id(goal))
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        says = [goal.say, *(one.say for one in goal.fields), *(one.say for one in goal.knows)]
        said = "\n".join(says)
        known = _KNOWN[id(goal)] = goal, said, said.lower()
    return known[1], known[2]


@lru_cache(maxsize=_MOST_KNOWN)
def _dates_in(said: str) -> frozenset[CalendarDate]:
    return values_in(said).dates


@lru_cache(maxsize=_MOST_KNOWN)
def _frames_in(said: str) -> dict[str, set[str]]:
    own: dict[str, set[str]] = {}
    for match in _FRAME.finditer(said):
        own.setdefault(_kind_of_frame(match[1]), set()).add(match[2].lower())
    return own


@lru_cache(maxsize=_MOST_KNOWN)
def _routes_in(said: str) -> dict[str, str]:
    return {match[1].lower(): match[2].lower() for match in _ROUTE.finditer(said)}


@lru_cache(maxsize=_MOST_KNOWN)
def _ids_in(said: str) -> frozenset[str]:
    return frozenset(match[0].removeprefix("#") for match in _ID.finditer(said))


@lru_cache(maxsize=_MOST_KNOWN)
def _hours_in(said: str) -> tuple[int, int | None] | None:
    """The hours between which something must begin."""
    bounds, later = _BETWEEN.search(said), _FROM_ON.search(said)
    if bounds:
        first, last = _minutes(bounds[1]), _minutes(bounds[2])
    else:
        first, last = _minutes(later[1]) if later else None, None
    return None if first is None else (first, last)


def _season(name: str) -> str:
    return "fall" if name == "autumn" else name


def _of_another_term(said: str, text: str) -> bool:
    own = {_season(match[1]) for match in _SEASON.finditer(said)}
    if len(own) != 1:
        return False
    named = {_season(match[1] or match[2]) for match in _TERM.finditer(text)}
    return bool(named) and not named & own and not any(one in text for one in own)


def _months(text: str) -> set[str]:
    return {match["name"] or "may" for match in _MONTH.finditer(text)}


def _in_another_month(goal: Goal, said: str, text: str) -> bool:
    dated = any(re.fullmatch(r"\d{4}-\d\d-\d\d", one) for f in goal.fields for one in f.accept)
    wishes = [one for one in _SENTENCE.split(said) if _WISH.search(one)]
    own = _months(" ".join(wishes) if wishes else said)
    if dated or len(own) != 1 or _dates_in(said):
        return False
    named = {MONTHS[date.month - 1] for date in values_in(text).dates} | _months(text)
    return bool(named) and not named & own


def _on_another_route(said: str, cased: str) -> bool:
    own = _routes_in(said)
    if not own:
        return False
    known = said.lower()
    for match in _ROUTE.finditer(cased):
        if _CODE.fullmatch(match[2]):
            continue  # A city may have any airport.
        start, end = match[1].lower(), match[2].lower()
        if start in own and own[start].split()[0] not in end and end.split()[0] not in known:
            return own[start].split()[0] not in cased.lower()
    return False


def _kind_of_frame(noun: str) -> str:
    return _KINDS_OF_FRAME.get(noun.lower(), noun.lower())


def _with_another(goal: Goal, said: str, cased: str) -> bool:
    """True if the thing that is dealt with is told by another name ("the order with the ...")."""
    own = _frames_in(said)
    if not own:
        return False
    text, known = cased.lower(), said.lower()
    accepted = {value.lower() for field in goal.fields for value in field.accept}
    for match in _FRAME.finditer(cased):
        named = own.get(_kind_of_frame(match[1]), set())
        name = match[2].lower()
        if (
            named
            and name not in known
            and not any(one in name or name in one for one in accepted | named)
            and not any(one in text for one in named)
            and not any(value in text for value in accepted if any(v in value for v in named))
            and not re.search(r"\d|\b(?:page|the|is)\b", name)
        ):
            return not any(
                value in text
                for field in goal.fields
                if any(one in map(str.lower, field.accept) for one in named)
                for value in map(str.lower, field.accept)
            )
    return False


def _against_another(goal: Goal, said: str, text: str, cased: str) -> bool:
    """True if a game is told by an opponent that the customer has not named, and nothing else."""
    games = [field for field in goal.fields if "game" in field.name]
    if not games or any(value.lower() in text for field in games for value in field.accept):
        return False
    rivals = [match[1].lower() for match in _AGAINST.finditer(cased)]
    return bool(rivals) and all(one not in said for one in rivals)


def _quotes_otherwise(said: str, text: str) -> bool:
    """True if a text has most words of what shall be written, and not all of them in order."""
    for quoted in _QUOTED.findall(said):
        words = re.findall(r"[\w']+", quoted.lower())
        spoken = re.findall(r"[\w']+", text)
        joined = " ".join(words)
        if joined in " ".join(spoken):
            continue
        present = sum(one in spoken for one in words)
        first = " ".join(words[:2])
        if len(words) > 2 and present * 2 >= len(words) and first in " ".join(spoken):
            return True
    return False


def _minutes(text: str) -> int | None:
    text = text.replace("noon", "12:00").replace("midnight", "23:59")
    if re.fullmatch(r"\d{1,2}", text.strip()):
        text = f"{text.strip()}:00"
    times = list(values_in(text).times)
    return _of_day(times[0]) if times else None


def _of_day(time: ClockTime) -> int:
    return time.hour * 60 + time.minute


def _at_another_hour(said: str, text: str) -> bool:
    hours = _hours_in(said)
    if hours is None:
        return False
    first, last = hours
    found = [_minutes(match[1]) for match in _DEPARTS.finditer(text)]
    if not found:
        return False
    return all(one is not None and (one < first or (last and one > last)) for one in found)


def _of_another_extent(said: str, text: str) -> bool:
    if _HALF.search(said) and _THE_WHOLE.search(text) and "half" not in text:
        return True
    if _ONLY_ONE.search(said) and not _ALL_OF_IT.search(said):
        return bool(_AS_A_WHOLE.search(text))
    return False


def _at_another_price(said: str, text: str) -> bool:
    return bool(_FOR_NOTHING.search(said) and _FEE.search(text) and not _NO_FEE.search(text))


def _of_another_measure(said: str, text: str) -> bool:
    own = {match[0].replace(" ", "") for match in _MEASURED.finditer(said)}
    named = {match[0].replace(" ", "") for match in _MEASURED.finditer(text)}
    if len(own) == 1 and named and not named & own:
        return True
    sized = {match[2]: match[1] for match in _SIZED.finditer(said)}
    return any(
        sized.get(match[2], match[1]) != match[1] and not re.search(rf"\b{sized[match[2]]}\b", text)
        for match in _SIZED.finditer(text)
    )


def _shape(one: str) -> str:
    return re.sub(r"\d", "0", re.sub(r"(?<=\d)[a-z]", "0", one.removeprefix("#")))[:2]


def _with_another_id(said: str, text: str) -> bool:
    """True if a text has none of the numbers that the customer has given, and one like them."""
    own = _ids_in(said)
    if not own or any(one in text for one in own):
        return False
    alike = {(_shape(one), len(one)) for one in own}
    return any((_shape(m[0]), len(m[0].removeprefix("#"))) in alike for m in _ID.finditer(text))


def _on_another_date(goal: Goal, said: str, text: str) -> bool:
    """True if the thing that a question is about is told by another date."""
    if goal.fields or any(wish.kind == "date" for wish in goal.hears):
        return False
    own = _dates_in(said)
    named = values_in(text).dates if own else frozenset[CalendarDate]()
    return bool(named) and not any(a.matches(b) for a in own for b in named)


def names_another_title(goal: Goal, text: str, cased: str) -> bool:
    """True if a report has none of the titles that a goal is about, and another one.

    Args:
        goal: the goal that is reported as done.
        text: the report, lower case.
        cased: the same in the case in which it was written.
    """
    said = _said(goal)[1]
    for field in goal.fields:
        values = [value.lower() for value in field.accept]
        if field.name.split()[-1] not in _TITLED or not any(value in said for value in values):
            continue
        if any(value in text for value in values):
            continue
        titles = [match[1].lower() for match in _TITLE.finditer(cased)]
        if any(one not in said and not _NO_TITLE.search(one) for one in titles if " " in one):
            return True
    return False
