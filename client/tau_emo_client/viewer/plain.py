"""Texts of strangers, made harmless and readable."""

import json
import re
from typing import Any

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""What is not seen itself and changes what is: controls, marks of direction and order, characters
without width, tags."""
_KEPT = ("\u200c", "\u200d")
"""Joiners, which scripts and emoji need."""
_LINE_END = re.compile(r"\r\n?|[\u2028\u2029]")


def shown(value: Any) -> Any:
    """What stands on a page for a value: in a text, characters that are not seen are named.

    A text that is HTML already is left as it is; so are numbers and the like.

    Args:
        value: what a template is about to write.
    """
    if type(value) is not str:
        return value
    if value.isascii() and value.isprintable():
        return value
    return _UNSEEN.sub(_named, _LINE_END.sub("\n", value))


def _named(match: re.Match[str]) -> str:
    return match[0] if match[0] in _KEPT else f"⟨U+{ord(match[0]):04X}⟩"


def pretty(text: str) -> str:
    """A JSON object or list with line breaks; any other text as it is.

    So is JSON that would not come back as it was: with a key twice, or a number that Python
    writes in another way.
    """
    if text[:1] not in "[{":
        return text
    try:
        value = json.loads(text)
        for separators in ((",", ":"), (", ", ": ")):
            if json.dumps(value, ensure_ascii=False, separators=separators) == text:
                return indented(value)
    except (ValueError, RecursionError):
        pass
    return text


def indented(value: Any) -> str:
    """A value as JSON with line breaks."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def number(value: float) -> str:
    """A number with at most two digits behind the point, and no more than it needs."""
    return f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
