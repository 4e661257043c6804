"""The policy rules that all domains share, each made for a domain from a few of its facts.

Every function here returns a rule under the id that the domain's policy gives it, so a domain
binds `one_call_per_turn("AIR-04", ...)` and keeps nothing but its own facts.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

from tau_emo_db import Table
from tau_emo_servers.arithmetic import follows
from tau_emo_servers.conversation import AgentStep, ToolCall, UserMessage
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.listing import WriteTool, WriteTools, not_covered, not_listed, tells_act
from tau_emo_servers.rules import Moment, Rule, left_to_judge, rule
from tau_emo_servers.values import CalendarDate, Values, mentions, normalised, values_in

T = TypeVar("T", str, CalendarDate, Decimal)

NOTICE = (
    "I am passing you on to a member of our staff. Please stay in this chat; "
    "they will take it from here."
)
"""What the agent writes after a hand-off, and the last thing it writes."""

HELPERS = frozenset({"calculate", "think"})
"""Tools that touch no data and never count."""


@dataclass(frozen=True)
class Identification:
    """How a domain learns who the customer is."""

    principal: Mapping[str, Callable[[Moment, ToolCall], str]]
    """The identifying tools; each gives the principal's key from a successful call."""
    allowed: frozenset[str] = frozenset()
    """Tools that may be used before, beside the identifying ones, helpers and hand-off."""


def found_key(moment: Moment, call: ToolCall) -> str:
    """The key of the customer, where it is all that the identifying tool returns."""
    return call.result.strip()


def stated_key(parameter: str) -> Callable[[Moment, ToolCall], str]:
    """The key of the customer, where it is an argument of the identifying tool.

    Args:
        parameter: the parameter that takes it: `user_id`.
    """
    return lambda moment, call: str(moment.arguments_of(call).get(parameter, ""))


def principal(moment: Moment, identification: Identification) -> str | None:
    """The key of the customer, fixed by the first successful identification; None before."""
    for call in moment.succeeded(*identification.principal):
        return identification.principal[call.name](moment, call)
    return None


def identified_first(
    id: str,  # noqa: A002
    identification: Identification,
    *,
    text: str = "Identify the customer before anything else, with what the customer has said.",
) -> Rule:
    """COM-01: identification comes first, with values that the customer has given.

    Args:
        id: the rule's id in the domain.
        identification: how the domain identifies.
        text: the rule in the domain's words.
    """

    @rule(id, text)
    def check(moment: Moment) -> str | None:
        call = moment.call
        assert call is not None
        if principal(moment, identification) is not None:
            return None
        if call.name in identification.principal:
            return unsaid_arguments(moment)
        if call.name in identification.allowed | HELPERS | moment.domain.hand_off_tools:
            return None
        return f"{call.name} was called before the customer was identified"

    return check


def unsaid_arguments(moment: Moment) -> str | None:
    """The arguments of the call that the customer has not said, as evidence; None if all were."""
    unsaid = [
        f"{name} {value!r}"
        for name, value in moment.arguments.items()
        if not said(moment.user_text, value)
    ]
    return f"the customer has not said {', '.join(unsaid)}" if unsaid else None


def email_before_name(
    id: str,  # noqa: A002
    identification: Identification,
    *,
    by_email: str,
    by_name: str,
    text: str = "Try the email first; name and postal code if it is unknown or not found.",
) -> Rule:
    """A part of COM-01: a search by name comes where no email was given, or the email failed.

    Args:
        id: the rule's id in the domain.
        identification: how the domain identifies.
        by_email: the tool that finds the customer by email.
        by_name: the tool that does so by name and something else.
        text: the rule in the domain's words.
    """

    @rule(id, text, tools={by_name})
    def check(moment: Moment) -> str | None:
        tried = any(past.call.name == by_email and past.call.is_error for past in moment.past)
        if tried or principal(moment, identification) is not None:
            return None
        if values_in(moment.user_text).emails:
            return "the customer gave an email, which was not tried first"
        return None

    return check


Owners = Callable[[Moment], Iterator[tuple[str, str]]]
"""What the call of a moment names, each with the key of its owner."""


