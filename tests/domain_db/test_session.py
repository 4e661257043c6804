"""Sessions of a state: one object for each row, and statements that see what was changed."""

import pytest
from sqlalchemy import bindparam
from sqlmodel import col, func, select

from tau_emo_db import EpisodeState, Prepared


def by_level(toy) -> Prepared:
    return Prepared(select(toy.Guest).where(col(toy.Guest.level) == bindparam("level")))


def test_one_object_stands_for_a_row_however_it_is_read(toy) -> None:
    with EpisodeState.open(toy.data) as state, state.session(write=True) as db:
        guest = db.get(toy.Guest, "g1")
        assert db.get(toy.Guest, "g1") is guest
        guests = by_level(toy).all(db, level=guest.level)
        assert any(one is guest for one in guests)
        assert any(one is guest for one in db.exec(select(toy.Guest)))
        assert db.get(toy.Guest, "g1") is guest


def test_statements_see_changes_made_before_them(toy) -> None:
    with EpisodeState.open(toy.data) as state, state.session(write=True) as db:
        guest = db.get(toy.Guest, "g1")
        guest.level = "platinum"
        assert by_level(toy).all(db, level="platinum") == [guest]
        guest.level = "basic"
        platinum = select(func.count()).where(col(toy.Guest.level) == "platinum")
        assert db.exec(platinum).one() == 0


def test_adding_a_row_that_was_read_inserts_nothing(toy) -> None:
    with EpisodeState.open(toy.data) as state:
        with state.session(write=True) as db:
            guest = db.get(toy.Guest, "g1")
            guest.level = "platinum"
            db.add(guest)
        change = state.changes().root["guest"]
        assert [row["level"] for row in change.after] == ["platinum"]


def test_a_deleted_row_is_not_found_again(toy) -> None:
    with EpisodeState.open(toy.data) as state:
        with state.session(write=True) as db:
            db.add(toy.Guest(guest_id="new", name="Noa Reed"))
            db.flush()
            db.delete(db.get(toy.Guest, "new"))
            db.flush()
            assert db.get(toy.Guest, "new") is None
        assert state.changes().is_empty


def test_columns_and_several_tables_in_one_statement(toy) -> None:
    pairs = Prepared(
        select(toy.Guest.guest_id, toy.Guest).where(col(toy.Guest.guest_id) == bindparam("key"))
    )
    with EpisodeState.open(toy.data) as state, state.session() as db:
        assert pairs.all(db, key="g1") == [("g1", db.get(toy.Guest, "g1"))]


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_a_session_is_not_ended_from_within(toy, end: str) -> None:
    with (
        EpisodeState.open(toy.data) as state,
        state.session(write=True) as db,
        pytest.raises(RuntimeError, match="one transaction"),
    ):
        getattr(db, end)()
