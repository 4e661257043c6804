"""What the forms have in common."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tau_emo_servers.arguments import as_recorded
from tau_emo_servers.conversation import ToolCall

Row = dict[str, Any]
"""One line of a file."""

_THOUGHT = re.compile(r"<think>\n(.*?)\n</think>\n\n", re.DOTALL)


@dataclass(frozen=True)
class Left:
    """What a form has no place for, or would teach as a mistake."""

    why: str


def with_thought(reasoning: str, text: str) -> str:
    """A text with the reasoning before it, in the tags that most open models use."""
    if not reasoning and not _THOUGHT.match(text):
        return text
    return f"<think>\n{reasoning}\n</think>\n\n{text}"


def without_thought(text: str) -> tuple[str, str]:
    """The text, and the reasoning that stood before it; empty if there was none."""
    found = _THOUGHT.match(text)
    return (text[found.end() :], found[1]) if found else (text, "")


def call_object(call: ToolCall) -> dict[str, Any]:
    """A call by its name and arguments."""
    return {"name": call.name, "arguments": call.arguments}


def as_json(value: object) -> str:
    """A value as JSON, characters as they are."""
    return json.dumps(value, ensure_ascii=False)


def read_call(found: Mapping[str, Any], result: str, number: int) -> ToolCall:
    """A call that is read back from a form that keeps no ids.

    Args:
        found: its name and arguments.
        result: the text of its result.
        number: how many calls came before.
    """
    return ToolCall(
        id=f"call-{number + 1}",
        name=found["name"],
        arguments=as_recorded(found["arguments"]),
        result=result,
        is_error=result.startswith("Error"),
    )