def owners_by(column: str, objects: Mapping[str, type[Table]], *, reads: bool = False) -> Owners:
    """The customers that a call names, and the owners of the objects that it writes to.

    Args:
        column: the key of the customer, as a parameter and as a column of the objects: `user_id`.
        objects: for each parameter that names an object, the table with the object.
        reads: whether the owners of objects that are only read count too.
    """

    def owners(moment: Moment) -> Iterator[tuple[str, str]]:
        assert moment.call is not None
        if column in moment.arguments:
            yield f"the {column} named", moment.arguments[column]
        tool = moment.domain.tools.get(moment.call.name)
        if tool is None or (tool.kind != "write" and not reads):
            return
        for parameter, table in objects.items():
            row = moment.named(table, parameter)
            if row is not None:
                yield f"{parameter} {moment.arguments[parameter]}", getattr(row, column)

    return owners


def one_principal(
    id: str,  # noqa: A002
    identification: Identification,
    owners: Owners,
) -> Rule:
    """COM-02: everything named in a call belongs to the customer of the conversation.

    Args:
        id: the rule's id in the domain.
        identification: how the domain identifies.
        owners: yields what a call names and the key of its owner.
    """
    text = "Serve one customer per conversation: show and change nothing of anyone else."

    @rule(id, text, judge="whether the agent told something about anyone else")
    def check(moment: Moment) -> str | None:
        known = principal(moment, identification)
        if known is None or moment.call is None:
            return None
        if moment.call.name in identification.principal and not moment.call.is_error:
            again = identification.principal[moment.call.name](moment, moment.call)
            if again != known:
                return f"{again} was identified although the customer is {known}"
        for what, owner in owners(moment):
            if owner != known:
                return f"{what} belongs to {owner}; the customer is {known}"
        return None

    return check


def confirmed_writes(
    id: str,  # noqa: A002
    writes: WriteTools,
    *,
    text: str = "List every write in full and get an explicit yes for exactly it.",
    only: Collection[str] = (),
) -> Rule:
    """COM-03: the write is covered by a listing and a yes; see `tau_emo_servers.listing`.

    Args:
        id: the rule's id in the domain.
        writes: what the listing of each write tool must name.
        text: the rule in the domain's words.
        only: the tools it is asked about; empty: all of `writes`.
    """

    @rule(
        id,
        text,
        on="write",
        tools=only or writes,
        judge="the wording of listing and yes",
        says=True,
    )
    def check(moment: Moment) -> str | None:
        assert moment.call is not None
        tool = writes[moment.call.name]
        return None if tool.only_shows(moment.arguments) else not_covered(moment, tool)

    return check


def listed_values(
    id: str,  # noqa: A002
    writes: WriteTools,
    *,
    text: str,
    only: Collection[str] = (),
) -> Rule:
    """The part of COM-03 that concerns the listing: it names all that the write needs.

    Args:
        id: the rule's id in the domain.
        writes: what the listing of each write tool must name.
        text: the rule in the domain's words.
        only: the tools it is asked about; empty: all of `writes`.
    """

    @rule(id, text, on="write", tools=only or writes, judge="the wording of the listing", says=True)
    def check(moment: Moment) -> str | None:
        assert moment.call is not None
        return not_listed(moment, writes[moment.call.name])

    return check


def one_call_per_turn(id: str) -> Rule:  # noqa: A002
    """COM-04: one call in a turn, and no text to the customer beside it."""

    @rule(id, "Make one tool call per turn, and write nothing to the customer then.", on="step")
    def check(moment: Moment) -> str | None:
        step = moment.step
        if len(step.calls) > 1:
            return f"{len(step.calls)} calls in one turn"
        if step.calls and step.text.strip():
            return "text beside a call"
        return None

    return check


@lru_cache
def _served_text(domain: ServedDomain) -> str:
    """What the agent is given by the domain: its policy and the descriptions of its tools."""
    described = [
        f"{tool.description} {parameter.schema.get('description', '')}"
        for tool in domain.tools.values()
        for parameter in tool.inputs.values()
    ]
    return "\n".join([domain.policy, *described])


