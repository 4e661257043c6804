"""The folder of a report: written beside and renamed, so that it is never half there."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

PAGE = "report.html"
_OURS = (".html", ".png", ".svg")


class FolderError(Exception):
    """A report cannot be written there; the message says why."""


def check_folder(folder: Path) -> None:
    """See that a report may be written to this folder.

    Raises:
        FolderError: something that is no report stands there.
    """
    try:
        if not folder.exists():
            return
        if not folder.is_dir():
            raise FolderError(f"{folder} is a file; choose another --out")
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError as error:
        raise FolderError(f"{folder} cannot be read ({error}); choose another --out") from error
    strangers = [name for name in names if not name.endswith(_OURS)]
    if strangers or (names and PAGE not in names):
        held = ", ".join((strangers or names)[:3])
        raise FolderError(f"{folder} is no earlier report (it holds {held}); choose another --out")


def write_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write the files of a report in place of an earlier one.

    Args:
        folder: where they stand when all are written.
        files: names and contents.

    Raises:
        FolderError: something else stands there, or it cannot be written.
    """
    check_folder(folder)
    target = folder.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as made_in:
            beside, old = Path(made_in) / "new", Path(made_in) / "old"
            beside.mkdir()
            for name, content in files:
                with (beside / name).open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
            if target.exists():
                target.rename(old)
            try:
                beside.rename(target)
            except OSError:
                if old.exists():
                    old.rename(target)
                raise
    except OSError as error:
        raise FolderError(f"{folder} cannot be written ({error}); choose another --out") from error
