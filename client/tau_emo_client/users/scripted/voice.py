"""How a customer of a condition sounds. The phrases are data (the folder `phrases`).

A phrase carries tone only: no facts, no values, no word of agreement outside the cells `consent`
and `want_person`. What has to be said is said in words of the politeness (`line`). Beside it
stands at most one remark: on the feeling, on how urgent it is, or on whether the agent is
believed; the one that was heard least comes next, so that a whole conversation carries all of
the condition. A remark belongs to a moment, so that it makes sense where it stands.

Each cell of the table has two halves, a and b. A customer with an emotion speaks from one half,
by seed: no remark of a customer of half a is ever heard from one of half b. No line is said
twice in one conversation as long as another one is left; a remark that has run out is left away.
Nor does a phrase gainsay the condition or what else stands in its message (see `moods`).
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tau_emo_client.users.scripted.first_person import first_person
from tau_emo_client.users.scripted.moods import Mood, at_odds, gainsay, moods_of, standing
from tau_emo_db.draw import Draw
from tau_emo_tasks.condition import FAMILIES, Condition

Line = Literal[
    "greeting", "consent", "unknown", "already_told", "waiting", "is_it_done", "insist",
    "accept_refusal", "why", "decline", "correct", "missing", "look", "no_person", "want_person",
    "not_agreed", "what_exactly", "restate", "it_stands", "as_i_said", "rather", "acknowledge",
    "cannot_say", "and_that", "try_again", "nothing_more", "what_next", "thanks", "that_was_all",
    "leave", "here", "too_many", "repeated", "brushed_off",
]  # fmt: skip
Moment = Literal["question", "promise", "refusal", "success", "waiting", "none"]
"""What the agent has just done, as far as the customer has something to remark about it."""
Half = Literal["a", "b"]
Facet = Literal["feeling", "urgency", "trust"]
"""A side of the condition that a remark shows; politeness shows in every line."""

_LIKELY: dict[Moment, float] = {
    "question": 0.85,
    "promise": 0.85,
    "refusal": 0.85,
    "success": 0.8,
    "waiting": 0.8,
    "none": 0.0,
}
"""How likely a remark is; more so when patience is wearing thin."""
_WEIGHT: dict[Facet, float] = {"feeling": 2.2, "urgency": 1.0, "trust": 1.0}
"""How often a facet is shown, relative to the others."""
_TRUST_CELLS: dict[Moment, str] = {
    "question": "stance",
    "promise": "promise",
    "refusal": "verdict",
    "success": "outcome",
}

_POINTS_BACK = re.compile(r"\b(?:this|it|that)\b", re.IGNORECASE)
_COURTESY = re.compile(
    r",? please(?=[.!?,])|\bplease,? |\bthank you, (?=\w)|\bforgive me, (?=\w)", re.IGNORECASE
)
_MOST_COMFORTS = 2
"""So many kind words are answered; more would be a ritual."""


class Variants(BaseModel):
    """The variants of one cell, half by half."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    a: tuple[str, ...]
    b: tuple[str, ...]

    def of(self, half: Half | None) -> tuple[str, ...]:
        """The variants of a half; of both without one."""
        return {"a": self.a, "b": self.b, None: self.a + self.b}[half]


class OfFamily(BaseModel):
    """The phrases of one family: what its emotions share, and each emotion's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    family: dict[str, Variants]
    emotions: dict[str, dict[str, Variants]]


class Phrases(BaseModel):
    """The phrase table: a file of the folder `phrases` for each politeness, dimension, family."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    politeness: dict[str, dict[Line, Variants]]
    """By level and cell."""
    urgency: dict[str, dict[str, Variants]]
    """By cell and level."""
    trust: dict[str, dict[str, Variants]]
    """By cell and level."""
    families: dict[str, OfFamily]


@lru_cache(maxsize=1)
def phrases() -> Phrases:
    """The phrase table, read once."""
    folder = files("tau_emo_client.users.scripted") / "phrases"

    def table(name: str) -> object:
        return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))

    return Phrases.model_validate(
        {
            "politeness": {level: table(level) for level in ("warm", "neutral", "cold")},
            "urgency": table("urgency"),
            "trust": table("trust"),
            "families": {family: table(family) for family in FAMILIES},
        }
    )


