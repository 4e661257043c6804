"""Arguments that MCP cannot carry: it sends JSON objects only."""

from collections.abc import Mapping

from pydantic import JsonValue

from tau_emo_servers.arguments import as_recorded

NO_OBJECT = (
    "Error: the arguments are no JSON object of plain values. Send one object with the "
    'parameters of the tool by name, such as {"order_id": "..."}.'
)
"""The result of a call whose arguments cannot be sent."""


def to_send(arguments: Mapping[str, JsonValue] | str) -> dict[str, JsonValue] | str:
    """The arguments as an object to send, or as a text to record if they cannot be sent."""
    if isinstance(arguments, str) and not arguments.strip():
        return {}
    return as_recorded(arguments)