_EXAMPLE = re.compile(
    r"(?:(?:\be\.g\.,?|\bsuch as|\b(?:looks?|something|format) like|\bfor example,?)"
    r"[\s`\"'*(]*)+[\w#]+",
    re.IGNORECASE,
)
"""An agent may show what an id looks like without stating that one exists."""

_RELATIVE_DAY = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekend"
    r"|(?:next|this|last|coming|following) (?:week|month)|days? (?:later|earlier|after|before))\b"
)
"""A customer who says one of these leaves the date to be counted from the calendar."""


Amounts = Callable[[Moment], frozenset[Decimal]]


def known_facts_only(
    id: str,  # noqa: A002
    worked_out: Amounts = lambda moment: frozenset(),
) -> Rule:
    """COM-05 and COM-06: what the agent states comes from somewhere.

    Args:
        id: the rule's id in the domain.
        worked_out: amounts that follow from what was shown by a formula of the domain, where
            that takes more than the short calculations that are always looked for.
    """
    text = "State only what the customer, a tool, the policy or arithmetic gives; no opinions."

    @rule(id, text, on="message", judge="other facts, procedures, opinions and recommendations")
    def check(moment: Moment) -> str | None:
        told = values_in(_EXAMPLE.sub(" ", moment.step.text))
        given = values_in(_served_text(moment.domain))

        def unknown(wanted: Iterable[T], gives: Callable[[Values, T], bool]) -> list[T]:
            left = moment.unknown((one for one in wanted if not gives(given, one)), gives)
            # The rejections of tools tell facts too, beside the arguments they repeat.
            corrected = _told_by_errors(moment) if left else given
            return sorted(one for one in left if not gives(corrected, one))

        ids = unknown(filter(_is_id, told.ids), _gives_id)
        if ids:
            return f"nothing gives {', '.join(ids)}"
        dates = unknown(told.dates, _gives_date)
        if dates and not _RELATIVE_DAY.search(normalised(moment.user_text)):
            return f"nothing gives the date {dates[0].month}-{dates[0].day}"
        for amount in unknown(told.amounts, _gives_amount):
            known = moment.known_values.numbers | given.amounts
            if not follows(amount, moment.known_text, known) and amount not in worked_out(moment):
                return f"nothing gives the amount {amount}"
        return None

    return check


def _is_id(token: str) -> bool:
    """True unless the token is short or has but one digit, as names of goods do."""
    return len(token) >= 4 and sum(map(str.isdigit, token)) >= 2


def _gives_id(values: Values, token: str) -> bool:
    """True if the token is one of the ids or an ending of one ("PayPal ending in 3650980")."""
    ids = values.ids
    return token in ids or (token.isdigit() and any(one.endswith(token) for one in ids))


def _gives_date(values: Values, date: CalendarDate) -> bool:
    """True if the date is one of the dates, or the day before or after one."""
    return any(date.month == day.month and abs(date.day - day.day) <= 1 for day in values.dates)


def _gives_amount(values: Values, amount: Decimal) -> bool:
    return amount in values.numbers


def _told_by_errors(moment: Moment) -> Values:
    """Values in the texts of failed calls that are not the arguments they repeat."""
    texts: list[str] = []
    for past in moment.past:
        if past.call.is_error:
            repeated = values_in(str(past.call.arguments))
            texts += [
                word
                for word in past.call.result.split()
                if not (values_in(word).distinct & repeated.distinct)
            ]
    return values_in(" ".join(texts))


def refused_without_hand_off(id: str, *, text: str) -> Rule:  # noqa: A002
    """COM-07: a wish that must be refused is not handed off instead.

    That nothing forbidden was written is what the other rules say, each under its own id.
    """

    @rule(id, text, judge="whether the refusal gives the reason and other wishes are served")
    def check(moment: Moment) -> str | None:
        call, label = moment.call, moment.label
        if call is None or label is None or call.name not in moment.domain.hand_off_tools:
            return None
        if label.refuses and not label.hands_off:
            return "handed off although the wish must be refused"
        return None

    return check


