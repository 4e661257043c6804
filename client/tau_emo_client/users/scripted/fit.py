"""How the agent's listing fits a goal, field by field."""

from dataclasses import dataclass

from tau_emo_client.users.scripted.compare import holds_any, pattern, sides
from tau_emo_tasks.script import Field, Goal


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
    one is not named: "basic economy" is no "economy".

    Args:
        goal: the goal the listing is about.
        text: the agent's message, lower case, without markup.
    """
    right: list[Field] = []
    wrong: list[Field] = []
    missing: list[Field] = []
    for field in goal.fields:
        accepted = sides(_without_longer(text, field), field.accept)
        rejected = sides(text, field.reject)
        if accepted and not ("new" in rejected and not accepted - {"old"}):
            right.append(field)
        elif rejected:
            wrong.append(field)
        else:
            missing.append(field)
    return Fit(tuple(right), tuple(wrong), tuple(missing))


def _without_longer(text: str, field: Field) -> str:
    """The text without the rejected values that hold an accepted one."""
    for value in field.reject:
        if holds_any(value.lower(), field.accept):
            text = pattern(value).sub("…", text)
    return text
