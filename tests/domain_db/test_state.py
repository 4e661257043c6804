"""Episode states: isolation, transactions, files and what changed."""

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy.exc import DatabaseError
from sqlmodel import select, text, update

from tau_emo_db import Changes, EpisodeState, ReadOnlyError, StateFileError
from tau_emo_db.pool import IDLE, pool


def level(state: EpisodeState, toy, value: str, guest: str = "g1") -> None:
    with state.session(write=True) as db:
        found = db.get(toy.Guest, guest)
        found.level = value
        db.add(found)


def level_of(state: EpisodeState, toy, guest: str = "g1") -> str:
    with state.session() as db:
        return db.get(toy.Guest, guest).level


def test_states_do_not_see_each_other(toy) -> None:
    with EpisodeState.open(toy.data) as one, EpisodeState.open(toy.data) as other:
        level(one, toy, "gold")
        assert level_of(other, toy) == "basic"
        level(other, toy, "silver")
        assert level_of(one, toy) == "gold"


def test_a_reused_connection_starts_from_the_base(toy) -> None:
    for _ in range(IDLE + 2):
        with EpisodeState.open(toy.data) as state:
            assert level_of(state, toy) == "basic"
            assert state.changes().is_empty
            level(state, toy, "gold")
            assert len(state.changes()) == 1


def test_the_pool_keeps_a_bounded_number_of_connections(toy) -> None:
    states = [EpisodeState.open(toy.data) for _ in range(IDLE + 5)]
    for state in states:
        level(state, toy, "gold")
    for state in states:
        state.close()
    assert len(pool(toy.data, 1)._idle) == IDLE


def test_nothing_is_copied_before_the_first_session(toy) -> None:
    state = EpisodeState.open(toy.data)
    assert state.changes().is_empty
    assert state._slot is None
    state.close()


def test_any_exception_undoes_the_whole_transaction(toy) -> None:
    with EpisodeState.open(toy.data) as state:

        def fail() -> None:
            with state.session(write=True) as db:
                guest = db.get(toy.Guest, "g1")
                guest.level = "gold"
                db.add(guest)
                db.flush()
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            fail()
        assert state.changes().is_empty
        assert level_of(state, toy) == "basic"
        level(state, toy, "gold")
        assert level_of(state, toy) == "gold"


def test_foreign_keys_hold_and_a_broken_one_changes_nothing(toy) -> None:
    with EpisodeState.open(toy.data) as state:

        def fail() -> None:
            with state.session(write=True) as db:
                db.get(toy.Guest, "g1").level = "gold"
                db.add(toy.Booking(booking_id="x", guest_id="nobody", room="single"))

        with pytest.raises(sqlite3.IntegrityError):
            fail()
        assert state.changes().is_empty


def test_a_read_session_cannot_write(toy) -> None:
    with EpisodeState.open(toy.data) as state:

        def flushed() -> None:
            with state.session() as db:
                db.get(toy.Guest, "g1").level = "gold"
                db.flush()

        with pytest.raises(ReadOnlyError):
            flushed()
        with pytest.raises(ReadOnlyError), state.session() as db:
            db.exec(update(toy.Guest).values(level="gold"))
        with state.session() as db:
            db.get(toy.Guest, "g1").level = "gold"  # never flushed: quietly dropped
        level(state, toy, "basic")
        assert state.changes().is_empty


def test_a_session_is_one_transaction(toy) -> None:
    with EpisodeState.open(toy.data) as state:

        def committed() -> None:
            with state.session(write=True) as db:
                db.get(toy.Guest, "g1").level = "gold"
                db.commit()

        with pytest.raises(RuntimeError, match="one transaction"):
            committed()


def test_sessions_do_not_nest(toy) -> None:
    with (
        EpisodeState.open(toy.data) as state,
        state.session(),
        pytest.raises(RuntimeError, match="nest"),
    ):
        level_of(state, toy)


def test_a_closed_state_says_so(toy) -> None:
    state = EpisodeState.open(toy.data)
    level(state, toy, "gold")
    state.close()
    state.close()
    with pytest.raises(RuntimeError, match="closed"):
        level_of(state, toy)
    with pytest.raises(RuntimeError, match="closed"):
        state.changes()


def test_virtual_tables_are_refused(toy) -> None:
    with (
        EpisodeState.open(toy.data) as state,
        state.session() as db,
        pytest.raises(DatabaseError, match=r"prohibited|not authorized"),
    ):
        db.exec(text("SELECT value FROM json_each('[1]')")).all()


