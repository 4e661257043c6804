"""The run folder: what is kept, what is repaired, what is refused."""

import itertools
import multiprocessing
import os
import random
import resource
import signal
import time
from pathlib import Path

import pytest
from records import ENVIRONMENT, config, record

from tau_emo_client.limits import EndReason
from tau_emo_client.protocol import Protocol
from tau_emo_client.run.store import (
    EPISODES_FILE,
    RUN_FILE,
    TEMPORARY_FILE,
    RunError,
    RunStore,
    read_config,
    read_records,
    read_summaries,
    repair,
)


def store(folder: Path, **options: object) -> RunStore:
    return RunStore(folder, options.pop("config", config()), ENVIRONMENT, **options)  # type: ignore[arg-type]


def test_what_was_appended_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first, second = record("t1", 0, text="Grüße\nüber zwei Zeilen"), record("t2", 0, passed=False)
    with store(folder) as run:
        run.append(first)
        run.append(second)
    assert list(read_records(folder)) == [first, second]
    assert read_config(folder) == config()
    with store(folder) as run:
        assert run.finished() == {"t1.0": first.summary(), "t2.0": second.summary()}


def test_infrastructure_errors_count_as_unfinished_until_played_again(tmp_path: Path) -> None:
    with store(tmp_path / "run") as run:
        run.append(record("t1", 0, end=EndReason.INFRASTRUCTURE))
        assert run.finished() == {}
        run.append(record("t1", 0))
        assert list(run.finished()) == ["t1.0"]
    assert [r.end_reason for r in read_records(tmp_path / "run")] == [EndReason.USER_STOP]


@pytest.mark.parametrize("cut", [1, 2, 500])
def test_a_torn_line_is_cut_off_and_nothing_else(tmp_path: Path, cut: int) -> None:
    folder = tmp_path / "run"
    with store(folder) as run:
        run.append(record("t1", 0))
        run.append(record("t1", 1))
    file = folder / EPISODES_FILE
    file.write_bytes(file.read_bytes()[:-cut])
    assert [s.id for s in read_summaries(folder)] == ["t1.0"]
    with store(folder) as run:
        assert list(run.finished()) == ["t1.0"]
        run.append(record("t1", 1))
        assert list(run.finished()) == ["t1.0", "t1.1"]


def test_a_torn_first_line_longer_than_a_block_leaves_an_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "episodes.jsonl"
    file.write_bytes(b"x" * 200_000)
    assert repair(file) == 200_000
    assert file.read_bytes() == b""


def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with store(folder) as run:
        run.append(record("t1", 0))
    file = folder / EPISODES_FILE
    file.write_bytes(b'{"id": 3}\n' + file.read_bytes())
    with pytest.raises(RunError, match=r"line 1: id: "):
        read_summaries(folder)


