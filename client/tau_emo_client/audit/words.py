"""Words of a text, as the audit compares them."""

import re
from functools import cache, lru_cache
from importlib.resources import files

_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bNo\.)\s+|\n+|\s+-+\s+|;\s+"
)
_PLAIN = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": " - "}
)
STEM = 5
"""So many letters of a word are compared: "exchange" and "exchanged" agree."""


def plain(text: str) -> str:
    """The text in small letters with plain quotes and dashes."""
    return straight(text).lower()


def straight(text: str) -> str:
    """The text with plain quotes and dashes; a long dash parts words."""
    return text if text.isascii() else text.translate(_PLAIN)


def words(text: str) -> list[str]:
    """The words in order, in small letters."""
    return _WORD.findall(plain(text))


@lru_cache(maxsize=1024)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences and lines of a text."""
    return tuple(part for part in _SENTENCE.split(straight(text)) if part.strip())


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The beginnings of the words that carry meaning."""
    return frozenset(
        word[:STEM]
        for word in words(text)
        if len(word) >= 4 and word not in _empty() and not word[0].isdigit()
    )


@cache
def _empty() -> frozenset[str]:
    """Words that carry no meaning of their own."""
    return frozenset((files("tau_emo_client.audit") / "empty_words.txt").read_text("utf-8").split())
