"""Facts in a customer's message that they cannot have, or that the task gives otherwise."""

import re
from collections.abc import Iterator
from decimal import Decimal

from tau_emo_client.audit.finding import Finding, Kind
from tau_emo_client.audit.known import Brief, Heard, Known
from tau_emo_client.audit.names import NAME, strange_names, wrong_own_name
from tau_emo_client.audit.words import sentences, stems
from tau_emo_servers.values import CalendarDate, Values, values_in

_OTHERS = re.compile(
    r"\b(?:other|another|second|also|old|work|wife\w*|husband\w*|partner\w*|colleague\w*|friend\w*"
    r"|neighbo\w+|manager\w*|boss\w*|supervisor\w*|brother\w*|sister\w*|mother\w*|father\w*|mom\w*"
    r"|dad\w*|son\w*|daughter\w*|lawyer\w*|tracking|serial|coupon|promo\w*|voucher|loyalty|member\w*"
    r"|case|incident|complaint|invoice|receipt|flyer|copy|cc)\b",
    re.IGNORECASE,
)
"""Words that mark a fact as one that no slot of the task is about."""
_PAST = re.compile(
    r"\b(?:called|phoned|spoke|talked|told|promised|wrote|complained|waited|waiting|since|ago|met"
    r"|married|visited|bought|paid|quoted|charged|cost|got|was|were|had|happened|anniversary"
    r"|birthday|wedding|deadline|budget|limit)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[\d@]")
_BIRTH = re.compile(r"\b(?:born|birth\w*|dob)\b", re.IGNORECASE)
_ZIP = re.compile(r"\b(?:zip|postal|post ?code|postcode)\b", re.IGNORECASE)
_CARD = re.compile(r"\b(?:ending|ends|card|visa|mastercard|amex|last (?:four|4))\b", re.IGNORECASE)
_SAID_LOOSELY = re.compile(
    r"\d[\d.,]*\s*(?:-|to|or)?\s*\d*\s*(?:%|percent|x\b|times|seconds?|secs?|minutes?|mins?|hours?"
    r"|hrs?|days?|weeks?|months?|years?|people|words|miles?|km|degrees|reasons)|24/7|\b911\b"
    r"|\b(?:a|one)\s+(?:hundred|thousand|million)\b",
    re.IGNORECASE,
)
"""Figures of speech: no facts that anybody could check."""


def fact_findings(text: str, turn: int, heard: Heard, brief: Brief) -> list[Finding]:
    """The facts of one message that are invented or wrong.

    Args:
        text: the message.
        turn: its number among the customer's messages.
        heard: all that was said before.
        brief: what the task tells the customer.
    """
    # Nearly always the task alone knows them; what was said is taken apart for the rest.
    if not any(_strange(text, turn, brief.known, brief)):
        return []
    return list(_strange(text, turn, brief.known.and_also(heard.known()), brief))


def _strange(text: str, turn: int, known: Known, brief: Brief) -> Iterator[Finding]:
    for sentence in sentences(text):
        found: dict[Kind, list[str]] = {}
        wrong = wrong_own_name(sentence, brief)
        if wrong:
            found[Kind.CONTRADICTED] = [wrong]
        for name in strange_names(sentence, known):
            if name not in wrong:
                kind = Kind.CONTRADICTED if _halves_a_name(sentence, name, brief) else Kind.INVENTED
                found.setdefault(kind, []).append(name)
        if _FIGURE.search(sentence):
            for kind, evidence in _figures(_SAID_LOOSELY.sub(" ", sentence), known, brief):
                found.setdefault(kind, []).append(evidence)
        for kind, evidence in found.items():
            yield Finding(kind=kind, turn=turn, evidence=", ".join(evidence))


def _figures(sentence: str, known: Known, brief: Brief) -> Iterator[tuple[Kind, str]]:
    values = values_in(sentence)
    yield from _contacts(sentence, values, known, brief)
    yield from _ids(sentence, values, known, brief)
    for day in values.dates:
        if _BIRTH.search(sentence):
            # A date that stands in the task for something else is as wrong.
            told = {date for line, found in brief.told if _BIRTH.search(line)
                    for date in found.dates} | {*brief.births}  # fmt: skip
            if len(values.dates) > 1 and any(map(day.matches, known.dates)):
                continue  # "born on ..., leaving on ...": which is which cannot be told
            if told and not any(map(day.matches, told)):
                yield Kind.CONTRADICTED, _written(day)
            elif not any(map(day.matches, (*told, *known.dates))):
                yield Kind.INVENTED, _written(day)
        elif not any(map(day.matches, known.dates)):
            yield _kind(sentence, brief, "dates"), _written(day)
    for amount in values.amounts:
        if not _can_work_out(amount, known):
            yield _kind(sentence, brief, "amounts"), f"{amount}"
    for number in values.numbers - values.amounts - values.spelled:
        yield from _number(sentence, number, values, known, brief)


