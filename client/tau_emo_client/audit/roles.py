"""A customer who speaks as the company does."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from tau_emo_client.audit.words import plain, words

ECHO = 12
"""So many words in a row repeat the agent's own message, with what it says to the customer."""
_TO_CUSTOMER = frozenset(("you", "your", "you're", "you'd", "yours"))


def agent_speech(text: str, heard: str) -> str:
    """The words of a message that only the agent could say; empty if none.

    Args:
        text: the message of the customer.
        heard: the agent's message before it; empty if there is none.
    """
    low = plain(text)
    for cue, pattern in _phrases().items():
        if cue in low and (found := pattern.search(low)):
            return found[0].strip()
    said = words(text)
    if len(said) < ECHO or not heard:
        return ""
    last = words(heard)
    grams = {tuple(last[at : at + ECHO]) for at in range(len(last) - ECHO + 1)}
    for start in range(len(said) - ECHO + 1):
        gram = tuple(said[start : start + ECHO])
        if gram in grams and not _TO_CUSTOMER.isdisjoint(gram):
            return " ".join(gram)
    return ""


@cache
def _phrases() -> dict[str, re.Pattern[str]]:
    """What only the company says, by words that it cannot be said without: looking for these
    first is several times faster."""
    text = (files("tau_emo_client.audit") / "agent_phrases.json").read_text("utf-8")
    table: dict[str, Any] = json.loads(text)
    found: dict[str, re.Pattern[str]] = {}
    for cue, patterns in table["phrases"].items():
        whole = "|".join(patterns)
        for name, part in table["parts"].items():
            whole = whole.replace(f"{{{name}}}", part)
        found[cue] = re.compile(whole)
    return found
