"""Whether a customer ever shows the family of feelings of their condition."""

import json
import re
from functools import cache
from importlib.resources import files

from tau_emo_client.audit.words import plain, stems

TOLD = 3
"""So many meaningful words of the task's feeling in one message tell it."""


def shows(family: str, text: str, wishes: str, feeling: str = "") -> bool:
    """True if a message shows the family.

    Args:
        family: one of the five families.
        text: a message of the customer.
        wishes: what the task says of wishes and facts, in small letters: its own words, such
            as a wall clock or a funeral, show nothing.
        feeling: the feeling of the task, if it was played with its own condition.
    """
    for found in _lexicon(family).finditer(plain(text)):
        if found[0] not in wishes:
            return True
    return bool(feeling) and len(stems(feeling) & stems(text)) >= TOLD


@cache
def _lexicon(family: str) -> re.Pattern[str]:
    """The words and forms of a family; one entry is a regular expression that begins a word."""
    text = (files("tau_emo_client.audit") / "lexicon.json").read_text("utf-8")
    entries: dict[str, list[str]] = json.loads(text)
    words = [one for one in entries[family] if one[0].isalpha()]
    signs = [one for one in entries[family] if not one[0].isalpha()]
    return re.compile("|".join([rf"(?<!\w)(?:{'|'.join(words)})", *signs]))
