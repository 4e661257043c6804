"""How a customer of a condition sounds. The phrases are data (`phrases.json`).

A phrase carries tone only: no facts, no values, no word of agreement outside the cells `consent`
and `want_person`. A remark belongs to a moment, so that it makes sense where it stands: an answer
to a question, a refusal, a success, waiting, just before a yes, the end. No line is said twice in
one conversation as long as another one is left; a remark that has run out is left away.
"""

import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tau_emo_client.users.scripted.first_person import first_person
from tau_emo_db.draw import Draw
from tau_emo_tasks.condition import Condition

Line = Literal[
    "greeting", "consent", "unknown", "already_told", "waiting", "is_it_done", "insist",
    "accept_refusal", "why", "decline", "correct", "missing", "look", "no_person", "want_person",
    "not_agreed", "what_exactly", "restate", "it_stands", "as_i_said", "rather", "acknowledge",
    "cannot_say", "and_that", "try_again",
    "nothing_more", "what_next", "thanks", "that_was_all", "leave",
]  # fmt: skip
Moment = Literal["question", "promise", "refusal", "success", "waiting", "none"]
"""What the agent has just done, as far as the customer has something to remark about it."""

_LIKELY: dict[Moment, float] = {
    "question": 0.35,
    "promise": 0.6,
    "refusal": 0.7,
    "success": 0.6,
    "waiting": 0.5,
    "none": 0.0,
}
"""How likely a remark is; more so when patience is wearing thin."""

_POINTS_BACK = re.compile(r"\b(?:this|it|that)\b", re.IGNORECASE)
_MOST_COMFORTS = 2
"""So many kind words are answered; more would be a ritual."""


