"""Base images: what they hold, and a cache that is never wrong."""

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tau_emo_db import (
    DigestMismatchError,
    base_digest,
    base_image,
    build_image,
    cache_file,
    content_digest,
    image_digest,
)
from tau_emo_db.files import create_file, replace_file
from tau_emo_db.image import _cached_image


def opened(image: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(image)
    return connection


def test_an_image_holds_the_rows_in_the_order_they_were_made(toy) -> None:
    base = opened(build_image(toy.data))
    guests = [row[0] for row in base.execute("SELECT guest_id FROM guest ORDER BY rowid")]
    assert guests == [f"g{number}" for number in range(8)]
    assert base.execute("SELECT count(*) FROM companion").fetchone() == (16,)
    assert base.execute("SELECT count(*) FROM _touched").fetchone() == (0,)


def test_the_scale_reaches_the_generator(toy) -> None:
    base = opened(build_image(toy.data, 3))
    assert base.execute("SELECT count(*) FROM guest").fetchone() == (24,)
    assert base.execute("SELECT domain, scale FROM _base").fetchone() == ("toy", 3)


def test_the_digest_sees_values_and_order_but_not_the_file(toy) -> None:
    base = opened(build_image(toy.data))
    before = content_digest(base, toy.data)
    base.execute("PRAGMA user_version = 7")
    base.execute("CREATE INDEX more ON guest (name)")
    assert content_digest(base, toy.data) == before == base_digest(toy.data)
    base.execute("UPDATE guest SET points = points + 1 WHERE guest_id = 'g3'")
    assert content_digest(base, toy.data) != before
    base.execute("UPDATE guest SET points = points - 1 WHERE guest_id = 'g3'")
    assert content_digest(base, toy.data) == before
    base.execute("PRAGMA foreign_keys = OFF")
    base.execute("UPDATE guest SET rowid = 99 WHERE guest_id = 'g3'")
    assert content_digest(base, toy.data) != before


def test_another_content_than_the_pinned_one_is_an_error_that_says_what_to_do(toy, cache) -> None:
    with pytest.raises(DigestMismatchError, match=r"domains/toy/digest\.txt.*benchmark version"):
        base_image(toy.make(digest="0" * 64))
    assert not list(cache.glob("*.image"))


def test_a_row_that_refers_to_nothing_is_an_error(toy) -> None:
    def generate(draw, scale):
        yield toy.Booking(booking_id="b", guest_id="nobody", room="single")

    data = toy.make()
    object.__setattr__(data, "generate", generate)
    with pytest.raises(ValueError, match=r"booking refers to a row of guest.*nobody"):
        build_image(data)


def test_progress_counts_rows(toy) -> None:
    seen: list[int] = []
    build_image(toy.data, 40, seen.append)
    # 8 guests and 8 times (1 booking, 2 companions, 1 movement, 1 voucher), 40 times.
    assert seen == [1000, 1920]


def test_the_cache_is_written_once_and_then_read(toy, cache, monkeypatch) -> None:
    image = _cached_image(toy.data, 1, None)
    assert cache_file(toy.data).parent == cache
    assert cache_file(toy.data).read_bytes() == hashlib.sha256(image).digest() + image
    monkeypatch.setattr("tau_emo_db.image.build_image", None)  # building would fail
    assert _cached_image(toy.data, 1, None) == image


def test_a_changed_generator_shows_when_the_base_is_built_anew(toy, cache) -> None:
    base_image(toy.data, anew=True)
    stored = cache_file(toy.data).read_bytes()
    changed = replace(
        toy.data, generate=lambda draw, scale: islice(toy.data.generate(draw, scale), 8)
    )
    base_image(changed)  # The pinned digest is that of the cached base, so nothing is built.
    with pytest.raises(DigestMismatchError):
        base_image(changed, anew=True)
    assert cache_file(toy.data).read_bytes() == stored


def test_a_base_that_is_built_anew_replaces_the_cached_one(toy, cache) -> None:
    path = cache_file(toy.data)
    path.parent.mkdir(parents=True)
    path.write_bytes(hashlib.sha256(b"old").digest() + b"old")
    image = base_image(toy.data, anew=True)
    assert path.read_bytes()[32:] == image


@pytest.mark.parametrize("damage", ["cut", "flip", "empty"])
def test_a_damaged_cache_file_is_built_anew(toy, cache, damage: str) -> None:
    image = _cached_image(toy.data, 1, None)
    path = cache_file(toy.data)
    whole = path.read_bytes()
    half = len(whole) // 2
    broken = {
        "cut": whole[:half],
        "flip": whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :],
        "empty": b"",
    }
    path.write_bytes(broken[damage])
    assert image_digest(_cached_image(toy.data, 1, None)) == image_digest(image)
    assert hashlib.sha256(path.read_bytes()[32:]).digest() == path.read_bytes()[:32]


def test_a_cache_that_cannot_be_written_costs_a_warning_only(
    toy, tmp_path: Path, monkeypatch, caplog
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TAU_EMO_CACHE_DIR", str(tmp_path / "file" / "cache"))
    image = _cached_image(toy.data, 1, None)
    assert image_digest(image) == toy.data.digest
    assert "the base of toy is not cached" in caplog.text


FULL_DISK = """
import resource, sys
from pathlib import Path
from tau_emo_db.files import replace_file
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    replace_file(Path(sys.argv[1]), b"n" * 100_000)
except OSError:
    sys.exit(3)
"""


@pytest.mark.skipif(os.name == "nt", reason="file size limits are a POSIX thing")
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", FULL_DISK, path], check=False)
    assert done.returncode == 3
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


KILLED = """
import sys
from pathlib import Path
from tau_emo_db.files import replace_file
print("ready", flush=True)
while True:
    for letter in b"ab":
        replace_file(Path(sys.argv[1]), bytes([letter]) * 2_000_000)
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is a POSIX thing")
def test_a_killed_writer_never_leaves_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for turn in range(4):
        writer = subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        deadline = time.monotonic() + 20
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(0.007 * turn)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        content = path.read_bytes()
        assert content in (b"a" * 2_000_000, b"b" * 2_000_000)


def test_parts_left_by_a_killed_writer_are_removed(toy, cache) -> None:
    cache.mkdir()
    left = cache / f"{cache_file(toy.data).name}.abc.part"
    left.write_bytes(b"half")
    _cached_image(toy.data, 1, None)
    assert not left.exists()


def test_creating_a_file_never_replaces_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert create_file(path, b"first") is True
    assert create_file(path, b"second") is False
    assert path.read_bytes() == b"first"
    replace_file(path, b"third")
    assert path.read_bytes() == b"third"
    assert list(tmp_path.iterdir()) == [path]
