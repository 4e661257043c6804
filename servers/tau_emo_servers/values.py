"""Facts in free text: which numbers, dates, times and ids a message holds.

One scan splits a text into tokens from left to right; what one token has taken is not
looked at again, so the digits of an id, a date or a clock time are never numbers. Libraries
for dates guess (`dateutil` reads "May 5 bags" and "HAT011" as dates when told to be lenient);
here only spellings that people use for a date count as one.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

Kind = Literal["number", "amount", "date", "time", "name", "id", "digits", "label", "text"]
"""How a value is looked for; see `mentions`."""


@dataclass(frozen=True, order=True)
class CalendarDate:
    """A date as written; the year is 0 where the text gives none."""

    month: int
    day: int
    year: int = 0

    def matches(self, other: "CalendarDate") -> bool:
        """True if both may be the same day: a missing year agrees with every year."""
        same_day = (self.month, self.day) == (other.month, other.day)
        return same_day and (not self.year or not other.year or self.year == other.year)

    def __str__(self) -> str:
        day = f"{self.month:02}-{self.day:02}"
        return f"{self.year:04}-{day}" if self.year else day


@dataclass(frozen=True, order=True)
class ClockTime:
    """A time of day as written; the second is -1 where the text gives none."""

    hour: int
    minute: int
    second: int = -1

    def matches(self, other: "ClockTime") -> bool:
        """True if both may be the same time: missing seconds agree with all seconds."""
        same_minute = (self.hour, self.minute) == (other.hour, other.minute)
        return same_minute and (-1 in (self.second, other.second) or self.second == other.second)

    def __str__(self) -> str:
        time = f"{self.hour:02}:{self.minute:02}"
        return time if self.second < 0 else f"{time}:{self.second:02}"


@dataclass(frozen=True)
class Values:
    """The facts of one text."""

    numbers: frozenset[Decimal] = frozenset()
    """Numbers and amounts without their sign, in digits or in words: a refund of -12.40 is
    told as "12.40 back"."""
    spelled: frozenset[Decimal] = frozenset()
    """Those numbers that occur in words only ("two bags")."""
    amounts: frozenset[Decimal] = frozenset()
    """Those numbers that are marked as money or written with two decimals."""
    dates: frozenset[CalendarDate] = frozenset()
    times: frozenset[ClockTime] = frozenset()
    ids: frozenset[str] = frozenset()
    """Ids without `#`, in capitals: tokens of digits with letters, `_` or `#`, and runs of
    five or more digits (these are numbers too)."""
    emails: frozenset[str] = frozenset()
    """In small letters."""
    phones: frozenset[str] = frozenset()
    """Digits only."""
    distinct: frozenset[str] = frozenset()
    """One entry for each distinct value, however it is spelled."""


MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
"""The English names of the months in order, lower case."""

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_ORDINAL = r"(?:st|nd|rd|th)?"
_DASH = "[-\u2010-\u2015]"

SMALL_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
"""The words for 0 to 19, in order."""
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
"""The words for 20 to 90 in tens, in order."""
_WORD_VALUES = {word: number for number, word in enumerate(SMALL_NUMBERS)} | {
    word: 10 * number for number, word in enumerate(TENS, start=2)
}
_NUMBER_WORD = "|".join([*reversed(SMALL_NUMBERS), *TENS])
_UNITS = (
    r"(?:ml|l|cm|mm|km|m|inch(?:es)?|in|ft|kg|g|lbs?|oz|gb|tb|mb|kb|w|kw|wh|mah|v|hz|ghz|mp|k|p|px"
    r"|h|hrs?|min(?:s|utes)?|x|d|s|sec|usd|eur|gbp|cad|aud|chf|st|nd|rd|th)"
)
_NO_ONE_BEFORE = re.compile(
    r"\b(?:the|that|this|which|no|any|every|each|another|some|last|next|new|old|right|wrong|only"
    r"|cheapest|first|second|other|same|a)\s+(?:[a-z]+\s+)?$",
    re.IGNORECASE,
)
_ONE_THING_AFTER = re.compile(
    r"(?:-(?!way\b|stop\b|time\b|on\b|off\b|size\b)|\s+)"
    r"(?!is\b|are\b|was\b|were\b|i\b|you\b|we\b|it\b|that\b|which\b|who\b|in\b|on\b|for\b|with\b"
    r"|from\b|to\b|of\b|and\b|or\b|but\b|please\b|moment\b|second\b|sec\b|minute\b|thing\b|way\b"
    r"|stop\b|more\b|last\b|at\b|by\b|the\b|my\b|your\b|day\b|time\b)[a-z]",
    re.IGNORECASE,
)

_TOKEN = re.compile(
    rf"""
    (?P<plain>(?:[\s{{}}\[\]",:;!?*|]+
        | (?<!\w)(?!{_MONTH}|{_NUMBER_WORD}|noon|mid|usd)[A-Za-z]+(?:_[A-Za-z]+)*
            (?![\w@+'-]|\.\w))+)
  | (?P<email>(?<![\w.+'-])[\w.+'-]+@[\w-]+(?:\.[\w-]+)+)
  | (?P<stamp>(?<![\w])(?P<st_date>\d{{4}}-\d\d-\d\d)[T\ ]
        (?P<st_time>\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?(?![\w]))
  | (?P<short_stamp>(?<!\w)(?P<sh_date>\d\d-\d\d-\d\d)-(?P<sh_hour>\d\d)-(?P<sh_minute>\d\d)
        (?![\w]|-\d))
  | (?P<phone>(?<![\w])(?:\+?\d{{1,3}}[\ .-]?)?(?:\(\d{{3}}\)\ ?|\d{{3}}[\ .-])\d{{3}}[\ .-]\d{{4}}
        (?![\w]|[.-]\d) | (?<!\w)\+\d(?:[\ .-]?\d){{7,14}}(?!\w))
  | (?P<iso>(?<!\w)(?P<iso_y>\d{{4}})[-/](?P<iso_m>\d{{1,2}})[-/](?P<iso_d>\d{{1,2}})
        (?![\w]|[-/]\d))
  | (?P<month_first>(?<!\w)(?<!you\ )(?<!\bwe\ )(?<!\bI\ )(?<!\bit\ )(?<!they\ )
        (?P<mf_m>{_MONTH})\s*(?:the\s+)?(?P<mf_d>{_DAY}){_ORDINAL}(?!\w|[.,:]\d)
        (?:\s*{_DASH}\s*(?P<mf_d2>{_DAY}){_ORDINAL}(?!\w|[:]\d))?
        (?:,?\s+(?:of\s+)?(?P<mf_y>(?:19|20)\d\d)(?!\w|[:-]\d))?)
  | (?P<day_first>(?<![\w.,$])(?P<df_d>{_DAY}){_ORDINAL}(?:\s+(?:of\s+)?|-)(?P<df_m>{_MONTH})(?!\w)
        (?:(?:,?\s+|-)(?P<df_y>(?:19|20)\d\d)(?!\w|[:-]\d))?)
  | (?P<parts>(?<![\w.])(?P<p_1>\d{{1,2}})(?P<p_sep>[/.-])(?P<p_2>\d{{1,2}})(?P=p_sep)
        (?P<p_3>\d{{4}}|\d\d)(?![\w]|[-/]\d|\.\d))
  | (?P<month_day>(?<![\w./])(?P<md_m>\d{{1,2}})/(?P<md_d>\d{{1,2}})(?![\w/]|\.\d))
  | (?P<clock>(?<![\w:.])(?P<c_h>[01]?\d|2[0-3]):(?P<c_m>[0-5]\d)(?::(?P<c_s>[0-5]\d))?
        (?:\+1)?(?:\s*(?P<c_half>[ap])\.?\ ?m\b\.?
        |\s+in\s+the\s+(?P<c_part>morning|afternoon|evening))?
        (?!\w|:\d))
  | (?P<half_day>(?<![\w.])(?P<h_h>1[0-2]|0?[1-9])\s*(?:o'clock\s*)?
        (?:(?P<h_half>[ap])\.?\ ?m\b\.?(?!\w)|in\s+the\s+(?P<h_part>morning|afternoon|evening)))
  | (?P<named_time>(?<!\w)(?:noon|midday|midnight)(?!\w))
  | (?P<school_time>(?<![\w.-])(?P<s_h>[01]\d|2[0-3])-(?P<s_m>[0-5]\d)(?![\w]|-\d|\.\d))
  | (?P<id>(?<![A-Za-z0-9_])\#(?=\w*\d)(?:\d{{5,}}|(?=\w*[A-Za-z])\w+)
      | (?<!\w)(?=\w*\d)[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+(?!\w)
      | (?<!\w)[A-Z]{{2,}}-\d{{2,}}[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?!\w))
  | (?P<number>(?<![\w])(?<!\d[.,])(?P<n>\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
        (?P<unit>(?i:{_UNITS}))?(?![A-Za-z0-9_]))
  | (?P<mixed>(?<!\w)(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]+(?!\w))
  | (?P<words>(?<!\w)(?:{_NUMBER_WORD})
        (?:(?:[\s-]+(?:and\s+)?|\s+)(?:{_NUMBER_WORD}|hundred|thousand)(?!\w))*(?!\w))
  | (?P<skip>[^\W\d_]+|_)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MONEY_BEFORE = re.compile(r"(?:[$€£]|\b(?:usd|eur|gbp|cad|aud|chf))\s?$", re.IGNORECASE)
_MONEY_AFTER = re.compile(
    r"\s?(?:(?:usd|eur|gbp|cad|aud|chf|dollars?|euros?|pounds?|francs?)\b|[€$])", re.IGNORECASE
)
_LOOSE_UNDERSCORES = re.compile(r"(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])")
_QUOTED = re.compile(r'"([^"\n]{1,60})"')


@lru_cache(maxsize=256)
def normalised(text: str) -> str:
    """The text trimmed, with single blanks and without case.

    Typographic quotes and dashes become plain ones and marks of emphasis (`*`, backticks)
    go, so that a fact is found however a message is set.
    """
    return " ".join(_plain(text).split()).casefold()


def _plain(text: str) -> str:
    # On long texts much quicker than `str.translate`.
    for odd, usual in _USUAL.items():
        text = text.replace(odd, usual)
    return text


_USUAL = {
    odd: usual
    for odds, usual in (
        ("‘’ʼ", "'"),
        ("“”„", '"'),
        ("‐‑‒–—−", "-"),
        ("*`", ""),
        ("\u00a0\u202f", " "),
    )
    for odd in odds
}


@dataclass
class _Found:
    """What a scan has gathered so far."""

    digits: set[Decimal] = field(default_factory=set[Decimal])
    words: set[Decimal] = field(default_factory=set[Decimal])
    amounts: set[Decimal] = field(default_factory=set[Decimal])
    dates: set[CalendarDate] = field(default_factory=set[CalendarDate])
    times: set[ClockTime] = field(default_factory=set[ClockTime])
    ids: set[str] = field(default_factory=set[str])
    emails: set[str] = field(default_factory=set[str])
    phones: set[str] = field(default_factory=set[str])
    distinct: set[str] = field(default_factory=set[str])

    def number(self, value: Decimal) -> None:
        self.digits.add(value)
        self.distinct.add(f"number {value.normalize()}")

    def date(self, year: int, month: int, day: int) -> bool:
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return False
        self.dates.add(CalendarDate(month, day, year))
        self.distinct.add(f"date {month} {day}")
        return True

    def time(self, hour: int, minute: int, second: int = -1) -> None:
        self.times.add(ClockTime(hour, minute, second))
        self.distinct.add(f"time {hour} {minute}")

    def id(self, token: str) -> None:
        self.ids.add(token.lstrip("#").upper())
        self.distinct.add(f"id {token.lstrip('#').upper()}")


def _month(name: str) -> int:
    start = name[:3].lower()
    return next(number for number, full in enumerate(MONTHS, 1) if full.startswith(start))


def _full_year(year: str) -> int:
    """Two digits are a year of this century up to 40, else one of the last (birth dates)."""
    short = int(year)
    if len(year) > 2:
        return short
    return 2000 + short if short <= 40 else 1900 + short


def _hour(hour: str, half: str | None, part: str | None) -> int:
    value = int(hour)
    afternoon = (half or "").lower() == "p" or (part or "").lower() in ("afternoon", "evening")
    morning = (half or "").lower() == "a" or (part or "").lower() == "morning"
    if afternoon and value < 12:
        return value + 12
    return 0 if morning and value == 12 else value


def _take_parts(match: re.Match[str], found: _Found) -> None:
    """Three parts: `5/21/2024`, `21.05.2024`, `05-21-2024` or, with short year, `24-05-21`."""
    first, second, third = match["p_1"], match["p_2"], match["p_3"]
    if len(third) == 2 and match["p_sep"] == "-":
        found.date(_full_year(first), int(second), int(third))
    elif match["p_sep"] == "." or int(first) > 12:
        found.date(_full_year(third), int(second), int(first))
    else:
        found.date(_full_year(third), int(first), int(second))


def _take_number(match: re.Match[str], found: _Found) -> None:
    text, unit = match["n"], match["unit"] or ""
    value = Decimal(text.replace(",", ""))
    before = match.string[max(0, match.start() - 1) : match.start()]
    if unit and len(text) > 4 and unit.isupper() and before != "$":
        found.id(text + unit)  # 12345G is an id, 500ml and 16GB are quantities
        return
    if unit == "k" or (unit == "K" and before == "$"):
        value *= 1000
    found.number(value)
    if _MONEY_BEFORE.search(match.string[max(0, match.start() - 5) : match.start()]) or (
        _MONEY_AFTER.match(match.string, match.end() - len(unit)) or re.search(r"\.\d\d$", text)
    ):
        found.amounts.add(value)
    if text.isdigit() and len(text) >= 5 and not unit:
        found.ids.add(text)


def _take_words(match: re.Match[str], found: _Found) -> None:
    words = re.split(r"[\s-]+", match["words"].lower())
    if words == ["one"]:
        before = match.string[max(0, match.start() - 40) : match.start()]
        if _NO_ONE_BEFORE.search(before) or not _ONE_THING_AFTER.match(match.string, match.end()):
            return
    total = current = 0
    for word in words:
        if word == "hundred":
            current = max(current, 1) * 100
        elif word == "thousand":
            total, current = total + max(current, 1) * 1000, 0
        elif word != "and":
            value = _WORD_VALUES[word]
            if current % 100 and not (current % 100 >= 20 and current % 10 == 0 and value < 10):
                found.words.add(Decimal(total + current))
                found.distinct.add(f"number {Decimal(total + current).normalize()}")
                total = current = 0
            current += value
    found.words.add(Decimal(total + current))
    found.distinct.add(f"number {Decimal(total + current).normalize()}")


def _take_month_first(match: re.Match[str], found: _Found) -> None:
    year = int(match["mf_y"] or 0)
    for day in (match["mf_d"], match["mf_d2"]):
        if day:
            found.date(year, _month(match["mf_m"]), int(day))


def _take_day_first(match: re.Match[str], found: _Found) -> None:
    found.date(int(match["df_y"] or 0), _month(match["df_m"]), int(match["df_d"]))


def _take_iso(match: re.Match[str], found: _Found) -> None:
    found.date(int(match["iso_y"]), int(match["iso_m"]), int(match["iso_d"]))


def _take_stamp(match: re.Match[str], found: _Found) -> None:
    year, month, day = match["st_date"].split("-")
    found.date(int(year), int(month), int(day))
    hour, minute, *second = match["st_time"].split(":")
    found.time(int(hour), int(minute), int(second[0]) if second else -1)


def _take_short_stamp(match: re.Match[str], found: _Found) -> None:
    year, month, day = match["sh_date"].split("-")
    if found.date(2000 + int(year), int(month), int(day)):
        found.time(int(match["sh_hour"]), int(match["sh_minute"]))


def _take_month_day(match: re.Match[str], found: _Found) -> None:
    """`5/21` is a date, or a fraction or a pair of numbers: it counts as both."""
    first, second = int(match["md_m"]), int(match["md_d"])
    found.date(0, first, second)
    found.digits |= {Decimal(first), Decimal(second)}


def _take_clock(match: re.Match[str], found: _Found) -> None:
    hour = _hour(match["c_h"], match["c_half"], match["c_part"])
    found.time(hour, int(match["c_m"]), int(match["c_s"]) if match["c_s"] else -1)


def _take_half_day(match: re.Match[str], found: _Found) -> None:
    found.time(_hour(match["h_h"], match["h_half"], match["h_part"]), 0)


def _take_named_time(match: re.Match[str], found: _Found) -> None:
    found.time(0 if match["named_time"].lower() == "midnight" else 12, 0)


def _take_school_time(match: re.Match[str], found: _Found) -> None:
    """`14-30` is a time of the school, or a range: it counts as both."""
    found.time(int(match["s_h"]), int(match["s_m"]))
    found.digits |= {Decimal(int(match["s_h"])), Decimal(int(match["s_m"]))}


def _take_id(match: re.Match[str], found: _Found) -> None:
    found.id(match[0])


def _take_email(match: re.Match[str], found: _Found) -> None:
    found.emails.add(match[0].lower())
    found.distinct.add(f"email {match[0].lower()}")


def _take_phone(match: re.Match[str], found: _Found) -> None:
    digits = "".join(re.findall(r"\d", match[0]))
    found.phones.add(digits)
    found.distinct.add(f"phone {digits}")


_TAKERS: dict[str, Callable[[re.Match[str], _Found], None]] = {
    "email": _take_email,
    "stamp": _take_stamp,
    "short_stamp": _take_short_stamp,
    "phone": _take_phone,
    "iso": _take_iso,
    "month_first": _take_month_first,
    "day_first": _take_day_first,
    "parts": _take_parts,
    "month_day": _take_month_day,
    "clock": _take_clock,
    "half_day": _take_half_day,
    "named_time": _take_named_time,
    "school_time": _take_school_time,
    "id": _take_id,
    "number": _take_number,
    "mixed": _take_id,
    "words": _take_words,
}


@lru_cache(maxsize=4096)
def values_in(text: str) -> Values:
    """The numbers, dates, times, ids, e-mail addresses and phone numbers of a text.

    Args:
        text: a message, a tool result or a single value.

    Spellings: `$1,248.00`, `1.2k`, "twelve"; `2024-05-21`, `24-05-21`, `5/21/2024`, `May 21st`,
    `21 May 2024`; `14:30:00`, `2:30 PM`, "noon"; ids are tokens that mix digits with letters,
    `_` or `#`.
    """
    found = _Found()
    plain = _LOOSE_UNDERSCORES.sub(" ", _plain(text))
    for match in _TOKEN.finditer(plain):
        group = match.lastgroup or "skip"  # the alternative: inner groups close before it
        if group not in ("skip", "plain"):
            _TAKERS[group](match, found)
    for quoted in set(_QUOTED.findall(plain)):
        # Pasted JSON: its names and labels are values as well.
        if not any(character.isdigit() for character in quoted):
            found.distinct.add(f"text {normalised(quoted)}")
    return Values(
        numbers=frozenset(found.digits | found.words),
        spelled=frozenset(found.words - found.digits),
        amounts=frozenset(found.amounts),
        dates=frozenset(found.dates),
        times=frozenset(found.times),
        ids=frozenset(found.ids),
        emails=frozenset(found.emails),
        phones=frozenset(found.phones),
        distinct=frozenset(found.distinct),
    )


def values_in_all(texts: Iterable[str]) -> Values:
    """The values of several texts together."""
    found = [values_in(text) for text in texts]
    parts = {
        part.name: frozenset[Any]().union(*(getattr(one, part.name) for one in found))
        for part in fields(Values)
    }
    digits = frozenset[Decimal]().union(*(one.numbers - one.spelled for one in found))
    return Values(**parts | {"spelled": parts["spelled"] - digits})


def distinct_values(text: str) -> int:
    """How many distinct values a text holds; two spellings of one value count once.

    Values are those of `values_in` and, in pasted JSON, its quoted words.
    """
    return len(values_in(text).distinct)


def mentions(text: str, value: str | int | Decimal, kind: Kind) -> bool:
    """True if the text names the value in any usual spelling.

    Args:
        text: a message or a tool result.
        value: the fact in the form of the database or a tool result (`388.0`,
            `2024-05-21`, `01:30:00+1`, `#W5830214`, `555-010-4477`).
        kind: `number` and `amount` compare by value without sign; `date` and `time` by
            what they denote (a text without a year or seconds agrees with any); `name` and
            `label` as whole words without case; `id` as a whole token, with or without `#`;
            `digits` by digits whatever stands between them (phones, last four digits);
            `text` as it stands anywhere, without heed of case and commas.

    Raises:
        ValueError: the value is not of its kind (a "date" without a date in it).
    """
    wanted = str(value)
    if kind in ("name", "label"):
        return _holds_words(text, wanted)
    if kind == "text":
        return wanted.lower().replace(",", "") in text.lower().replace(",", "")
    if kind == "id":
        return _holds_id(text, wanted)
    if kind == "digits":
        return _holds_digits(text, wanted)
    here, there = values_in(text), values_in(wanted)
    if kind in ("number", "amount"):
        if not there.numbers:
            raise ValueError(f"{wanted!r} is no {kind}")
        return there.numbers <= here.numbers
    if kind == "date":
        if not there.dates:
            raise ValueError(f"{wanted!r} is no date")
        return all(any(date.matches(seen) for seen in here.dates) for date in there.dates)
    if not there.times:
        raise ValueError(f"{wanted!r} is no time")
    return all(any(time.matches(seen) for seen in here.times) for time in there.times)


def _holds_words(text: str, wanted: str) -> bool:
    sought = normalised(wanted)
    if not sought:
        return False
    return _whole(sought, r"\w", r"\w").search(normalised(text)) is not None


def _holds_id(text: str, wanted: str) -> bool:
    sought = normalised(wanted).lstrip("#")
    if not sought:
        return False
    return _whole(sought, r"[\w@.]", r"[\w@]").search(normalised(text)) is not None


@lru_cache(maxsize=4096)
def _whole(sought: str, before: str, after: str) -> re.Pattern[str]:
    """The text where neither neighbour would make it part of a longer one."""
    return re.compile(rf"(?<!{before}){re.escape(sought)}(?!{after})")


def _holds_digits(text: str, wanted: str) -> bool:
    digits = re.findall(r"\d", wanted)
    if not digits:
        raise ValueError(f"{wanted!r} has no digits")
    country = "" if len(digits) < 10 else r"(?:\+?\d{1,3}[ .-]*)?"
    pattern = rf"(?<![A-Za-z0-9_#]){country}\(?" + r"[ ().-]*".join(digits) + r"(?![A-Za-z0-9_])"
    return re.search(pattern, _plain(text)) is not None
