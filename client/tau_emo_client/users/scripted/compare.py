"""Comparing what the agent wrote with a value of the script, and what it proposes to do with it."""

import re
from functools import lru_cache
from typing import Literal

from tau_emo_client.users.scripted.text import ONE_MESSAGE, Wording, begun
from tau_emo_servers.values import MONTHS, SMALL_NUMBERS

Side = Literal["old", "new", "open"]
"""Whether a mention stands as what is (`from the Visa`), as what shall be (`to the Visa`), or
neither."""

_NUMBER_WORDS = SMALL_NUMBERS[:13]
_STREETS = {
    "street": "str?",
    "lane": "ln",
    "road": "rd",
    "avenue": "ave?",
    "drive": "dr",
    "boulevard": "blvd",
    "court": "ct",
    "place": "pl",
    "square": "sq",
    "terrace": "ter",
}
"""How the kinds of streets are abbreviated."""
_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::\d\d)?")
_WEEKDAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NO_MONTH = rf"(?!,? (?:of )?(?:{'|'.join(name[:3] for name in MONTHS)})|-| (?:floor|row|street))"
_PHONE = re.compile(r"\+?[\d(][\d\s().-]{8,}\d")
_ARTICLES = r"(?:\W+(?:the|your|an?|this|that|my|our))?"
_OLD = re.compile(
    rf"\b(?:(?<!taken )(?<!paid )(?<!comes )(?<!came )(?<!come )(?<!drawn )(?<!deducted )"
    rf"(?<!debited )(?<!charged )(?<!collected )(?<!\d )from|instead of"
    rf"|than(?: at| on| in| with| by| via)?|in place of|not"
    rf"|nothing (?:about|on|in|with|of)|replac\w+|current\w*|old|original\w*"
    rf"|existing|previous\w*|was(?! (?:now |just )?(?:put|charged|taken|billed|paid|drawn"
    rf"|debited|booked|placed"
    rf"|refunded|returned|credited|set|moved|made|added|sent)\b)|initial\w*|no longer|away from"
    rf"|switch\w* from|no){_ARTICLES}"
    r"\W+(?:[\w-]+\W+){0,3}$"
)
_NEW = re.compile(
    rf"(?:\b(?:to|onto|new|for|with|into|using|via|by|charged?|updated|pay\w*){_ARTICLES}"
    r"|[-=]>|→)\W*(?:[\w-]+\W+){0,3}$"
)


@lru_cache(maxsize=4096)
def pattern(value: str) -> Wording:
    """A value as it stands in lower-case text in any usual spelling.

    Args:
        value: a word, number, amount, ISO date, clock time or phone number. Case, blanks and
            punctuation inside it do not count; words may stand in the plural.
    """
    bare = value.strip().lower()
    if date := _ISO_DATE.fullmatch(bare):
        return _date_pattern(*(int(part) for part in date.groups()))
    if clock := _CLOCK.fullmatch(bare):
        return _time_pattern(int(clock[1]), clock[2])
    digits = re.findall(r"\d", bare)
    if _PHONE.fullmatch(bare) and len(digits) >= 10:
        return Wording(r"(?<!\d)" + r"[\s().-]*".join(digits) + r"(?!\d)", digits[0])
    number = bare.removeprefix("$").replace(",", "")
    if re.fullmatch(r"\d+(?:\.\d+)?", number):
        return _number_pattern(number)
    tokens = re.findall(r"[a-z]+|\d+|[^\W\d_]+", bare)
    body = r"[\W_]*".join(_inflected(token) for token in tokens) or re.escape(bare)
    if len(tokens) > 2 and tokens[0].isdigit() and tokens[-1] in _STREETS:
        # "27 Chapel Ln."
        body = f"{body.removesuffix(tokens[-1])}(?:{tokens[-1]}|{_STREETS[tokens[-1]]})"
    plural = "(?:e?s)?" if tokens and tokens[-1].isalpha() and len(tokens[-1]) > 2 else ""
    # The m of "I'm" is no size.
    begins = tokens[:1] if tokens and body.startswith(tokens[0]) else []
    pattern = begun(body, begins, "[a-z0-9]", r"\w['’]") + rf"{plural}(?![a-z0-9])"
    clue = max(tokens[:-1] if "(?:" in body else tokens, key=len, default=bare)
    if not begins and tokens:
        clue = tokens[0][:3]
    return Wording(pattern, clue)


def _inflected(token: str) -> str:
    if token in ("itself", "themselves"):
        return "(?:itself|themselves)"
    if token.endswith("ies") and len(token) > len("dies"):
        return rf"{token[:-3]}(?:ies|y)"
    return re.escape(token)