def _contacts(
    sentence: str, values: Values, known: Known, brief: Brief
) -> Iterator[tuple[Kind, str]]:
    other = _OTHERS.search(sentence)
    for email in values.emails - known.emails:
        slot = brief.values_of("email") and not other
        yield (Kind.CONTRADICTED if slot else Kind.INVENTED), email
    for phone in values.phones:
        if not any(phone.endswith(one) or one.endswith(phone) for one in known.phones):
            slot = brief.values_of("phone") and not other
            yield (Kind.CONTRADICTED if slot else Kind.INVENTED), phone


def _ids(sentence: str, values: Values, known: Known, brief: Brief) -> Iterator[tuple[Kind, str]]:
    zips = brief.values_of("zip")
    for one in values.ids:
        if zips and _ZIP.search(sentence) and not _stands_in(one, brief):
            yield Kind.CONTRADICTED, one
        elif one not in known.ids and not _is_known(one, known):
            same = any(_shape(one) == _shape(mine) for mine in brief.known.ids)
            yield (
                Kind.CONTRADICTED if same and not _OTHERS.search(sentence) else Kind.INVENTED,
                one,
            )


def _number(
    sentence: str, number: Decimal, values: Values, known: Known, brief: Brief
) -> Iterator[tuple[Kind, str]]:
    """Numbers of three or four digits: ends of cards, flights, houses. Smaller ones are counts,
    and longer ones are ids."""
    text = f"{number.normalize():f}"
    if number < 100 or number in known.numbers or not text.isdigit():
        return
    if any(one.lstrip("0") == text for one in values.ids):
        return
    if known.has_digits(text) or _can_work_out(number, known):
        return
    card = _CARD.search(sentence) and any(_CARD.search(line) for line, found in brief.told
                                          if any(n >= 100 for n in found.numbers))  # fmt: skip
    yield (Kind.CONTRADICTED if card and not _OTHERS.search(sentence) else Kind.INVENTED), text


def _kind(sentence: str, brief: Brief, what: str) -> Kind:
    """Contradicted, if the task gives a fact of this sort in a sentence about the same thing."""
    if _PAST.search(sentence) or _OTHERS.search(sentence):
        return Kind.INVENTED
    lines = [
        line
        for line, found in brief.told
        if getattr(found, what) and not (what == "dates" and _BIRTH.search(line))
    ]
    about = stems(re.sub(r"\S*\d\S*", " ", sentence))
    if lines and (len(about) <= 1 or any(about & stems(line) for line in lines)):
        return Kind.CONTRADICTED
    return Kind.INVENTED


def _written(day: CalendarDate) -> str:
    return f"{day.year or '----'}-{day.month:02}-{day.day:02}"


def _can_work_out(amount: Decimal, known: Known) -> bool:
    """True if a known number, or the sum or difference of two known amounts, makes it."""
    if amount in known.numbers or any(abs(amount - one) < 1 for one in known.amounts):
        return True
    money = known.amounts
    return any(amount - one in money or amount + one in money for one in money)


def _stands_in(one: str, brief: Brief) -> bool:
    return one in brief.known.ids or _is_known(one, brief.known)


def _is_known(one: str, known: Known) -> bool:
    bare = re.sub(r"[^A-Z0-9]", "", one)
    if bare.isdigit():
        return known.has_digits(bare)
    return one.lower() in known.words or any(
        bare == re.sub(r"[^A-Z0-9]", "", mine) or mine.endswith(one) for mine in known.ids
    )


def _shape(one: str) -> str:
    return re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", one.upper()))


def _halves_a_name(sentence: str, name: str, brief: Brief) -> bool:
    """True if a strange name stands beside one that the task knows: half of it is wrong."""
    told = {word for line, _ in brief.told for word in NAME.findall(line)}
    beside = re.search(
        rf"(?:({NAME.pattern})\s+)?{re.escape(name)}(?:\s+({NAME.pattern}))?", sentence
    )
    return beside is not None and bool({beside[1], beside[2]} & told)
