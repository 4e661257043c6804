"""Connections that are not kept end without a word."""

import gc
import logging

import pytest

from tau_emo_db import domain_data
from tau_emo_db.pool import IDLE, pool


def test_connections_beyond_those_kept_idle_are_closed_in_silence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    copies = pool(domain_data("retail"), 1)
    slots = [copies.take() for _ in range(IDLE + 1)]
    # Engines that live on, as they do when rubbish is collected in parts.
    engines = [slot.connection.engine for slot in slots]
    with caplog.at_level(logging.WARNING):
        while slots:
            copies.give_back(slots.pop())
        gc.collect()
    assert len(engines) == IDLE + 1
    assert caplog.records == []
