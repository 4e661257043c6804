"""How the agent's listing fits a goal, field by field."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tau_emo_client.users.scripted.compare import holds_any, pattern, sides
from tau_emo_client.users.scripted.text import ONE_MESSAGE
from tau_emo_servers.values import values_in
from tau_emo_tasks.script import Field, Goal

_NEAR = re.compile(r"[^\w.?!;\n]*(?:\w+[^\w.?!;\n]+){0,5}")
"""What may stand between two of several alternatives."""
_OR = re.compile(r"\bor\b")
_TIME = re.compile(r"\d{1,2}:\d\d")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_STAYS = r"(?: tickets?)?(?:,|:)? (?:would |will )?(?:stays?|remains?|is kept|are kept)\b"
_KEPT = re.compile(rf"[\w'-]+(?: [\w'-]+)?{_STAYS}")
_KEEPS = re.compile(
    r"\b(?:stays?|remains?|keep|kept|as (?:it|they) (?:is|are)|was|as booked|same)\b"
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


def fit(goal: Goal, text: str) -> Fit:
    """Judge a listing.

    A field is right if one of its accepted values is named as what shall be. A rejected value
    beside it spoils that only if the listing names the rejected one as what shall be and the
    accepted one not ("from the Mastercard to the Visa"). An accepted value inside a rejected
    one is not named: "basic economy" is no "economy". Nor is a value proposed that is offered as
    a choice: "the Visa, PayPal or your gift card".

    Args:
        goal: the goal the listing is about.
        text: the agent's message, lower case, without markup.
    """
    right: list[Field] = []
    wrong: list[Field] = []
    missing: list[Field] = []
    kinds = {"right": right, "wrong": wrong, "missing": missing}
    for field in goal.fields:
        kept = text if _KEEPS.search(f"{field.name} {field.say}".lower()) else _without_kept(text)
        kinds[_proposed(kept, field.accept, field.reject)].append(field)
    return Fit(tuple(right), tuple(wrong), tuple(missing))


def contradicted(goal: Goal, text: str) -> tuple[Field, ...]:
    """The fields of which a report says that something else was done.

    A report may leave fields out. It contradicts one if it names a rejected value, or the only
    date or time in it is another one.

    Args:
        goal: the goal that is reported as done.
        text: the agent's message, lower case, without markup.
    """
    found: list[Field] = []
    for field in goal.fields:
        if holds_any(text, field.accept) and _proposed(text, field.accept, field.reject) == "right":
            continue
        rejected = sides(_without_choices(text, field.reject), field.reject) - {"old"}
        if rejected or (not holds_any(text, field.accept) and _another_moment(text, field)):
            found.append(field)
    return tuple(found)


def _another_moment(text: str, field: Field) -> bool:
    if any(_TIME.fullmatch(one) for one in field.accept):
        return len(set(values_in(text).times)) == 1
    if any(_DATE.fullmatch(one) for one in field.accept) and "date" in field.name:
        return len(set(values_in(text).dates)) == 1
    return False


@lru_cache(maxsize=ONE_MESSAGE)
def _proposed(
    text: str, accept: tuple[str, ...], reject: tuple[str, ...]
) -> Literal["right", "wrong", "missing"]:
    proposed = _without_choices(text, (*accept, *reject))
    accepted = sides(_without_longer(proposed, accept, reject), accept)
    rejected = sides(proposed, reject)
    if accepted and not ("new" in rejected and not accepted - {"old"}):
        return "right"
    return "wrong" if rejected else "missing"


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


def _without_longer(text: str, accept: tuple[str, ...], reject: tuple[str, ...]) -> str:
    """The text without the rejected values that hold an accepted one."""
    for value in reject:
        if holds_any(value.lower(), accept):
            text = pattern(value).sub("…", text)
    return text
