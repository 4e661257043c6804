"""One of the 594 emotion conditions: an emotion with politeness, urgency and trust."""

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict, model_validator

FAMILIES: dict[str, tuple[str, ...]] = {
    "anger": ("annoyance", "frustration", "argumentativeness", "bitterness", "exasperation"),
    "disgust": ("dislike", "aversion", "distaste", "repugnance"),
    "enjoyment": ("relief", "pride", "peace", "excitement"),
    "fear": ("anxiety", "nervousness", "dread", "desperation"),
    "sadness": ("disappointment", "discouragement", "helplessness", "hopelessness", "sorrow"),
}
"""The 22 emotions by family, after Ekman's Atlas of Emotions."""

NAMES = re.compile(
    r"\b(annoy\w*|frustrat\w*|argumentativ\w*|bitter(ly|ness)?|exasperat\w*|dislik\w*|"
    r"avers(e|ion)|distast\w*|repugnan\w*|relie(f|v\w*)|proud(ly)?|prid(e\w*|ing)|peace(ful\w*)?|"
    r"excit\w*|anxi\w*|nervous\w*|dread\w*|desperat\w*|disappoint\w*|discourag\w*|helpless\w*|"
    r"hopeless\w*|sorrow\w*|anger\w*|angr\w*|disgust\w*|enjoy\w*|fear\w*|sad(ly|ness|der|dest)?)\b",
    re.IGNORECASE,
)
"""Any emotion or family called by its name, in any inflection."""

LEVEL_NAMES = re.compile(
    r"\b(warm\w*|neutral\w*|cold\w*|low|lower|lowest|moderat\w*|high\w*|"
    r"(dis|mis|un)?trust\w*|(in)?cautio\w*|s[kc]eptic\w*|(im)?polite\w*|urgen\w*)\b",
    re.IGNORECASE,
)
"""Any level of a dimension, or a dimension, called by its name, in any inflection."""

Politeness = Literal["warm", "neutral", "cold"]
Urgency = Literal["low", "moderate", "high"]
Trust = Literal["trusting", "cautious", "skeptical"]


class Condition(BaseModel):
    """How a customer feels and behaves; `emotion` belongs to `family`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    family: str
    emotion: str
    politeness: Politeness
    urgency: Urgency
    trust_in_agent: Trust

    @model_validator(mode="after")
    def _emotion_belongs_to_family(self) -> "Condition":
        if self.emotion not in FAMILIES.get(self.family, ()):
            raise ValueError(
                f"{self.emotion!r} is no emotion of the family {self.family!r}; "
                f"the families are {FAMILIES}"
            )
        return self
