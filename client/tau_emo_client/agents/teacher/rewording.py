"""The reference agent's sentences in other words."""

import re
from collections.abc import Sequence
from functools import cache

from tau_emo_client.agents.teacher.phrases import rewordings
from tau_emo_db.draw import Draw

_OPEN = re.compile(r"\{(\w+)\}")
_VALUE = re.compile(r"[\w@.,/#*-]*\d[\w@.,/#*-]*")


class Rewording:
    """Says sentences in other words, values untouched.

    Args:
        domain: whose sentences, beside those that all domains share.
        draw: decides between the ways.
    """

    def __init__(self, domain: str, draw: Draw) -> None:
        self._patterns = (*_patterns(domain), *_patterns(""))
        self._draw = draw

    def text(self, text: str) -> str:
        """The text with each sentence of the table said in one of its ways, or as it is."""
        for pattern, ways in self._patterns:
            text = pattern.sub(lambda match, ways=ways: self._reworded(match, ways), text)
        return text

    def _reworded(self, match: re.Match[str], ways: Sequence[str]) -> str:
        way = self._draw.pick(ways)
        said = way.format(**match.groupdict())
        # A value that holds a full stop may have been cut in two.
        return said if _values(said) == _values(match[0]) else match[0]


def _values(text: str) -> list[str]:
    return sorted(one.strip(".,") for one in _VALUE.findall(text))


@cache
def _patterns(domain: str) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """The sentences of a domain as patterns, each with all ways to say it, its own included."""
    return tuple(
        (as_pattern(sentence), (sentence, *others))
        for sentence, *others in rewordings().get(domain, ())
    )


def as_pattern(sentence: str) -> re.Pattern[str]:
    """A pattern for a sentence whose open places stand in braces: `Order {order} is gone.`"""
    parts = _OPEN.split(sentence)
    written = "".join(
        f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)
    )
    return re.compile(rf"(?<!\S){written}(?=\s|$)")
