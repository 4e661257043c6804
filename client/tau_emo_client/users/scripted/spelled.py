"""Sums and times of day that a message spells out, in figures."""

import re

from tau_emo_servers.values import SMALL_NUMBERS, TENS

_SMALL = {name: number for number, name in enumerate(SMALL_NUMBERS)}
_TENS = {name: number for number, name in enumerate(TENS, start=2)}
_ONE = "|".join(_SMALL)
_TEN = "|".join(_TENS)
_UNDER_HUNDRED = rf"(?:(?:{_TEN})(?:[ -](?:{_ONE}))?|(?:{_ONE}))"
_ALONE = 12
"""A number up to this is understood as a word."""
_NEEDED = re.compile(
    rf"\b(?:hundred|thousand|{_TEN}|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    r"|in the (?:morning|afternoon|evening)|at night|half past|half an hour past"
    r"|quarter (?:past|to|after)|o'clock|noon|midday)\b",
    re.IGNORECASE,
)
"""What must stand in a text before anything in it is looked for."""
_SUM = re.compile(
    rf"\b(?:(?:(?:(?P<thousands>an?|{_UNDER_HUNDRED}|\d{{1,3}}) thousand\b)(?:,? (?:and )?)?)?"
    rf"(?:(?P<hundreds>an?|{_UNDER_HUNDRED}|\d{{1,2}}) hundred\b(?:,? (?:and )?)?)?"
    rf"(?P<rest>(?:{_TEN})(?:[ -](?:{_ONE}))?|(?:{_ONE}))?)(?![\w-])",
    re.IGNORECASE,
)
_THOUSAND = re.compile(r"\b(?:\w+'s |the |your |of )?thousand dollars\b", re.IGNORECASE)
_PART_OF_DAY = r"(?: o'clock)? (?:in the (?P<part>morning|afternoon|evening)|at (?P<night>night))"
_CLOCK = re.compile(
    rf"\b(?:(?P<past>half|quarter|a quarter) (?P<side>past|after|to) )?"
    rf"(?P<hour>\d{{1,2}}|{_ONE})(?:[:.](?P<minute>\d\d))?{_PART_OF_DAY}\b",
    re.IGNORECASE,
)
_HALF_PAST = re.compile(
    rf"\b(?P<past>half|quarter|a quarter) (?P<side>past|after|to) (?P<hour>\d{{1,2}}|{_ONE})"
    r"(?P<half> ?[ap]\.?m\b\.?)?",
    re.IGNORECASE,
)
_NOON = re.compile(r"\b(?:12 noon|noon|midday)\b", re.IGNORECASE)


def in_figures(text: str) -> str:
    """A text with spelled sums and times of day in figures ("half past nine in the evening").

    Numbers up to twelve that stand alone stay as they are, and so does all that is no number.

    Args:
        text: as it was written, in any case.
    """
    if not _NEEDED.search(text):
        return text
    text = _CLOCK.sub(_clock, text)
    text = _HALF_PAST.sub(_clock, text)
    text = _NOON.sub("12:00", text)
    text = _THOUSAND.sub(lambda match: match[0].lower().replace("thousand", "1,000"), text)
    return _SUM.sub(_sum, text)


def _number(name: str) -> int:
    name = name.lower()
    if name.isdigit():
        return int(name)
    if name in ("a", "an"):
        return 1
    tens, _, ones = name.replace("-", " ").partition(" ")
    if tens in _TENS:
        return 10 * _TENS[tens] + _SMALL.get(ones, 0)
    return _SMALL[tens]


def _sum(match: re.Match[str]) -> str:
    thousands, hundreds, rest = match["thousands"], match["hundreds"], match["rest"]
    if not (thousands or hundreds) and (not rest or _number(rest) <= _ALONE):
        return match[0]
    total = 1000 * _number(thousands) if thousands else 0
    total += 100 * _number(hundreds) if hundreds else 0
    total += _number(rest) if rest else 0
    tail = " " if match[0].endswith(" ") else ""
    return f"{total:,}{tail}"


def _clock(match: re.Match[str]) -> str:
    found = match.groupdict()
    hour, minute = _number(match["hour"]), int(found.get("minute") or 0)
    if hour > 24:
        return match[0]
    if match["past"]:
        minute = 30 if match["past"].lower() == "half" else 15
        if match["side"].lower() == "to":
            hour, minute = (hour - 1) or 12, 60 - minute
    part = (found.get("part") or found.get("night") or "").lower()
    half = (found.get("half") or "").strip() or {"": "", "morning": "am"}.get(part, "pm")
    if part == "night" and hour in (12, 1, 2, 3, 4):
        half = "am"
    return f"{hour}:{minute:02d} {half}".rstrip() if hour <= 12 else f"{hour}:{minute:02d}"
