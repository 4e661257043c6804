"""How the agent's listing fits a goal, field by field."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tau_emo_client.users.scripted.compare import holds_any, pattern, sides
from tau_emo_client.users.scripted.contrary import goes_against, names_another_title
from tau_emo_client.users.scripted.kinds import (
    is_at_another_time,
    is_misplaced,
    is_misspelt,
    is_partial,
    is_source,
    keeps_nothing,
    leaves_out_sibling,
    names_another,
    names_another_card,
    names_another_date,
    names_another_label,
    names_opposite,
    names_short,
    names_unwanted,
    says_none,
    says_some,
    stands_reversed,
    without_remains,
)
from tau_emo_client.users.scripted.reading import Reading
from tau_emo_client.users.scripted.text import ONE_MESSAGE, names
from tau_emo_tasks.script import Field, Goal

_NEAR = re.compile(r"[^\w.?!;\n]*(?:\w+[^\w.?!;\n]+){0,5}")
"""What may stand between two of several alternatives."""
_OR = re.compile(r"\bor\b")
_STAYS = (
    r"(?: tickets?)?(?:,|:)? (?:would |will )?(?:stays?|remains?|is kept|are kept|(?:is|are) (?:un"
    r"(?:changed|touched|affected)|as (?:it|they) (?:was|were|is|are))|(?:keeps?|stays?) out"
    r"|(?:is|are)(?: not|n't)"
    r" (?:changed|touched|affected|on|in|part|included|involved)|carr(?:y|ies) on)\b"
)
_KEPT = re.compile(
    rf"(?<![\w'-])[\w'-]+(?: [\w'-]+)?{_STAYS}"
    r"|\bkeep(?:ing)? (?:the |your |his |her )?[\w'-]+(?: [\w'-]+)?"
    r"|\bleav(?:e|ing) (?:the |your )?[^.,;:\n]{1,40}? (?:as (?:it|they|an?)|alone|un(?:changed"
    r"|touched))"
)
_KEEPS = re.compile(
    r"\b(?:stays?|remains?|keep|kept|as (?:it|they) (?:is|are)|was|as booked|same)\b"
)
_GONE = re.compile(
    r"(?<![\w'-])[\w'-]+(?: (?:table|seat|room|booking|one))?"
    r" (?:is|are|was|were|has been|have been|will be|would be|would have|would've)"
    r" (?:now )?(?:released|freed|free again|gone|given (?:up|back)|cost|come to|been)\b"
    r"|(?<![\w'-])[\w'-]+ (?:was|were|is|are|will|would|has|have)(?:n't| not)(?: be| been)?"
    r" (?:touched|charged|affected|used|involved)\b"
    r"|(?<![\w'-])[\w'-]+ payment (?:is|was|has been|will be|would be) refunded\b"
)
"""A thing that is said to be given up, or that would have been another choice."""
_GOES = re.compile(r"released|freed|free again|gone|given|would've|would have|n't|not|refunded")
_DECIDES = re.compile(
    r"\b(?:i'm going to|i am going to|i'll|i will|i'd|i would|shall i|should i|i've|i have|we've)\b"
)
_MAKE_IT = re.compile(r"\bmak(?:e|es|ing) (?:it|that|them) (?=\d|one\b|two\b|three\b|four\b)")
"""Words before a number that becomes the whole."""
_SMALL = frozenset(("of", "the", "and", "new", "old", "been", "have", "could", "that", "this"))
_ITSELF = re.compile(r"(?:but |however, |only )?(?:it|this|that)(?:'s| is| has| was|'d)\b")
_OFF = re.compile(r"\b(?:off|disabl\w+|deactivat\w+|declined|excluded)\b")
_IS_OFF = re.compile(
    r"\W*(?:(?:is|are|was|will|would|be|being|been|set|to|turned|switched|kept|now|goes|go)\W+)*"
    r"(?:off(?! (?:the|your|an?|of)\b)|disabled|deactivated|declined|excluded)\b"
)
_PUTS_OFF = re.compile(
    r"\b(?:(?:switch|turn)\w* off|disabl\w+|deactivat\w+)(?: the| your| an?)?\W+(?:\w+\W+)?$"
)


@dataclass(frozen=True)
class Fit:
    """The fields of one goal, sorted by what a listing makes of them."""

    right: tuple[Field, ...]
    wrong: tuple[Field, ...]
    """It proposes something else."""
    missing: tuple[Field, ...]
    """It says nothing about them."""

    @property
    def complete(self) -> bool:
        """True if every field is right."""
        return not self.wrong and not self.missing


def fit(goal: Goal, text: str, cased: str = "") -> Fit:
    """Judge a listing.

    A field is right if one of its accepted values is named as what shall be. A rejected value
    beside it spoils that only if the listing names the rejected one as what shall be and the
    accepted one not ("from the Mastercard to the Visa"). An accepted value inside a rejected
    one is not named: "basic economy" is no "economy". Nor is a value proposed that is offered as
    a choice: "the Visa, PayPal or your gift card".

    Args:
        goal: the goal the listing is about.
        text: the agent's message, lower case, without markup.
        cased: the same in its case; without it what the wish says beside its fields is not judged.
    """
    right: list[Field] = []
    wrong: list[Field] = []
    missing: list[Field] = []
    kinds = {"right": right, "wrong": wrong, "missing": missing}
    plain = _without_spans(text)
    for field in goal.fields:
        kept = _without_kept(plain) if _expects_change(field) else plain
        kinds[_verdict(kept, goal, field, _of_others(goal, field))].append(field)
    if cased and right and not wrong and goes_against(goal, text, cased):
        wrong.append(_wish_of(goal))
    return Fit(tuple(right), tuple(wrong), tuple(missing))


def contradicted(goal: Goal, reading: Reading, beside: tuple[str, ...]) -> tuple[Field, ...]:
    """The fields of which a report says that something else was done, or that it was not.

    A report may leave fields out. It contradicts one if it names a rejected value, or another
    value of the same kind and the accepted one nowhere, or if the accepted value stands only
    where it says that something was not done or is kept.

    Args:
        goal: the goal that is reported as done.
        reading: the report.
        beside: the accepted values of other goals that the report may be about.
    """
    found: list[Field] = []
    told = _without_spans(reading.told)
    undone = reading.not_done
    for field in goal.fields:
        others = (*beside, *_of_others(goal, field))
        kept = _without_kept(told) if _expects_change(field) else told
        text = _without_gone(without_remains(kept))
        verdict = _verdict(text, goal, field, others)
        if verdict == "right":
            continue
        if verdict == "missing" and _verdict(kept, goal, field, others) == "right":
            continue
        rejected = sides(_without_choices(text, field.reject), field.reject)
        if not is_source(field):
            rejected -= {"old"}
        if (
            rejected
            or verdict == "wrong"
            or (holds_any(undone, field.accept) and not holds_any(told, field.accept))
            or _is_undone(goal, field, reading, told)
            or (holds_any(told, field.accept) and not holds_any(kept, field.accept))
            or is_partial(field, told)
            or names_another_label(field, text, others)
            or names_short(field, text)
            or names_opposite(field, text)
            or names_another(goal, field, text, reading.cased, others)
            or leaves_out_sibling(goal, field, told)
        ):
            found.append(field)
    if not found and (
        goes_against(goal, told, reading.cased) or names_another_title(goal, told, reading.cased)
    ):
        found.append(_wish_of(goal))
    return tuple(found)


def _wish_of(goal: Goal) -> Field:
    """The whole wish, as what a listing must get right."""
    return Field(name="the wish", accept=(goal.say,), say=goal.say)


def _is_undone(goal: Goal, field: Field, reading: Reading, told: str) -> bool:
    """True if a report says of a field by its name, or of what was asked, that it is not done."""
    name = [one for one in re.findall(r"[a-z]+", field.name.lower()) if one not in _SMALL]
    for unit in reading.undone:
        if len(name) > 1 and all(names(unit.text, (one,)) for one in name):
            return True
        if name and re.match(
            rf"(?:but |only |however,? )?(?:the|your) (?:[a-z]+ )?{name[-1]}\b", unit.text
        ):
            return True
        if _ITSELF.match(unit.text):
            words = [one[:5] for one in re.findall(r"[a-z]{5,}", unit.text) if one not in _SMALL]
            said = goal.say.lower()
            if any(one in said and one not in told for one in words):
                return True
    return False


def _without_spans(text: str) -> str:
    """The text without the "business" of "business days", which is no cabin."""
    text = text.replace("business day", "day").replace("business hour", "hour")
    return _MAKE_IT.sub("makes a total of ", text)


def _of_others(goal: Goal, field: Field) -> tuple[str, ...]:
    """The accepted values of the other fields of a goal."""
    return tuple(value for one in goal.fields if one is not field for value in one.accept)


def _expects_change(field: Field) -> bool:
    """False if the field is about something that stays as it is."""
    clauses = re.split(r"[;,.]", field.say.lower())
    named = [clause for clause in clauses if holds_any(clause, field.accept)] or clauses
    return not _KEEPS.search(" ; ".join((field.name.lower(), *named)))


def _verdict(
    text: str, goal: Goal, field: Field, others: tuple[str, ...]
) -> Literal["right", "wrong", "missing"]:
    verdict = _proposed(text, field.accept, field.reject)
    if verdict == "missing" and (says_none(field, text) or says_some(field, text)):
        return "right"
    if verdict == "right" and (
        stands_reversed(field, text)
        or names_another_card(field, text, others)
        or names_another_date(field, text, others)
        or names_another_label(field, text, others)
        or is_misplaced(goal, field, text)
        or is_at_another_time(goal, field, text)
        or is_misspelt(field, text)
        or is_partial(field, text)
        or keeps_nothing(field, text)
        or names_unwanted(field, text)
        or _is_only_compared(field, text)
        or _is_of_another(field, text)
    ):
        return "wrong"
    return verdict


def _is_only_compared(field: Field, text: str) -> bool:
    """True if the accepted value only ever stands beside a rejected one, which is then chosen.

    "Economy would cost $70 more and business $418 more. I'm going to upgrade you to business."
    """
    if not field.reject or not any(holds_any(text, (one,)) for one in field.reject):
        return False
    chosen = False
    for sentence in re.split(r"(?<=[.?!]) |\n", text):
        rejected = holds_any(sentence, field.reject)
        if holds_any(_without_longer(sentence, field.accept, field.reject), field.accept):
            if not rejected:
                return False
        elif rejected:
            chosen |= bool(_DECIDES.search(sentence) and sides(sentence, field.reject) - {"old"})
    return chosen


def _is_of_another(field: Field, text: str) -> bool:
    """True if the accepted value belongs to a rejected one: "Ann's visit with Dr. Lee"."""
    return any(
        holds_any(
            re.split(r"[,;\n]|(?<!\bdr)[.?!]", text[match.end() : match.end() + 60])[0],
            field.accept,
        )
        and not holds_any(text[: match.start()], field.accept)
        for value in field.reject
        for match in pattern(f"{value}'s").finditer(text)
    )


@lru_cache(maxsize=ONE_MESSAGE)
def _proposed(
    text: str, accept: tuple[str, ...], reject: tuple[str, ...]
) -> Literal["right", "wrong", "missing"]:
    proposed = _without_off(_without_choices(text, (*accept, *reject)), accept)
    accepted = sides(_without_longer(proposed, accept, reject), accept)
    rejected = sides(_without_gone(proposed), reject)
    if accepted and not ("new" in rejected and not accepted - {"old"}):
        return "wrong" if _follows_arrow(proposed, accept, reject) else "right"
    return "wrong" if rejected - {"old"} else "missing"


def _follows_arrow(text: str, accept: tuple[str, ...], reject: tuple[str, ...]) -> bool:
    """True if an arrow leads to a rejected value and not on to an accepted one: "→ deep pan"."""
    if "→" not in text and ">" not in text:
        return False
    return any(
        not holds_any(part, accept) and "old" not in sides(part, reject)
        for line in re.split(r"[;\n]", text)
        for part in re.split(r"→|[-=]>", line)[-1:]
        if part != line and holds_any(part, reject)
    )


def _without_choices(text: str, values: tuple[str, ...]) -> str:
    """The text without the places where the values of a field are offered as alternatives."""
    if not _OR.search(text):
        return text
    places = sorted(match.span() for value in values for match in pattern(value).finditer(text))
    runs: list[tuple[int, int, bool]] = []
    for start, end in places:
        if runs and _NEAR.fullmatch(between := text[runs[-1][1] : start]):
            first, last, choice = runs.pop()
            runs.append((first, max(last, end), choice or bool(_OR.search(between))))
        else:
            runs.append((start, end, False))
    for first, last, choice in reversed(runs):
        if choice:
            text = f"{text[:first]}…{text[last:]}"
    return text


@lru_cache(maxsize=ONE_MESSAGE)
def _without_kept(text: str) -> str:
    """The text without things that it says are left as they are: "seat R2-05 stays adult"."""
    return _KEPT.sub("…", text)


@lru_cache(maxsize=ONE_MESSAGE)
def _without_gone(text: str) -> str:
    """The text without things that it says are given up, or were another choice."""
    return _GONE.sub("…", text) if _GOES.search(text) else text


def _without_off(text: str, accept: tuple[str, ...]) -> str:
    """The text without accepted values that it says are off: "auto-pay: switched off"."""
    if not _OFF.search(text):
        return text
    places = [match for value in accept for match in pattern(value).finditer(text)]
    for match in sorted(places, key=lambda one: -one.start()):
        if _IS_OFF.match(text, match.end()) or _PUTS_OFF.search(text, 0, match.start()):
            text = f"{text[: match.start()]}…{text[match.end() :]}"
    return text


def _without_longer(text: str, accept: tuple[str, ...], reject: tuple[str, ...]) -> str:
    """The text without the rejected values that hold an accepted one."""
    for value in reject:
        if holds_any(value.lower(), accept):
            text = pattern(value).sub("…", text)
    return text
