"""Checks of the shape of what a tool is given, before anything is looked up.

Amounts of money are checked by `tau_emo_servers.money`.
"""

import re
from collections.abc import Mapping, Sequence
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
