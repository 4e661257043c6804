"""What has become of one goal so far."""

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, auto

from tau_emo_client.users.scripted.compare import holds_any
from tau_emo_client.users.scripted.fit import Fit, fit
from tau_emo_client.users.scripted.text import names
from tau_emo_tasks.script import Goal, Wish


class Stage(Enum):
    """Where a goal stands."""

    WAITING = auto()
    """Not raised yet."""
    RAISED = auto()
    """The customer has said it."""
    AGREED = auto()
    """The customer has said yes to its listing and waits for the outcome."""
    REPORTED = auto()
    """Its outcome is known; something is still to be heard."""
    REFUSED = auto()
    """The customer has accepted its refusal; something is still to be heard."""
    SETTLED = auto()
    GIVEN_UP = auto()
    """The customer no longer tries."""


_REMEMBERED = 4
"""So many texts are remembered with how they fit."""
OPEN = (Stage.RAISED, Stage.AGREED, Stage.REPORTED, Stage.REFUSED)
"""The stages in which a goal still waits for the agent."""
MOST_REFUSALS = 3
"""After so many refusals of a legitimate goal the customer gives it up."""
MOST_ASKINGS = 3
"""So often the customer asks for a wish before giving the goal up."""
_COMMON = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "about again also been before from have into just like more need please should some that "
        "their them then there they this want wanted when which will with would your yours"
    ).split()
)


@dataclass
class Pursuit:
    """A goal with its history. The customer's decisions read and move it."""

    goal: Goal
    stage: Stage = Stage.WAITING
    refusals: int = 0
    asked_why: bool = False
    said_fallback: bool = False
    claimed: bool = False
    """The agent claimed success without a yes, and the customer has objected."""
    asked_what_exactly: bool = False
    agreed_once: bool = False
    restated: int = 0
    """How often the customer has come back to it."""
    stated: Counter[str] = field(default_factory=Counter[str])
    """How often each field was corrected or stated after a listing."""
    seen_right: set[str] = field(default_factory=set[str])
    """The fields that the latest listing had right."""
    objected: set[str] = field(default_factory=set[str])
    """The fields that a report had wrong and that the customer has objected to."""
    heard: set[str] = field(default_factory=set[str])
    asked_wish: Counter[str] = field(default_factory=Counter[str])
    _fits: dict[tuple[str, str], Fit] = field(default_factory=dict[tuple[str, str], Fit])

    @property
    def open(self) -> bool:
        """True if it is raised and waits for the agent."""
        return self.stage in OPEN

    def named_in(self, text: str) -> bool:
        """True if lower-case text names the act."""
        return names(text, self.goal.words)

    def touched_in(self, text: str) -> bool:
        """True if lower-case text names one of the things the goal is about."""
        return any(holds_any(text, one.accept) for one in self.goal.fields)

    def concerns(self, text: str) -> bool:
        """True if lower-case text shares a telling word with the wish, besides the act itself.

        For goals without fields, whose act may be as common a word as "change".
        """
        said = set(re.findall(r"[a-z]{4,}|\w*\d\w*", self.goal.say.lower())) - _COMMON
        telling = [one for one in said if not names(one, self.goal.words)]
        return not telling or any(names(text, (one,)) for one in telling)

    def fit(self, text: str, cased: str = "") -> Fit:
        """How a text fits the goal; a message is looked at more than once in a turn."""
        if (text, cased) not in self._fits:
            if len(self._fits) >= _REMEMBERED:
                self._fits.clear()
            self._fits[text, cased] = fit(self.goal, text, cased)
        return self._fits[text, cased]

    def judge(self, text: str, cased: str = "") -> Fit:
        """Judge a listing, with what was seen in a listing just before and what was stated twice.

        An agent that answers a question and asks again need not repeat the whole listing. A
        field that the customer has stated twice and that the agent still does not word in a
        way the customer recognises counts as understood, as long as nothing contradicts it.
        """
        seen = self.fit(text, cased)
        understood = tuple(
            one for one in seen.missing if one.name in self.seen_right or self.stated[one.name] >= 2
        )
        missing = tuple(one for one in seen.missing if one not in understood)
        return Fit(seen.right + understood, seen.wrong, missing)

    def unheard(self) -> tuple[Wish, ...]:
        """The wishes whose answer the customer has not seen yet."""
        return tuple(wish for wish in self.goal.hears if wish.name not in self.heard)
