"""Turning a feeling told in the second person into what the customer says of themselves."""

import re

from tau_emo_tasks.condition import FAMILIES

_STEMS = re.compile(
    r"\b(?:annoy|frustrat|argument|bitter|exasperat|dislik|avers|distast|repugnan|relie[fv]|pride"
    r"|proud|peace|excite|anxi|nervous|dread|desperat|despair|disappoint|discourag|helpless|hopeless"
    r"|sorrow|anger|angry|disgust|enjoy|fear|sad(?:ness|ly)?\b)",
    re.IGNORECASE,
)
_NAMES = re.compile(
    rf"\b(?:{'|'.join(name for family, own in FAMILIES.items() for name in (family, *own))})"
)
_WHOLE = {
    "you're": "I'm", "you've": "I've", "you'd": "I'd", "you'll": "I'll",
    "yourself": "myself", "yours": "mine", "your": "my",
}  # fmt: skip
_BE = {"are": "am", "aren't": "am not", "were": "was", "weren't": "wasn't"}
_VERBS = (
    r"(?:are|aren't|were|weren't|have|haven't|had|hadn't|do|don't|did|didn't|will|won't|would"
    r"|wouldn't|can|can't|could|couldn't|should|must|may|might|never|always|only|just|still|already"
    r"|really|also|now|even)"
)
_OPENERS = (
    r"(?:and|but|or|so|that|because|since|when|while|if|as|before|after|until|though|although"
    r"|what|where|why|how|which|who|then|than|now|today|yesterday|once|whenever)"
)
_SUBJECT = re.compile(
    rf"\byou(?= {_VERBS}\b)|(?:(?<=^)|(?<=[,;:—–(] ))you\b|(?<=\b)(?P<opener>{_OPENERS}) you\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\b(?P<before>to|for|with|at|by|from|of|on|about|around|make|makes|made|gives?|gave|tells?|told"
    r"|leaves?|left|lets?|keeps?|kept|puts?|asks?|asked|sent|cost|costs|took|takes|promised|help"
    r"|helps|helped|upon|near|behind|against|pass|passed|worries|bothers|calls?|called|charged|owes?"
    r"|owed|offered|shows?|showed) you\b",
    re.IGNORECASE,
)


def names_an_emotion(text: str) -> bool:
    """True if a text holds the name of an emotion or family, in any inflection."""
    # At the beginning of a word: "stranger" and "passenger" name no anger.
    return bool(_STEMS.search(text) or _NAMES.search(text.lower()))


def first_person(feeling: str) -> str:
    """The feeling in the first person; empty where that cannot be told safely.

    Sentences that name an emotion, or in which a "you" cannot be told to be subject or object,
    are left out.

    Args:
        feeling: sentences in the second person ("You measured twice").
    """
    said = (_turn(sentence) for sentence in re.split(r"(?<=[.!?])\s+", feeling.strip()))
    return " ".join(sentence for sentence in said if sentence)


def _turn(sentence: str) -> str:
    if not sentence or "?" in sentence or names_an_emotion(sentence):
        return ""
    text = sentence.replace("’", "'")
    text = re.sub(
        r"\b(?:you're|you've|you'd|you'll|yourself|yours|your)\b",
        lambda match: _WHOLE[match[0].lower()],
        text,
        flags=re.IGNORECASE,
    )
    text = _OBJECT.sub(lambda match: f"{match['before']} me", text)
    text = _SUBJECT.sub(lambda match: f"{match['opener']} I" if match["opener"] else "I", text)
    if re.search(r"\byou\b", text, re.IGNORECASE):
        return ""
    text = re.sub(
        r"\bI (are|aren't|were|weren't)\b", lambda match: f"I {_BE[match[1].lower()]}", text
    )
    return text[:1].upper() + text[1:]
