"""A message of the agent cut into the units that a reader takes in one by one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_BULLET = re.compile(
    r"^\s*(?:[-*•▪◦–—‣·●○■□☐☑✓✔→▸►»]|[-*•]?\s*\[\s?\]|(?:\*\*)?\(?\d{1,2}[.)](?:\*\*)?|\(?[a-hA-H][.)])\s+"
)
_TO_FILL_IN = re.compile(
    r"^(\W*[A-Za-z][\w' /()-]{1,40}):?\s*(?:[:=]\s*\?|_{2,}|\.{4,}|…+|\[\s*\])\s*$"
)
"""A line that names something and leaves a blank for it."""
_BARE_NAME = re.compile(r"(?!please|thank|i |we )[^\d:.?!]{3,60}[,;]?")
"""A line under a heading that is an item without a bullet."""
_MARKUP = re.compile(r"\*\*|__|`|~~|^\s*>+\s?|^\s*#{1,6}\s+", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.?!])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
_SMILEY_OR_END = re.compile(
    r"(?<=[.?!\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])"
)
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|etc|vs|approx|no|st|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mr|mrs|ms|dr)\.$",
    re.IGNORECASE,
)
_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\u2011": "-", "\u202f": " "}

ONE_MESSAGE = 64
"""So many findings are remembered: all are asked for again while the same message is read."""


@dataclass(frozen=True)
class Unit:
    """One sentence, or one item of a list."""

    text: str
    """Lower case, without markup."""
    item: bool
    """True if it is an item of a list."""
    head: str
    """For an item: the sentence that introduces its list; otherwise empty."""

    @property
    def question(self) -> bool:
        """True if it asks with a question mark."""
        return "?" in self.text


def plain(text: str) -> str:
    """The text without Markdown markup and with straight quotes."""
    return _MARKUP.sub("", _straight(text))


def _straight(text: str) -> str:
    for odd, usual in _QUOTES.items():
        text = text.replace(odd, usual)
    return text


def units(text: str) -> tuple[Unit, ...]:
    """Cut a message into sentences and list items, in order.

    Args:
        text: the message as sent, Markdown allowed.
    """
    found: list[Unit] = []
    head = ""
    # The bullet must be seen before markup goes, since "* item" and "**bold**" share a sign.
    for line in _straight(text).splitlines():
        line = _TO_FILL_IN.sub(r"\1?", line)
        bulleted = bool(_BULLET.match(line))
        cased = plain(_BULLET.sub("", line) if bulleted else line).strip()
        bare = cased.lower()
        if not bare:
            continue
        item = bulleted or (head.endswith(":") and bool(_BARE_NAME.fullmatch(bare)))
        sentences = _sentences(bare, cased)
        found.extend(Unit(sentence, item, head if item else "") for sentence in sentences)
        if not item:
            head = sentences[-1]
        elif bare.endswith(":"):
            # A numbered heading with its own sub-list.
            head = f"{head} {bare}"
    return tuple(found)


def _sentences(lower: str, cased: str) -> list[str]:
    cuts: list[str] = []
    start = 0
    ends = _SENTENCE_END if cased.isascii() else _SMILEY_OR_END
    for end in ends.finditer(cased):
        if _ABBREVIATION.search(cased, max(start, end.start() - 7), end.start()):
            continue
        cuts.append(lower[start : end.end()].strip())
        start = end.end()
    cuts.append(lower[start:].strip())
    return [cut for cut in cuts if cut]


class Wording:
    """A pattern that is looked for only where one of its clues stands, which is quick to see.

    It is compiled when a clue is first met, since most are never met.

    Args:
        pattern: a regular expression.
        clues: texts of which one stands in all that the pattern finds.
    """

    __slots__ = ("_compiled", "_source", "clues")

    def __init__(self, pattern: str, *clues: str) -> None:
        self._source = pattern
        self._compiled: re.Pattern[str] | None = None
        self.clues = clues

    @property
    def _pattern(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self._source)
        return self._compiled

    def search(self, text: str) -> re.Match[str] | None:
        """The first place in lower-case text."""
        for clue in self.clues:
            if clue in text:
                return self._pattern.search(text)
        return None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All places in lower-case text."""
        return self._pattern.finditer(text) if self.search(text) else iter(())

    def sub(self, replacement: str, text: str) -> str:
        """Lower-case text with another text in all places."""
        return self._pattern.sub(replacement, text) if self.search(text) else text


def begun(pattern: str, first: Sequence[str], *never: str) -> str:
    """A pattern with a condition on what stands before it, told behind its first text.

    That text is found at once; a condition in front of it is tried at each letter instead.

    Args:
        pattern: it begins with the first text.
        first: that text, if it is known.
        never: what may not stand before, each of one length.
    """
    start = re.escape(first[0]) if first else ""
    return start + "".join(f"(?<!{one}{start})" for one in never) + pattern.removeprefix(start)


@lru_cache(maxsize=4096)
def word(stem: str) -> Wording:
    """A word or stem at the beginning of a word, any blanks between its parts."""
    parts = [part for part in re.split(r"[\s_-]+", stem.lower().strip()) if part]
    pattern = begun(r"[\s_-]*".join(re.escape(part) for part in parts), parts[:1], r"[a-z0-9]")
    return Wording(pattern, max(parts, key=len, default=""))


def names(text: str, stems: tuple[str, ...]) -> bool:
    """True if lower-case text holds one of the words or stems."""
    return any(word(stem).search(text) for stem in stems)
