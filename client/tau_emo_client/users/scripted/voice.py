"""How a customer of a condition sounds. The phrases are data (`phrases.json`).

A phrase carries tone only: no facts, no values, and outside the cells `consent` and
`want_person` no word of agreement.
"""

import json
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
    "not_agreed", "what_exactly", "restate", "cannot_say", "and_that", "nothing_more",
    "thanks", "that_was_all",
    "leave",
]  # fmt: skip


class Phrases(BaseModel):
    """The phrase table: cell name, then the value of the dimension, then variants."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by_politeness: dict[Line, dict[str, tuple[str, ...]]]
    by_urgency: dict[str, dict[str, tuple[str, ...]]]
    by_trust: dict[str, dict[str, tuple[str, ...]]]
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
        self._last: dict[str, str] = {}
        self._turns_without_aside = 0

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
        """A phrase for what the customer does, never the same twice running.

        Args:
            cell: what the phrase does.
            parts: texts for the places left open in it.
        """
        variants = phrases().by_politeness[cell].get(self.politeness, ())
        return self._pick(cell, variants).format(**parts) if variants else ""

    def opening(self, wishes: list[str]) -> str:
        """The first message: a greeting, what the customer feels, and the wishes."""
        parts = [self.line("greeting")]
        if self._condition:
            told = self._feeling and self._draw.chance(0.6)
            parts.append(self._feeling if told else self._of_emotion("opening"))
        parts += wishes
        if self._condition and self._condition.urgency != "low":
            parts.append(self._press())
        return " ".join(part for part in parts if part)

    def consent(self) -> str:
        """A yes. A doubting customer may put a question before it, which the listing answers."""
        before = ""
        if self._condition and self._condition.trust_in_agent != "trusting":
            likely = 0.5 if self.doubting else 0.15
            if self._draw.chance(likely):
                before = self._of_trust("challenge")
        after = ""
        if self._condition and self._condition.urgency == "high" and self._draw.chance(0.4):
            after = self._press()
        return " ".join(part for part in (before, self.line("consent"), after) if part)

    def coloured(self, parts: list[str], strained: bool) -> str:
        """A message of the parts, now and then with an aside.

        Args:
            parts: the sentences that matter, in order.
            strained: True if patience is wearing thin, which makes asides likelier.
        """
        if not self._condition:
            return " ".join(parts)
        self._turns_without_aside += 1
        likely = {1: 0.25, 2: 0.5}.get(self._turns_without_aside, 0.8)
        if self._draw.chance(min(1.0, likely + (0.2 if strained else 0.0))):
            self._turns_without_aside = 0
            urgent = self._condition.urgency == "high" and self._draw.chance(0.5)
            parts = [*parts, self._press() if urgent else self._of_emotion("aside")]
        return " ".join(parts)

    def gladly(self) -> str:
        """What the customer says when something is settled; may be empty."""
        if not self._condition:
            return self.line("thanks")
        if self._condition.trust_in_agent == "skeptical" and self._draw.chance(0.5):
            return self._of_trust("doubt")
        return self.line("thanks")

    def _press(self) -> str:
        assert self._condition is not None
        return self._pick("press", phrases().by_urgency["press"][self._condition.urgency])

    def _of_trust(self, cell: str) -> str:
        assert self._condition is not None
        return self._pick(cell, phrases().by_trust[cell][self._condition.trust_in_agent])

    def _of_emotion(self, cell: str) -> str:
        assert self._condition is not None
        return self._pick(cell, phrases().by_emotion[self._condition.emotion][cell])

    def _pick(self, cell: str, variants: tuple[str, ...]) -> str:
        fresh = [variant for variant in variants if variant != self._last.get(cell)]
        chosen = self._draw.pick(fresh or variants)
        self._last[cell] = chosen
        return chosen
