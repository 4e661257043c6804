"""The small university, one fresh copy per test."""

from collections.abc import Iterator

import pytest

from tau_emo_servers.episode import Episode

from .desk import open_desk


@pytest.fixture
def desk() -> Iterator[Episode]:
    episode = open_desk()
    yield episode
    assert not episode.internal_errors
    episode.close()
