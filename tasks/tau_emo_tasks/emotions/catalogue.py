"""What is written about each emotion, and the sentences that personas are put together from.

The texts are data, one file a family. Every sentence belongs to one of two halves, and the halves
share none, so that what one half teaches can be tried on the other.
"""

import hashlib
from collections import Counter
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tau_emo_tasks.condition import FAMILIES, Politeness, Trust, Urgency

CORE_SENTENCES = 6
"""At least so many sentences carry an emotion, in each half."""
LEVEL_SENTENCES = 3
"""At least so many sentences carry a level of a dimension, in each half."""


class CatalogueError(Exception):
    """The texts of the catalogue are not what they have to be."""


class _Text(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sentences(_Text):
    """Sentences that say the same thing in two halves."""

    a: tuple[str, ...]
    b: tuple[str, ...]

    def half(self, index: int) -> tuple[str, ...]:
        """The half of the persona with this index: `a` for even ones, `b` for odd ones."""
        return self.b if index % 2 else self.a


class CoreSentences(Sentences):
    """Sentences that carry an emotion."""

    a: tuple[str, ...] = Field(min_length=CORE_SENTENCES)
    b: tuple[str, ...] = Field(min_length=CORE_SENTENCES)


class LevelSentences(Sentences):
    """Sentences that carry a level of a dimension, coloured by an emotion."""

    a: tuple[str, ...] = Field(min_length=LEVEL_SENTENCES)
    b: tuple[str, ...] = Field(min_length=LEVEL_SENTENCES)


class EmotionTexts(_Text):
    """What is written about one emotion."""

    definition: str = Field(min_length=1)
    """What this shade is, and how it differs from its neighbours."""
    speaks: str = Field(min_length=1)
    """How such a customer writes."""
    needs: str = Field(min_length=1)
    """What they need from the agent."""
    worsens: str = Field(min_length=1)
    """What makes the feeling worse."""
    calms: str = Field(min_length=1)
    """What calms it, or keeps it well."""
    core: CoreSentences
    politeness: dict[Politeness, LevelSentences] = Field(min_length=3)
    urgency: dict[Urgency, LevelSentences] = Field(min_length=3)
    trust_in_agent: dict[Trust, LevelSentences] = Field(min_length=3)

    def description(self) -> dict[str, str]:
        """What stands here for people to read, by field."""
        return self.model_dump(include={"definition", "speaks", "needs", "worsens", "calms"})

    def sentences(self) -> tuple[Sentences, ...]:
        """All sentences of this emotion."""
        levels = (self.politeness, self.urgency, self.trust_in_agent)
        return (self.core, *(text for dimension in levels for text in dimension.values()))


class FamilyTexts(_Text):
    """What is written about one family."""

    family: str
    definition: str = Field(min_length=1)
    """What its emotions have in common."""
    emotions: dict[str, EmotionTexts]

    @model_validator(mode="after")
    def _holds_all_emotions(self) -> "FamilyTexts":
        wanted = FAMILIES.get(self.family, ())
        if tuple(self.emotions) != wanted:
            raise ValueError(
                f"the emotions of {self.family} are {', '.join(wanted)}, in this order"
            )
        return self


@cache
def catalogue() -> dict[str, FamilyTexts]:
    """The texts of all families, by name.

    Raises:
        CatalogueError: a sentence stands in the catalogue twice.
        pydantic.ValidationError: a file lacks something, or has too much.
    """
    texts = {
        family: FamilyTexts.model_validate_json(_file(family).read_text("utf-8"))
        for family in FAMILIES
    }
    counts = Counter(
        sentence
        for family in texts.values()
        for emotion in family.emotions.values()
        for sentences in emotion.sentences()
        for sentence in (*sentences.a, *sentences.b)
    )
    for sentence, count in counts.items():
        if count > 1:
            raise CatalogueError(f"a sentence stands in the catalogue {count} times: {sentence!r}")
    return texts


@cache
def catalogue_digest() -> str:
    """SHA-256 over the texts of all families, so that records tell versions apart."""
    texts = (catalogue()[family].model_dump_json() for family in FAMILIES)
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def emotion_texts(emotion: str) -> EmotionTexts:
    """The texts of one emotion.

    Raises:
        ValueError: there is no such emotion; the message names those there are.
    """
    for family in catalogue().values():
        if emotion in family.emotions:
            return family.emotions[emotion]
    known = ", ".join(name for members in FAMILIES.values() for name in members)
    raise ValueError(f"there is no emotion {emotion!r}; the emotions are {known}")


def _file(family: str) -> Traversable:
    return files("tau_emo_tasks.emotions").joinpath(f"{family}.json")
