"""The catalogue of emotion conditions: what each is, and personas for it."""

from tau_emo_tasks.emotions.catalogue import (
    CatalogueError,
    EmotionTexts,
    FamilyTexts,
    catalogue,
    catalogue_digest,
    emotion_texts,
)
from tau_emo_tasks.emotions.persona import PERSONAS, conditions, persona, personas

__all__ = [
    "PERSONAS",
    "CatalogueError",
    "EmotionTexts",
    "FamilyTexts",
    "catalogue",
    "catalogue_digest",
    "conditions",
    "emotion_texts",
    "persona",
    "personas",
]
