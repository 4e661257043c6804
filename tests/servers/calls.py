"""Calls at the small desk of a domain, and what must hold after each."""

import json
from typing import Any

from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.episode import Episode


def done(desk: Episode, tool: str, /, **arguments: Any) -> Any:
    """The result of a call that must succeed, parsed if it is JSON."""
    call = desk.call(tool, arguments)
    assert not call.is_error, call.result
    return json.loads(call.result) if call.result[0] in "[{" else call.result


def refused(desk: Episode, reason: str, tool: str, /, **arguments: Any) -> ToolCall:
    """A call that must fail for the reason and change nothing."""
    before = desk.changes()
    call = desk.call(tool, arguments)
    assert call.is_error, call.result
    assert call.result.startswith("Error: ")
    assert reason in call.result, call.result
    assert not desk.internal_errors
    assert desk.changes() == before
    return call
