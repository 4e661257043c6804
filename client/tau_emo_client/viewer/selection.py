"""Which episodes are listed, in which order: what stands in the query of an address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from tau_emo_client.texts import clean

FILTERS: dict[str, str] = {
    "run": "run",
    "domain": "domain",
    "family": "family",
    "emotion": "emotion",
    "politeness": "politeness",
    "urgency": "urgency",
    "trust": "trust",
    "result": "result",
    "end": "end",
    "failure": "failure",
    "rule": "rule",
    "task": "task",
}
"""What episodes can be chosen by, as the query names it, and the column that it chooses in."""

SORTS: dict[str, tuple[str, ...]] = {
    "run": ("place", "line"),
    "episode": ("name_order", "trial"),
    "domain": ("domain", "name_order", "trial"),
    "emotion": ("family", "emotion", "name_order", "trial"),
    "result": ("result", "name_order", "trial"),
    "end": ("end", "name_order", "trial"),
    "failure": ("failure", "name_order", "trial"),
    "rules": ("rules_broken", "name_order", "trial"),
    "turns": ("turns",),
    "calls": ("tool_calls",),
    "follow-ups": ("follow_ups",),
    "seconds": ("seconds",),
    "cost": ("cost",),
}
"""What episodes can be sorted by, and the columns that decide."""
USUAL_SORT = "run"
"""The order in which the runs hold them."""
MOST_WORDS = 20
"""So many words of a search are looked for."""

_PART = re.compile(r'"([^"]*)"?|(\S+)')
_HAS_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Selection:
    """Episodes, chosen and in order. Equal selections have equal addresses."""

    chosen: tuple[tuple[str, str], ...] = ()
    """Names of `FILTERS` with the value that episodes must have, in the order of `FILTERS`."""
    words: str = ""
    """What is looked for in the conversations."""
    sort: str = USUAL_SORT
    """A name in `SORTS`."""
    falling: bool = False
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Selection":
        """The selection of a query. What it does not know or cannot read is left out.

        Args:
            query: names and values, from anybody.
        """
        sort = query.get("sort", "")
        name = sort.removeprefix("-")
        page = query.get("page", "")
        return cls(
            chosen=tuple((one, clean(query[one])) for one in FILTERS if query.get(one)),
            words=clean(query.get("q", "")).strip(),
            sort=name if name in SORTS else USUAL_SORT,
            falling=name in SORTS and sort.startswith("-"),
            page=max(1, int(page)) if re.fullmatch(r"[0-9]{1,7}", page) else 1,
        )

    @property
    def query(self) -> str:
        """The query that leads here again, with its question mark; empty if nothing is chosen."""
        pairs = [*self.chosen]
        if self.words:
            pairs.append(("q", self.words))
        if (self.sort, self.falling) != (USUAL_SORT, False):
            pairs.append(("sort", f"-{self.sort}" if self.falling else self.sort))
        if self.page > 1:
            pairs.append(("page", str(self.page)))
        return f"?{urlencode(pairs)}" if pairs else ""

    def value(self, name: str) -> str:
        """The value that a filter is set to; empty if it is not."""
        return dict(self.chosen).get(name, "")

    def at(self, page: int) -> "Selection":
        """Another page of it."""
        return replace(self, page=page)

    def by(self, sort: str) -> "Selection":
        """The first page in another order; the same order again is turned round."""
        return replace(self, sort=sort, falling=sort == self.sort and not self.falling, page=1)

    def only(self, name: str, value: str) -> "Selection":
        """The first page of those that have this value too."""
        chosen = dict(self.chosen) | {name: value}
        ordered = tuple((one, chosen[one]) for one in FILTERS if one in chosen)
        return replace(self, chosen=ordered, page=1)

    def condition(self) -> tuple[str, list[str]]:
        """What follows WHERE in the index, and its values."""
        parts: list[str] = []
        values: list[str] = []
        for name, value in self.chosen:
            if name == "rule":
                parts.append("number IN (SELECT number FROM broken WHERE rule = ?)")
            else:
                parts.append(f"{FILTERS[name]} = ?")
            values.append(value)
        if self.words:
            parts.append("number IN (SELECT rowid FROM said WHERE said MATCH ?)")
            values.append(match_of(self.words))
        return " AND ".join(parts) or "1", values

    def order(self) -> str:
        """What follows ORDER BY in the index."""
        first, *rest = SORTS[self.sort]
        direction = " DESC" if self.falling else ""
        # What is not known stands last, either way round.
        return ", ".join([f"{first} IS NULL", first + direction, *rest, "place", "line"])


def match_of(words: str) -> str:
    """The search as full-text expression: all words, each as the beginning of one; what stands
    in quotes as a phrase.

    Args:
        words: what somebody looks for; all characters that the index would read otherwise are
            taken for themselves.
    """
    parts: list[str] = []
    for phrase, word in _PART.findall(words)[:MOST_WORDS]:
        text = (phrase or word).replace('"', " ").replace("\0", " ")
        if _HAS_WORD.search(text):
            parts.append(f'"{text}"' if phrase else f'"{text}" *')
    return " AND ".join(parts) or '""'  # which finds nothing
