"""Which messages of an agent show empathy: by words, from `empathy_lexicon.json`.

Counted are regret for what the customer goes through, a feeling named as theirs, their perspective
taken, reassurance, and joy shared. An apology that opens a refusal is none.
"""

import json
import re
from functools import cache
from importlib.resources import files


def is_empathetic(text: str) -> bool:
    """True if the message shows empathy.

    Args:
        text: a message of the agent in English.
    """
    without, shows = _lexicon()
    # Typographic apostrophes are written as plain ones in the lexicon.
    return shows.search(without.sub(" ", text.replace("’", "'"))) is not None


def empathy_kinds(text: str) -> tuple[str, ...]:
    """The kinds of empathy that the message shows, in the order of the lexicon."""
    without, _ = _lexicon()
    left = without.sub(" ", text.replace("’", "'"))
    return tuple(kind for kind, pattern in _kinds().items() if pattern.search(left))


@cache
def _read() -> dict[str, list[str]]:
    file = files("tau_emo_client").joinpath("analysis", "empathy_lexicon.json")
    return json.loads(file.read_text("utf-8"))


@cache
def _lexicon() -> tuple[re.Pattern[str], re.Pattern[str]]:
    kinds = "|".join(pattern.pattern for pattern in _kinds().values())
    return _any(_read()["not_counted"]), re.compile(kinds, re.IGNORECASE)


@cache
def _kinds() -> dict[str, re.Pattern[str]]:
    return {kind: _any(words) for kind, words in _read().items() if kind != "not_counted"}


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
