"""Closes the states of a test's conversations."""

from collections.abc import Iterator

import pytest

from .talk import OPENED


@pytest.fixture(autouse=True)
def closed_states() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
