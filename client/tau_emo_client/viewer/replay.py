"""What each write of a recorded conversation changed: its calls are carried out again."""

from collections import Counter
from dataclasses import dataclass

from tau_emo_db import Changes, EpisodeState, Row, Value
from tau_emo_db.comparison import TableComparison, comparisons
from tau_emo_db.domain import DomainData
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

Call = tuple[int, int]
"""The place of an event in its conversation, and that of a call in the event."""


@dataclass(frozen=True)
class RowChanged:
    """One row that a write touched."""

    kind: str
    """`added`, `removed` or `changed`."""
    table: str
    key: tuple[tuple[str, Value], ...]
    """The primary key."""
    columns: tuple[tuple[str, Value, Value], ...]
    """Name, value before and value after: all other columns of a row that is new or gone, else
    those that differ."""


@dataclass(frozen=True)
class Replayed:
    """What the writes of a conversation changed."""

    by_call: dict[Call, tuple[RowChanged, ...]]
    """For each successful write."""
    problem: str
    """Why this is not all, or not to be trusted; empty if all is well."""


def replay(conversation: Conversation, recorded: Changes) -> Replayed:
    """Carry out the successful writes of a conversation again, on a copy of the base.

    Reads and failed calls changed nothing, so they are left out.

    Args:
        conversation: of a domain whose base is the one that it was played on.
        recorded: what the record says that all of it changed.
    """
    domain = served_domain(conversation.domain)
    found: dict[Call, tuple[RowChanged, ...]] = {}
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        before = Changes()
        for place, event in enumerate(conversation.events):
            for position, call in enumerate(event.calls if isinstance(event, AgentStep) else ()):
                tool = domain.tools.get(call.name)
                if tool is None or tool.kind != "write" or call.is_error:
                    continue
                again = episode.call(call.name, call.arguments, call.id)
                if again.is_error or again.result != call.result:
                    return Replayed(
                        found,
                        f"The call of {call.name} at #{place} gives another result than the "
                        "recorded one, so what it changed, and what came after it, is not known.",
                    )
                after = episode.changes()
                found[place, position] = tuple(between(domain.data, before, after))
                before = after
    problem = "" if before == recorded else "The record tells of other changes than its calls make."
    return Replayed(found, problem)


def between(data: DomainData, before: Changes, after: Changes) -> list[RowChanged]:
    """The rows in which two states of one base differ.

    Args:
        data: the domain.
        before: what differs from the base in the first state.
        after: the same in the second.
    """
    found: list[RowChanged] = []
    for name, table in comparisons(data).items():
        if name not in before and name not in after:
            continue
        gone, new = _moved(before, after, name)
        by_key = {table.key_of(row): row for row in gone}
        for row in new:
            old = by_key.pop(table.key_of(row), None)
            found.append(_changed(table, old, row))
        found += [_changed(table, row, None) for row in by_key.values()]
    return found


def _moved(before: Changes, after: Changes, table: str) -> tuple[list[Row], list[Row]]:
    """The rows of the first state that are not in the second, and the other way round.

    A state is the base without the rows before and with those after; the base cancels out.
    """
    count: Counter[tuple[tuple[str, Value], ...]] = Counter()
    for sign, changes in ((-1, before[table]), (1, after[table])):
        for row in changes.after:
            count[tuple(row.items())] += sign
        for row in changes.before:
            count[tuple(row.items())] -= sign
    gone = [dict(row) for row, times in count.items() if times < 0]
    new = [dict(row) for row, times in count.items() if times > 0]
    return gone, new


def _changed(table: TableComparison, old: Row | None, new: Row | None) -> RowChanged:
    row = new if new is not None else old
    assert row is not None
    kind = "changed" if old and new else "added" if new else "removed"
    columns: list[tuple[str, Value, Value]] = []
    for name in row:
        values = (old[name] if old else None, new[name] if new else None)
        if name not in table.key and (kind != "changed" or values[0] != values[1]):
            columns.append((name, *values))
    return RowChanged(kind, table.name, tuple((k, row[k]) for k in table.key), tuple(columns))
