"""Whether a text says a value, when it is not known what kind of value it is."""

import re

from tau_emo_servers.values import mentions

_DATE = re.compile(r"(?:\d\d)?\d\d-\d\d-\d\d")
_SHORT_STAMP = re.compile(r"\d\d-\d\d-\d\d-\d\d-\d\d")
_TIME = re.compile(r"\d\d:\d\d(?:(:\d\d)?(\+1)?|-\d\d:\d\d)|\d\d-\d\d")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def spoken(text: str, value: str) -> bool:
    """True if the text names the value in a spelling that people use for its kind.

    Args:
        text: what was said.
        value: a scalar of a tool result or an argument: `2024-05-21`, `24-05-21`,
            `24-05-21-20-15`, `20:15:00`, `14:00-15:30`, `41.35`, `basic_economy`, `box-office`,
            `4471`, `Ilse Okafor`.
    """
    if _DATE.fullmatch(value):
        return mentions(text, value, "date")
    if _SHORT_STAMP.fullmatch(value):
        return mentions(text, value, "date") and mentions(text, value, "time")
    if _TIME.fullmatch(value):
        return mentions(text, value, "time")
    if _NUMBER.fullmatch(value) and mentions(text, value, "amount"):
        return True
    plain = value.replace("_", " ").replace("-", " ")
    return mentions(text, value, "label") or mentions(text, plain, "label")
