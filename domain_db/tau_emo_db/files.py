"""Writing a file so that nobody ever sees half of it, whenever the process dies."""

import os
import tempfile
from pathlib import Path

TEMPORARY = ".part"
"""The ending of files that are being written."""


def replace_file(path: Path, content: bytes) -> None:
    """Puts the content at the path, in place of whatever stood there.

    Raises:
        OSError: the folder cannot be written or the disk is full; the path is untouched.
    """
    part = _write_beside(path, content)
    try:
        part.replace(path)
        _sync_folder(path.parent)
    finally:
        part.unlink(missing_ok=True)


def create_file(path: Path, content: bytes) -> bool:
    """Puts the content at the path unless a file stands there. True if it was written.

    Raises:
        OSError: the folder cannot be written or the disk is full; the path is untouched.
    """
    part = _write_beside(path, content)
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return True


def _write_beside(path: Path, content: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=path.name + ".", suffix=TEMPORARY, dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows cannot open a folder.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
