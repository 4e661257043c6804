"""Taking over what a model made of the words of a task: only if it says the same."""

import json
import re
from collections import Counter
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from tau_emo_servers.values import values_in
from tau_emo_tasks.tracer.refine import Refined

_NEGATION = re.compile(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|nothing|nobody)\b|n't\b", re.IGNORECASE
)
_COMPARISON = re.compile(
    r"\b(?:cheap\w*|expensive|dearest|least|most|lowest|highest|earli\w+|late\w*"
    r"|first|last|biggest|largest|smallest|newest|only|both|either|all|whole|everything|same"
    r"|otherwise|if|unless|instead|before|after|until|more|less|over|under|above|below)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.?!:] )(?<!^)\b[A-Z][\w'-]+")
_LONGEST = 2.0
"""A text may grow to so many times its length, and by 100 characters."""


class Rewritten(BaseModel):
    """What a model is asked for and answers with: the texts of one task."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instruction: str
    goals: tuple[str, ...]
    """How the customer raises each goal."""


class RewriteError(Exception):
    """The model's texts do not say the same; the message tells what differs."""


def asked(refined: Refined) -> str:
    """The texts of a task as the JSON that a model is asked to rewrite."""
    goals = tuple(goal.say for goal in refined.script.goals)
    return Rewritten(instruction=refined.instruction, goals=goals).model_dump_json(indent=1)


def rewritten(refined: Refined, answer: str) -> Refined:
    """The words of a task as a model has rewritten them.

    Args:
        refined: the task in words.
        answer: what the model has answered.

    Raises:
        RewriteError: the answer is no such JSON; or a text holds a value or name that the old
            one has not, or the other way round; or says another comparison, condition or
            number of negations; or does not name what the script's details want.
    """
    found = re.search(r"\{.*\}", answer, re.DOTALL)
    try:
        texts = Rewritten.model_validate(json.loads(found[0] if found else answer))
    except (ValueError, ValidationError):
        raise RewriteError("the answer is not the JSON that was asked for") from None
    goals = refined.script.goals
    if len(texts.goals) != len(goals):
        raise RewriteError(f"{len(texts.goals)} goals for {len(goals)}")
    if not texts.instruction.startswith("You are "):
        raise RewriteError("the instruction does not begin with who the customer is")
    _compare(refined.instruction, texts.instruction, "the instruction")
    for number, (goal, text) in enumerate(zip(goals, texts.goals, strict=True)):
        where = f"goal {number}"
        _compare(goal.say, text, where)
        _keeps((goal.words,), goal.say, text, where)
        _keeps([field.accept for field in goal.fields], goal.say, text, where)
        _keeps(
            [field.accept for field in goal.fields], refined.instruction, texts.instruction, where
        )
    script = refined.script.model_copy(
        update={
            "goals": tuple(
                goal.model_copy(update={"say": text})
                for goal, text in zip(goals, texts.goals, strict=True)
            )
        }
    )
    return Refined(texts.instruction, script, refined.frames)


def _compare(old: str, new: str, where: str) -> None:
    if not new.strip() or len(new) > _LONGEST * len(old) + 100:
        raise RewriteError(f"{where}: empty or too long")
    before, after = values_in(old), values_in(new)
    if before.distinct != after.distinct:
        odd = ", ".join(sorted(before.distinct ^ after.distinct))
        raise RewriteError(f"{where}: other values: {odd}")
    known = {name.casefold() for name in re.findall(r"[\w'-]+", old)}
    names = {name for name in _NAME.findall(new) if name.casefold() not in known} - {"I"}
    if names:
        raise RewriteError(f"{where}: names that were not there: {', '.join(sorted(names))}")
    lost = {name for name in _NAME.findall(old) if name not in new}
    if lost - {"I"}:
        raise RewriteError(f"{where}: names that are lost: {', '.join(sorted(lost))}")
    if _said(_COMPARISON, old).keys() != _said(_COMPARISON, new).keys():
        raise RewriteError(f"{where}: other comparisons or conditions")
    if _said(_NEGATION, old).total() != _said(_NEGATION, new).total():
        raise RewriteError(f"{where}: other negations")


def _said(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(match.group().casefold() for match in pattern.finditer(text))


def _keeps(wanted: Sequence[Sequence[str]], old: str, new: str, where: str) -> None:
    """Each thing of which the old text names a wording is named in the new one too."""
    for wordings in wanted:
        named = [one for one in wordings if one.casefold() in old.casefold()]
        if named and not any(one.casefold() in new.casefold() for one in wordings):
            raise RewriteError(f"{where}: {named[0]!r} is lost")
