"""The leaderboard as one page that needs nothing else."""

import base64
import hashlib
import os
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from tau_emo_client.submission.leaderboard import Entry, rankings
from tau_emo_db.version import BENCHMARK_VERSION

PAGE_FILE = "index.html"
TITLE = "tau-emo leaderboard"
_FOLDER = "leaderboard"


def page(entries: Sequence[Entry], title: str = TITLE) -> str:
    """The page, in HTML. The order in which entries are given makes no difference.

    All that submitters wrote is text, of one line; a link of theirs is an https address. A
    content policy lets no script run but the page's own, which sorts the tables.

    Args:
        entries: what is listed.
        title: the heading.
    """
    style, script = _part("page.css"), _part("page.js")
    return _template().render(
        title=title,
        benchmark_version=BENCHMARK_VERSION,
        boards=rankings(entries),
        style=Markup(style),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704
        policy=(
            f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        ),
    )


def write_page(text: str, folder: Path) -> Path:
    """Put the page into a folder, whole or not at all.

    Args:
        text: the page.
        folder: made if missing; a page that stands there is replaced.

    Returns:
        The file.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / PAGE_FILE
    beside = folder / f".part-{PAGE_FILE}"
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return file


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("tau_emo_client.submission", _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["percent"] = _percent
    return environment.get_template("page.html")


def _part(name: str) -> str:
    return files("tau_emo_client.submission").joinpath(_FOLDER, name).read_text("utf-8")


def _hash(text: str) -> str:
    """The name of an inline style or script in a content policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