def hand_off_in_its_cases(id: str, *, text: str) -> Rule:  # noqa: A002
    """COM-08 and COM-09: hand off if and only if the task is one, then the notice, then nothing."""

    @rule(id, text, on=("call", "step", "end"), judge="without a task, whether it was due")
    def check(moment: Moment) -> str | None:
        return _hand_off_out_of_place(moment) or _not_the_notice_alone(moment)

    return check


def hand_off_when_due(id: str, *, text: str) -> Rule:  # noqa: A002
    """COM-08 alone: hand off if and only if the task is one."""

    @rule(id, text, on=("call", "end"), judge="without a task, whether it was due")
    def check(moment: Moment) -> str | None:
        return _hand_off_out_of_place(moment)

    return check


def notice_alone_follows(id: str, *, text: str) -> Rule:  # noqa: A002
    """COM-09 alone: after the hand-off the notice, then nothing."""

    @rule(id, text, on=("call", "step", "end"))
    def check(moment: Moment) -> str | None:
        return _not_the_notice_alone(moment)

    return check


def _handed_off(moment: Moment) -> int | None:
    """Where the customer was handed off before, or None."""
    return next(
        (
            past.index
            for past in moment.past
            if past.call.name in moment.domain.hand_off_tools and not past.call.is_error
        ),
        None,
    )


def _hand_off_out_of_place(moment: Moment) -> str | None:
    label = moment.label
    if label is None:
        return None
    if moment.stage == "call":
        assert moment.call is not None
        hand_off = moment.call.name in moment.domain.hand_off_tools
        return (
            "handed off although the agent could go on"
            if hand_off and not label.hands_off
            else None
        )
    if moment.stage == "end" and label.hands_off and _handed_off(moment) is None:
        return "the customer was not handed off"
    return None


def _not_the_notice_alone(moment: Moment) -> str | None:
    handed_off = _handed_off(moment)
    if handed_off is None:
        return None
    if moment.stage == "call":
        return "a call after the hand-off" if handed_off == moment.index else None
    if moment.stage == "end":
        return "no notice followed the hand-off" if handed_off == moment.index - 1 else None
    if handed_off == moment.index:
        return None
    if moment.index > handed_off + 1:
        return "something followed the notice" if not moment.step.calls else "a call followed"
    if moment.step.calls:
        return "a call after the hand-off"
    if moment.step.text.strip() != NOTICE:
        return "the message after the hand-off is not the notice"
    return None


def said(text: str, value: Any) -> bool:
    """True if a text names every part of an argument, in any usual spelling."""
    if isinstance(value, dict):
        return all(said(text, part) for part in value.values())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return all(said(text, part) for part in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if value is None or isinstance(value, bool) or value == "":
        return True
    if isinstance(value, int | float):
        return mentions(text, repr(value), "number")
    one = str(value).strip()
    if mentions(text, one, "label") or mentions(text, one, "id"):
        return True
    found = values_in(one)
    if found.dates:
        return mentions(text, one, "date")
    if found.times:
        return mentions(text, one, "time")
    return (
        len(re.findall(r"\d", one)) >= 7
        and not re.search(r"[A-Za-z_#]", one)
        and mentions(text, one, "digits")
    )


def grounded_arguments(
    id: str,  # noqa: A002
    *,
    text: str = "Take every argument of a write from the customer, a result or arithmetic.",
    tools: Collection[str] = (),
    ignored: Collection[str] = (),
) -> Rule:
    """COM-10: the values of a write were said, shown, or follow by arithmetic.

    Args:
        id: the rule's id in the domain.
        text: the rule in the domain's words.
        tools: the write tools it is asked about; empty: all.
        ignored: parameters worded by the agent.
    """

    @rule(id, text, on="write", tools=tools, judge="whether the choice was the customer's")
    def check(moment: Moment) -> str | None:
        assert moment.call is not None
        tool = moment.domain.tools[moment.call.name]
        for name, value in moment.arguments.items():
            if name in ignored or "enum" in tool.inputs[name].schema:
                continue
            for part in leaves(value):
                if not _grounded(moment, part):
                    return f"nothing gives {name} {part!r}"
        return None

    return check


def _grounded(moment: Moment, value: Any) -> bool:
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int | float):
        return value == 0 or follows(
            abs(Decimal(repr(value))), moment.known_text, moment.known_values.numbers
        )
    return said(moment.known_text, value)