def test_another_config_is_refused_with_the_fields_named(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with store(folder) as run:
        run.append(record("t1", 0))
    other = config(seed=7, protocol=Protocol(trials=3), bases={"retail": "other"})
    with pytest.raises(RunError) as caught:
        store(folder, config=other)
    said = str(caught.value)
    assert "seed: 7 here, 0 in the run" in said
    assert "protocol.trials: 3 here, 2 in the run" in said
    assert 'bases.retail: "other" here, "b" in the run' in said
    assert "tasks" not in said


def test_a_run_without_an_episode_gives_way_to_another(tmp_path: Path) -> None:
    """As one that ended at once, because the address of its endpoint was mistyped."""
    folder = tmp_path / "run"
    store(folder).close()
    other = config(seed=7)
    with store(folder, config=other) as run:
        run.append(record("t1", 0))
    assert read_config(folder) == other


def test_two_writers_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with store(folder), pytest.raises(RunError, match="another process writes"):
        store(folder)
    store(folder).close()


def test_new_sets_the_old_run_aside(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    for _ in range(2):
        with store(folder, new=True) as run:
            assert run.finished() == {}
            run.append(record("t1", 0))
    assert len(read_summaries(tmp_path / "run.old-1")) == 1
    with store(folder) as run:
        assert list(run.finished()) == ["t1.0"]


def test_new_leaves_a_run_alone_that_is_being_written(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with store(folder), pytest.raises(RunError, match="another process writes"):
        store(folder, new=True)
    assert (folder / RUN_FILE).exists()


@pytest.mark.parametrize("new", [False, True])
def test_a_folder_that_is_no_run_is_left_alone(tmp_path: Path, new: bool) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(RunError, match="no run folder"):
        store(tmp_path, new=new)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_a_kill_while_the_run_file_is_written_leaves_a_usable_folder(tmp_path: Path) -> None:
    (tmp_path / "run.tmp").write_text('{"config":')
    store(tmp_path).close()
    assert read_config(tmp_path) == config()


def _write_for_ever(folder: Path, length: int) -> None:
    with store(folder) as run:
        for number in range(100_000):
            run.append(record(f"t{number}", 0, text="x" * length))


def test_killed_while_writing_nothing_that_was_kept_is_lost(tmp_path: Path) -> None:
    """Whole lines before a kill are whole after it, and the writer goes on behind them."""
    folder = tmp_path / "run"
    draw = random.Random(5)
    kept = 0
    for _ in range(5):
        writer = multiprocessing.get_context("fork").Process(
            target=_write_for_ever, args=(folder, 300_000)
        )
        writer.start()
        deadline = time.monotonic() + 30
        file = folder / EPISODES_FILE
        before = file.stat().st_size if file.exists() else 0
        while not file.exists() or file.stat().st_size <= before:
            assert time.monotonic() < deadline
        time.sleep(draw.uniform(0, 0.05))
        assert writer.pid is not None
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
        whole = file.read_bytes().count(b"\n")
        assert whole >= kept
        with store(folder) as run:
            assert len(run.finished()) == len(read_summaries(folder))
            assert file.read_bytes().count(b"\n") == whole
        kept = whole
    assert kept >= 5


def test_the_hundredth_append_writes_no_more_than_the_first(tmp_path: Path) -> None:
    file = tmp_path / "run" / EPISODES_FILE
    sizes = [0]
    with store(tmp_path / "run") as run:
        inode = file.stat().st_ino
        for trial in range(100, 200):
            run.append(record("t1", trial))
            sizes.append(file.stat().st_size)
    steps = {after - before for before, after in itertools.pairwise(sizes)}
    assert len(steps) == 1
    assert file.stat().st_ino == inode


def _fill_the_disk(folder: Path, first: int) -> None:
    with store(folder) as run:
        run.append(record("t1", 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        # Room for half of the next line.
        resource.setrlimit(resource.RLIMIT_FSIZE, (first + first // 2, hard))
        try:
            run.append(record("t2", 0))
        except OSError:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            run.append(record("t3", 0))
            os._exit(7)


@pytest.mark.skipif(os.name != "posix", reason="limits of the file size are POSIX")
def test_a_full_disk_keeps_no_half_line_for_the_next_to_run_into(tmp_path: Path) -> None:
    with store(tmp_path / "measured") as run:
        run.append(record("t1", 0))
    size = (tmp_path / "measured" / EPISODES_FILE).stat().st_size
    folder = tmp_path / "run"
    child = multiprocessing.get_context("fork").Process(target=_fill_the_disk, args=(folder, size))
    child.start()
    child.join()
    assert child.exitcode == 7
    assert [found.id for found in read_records(folder)] == ["t1.0", "t3.0"]


def test_a_folder_that_cannot_be_made_or_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        with pytest.raises(RunError, match="cannot be used as run folder"):
            store(folder)
    assert file.read_text() == "mine"
    taken = tmp_path / "run"
    (taken / TEMPORARY_FILE).mkdir(parents=True)
    with pytest.raises(RunError, match="cannot be used as run folder"):
        store(taken)
