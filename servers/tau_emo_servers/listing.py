"""The listing: the agent's message that names a write in full, and the yes that covers it.

A domain says which facts the listing of each write must name (`Fact`) and by which words an
act is called; whether a write is covered is decided here, once for all domains.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from tau_emo_servers.consent import asks_for_yes, changed_values, is_consent, orders, withdraws
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_servers.money import unsigned
from tau_emo_servers.rules import Moment
from tau_emo_servers.values import Kind, mentions, normalised, values_in

Part = tuple[str, Kind] | re.Pattern[str]
"""A value of a kind, or a pattern for the text without case and with single blanks."""


@dataclass(frozen=True)
class Fact:
    """One thing a listing must name, in any of several ways."""

    name: str
    """What it is, for the evidence: `order #W5830214`, `the new card`."""
    ways: tuple[tuple[Part, ...], ...]
    """Each way is a set of parts that must all be there."""

    def named_in(self, text: str) -> bool:
        """True if the text names the fact in one of the ways."""
        return any(all(_holds(text, part) for part in way) for way in self.ways)


def fact(name: str, *ways: Part | Sequence[Part]) -> Fact:
    """A fact; a way that is one part need not be put in a list."""
    grouped = (
        (way,) if isinstance(way, re.Pattern) or isinstance(way[0], str) else tuple(way)
        for way in ways
    )
    return Fact(name, tuple(grouped))  # pyright: ignore[reportArgumentType]


def _holds(text: str, part: Part) -> bool:
    if isinstance(part, re.Pattern):
        return part.search(normalised(text)) is not None
    value, kind = part
    # Several of one thing stand in the plural: "both kick scooters".
    several = kind == "label" and value[-1:].isalpha() and mentions(text, f"{value}s", kind)
    return several or mentions(text, value, kind)


NOTHING_CHARGED = re.compile(
    r"\b(?:no|without)\s+(?:extra |additional |further |price |fare )*(?:charges?|costs?|fees?"
    r"|difference|payments?|money)\b|\bnothing\b|\bfree\b|\bnot (?:be )?charged?\b"
    r"|\b(?:same price|costs? the same)\b|\b(?:not|doesn.?t|won.?t) cost (?:you )?anything\b"
    r"|\bprice (?:does not|doesn.?t|will not|won.?t) change\b"
    r"|(?<![\d.,])0(?:\.00?)?(?![\d.,]*\d)"
)
"""Ways to say that a write moves no money."""


@dataclass(frozen=True)
class WriteTool:
    """What a write tool's listing and report look like."""

    act: str
    """A regular expression for the words by which the act is called: `cancel`."""
    facts: Callable[[Moment], Sequence[Fact]]
    """What the listing of the moment's call must name; the first fact is its object."""
    only_shows: Callable[[Mapping[str, Any]], bool] = lambda _: False
    """True for arguments with which the tool changes nothing; such a call needs no yes."""
    also: str = ""
    """Further words that call the act in the agent's listing or report; too common to tell an order
    or a change of the customer by."""


WriteTools = Mapping[str, WriteTool]


def names_act(text: str, tool: WriteTool) -> bool:
    """True if the text calls the act by a word of it."""
    return re.search(rf"\b(?:{tool.act})", normalised(text)) is not None


def tells_act(text: str, tool: WriteTool) -> bool:
    """True if a listing or report calls the act by a word of it."""
    words = f"{tool.act}|{tool.also}" if tool.also else tool.act
    return re.search(rf"\b(?:{words})", normalised(text)) is not None


def not_covered(moment: Moment, tool: WriteTool) -> str | None:
    """Why no listing and yes cover the write of this moment; None if they do.

    The latest message that lists the write must be followed by a yes; between them stand
    at most answers that ask again and messages that change nothing; from the yes on nothing
    is changed or withdrawn; and the write has not yet succeeded on that yes.
    """
    facts = _facts(moment, tool)
    listing = _listing(moment, tool, facts)
    if isinstance(listing, str):
        return listing
    answered = _answer(moment, tool, facts, listing)
    if isinstance(answered, str):
        return answered
    return _later(moment, tool, listing, answered)


def not_listed(moment: Moment, tool: WriteTool) -> str | None:
    """Why no message lists the write of this moment in full, whatever was answered; or None."""
    listing = _listing(moment, tool, _facts(moment, tool))
    return listing if isinstance(listing, str) else None


def _facts(moment: Moment, tool: WriteTool) -> Sequence[Fact]:
    return moment.once((tool, json.dumps(moment.arguments)), lambda: tuple(tool.facts(moment)))


def _delivered(moment: Moment, index: int) -> str:
    """The agent's message at the index, or an empty text."""
    event = moment.conversation.events[index]
    return event.text if isinstance(event, AgentStep) and event.delivered else ""


def _listing(moment: Moment, tool: WriteTool, facts: Sequence[Fact]) -> int | str:
    """Where the latest listing of the write stands, or why there is none."""
    nearest: list[str] | None = None
    for index in range(moment.index - 1, -1, -1):
        text = _delivered(moment, index)
        if not text or not asks_for_yes(text):
            continue
        missing = [one.name for one in facts if not one.named_in(text)]
        if not tells_act(text, tool):
            missing.append("the act")
        if not missing:
            return index
        if nearest is None or len(missing) < len(nearest):
            nearest = missing
    if nearest is None:
        return "no message lists the write and asks for a yes"
    return f"no listing names {', '.join(nearest)}"