def leaves(value: Any) -> Iterator[Any]:
    """The scalars of a JSON value, without the keys of its objects."""
    if isinstance(value, dict):
        for part in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:  # pyright: ignore[reportUnknownVariableType]
            yield from leaves(part)
    else:
        yield value


def read_before_write(
    id: str,  # noqa: A002
    text: str,
    shown_by: Mapping[str, Sequence[str]],
    *,
    tools: Collection[str] = (),
    judge: str = "conditions that neither a tool nor another rule checks",
) -> Rule:
    """COM-11: a successful result has shown the object that a write names.

    Args:
        id: the rule's id in the domain.
        text: the rule in the domain's words.
        shown_by: for each parameter that names an object, the tools whose results show it.
        tools: the write tools it is asked about; empty: all.
        judge: what is left to a judge.
    """

    @rule(id, text, on="write", tools=tools, judge=judge)
    def check(moment: Moment) -> str | None:
        for parameter, readers in shown_by.items():
            value = moment.arguments.get(parameter)
            if value is None:
                continue
            for call in moment.succeeded(*readers):
                if moment.arguments_of(call).get(parameter) == value:
                    break
            else:
                return f"{parameter} {value} was written to before it was looked at"
        return None

    return check


def was_shown(moment: Moment, name: str, key: str, *tools: str) -> bool:
    """True if a successful result of these tools, or of any, holds the key under the name."""
    pair = f"{json.dumps(name)}:{json.dumps(key, ensure_ascii=False)}"
    return any(pair in call.result for call in moment.succeeded(*tools))


def reported_outcomes(id: str, writes: WriteTools) -> Rule:  # noqa: A002
    """COM-12: the first message after a write names what was done, or what failed.

    It names the act, or a value that the write was given ("you now fly on HAT002").
    """
    text = "Report the outcome from the tool's result; claim nothing that has not succeeded."

    @rule(id, text, on="message", judge="claims of success without one")
    def check(moment: Moment) -> str | None:
        for index in range(moment.index - 1, -1, -1):
            event = moment.conversation.events[index]
            if isinstance(event, AgentStep) and event.delivered and event.text:
                return None
            if isinstance(event, UserMessage):
                return None
            for call in event.calls:
                tool = writes.get(call.name)
                if tool is None or call.is_error or _reports(moment, tool, call):
                    continue
                if tool.only_shows(moment.arguments_of(call)):
                    continue
                return f"the message after {call.name} does not say what was done"
        return None

    return check


def _reports(moment: Moment, tool: WriteTool, call: ToolCall) -> bool:
    text = moment.step.text
    if tells_act(text, tool):
        return True
    return any(_told(text, one) for one in leaves(moment.arguments_of(call)))


def _told(text: str, argument: Any) -> bool:
    if isinstance(argument, int | float) and not isinstance(argument, bool):
        return argument != 0 and mentions(text, repr(abs(argument)), "amount")
    if not isinstance(argument, str):
        return False
    found = values_in(argument)
    return bool(
        (found.ids and mentions(text, argument, "id"))
        or (found.dates and mentions(text, argument, "date"))
        or (len(argument) >= 4 and mentions(text, argument, "label"))
    )


def nothing_unasked(id: str, *, text: str, judge: str) -> Rule:  # noqa: A002
    """COM-13: nothing is done or offered unasked; only a judge can tell what was asked for."""
    return left_to_judge(id, text, judge)


def no_repeated_failure(id: str) -> Rule:  # noqa: A002
    """COM-14: a call that failed is not sent again unchanged."""

    @rule(id, "A failed call changed nothing; do not repeat it unchanged.")
    def check(moment: Moment) -> str | None:
        if not moment.past or moment.call is None:
            return None
        last = moment.past[-1].call
        same = (last.name, last.arguments) == (moment.call.name, moment.call.arguments)
        if same and last.is_error and moment.call.is_error:
            return f"{last.name} failed and was sent again unchanged"
        return None

    return check
