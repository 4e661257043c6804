"""Make `docs/images/viewer-*.png` anew: the viewer in Chromium, over two small real runs."""

import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from chromium import chromium

from tau_emo_client.cli import main as command
from tau_emo_client.viewer.app import viewer_app
from tau_emo_client.viewer.library import Library
from tau_emo_servers.listening import Listening, listener_on, url_of

PICTURES = Path(__file__).parent / "images"
SIZE = {"width": 1120, "height": 700}
"""Pixels; the documentation shows about so many."""


def main() -> None:
    """Play two small runs, show them, and photograph list, conversation and comparison."""
    with tempfile.TemporaryDirectory() as folder:
        runs = [_played(Path(folder) / agent, agent) for agent in ("curt", "reference")]
        listener = listener_on("127.0.0.1", 0)
        server = Listening(viewer_app(Library(runs)), listener)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        with chromium() as browser:
            for scheme, take in (("light", _list), ("light", _talk), ("dark", _comparison)):
                page = browser.new_page(
                    base_url=url_of(listener),
                    viewport=SIZE,  # pyright: ignore[reportArgumentType]
                    color_scheme=scheme,  # pyright: ignore[reportArgumentType]
                )
                name = take(page)
                page.screenshot(path=PICTURES / f"viewer-{name}.png")
        server.should_exit = True
        thread.join()


def _played(folder: Path, agent: str) -> Path:
    try:
        command(["eval", "--agent", agent, "--limit", "4", "--out", str(folder)])
    except SystemExit as ended:
        if ended.code:
            raise
    return folder


def _list(page: Page) -> str:
    page.goto("/?run=curt&sort=-turns")
    return "list"


def _talk(page: Page) -> str:
    page.goto("/episode/curt/retail-1.0")
    page.locator("details.changed").first.evaluate(
        "one => one.closest('article').previousElementSibling.previousElementSibling"
        ".scrollIntoView({behavior: 'instant'})"
    )
    return "conversation"


def _comparison(page: Page) -> str:
    page.goto("/compare?left=reference/bank-4.0&right=curt/bank-4.0")
    page.locator("section.turn").nth(1).evaluate("one => one.scrollIntoView({behavior: 'instant'})")
    return "comparison"


if __name__ == "__main__":
    main()