class Phrases(BaseModel):
    """The phrase table: by dimension, the variants of each cell and value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by_politeness: dict[Line, dict[str, tuple[str, ...]]]
    by_urgency: dict[str, dict[str, tuple[str, ...]]]
    by_trust: dict[str, dict[str, tuple[str, ...]]]
    by_family: dict[str, dict[str, tuple[str, ...]]]
    by_emotion: dict[str, dict[str, tuple[str, ...]]]


@lru_cache(maxsize=1)
def phrases() -> Phrases:
    """The phrase table, read once."""
    text = (files("tau_emo_client.users.scripted") / "phrases.json").read_text(encoding="utf-8")
    return Phrases.model_validate(json.loads(text))


class Voice:
    """The voice of one customer.

    Args:
        condition: None speaks neutrally, without urgency and trusting.
        feeling: why the customer feels so, in the second person; may be empty.
        draw: decides between variants.
    """

    def __init__(self, condition: Condition | None, feeling: str, draw: Draw) -> None:
        self._condition = condition
        self._feeling = first_person(feeling) if condition else ""
        self._draw = draw
        self._used: list[str] = []
        self._comforts = 0

    @property
    def politeness(self) -> str:
        """The politeness spoken with."""
        return self._condition.politeness if self._condition else "neutral"

    @property
    def brief(self) -> bool:
        """True if the customer gives no more than is needed at a time."""
        return self._condition is not None and self._condition.politeness == "cold"

    @property
    def doubting(self) -> bool:
        """True if the customer takes nothing on trust."""
        return self._condition is not None and self._condition.trust_in_agent == "skeptical"

    def line(self, cell: Line, **parts: str) -> str:
        """A phrase for what the customer does.

        Args:
            cell: what the phrase does.
            parts: texts for the places left open in it.
        """
        variants = phrases().by_politeness[cell].get(self.politeness, ())
        if not variants:
            return ""
        # It has to be said: where every variant is used up, the one said longest ago.
        chosen = self._fresh(variants) or min(variants, key=self._used.index)
        if chosen in self._used:
            self._used.remove(chosen)
        return self._note(chosen).format(**parts)

    def now_and_then(self, cell: Line) -> list[str]:
        """A phrase that may be left away."""
        return [self.line(cell)] if self._draw.chance(0.5) else []

    def opening(self, wishes: list[str]) -> str:
        """The first message: a greeting, what the customer feels, and the wishes."""
        parts = [self.line("greeting")]
        if self._condition:
            told = self._feeling and self._draw.chance(0.6)
            remark = self._feeling if told else self._of_emotion("opening")
            # "I could have done without this": what is meant must have been said.
            points = not told and _POINTS_BACK.search(remark)
            parts += [*wishes, remark] if points else [remark, *wishes]
        else:
            parts += wishes
        if self._condition and self._condition.urgency != "low":
            parts.append(self.press())
        return _joined(parts)

    def consent(self) -> str:
        """A yes. What stands before it is about the listing, which answers it."""
        before = ""
        if self._condition:
            doubt = {"trusting": 0.0, "cautious": 0.25, "skeptical": 0.6}
            if self._draw.chance(doubt[self._condition.trust_in_agent]):
                before = self._of_trust("challenge")
            elif self._draw.chance(0.3):
                before = self._of_family("before_yes")
        after = ""
        if self._condition and self._condition.urgency == "high" and self._draw.chance(0.4):
            after = self.press()
        return _joined([before, self.line("consent"), after])

    def coloured(
        self,
        parts: list[str],
        moment: Moment,
        *,
        strained: bool,
        new_wish: bool = False,
        comforted: bool = False,
    ) -> str:
        """A message of the parts, now and then with a remark where it makes sense.

        Args:
            parts: the sentences that matter, in order; at a success the first one thanks.
            moment: what the agent has just done.
            strained: True if patience is wearing thin, which makes remarks likelier.
            new_wish: True if the message ends with a new wish.
            comforted: True if the agent has said something kind about how the customer feels.
        """
        if not self._condition or moment == "none":
            return _joined(parts)
        likely = _LIKELY[moment] + (0.2 if strained else 0.0)
        if comforted and moment in ("question", "promise") and self._takes_comfort():
            return _joined([self._of_family("comforted"), *parts])
        remark = self._remark(moment) if self._draw.chance(min(1.0, likely)) else ""
        pressing = {"low": 0.0, "moderate": 0.1, "high": 0.3}[self._condition.urgency]
        at_the_end = moment == "question" or new_wish
        press = self.press() if at_the_end and self._draw.chance(pressing) else ""
        match moment:
            case "success":
                return _joined([*parts[:1], remark, *parts[1:], press])
            case "question":
                return _joined([*parts, press or remark])
            case _:
                return _joined([remark, *parts, press])

    def gladly(self) -> str:
        """What the customer says when something is settled."""
        if not self._condition:
            return self.line("thanks")
        likely = {"trusting": 0.0, "cautious": 0.2, "skeptical": 0.5}
        if self._draw.chance(likely[self._condition.trust_in_agent]):
            return self._of_trust("doubt") or self.line("thanks")
        return self.line("thanks")

    def farewell(self, content: bool) -> str:
        """The last message.

        Args:
            content: True if what the customer wanted was done or told.
        """
        remark = ""
        if self._condition and content and self._draw.chance(0.5):
            remark = self._of_family("closing")
        return _joined([remark, self.line("that_was_all")])

    def press(self) -> str:
        """That it is urgent; empty if it is not."""
        if not self._condition or self._condition.urgency == "low":
            return ""
        cell = "press_gladly" if self._condition.family == "enjoyment" else "press"
        return self._remarked(phrases().by_urgency[cell][self._condition.urgency])

    def _takes_comfort(self) -> bool:
        assert self._condition is not None
        likely = {"warm": 0.6, "neutral": 0.4, "cold": 0.15}[self._condition.politeness]
        self._comforts += 1
        return self._comforts <= _MOST_COMFORTS and self._draw.chance(likely)

    def _remark(self, moment: Moment) -> str:
        assert self._condition is not None
        match moment:
            case "promise":
                trusting = self._condition.trust_in_agent == "trusting"
                return self._of_emotion("question") if trusting else self._of_trust("promise")
            case "waiting":
                return self._of_family("waiting")
            case _:
                return self._of_emotion(moment)

    def _of_trust(self, cell: str) -> str:
        assert self._condition is not None
        return self._remarked(phrases().by_trust[cell][self._condition.trust_in_agent])

    def _of_family(self, cell: str) -> str:
        assert self._condition is not None
        return self._remarked(phrases().by_family[self._condition.family][cell])

    def _of_emotion(self, cell: str) -> str:
        assert self._condition is not None
        return self._remarked(phrases().by_emotion[self._condition.emotion][cell])

    def _remarked(self, variants: tuple[str, ...]) -> str:
        return self._note(self._fresh(variants))

    def _fresh(self, variants: tuple[str, ...]) -> str:
        """A variant that was not said yet; empty if all were."""
        fresh = [variant for variant in variants if variant not in self._used]
        return self._draw.pick(fresh) if fresh else ""

    def _note(self, chosen: str) -> str:
        if chosen:
            self._used.append(chosen)
        return chosen


def _joined(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)
