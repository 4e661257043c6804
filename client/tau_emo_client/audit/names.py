"""Names in a customer's message: whether they are the customer's own, or known at all."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from tau_emo_client.audit.known import Brief, Known

_BIG = "[A-Z\u00c0-\u00d6\u00d8-\u00de]"
_SMALL = r"[^\W\d_A-Z]"
NAME = re.compile(rf"(?<![\w@#.'-]){_BIG}{_SMALL}+(?:-{_BIG}{_SMALL}+)*(?![\w@])")
"""A word with a capital, as names have it."""
_OWN = re.compile(
    r"\b(?i:my (?:full |first |last |first and last )?name(?:'s| is|:)|name:|(?:this is|i'm|i am)"
    rf"(?= (?-i:{NAME.pattern} {NAME.pattern})))\s+(?P<name>{NAME.pattern}(?: {NAME.pattern})*)"
)
_WITHIN = re.compile(r"(?:[\w,;)%&]|\b(?:Mr|Mrs|Ms|Dr|St)\.)[\s*_\"'(]*$")
"""What stands before a word within a sentence; elsewhere every word may have a capital."""


def wrong_own_name(sentence: str, brief: Brief) -> str:
    """The name that the customer gives as their own, if it is another one; else empty."""
    said = _OWN.search(sentence)
    if not said or not brief.own_names:
        return ""
    parts = [part.removesuffix("'s").casefold() for part in said["name"].split()]
    wrong = [part for part in parts if part not in brief.own_names]
    if not wrong or (wrong[0] in _usual() and len(parts) == 1):
        return ""
    return said["name"]


def strange_names(sentence: str, known: Known) -> Iterator[str]:
    """The capitalised words within a sentence that nobody has used so far."""
    for match in NAME.finditer(sentence):
        word = match[0].removesuffix("'s")
        small = word.casefold()
        if small in known.words or small in _usual():
            continue
        if all(part in known.words or part in _usual() for part in small.split("-")):
            continue
        if any(small in email for email in known.emails):
            continue
        if small.rstrip("s") in known.words or f"{small}s" in known.words:
            continue
        if _WITHIN.search(sentence[: match.start()]):
            yield word


@cache
def _usual() -> frozenset[str]:
    """Words with a capital that name nobody: days, months, kinds of cards, and so on."""
    text = (files("tau_emo_client.audit") / "usual_capitals.txt").read_text("utf-8")
    return frozenset(text.split())
