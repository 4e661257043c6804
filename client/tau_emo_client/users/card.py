"""The persona card: how a customer feels and speaks, for the person who plays them."""

from tau_emo_client.emotion import manner
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.emotions import emotion_texts
from tau_emo_tasks.task import Task


def persona_card(task: Task, condition: Condition, seed: int) -> tuple[tuple[str, str], ...]:
    """The lines of the card, each a label and its text.

    Args:
        task: what the customer wants; it has a persona and a feeling for its own condition alone.
        condition: the condition that is played.
        seed: the seed of the episode.
    """
    texts = emotion_texts(condition.emotion)
    persona, *feeling = manner(task, condition, seed)
    lines = (
        ("Family", condition.family),
        ("Emotion", f"{condition.emotion}: {texts.definition}"),
        ("Politeness", condition.politeness),
        ("Urgency", condition.urgency),
        ("Trust in the agent", condition.trust_in_agent),
        ("You", persona),
        ("Why you feel so", " ".join(feeling)),
        ("How such people write", texts.speaks),
        ("What they need", texts.needs),
        ("What makes it worse", texts.worsens),
        ("What calms them", texts.calms),
    )
    return tuple(line for line in lines if line[1])
