"""The teacher's phrases, which are data (the folder `phrases`), and picking among them."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from tau_emo_db.draw import Draw
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.script import Goal

_FILES = ("families", "shared", "topics", "rewordings")


class OfFamily(BaseModel):
    """What is said to customers of one family of emotions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    heads: tuple[str, ...]
    """Beginnings of the first sentence; a tail follows."""
    asking: tuple[str, ...]
    listing: tuple[str, ...]
    outcome: tuple[str, ...]
    refusing: tuple[str, ...]


class Tails(BaseModel):
    """Ends of the first sentence, with a place for the topic."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    plain: tuple[str, ...]
    urgency: Mapping[str, tuple[str, ...]]
    trust: Mapping[str, tuple[str, ...]]


class Phrases(BaseModel):
    """What is said to all, by the place where it stands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tails: Tails
    openings: tuple[str, ...]
    """First sentences without a word on the feeling."""
    give: tuple[str, ...]
    """Questions for facts that have a name: the email address."""
    tell: tuple[str, ...]
    """Questions for facts that are clauses: whether it is a round trip."""
    what: tuple[str, ...]
    """Questions for a single fact that has a name."""
    still_needed: tuple[str, ...]
    clarify: tuple[str, ...]
    """Questions whether a thing is the one that is meant."""
    asking: tuple[str, ...]
    listing: tuple[str, ...]
    outcome: tuple[str, ...]
    refusing: tuple[str, ...]
    looked_up: tuple[str, ...]
    anything_else: tuple[str, ...]
    at_hand: tuple[str, ...]
    """The same as an offer, not as a question."""
    again: tuple[str, ...]
    again_refused: tuple[str, ...]
    list_again: tuple[str, ...]
    leads: tuple[str, ...]
    """Listings of one write."""
    several: tuple[str, ...]
    """What stands above the numbered listing of several."""
    next: tuple[str, ...]
    """A further write in running text."""
    closers: tuple[str, ...]
    """Questions for the yes."""
    refusals: tuple[str, ...]
    facts: tuple[str, ...]
    slips: tuple[str, ...]
    """Thoughts after a call that failed."""
    before_reading: tuple[str, ...]
    before_listing: tuple[str, ...]
    before_refusing: tuple[str, ...]


@cache
def shared() -> Phrases:
    """What is said to all customers."""
    return Phrases.model_validate_json(_text("shared"))


@cache
def of_family(family: str) -> OfFamily:
    """What is said to customers of a family.

    Raises:
        KeyError: there is no such family.
    """
    table = json.loads(_text("families"))
    if family not in FAMILIES:
        raise KeyError(f"there is no family {family!r}")
    return OfFamily.model_validate(table[family])


def topic(domain: str, goal: Goal) -> str:
    """What a wish is called in a word: `the exchange`."""
    return next(
        name
        for only, outcome, acts, name in _topics()
        if only in ("", domain)
        and outcome in ("", goal.outcome)
        and re.search(rf"\b(?:{acts})", goal.act)
    )


@cache
def _topics() -> Sequence[tuple[str, str, str, str]]:
    """Domain, outcome, acts (a pattern) and what they are called; empty: any."""
    rows: list[tuple[str, str, str, str]] = json.loads(_text("topics"))
    return rows


@cache
def phrases_digest() -> str:
    """SHA-256 over all phrase files as hex digits: another table is another teacher."""
    return hashlib.sha256("\n".join(map(_text, _FILES)).encode()).hexdigest()


@cache
def _text(name: str) -> str:
    folder = files("tau_emo_client.agents.teacher") / "phrases"
    return (folder / f"{name}.json").read_text("utf-8")


@cache
def rewordings() -> Mapping[str, Sequence[Sequence[str]]]:
    """Sentences of the reference agent with other ways to say the same, by domain; under an
    empty name those of all domains. The sentence stands first."""
    table: dict[str, list[list[str]]] = json.loads(_text("rewordings"))
    return table


class Picker:
    """Picks phrases; within one conversation none comes again while others are left.

    Args:
        draw: decides.
    """

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._used: set[str] = set()

    def pick(self, options: Sequence[str]) -> str:
        """One of the options.

        Args:
            options: at least one.
        """
        fresh = [one for one in options if one not in self._used]
        chosen = self._draw.pick(fresh or options)
        self._used.add(chosen)
        return chosen
