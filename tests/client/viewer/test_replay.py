"""What each write changed, as the calls themselves show when they are made again."""

from typing import Any

from shown_runs import Page
from starlette.testclient import TestClient

from tau_emo_client.run.store import read_records
from tau_emo_client.viewer.library import Library
from tau_emo_client.viewer.replay import Replayed, replay
from tau_emo_db import Changes, EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.load import load_tasks

Call = tuple[str, dict[str, Any]]


def made(domain: str, *calls: Call) -> tuple[Conversation, Changes]:
    """A conversation in which these calls are made, and what they change in all."""
    served = served_domain(domain)
    with EpisodeState.open(served.data) as state:
        episode = Episode(served, state)
        events = tuple(AgentStep(calls=(episode.call(*call),)) for call in calls)
        return Conversation(domain=domain, events=events), episode.changes()


def address(user: str, city: str) -> Call:
    sent = {"user_id": user, "address1": "1 New Street", "address2": "", "city": city}
    return "modify_user_address", {**sent, "state": "TX", "country": "USA", "zip": "73301"}


def test_each_write_is_told_with_what_it_changed_itself() -> None:
    user = load_tasks("retail")[0].principal
    read: Call = ("get_user_details", {"user_id": user})
    failing: Call = ("modify_user_address", {"user_id": "nobody"})
    calls = (read, address(user, "Austin"), failing, address(user, "Dallas"))
    conversation, changes = made("retail", *calls)
    found = replay(conversation, changes)
    assert found.problem == ""
    assert list(found.by_call) == [(1, 0), (3, 0)]
    (first,), (second,) = found.by_call.values()
    assert (first.kind, first.table, first.key) == ("changed", "user", (("user_id", user),))
    (column,) = second.columns
    assert column[0] == "address"
    assert '"Austin"' in str(column[1])
    assert '"Dallas"' in str(column[2])
    assert column[1] == first.columns[0][2]


def test_a_write_that_makes_what_was_there_again_changes_nothing() -> None:
    user = load_tasks("retail")[0].principal
    conversation, changes = made("retail", address(user, "Austin"), address(user, "Austin"))
    assert [len(rows) for rows in replay(conversation, changes).by_call.values()] == [1, 0]


def test_rows_that_come_and_go() -> None:
    task = next(task for task in load_tasks("airline") if task.gold[-1].tool == "book_reservation")
    booking: Call = (task.gold[-1].tool, dict(task.gold[-1].arguments))
    conversation, changes = made("airline", booking)
    rows = [row for rows in replay(conversation, changes).by_call.values() for row in rows]
    kinds = {row.table: row.kind for row in rows}
    assert kinds["reservation"] == "added"
    new = next(row for row in rows if row.table == "reservation")
    assert all(before is None for _, before, _ in new.columns)
    assert ("user_id", None, task.principal) in new.columns


def test_all_writes_together_make_the_recorded_changes(library: Library) -> None:
    writes = 0
    for run in library.runs:
        for record in read_records(run.folder):
            found = replay(record.conversation, record.changes)
            assert found.problem == ""
            assert together(found) == {
                (name, *(row[key] for key in keys_of(record.domain, name)))
                for name, change in record.changes.tables.items()
                for row in (*change.before, *change.after)
            }
            writes += len(found.by_call)
    assert writes > 5


def keys_of(domain: str, table: str) -> list[str]:
    (found,) = [one for one in served_domain(domain).data.tables if str(one.__tablename__) == table]
    return [column.name for column in found.__table__.primary_key]  # type: ignore[attr-defined]


def together(found: Replayed) -> set[tuple[object, ...]]:
    """The rows that differ in the end: a row that was made back as it was does not."""
    first: dict[tuple[object, ...], dict[str, object]] = {}
    last: dict[tuple[object, ...], dict[str, object]] = {}
    for rows in found.by_call.values():
        for row in rows:
            key = (row.table, *(value for _, value in row.key))
            before = {name: value for name, value, _ in row.columns}
            after = {name: value for name, _, value in row.columns}
            first[key] = before | {"is there": row.kind != "added"} | first.get(key, {})
            last[key] = last.get(key, {}) | after | {"is there": row.kind != "removed"}
    return {key for key in first if first[key] != last[key]}


def test_results_that_the_tools_do_not_give_are_told() -> None:
    user = load_tasks("retail")[0].principal
    conversation, changes = made("retail", address(user, "Austin"), address(user, "Dallas"))
    step = conversation.events[0]
    assert isinstance(step, AgentStep)
    forged = step.model_copy(
        update={"calls": (step.calls[0].model_copy(update={"result": "All is well."}),)}
    )
    edited = conversation.model_copy(update={"events": (forged, *conversation.events[1:])})
    found = replay(edited, changes)
    assert found.by_call == {}
    assert "modify_user_address at #0 gives another result" in found.problem
    other = replay(conversation, Changes())
    assert len(other.by_call) == 2
    assert "other changes than its calls make" in other.problem


def test_the_change_stands_beside_its_call(client: TestClient, library: Library) -> None:
    shown = 0
    for run in library.runs:
        for record in read_records(run.folder):
            page = client.get(f"/episode/{run.name}/{record.id}").text
            for (place, _), rows in replay(record.conversation, record.changes).by_call.items():
                event = Page(page[page.index(f'id="e{place}"') :].split("</article>")[0]).text
                for row in rows:
                    assert f"{row.kind} {row.table}" in event
                    for name, before, after in row.columns:
                        assert name in event
                        assert before in (None, "") or str(before) in event
                        assert after in (None, "") or str(after) in event
                        shown += 1
                assert rows or "It changed nothing." in event
    assert shown > 10
