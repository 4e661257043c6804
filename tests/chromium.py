"""Chromium without a window, for tests of pages; it must be installed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser of Playwright.

    Raises:
        RuntimeError: there is no Chromium; a test then fails and is not skipped.
    """
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise RuntimeError("this needs Chromium; on Debian: apt-get install chromium")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=[*FLAGS]) as browser,
    ):
        yield browser


def faults(page: Any) -> list[str]:
    """The faults of accessibility that axe finds in a page, all but the minor ones."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response
    assert found["passes"], "axe looked at nothing"
    return [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html']}"
        for one in found["violations"]
        if one["impact"] != "minor"
    ]
