"""A customer who says aloud what they were told in confidence."""

import re
from functools import lru_cache

from tau_emo_client.audit.known import Brief
from tau_emo_client.audit.words import plain, sentences, words

COPIED = 7
"""So many words in a row are copied, if a "you" among them means the customer. Without one
they may be the customer's own: wishes are worded alike in the first and second person."""
_YOU = frozenset(("you", "your", "you're", "you've", "you'd", "you'll", "yours", "yourself"))
_PART = re.compile(
    r"#{2,}|\bunsatisfied\b\W*$|\bstop token\b"
    r"|\b(?:my|the|these|those|given) (?:\w+ )?(?:instructions?|prompts?|script|briefing|persona"
    r"|scenario) (?:say|says|said|state|states|tell|tells|told|do(?:es)? not|don't|doesn't|mention"
    r"|require|is|are|gave|give|ask|want)\w*\b"
    r"|\b(?:according to|per|as per|following|based on|follow|in) (?:my|the|this|these) (?:\w+ )?"
    r"(?:instructions?|prompts?|script|briefing|persona|scenario|role|task description)\b"
    r"|\b(?:i was|i've been|i have been|i am|i'm) (?:told|instructed|asked|prompted|supposed|meant)"
    r" to (?:say|play|act|pretend|portray|sound|be (?:angry|sad|upset|rude|cold|warm|skeptical"
    r"|frustrated|anxious|emotional)|express|behave|write|respond|mention|end)\b"
    r"|\b(?:my|the) (?:persona|assigned (?:emotion|role|condition)|role ?-?play\w*|system prompt"
    r"|character|user profile prompt)\b"
    r"|\b(?:role-?play\w*|simulat(?:ed|ing|ion|or)|(?:large )?language model|an ai\b|as a customer,"
    r"|user simulator|benchmark|test case|this test)\b"
    r"|\bi(?:'m| am) (?:playing|acting as|simulating|portraying|pretending)\b"
    r"|\bemotion(?:al)? instructions?\b|\btrust_in_agent\b|\buser_script\b"
    r"|(?:^|[.!?(] ?)the customer (?:is|should|wants|feels|must)\b"
    r"|^\W*you are (?:[a-z]+ [a-z]+|a customer)\b[,.]"
)

_CUES = (
    "##", "unsatisfied", "token", "instruct", "prompt", "script", "briefing", "persona", "scenario",
    "role", "task desc", "assigned",
    "told to", "asked to", "supposed to", "meant to", "character", "simulat", "model", "an ai",
    "as a customer", "the customer", "benchmark", "test", "playing", "acting", "pretend",
    "portray", "emotion", "trust_in", "you are",
)  # fmt: skip
"""Without one of these words nothing of the above is said: looking for them is faster."""


def leak(text: str, brief: Brief) -> str:
    """The words of a message that come from the instruction or speak of it; empty if none."""
    low = plain(text)
    spoken = any(cue in low for cue in _CUES) and _PART.search(low)
    if spoken:
        return spoken[0].strip()
    for sentence in sentences(text):
        said = words(sentence)
        if len(said) >= COPIED and (copied := _copied(said, brief.second_person)):
            return copied
    return ""


def _copied(said: list[str], sources: tuple[str, ...]) -> str:
    grams = _grams(sources)
    for start in range(len(said) - COPIED + 1):
        gram = tuple(said[start : start + COPIED])
        if gram in grams and not _YOU.isdisjoint(gram):
            return " ".join(gram)
    return ""


@lru_cache(maxsize=1024)
def _grams(texts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(found[at : at + COPIED])
        for text in texts
        for sentence in sentences(text)
        for found in (words(sentence),)
        for at in range(len(found) - COPIED + 1)
    )
