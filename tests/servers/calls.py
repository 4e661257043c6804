"""Small desks whose every row is written down, and calls at them."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tau_emo_db import DomainData, Draw, Table, base_digest
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode


def small_domain(
    name: str,
    tools: Sequence[Callable[..., Any]],
    tables: tuple[type[Table], ...],
    rows: Callable[[Draw, int], Iterator[Table]],
) -> ServedDomain:
    """The domain of this name, over a base of these rows."""
    data = DomainData(f"{name}_desk", "2024-05-15T15:00:00", tables, rows, "")
    return ServedDomain(name, tools, data=replace(data, digest=base_digest(data)))


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
