"""A copy that served an episode is as the base again, whatever the episode wrote."""

import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.pool import pool
from tau_emo_db.undo import MOST_TOUCHED

writes = st.lists(
    st.tuples(st.sampled_from(["book", "level", "leave", "cancel"]), st.integers(0, 7)),
    max_size=12,
)


def play(toy, state: EpisodeState, plan) -> None:
    for number, (act, which) in enumerate(plan):
        with state.session(write=True) as db:
            match act:
                case "book":
                    db.add(toy.Booking(booking_id=f"x{number}", guest_id=f"g{which}", room="r"))
                case "level":
                    db.get(toy.Guest, f"g{which}").level = f"level {number}"
                case _:
                    row = db.get(toy.Companion, (f"b{which}", 0))
                    if row is not None:
                        db.delete(row)
                    if act == "cancel":
                        db.get(toy.Booking, f"b{which}").room = "none"


def everything(state: EpisodeState) -> dict[str, list[tuple[object, ...]]]:
    raw = state._ready().raw
    names = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    rows = {
        name: raw.execute(
            f'SELECT {"" if name == "_touched" else "rowid,"} * FROM "{name}" ORDER BY 1'
        ).fetchall()
        for (name,) in names
    }
    rows["indexes"] = [tuple(row) for row in raw.execute("PRAGMA integrity_check")]
    return rows


@given(plan=writes)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_next_episode_finds_the_base(toy, plan) -> None:
    with EpisodeState.open(toy.data) as state:
        fresh = everything(state)
    with EpisodeState.open(toy.data) as state:
        play(toy, state, plan)
    with EpisodeState.open(toy.data) as state:
        assert state.changes().is_empty
        assert everything(state) == fresh
        assert state._ready().raw.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_with_too_many_rows_touched_the_next_episode_gets_a_fresh_copy(toy) -> None:
    copies = pool(toy.data, 1)
    slot = copies.take()
    slot.raw.executemany(
        "INSERT INTO guest (guest_id, name, points, level) VALUES (?, 'n', 0, 'basic')",
        [(f"new {number}",) for number in range(MOST_TOUCHED + 1)],
    )
    copies.give_back(slot)
    assert not slot.clean
    with EpisodeState.open(toy.data) as state, state.session() as db:
        assert len(db.exec(select(toy.Guest)).all()) == 8


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE t (x)", "DROP TABLE companion", "DROP TRIGGER _guest_update",
     "ALTER TABLE guest ADD COLUMN x", "CREATE INDEX i ON guest (name)", "REINDEX"],
)  # fmt: skip
def test_an_episode_cannot_change_the_schema(toy, statement: str) -> None:
    with EpisodeState.open(toy.data) as state:
        raw = state._ready().raw
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            raw.execute(statement)
