"""Base images: the base database of a domain as the bytes of a SQLite file."""

import hashlib
import logging
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import platformdirs
from filelock import FileLock
from sqlalchemy import insert
from sqlalchemy.engine import Connection, create_engine
from sqlalchemy.pool import StaticPool

from tau_emo_db.digest import content_digest
from tau_emo_db.domain import DomainData
from tau_emo_db.draw import Draw
from tau_emo_db.files import TEMPORARY, replace_file
from tau_emo_db.schema import (
    column_names,
    create_log,
    create_tables,
    schema_digest,
    sql_table,
)
from tau_emo_db.table import Table

Progress = Callable[[int], None]
"""Told the number of rows made so far while a base is built."""

_log = logging.getLogger(__name__)
_images: dict[tuple[DomainData, int], bytes] = {}
_lock = threading.RLock()


class DigestMismatchError(RuntimeError):
    """The base that the generator makes is not the one that the repository pins."""


def base_image(
    data: DomainData, scale: int = 1, progress: Progress | None = None, *, anew: bool = False
) -> bytes:
    """The base database of the domain as an image, from memory or the cache, or built.

    The image holds the rows, an empty log of touched rows and the triggers that fill it.

    Args:
        data: the domain.
        scale: how many times the published base; 1 is the base that tasks use.
        progress: called from time to time while the base is built, never otherwise.
        anew: build it even if it is in memory or in the cache, and put it there. What is
            cached is found by the pinned digest, so a changed generator shows only this way.

    Raises:
        DigestMismatchError: the content at scale 1 is not what `digest.txt` pins.
    """
    with _lock:
        image = None if anew else _images.get((data, scale))
        if image is None:
            image = _images[data, scale] = _cached_image(data, scale, progress, anew=anew)
        return image


def hold_image(data: DomainData, image: bytes) -> None:
    """Keep an image that was not generated, such as an imported one, as the base of its data."""
    with _lock:
        _images[data, 1] = image


def is_held(data: DomainData) -> bool:
    """True if the base is in memory or in the cache, so that it need not be built."""
    return (data, 1) in _images or cache_file(data).exists()


def build_image(data: DomainData, scale: int = 1, progress: Progress | None = None) -> bytes:
    """Builds the image anew, without cache and without a look at the pinned digest.

    Raises:
        ValueError: a row refers to a row that does not exist, or to an unknown table.
        sqlalchemy.exc.IntegrityError: a key occurs twice or a required value is missing.
    """
    raw = sqlite3.connect(":memory:", isolation_level=None)
    try:
        create_tables(raw, data)
        rows = _rows_by_table(data, scale, progress)
        engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
        raw.execute("BEGIN")
        with engine.connect() as connection:
            for table in data.tables:
                _load(connection, table, rows[table])
            connection.commit()
        _check_references(raw)
        create_log(raw, data)
        origin = (data.name, scale, content_digest(raw, data))
        raw.execute("INSERT INTO _base VALUES (?, ?, ?)", origin)
        return raw.serialize()
    finally:
        raw.close()


def base_digest(data: DomainData) -> str:
    """The digest of the base as the generator makes it now: what `digest.txt` should pin."""
    return image_digest(build_image(data))


def image_digest(image: bytes) -> str:
    """The digest of the content that an image was built with."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(image)
        return connection.execute("SELECT digest FROM _base").fetchone()[0]
    finally:
        connection.close()


def cache_folder() -> Path:
    """Where images are kept: `$TAU_EMO_CACHE_DIR`, or the user's cache folder."""
    chosen = os.environ.get("TAU_EMO_CACHE_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("tau-emo")


def cache_file(data: DomainData, scale: int = 1) -> Path:
    """The cache file of the image. Its name changes with the digest and the tables."""
    name = f"{data.name}-x{scale}-{data.digest[:16]}-{schema_digest(data)[:8]}.image"
    return cache_folder() / name


def _cached_image(
    data: DomainData, scale: int, progress: Progress | None, *, anew: bool = False
) -> bytes:
    path = cache_file(data, scale)
    image = None if anew else _read(path)
    if image is not None:
        return image
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".lock")):
            if not anew:
                image = _read(path)  # Another process may have built it while we waited.
            if image is None:
                image = _checked_image(data, scale, progress)
                for part in path.parent.glob(f"{path.name}.*{TEMPORARY}"):
                    part.unlink(missing_ok=True)  # Left by a process that was killed.
                replace_file(path, hashlib.sha256(image).digest() + image)
            return image
    except (OSError, NotImplementedError) as problem:  # filelock raises the latter for flock
        _log.warning("the base of %s is not cached: %s", data.name, problem)
        return image or _checked_image(data, scale, progress)


def _read(path: Path) -> bytes | None:
    """The image in the cache file; nothing if there is none or its checksum is wrong."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, image = content[:32], content[32:]
    return image if hashlib.sha256(image).digest() == checksum else None


def _checked_image(data: DomainData, scale: int, progress: Progress | None) -> bytes:
    image = build_image(data, scale, progress)
    made = image_digest(image)
    if scale == 1 and made != data.digest:
        raise DigestMismatchError(
            f"the base of {data.name} has the digest {made}, but {data.digest} is pinned in"
            f" domains/{data.name}/digest.txt. If the generator was changed on purpose, put the"
            " new digest there and raise the benchmark version; if not, the installation is"
            " damaged: reinstall tau-emo."
        )
    return image


def _rows_by_table(
    data: DomainData, scale: int, progress: Progress | None
) -> dict[type[Table], list[dict[str, object]]]:
    rows: dict[type[Table], list[dict[str, object]]] = {table: [] for table in data.tables}
    names = {table: column_names(table) for table in data.tables}
    for count, row in enumerate(data.generate(Draw(f"tau-emo/{data.name}"), scale), start=1):
        table = type(row)
        if table not in rows:
            raise ValueError(f"{table.__name__} is not among the tables of {data.name}")
        rows[table].append({name: getattr(row, name) for name in names[table]})
        if progress is not None and count % 1000 == 0:
            progress(count)
    if progress is not None:
        progress(sum(map(len, rows.values())))
    return rows


def _load(connection: Connection, table: type[Table], rows: list[dict[str, object]]) -> None:
    if rows:
        connection.execute(insert(sql_table(table)), rows)


def _check_references(raw: sqlite3.Connection) -> None:
    wrong = raw.execute("PRAGMA foreign_key_check").fetchone()
    if wrong is not None:
        name, row, parent, _ = wrong
        found = raw.execute(f'SELECT * FROM "{name}" WHERE rowid = ?', (row,)).fetchone()  # noqa: S608
        raise ValueError(f"a row of {name} refers to a row of {parent} that is not there: {found}")
