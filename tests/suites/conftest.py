"""Lets the tests of this folder import tiny databases, the endpoint of the clients' tests, and
clusters."""

import sys
from pathlib import Path

import pytest

from tau_emo_db.foreign import suite

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "client"))
sys.path.append(str(Path(__file__).parents[1] / "end_to_end"))
sys.path.append(str(Path(__file__).parents[2]))


@pytest.fixture(autouse=True)
def _no_suite_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "_open", {})
    monkeypatch.delenv(suite.VARIABLE, raising=False)
