"""The user script: what a customer wants and knows, as structured facts.

It says the same as the instruction. The scripted user lives by it; verification and
reports read it. Nothing in it names an emotion, and nothing in it is known only to the
company (ids the customer would not have, computed amounts, outputs to be told).
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Slot(_Part):
    """One fact the customer knows and gives when asked for it."""

    name: str
    """What it is, in snake case: `email`, `user_id`, `zip`, `reservation_id`, `date_of_birth`."""
    value: str
    """The fact itself, in the form of the database where it has one."""
    ask: tuple[str, ...]
    """Words by which an agent may ask for it, lower case: `("email", "e-mail")`."""
    say: str = ""
    """The sentence the customer answers with; empty: the value alone."""


class Field(_Part):
    """One thing that the agent's listing of a goal must get right."""

    name: str
    """What it is: `item`, `new color`, `payment`, `date`, `cabin`, `address`."""
    accept: tuple[str, ...]
    """The listing must contain at least one of these, compared without case and blanks;
    dates, amounts and phone numbers in any usual spelling."""
    reject: tuple[str, ...] = ()
    """The listing is wrong if it proposes one of these instead."""
    say: str
    """How the customer states or corrects it: "It should go on the Mastercard ending in 4471."."""
    ask: tuple[str, ...] = ()
    """Words by which an agent may ask for it, lower case; empty: the words of `name` and their
    usual synonyms (payment: card, method, refund)."""


class Wish(_Part):
    """A fact the customer wants to hear before the goal is settled."""

    name: str
    """What it is, in words an agent would use beside it: `tracking number`."""
    kind: Literal["number", "amount", "date", "time", "name"]
    """What an answer looks like; its value is not known to the customer."""
    ask: str
    """How the customer asks for it."""


class Goal(_Part):
    """One thing the customer wants, raised when the goals before it are settled."""

    act: str
    """The act in the words of the domain: `exchange`, `cancel`, `book`, `change flight`."""
    words: tuple[str, ...]
    """Words or stems by which an agent names this act, lower case: `("exchang", "swap")`."""
    say: str
    """How the customer raises the goal, first person, neutral in emotion."""
    outcome: Literal["done", "refused", "told", "handed_off"]
    """What a right agent makes of it: a write, a refusal, an answer, or a hand-off."""
    knows: tuple[Slot, ...] = ()
    """Facts that belong to this goal and are given when asked for."""
    fields: tuple[Field, ...] = ()
    """What a listing for this goal must get right (for `done`)."""
    hears: tuple[Wish, ...] = ()
    """What the customer wants to be told for this goal."""
    if_refused: str = ""
    """What the customer says once when it is refused, such as a fallback wish; may be empty."""
    with_previous: bool = False
    """True if it is raised in the same message as the goal before it."""


class UserScript(_Part):
    """A customer's goals in order, and the facts that hold for all of them."""

    knows: tuple[Slot, ...]
    """Identity and other facts, given only when asked."""
    goals: tuple[Goal, ...]