def test_threads_share_a_state_one_after_another(toy) -> None:
    with EpisodeState.open(toy.data) as state:

        def raise_points() -> None:
            for _ in range(20):
                with state.session(write=True) as db:
                    guest = db.get(toy.Guest, "g2")
                    guest.points += 1
                    db.add(guest)

        with state.session() as db:
            before = db.get(toy.Guest, "g2").points
        threads = [threading.Thread(target=raise_points) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with state.session() as db:
            assert db.get(toy.Guest, "g2").points == before + 80


def test_changes_hold_the_rows_before_and_after(toy) -> None:
    def write(db) -> None:
        db.delete(db.get(toy.Voucher, ("g4", "v4")))
        db.get(toy.Booking, "b2").extras = ["tea"]
        db.add(toy.Companion(booking_id="b2", position=2, name="Cy", born="2001-01-01"))

    changes = toy.changed(write)
    assert list(changes.names()) == ["booking", "companion", "voucher"]
    assert changes["voucher"].before == [
        {"guest_id": "g4", "code": "v4", "worth": 50, "booking_id": None}
    ]
    assert changes["voucher"].after == []
    assert [row["extras"] for row in changes["booking"].before] == ['["tea","sauna"]']
    assert [row["extras"] for row in changes["booking"].after] == ['["tea"]']
    assert changes["companion"].before == []
    assert changes["companion"].after == [
        {"booking_id": "b2", "position": 2, "name": "Cy", "born": "2001-01-01", "wish": None}
    ]
    assert "guest" not in changes
    assert Changes.model_validate_json(changes.model_dump_json()) == changes


def test_what_comes_back_to_the_base_is_no_change(toy) -> None:
    def there(db) -> None:
        db.get(toy.Guest, "g1").level = "gold"
        db.delete(db.get(toy.Companion, ("b1", 0)))

    def back(db) -> None:
        db.get(toy.Guest, "g1").level = "basic"
        db.add(toy.Companion(booking_id="b1", position=0, name="Ann Lee", born="1990-01-01"))

    assert toy.changed(there, back).is_empty


def test_replacing_a_row_is_seen(toy) -> None:
    statement = "INSERT OR REPLACE INTO voucher VALUES ('g5', 'v5', 7, NULL)"
    changes = toy.changed(lambda db: db.exec(text(statement)))
    assert [row["worth"] for row in changes["voucher"].before] == [50]
    assert [row["worth"] for row in changes["voucher"].after] == [7]


def test_two_domains_in_turn_keep_apart(toy) -> None:
    other = toy.make("other", toy.data.digest)
    for _ in range(3):
        for data in (toy.data, other):
            with EpisodeState.open(data, scale=2 if data is other else 1) as state:
                with state.session() as db:
                    count = len(db.exec(select(toy.Guest)).all())
                assert count == (16 if data is other else 8)


def test_a_file_keeps_the_state_and_its_changes(toy, tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with EpisodeState.open(toy.data, path=path) as state:
        level(state, toy, "gold")
    with EpisodeState.open(toy.data, path=path) as state:
        assert level_of(state, toy) == "gold"
        level(state, toy, "silver", "g2")
        rows = state.changes()["guest"].after
    assert [(row["guest_id"], row["level"]) for row in rows] == [("g1", "gold"), ("g2", "silver")]
    assert list(tmp_path.iterdir()) == [path]


OTHER_PROCESS = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE guest SET level = 'gold' WHERE guest_id = 'g6'")
db.commit()
"""


def test_a_file_logs_the_writes_of_other_processes(toy, tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with EpisodeState.open(toy.data, path=path) as state:
        assert state.changes().is_empty
        subprocess.run([sys.executable, "-c", OTHER_PROCESS, path], check=True)
        assert [row["guest_id"] for row in state.changes()["guest"].after] == ["g6"]


def test_an_empty_file_becomes_a_state(toy, tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    path.touch()
    with EpisodeState.open(toy.data, path=path) as state:
        assert level_of(state, toy) == "basic"


def test_files_of_another_kind_are_refused_and_stay_as_they_are(toy, tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    EpisodeState.open(toy.data, path=path).close()
    with pytest.raises(StateFileError, match="holds a state of toy, not other"):
        EpisodeState.open(toy.make("other", toy.data.digest), path=path)
    with pytest.raises(StateFileError, match="another base"):
        EpisodeState.open(toy.make(digest="f" * 64), path=path)
    text_file = tmp_path / "notes.txt"
    text_file.write_text("not a database, but long enough to look like something" * 20)
    with pytest.raises(StateFileError, match=r"notes\.txt is not a state"):
        EpisodeState.open(toy.data, path=text_file)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(StateFileError, match=r"foreign\.db is not a state"):
        EpisodeState.open(toy.data, path=foreign)


def test_a_folder_is_no_state_file(toy, tmp_path: Path) -> None:
    with pytest.raises(StateFileError, match="cannot be opened"):
        EpisodeState.open(toy.data, path=tmp_path)
