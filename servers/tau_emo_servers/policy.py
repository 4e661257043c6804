"""A domain's policy: its own text, with the sections that all domains share filled in.

A `policy.md` begins with a head between two lines `---`. Each line of the head is a pair:
a rule that all domains share and the id it has here (`COM-04: AIR-04`), or a value for
the shared sections (`hand-off tool: transfer_to_human_agents`). In the text below it,
`{{confirmation}}` stands for the section of that name in `policy_common.md`.
"""

import re
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

_COMMON = Path(__file__).with_name("policy_common.md")
_PLACE = re.compile(r"\{\{([^{}]+)\}\}")
_HEAD = re.compile(r"---\n(.*?)\n---\n+(.*)", re.DOTALL)
_SHARED_RULE = re.compile(r"\bCOM-\d\d\b")


def policy_text(file: Traversable) -> str:
    """The whole policy as agents read it.

    Args:
        file: the `policy.md` of a domain.

    Raises:
        ValueError: the head is missing or broken, or a `{{...}}` names neither a shared
            section nor a value of the head.
    """
    parts = _HEAD.fullmatch(file.read_text(encoding="utf-8"))
    if parts is None:
        raise ValueError(f"{file}: a policy begins with its head between two lines `---`")
    head: dict[str, str] = {}
    for line in parts[1].splitlines():
        name, colon, value = line.partition(":")
        if not colon:
            raise ValueError(f"{file}: the line {line!r} of the head is no `name: value`")
        head[name.strip()] = value.strip()

    def fill(place: re.Match[str]) -> str:
        name = place[1].strip()
        if name in _sections():
            return _PLACE.sub(fill, _sections()[name])
        if name not in head:
            raise ValueError(f"{file}: {{{{{name}}}}} is no shared section and not in the head")
        return head[name]

    text = _PLACE.sub(fill, parts[2])
    return _SHARED_RULE.sub(lambda rule: head.get(rule[0], rule[0]), text)


@cache
def _sections() -> dict[str, str]:
    """The shared sections by name; each begins with a line `## name`."""
    _, *sections = re.split(r"^## ", _COMMON.read_text(encoding="utf-8"), flags=re.MULTILINE)
    named = (section.split("\n", 1) for section in sections)
    return {name.strip(): text.strip() for name, text in named}