class Voice:
    """The voice of one customer.

    Args:
        condition: None speaks neutrally, without urgency and trusting.
        feeling: why the customer feels so, in the second person; may be empty.
        draw: decides between halves and variants.
    """

    def __init__(self, condition: Condition | None, feeling: str, draw: Draw) -> None:
        self._condition = condition
        self._feeling = first_person(feeling) if condition else ""
        self._draw = draw
        self.half: Half | None = draw.fork("half").pick(("a", "b")) if condition else None
        """The half of the phrase table this customer speaks from; None: without emotion, both."""
        self._standing = standing(condition) if condition else frozenset[Mood]()
        self._used: list[str] = []
        self._comforts = 0
        self._shown: dict[Facet, int] = {"feeling": 0, "urgency": 0, "trust": 0}

    @property
    def politeness(self) -> str:
        """The politeness spoken with."""
        return self._condition.politeness if self._condition else "neutral"

    @property
    def brief(self) -> bool:
        """True if the customer gives no more than half of what is asked for at a time."""
        return self._condition is not None and self._condition.politeness == "cold"

    @property
    def forthcoming(self) -> bool:
        """True if the customer gives a little more than is asked for."""
        return (
            self._condition is not None
            and self._condition.politeness == "warm"
            and self._condition.trust_in_agent == "trusting"
        )

    @property
    def doubting(self) -> bool:
        """True if the customer takes nothing on trust."""
        return self._condition is not None and self._condition.trust_in_agent == "skeptical"

    def line(self, cell: Line, *beside: str, **parts: str) -> str:
        """A phrase for what the customer does.

        Args:
            cell: what the phrase does.
            beside: what stands in the same message.
            parts: texts for the places left open in it.
        """
        cells = phrases().politeness[self.politeness]
        if cell not in cells:
            return ""
        of_half = cells[cell].of(self.half)
        # It has to be said: where every variant is used up, the one said longest ago.
        variants = tuple(one for one in of_half if self._fits(one, beside)) or of_half
        chosen = self._fresh(variants) or min(variants, key=self._used.index)
        if chosen in self._used:
            self._used.remove(chosen)
        return self._note(chosen).format(**parts)

    def now_and_then(self, cell: Line) -> list[str]:
        """A phrase that may be left away."""
        return [self.line(cell)] if self._draw.chance(0.5) else []

    def opening(self, wishes: list[str]) -> str:
        """The first message: a greeting, what the customer feels, the wishes, and how urgent it is.

        Now and then whether the agent is believed stands there in place of the urgency.
        """
        if not self._condition:
            return _joined([self.line("greeting"), *wishes])
        told = self._feeling and self._draw.chance(0.6)
        remark = self._feeling if told else self._of_emotion("opening")
        self._shown["feeling"] += 1
        # "I could have done without this": what is meant must have been said.
        points = not told and _POINTS_BACK.search(remark)
        greeting = self.line("greeting", remark)
        parts = [greeting, *([*wishes, remark] if points else [remark, *wishes])]
        pressing = self._condition.urgency == "high" or self._draw.chance(0.6)
        last = self.press(*parts) if pressing else self._of_trust("stance", *parts)
        return _joined([*parts, last])

    def consent(self) -> str:
        """A yes. What stands before it is about the listing, which answers it."""
        if not self._condition:
            return self.line("consent")
        before = after = ""
        if self._draw.chance(0.75):
            facet = self._due(("feeling", "trust"))
            before = (
                self._of_trust("challenge") if facet == "trust" else self._of_family("before_yes")
            )
        consent = self.line("consent", before)
        if at_odds(before, consent):
            before = ""
        if self._draw.chance({"low": 0.3, "moderate": 0.3, "high": 0.5}[self._condition.urgency]):
            after = self.press(before, consent)
        return _joined([before, consent, after])

    def coloured(
        self,
        parts: list[str],
        moment: Moment,
        *,
        strained: bool,
        new_wish: bool = False,
        comforted: bool = False,
        reaction: Line | None = None,
    ) -> str:
        """A message of the parts, mostly with a remark that fits.

        Args:
            parts: the sentences that matter, in order; at a success the first one thanks.
            moment: what the agent has just done.
            strained: True if patience is wearing thin, which makes remarks likelier.
            new_wish: True if the message ends with a new wish.
            comforted: True if the agent has said something kind about how the customer feels.
            reaction: what the customer says to being handled badly; it stands for the remark.
        """
        if not self._condition:
            return _joined(parts)
        if reaction:
            return _joined([self.line(reaction), *parts])
        if moment == "none":
            return _joined(parts)
        if comforted and moment in ("question", "promise") and self._takes_comfort():
            return _joined([self._of_family("comforted", *parts), *parts])
        likely = _LIKELY[moment] + (0.2 if strained else 0.0)
        facet = self._due(self._facets(moment, new_wish)) if self._draw.chance(likely) else None
        remark = self._remark(facet, moment, parts) if facet else ""
        if facet == "urgency":
            return _joined([*parts, remark])
        match moment:
            case "success":
                return _joined([*parts[:1], remark, *parts[1:]])
            case "question":
                return _joined([self._courtesy(remark), *parts, remark])
            case _:
                return _joined([remark, *parts])

    def farewell(self, content: bool) -> str:
        """The last message.

        Args:
            content: True if what the customer wanted was done or told.
        """
        remark = ""
        if self._condition and content and self._draw.chance(0.75):
            closes = self._due(("feeling", "trust")) == "feeling"
            remark = self._of_family("closing") if closes else self._of_trust("outcome")
        goodbye = self.line("that_was_all", remark)
        return _joined(["" if at_odds(remark, goodbye) else remark, goodbye])

    def press(self, *beside: str) -> str:
        """How urgent it is; empty without emotion.

        Args:
            beside: what stands in the same message.
        """
        if not self._condition:
            return ""
        self._shown["urgency"] += 1
        # Who is at ease is in a hurry without exclamation marks.
        glad = self._condition.family == "enjoyment" and self._condition.emotion != "peace"
        cell = "press_gladly" if glad else "press"
        return self._remarked(phrases().urgency[cell][self._condition.urgency], beside)

    def _facets(self, moment: Moment, new_wish: bool) -> tuple[Facet, ...]:
        """What a remark may be about at a moment."""
        assert self._condition is not None
        match moment:
            case "waiting":
                # Who has time does not drum their fingers, and who has none does not hum.
                if self._condition.urgency == "low":
                    return ("urgency",)
                patient = self._condition.family == "enjoyment"
                return ("urgency",) if patient else ("feeling", "urgency")
            case "success" | "refusal":
                return ("feeling", "trust", "urgency") if new_wish else ("feeling", "trust")
            case _:
                return ("feeling", "trust", "urgency")

    def _due(self, facets: tuple[Facet, ...]) -> Facet:
        """The facet that was shown least, for how often it should be."""
        return min(
            self._draw.shuffled(facets), key=lambda facet: self._shown[facet] / _WEIGHT[facet]
        )

    def _courtesy(self, remark: str) -> str:
        """How facts are handed over, if that goes with the remark."""
        likely = {"warm": 0.6, "neutral": 0.4, "cold": 0.3}[self.politeness]
        said = self.line("here", remark) if self._draw.chance(likely) else ""
        return "" if at_odds(said, remark) else said

    def _takes_comfort(self) -> bool:
        assert self._condition is not None
        likely = {"warm": 0.6, "neutral": 0.4, "cold": 0.15}[self._condition.politeness]
        self._comforts += 1
        return self._comforts <= _MOST_COMFORTS and self._draw.chance(likely)

    def _remark(self, facet: Facet, moment: Moment, beside: Sequence[str]) -> str:
        match facet:
            case "urgency":
                return self.press(*beside)
            case "trust":
                return self._of_trust(_TRUST_CELLS[moment], *beside)
            case "feeling":
                if moment == "waiting":
                    return self._of_family("waiting", *beside)
                return self._of_emotion("question" if moment == "promise" else moment, *beside)

    def _of_trust(self, cell: str, *beside: str) -> str:
        assert self._condition is not None
        self._shown["trust"] += 1
        return self._remarked(phrases().trust[cell][self._condition.trust_in_agent], beside)

    def _of_family(self, cell: str, *beside: str) -> str:
        assert self._condition is not None
        self._shown["feeling"] += 1
        return self._remarked(phrases().families[self._condition.family].family[cell], beside)

    def _of_emotion(self, cell: str, *beside: str) -> str:
        assert self._condition is not None
        self._shown["feeling"] += 1
        emotions = phrases().families[self._condition.family].emotions
        return self._remarked(emotions[self._condition.emotion][cell], beside)

    def _remarked(self, variants: Variants, beside: Sequence[str] = ()) -> str:
        fitting = tuple(one for one in variants.of(self.half) if self._fits(one, beside))
        chosen = self._note(self._fresh(fitting))
        return without_courtesy(chosen) if self.politeness == "cold" else chosen

    def _fits(self, variant: str, beside: Sequence[str]) -> bool:
        """False if a variant gainsays the condition, or what stands in the same message."""
        return not (
            gainsay(moods_of(variant), self._standing)
            or any(at_odds(variant, one) for one in beside)
        )

    def _fresh(self, variants: tuple[str, ...]) -> str:
        """A variant that was not said yet; empty if all were."""
        fresh = [variant for variant in variants if variant not in self._used]
        return self._draw.pick(fresh) if fresh else ""

    def _note(self, chosen: str) -> str:
        if chosen:
            self._used.append(chosen)
        return chosen


def without_courtesy(remark: str) -> str:
    """A remark without "please" and "thank you", as a cold customer makes it."""
    bare = _COURTESY.sub("", remark).strip()
    return bare[:1].upper() + bare[1:]


def _joined(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)