def _answer(moment: Moment, tool: WriteTool, facts: Sequence[Fact], listing: int) -> int | str:
    """Where the yes to the listing stands, or why there is none."""
    listed = _delivered(moment, listing)
    for index in range(listing + 1, moment.index):
        event = moment.conversation.events[index]
        if isinstance(event, UserMessage):
            changed = changed_values(event.text, listed)
            if changed:
                return f"the customer's answer changes or adds {', '.join(sorted(changed))}"
            if is_consent(event.text) or orders(event.text, tool.act):
                return index
        elif text := _delivered(moment, index):
            if not asks_for_yes(text):
                return "the agent went on without asking for the yes again"
            relisted = names_act(text, tool) and all(one.named_in(text) for one in facts[:1])
            if relisted and changed_values(text, listed):
                return "the agent listed other values afterwards"
    return "no yes follows the listing"


def _later(moment: Moment, tool: WriteTool, listing: int, answered: int) -> str | None:
    """Why the yes no longer holds, or None."""
    listed = _delivered(moment, listing)
    for event in moment.conversation.events[answered + 1 : moment.index]:
        if not isinstance(event, UserMessage):
            continue
        if withdraws(event.text):
            return "the customer withdrew it after the yes"
        if names_act(event.text, tool) and changed_values(event.text, listed):
            return "the customer changed it after the yes"
    wanted: dict[str, Any] = moment.arguments
    for past in moment.past:
        same = (
            past.index > answered
            and not past.call.is_error
            and moment.call is not None
            and past.call.name == moment.call.name
            and moment.arguments_of(past.call) == wanted
        )
        if same:
            return "it had already been done on this yes"
    return None


_SOURCES = {
    "credit_card": (
        r"(?<!gift )\bcard|\bvisa\b|\bmastercard\b|\bamerican express\b|\bamex\b|\bdiscover\b"
    ),
    "gift_card": r"\bgift[ -_]?card",
    "certificate": r"\b(?:certificate|voucher)",
    "paypal": r"\bpay ?pal",
    "mobile_money": r"\bmobile[ -_]?money\b|\bm-pesa\b|\borange money\b|\bmtn momo\b",
    "bank_transfer": r"\bbank[ -_]?(?:transfer|account)",
    "mobile_wallet": r"\b(?:mobile|phone|digital)?[ -_]?wallet",
    "bank_account": r"\bbank\b|\bchecking\b",
}


class PaymentMethod(Protocol):
    """What the payment methods of all domains have."""

    @property
    def id(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def brand(self) -> str | None: ...
    @property
    def last_four(self) -> str | None: ...


def payment_fact(payment_id: str, held: Sequence[PaymentMethod], *, original: bool = False) -> Fact:
    """A payment method, by its id or by what singles it out among those of the customer.

    Args:
        payment_id: its id.
        held: all payment methods of the customer.
        original: it is what the object was paid with, so "the original method" names it.
    """
    method = next((one for one in held if one.id == payment_id), None)
    if method is None:
        return fact(f"the payment method {payment_id}", (payment_id, "id"))
    words = re.compile(_SOURCES[method.source])
    ending = method.last_four or payment_id[-4:]
    ways: list[Part | Sequence[Part]] = [(payment_id, "id"), [words, (ending, "digits")]]
    if len(payment_id) > 7:
        ways.append([words, (payment_id[-7:], "digits")])
    if sum(one.source == method.source for one in held) == 1:
        ways.append(words)
    if method.brand and sum(one.brand == method.brand for one in held) == 1:
        ways.append((method.brand, "label"))
    if original:
        ways.append(
            re.compile(r"\boriginal(?:ly)?\b|\bsame (?:card|method|payment|account|gift card)\b")
        )
    return fact(f"the payment method {payment_id}", *ways)


_TO_WHAT_PAID = re.compile(r"\boriginal(?:ly)?\b|\bsame\b|\bused\b|\bpaid with\b")


def refund_facts(
    net: Mapping[str, int],
    method: Callable[[str], Fact],
    amount: Callable[[int], str] = unsigned,
) -> Iterator[Fact]:
    """What a cancellation gives back: the sum, or what each method gets; and every method.

    It always goes back to what paid, so "the original method" names a method too.

    Args:
        net: what each payment method has paid in all, in whole cents; below 0 what it still owes.
        method: the fact of a payment method by its id.
        amount: how an amount reads; `str` in domains whose money knows no cents.
    """
    moved = {key: paid for key, paid in net.items() if paid}
    if moved:
        each: list[Part] = [(amount(abs(paid)), "amount") for paid in moved.values()]
        total: Part = (amount(abs(sum(moved.values()))), "amount")
        one_way = min(moved.values()) > 0 or max(moved.values()) < 0
        yield fact("the refund", *([total] if one_way else []), each)
    for key in moved:
        named = method(key)
        yield Fact(named.name, (*named.ways, (_TO_WHAT_PAID,)))


def text_facts(moment: Moment, names: Iterable[str]) -> Iterator[Fact]:
    """The arguments of these names that are not empty, word for word: an address, a name."""
    for name in names:
        value = moment.arguments.get(name)
        if value and value.strip():
            yield fact(f"{name} {value}", (value, "label"))


def when_fact(name: str, value: str, kind: Literal["date", "time"] = "date") -> Fact:
    """A date or a time of day in any usual spelling; what is none, word for word.

    Args:
        name: what it is, for the evidence: `the date`.
        value: the value as it is sent.
        kind: which of the two it should be.
    """
    found = values_in(value)
    usual = found.dates if kind == "date" else found.times
    return fact(f"{name} {value}", (value, kind if usual else "label"))


def money_fact(name: str, amount: str) -> Fact:
    """An amount charged or refunded; of 0, that nothing is charged.

    Args:
        name: what it is, for the evidence.
        amount: the amount without sign, in the form of a tool result.
    """
    if float(amount) == 0:
        return fact(f"{name} of 0", NOTHING_CHARGED)
    return fact(f"{name} of {amount}", (amount, "amount"))