def _date_pattern(year: int, month: int, day: int) -> Wording:
    name = MONTHS[month - 1]
    named = rf"(?:{name}|{name[:3]}t?\.?)" if month != 5 else "may"
    a_day = rf"0?{day}(?:st|nd|rd|th)?"
    a_year = rf"(?:,?\s*{year}|(?!,?\s*(?:19|20)\d\d))"
    return Wording(
        rf"(?<!\d){year}[-/]0?{month}[-/]0?{day}(?!\d)"
        rf"|(?<!\d){year % 100:02d}-{month:02d}-{day:02d}(?!\d)"
        rf"|\b{named}\s+(?:the\s+)?{a_day}(?!\d|:\d){a_year}"
        rf"|(?<!\d){a_day}\s+(?:of\s+)?{named}\b{a_year}"
        rf"|(?<![\d/]){month:02d}/{day:02d}/{year}|(?<![\d/]){month}/{day}(?:/{year}|(?![\d/]))"
        rf"|(?<![\d/.])0?{day}[/.]0?{month}(?:[/.]{year}|[/.]?(?![\d/.]))"
        rf"|\b(?:the|{_WEEKDAYS}),? {day}(?:st|nd|rd|th)\b{_NO_MONTH}",
        str(day),
    )


def _time_pattern(hour: int, minute: str) -> Wording:
    twelve = hour % 12 or 12
    half = "p" if hour >= 12 else "a"
    plain = "" if minute != "00" else rf"|(?<![\d:]){twelve}\s*{half}\.?m\b"
    if hour > 12 and minute != "00":
        # "At half past six" in the evening.
        plain += rf"|(?<![\d:]){twelve}:{minute}(?!\d|:\d|[^.;\n]{{0,12}}a\.?m\b)"
    return Wording(
        rf"(?<![\d:])0?{hour}:{minute}(?::\d\d)?(?!\d|:\d|\s*[{'a' if half == 'p' else 'p'}]\.?m)"
        rf"|(?<![\d:])0?{twelve}:{minute}\s*{half}\.?m\b{plain}",
        f":{minute}",
        *([str(twelve)] if plain else []),
    )


def _number_pattern(number: str) -> Wording:
    whole, _, cents = number.partition(".")
    if len(whole) <= 2 and not cents:
        spelled = _NUMBER_WORDS[int(whole)] if int(whole) < len(_NUMBER_WORDS) else whole
        return Wording(
            rf"(?<![a-z\d.:#,-])(?:{whole}(?:\.0+)?|{spelled})(?![a-z\d:]|\.\d|-\d|,\d{{3}}|%)",
            whole,
            spelled,
        )
    groups = re.findall(r"\d{1,3}(?=(?:\d{3})*$)", whole)
    grouped = ",?".join(groups)
    tail = cents.rstrip("0")
    decimals = rf"\.{tail}0*" if tail else r"(?:\.0+)?"
    return Wording(rf"(?<!\d)(?<!\d[.,]){grouped}{decimals}(?!\d|\.\d)", groups[0])


def holds(text: str, value: str) -> bool:
    """True if lower-case text names the value in any usual spelling."""
    return bool(pattern(value).search(text))


def holds_any(text: str, values: tuple[str, ...]) -> bool:
    """True if lower-case text names one of the values."""
    for clue, patterns in _by_clue(values):
        if clue in text:
            for one in patterns:
                if one.search(text):
                    return True
    return False


@lru_cache(maxsize=4096)
def _by_clue(values: tuple[str, ...]) -> tuple[tuple[str, tuple[Wording, ...]], ...]:
    """The patterns of values by their clues: the many spellings of one thing share a few."""
    found: dict[str, list[Wording]] = {}
    for one in map(pattern, values):
        for clue in one.clues:
            found.setdefault(clue, []).append(one)
    return tuple((clue, tuple(some)) for clue, some in found.items())


@lru_cache(maxsize=ONE_MESSAGE)
def sides(text: str, values: tuple[str, ...]) -> frozenset[Side]:
    """In what roles lower-case text names one of the values; empty: it names none."""
    found: set[Side] = set()
    for value in values:
        for match in pattern(value).finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            found.add(_side(line[-60:]))
    return frozenset(found)


def stands_as_old(text: str, start: int) -> bool:
    """True if what begins at a place of lower-case text stands there as what is or was."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return _side(line[-60:]) == "old"


def _side(before: str) -> Side:
    """The role that the words before a mention give it; the nearest such word decides."""
    old, new = _OLD.search(before), _NEW.search(before)
    if old and (not new or old.start() >= new.start()):
        return "old"
    return "new" if new else "open"
