"""Runs to be shown: some that were played, and some whose every text attacks the page."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))  # for shown_runs.py
sys.path.insert(0, str(Path(__file__).parents[1]))  # for records.py

from shown_runs import play, write_hostile

from tau_emo_client.viewer.app import viewer_app
from tau_emo_client.viewer.library import Library


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A run of an agent that tries patience, and one of an agent that writes at random."""
    folder = tmp_path_factory.mktemp("played")
    return [play(folder / agent, agent) for agent in ("curt", "random")]


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose agents, customers and tools attack whoever reads what they wrote."""
    return write_hostile(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def library(played: list[Path]) -> Iterator[Library]:
    shown = Library(played)
    yield shown
    shown.close()


@pytest.fixture(scope="session")
def client(library: Library) -> TestClient:
    """Asks the viewer of the played runs."""
    return TestClient(viewer_app(library), base_url="http://127.0.0.1")
