"""Connections that are not kept end without a word."""

import gc
import logging

import pytest

from tau_emo_db import DomainData, EpisodeState, domain_data
from tau_emo_db.pool import IDLE


@pytest.fixture(scope="module")
def retail() -> DomainData:
    return domain_data("retail")


def test_connections_beyond_those_kept_idle_are_closed_in_silence(
    retail: DomainData, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        states = [EpisodeState.open(retail) for _ in range(IDLE + 3)]
        for state in states:
            with state.session() as db:
                db.connection()
        for state in states:
            state.close()
        del states, state, db
        gc.collect()
    assert caplog.records == []
