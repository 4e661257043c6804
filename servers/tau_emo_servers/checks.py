"""Checks of the shape of what a tool is given, before anything is looked up.

Amounts of money are checked by `tau_emo_servers.money`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Sized
from datetime import date
from typing import TypeVar

from tau_emo_servers.toolkit import Rejection

T = TypeVar("T", bound=str)

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def check_filled(values: Mapping[str, str], code: str, hint: str) -> None:
    """Refuses texts that are empty or blank.

    Args:
        values: the texts by the names of their arguments.
        code: the code of the rejection.
        hint: what the agent can do.

    Raises:
        Rejection: some are; it names them all.
    """
    empty = [name for name, value in values.items() if not value.strip()]
    if empty:
        raise Rejection(code, f"{', '.join(empty)} must not be empty; {hint}.")


def check_listed(values: Sized, noun: str) -> None:
    """Refuses an empty list.

    Args:
        values: the list sent.
        noun: what one of its values is called: `flight`.

    Raises:
        Rejection: it is empty; the code is `no_flights`.
    """
    if not len(values):
        code = f"no_{noun.replace(' ', '_')}s"
        raise Rejection(code, f"the list of {noun}s is empty; name every {noun}.")


def check_once(values: Iterable[str], noun: str) -> None:
    """Refuses a list that names something twice.

    Args:
        values: what is listed, in words.
        noun: what one of it is called: `flight`.

    Raises:
        Rejection: a value is there twice; the code is `duplicate_flight`.
    """
    for value, times in Counter(values).items():
        if times > 1:
            raise Rejection(
                f"duplicate_{noun.replace(' ', '_')}",
                f"{noun} {value} is listed twice; list each {noun} once.",
            )


def check_swaps(old: Sequence[str], new: Sequence[str], noun: str) -> None:
    """Refuses to replace nothing, and something by itself.

    Whether the lists are of one length is told later: what is replaced is looked up first.

    Args:
        old: the ids of what is replaced.
        new: the ids of what takes its place, in the same order.
        noun: what one of them is called: `item`.

    Raises:
        Rejection: a list is empty, or an id is replaced by itself.
    """
    check_listed(old, noun)
    check_listed(new, noun)
    for one, other in zip(old, new, strict=False):
        if one == other:
            raise Rejection(
                f"same_{noun}",
                f"{noun} {one} would be replaced by itself; leave it out or name another {noun}.",
            )


def check_as_many(old: Sized, new: Sized, noun: str) -> None:
    """Refuses lists that do not replace one by one.

    Args:
        old: what is replaced.
        new: what takes its place.
        noun: what one of them is called: `item`.

    Raises:
        Rejection: the lists are not of one length.
    """
    if len(old) != len(new):
        raise Rejection(
            "lengths_differ",
            f"{len(old)} {noun}s are listed with {len(new)} new ones; name exactly one new {noun} "
            "for each, in the same order.",
        )


def one_of(value: str, options: Sequence[T], name: str) -> T:
    """The value, if it is one of the options; case counts.

    Args:
        value: the value sent.
        options: the values there are, such as `get_args` of a literal type.
        name: what the argument is called.

    Raises:
        Rejection: it is none; the code is `invalid_method` for the name `method`.
    """
    for option in options:
        if value == option:
            return option
    raise Rejection(
        f"invalid_{name}", f"{name} {value!r} is unknown; send one of {', '.join(options)}."
    )


def calendar_day(text: str) -> date:
    """A day of the calendar, written `YYYY-MM-DD`.

    Raises:
        Rejection: the text is none.
    """
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # No such day; it is refused like any other text that is no date.
    raise Rejection(
        "invalid_date", f"{text!r} is no date; send a day of the calendar as YYYY-MM-DD."
    )
