"""Calls that MCP cannot carry: it sends JSON objects only, of limited size."""

from collections.abc import Mapping

from pydantic import JsonValue

from tau_emo_servers.arguments import TOO_LONG, as_recorded, cut_if_too_long
from tau_emo_servers.conversation import ToolCall

NO_OBJECT = (
    "Error: the arguments are no JSON object of plain values. Send one object with the "
    'parameters of the tool by name, such as {"order_id": "..."}.'
)
"""The result of a call whose arguments cannot be sent."""


def to_send(
    call_id: str, name: str, arguments: Mapping[str, JsonValue] | str
) -> dict[str, JsonValue] | ToolCall:
    """The arguments as an object to send, or the record of a call that cannot be sent.

    A call that is too long is not tried: the transports refuse such requests as a whole, and
    a mistake of the agent would look like a failure of the server.

    Args:
        call_id: the id of the call.
        name: the tool named.
        arguments: the arguments as the agent gave them; a blank text is no argument.
    """
    blank = isinstance(arguments, str) and not arguments.strip()
    sent = {} if blank else as_recorded(arguments)
    cut = cut_if_too_long(name, sent)
    if cut is not None:
        name, sent = cut
    elif not isinstance(sent, str):
        return sent
    result = NO_OBJECT if cut is None else TOO_LONG
    return ToolCall(id=call_id, name=name, arguments=sent, result=result, is_error=True)
