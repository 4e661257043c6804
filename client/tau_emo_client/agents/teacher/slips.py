"""Small mistakes in calls that the tools notice, so that setting them right can be learnt."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from tau_emo_db.draw import Draw

_NEVER = frozenset(
    (
        *("booking_id", "client_id", "customer_id", "guest_ref", "patient_id", "player_id"),
        *("student_id", "traveler_id", "user_id"),
    )
)
"""Parameters of which policies want the right value even in a look-up: persons, above all."""
_KEY = re.compile(r"#?(?=\w*\d)\w{5,}")


def _is_key(value: str) -> bool:
    return bool(_KEY.fullmatch(value)) and not value.isdigit()


def slip(
    tool: str, arguments: Mapping[str, JsonValue], draw: Draw
) -> tuple[str, dict[str, JsonValue]] | None:
    """A call with one mistake that no tool takes for something else; None if there is none.

    A letter typed twice, a sign left out and a bracket left open make a value that nothing has,
    while a digit changed could be somebody else's.

    Args:
        tool: the tool that is called.
        arguments: the right arguments.
        draw: decides which mistake.

    Returns:
        The parameter, and the arguments with the mistake.
    """
    if tool == "calculate":
        expression = str(arguments.get("expression", ""))
        return ("expression", {**arguments, "expression": f"({expression}"})
    keys = [
        name
        for name, value in arguments.items()
        if name not in _NEVER and isinstance(value, str) and _is_key(value)
    ]
    if not keys:
        return None
    name = draw.pick(keys)
    value = str(arguments[name])
    ways = [value + value[-1], value[:2] + value[1:]]
    if value.startswith("#"):
        ways = [value[1:], value + value[-1]]
    return name, {**arguments, name: draw.pick(ways)}
