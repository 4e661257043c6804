"""The words of a domain: what its customers say of themselves and of each kind of wish.

A text is written once, in the first person with blanks, and read in two persons: by the customer
("I'd like to return my lamp") and by whoever is told to be that customer ("You would like to return
your lamp"). So the instruction and the script of a task cannot disagree.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tau_emo_db import Draw

Person = Literal["first", "second"]

_PRONOUNS: dict[str, tuple[str, str]] = {
    "i": ("I", "you"),
    "me": ("me", "you"),
    "my": ("my", "your"),
    "mine": ("mine", "yours"),
    "myself": ("myself", "yourself"),
    "am": ("am", "are"),
    "was": ("was", "were"),
    "im": ("I'm", "you are"),
    "ive": ("I've", "you have"),
    "id": ("I'd", "you would"),
}
"""The blanks of grammar, in the first and the second person."""
_OPENING_BLANK = re.compile(r"(?:^|(?<=[.!?] ))\{(\w+)\}")


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Fact(_Words):
    """A fact that is given when asked for."""

    ask: tuple[str, ...]
    """Words by which an agent may ask for it, lower case."""
    say: tuple[str, ...]
    """Ways to give it; `{value}` is the fact."""


class Detail(_Words):
    """A thing that a listing must get right."""

    say: tuple[str, ...]
    """Ways to state it, readable in both persons."""
    ask: tuple[str, ...] = ()
    in_wish: bool = False
    """True if every wording of the wish states it."""


class Hearing(_Words):
    """A thing that the customer wants to be told."""

    ask: tuple[str, ...]
    """Ways to ask for it, as a question of the customer."""
    want: tuple[str, ...] = ()
    """Ways to say that it is wanted, readable in both persons; none where the wish says so."""


class Act(_Words):
    """One kind of wish."""

    act: str
    """What it is called in the script: `exchange`."""
    words: tuple[str, ...]
    """Stems by which an agent names it, lower case."""
    because: tuple[str, ...] = ()
    """Stories behind it, readable in both persons."""
    wish: tuple[str, ...]
    """Ways to utter it, readable in both persons."""
    if_refused: tuple[str, ...] = ()
    """What is wanted instead if it cannot be done, readable in both persons."""
    details: dict[str, Detail] = {}
    hears: dict[str, Hearing] = {}


class Words(_Words):
    """All words of a domain."""

    openings: tuple[str, ...]
    """Who the customer is, in the second person: "You are {name} ({email})."."""
    next: tuple[str, ...]
    """How a further wish begins, in both persons: "Then there is something else:"."""
    knows: dict[str, Fact]
    acts: dict[str, Act]


@cache
def words(domain: str) -> Words:
    """The words of a domain.

    Raises:
        FileNotFoundError: the domain has none.
        pydantic.ValidationError: the file is broken.
    """
    file = files("tau_emo_tasks").joinpath("tracer", "domains", domain, "words.json")
    return Words.model_validate_json(file.read_text("utf-8"))


def told(template: str, person: Person, facts: Mapping[str, str]) -> str:
    """A text with its blanks filled.

    Args:
        template: the text; `{i}`, `{my}`, `{was}` and the like are read in the person.
        person: who speaks: the customer, or somebody about the customer.
        facts: what fills the other blanks.

    Raises:
        KeyError: a blank has no fact.
    """
    place = 0 if person == "first" else 1
    grammar = {name: forms[place] for name, forms in _PRONOUNS.items()}
    capital = {name.upper(): form[0].upper() + form[1:] for name, form in grammar.items()}
    articles = {name: text for name, text in facts.items() if name.startswith("a_")}
    capital |= {name.upper(): text[0].upper() + text[1:] for name, text in articles.items()}
    begun = _OPENING_BLANK.sub(
        lambda match: f"{{{match[1].upper() if match[1].upper() in capital else match[1]}}}",
        template,
    )
    return begun.format_map({**facts, **grammar, **capital})


def continued(opening: str, template: str) -> str:
    """A text behind an opening such as "Then there is something else:", without its capital."""
    if not opening:
        return template
    word = template.split(" ", 1)[0]
    lower = template if template[0] == "{" or word == "I" else template[0].lower() + template[1:]
    return f"{opening} {lower}"


class Choice:
    """Picks among wordings, those first that were used least.

    Args:
        used: how often each was used before.
    """

    def __init__(self, used: Counter[str]) -> None:
        self._used = used
        self.taken: list[str] = []
        """What was picked, in order."""

    def pick(self, options: Sequence[str], draw: Draw) -> str:
        """One of the least used options; empty if there are none."""
        if not options:
            return ""
        least = min(self._used[one] for one in options)
        picked = draw.pick([one for one in options if self._used[one] == least])
        self._used[picked] += 1
        self.taken.append(picked)
        return picked
