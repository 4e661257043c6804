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


def test_what_a_session_writes_itself_is_what_sqlalchemy_writes(toy) -> None:
    def edit(db) -> None:
        guest = db.get(toy.Guest, "g1")
        guest.level, guest.home = "gold", toy.Home(street="1 Oak", city="Bern")
        db.get(toy.Guest, "g2").level = db.get(toy.Guest, "g2").level  # Set, not changed.
        db.delete(db.get(toy.Companion, ("b1", 1)))
        db.add(toy.Guest(guest_id="ng", name="Noa Reed"))
        db.flush()
        db.add(toy.Booking(booking_id="new", guest_id="ng", room="double", extras=["tea"]))
        # A row that takes the key of a deleted one.
        db.add(toy.Companion(booking_id="b1", position=1, name="Di Lee", born="1993-01-01"))

    def by_sqlalchemy(db) -> None:
        db.exec(select(toy.Guest)).all()  # From here on its own session writes.
        edit(db)

    plain, theirs = toy.changed(edit), toy.changed(by_sqlalchemy)
    assert plain == theirs
    assert {table: len(change.after) for table, change in plain.root.items()} == {
        "guest": 2,
        "booking": 1,
        "companion": 1,
    }


def test_rows_added_in_any_order_are_written_parents_first(toy) -> None:
    def edit(db) -> None:
        db.add(toy.Companion(booking_id="new", position=0, name="Cy Lee", born="1992-01-01"))
        db.add(toy.Booking(booking_id="new", guest_id="ng", room="double"))
        db.add(toy.Guest(guest_id="ng", name="Noa Reed"))

    assert toy.changed(edit).root.keys() == {"guest", "booking", "companion"}


def test_changes_after_a_write_are_written_too(toy) -> None:
    def edit(db) -> None:
        new = toy.Guest(guest_id="new", name="Noa Reed")
        db.add(new)
        db.flush()
        new.level = "gold"
        db.flush()
        assert by_level(toy).all(db, level="gold") == [new]
        assert [one is new for one in db.exec(select(toy.Guest)) if one.level == "gold"] == [True]
        new.level = "platinum"

    assert [row["level"] for row in toy.changed(edit).root["guest"].after] == ["platinum"]


def test_a_row_that_was_added_and_deleted_is_never_written(toy) -> None:
    def edit(db) -> None:
        new = toy.Guest(guest_id="new", name="Noa Reed")
        db.add(new)
        db.delete(new)

    assert toy.changed(edit).is_empty
