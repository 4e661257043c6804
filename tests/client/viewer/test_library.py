"""Runs that are shown while they are still being written, played anew, or broken."""

from pathlib import Path

import pytest
from records import config, record
from shown_runs import write
from starlette.testclient import TestClient

from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import EPISODES_FILE, RunError, read_at, read_placed
from tau_emo_client.viewer.app import viewer_app
from tau_emo_client.viewer.library import Library
from tau_emo_client.viewer.selection import Selection


def ids(library: Library, **query: str) -> list[str]:
    return [row.id for row in library.index.page(Selection.read(query))]


def line(made: EpisodeRecord) -> bytes:
    return made.model_dump_json().encode() + b"\n"


def append(folder: Path, text: bytes) -> None:
    with (folder / EPISODES_FILE).open("ab") as file:
        file.write(text)


def test_a_record_is_found_again_at_its_place(tmp_path: Path) -> None:
    made = [record("t1", 0, text="é\u2028ü"), record("t1", 1), record("t2", 0)]
    folder = write(tmp_path / "run", made)
    placed = list(read_placed(folder))
    assert [one for _, one in placed] == made
    assert [read_at(folder, at) for at, _ in placed] == made
    second = placed[1][0]
    assert (second.line, second.start) == (1, placed[0][0].length)
    assert list(read_placed(folder, second.line, second.start)) == placed[1:]


def test_half_a_last_line_is_ignored_and_read_when_it_is_whole(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 0)])
    late = line(record("t2", 0, text="Where is my umbrella?"))
    append(folder, late[:-20])
    library = Library([folder])
    assert ids(library) == ["t1.0"]
    library.refresh()
    assert ids(library) == ["t1.0"]
    append(folder, late[-20:] + line(record("t2", 1))[:5])
    library.refresh()
    assert ids(library) == ["t1.0", "t2.0"]
    assert ids(library, q="umbrella") == ["t2.0"]


def test_of_an_episode_that_is_played_anew_the_last_play_is_shown(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 0, text="First umbrella"), record("t1", 1)])
    library = Library([folder])
    append(folder, line(record("t1", 0, False, text="Second parasol", rules_broken=("X-1",))))
    library.refresh()
    assert ids(library) == ["t1.1", "t1.0"]
    assert (ids(library, q="umbrella"), ids(library, q="parasol")) == ([], ["t1.0"])
    assert ids(library, rule="X-1") == ["t1.0"]
    row = library.index.find("run", "t1.0")
    assert row is not None
    assert library.record(row).reward == 0
    # The next one gets no number of an earlier one, whose words are still in the index.
    append(folder, line(record("t2", 0, text="Third")))
    library.refresh()
    assert ids(library, q="second") == ["t1.0"]


def test_a_run_that_is_played_afresh_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 0), record("t1", 1)])
    other = write(tmp_path / "other", [record("t2", 1)])
    library = Library([folder, other])
    folder.rename(tmp_path / "run.old-1")
    with pytest.raises(RunError, match="no run folder"):
        library.refresh()
    write(folder, [record("t2", 0)], config(emotion="none"))
    library.refresh()
    assert ids(library) == ["t2.0", "t2.1"]
    run = library.run("run")
    assert run is not None
    assert run.config.emotion == "none"


def test_a_record_that_is_another_one_by_now_is_not_shown(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 0)])
    library = Library([folder])
    row = library.index.find("run", "t1.0")
    assert row is not None
    (folder / EPISODES_FILE).write_bytes(line(record("t2", 0)))
    with pytest.raises(RunError, match="was changed while it was read"):
        library.record(row)


def test_a_broken_line_is_one_clear_error(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 0)])
    append(folder, b'{"id": "t1.1"}\n')
    with pytest.raises(RunError, match=r"episodes\.jsonl, line 2: task_id: Field required"):
        Library([folder])


def test_a_line_that_breaks_later_is_told_and_forgiven_when_mended(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 0)])
    whole = (folder / EPISODES_FILE).read_bytes()
    library = Library([folder])
    client = TestClient(viewer_app(library), base_url="http://127.0.0.1")
    append(folder, line(record("t1", 1)) + b"<b>no JSON</b>\n")
    for _ in range(2):
        answer = client.get("/")
        assert answer.status_code == 503
        assert "line 3: the line: Invalid JSON" in answer.text
        assert ids(library) == ["t1.0"]  # nothing of it is half there
    (folder / EPISODES_FILE).write_bytes(whole + line(record("t1", 1)))
    assert client.get("/").status_code == 200
    assert ids(library) == ["t1.0", "t1.1"]


def test_runs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    folders = [write(tmp_path / one / "run", [record("t1", 0)]) for one in ("a", "b")]
    library = Library([*folders, folders[0]])
    assert [run.name for run in library.runs] == ["run", "run-2", "run-3"]
    assert library.index.options()["run"] == [("run", 1), ("run-2", 1), ("run-3", 1)]


def test_a_run_without_episodes_is_shown(tmp_path: Path) -> None:
    library = Library([write(tmp_path / "run", [])])
    answer = TestClient(viewer_app(library), base_url="http://127.0.0.1").get("/")
    assert answer.status_code == 200
    assert "No episode is like this" in answer.text


def test_numbers_beyond_any_measure_can_be_shown(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [record("t1", 10**30, turns=10**40, tool_calls=-(10**40))])
    client = TestClient(viewer_app(Library([folder])), base_url="http://127.0.0.1")
    assert client.get("/?sort=turns").status_code == 200
    assert client.get(f"/episode/run/t1.{10**30}").status_code == 200
