"""How long a run still takes."""

from types import SimpleNamespace
from typing import Any

import pytest

from tau_emo_client import progress
from tau_emo_client.progress import Tally

from .records import record


def test_what_comes_before_the_first_episode_is_no_part_of_the_pace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    clock: Any = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr(progress, "time", clock)
    tally = Tally(12)
    now[0] = 600.0  # Bases were built.
    tally.add(record("t1", 0))
    assert tally.seconds_left() is None
    now[0] = 603.0
    tally.add(record("t2", 0))
    # Ten more at 3 s each.
    assert tally.seconds_left() == 30.0
